"""Tests of late positions: they are legal, and reach states that random play from the deal rarely does."""

from __future__ import annotations

import random

import pytest

from rummy500 import compose, deal
from rummy500.cards.cards import JOKER, cards_of, size
from rummy500_testing import check_step, hand_under_laws
from rummy500_testing.positions import late_position

KINDS = [
    ("classic", {}),
    ("family", {"deal.opening": "extra-card"}),
    ("north-american", {"deal.opening": "offer"}),
    ("pagat", {"deck.jokers": 2, "meld.first-minimum": 30}),
    ("classic", {"meld.run-min": 5, "stock.empty": "reshuffle"}),
]


@pytest.mark.parametrize(("preset", "options"), KINDS)
def test_a_late_position_is_legal_and_close_to_its_end(preset: str, options: dict[str, str | int]) -> None:
    rules = compose(preset, options=options, seats=3)
    for number in range(10):
        rng = random.Random(number)
        state = late_position(rules, deal(rules, seed=number), rng)
        check_step(rules, state, rng)
        assert state.public.phase == "draw"
        assert state.public.last >= 0
        assert all(1 <= size(hand) <= 3 for hand in state.hands)


def test_ripe_hands_are_of_many_kinds() -> None:
    rules = compose("classic", seats=4)
    states = [late_position(rules, deal(rules, seed=number), random.Random(number)) for number in range(60)]
    assert {size(hand) for state in states for hand in state.hands} == {1, 2, 3}
    assert {meld.is_run for state in states for meld in state.public.table} == {True, False}
    assert any(len(state.stock) <= 3 and cards_of(state.public.gone) for state in states)
    assert any(len(state.stock) > 9 for state in states)
    assert len({len(state.public.pile) for state in states}) > 4


def test_some_late_piles_have_several_wild_cards() -> None:
    rules = compose("classic", options={"deck.jokers": 2}, seats=3)
    states = [late_position(rules, deal(rules, seed=number), random.Random(number)) for number in range(30)]
    jokers = [state.public.pile.count(JOKER) for state in states]
    assert jokers.count(2) >= 5
    assert jokers.count(0) >= 10


def test_a_lawful_hand_begins_ripe_if_asked() -> None:
    rules = compose("classic", seats=3)
    assert hand_under_laws(rules, "a hand", late=True).states[0].public.table
    assert not hand_under_laws(rules, "a hand").states[0].public.table
