"""Tests of the draw for partners (`persian.game`): its rounds, its seed, and decks that do not do.

The law `partners are drawn` has who sits where.
"""

from __future__ import annotations

from typing import Any

import pytest

import rummy500 as r5
from rummy500_persian import draw_for_partners

RULES = r5.compose("classic", ["persian"], seats=4)


@pytest.mark.parametrize(
    ("cards", "rounds", "seating"),
    [
        ("Ac 5d 9h Ks", ["0:Ac 1:5d 2:9h 3:Ks"], (0, 3, 1, 2)),  # the ace is low, as in the base game's draw
        ("2c * 9h * Ks * 5d", ["0:2c 1:* 2:9h 3:*", "1:Ks 3:*", "3:5d"], (0, 1, 3, 2)),
        # Player 2 stays below player 3's king, and drew the lower card of the two.
        ("2c 9s 9h Ks 4d 3d", ["0:2c 1:9s 2:9h 3:Ks", "1:4d 2:3d"], (0, 3, 2, 1)),
        ("7s 7h 7d 7c 2s 2h Kd Qc As 3s", ["0:7s 1:7h 2:7d 3:7c", "0:2s 1:2h 2:Kd 3:Qc", "0:As 1:3s"], (0, 2, 1, 3)),
    ],
)
def test_after_a_joker_or_a_tie_the_players_concerned_draw_again(
    cards: str, rounds: list[str], seating: tuple[int, ...]
) -> None:
    draw = draw_for_partners(RULES, deck=r5.parse_cards(cards))
    shown = [" ".join(f"{player}:{r5.card_text(card)}" for player, card in each) for each in draw.rounds]
    assert (shown, draw.seating, draw.dealer) == (rounds, seating, 0)


def test_a_seed_gives_the_same_draw_again() -> None:
    draws = [draw_for_partners(RULES, seed=seed) for seed in range(50)]
    assert draws == [draw_for_partners(RULES, seed=seed) for seed in range(50)]
    assert len({draw.seating for draw in draws}) > 12
    assert all(sorted(draw.seating) == [0, 1, 2, 3] for draw in draws)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "either a seed or a deck"),
        ({"seed": 1, "deck": [1, 2, 3, 4]}, "either a seed or a deck"),
        ({"deck": r5.parse_cards("2c 3c 4c")}, "ran out"),
        ({"deck": r5.parse_cards("2c 2d 9h Ks 5d")}, "ran out"),
        ({"deck": r5.parse_cards("?? 2d 9h Ks")}, "not a card to draw"),
        ({"rules": r5.compose("classic", seats=3), "seed": 1}, "four players, not 3"),
    ],
)
def test_a_draw_takes_four_players_and_either_a_seed_or_enough_cards(given: dict[str, Any], why: str) -> None:
    with pytest.raises(r5.DealError, match=why):
        draw_for_partners(**{"rules": RULES, **given})
