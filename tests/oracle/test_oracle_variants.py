"""Tests of the oracle's variants, by hand (Oklahoma has a file of its own)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from tests.oracle import judge, legal
from tests.oracle.cards import RANKS, SUITS
from tests.oracle.examples import Changed, playing, position, with_verb
from tests.oracle.variants.boathouse import Boathouse
from tests.oracle.variants.dealers_gambit import DealersGambit
from tests.oracle.variants.five_ten_fifteen import FiveTenFifteen
from tests.oracle.variants.partnership import Partnership
from tests.oracle.variants.persian import Persian

# Boathouse


def test_out_discard_required() -> None:
    """001: "a hand of two 3's and picked up another 3 ... unable to go out"."""
    where = playing("3s 3h 3d", drawn=["3d"])
    assert legal(where, Boathouse) == {"0: discard 3s", "0: discard 3h", "0: discard 3d"}
    assert judge(where, "0: meld {3s 3h 3d}", Boathouse) == "out.discard-required"
    assert judge(playing("8h", melds=["1 [5h 6h 7h]"]), "0: lay 8h on m1", Boathouse) == "out.discard-required"


def test_out_discard_required_of_a_take() -> None:
    where = position(hands=["7s 7h", "3c"], pile="7d")
    assert judge(where, "0: take 7d with {7s 7h 7d}", Boathouse) == "out.discard-required"
    assert judge(where | {"pile": "7d Kc"}, "0: take 7d with {7s 7h 7d}", Boathouse) is None


def test_draw_stock_two() -> None:
    two: Changed = {"boathouse.draw-two": True}
    assert legal(position(options=two, stock="8c"), Boathouse) == {"0: draw", "0: take 7d"}
    after = playing("2c 8c 9d", "family", two, drawn=["8c", "9d"])
    assert legal(after, Boathouse) == {"0: discard 2c"}


def test_boathouse_stock_may_be_reshuffled() -> None:
    where = position(stock="", pile="7s 7d")
    assert legal(where, Boathouse) == {"0: take 7d", "0: pass"}
    again = position(stock="", pile="7s 7d", options={"stock.empty": "reshuffle"})
    assert legal(again, Boathouse) == {"0: take 7d", "0: draw"}


# Partnership


def four(hand: str, preset: str = "pagat", options: Changed | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position of four seats; seat 0 has drawn and has this hand."""
    return playing(hand, preset, options) | {"hands": [hand, "3c", "4c", "6c"], "dealer": 3} | rest


def test_meld_layoff_own_holds_of_the_side() -> None:
    melds = ["2 [5h 6h 7h]", "1 [5d 6d 7d]", "0 [5s 6s 7s]", "3 {9s 9h 9d}"]
    where = four("8h 8d 8s 9c 2c", options={"meld.layoff": "own"}, melds=melds)
    assert with_verb(legal(where, Partnership), "lay") == {"0: lay 8h on m1", "0: lay 8s on m3"}
    assert judge(where, "0: lay 8d on m2", Partnership) == "meld.layoff-own"
    assert judge(where, "0: lay 9c on m4", Partnership) == "meld.layoff-own"
    assert judge(where, "0: lay 8h on m1") == "meld.layoff-own"  # without partners


def test_meld_layoff_after_meld_stays_per_player() -> None:
    where = four("8h 2c", "north-american", melds=["2 [5h 6h 7h]"])
    assert judge(where, "0: lay 8h on m1", Partnership) == "meld.layoff-after-meld"


def test_meld_first_minimum_stays_per_player() -> None:
    where = four("4h 5h 6h 2c", options={"meld.first-minimum": 30}, melds=["2 [Ts Js Qs]"])
    assert judge(where, "0: meld [4h 5h 6h]", Partnership) == "meld.first-minimum"
    mine = where | {"melds": ["2 [9s Ts Js 0:Qs]"]}
    assert judge(mine, "0: meld [4h 5h 6h]", Partnership) is None


def test_partners_may_call_on_each_others_discards() -> None:
    where = four("2c Kd", phase="draw", to_act=3, last=2, pile="8h", melds=["2 [5h 6h 7h]"])
    assert with_verb(legal(where, Partnership), "call") == {f"{seat}: call 8h on m1" for seat in (0, 1, 3)}


