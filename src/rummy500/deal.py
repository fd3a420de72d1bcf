"""`deal`: a hand from a seed or from a deck whose order is fact (`deal.*`)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rummy500.cards import bag_of, card_text
from rummy500.engine.turns import first_phase
from rummy500.errors import DealError
from rummy500.rules import Rules
from rummy500.shuffle import shuffled
from rummy500.state import NEW_TURN, Open, State, packed_sizes


def shuffled_pack(rules: Rules, seed: int) -> bytes:
    """The pack in the order that a seed gives, the same on every Python.

    Args:
        rules: the rules in force.
        seed: a whole number, 0 or more.

    Raises:
        DealError: for another seed.
    """
    if type(seed) is not int or seed < 0:  # Python would shuffle by -1 as by 1
        raise DealError(f"a seed is a whole number, 0 or more, not {seed!r}")
    return shuffled(rules.pack, random.Random(seed))


def deal(rules: Rules, *, seed: int | None = None, deck: Sequence[int] | None = None, dealer: int = 0) -> State:
    """Deal a hand.

    Cards go round singly, from the dealer's left (`deal.order`), as many as `deal.size` says; then one card is turned
    up (`deal.upcard`), or the first seat gets it (`deal.extra-card`).

    Args:
        rules: the rules in force.
        seed: shuffles the pack; 0 or more. The same seed gives the same hand on every Python.
        deck: the whole pack in order instead, the first card dealt first.
        dealer: the seat that deals.

    Returns:
        The state in which the first seat acts.

    Raises:
        DealError: if not exactly one of `seed` and `deck` is given, the seed is negative, the deck is not the pack,
            or there is no such dealer.
    """
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    if type(dealer) is not int or not 0 <= dealer < rules.seats:
        raise DealError(f"there is no seat {dealer} to deal: seats are 0 to {rules.seats - 1}")
    cards = shuffled_pack(rules, seed) if seed is not None else _checked(rules, deck or ())
    seats, each = rules.seats, rules.hand_size
    first = (dealer + 1) % seats
    hands = [b""] * seats
    for turn in range(seats):
        hands[(first + turn) % seats] = cards[turn : seats * each : seats]
    rest = cards[seats * each :]
    pile, stock = rest[:1], rest[1:]
    if rules.options["deal.opening"] == "extra-card":
        hands[first] += pile
        pile = b""
    phase, acts = first_phase(rules), first
    if rules.opening is not None:
        phase, acts = rules.opening.phase, dealer if rules.opening.by == "dealer" else first
    return State(
        Open(
            phase,
            acts,
            -1,
            pile,
            (),
            NEW_TURN,
            packed_sizes(tuple(map(len, hands))),
            (0,) * seats,
            len(stock),
            dealer,
        ),
        tuple(map(bag_of, hands)),
        0,
        stock,
        tuple(memory.start for _, memory in rules.hand_memory),
    )


def _checked(rules: Rules, deck: Sequence[int]) -> bytes:
    if not all(type(card) is int for card in deck):
        raise DealError("a deck is a list of cards; parse_cards reads one from text")
    if sorted(deck) == list(rules.pack):
        return bytes(deck)
    for card in sorted(set(deck) | set(rules.pack)):
        given, there = list(deck).count(card), rules.pack.count(card)
        if given != there:
            raise DealError(f"the deck holds {card_text(card)} {given} times, the pack {there} times")
    raise DealError("the deck is not the pack")
