"""A few random hands of each kind under the laws of `rummy500.testing`; `rummy500.testing.stress` plays thousands."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import rummy500 as r5
from rummy500.testing import MAX_TURNS, check_game, check_step, random_game

KINDS: dict[str, tuple[list[str], dict[str, object], int]] = {
    "boathouse": (["boathouse"], {}, 2),
    "draw two": (["boathouse"], {"boathouse.draw-two": True}, 3),
    "reshuffle": (["boathouse"], {"stock.empty": "reshuffle"}, 3),
    "draw two, reshuffle": (
        ["boathouse"],
        {"boathouse.draw-two": True, "stock.empty": "reshuffle"},
        5,
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

        def look(state: r5.State, rules: r5.Rules = rules, laws: random.Random = laws) -> Sequence[r5.Action]:
            nonlocal states
            states += 1
            return check_step(rules, state, laws, dear=states % 50 == 0 or r5.is_over(state))

        game = random_game(rules, source, max_turns=MAX_TURNS, look=look)
        check_game(game, MAX_TURNS)