# 5, 10, 15


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("{9s 9h 9d}", 15),
        ("[2s 3s 4s]", 15),
        ("[Ts Js Qs]", 30),
        ("[As 2s 3s]", 15),
        ("[Qs Ks As]", 35),
        ("{As Ah Ad}", 45),
        ("[4h 5h *=6h]", 25),
        ("[*=As 2s 3s]", 25),
    ],
)
@pytest.mark.parametrize("preset", ["pagat", "family"])
def test_score_5_10_15(meld: str, points: int, preset: str) -> None:
    hand = " ".join(word.split("=")[0] for word in meld[1:-1].split()) + " 7c"
    reached = playing(hand, preset, {"meld.first-minimum": points})
    assert judge(reached, f"0: meld {meld}", FiveTenFifteen) is None
    short = playing(hand, preset, {"meld.first-minimum": points + 1})
    assert judge(short, f"0: meld {meld}", FiveTenFifteen) == "meld.first-minimum"


# Persian

FLAVOUR_001: Changed = {"persian.flavour": "001"}


def test_persian_jokers_in_full() -> None:
    assert with_verb(legal(four("* * * 2c"), Persian), "meld") == {"0: meld {* * *}"}
    assert with_verb(legal(four("* * * * 2c"), Persian), "meld") == {"0: meld {* * *}", "0: meld {* * * *}"}
    assert with_verb(legal(four("* * 2c"), Persian), "meld") == set()


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("[5h *=6h 7h]", "persian.jokers"),
        ("[5h * 7h]", "persian.jokers"),
        ("[* * *]", "persian.jokers"),
        ("{9s 9h *=9}", "persian.jokers"),
        ("{9s 9h *}", "persian.jokers"),
        ("{* * *=9}", "persian.jokers"),
        ("{* *}", "meld.size"),
        ("{* * * *}", None),
        ("{9s 9h 9d}", None),
    ],
)
def test_persian_jokers(meld: str, rule: str | None) -> None:
    assert judge(four("* * * * 5h 7h 9s 9h 9d 2c"), f"0: meld {meld}", Persian) == rule


def test_persian_jokers_laid_off() -> None:
    where = four("* 9c 8h 2c", melds=["1 {* * *}", "3 {9s 9h 9d}", "2 [5h 6h 7h]"])
    assert with_verb(legal(where, Persian), "lay") == {"0: lay * on m1", "0: lay 9c on m2", "0: lay 8h on m3"}
    for refused in ("9c on m1", "* on m2", "*=9 on m2", "* on m3", "*=8h on m3", "* 9c on m1"):
        assert judge(where, f"0: lay {refused}", Persian) == "persian.jokers"


def test_persian_jokers_taken() -> None:
    where = four("* * 2c", "classic", phase="draw", pile="* 7d")
    assert legal(where, Persian) == {"0: draw", "0: take * with {* * *}"}
    assert judge(where, "0: take *", Persian) == "draw.deep"


def test_persian_ace_by_flavour() -> None:
    low, high = "0: meld [As 2s 3s]", "0: meld [Qs Ks As]"
    both: Changed = {"meld.ace": "both"}
    for options, refused in ((None, "meld.ace"), (FLAVOUR_001, None), (both, None)):
        where = four("As 2s 3s Qs Ks 2c", options=options)
        assert (judge(where, low, Persian), judge(where, high, Persian)) == (refused, None)


def test_persian_game() -> None:
    """Groups of any suits and no calls, under any preset; and partners."""
    where = four("2c Kd", phase="draw", to_act=1, last=0, pile="8h", melds=["2 [5h 6h 7h]"])
    assert judge(where, "1: call 8h on m1", Persian) == "call.none"
    own: Changed = {"meld.layoff": "own"}
    sides = four("8h 8d 2c", options=own, melds=["2 [5h 6h 7h]", "1 [5d 6d 7d]"])
    assert with_verb(legal(sides, Persian), "lay") == {"0: lay 8h on m1"}


def test_persian_points() -> None:
    """persian.jokers: 20 each; persian.double does not count for meld.first-minimum."""
    for hand, points in (("* * *", 60), ("* * * *", 80), ("6s 6h 6d 6c", 24), ("As Ah Ad", 45)):
        for more, rule in ((0, None), (1, "meld.first-minimum")):
            where = four(f"{hand} 2c", "family", {"meld.first-minimum": points + more})
            assert judge(where, f"0: meld {{{hand}}}", Persian) == rule
    ones = four("As Ah Ad 2c", "family", FLAVOUR_001 | {"meld.first-minimum": 4})
    assert judge(ones, "0: meld {As Ah Ad}", Persian) == "meld.first-minimum"


