"""The move that takes a joker back: `swap Kh on m1`, `take Kh with swap Kh on m1` (`oklahoma.swap`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    Action,
    Bag,
    Move,
    OptionValue,
    Reason,
    Refusal,
    Rules,
    Use,
    View,
    at_hand,
    bag_of,
    check_at_hand,
    count,
    hookimpl,
    judged_move,
    natural_piece,
    piece_card,
    stands_for,
    swap_card,
)
from rummy500_oklahoma.composing import JOKERS

SWAP: Final = "swap"
_Pieces = tuple[int, ...]


_NO_MELD: Final = Reason("oklahoma.swap", "no-meld", "There is no meld {meld} on the table.")
_NOT_NATURAL: Final = Reason("oklahoma.swap", "not-natural", "A joker is taken back for one natural card.")
_NO_JOKER: Final = Reason("oklahoma.swap", "no-joker", "No joker in that meld stands for this card.")
_NOT_YOURS: Final = Reason("oklahoma.swap", "not-yours", "Only the player who played a joker may take it back.")


def swapped(rules: Rules, view: View, pieces: _Pieces, on: int) -> View | Refusal:
    """The view after a seat has put a natural card from its hand in place of a joker, or the refusal."""
    table = view.public.table
    if not 0 <= on < len(table):
        return _NO_MELD(meld=f"m{on + 1}")
    if len(pieces) != 1 or stands_for(pieces[0]) or piece_card(pieces[0]) >= JOKER:
        return _NOT_NATURAL()
    fitting = [place for place, piece in enumerate(table[on].pieces) if piece_card(pieces[0]) in _stands_for(piece)]
    if not fitting:
        return _NO_JOKER()
    mine = [place for place in fitting if table[on].by[place] == view.seat]
    return swap_card(rules, view, view.seat, pieces[0], on, mine[0]) if mine else _NOT_YOURS()


def _stands_for(piece: int) -> tuple[int, ...]:
    """The natural cards that a joker stands for; none for another card."""
    return stands_for(piece) if piece_card(piece) == JOKER else ()


def _wanted(view: View) -> Iterable[tuple[int, int]]:
    """The natural cards that the seat's jokers stand for, each with the place of the meld, meld by meld."""
    seat = view.seat
    return dict.fromkeys(
        (card, on)
        for on, meld in enumerate(view.public.table)
        for piece, by in zip(meld.pieces, meld.by, strict=True)
        if by == seat
        for card in _stands_for(piece)
    )


def _found(view: View, hand: Bag) -> Iterable[tuple[_Pieces, int]]:
    """Each card of a hand that a joker of the seat stands for, legal or not."""
    return [((natural_piece(card),), on) for card, on in _wanted(view) if count(hand, card)]


def _candidates(rules: Rules, view: View) -> Iterable[Action]:
    """List the swaps of cards at hand."""
    found = _found(view, at_hand(rules, view))
    return [Action(view.seat, SWAP, use="lay", pieces=pieces, on=on) for pieces, on in found]


def _judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Judge whether the seat has the card of its own joker."""
    return check_at_hand(at_hand(rules, view), action.pieces) or swapped(rules, view, action.pieces, action.on)


def _find(_rules: Rules, view: View, card: int) -> Iterable[tuple[_Pieces, int]]:
    """The swaps that a card of the pile can be taken for."""
    return _found(view, bag_of((card,)))


def _wants(_rules: Rules, view: View) -> Bag:
    """The cards that the seat's jokers on the table stand for, as a bag."""
    return bag_of({card for card, _ in _wanted(view)})


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...] | None:
    """Add the move `swap Kh on m1`, after the draw, if there are jokers to take back."""
    if not options[JOKERS]:
        return None
    fields, said = ("use", "pieces", "on"), "swap[s] {cards} for a joker in {owner:seat}'s {meld:cards}"
    return (judged_move(SWAP, _judge, _candidates, fields=fields, label="Take a joker back", said=said),)


@hookimpl
def uses(options: Mapping[str, OptionValue]) -> tuple[Use, ...] | None:
    """Add the use `take Kh with swap Kh on m1`: the pile is taken for a joker."""
    return (Use(SWAP, _find, swapped, _wants),) if options[JOKERS] else None
