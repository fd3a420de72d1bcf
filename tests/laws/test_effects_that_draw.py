"""Tests that a rule by which a lay-off draws a card breaks no law, and that the laws find such a rule that is wrong."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest
from tests.hooks.samples import plugin

from rummy500 import Rules, State, apply, compose, is_over, parse_action, parse_position
from rummy500.hooks import Action, Effect, PluginInfo, bag_of, draw_cards, replace, union
from rummy500.notation.position import Position
from rummy500_testing import LAWS, Fault, Snapshot, Step, take_snapshot

LAW = {law.name: law for law in LAWS}
AN_ACTION = "an action shows no hidden card"
NO_DIFFERENCE = "hidden cards make no difference"


def lay_draw(*, is_open: bool = False) -> SimpleNamespace:
    """Make a plugin by which every lay-off draws a card; if it is open, all know the card, which nobody showed."""

    def laying(effect: Effect) -> Effect:
        def lay(rules: Rules, state: State, action: Action) -> State:
            after = effect(rules, state, action)
            if action.use != "lay" or is_over(after):
                return after
            drawn = draw_cards(after, action.seat)
            return all_know(drawn, action.seat, state.stock[0]) if is_open and state.stock else drawn

        return lay

    info = PluginInfo("lay-draw", "a lay-off draws a card")
    return plugin("lay_draw", info, effects=lambda: {"lay": laying, "take": laying, "call": laying})


def all_know(state: State, seat: int, card: int) -> State:
    """Plant a fault: all know the card that the seat has drawn."""
    known = list(state.public.known)
    known[seat] = union(known[seat], bag_of((card,)))
    return replace(state, public=replace(state.public, known=tuple(known)))


def before_a_lay_off(stock: str, *, is_open: bool = False) -> Position:
    """Seat 0 has the nine of spades, and may lay it off."""
    return parse_position(
        f"""
        to_act = 0
        phase = "play"
        hands = ["3c 9s Kh", "6c 5d 2d"]
        stock = "{stock}"
        pile = "4h"
        melds = ["1 {{9h 9d 9c}}"]
        """,
        rules=compose("pagat", [lay_draw(is_open=is_open)], {"deck.packs": 2}, seats=2),
    )


def is_broken(name: str, position: Position, text: str) -> bool:
    """Return whether a law is broken by an action, or before it, for one of some random sources."""
    rules, before = position.rules, position.state
    action = parse_action(text, before)
    law, after = LAW[name], apply(rules, before, action)
    for number in range(20):
        subject = (
            take_snapshot(rules, before, random.Random(number))
            if law.of is Snapshot
            else Step(rules, before, action, after, str(number))
        )
        subject.rng.seed(number)
        if isinstance(law.function(subject), Fault):
            return True
    return False


#: The next card of the stock: equal to the one that is laid off, or another one.
STOCKS = ["9s 9d Td Jd Qd", "8s 9d Td Jd Qd"]


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize("law", [AN_ACTION, NO_DIFFERENCE])
def test_a_lay_off_may_draw_the_face_that_it_laid_off(law: str, stock: str) -> None:
    assert not is_broken(law, before_a_lay_off(stock), "0: lay 9s on m1")


@pytest.mark.parametrize("stock", STOCKS)
def test_a_lay_off_that_tells_all_what_it_drew_unseen_is_found(stock: str) -> None:
    assert is_broken(AN_ACTION, before_a_lay_off(stock, is_open=True), "0: lay 9s on m1")
