"""Tests of duels: the same decks in every rotation of the seats, and intervals."""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import fmean
from typing import Any

import pytest

import rummy500 as r5
from rummy500 import RandomBits
from rummy500.cards.cards import cards_of
from rummy500.engine.listing import LegalActions
from rummy500.players import MediumPlayer, PlayerError, RandomPlayer
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import View
from rummy500.simulate import Entrant, Interval, MatchFailedError, duel

RULES = r5.compose("classic", seats=3)
NAMES = ("medium", "random")


class Spy(MediumPlayer):
    """Writes down who sits where with which cards, when it decides for the first time in a hand."""

    def __init__(self, random_source: RandomBits, name: str, seen: list[tuple[str, int, tuple[int, ...]]]) -> None:
        super().__init__()
        self._name, self._seen, self._first = name, seen, True

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose as `medium` does."""
        if self._first:
            self._seen.append((self._name, view.seat, tuple(cards_of(view.hand))))
            self._first = False
        return super().choose(rules, view, legal)


class Breaks(RandomPlayer):
    """Raises an error in some deals."""

    def __init__(self, random_source: RandomBits) -> None:
        super().__init__(random_source)
        self._breaks = random_source.getrandbits(10) < 100

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose as `random` does, or raise an error."""
        return super().choose(rules, view, legal) if not self._breaks else 1 // 0  # type: ignore[return-value] # it raises


def test_the_part_of_hands_that_end_by_going_out_has_an_interval_between_0_and_1() -> None:
    found = duel(RULES, ["medium"], deals=12, seed=1, workers=1)
    out = found.figures["out"]
    assert list(found.figures) == ["turns", "points", "out"]
    assert out.mean == fmean(each.figures["out"] for each in found.deals)
    assert 0.5 < out.low < out.mean <= out.high <= 1


def test_every_player_sits_once_in_every_seat_of_a_deal_with_the_same_cards() -> None:
    seen: list[tuple[str, int, tuple[int, ...]]] = []
    spies = [Entrant(name, partial(Spy, name=name, seen=seen)) for name in "abc"]
    duel(RULES, spies, deals=1, seed=4, workers=1)
    for seat in range(3):
        dealt = [(name, cards) for name, of, cards in seen if of == seat]
        assert sorted(name for name, _ in dealt) == ["a", "b", "c"]
        assert len({cards for _, cards in dealt}) == 1


@pytest.mark.parametrize(("plugins", "seats"), [((), 3), (("partnership",), 4)])
def test_players_that_decide_alike_have_a_lead_of_exactly_0(plugins: tuple[str, ...], seats: int) -> None:
    rules = r5.compose("classic", plugins, seats=seats)
    found = duel(rules, [Entrant("a", RandomPlayer), Entrant("b", RandomPlayer)], deals=6, seed=3, workers=1)
    assert found.leads == {"a": Interval(0, 0, 0, 6), "b": Interval(0, 0, 0, 6)}
    assert found.figures["turns"].high > found.figures["turns"].low > 0


def test_a_better_player_leads_and_the_interval_says_so() -> None:
    found = duel(RULES, NAMES, deals=12, seed=1, workers=1)
    assert found.leads["medium"].low > 0 > found.leads["random"].high
    assert found.leads["medium"].mean == pytest.approx(-found.leads["random"].mean)
    assert found.difference("medium", "random").mean == pytest.approx(found.leads["medium"].mean)
    assert repr(found).startswith("<Duel: 12 deals; medium ")
    with pytest.raises(PlayerError, match="easy does not play in this duel; medium, random do"):
        found.difference("easy", "medium")


def test_a_lead_is_the_mean_over_the_hands_of_a_deal() -> None:
    hands = duel(RULES, ["medium", "random", "random"], deals=1, seed=6, workers=1).deals[0]
    alone = duel(RULES, NAMES, deals=1, seed=6, workers=1).deals[0]
    assert hands.figures["lead of medium"] == pytest.approx(hands.points["medium"] - hands.points["random"])
    assert hands.points != alone.points
    rows = list(duel(RULES, NAMES, deals=2, seed=6, workers=1).rows())
    assert [(row["seed"], row["deal"], row["player"]) for row in rows] == [
        (6, 0, "medium"), (6, 0, "random"), (6, 1, "medium"), (6, 1, "random")
    ]  # fmt: skip
    assert rows[0]["lead"] == alone.figures["lead of medium"]


