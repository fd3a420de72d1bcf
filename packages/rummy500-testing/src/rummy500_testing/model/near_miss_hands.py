"""Near-miss hands, with many cards that are nearly a meld: both ends of a suit, cards of one rank, wild cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from rummy500.actions import DRAW, NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import JOKER, cards_of, shuffled
from rummy500.cards.pieces import group_order, natural_order, run_order
from rummy500.engine.listing import legal_actions
from rummy500.game.deal import deal, first_hand
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State
from rummy500_testing.late_positions import late_position
from rummy500_testing.model.cards import RANKS, SUITS, as_card, as_itself, as_rank
from rummy500_testing.model.known import hand_sizes, wilds
from rummy500_testing.play import walk

#: An opening with more actions than these is left as it is.
_LONGEST: Final = 30
_MOST_LISTED: Final = 200
#: A theme is this many cards of one suit in a row, round the corner too, and all cards of one rank.
_STRETCH: Final = 6
#: One hand in this many has several wild cards, enough for a meld; more would give more melds than can be checked.
_MOSTLY_WILD: Final = 3
_MANY_WILD: Final = 3
_FEW_WILD: Final = 1
#: The most cards of a near miss of a lay-off; a new meld has up to two more.
_MOST_PLAYED: Final = 3
_ORDERS: Final = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}


def near_miss_hand(rules: Rules, rng: random.Random, *, draws: bool) -> State:
    """Make a position in which the seat on turn has many cards that are nearly a meld.

    Args:
        rules: the rules in force.
        rng: chooses the cards, and the actions before the first draw.
        draws: whether that seat has drawn; if not, melds lie on the table.
    """
    dealer = rng.randrange(rules.seats)
    dealt = deal(rules, deck=_deck(rules, dealer, rng), dealer=dealer)
    if not draws:
        return late_position(rules, dealt, rng)
    return next((state for state in _begun(rules, dealt, rng) if state.public.phase == PLAY_PHASE), dealt)


def _begun(rules: Rules, dealt: State, rng: random.Random) -> Iterator[State]:
    """Deal a hand and play its opening at random."""

    def draws(state: State) -> Sequence[Action]:
        listed = tuple(islice(legal_actions(rules, state), _MOST_LISTED))
        return [action for action in listed if action.verb == DRAW] or listed

    yield dealt
    for _, state in islice(walk(rules, dealt, rng, draws), _LONGEST):
        yield state


def near_miss_play(state: State, seat: int, rng: random.Random) -> tuple[str, tuple[int, ...], int]:
    """Choose cards of a hand, most of one rank or one suit, as a new meld or a lay-off, right or wrong.

    Args:
        state: the state.
        seat: a seat with a card in hand.
        rng: chooses the cards, the roles of wild ones, and the use.

    Returns:
        The use, the pieces in canonical order, and the number of the meld.
    """
    cards = list(cards_of(state.hands[seat]))
    first, many = rng.choice(cards), rng.randint(1, _MOST_PLAYED)
    use = rng.choice((USE_RUN, USE_GROUP, USE_LAY)) if state.public.table else rng.choice((USE_RUN, USE_GROUP))
    along = rng.randrange(2) if use == USE_LAY else int(use == USE_RUN)
    like = [card for card in cards if card == JOKER or _alike(card, first, along=bool(along))]
    some = rng.sample(like, min(many if use == USE_LAY else many + 2, len(like)))
    low = rng.randrange(RANKS)
    pieces = [_in_a_role(card, first, low + place, run=bool(along)) for place, card in enumerate(some)]
    on = rng.randrange(len(state.public.table)) if use == USE_LAY else NONE
    return use, _ORDERS[use](pieces), on


def _alike(card: int, other: int, *, along: bool) -> bool:
    return card // RANKS == other // RANKS if along else card % RANKS == other % RANKS


def _in_a_role(card: int, like: int, place: int, *, run: bool) -> int:
    """Make a piece: a card as itself, a joker as a card of the suit or the rank of another."""
    if card != JOKER:
        return as_itself(card)
    if run:
        return as_card(card, like // RANKS % len(SUITS) * RANKS + place % RANKS)
    return as_rank(card, like % RANKS)


def _deck(rules: Rules, dealer: int, rng: random.Random) -> bytes:
    """Order the pack so that the first seat gets the theme; cards are dealt singly."""
    sizes = hand_sizes(rules, first_hand(rules, dealer))
    places = [sum(min(size, card) for size in sizes) for card in range(sizes[(dealer + 1) % rules.seats])]
    suit, low, rank = rng.choice(list(SUITS)), rng.randrange(RANKS), rng.randrange(RANKS)
    theme = {suit * RANKS + (low + step) % RANKS for step in range(_STRETCH)}
    theme |= {each * RANKS + rank for each in SUITS}
    cards = list(shuffled(rules.deal.pack, rng))
    wild = wilds(rules)
    most = _MANY_WILD if not rng.randrange(_MOSTLY_WILD) else _FEW_WILD
    spent = [card for card in cards if card in wild][:most]
    hand = [*spent, *(card for card in cards if card in theme and card not in wild)][: len(places)]
    rng.shuffle(hand)
    for card in hand:
        cards.remove(card)
    for place, card in zip(places, hand, strict=False):
        cards.insert(place, card)
    return bytes(cards)
