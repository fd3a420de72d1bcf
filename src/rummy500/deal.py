"""`deal`: a hand from a seed or from a deck whose order is fact (`deal.*`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from rummy500.cards import UNKNOWN, bag_of, card_text
from rummy500.engine.turns import first_phase
from rummy500.errors import DealError
from rummy500.inputs import quoted, whole_number
from rummy500.rules import Rules
from rummy500.shuffle import shuffled
from rummy500.state import NEW_TURN, PublicState, State, packed_sizes


def shuffled_pack(rules: Rules, seed: int) -> bytes:
    """The pack in the order that a seed gives, the same on every Python.

    Args:
        rules: the rules in force.
        seed: a whole number, 0 or more; of any type that has an index, as numpy's have.

    Raises:
        DealError: for a negative seed.
        TypeError: for what is no whole number.
    """
    return shuffled(rules.deal.pack, random.Random(plain_seed(seed)))


def plain_seed(seed: int) -> int:
    """Check a seed of a shuffle or of a simulation, and convert it to a plain number.

    Args:
        seed: a whole number, 0 or more; of any type that has an index.

    Raises:
        DealError: for a negative seed.
        TypeError: for what is no whole number.
    """
    number = whole_number(seed, "a seed")
    if number < 0:  # Python would shuffle by -1 as by 1
        raise DealError(f"a seed is a whole number, 0 or more, not {quoted(number)}")
    return number


def deal(rules: Rules, *, seed: int | None = None, deck: Sequence[int] | None = None, dealer: int = 0) -> State:
    """Deal a hand.

    Cards go round singly, from the dealer's left (`deal.order`), as many as `deal.size` says; then one card is turned
    up (`deal.upcard`), or the first seat gets it (`deal.extra-card`).

    Args:
        rules: the rules in force.
        seed: shuffles the pack; 0 or more. The same seed gives the same hand on every Python.
        deck: the whole pack in order instead, the first card dealt first; any sequence of whole numbers, an array too.
        dealer: the seat that deals; of any type that has an index, and so is the seed.

    Returns:
        The state in which the first seat acts.

    Raises:
        DealError: if not exactly one of `seed` and `deck` is given, the seed is negative, the deck is not the pack,
            or there is no such dealer.
        TypeError: for what is no whole number, where a number belongs.
    """
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    dealer = dealing_seat(rules, dealer)
    cards = shuffled_pack(rules, seed) if seed is not None else _checked(rules, deck_cards(deck))
    seats, each = rules.seats, rules.deal.hand_size
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
    if rules.deal.opening is not None:
        phase, acts = rules.deal.opening.phase, dealer if rules.deal.opening.by == "dealer" else first
    return State(
        PublicState(
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
        tuple(memory.start for _, memory in rules.memory.hand_memory),
    )


def dealing_seat(rules: Rules, dealer: int) -> int:
    """The seat that deals, as a plain number.

    Args:
        rules: the rules in force.
        dealer: the seat; of any type that has an index.

    Raises:
        DealError: if there is no such seat.
        TypeError: for what is no whole number.
    """
    seat = whole_number(dealer, "a dealer")
    if not 0 <= seat < rules.seats:
        raise DealError(f"there is no seat {quoted(seat)} to deal: seats are 0 to {rules.seats - 1}")
    return seat


def deck_cards(deck: Iterable[int] | None) -> list[int]:
    """The cards of a deck as plain numbers.

    Args:
        deck: the cards in order; of any type that has an index.

    Raises:
        DealError: if it is no list of cards.
        TypeError: for what is no whole number among them.
    """
    given = cast("object", deck)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise DealError(f"a deck is a list of cards, not {quoted(deck)}; parse_cards reads one from text")
    cards: list[int] = []
    for each in cast("Iterable[object]", given):
        card = whole_number(each, "a card of a deck")
        if not 0 <= card <= UNKNOWN:
            raise DealError(f"a deck is a list of cards, numbers as parse_cards gives them, not {quoted(card)}")
        cards.append(card)
    return cards


def _checked(rules: Rules, deck: list[int]) -> bytes:
    given, there = Counter(deck), Counter(rules.deal.pack)
    for card in sorted(given | there):
        if given[card] != there[card]:
            raise DealError(f"the deck holds {card_text(card)} {given[card]} times, the pack {there[card]} times")
    return bytes(deck)
