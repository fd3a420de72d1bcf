"""The move that takes a joker back: `swap Kh on m1`, `take Kh with swap Kh on m1` (`oklahoma.swap`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    NONE,
    Action,
    Bag,
    Meld,
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
RULE: Final = "oklahoma.swap"
_LAY: Final = "lay"
_Pieces = tuple[int, ...]


_NO_MELD: Final = Reason("oklahoma.swap", "no-meld", "There is no meld m{number} on the table.")
_NOT_NATURAL: Final = Reason("oklahoma.swap", "not-natural", "A joker is taken back for one natural card.")
_NO_JOKER: Final = Reason("oklahoma.swap", "no-joker", "No joker in that meld stands for this card.")
_NOT_YOURS: Final = Reason("oklahoma.swap", "not-yours", "Only the player who played a joker may take it back.")


def swapped(rules: Rules, view: View, pieces: _Pieces, on: int) -> View | Refusal:
    """The view after a seat has put a natural card from its hand in place of a joker, or the refusal."""
    table = view.public.table
    if not 0 <= on < len(table):
        return _NO_MELD(number=on + 1)
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


def _found(rules: Rules, view: View, hand: Bag) -> Iterator[tuple[_Pieces, int]]:
    """Each card of a hand that a seat's joker stands for, meld by meld."""
    for on, meld in enumerate(view.public.table):
        for card in _wanted(meld, view.seat):
            if count(hand, card):
                yield (natural_piece(card),), on


def _wanted(meld: Meld, seat: int) -> Iterable[int]:
    """The natural cards that a seat's jokers in a meld stand for."""
    mine = [piece for piece, by in zip(meld.pieces, meld.by, strict=True) if by == seat]
    return dict.fromkeys(card for piece in mine for card in _stands_for(piece))


def _candidates(rules: Rules, view: View) -> Iterable[Action]:
    """List the swaps of cards at hand."""
    found = _found(rules, view, at_hand(rules, view)) if view.public.table else ()
    return [Action(view.seat, SWAP, NONE, 0, _LAY, pieces, on) for pieces, on in found]


def _judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Judge whether the seat has the card of its own joker."""
    return check_at_hand(at_hand(rules, view), action.pieces) or swapped(rules, view, action.pieces, action.on)


def _find(rules: Rules, view: View, card: int) -> Iterable[tuple[_Pieces, int]]:
    """The swaps that a card of the pile can be taken for."""
    found = _found(rules, view, bag_of((card,)))
    return ((pieces, on) for pieces, on in found if isinstance(swapped(rules, view, pieces, on), View))


def _wants(rules: Rules, view: View) -> Bag:
    """The cards that the seat's jokers on the table stand for, as a bag."""
    return bag_of({card for meld in view.public.table for card in _wanted(meld, view.seat)})


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...] | None:
    """Add the move `swap Kh on m1`, after the draw, if there are jokers to take back."""
    if not options[JOKERS]:
        return None
    return (judged_move(SWAP, _judge, _candidates, fields=("use", "pieces", "on"), label="Take a joker back"),)


@hookimpl
def uses(options: Mapping[str, OptionValue]) -> tuple[Use, ...] | None:
    """Add the use `take Kh with swap Kh on m1`: the pile is taken for a joker."""
    return (Use(SWAP, _find, swapped, _wants),) if options[JOKERS] else None
