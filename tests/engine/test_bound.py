"""Tests of the most points that an opening turn can reach (`meld.first-minimum`), against every order of its plays."""

from __future__ import annotations

import random

import pytest
from tests.rules.tables import Options, playing

import rummy500 as r5
from rummy500.cards.cards import NATURALS, cards_text
from rummy500.rules.actions import USE_NONE

PACKS: Options = {"deck.packs": 2, "deck.jokers": 4}
GAMES: dict[str, Options] = {
    "different suits": {},
    "any suits": {"meld.group-suits": "any"},
    "small groups, long runs": {"meld.group-suits": "any", "meld.group-max": 3, "meld.run-min": 4},
    "aces high": {"meld.ace": "high"},
    "aces low": {"meld.ace": "low"},
    "round the corner": {"meld.ace": "round"},
}


def most_points(where: r5.Position) -> int:
    """Find the most points that seat 1 can play this turn, where nothing is owed, by trying every play."""
    best, seen, todo = 0, set[object](), [where.state]
    while todo:
        state = todo.pop()
        points = where.rules.scoring.points
        laid = [point for meld in state.public.table for point in points.meld(meld)]
        best = max(best, sum(laid))
        for action in r5.legal_actions(where.rules, state) if not r5.is_over(state) else ():
            if action.use != USE_NONE:
                after = r5.apply(where.rules, state, action)
                key = after.hands[1], frozenset(meld.pieces for meld in after.public.table)
                if key not in seen:
                    seen.add(key)
                    todo.append(after)
    return best


def opens(hand: str, options: Options, minimum: int) -> bool:
    """Whether the list lets seat 1 begin to open."""
    where = playing(hand, "pagat", {**options, "meld.first-minimum": minimum})
    return any(action.use != USE_NONE for action in r5.legal_actions(where.rules, where.state))


def near(rng: random.Random, most: int) -> list[int]:
    """Choose cards of few ranks and suits, so that many fit."""
    rank, suits = rng.randrange(13), rng.sample(range(4), 3)
    fitting = [card for card in range(NATURALS) if (card % 13 - rank) % 13 < 7 and card // 13 in suits] * 2
    return rng.sample(fitting, rng.randint(3, most))


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("jokers", [0, 1])
def test_opening__a_minimum_is_reached_up_to_the_last_point_and_no_further(options: Options, jokers: int) -> None:
    rng = random.Random(jokers)
    options = {**PACKS, **options}
    for _ in range(12):
        hand = cards_text(near(rng, 8 - jokers)) + " *" * jokers
        best = most_points(playing(hand, "pagat", options))
        if best:
            assert opens(hand, options, best), hand
        assert not opens(hand, options, best + 1), hand


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("4h 5h 6h", 15),
        ("4h 5h 6h 9s", 15),
        ("4h 5h 6h 9s Js *", 49),  # 4-5-6 needs no joker; the joker is the ten
        ("4h 5h 9s 9d *", 33),  # the joker helps either pair: the better one counts
        ("4h 5h 9s 9d * *", 57),  # a joker for each of the pairs
        ("Ah 2h *", 18),
    ],
)
def test_opening__jokers_help_where_they_bring_most(hand: str, points: int) -> None:
    assert opens(hand, PACKS, points)
    assert not opens(hand, PACKS, points + 1)
    assert points == most_points(playing(hand, "pagat", PACKS))