def test_persian_finish_counts_on_jokers() -> None:
    """meld.first-minimum: the K is 10, three jokers are 60."""
    for minimum, rule in ((70, None), (71, "meld.first-minimum")):
        where = four("Kh * * * 2c", options={"meld.first-minimum": minimum}, melds=["1 [Th Jh Qh]"])
        assert judge(where, "0: lay Kh on m1", Persian) == rule


# Dealer's gambit


def gambit(
    hand: str, named: str | None = None, joker: str = "lies", sealed: tuple[int, ...] = (), **rest: Any
) -> dict[str, Any]:
    """Make a position of three seats: seat 2 deals and seat 0 has drawn, by default."""
    kept: dict[str, Any] = {"joker": joker, "sealed": list(sealed)} | ({"named": named} if named else {})
    where = playing(hand, rest.pop("preset", "classic"), rest.pop("options", None))
    usual = {"hands": [hand, "3c Jd", "8s Tc"], "dealer": 2, "plugin": {"dealers-gambit": kept}}
    return where | usual | rest


def said(where: dict[str, Any], text: str) -> str | None:
    """Return the judgement of an action."""
    return judge(where, text, DealersGambit)


def listed(where: dict[str, Any], *verbs: str) -> set[str]:
    """List the legal actions of these kinds."""
    return with_verb(legal(where, DealersGambit), *verbs)


def test_dealers_gambit_name() -> None:
    where = gambit("2c *", phase="name", to_act=2)
    assert legal(where, DealersGambit) == {"2: name wild", "2: name double", "2: name split"}
    assert said(where, "0: block") == "turn.phase"  # "nobody else may act, so no block"
    assert said(where, "0: name wild") == "turn.seat"
    assert said(where, "0: draw") == "turn.seat"
    assert said(where, "2: draw") == "turn.phase"
    assert said(gambit("2c", "wild", phase="draw"), "0: name double") == "turn.phase"
    assert said(gambit("2c", "wild", dealer=0), "0: name double") == "turn.phase"


def test_dealers_gambit_unnamed_jokers_do_nothing() -> None:
    where = gambit("9s 9h * Kd", dealer=0)
    assert legal(where, DealersGambit) == {"0: discard 9s", "0: discard 9h", "0: discard *", "0: discard Kd"}
    assert said(where, "0: meld {9s 9h *=9}") == "dealers-gambit.wild"


def test_dealers_gambit_wild_in_full() -> None:
    """A nine, a joker and the dealer's joker: they are two different cards."""
    assert listed(gambit("9h *", "wild", dealer=0), "meld") == {
        "0: meld [*=7h *d=8h 9h]",
        "0: meld [*d=7h *=8h 9h]",
        "0: meld [*=8h 9h *d=Th]",
        "0: meld [*d=8h 9h *=Th]",
        "0: meld [9h *=Th *d=Jh]",
        "0: meld [9h *d=Th *=Jh]",
        "0: meld {9h *=9 *d=9}",
    }


def test_dealers_gambit_wild_dealers_joker_is_the_dealers_alone() -> None:
    text = "0: meld [4c 5c *d=6c]"
    assert said(gambit("4c 5c 2h", "wild", dealer=0), text) is None
    assert said(gambit("4c 5c 2h", "wild"), text) == "dealers-gambit"
    assert said(gambit("4c 5c 2h", "wild", "used", dealer=0), text) == "dealers-gambit"
    assert said(gambit("4c 5c 2h", "wild", "dead", dealer=0), text) == "dealers-gambit.block"
    assert said(gambit("4c 5c 2h", "wild", dealer=0), "0: meld [*d=3c 4c 5c *d=6c]") == "dealers-gambit"
    assert said(gambit("4c 5c 2h", "wild", dealer=1), "1: meld [4c 5c *d=6c]") == "turn.seat"
    assert said(gambit("4c 5c 2h", "wild", dealer=0), "0: discard *d") == "turn.cards"


