"""Tests of every law in positions that play reaches: all presets, random options, 2 to 8 seats."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.laws.core import CORE_LAWS

from rummy500 import apply, parse_action, parse_position
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import LAWS, Game, Snapshot, Step, check_game, check_step, laws_of, take_snapshot
from rummy500_testing.strategies import games, hands, rules

LAW = {law.name: law for law in LAWS}
SEEDS = st.integers(0, 2**32 - 1)
few = settings(
    max_examples=settings().max_examples // 4, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@pytest.mark.slow
@pytest.mark.parametrize("preset", CORE_PRESETS)
@few
@given(data=st.data(), seed=SEEDS)
def test_laws_of_states(preset: str, data: st.DataObject, seed: int) -> None:
    """All of them in each position: to draw one takes longer than to ask most laws."""
    hand = data.draw(hands(rules(presets=[preset]), most_steps=100))
    for law in (*laws_of(Snapshot), *(law for law in CORE_LAWS if law.of is Snapshot)):
        law.check(take_snapshot(hand.rules, hand.state, random.Random(seed)))


@pytest.mark.slow
@few
@given(game=games(rules()), seed=SEEDS)
def test_whole_hands_replay_and_end(game: Game, seed: int) -> None:
    check_game(game)
    assert game.how in ("out", "stock", "circle")
    for state in (game.states[0], game.states[-1]):
        check_step(game.rules, state, random.Random(seed))


@pytest.mark.parametrize(("call", "on_turn"), [("last-discard", 1), ("layoffs", 0)])
def test_the_turn_comes_back_after_a_call_of_a_seat_without_cards(call: str, on_turn: int) -> None:
    """`call.last-discard`: such a call is not a turn; any other is the caller's, which ends without cards."""
    pytest.importorskip("rummy500_floating")  # its rule lets a seat play on without cards
    position = parse_position(
        f"""
        rules = {{ preset = "north-american", plugins = ["floating"], options = {{ call = "{call}" }} }}
        dealer = 0
        last = 0
        to_act = 1
        phase = "draw"
        hands = ["8s Qc", "5s Kc", ""]
        stock = "2h 2c 5d"
        pile = "Qs 6s 3c"
        melds = ["2 [4c 5c 6c]"]
        """
    )
    rules, state = position.rules, position.state
    called = parse_action("2: call 3c on m1", state)
    after = apply(rules, state, called)
    assert after.public.to_act == on_turn
    LAW["the turn comes back"].check(Game(rules, rules.deal.pack, (called,), (state, after), turns=0, from_deal=False))


def test_a_swap_takes_one_of_two_equal_jokers() -> None:
    """`oklahoma.swap`: what is left of a meld counts what it counted."""
    pytest.importorskip("rummy500_oklahoma")
    position = parse_position(
        """
        rules = { preset = "classic", plugins = ["oklahoma"], options = { "oklahoma.jokers" = 4 } }
        dealer = 2
        last = 1
        to_act = 2
        phase = "play"
        drawn = ["9s"]
        hands = ["Jd", "Qs", "9s Ac Kc"]
        stock = "6c 7d 7s"
        pile = "6c Jd"
        melds = ["2 {As Ah *=A *=A}"]
        """
    )
    swap = parse_action("2: swap Ac on m1", position.state, rules=position.rules)
    LAW["a lay-off changes no other card's points"].check(
        Step(position.rules, position.state, swap, apply(position.rules, position.state, swap), seed="0")
    )
