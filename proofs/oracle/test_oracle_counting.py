"""Tests of the oracle's scores, and of variants of scoring, against examples computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from proofs.oracle import judge, legal
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.examples import Changed, playing, position, with_verb
from proofs.oracle.variants.add_opponents_hand import AddOpponentsHand
from proofs.oracle.variants.boathouse import Boathouse
from proofs.oracle.variants.five_ten_fifteen import FiveTenFifteen
from proofs.oracle.variants.masters_hand import MastersHand
from proofs.oracle.variants.michigan import Michigan
from proofs.oracle.variants.must_go_out import MustGoOut
from proofs.oracle.variants.oklahoma import Oklahoma
from proofs.oracle.variants.partnership import Partnership
from proofs.oracle.variants.persian import Persian
from proofs.oracle.variants.scoring import Scoring
from proofs.oracle.variants.wikipedia import Wikipedia


class WikipediaPreset(Wikipedia, FiveTenFifteen):
    """The preset `wikipedia` with both plugins that come with it."""


class ScoredWikipedia(Scoring, WikipediaPreset):
    """The preset `wikipedia` with scoring after its plugins."""


class OklahomaOnWikipedia(Oklahoma, Wikipedia):
    """Oklahoma on the preset `wikipedia`, whose card values it displaces."""


class WikipediaAfterOklahoma(Wikipedia, Oklahoma):
    """The plugin named after Oklahoma."""


class MichiganOnWikipedia(Michigan, WikipediaPreset):
    """Michigan on the preset `wikipedia`."""


class PersianOnWikipedia(Persian, Wikipedia):
    """Persian on the preset `wikipedia`, whose card values it displaces."""


class AddOpponentsInABoathouse(AddOpponentsHand, Boathouse):
    """add-opponents-hand named after boathouse."""


class BoathouseAfterAddOpponents(Boathouse, AddOpponentsHand):
    """Boathouse named after add-opponents-hand."""


class Sides(AddOpponentsHand, Partnership):
    """score.add-opponents where sides play."""


def counted(kind: type[Counting], preset: str = "pagat", options: Changed | None = None, **rest: Any) -> list[int]:
    """Count a hand, given its final position."""
    rules, ended = over(kind, preset, options, **rest)
    return list(rules.hand_scores(ended))


def over(
    kind: type[Counting], preset: str = "pagat", options: Changed | None = None, **rest: Any
) -> tuple[Counting, Ended]:
    """Return rules and a finished hand: without `turn` the stock ran out."""
    before, action = rest.pop("before", {}), rest.pop("action", "0: pass")
    after = position(preset, options, phase="over", **rest)
    rules = kind.of(after)
    assert isinstance(rules, Counting)
    return rules, rules.ended(position(preset, options, **before), action, after)


# score.hand


@pytest.mark.parametrize(
    ("melds", "hand", "points"),
    [
        (["0 [Ad 2d 3d 4d]", "0 {7s 7h 7d}", "0 [9c *=Tc Jc Qc]"], "5h 8c Qs Qd", 42),  # 002: the sum of its example
        (["0 [8h 9h Th Jh]", "0 {4s 4h 4d}", "1 {9s 9d 9c 0:9h}"], "Kd 5c", 43),  # 003
        (["0 [9c Tc Jc]"], "", 29),  # 003
        (["0 [Qs Ks As]"], "Ah *", 5),
    ],
)
def test_score_hand(melds: list[str], hand: str, points: int) -> None:
    assert counted(Counting, melds=melds, hands=[hand, ""])[0] == points


# The preset wikipedia


def test_wikipedia_first_minimum_in_its_values() -> None:
    """Three nines are 15, three tens 30; 001: "no less than 30 points for their first score"."""
    where = playing("9s 9h 9d Ts Th Td 2c", "wikipedia")
    assert judge(where, "0: meld {Ts Th Td}", WikipediaPreset) is None
    assert judge(where, "0: meld {9s 9h 9d}", WikipediaPreset) is None  # the tens may follow
    assert judge(playing("9s 9h 9d 2c", "wikipedia"), "0: meld {9s 9h 9d}", WikipediaPreset) == "meld.first-minimum"


def test_wikipedia_calls() -> None:
    where = position("wikipedia", pile="3c 8h", melds=["0 [5h 6h 7h]"], hands=["2c", "2d", "2s"], last=2)
    assert with_verb(legal(where, WikipediaPreset), "call") == {"0: call 8h on m1"}
    assert judge(where, "1: call 8h on m1", WikipediaPreset) == "meld.first-minimum"
    assert judge(where, "0: take 8h", WikipediaPreset) == "draw.top"


def test_stock_no_deduction() -> None:
    """Seat 1 could have taken the seven if it has two more and a card to discard."""
    dead: dict[str, Any] = {"melds": ["0 {9s 9h 9d}"], "hands": ["Kc", "Qs Qh"], "pile": "7d"}
    assert counted(Wikipedia, "classic", **dead) == [27, 0]
    able: dict[str, Any] = dead | {"hands": ["Kc", "7s 7h Qh"]}
    assert counted(Wikipedia, "classic", **able) == [17, -24]
    assert counted(Wikipedia, "classic", {"wikipedia.no-deduction": False}, **dead) == [17, -20]
    assert counted(Wikipedia, "classic", **dead, turn={"out": 0}) == [17, -20]
    assert counted(Wikipedia, "pagat", **dead) == [17, -20]  # the seven alone may be taken


# scoring


@pytest.mark.parametrize(
    ("ace", "ten_five", "points"),
    [
        ("by-use", False, [1 + 2 + 3, 45, 15]),
        ("fifteen", False, [15 + 2 + 3, 45, 15]),
        ("twenty-five", False, [25 + 2 + 3, 75, 25]),
        ("hundred", False, [1 + 2 + 3, 45, 15]),
        ("by-use", True, [15, 15, 5]),
        ("hundred", True, [5 + 5 + 5, 45, 15]),
        ("twenty-five", True, [25 + 5 + 5, 75, 25]),
    ],
)
def test_score_of_aces(ace: str, points: list[int], *, ten_five: bool) -> None:
    options: Changed = {"scoring.ace": ace, "scoring.ten-five": ten_five}
    melds = ["0 [As 2s 3s]", "1 {Ah Ad Ac}"]
    assert counted(Scoring, options=options, melds=melds, hands=["", "", "As"])[:2] == points[:2]
    assert counted(Scoring, options=options, hands=["", "", "As"])[2] == -points[2]


def test_score_ace_hundred_is_one_players() -> None:
    options: Changed = {"scoring.ace": "hundred"}
    empty: dict[str, Any] = {"hands": ["", ""]}
    assert counted(Scoring, options=options, melds=["0 {As Ah Ad Ac}"], **empty) == [100, 0]
    assert counted(Scoring, options=options, melds=["0 {As Ah Ad 1:Ac}"], **empty) == [45, 15]
    assert counted(Scoring, options=options, melds=["0 {As Ah Ad *=A}"], **empty) == [60, 0]


@pytest.mark.parametrize(
    ("fifths", "points"), [(False, [5 + 5 + 5, 100, 35 - 15]), (True, [1 + 1 + 1, 20, 7 - 3])], ids=["whole", "fifths"]
)
def test_score_ace_hundred_leaves_a_low_ace_to_the_values_of_wikipedia(points: list[int], *, fifths: bool) -> None:
    options: Changed = {"scoring.ace": "hundred", "scoring.fifths": fifths, "deck.packs": 2}
    melds = ["0 [As 2s 3s]", "1 {As Ah Ad Ac}", "2 [Qh Kh Ah]"]
    rest: dict[str, Any] = {"hands": ["", "", "Ad"], "turn": {"out": 0}}
    assert counted(ScoredWikipedia, "wikipedia", options, melds=melds, **rest) == points


def test_score_fifths() -> None:
    options: Changed = {"scoring.fifths": True, "scoring.ten-five": True}
    assert counted(Scoring, options=options, melds=["0 {Ks Kh Kd}"], hands=["2c", "* Jd"]) == [5, -3]
    first = playing("Ks Kh Kd 2c", "wikipedia", options)
    assert judge(first, "0: meld {Ks Kh Kd}", Scoring) is None  # 6 of 6
    assert judge(playing("9s 9h 9d 2c", "wikipedia", options), "0: meld {9s 9h 9d}", Scoring) == "meld.first-minimum"


# stock.no-deduction beside variants whose own text deducts


@pytest.mark.parametrize("kind", [OklahomaOnWikipedia, WikipediaAfterOklahoma])
def test_stock_no_deduction_leaves_oklahoma_alone(kind: type[Counting]) -> None:
    hand: dict[str, Any] = {"melds": ["0 [9s Ts Js]"], "hands": ["Kc", "9d 5c"], "pile": "7c"}
    assert counted(kind, "wikipedia", **hand) == [20, -15]


def test_stock_no_deduction_leaves_michigan_and_persian_003_alone() -> None:
    hands = ["2d", "7s", "3s", "Kc"]
    assert counted(MichiganOnWikipedia, "wikipedia", hands=hands, pile="8c") == [-5, -5, -5, -10]
    assert counted(PersianOnWikipedia, "wikipedia", hands=hands, pile="8c") == [-2, -7, -3, -10]
    assert counted(PersianOnWikipedia, "wikipedia", {"persian.flavour": "001"}, hands=hands, pile="8c") == [0] * 4


# score.add-opponents


@pytest.mark.parametrize("kind", [AddOpponentsInABoathouse, BoathouseAfterAddOpponents])
def test_score_add_opponents_decides_the_stocks_end_in_a_boathouse(kind: type[Counting]) -> None:
    melds = ["0 [Ts Js Qs]"]
    assert counted(kind, "classic", melds=melds, hands=["3d", "2c Kd"]) == [42, 3]
    assert counted(kind, "classic", melds=melds, hands=["3d", "2c 8d", "Kd"]) == [30, 0, 0]


def test_score_add_opponents() -> None:
    three: dict[str, Any] = {"hands": ["Kc 8c", "", "Jh"], "melds": ["2 {9h 9d 9c}"]}
    assert counted(AddOpponentsHand, **three, turn={"out": 1}) == [0, 28, 27]
    assert counted(AddOpponentsHand, **three) == [0, 0, 27]  # "do not add any totals"
    assert counted(AddOpponentsHand, hands=["Kc 8c", "2s 3s"]) == [5, 18]


def test_score_add_opponents_of_sides() -> None:
    four: dict[str, Any] = {"hands": ["Kc 8c", "", "3c", "4c Qs"]}
    assert counted(Sides, **four, turn={"out": 1}) == [0, 21, 0, 0]
    assert counted(Sides, **four) == [14, 21, 0, 0]


# score.master-hand


def master(action: str, *plays: str, phase: str = "play") -> int:
    """Return the score of seat 0 for a hand that it ended by this action after these plays."""
    before = {"phase": phase, "turn": {"plays": list(plays)}}
    return counted(MastersHand, hands=["", ""], before=before, action=action, turn={"out": 0})[0]


def test_score_master_hand() -> None:
    seven, six = "[2h 3h 4h 5h 6h 7h 8h]", "[2h 3h 4h 5h 6h 7h]"
    assert master("0: discard 9s", seven) == 500
    assert master("0: discard 9s", six, "8h on m1") == 0
    assert master("0: lay 9h on m1", seven) == 0
    assert master("0: discard 9s", seven, phase="stop") == 0
    assert master("0: discard 9s", "{7s 7h 7d}", seven) == 500


# Winners


@pytest.mark.parametrize(
    ("out", "scores", "winners"),
    [(0, (505, 520), (0,)), (0, (500, 0), (0,)), (0, (499, 520), ()), (None, (505, 520), ()), (1, (520, 520), (1,))],
)
def test_match_must_go_out(out: int | None, scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    rules, ended = over(MustGoOut, turn={} if out is None else {"out": out})
    assert rules.winners(ended, scores) == winners


@pytest.mark.parametrize(
    ("preset", "scores", "winners"),
    [
        ("pagat", (500, 400), ()),
        ("pagat", (501, 400), (0,)),
        ("classic", (500, 400), (0,)),
        ("classic", (510, 520), (1,)),
        ("classic", (510, 510), ()),
    ],
)
def test_match_highest(preset: str, scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    rules, ended = over(Counting, preset)
    assert rules.winners(ended, scores) == winners


def test_score_michigan_ties_share_it() -> None:
    rules, ended = over(Michigan, hands=["Kc", "Kd", "2c Kh"])
    assert rules.winners(ended, (0, 0, 0)) == (0, 1)