def test_dealers_gambit_wild_lay_offs() -> None:
    melds = ["1 [5h 6h 7h]", "1 {9s 9h 9d}"]
    where = gambit("2c Kd", "wild", dealer=0, melds=melds)
    assert listed(where, "lay") == {"0: lay *d=4h on m1", "0: lay *d=8h on m1", "0: lay *d=9 on m2"}
    assert listed(gambit("2c Kd", "wild", melds=melds), "lay") == set()


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("{Ks Kh Kd Kc *=K}", "meld.joker-role"),
        ("[* 5h 6h]", "meld.joker-role"),
        ("[*d 5h 6h]", "meld.joker-role"),
        ("[*=5h *=6h *d=7h]", "meld.joker-count"),
        ("[*=2h Kh Ah]", "meld.ace"),
        ("[*=4h 5h 6h *d=7h]", None),
    ],
)
def test_dealers_gambit_wild_is_a_card_that_could_exist(meld: str, rule: str | None) -> None:
    assert said(gambit("Ks Kh Kd Kc Ah 5h 6h * * 2c", "wild", dealer=0), f"0: meld {meld}") == rule


def test_dealers_gambit_wild_role_stays() -> None:
    where = gambit("6c 7c 2h", "wild", "used", dealer=0, melds=["0 [4c 5c *d=6c]"])
    assert listed(where, "lay") == {"0: lay 7c on m1"}
    assert said(where, "0: lay 6c on m1") == "meld.run"


def test_dealers_gambit_wild_is_worth_nothing() -> None:
    for minimum, rule in ((18, None), (19, "meld.first-minimum")):
        where = gambit("9s 9h * 2c", "wild", options={"meld.first-minimum": minimum})
        assert said(where, "0: meld {9s 9h *=9}") == rule


def test_dealers_gambit_wild_take() -> None:
    where = gambit("9s 2c", "wild", dealer=0, phase="draw", pile="9h 4d")
    assert listed(where, "take") == {"0: take 9h with {9s 9h *d=9}"}
    joker = gambit("9s 9d 2c", "wild", phase="draw", pile="* 4d")
    assert listed(joker, "take") == {"0: take * with {9s 9d *=9}"}


def test_dealers_gambit_wild_finish() -> None:
    """meld.first-minimum: the 8 and then Q-K and the dealer's joker are 28."""
    for joker, minimum, rule in (("lies", 28, None), ("lies", 29, "short"), ("dead", 28, "short")):
        options: Changed = {"meld.first-minimum": minimum}
        where = gambit("Ks Qs 8h 5d", "wild", joker, dealer=0, options=options, melds=["1 [5h 6h 7h]"])
        assert said(where, "0: lay 8h on m1") == (rule and "meld.first-minimum")


def test_dealers_gambit_double_in_full() -> None:
    plain = {"0: meld [4h 5h 6h]", "0: meld [4h 5h 6h] doubled with *"}
    assert listed(gambit("4h 5h 6h * 2c", "double"), "meld") == plain
    dealers = {"0: meld [4h 5h 6h] doubled with *d"}
    assert listed(gambit("4h 5h 6h * 2c", "double", dealer=0), "meld") == plain | dealers
    assert listed(gambit("4h 5h 6h * 2c", "double", "dead", dealer=0), "meld") == plain


def test_dealers_gambit_double_is_the_only_effect() -> None:
    where = gambit("4h 5h 6h * 2c", "double")
    assert said(where, "0: meld [4h 5h *=6h]") == "dealers-gambit.wild"
    assert said(where, "0: meld [4h 5h 6h] doubled with *d") == "dealers-gambit"
    for named in ("wild", "split", None):
        other = gambit("4h 5h 6h * 2c", named)
        assert said(other, "0: meld [4h 5h 6h] doubled with *") == "dealers-gambit.double"
    assert said(gambit("4h 5h 6h 2c", "double"), "0: meld [4h 5h 6h] doubled with *") == "turn.cards"
    assert said(where, "0: meld [4h 5h 2c] doubled with *") == "meld.run"


def test_dealers_gambit_double_seals() -> None:
    melds = ["1 [5h 6h 7h]", "1 [5d 6d 7d]"]
    where = gambit("8h 8d 2c", "double", sealed=(2,), melds=melds)
    assert listed(where, "lay") == {"0: lay 8h on m1"}
    assert said(where, "0: lay 8d on m2") == "dealers-gambit.double"
    own = where | {"melds": ["1 [5h 6h 7h]", "0 [5d 6d 7d]"]}
    assert said(own, "0: lay 8d on m2") == "dealers-gambit.double"
    take = gambit("2c Kd", "double", sealed=(1,), phase="draw", pile="8h", melds=melds)
    assert said(take, "0: take 8h with 8h on m1") == "dealers-gambit.double"