@pytest.mark.parametrize(("seats", "sides", "opponents"), [(4, "two", 2), (6, "two", 3), (6, "three", 4)])
def test_a_side_counts_as_one_where_partners_play(seats: int, sides: str, opponents: int) -> None:
    partners = r5.compose("classic", ["partnership"], {"partnership.sides": sides}, seats=seats)
    found = duel(partners, ["medium", *["random"] * (seats - 1)], deals=4, seed=2, workers=1)
    for each in found.deals:  # a partner of the medium one has the same points, and is compared with nobody
        assert each.figures["lead of medium"] == pytest.approx(-each.figures["lead of random"])
        of_random = each.points["medium"] - opponents / (seats - 1) * each.figures["lead of medium"]
        assert each.points["random"] == pytest.approx(of_random)


def test_results_are_equal_with_any_workers_and_in_parts() -> None:
    alone = duel(RULES, NAMES, deals=6, seed=8, workers=1)
    assert duel(RULES, NAMES, deals=6, seed=8, workers=2) == alone
    assert duel(RULES, NAMES, deals=6, seed=8, executor=partial(ThreadPoolExecutor, 2), workers=2) == alone
    parts = [duel(RULES, NAMES, deals=3, seed=8, first=first, workers=1).deals for first in (0, 3)]
    assert parts[0] + parts[1] == alone.deals
    assert duel(RULES, NAMES, deals=6, seed=9, workers=1) != alone


def test_duels_compare_over_the_same_seed_and_deals_alone() -> None:
    base, seed, more, later = (
        duel(RULES, NAMES, seed=seed, deals=deals, first=first, workers=1)
        for seed, deals, first in ((8, 2, 0), (9, 2, 0), (8, 3, 0), (8, 2, 1))
    )
    assert base.against(base)["turns"] == Interval(0, 0, 0, 2)
    for other in (seed, more, later):
        with pytest.raises(ValueError, match="the same seed and the same deals"):
            base.against(other)


def test_hands_that_were_cut_off_are_counted() -> None:
    found = duel(RULES, NAMES, deals=2, seed=1, max_turns=2, workers=1)
    assert sum(each.truncated for each in found.deals) == 6
    assert found.table().endswith("6 hands were cut off: their points are those of that moment")


def test_an_error_names_the_deal_and_how_to_play_it_again() -> None:
    with pytest.raises(MatchFailedError) as told:
        duel(RULES, ["medium", Breaks], deals=40, seed=7, workers=2)
    failed = told.value
    assert f"deal {failed.number} of seed 7 ({', '.join(failed.players)}) ended in ZeroDiv" in str(failed)
    assert f"; duel(rules, players, deals=1, seed=7, first={failed.number}, workers=1) plays it" in str(failed)
    with pytest.raises(MatchFailedError, match=re.escape(str(failed))):
        duel(RULES, ["medium", Breaks], deals=1, seed=7, first=failed.number, workers=1)


@pytest.mark.parametrize(
    "wrong", [{"deals": 0}, {"deals": 1, "first": -1}, {"deals": 1, "max_turns": 0}, {"deals": 1, "workers": 0}]
)
def test_numbers_that_are_too_small(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at least"):
        duel(RULES, NAMES, seed=1, **wrong)


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("count", "quantile"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (6, 2.571), (10, 2.262), (30, 2.045), (1000, 1.962)],
)
def test_an_interval_reaches_as_far_as_the_table_of_student_says(count: int, quantile: float) -> None:
    values = [float(number % 2) for number in range(count)]
    found = Interval.of(values)
    error = math.sqrt(sum((each - fmean(values)) ** 2 for each in values) / (count - 1) / count)
    assert (found.high - found.mean) / error == pytest.approx(quantile, rel=0.005)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)


def test_an_interval_as_text() -> None:
    assert str(Interval.of([1, 2, 3, 4, 5])) == "3.0 ± 2.0"
    assert str(Interval.of([7])) == "7.0"
    assert Interval.of([]).count == 0
