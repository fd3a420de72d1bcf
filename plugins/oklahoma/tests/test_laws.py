"""A few random hands of each kind under the laws of `rummy500.testing`; `rummy500.testing.stress` plays thousands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import rummy500 as r5
from rummy500.testing import MAX_TURNS, check_game, check_step, random_game

KINDS: dict[str, tuple[list[str], dict[str, object], int]] = {
    "as it is": (["oklahoma"], {}, 3),
    "jokers": (["oklahoma"], {"oklahoma.jokers": 4}, 2),
    "one joker, both duties": (
        ["oklahoma"],
        {"oklahoma.jokers": 1, "oklahoma.opening-use": True, "oklahoma.new-meld-only": True},
        4,
    ),
    "partners and jokers": (["partnership", "oklahoma"], {"oklahoma.jokers": 3}, 4),
    "short hands, lay-offs anywhere": (
        ["oklahoma"],
        {"deal.size": 4, "meld.layoff": "any", "oklahoma.jokers": 4, "meld.first-minimum": 40},
        3,
    ),
    "suits that differ, a stock made anew": (
        ["oklahoma"],
        {"meld.group-suits": "different", "stock.empty": "reshuffle", "out.discard": "optional", "oklahoma.jokers": 2},
        2,
    ),
}


@pytest.mark.parametrize("preset", ["pagat", "north-american", "classic", "family"])
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    plugins, options, seats = KINDS[kind]
    rules = r5.compose(preset, plugins, options, seats=seats)
    for number in range(2):
        source = random.Random(f"{kind} {preset} {number}")
        laws = random.Random(f"{kind} {preset} {number} laws")
        states = 0

        def look(state: r5.State, laws: random.Random = laws) -> Sequence[r5.Action]:
            nonlocal states
            states += 1
            return check_step(rules, state, laws, dear=states % 50 == 0 or r5.is_over(state))

        game = random_game(rules, source, max_turns=MAX_TURNS, look=look)
        check_game(game, MAX_TURNS)