def test_dealers_gambit_double_seals_at_once() -> None:
    """turn.no-stranding: the 7, taken alone, may follow the run, but not once the run is sealed."""
    where = gambit("4h 5h 6h 7h *", "double", taken=["7h"], preset="pagat", options={"meld.run-min": 3})
    assert said(where, "0: meld [4h 5h 6h]") is None
    lone = gambit("4h 5h 6h 7h", "double", taken=["7h"], preset="pagat", dealer=0)
    assert said(lone, "0: meld [4h 5h 6h]") is None
    assert said(lone, "0: meld [4h 5h 6h] doubled with *d") == "turn.no-stranding"
    assert said(where, "0: meld [4h 5h 6h] doubled with *") == "turn.no-stranding"


def test_dealers_gambit_double_with_a_take() -> None:
    where = gambit("4s 4d * 2c", "double", phase="draw", pile="4h Kc")
    assert listed(where, "take") == {
        "0: take 4h with {4s 4h 4d}",
        "0: take 4h with {4s 4h 4d} doubled with *",
    }
    from_the_pile = gambit("4s 4d 2c", "double", phase="draw", pile="4h *")
    assert said(from_the_pile, "0: take 4h with {4s 4h 4d} doubled with *") is None
    chosen = gambit("4s 4h 4d 2c", "double", phase="draw", pile="*")
    assert said(chosen, "0: take * with {4s 4h 4d} doubled with *") == "draw.deep-use"
    assert said(chosen, "0: take *") == "draw.top"
    assert said(gambit("2c Kd", "double", preset="pagat", phase="draw", pile="*"), "0: take *") is None


def test_dealers_gambit_double_finish() -> None:
    """The joker that was taken alone may not be discarded; laid on the meld it is gone, `*d` changes nothing."""
    where = gambit("4h 5h 6h *", "double", dealer=0, taken=["*"])
    assert legal(where, DealersGambit) == {
        "0: discard 4h",
        "0: discard 5h",
        "0: discard 6h",
        "0: meld [4h 5h 6h] doubled with *",
    }
    assert said(where, "0: meld [4h 5h 6h]") == "turn.no-stranding"
    assert said(where, "0: meld [4h 5h 6h] doubled with *d") == "turn.no-stranding"
    required = gambit("4h 5h 6h *", "double", drawn=["*"], options={"out.discard": "required"})
    assert said(required, "0: meld [4h 5h 6h] doubled with *") == "out.discard-required"
    assert said(required, "0: meld [4h 5h 6h]") is None


def test_dealers_gambit_double_finish_is_searched() -> None:
    """meld.first-minimum 25: after the K the three must follow, and then only the barred joker is left."""
    for named, rule in (("double", None), ("split", "meld.first-minimum")):
        options: Changed = {"meld.first-minimum": 25}
        where = gambit("Kh 4h 5h 6h *", named, taken=["*"], options=options, melds=["1 [Th Jh Qh]"])
        assert said(where, "0: lay Kh on m1") == rule


def test_dealers_gambit_double_is_remembered_in_the_turn() -> None:
    """meld.first-minimum: doublings do not count; the joker is not a card of the table."""
    turn = {"plays": ["[4h 5h 6h] doubled with *"]}
    for minimum, rule in ((15, None), (16, "meld.first-minimum")):
        where = gambit(
            "2s 2c 2d Kd", "double", melds=["0 [4h 5h 6h]"], turn=turn, options={"meld.first-minimum": minimum}
        )
        assert said(where, "0: discard 2c") == rule


PILE = "2s 9h Kc 5d"


def test_dealers_gambit_split_in_full() -> None:
    where = gambit("9s 9d * 3c", "split", preset="pagat", phase="draw", pile=PILE)
    assert legal(where, DealersGambit) == {
        "0: draw",
        "0: block",
        "0: take 5d",
        "0: take 9h with {9s 9h 9d}",
        "0: take 9h with {9s 9h 9d} split below with *",
        "0: take 9h with {9s 9h 9d} split above with *",
    }
    dealers = gambit("9s 9d 3c", "split", dealer=0, phase="draw", pile=PILE)
    assert listed(dealers, "take") == {
        "0: take 9h with {9s 9h 9d}",
        "0: take 9h with {9s 9h 9d} split below with *d",
        "0: take 9h with {9s 9h 9d} split above with *d",
    }


