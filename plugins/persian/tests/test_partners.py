"""Tests of the draw for partners (`persian.game`): the two highest play the two lowest, and the lowest deals."""

from __future__ import annotations

from typing import Any

import pytest

import rummy500 as r5
from rummy500_persian import PartnersDraw, draw_for_partners

RULES = r5.compose("classic", ["persian"], seats=4)


def drawn(cards: str) -> PartnersDraw:
    return draw_for_partners(RULES, deck=r5.parse_cards(cards))


def rounds(draw: PartnersDraw) -> list[str]:
    """Write the rounds as text."""
    return [" ".join(f"{player}:{r5.card_text(card)}" for player, card in each) for each in draw.rounds]


@pytest.mark.parametrize(
    ("cards", "seating"),
    [
        ("2c 5d 9h Ks", (0, 3, 1, 2)),
        ("Ks 9h 5d 2c", (3, 0, 2, 1)),
        ("Ks 2c 9h 5d", (1, 0, 3, 2)),
        ("Ac 5d 9h Ks", (0, 3, 1, 2)),  # the ace is low, as in the base game's draw
    ],
)
def test_the_two_highest_sit_opposite_each_other_and_the_lowest_deals(cards: str, seating: tuple[int, ...]) -> None:
    draw = drawn(cards)
    assert draw.seating == seating
    assert draw.dealer == 0
    assert len(draw.rounds) == 1


def test_a_joker_is_drawn_again() -> None:
    draw = drawn("2c * 9h * Ks * 5d")
    assert rounds(draw) == ["0:2c 1:* 2:9h 3:*", "1:Ks 3:*", "3:5d"]
    assert draw.seating == (0, 1, 3, 2)


def test_the_tied_draw_again_among_themselves() -> None:
    draw = drawn("2c 9s 9h Ks 4d 3d")
    assert rounds(draw) == ["0:2c 1:9s 2:9h 3:Ks", "1:4d 2:3d"]
    assert draw.seating == (0, 3, 2, 1)  # player 2 stays below player 3's king, and drew the lower card of the two


def test_all_four_may_tie() -> None:
    draw = drawn("7s 7h 7d 7c 2s 2h Kd Qc As 3s")
    assert rounds(draw)[1:] == ["0:2s 1:2h 2:Kd 3:Qc", "0:As 1:3s"]
    assert draw.seating == (0, 2, 1, 3)


def test_a_seed_gives_the_same_draw_again() -> None:
    draws = [draw_for_partners(RULES, seed=seed) for seed in range(50)]
    assert draws == [draw_for_partners(RULES, seed=seed) for seed in range(50)]
    assert len({draw.seating for draw in draws}) > 12
    assert all(sorted(draw.seating) == [0, 1, 2, 3] for draw in draws)


@pytest.mark.parametrize("given", [{}, {"seed": 1, "deck": [1, 2, 3, 4]}])
def test_one_of_seed_and_deck_is_given(given: dict[str, Any]) -> None:
    with pytest.raises(r5.DealError, match="either a seed or a deck"):
        draw_for_partners(RULES, **given)


@pytest.mark.parametrize(
    ("cards", "why"), [("2c 3c 4c", "ran out"), ("2c 2d 9h Ks 5d", "ran out"), ("?? 2d 9h Ks", "not a card to draw")]
)
def test_a_deck_must_do(cards: str, why: str) -> None:
    with pytest.raises(r5.DealError, match=why):
        drawn(cards)


def test_four_play() -> None:
    with pytest.raises(r5.DealError, match="four players, not 3"):
        draw_for_partners(r5.compose("classic", seats=3), seed=1)
