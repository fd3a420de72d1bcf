"""`deal` deals a hand from a seed, or from a deck in a given order (`deal.*`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from rummy500.actions import NONE
from rummy500.cards.cards import EMPTY_BAG, UNKNOWN, bag_of, card_text, shuffled
from rummy500.engine.turns import begin_rounds, first_phase
from rummy500.errors import DealError
from rummy500.inputs import quoted, whole_number
from rummy500.rules.memory import hand_start, match_start
from rummy500.rules.options import DEAL_OPENING
from rummy500.rules.rules import Rules
from rummy500.state import NEW_TURN, MatchSoFar, PublicState, State, packed_sizes


def shuffled_pack(rules: Rules, seed: int) -> bytes:
    """Shuffle the pack by a seed; the order is the same on every Python.

    Args:
        rules: the rules in force.
        seed: a whole number, 0 or more; any type with `__index__`, numpy's too.

    Raises:
        DealError: for a negative seed.
        TypeError: for anything but a whole number.
    """
    return shuffled(rules.deal.pack, random.Random(plain_seed(seed)))


def plain_seed(seed: int) -> int:
    """Check a seed of a shuffle or of a simulation, and convert it to a plain number."""
    number = whole_number(seed, "a seed")
    if number < 0:  # `random.Random` takes -1 for 1
        raise DealError(f"a seed is a whole number, 0 or more, not {quoted(number)}")
    return number


def deal(
    rules: Rules,
    *,
    seed: int | None = None,
    deck: Sequence[int] | None = None,
    dealer: int | None = None,
    match: MatchSoFar | None = None,
) -> State:
    """Deal a hand.

    Cards are dealt one at a time from the dealer's left (`deal.order`), as many as `deal.size` or the hook `hand_sizes`
    sets. Then one card is turned up (`deal.upcard`), or the first seat gets it (`deal.extra-card`). The steps of the
    hook `dealt` follow.

    Args:
        rules: the rules in force.
        seed: shuffles the pack; 0 or more. The same seed gives the same hand on every Python.
        deck: instead of a seed, the whole pack in order, the first card dealt first; any sequence of whole numbers.
        dealer: the seat that deals, 0 if left out. Seed and dealer may be of any type with `__index__`.
        match: the match before the hand, with its dealer; if left out, the hand is the first of its match.

    Returns:
        The state in which the first seat acts.

    Raises:
        DealError: if not exactly one of `seed` and `deck` is given, the seed is negative, the deck is not the pack,
            there is no such dealer, both a dealer and a match are given, the match is none of these rules, or a plugin
            wants hands that the pack cannot give.
        TypeError: for a seed, a card or a dealer that is not a whole number.
    """
    if (seed is None) == (deck is None):
        raise DealError("give either a seed or a deck")
    if dealer is not None and match is not None:
        raise DealError("give either a dealer or a match: the match says who deals")
    match = first_hand(rules, 0 if dealer is None else dealer) if match is None else _checked_match(rules, match)
    dealer = match.dealer
    cards = shuffled_pack(rules, seed) if seed is not None else _checked(rules, deck_cards(deck))
    seats = rules.seats
    first = (dealer + 1) % seats
    sizes = _sizes(rules, match)
    hands = [b""] * seats
    place = 0
    for number in range(max(sizes)):
        for turn in range(seats):
            seat = (first + turn) % seats
            if number < sizes[seat]:
                hands[seat] += cards[place : place + 1]
                place += 1
    pile, stock = cards[place : place + 1], cards[place + 1 :]
    if DEAL_OPENING.of(rules.options) == "extra-card":
        hands[first] += pile
        pile = b""
    state = State(
        public=PublicState(
            phase=first_phase(rules),
            to_act=first,
            last=NONE,
            pile=pile,
            table=(),
            turn=NEW_TURN,
            sizes=packed_sizes(tuple(map(len, hands))),
            known=(EMPTY_BAG,) * seats,
            stock_count=len(stock),
            match=match,
        ),
        hands=tuple(map(bag_of, hands)),
        drawn=EMPTY_BAG,
        stock=stock,
        memories=hand_start(rules, match),
    )
    return begin_rounds(rules, state) if rules.deal.rounds or rules.deal.first_player is not None else state


def _sizes(rules: Rules, match: MatchSoFar) -> tuple[int, ...]:
    """The number of cards for each seat."""
    if rules.deal.hand_sizes is None:
        return (rules.deal.hand_size,) * rules.seats
    sizes = rules.deal.hand_sizes(rules, match)
    names = " and ".join(name for name, hooks in rules.origin.hook_functions.items() if "hand_sizes" in hooks)
    if (
        type(sizes) is not tuple
        or len(sizes) != rules.seats
        or any(type(each) is not int or each < 1 for each in sizes)
    ):
        raise DealError(f"plugin {names}: hand_sizes must return {rules.seats} whole numbers of cards, not {sizes!r}")
    needed = sum(sizes) + 2
    if needed > len(rules.deal.pack):
        raise DealError(
            f"plugin {names}: hands of {', '.join(map(str, sizes))}, a first card and a stock need {needed} cards; the"
            f" pack has {len(rules.deal.pack)} (deck.enough)"
        )
    return sizes


def first_hand(rules: Rules, dealer: int = 0) -> MatchSoFar:
    """The match before its first hand."""
    scores = (0,) * rules.seats
    memories = match_start(rules, scores)
    return MatchSoFar(dealing_seat(rules, dealer), scores, memories=memories, rules_number=rules.number)


def _checked_match(rules: Rules, match: MatchSoFar) -> MatchSoFar:
    """Check that a match can be one of these rules."""
    dealing_seat(rules, match.dealer)
    if len(match.scores) != rules.seats:
        raise DealError(f"the match has {len(match.scores)} scores for {rules.seats} seats")
    if match.rules_number not in (0, rules.number):
        raise DealError(f"the match is played by other rules than {rules!r}")
    due = len(rules.memory.match_memory)
    if len(match.memories) != due:
        raise DealError(f"the match has {len(match.memories)} records of plugins, {due} are due: use match_with_scores")
    return match


def dealing_seat(rules: Rules, dealer: int) -> int:
    """Check the seat that deals, and convert it to a plain number."""
    seat = whole_number(dealer, "a dealer")
    if not 0 <= seat < rules.seats:
        raise DealError(f"there is no seat {quoted(seat)} to deal: seats are 0 to {rules.seats - 1}")
    return seat


def deck_cards(deck: Iterable[int] | None) -> list[int]:
    """Check that a deck is a list of cards, and convert these to plain numbers."""
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