def test_dealers_gambit_split_collects_one_side() -> None:
    """The other nine lies below the 9c: it comes only if the newer cards leave, or by taking it."""
    where = gambit("9s * 3c", "split", phase="draw", pile="9h 2d 9c 5d")
    assert listed(where, "take") == {
        "0: take 9h with {9s 9h 9c}",
        "0: take 9h with {9s 9h 9c} split below with *",  # nothing lies below it
        "0: take 9c with {9s 9h 9c} split above with *",
    }
    assert said(where, "0: take 9c with {9s 9h 9c} split below with *") == "turn.cards"
    assert said(where, "0: take 9h with {9s 9h 9c} split above with *") == "turn.cards"


def test_dealers_gambit_split_card_is_used_at_once() -> None:
    melds = ["1 {Ks Kh Kd}", "1 [5c 6c 7c]"]
    where = gambit("9s 9d * 3c", "split", preset="pagat", phase="draw", pile=PILE, melds=melds)
    assert said(where, "0: take Kc with Kc on m1 split above with *") is None
    assert said(where, "0: take 9h with Kc on m1 split below with *") == "draw.deep-use"
    assert said(where, "0: take 5d split above with *") == "draw.deep-use"
    assert said(where, "0: take 9c with {9s 9c 9d} split above with *") == "turn.cards"
    new_only = where | {"rules": {"preset": "family"}}
    assert said(new_only, "0: take Kc with Kc on m1 split above with *") == "draw.deep-use"
    assert said(new_only, "0: take 9h with {9s 9h 9d} split above with *") is None


def test_dealers_gambit_split_is_paid_for() -> None:
    text = "0: take 9h with {9s 9h 9d} split above with *"
    for named in ("wild", "double", None):
        assert said(gambit("9s 9d * 3c", named, phase="draw", pile=PILE), text) == "dealers-gambit.split"
    assert said(gambit("9s 9d 3c", "split", phase="draw", pile=PILE), text) == "turn.cards"
    assert said(gambit("9s 9d 3c", "split", phase="draw", pile="* 9h 5d"), text) == "turn.cards"
    assert said(gambit("9s 9d * 3c", "split", phase="draw", pile=PILE), text + "d") == "dealers-gambit"
    dead = gambit("9s 9d 3c", "split", "dead", dealer=0, phase="draw", pile=PILE)
    assert said(dead, text + "d") == "dealers-gambit.block"


def test_dealers_gambit_split_finish() -> None:
    """out.discard-required: cards that leave the hand cannot be discarded, nor the joker that paid."""
    required: Changed = {"out.discard": "required"}
    where = gambit("7s 7h *", "split", phase="draw", pile="Kc 7d", options=required)
    text = "0: take 7d with {7s 7h 7d} split"
    assert said(where, f"{text} below with *") == "out.discard-required"
    assert said(where, f"{text} above with *") is None
    assert said(where | {"dealer": 0}, f"{text} below with *d") is None


def test_dealers_gambit_split_leaves_nothing_for_later() -> None:
    where = gambit("9s 9h 9d * 2c", "split", dealer=0)
    assert listed(where, "meld", "lay") == {"0: meld {9s 9h 9d}"}
    assert "0: discard *" in legal(where, DealersGambit)
    assert said(where, "0: meld {9s 9h *d=9}") == "dealers-gambit.wild"


def test_dealers_gambit_block() -> None:
    """Any seat but the dealer, on turn or not, that holds a joker."""
    hands = ["2c *", "3c *", "8s *"]
    for phase in ("draw", "play"):
        for named in ("wild", "double", "split", None):
            where = gambit("", named, phase=phase, hands=hands)
            assert listed(where, "block") == {"0: block", "1: block"}
            assert said(where, "2: block") == "dealers-gambit.block"
    for joker in ("used", "dead"):
        assert said(gambit("", "wild", joker, hands=hands), "1: block") == "dealers-gambit.block"
    assert said(gambit("", "wild", hands=["2c", "3c Kd", "*"]), "1: block") == "turn.cards"
    assert said(gambit("", "wild", hands=["2c", "*", "3c"]), "1: block") == "dealers-gambit.block"
    assert said(gambit("", "wild", phase="over", hands=hands), "1: block") == "turn.phase"
    assert said(gambit("", "wild", phase="draw", stock="", pile="", hands=hands), "1: block") == "turn.phase"


