"""Effects in words: draw, give, take from the pile, discard, return, show, lay aside, turn up.

Effects of plugins are written with these functions. Each moves cards and keeps everything that follows from the move
right: the sizes of hands, the cards of the turn, and the cards that everyone saw. None of them ends a turn or a hand;
`next_turn` and `hand_ended` do. They take a state or a view, so that a check can ask what an effect will do; only
`draw_cards`, `turn_up` and `return_card` need the state, since no view has the stock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from rummy500.cards.cards import (
    EMPTY_BAG,
    ONE,
    Bag,
    bag_max,
    bag_of,
    cards_of,
    cards_text,
    minus,
    size,
    union,
    without,
)
from rummy500.engine.plays import known_after
from rummy500.records import replace
from rummy500.state import PLAY_PHASE, PublicState, State, View, size_change, with_seat

S = TypeVar("S", State, View)


def draw_cards(state: State, seat: int, number: int = 1) -> State:
    """Move cards from the top of the stock to a hand, seen by that seat alone.

    Cards that the seat on turn draws count as drawn in this turn, if it is in its play phase. In other phases, such as
    that before its draw, they are only in its hand. In an effect, ask `is_over` first: nobody draws after the end.

    Args:
        state: the state before.
        seat: the seat that draws.
        number: how many cards; fewer come if the stock has fewer.
    """
    cards, stock = bag_of(state.stock[:number]), state.stock[number:]
    public = state.public
    return replace(
        state,
        public=replace(public, sizes=_sizes(public, seat, size(cards)), stock_count=len(stock)),
        hands=with_seat(state.hands, seat, union(state.hands[seat], cards)),
        drawn=union(state.drawn, cards) if _plays(public, seat) else state.drawn,
        stock=stock,
    )


def take_from_pile(state: S, seat: int, places: Collection[int]) -> S:
    """Move cards from the pile to a hand, seen by all.

    Cards that the seat on turn takes count as taken in this turn, if it is in its play phase. In other phases, such as
    that before its draw, they are only in its hand.

    Args:
        state: the state or view before.
        seat: the seat that takes.
        places: the places of the cards, counted from 1, the top of the pile.

    Raises:
        ValueError: if the pile has no such place.
    """
    public = state.public
    pile = public.pile
    if not all(1 <= place <= len(pile) for place in places):
        raise ValueError(f"the pile has {len(pile)} cards, not one at each of the places {sorted(places)}")
    cards = bag_of(pile[-place] for place in sorted(set(places)))
    left = bytes(pile[-place] for place in range(len(pile), 0, -1) if place not in places)
    turn = public.turn
    if _plays(public, seat):
        turn = replace(turn, taken=union(turn.taken, cards))
    after = replace(
        public,
        pile=left,
        turn=turn,
        sizes=_sizes(public, seat, size(cards)),
        known=with_seat(public.known, seat, union(public.known[seat], cards)),
    )
    hand = held_by(state, seat)
    return with_hand(state, seat, after, None if hand is None else union(hand, cards))


def give_cards(state: S, giver: int, taker: int, cards: Bag, *, shown: bool) -> S:
    """Move cards from one hand to another.

    Args:
        state: the state or view before.
        giver: the seat that gives.
        taker: another seat, which gets the cards.
        cards: the cards, as a bag.
        shown: whether everyone sees the cards. If not, any card that everyone knew in the giver's hand may be among
            them, so nobody knows these cards any more. Given cards no longer count as drawn.

    Raises:
        ValueError: if the giver does not hold the cards, or gives them to itself.
    """
    if giver == taker:
        raise ValueError(f"seat {giver} cannot give cards to itself")
    hand = _without(state, giver, cards)
    public = state.public
    if shown:
        known = known_after(public.known, giver, cards)
        known = with_seat(known, taker, union(known[taker], cards))
    else:
        known = with_seat(public.known, giver, EMPTY_BAG)
    sizes = _sizes(public, giver, -size(cards)) + size_change(taker, size(cards))
    given = with_hand(state, giver, replace(public, sizes=sizes, known=known), hand)
    if giver == public.to_act:
        given = replace(given, drawn=without(given.drawn, cards))
    held = held_by(given, taker)
    return with_hand(given, taker, given.public, None if held is None else union(held, cards))


def discard_card(state: S, seat: int, card: int) -> S:
    """Move a card from a hand to the top of the pile; the turn goes on.

    Args:
        state: the state or view before.
        seat: the seat that discards.
        card: the card.

    Raises:
        ValueError: if the seat does not hold the card.
    """
    left = _leave(state, seat, ONE[card])
    return replace(left, public=replace(left.public, pile=left.public.pile + bytes((card,))))


def return_card(state: State, seat: int, card: int, *, on_top: bool = False) -> State:
    """Move a card from a hand to the stock, unseen by the others.

    Any card that everyone knew in the hand may be the one, so nobody knows these cards any more. If the card was drawn
    in this turn it no longer counts as drawn.

    Args:
        state: the state before.
        seat: the seat that returns the card.
        card: the card.
        on_top: whether it is drawn next; otherwise it lies under the stock.

    Raises:
        ValueError: if the seat does not hold the card.
    """
    left, one = _leave(state, seat, ONE[card]), bytes((card,))
    stock = one + state.stock if on_top else state.stock + one
    known = with_seat(left.public.known, seat, EMPTY_BAG)
    public = replace(left.public, known=known, stock_count=len(stock))
    drawn = without(state.drawn, ONE[card]) if seat == public.to_act else state.drawn
    return replace(left, public=public, drawn=drawn, stock=stock)


def lay_aside(state: S, seat: int, cards: Bag) -> S:
    """Move cards from a hand out of play for the rest of the hand, seen by all.

    Args:
        state: the state or view before.
        seat: the seat that loses the cards.
        cards: the cards, as a bag.

    Raises:
        ValueError: if the seat does not hold the cards.
    """
    left = _leave(state, seat, cards)
    return replace(left, public=replace(left.public, gone=union(left.public.gone, cards)))


def show_cards(state: S, seat: int, cards: Bag) -> S:
    """Show cards of a hand to all; from now on everyone knows that the seat holds them.

    Args:
        state: the state or view before.
        seat: the seat that shows them.
        cards: the cards, as a bag.

    Raises:
        ValueError: if the seat does not hold the cards.
    """
    _without(state, seat, cards)
    public = state.public
    known = with_seat(public.known, seat, bag_max(public.known[seat], cards))
    return replace(state, public=replace(public, known=known))


def turn_up(state: State, number: int = 1) -> State:
    """Move cards from the top of the stock to the pile, face up.

    Args:
        state: the state before.
        number: how many cards; fewer come if the stock has fewer.
    """
    stock = state.stock[number:]
    public = replace(state.public, pile=state.public.pile + state.stock[:number], stock_count=len(stock))
    return replace(state, public=public, stock=stock)


def _plays(public: PublicState, seat: int) -> bool:
    return seat == public.to_act and public.phase == PLAY_PHASE


def _sizes(public: PublicState, seat: int, cards: int) -> int:
    return public.sizes + size_change(seat, cards)


def held_by(sight: State | View, seat: int) -> Bag | None:
    """The hand of a seat; `None` in a view of another seat."""
    if isinstance(sight, State):
        return sight.hands[seat]
    return sight.hand if sight.seat == seat else None


def with_hand(sight: S, seat: int, public: PublicState, hand: Bag | None) -> S:
    """A state or a view with another public part and another hand of a seat; a view has its own seat's alone."""
    if hand is None:
        return replace(sight, public=public)
    if isinstance(sight, State):
        return replace(sight, public=public, hands=with_seat(sight.hands, seat, hand))
    return replace(sight, public=public, hand=hand)


def _leave(state: S, seat: int, cards: Bag) -> S:
    """The state or view after everyone has seen cards leave a hand."""
    hand = _without(state, seat, cards)
    public = state.public
    known = known_after(public.known, seat, cards)
    return with_hand(state, seat, replace(public, sizes=_sizes(public, seat, -size(cards)), known=known), hand)


def _without(state: State | View, seat: int, cards: Bag) -> Bag | None:
    """The hand of a seat without some cards of it; `None` in a view of another seat."""
    hand = held_by(state, seat)
    if hand is None:
        return None
    missing = without(cards, hand)
    if missing:
        raise ValueError(f"seat {seat} does not hold {cards_text(cards_of(missing))}")
    return minus(hand, cards)
