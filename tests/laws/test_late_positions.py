"""Tests of late positions: they are legal, and reach states that random play from the deal rarely does."""

from __future__ import annotations

import random

import attrs
import pytest

from rummy500 import compose, deal, is_over
from rummy500.cards.cards import cards_of, size
from rummy500_testing import LawBroken, available, check_game, check_step, hand_under_laws, random_game
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


def test_the_same_source_ripens_the_same_hand() -> None:
    rules = compose("classic", seats=2)
    dealt = deal(rules, seed=5)
    assert late_position(rules, dealt, random.Random(1)) == late_position(rules, dealt, random.Random(1))
    assert late_position(rules, dealt, random.Random(1)) != late_position(rules, dealt, random.Random(2))


def test_a_hand_that_begins_ripe_is_replayed_from_there() -> None:
    rules = compose("classic", seats=3)
    game = random_game(rules, random.Random(1), begin=late_position)
    assert (game.from_deal, is_over(game.states[-1])) == (False, True)
    check_game(game)
    wrong = (*game.states[:5], game.states[4], *game.states[6:])
    with pytest.raises(LawBroken, match="'a replay gives the same states'"):
        check_game(attrs.evolve(game, states=wrong))


def test_a_lawful_hand_begins_ripe_if_asked() -> None:
    rules = compose("classic", seats=3)
    assert hand_under_laws(rules, "a hand", late=True).states[0].public.table
    assert not hand_under_laws(rules, "a hand").states[0].public.table


@pytest.mark.slow
@pytest.mark.skipif("floating" not in available.plugins(), reason="needs the plugin")
def test_a_last_discard_is_claimed_in_ripe_hands() -> None:
    rules = compose("classic", ["floating"], {"floating.last-discard": "claim"}, seats=3)
    begins_empty = claims = 0
    for number in range(40):
        hand = hand_under_laws(rules, str(number), late=True, every=1000)
        begins_empty += not all(hand.states[0].hands)
        claims += any(state.public.phase == "claim" for state in hand.states)
        if begins_empty and claims >= 3:
            return
    pytest.fail(f"of 40 hands {begins_empty} begin with an empty hand and {claims} have a claim")