def test_dealers_gambit_block_that_strands() -> None:
    """turn.no-stranding: only the barred 7 would be left; another's turn is none of it."""
    hands = ["7d *", "3c *", "8s"]
    where = gambit("", "double", hands=hands, taken=["7d"])
    assert listed(where, "block") == {"1: block"}
    assert said(where, "0: block") == "turn.no-stranding"
    assert said(gambit("", "double", hands=hands, drawn=["7d"]), "0: block") is None
    assert said(gambit("", "double", hands=hands, phase="draw"), "0: block") is None


def test_no_calls_in_dealers_gambit() -> None:
    for options in (None, {"call": "full"}):
        where = gambit(
            "2c Kd", "wild", preset="pagat", options=options, phase="draw", last=2, pile="8h", melds=["1 [5h 6h 7h]"]
        )
        assert listed(where, "call") == set()
        assert said(where, "1: call 8h on m1") == "call.none"


# All together


@pytest.mark.parametrize("text", ["0: name", "0: name up", "0: block 2c", "0: lay 8h on m1 doubled with *"])
def test_a_text_that_does_not_parse_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an|only a new meld"):
        said(gambit("8h *", "double", melds=["1 [5h 6h 7h]"]), text)


def test_rules_that_make_no_sense_are_errors() -> None:
    with pytest.raises(ValueError, match="boathouse fixes"):
        legal(position(options={"out.discard": "optional"}), Boathouse)
    with pytest.raises(ValueError, match="persian fixes"):
        legal(four("2c", options={"score.ace": "one"}), Persian)
    for name, variant in (("persian.flavour", Persian), ("boathouse.draw-two", Boathouse)):
        with pytest.raises(ValueError, match="no such option or value"):
            legal(four("2c", options={name: 3}), variant)
    with pytest.raises(ValueError, match="four seats"):
        legal(position(), Partnership)


LISTED = [
    gambit("9h Th * 9s 2c", "wild", dealer=0, melds=["1 [5h 6h 7h]", "1 {9d 9c *=9}"]),
    gambit("9h Th * 9s 2c", "wild", dealer=0, phase="draw", pile="9d * Jh", melds=["1 [5h 6h 7h]"]),
    gambit("4h 5h 6h 7h * 2c", "double", dealer=0, melds=["1 [8h 9h Th]"]),
    gambit("4h 5h 2c *", "double", dealer=0, phase="draw", pile="6h 3h *"),
    gambit("9s 9d * 3c", "split", dealer=0, phase="draw", pile="9c 9h Kc", melds=["1 {Ks Kh Kd}"]),
]


@pytest.mark.parametrize("where", LISTED)
def test_listed_actions_are_judged_legal(where: dict[str, Any]) -> None:
    actions = legal(where, DealersGambit)
    assert any("*d" in action for action in actions)
    assert {said(where, action) for action in actions} == {None}


def every_arrangement(cards: list[str], melds: int) -> Iterator[str]:
    """List every subset of the cards in any arrangement, `*d` in every role and in none, doubled and not."""
    roles = ["", *RANKS, *(rank + suit for rank in RANKS for suit in SUITS)]
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            filled = [[f"*d={role}".rstrip("=") for role in roles] if card == "*d" else [card] for card in chosen]
            for words in product(*filled):
                joined = " ".join(words)
                for meld in (f"meld [{joined}]", f"meld {{{joined}}}"):
                    yield from (meld, f"{meld} doubled with *", f"{meld} doubled with *d")
                yield from (f"lay {joined} on m{number}" for number in range(1, melds + 1))


@pytest.mark.slow
@pytest.mark.parametrize("named", ["wild", "double", "split", None])
def test_actions_judged_legal_are_listed(named: str | None) -> None:
    where = gambit("4h 5h 6h * 2c", named, dealer=0, melds=["1 [7h 8h 9h]", "1 {2s 2h 2d}"])
    tried = {f"0: {text}" for text in every_arrangement(["4h", "5h", "6h", "2c", "*d"], 2)}
    found = {plain(text) for text in tried if said(where, text) is None}
    mine = {text for text in listed(where, "meld", "lay") if "*=" not in text}
    assert found == {plain(text) for text in mine}


def plain(text: str) -> tuple[str, frozenset[str], str]:
    """A meld or lay-off whatever the order in which its cards are written."""
    use, _, payer = text.partition(" doubled with ")
    for bracket in "[]{}":
        use = use.replace(bracket, f" {bracket} ")
    return use.split()[1], frozenset(use.split()[2:]), payer
