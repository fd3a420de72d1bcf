"""Another state that looks the same to a seat: the cards that it cannot see, dealt anew."""

from __future__ import annotations

import random

from rummy500.cards import bag_of, cards_of, minus, size, union
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.view import observe


def redealt(rules: Rules, state: State, seat: int | None, rng: random.Random) -> State:
    """The state with everything that a seat may not know dealt anew.

    What it may not know are the stock, the cards of the other hands that nobody saw go there, and what another seat
    drew this turn. Their numbers stay as they are.

    Args:
        rules: the rules in force.
        state: the state.
        seat: the seat; `None` for a spectator.
        rng: deals.

    Returns:
        A state that the seat cannot tell from the one given.
    """
    known = state.open.known
    # A seat that may not look at its own cards yet knows as little of them as of the others'.
    blind = seat is not None and observe(rules, state, seat).hand != state.hands[seat]
    unseen = {other: minus(hand, known[other]) for other, hand in enumerate(state.hands) if other != seat or blind}
    hidden = [*state.stock, *(card for bag in unseen.values() for card in cards_of(bag))]
    rng.shuffle(hidden)
    hands = list(state.hands)
    fresh = dict(unseen)
    for other, bag in unseen.items():
        cards = [hidden.pop() for _ in range(size(bag))]
        fresh[other] = bag_of(cards)
        hands[other] = union(known[other], fresh[other])
    drawn, to_act = state.drawn, state.open.to_act
    if drawn and to_act != seat:
        drawn = _drawn_instead(state, fresh[to_act], rng)
    return State(state.open, tuple(hands), drawn, bytes(hidden), state.slots)


def _drawn_instead(state: State, unseen: int, rng: random.Random) -> int:
    """What the seat on turn may have drawn instead: cards that it holds unseen, or has played since."""
    played = [piece & 63 for play in state.open.turn.plays for piece in play.pieces]
    could_be = [*cards_of(unseen), *played]
    return bag_of(rng.sample(could_be, min(size(state.drawn), len(could_be))))
