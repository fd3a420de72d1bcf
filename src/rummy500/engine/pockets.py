"""Tools for the pockets of plugins (`Pocket`): what lies there, and cards that go there and come back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeVar, cast

from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_of, cards_of, cards_text, minus, size, union, without
from rummy500.engine.card_moves import gain_cards, lose_cards, of_pile
from rummy500.rules.actions import NONE
from rummy500.rules.memory import InPocket, PocketMemory
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, StateOrView, View, with_seat

S = TypeVar("S", State, View)


def pocket(rules: Rules, sight: StateOrView, name: str, seat: int = NONE) -> Bag | None:
    """The cards that lie in a pocket, as a bag; `None` in a view that hides some of them.

    Args:
        rules: the rules in force.
        sight: the state or view.
        name: the name of the pocket.
        seat: the seat whose pocket it is, if each has one.

    Raises:
        KeyError: if no plugin in play has such a pocket, or the state was made under other rules.
    """
    _, record, at = _find(rules, sight, name, seat)
    return record.cards[at] if size(record.cards[at]) == record.sizes[at] else None


def pocket_size(rules: Rules, sight: StateOrView, name: str, seat: int = NONE) -> int:
    """The number of cards that lie in a pocket, which everyone sees; arguments and errors are those of `pocket`."""
    _, record, at = _find(rules, sight, name, seat)
    return record.sizes[at]


def set_aside(
    rules: Rules,
    sight: S,
    name: str,
    seat: int = NONE,
    cards: Bag = EMPTY_BAG,
    *,
    from_stock: int = 0,
    from_pile: Collection[int] = (),
) -> S:
    """Move cards from a hand, the top of the stock or the pile into a pocket.

    If not all see the pocket, any card that everyone knew in the hand may be among them, so nobody knows these cards
    any more. Cards of the hand no longer count as drawn.

    Args:
        rules: the rules in force.
        sight: the state before; also a view, but for cards of the stock.
        name: the name of the pocket.
        seat: the seat whose hand the cards leave, and whose pocket it is, if each seat has one.
        cards: the cards of the hand, as a bag.
        from_stock: how many cards of the stock; fewer come if the stock has fewer.
        from_pile: the places of cards of the pile, counted from 1, the top.

    Raises:
        KeyError: as `pocket`.
        ValueError: if the hand lacks a card or the pile a place, or for the stock of a view.
    """
    memory, _, _ = _find(rules, sight, name, seat)
    if cards:
        sight = lose_cards(sight, seat, cards, shown=memory.is_open)
        if seat == sight.public.to_act:
            sight = replace(sight, drawn=without(sight.drawn, cards))
    if from_stock:
        if not isinstance(sight, State):
            raise ValueError("a view has no stock to set cards aside from: give the state")
        stock = sight.stock[from_stock:]
        cards = union(cards, bag_of(sight.stock[:from_stock]))
        sight = replace(sight, public=replace(sight.public, stock_count=len(stock)), stock=stock)
    if from_pile:
        taken, left = of_pile(sight.public.pile, from_pile)
        cards, sight = union(cards, taken), replace(sight, public=replace(sight.public, pile=left))
    _, record, at = _find(rules, sight, name, seat)
    return _with(rules, sight, name, at, union(record.cards[at], cards), record.sizes[at] + size(cards))


def pick_up(
    rules: Rules,
    sight: S,
    name: str,
    seat: int = NONE,
    cards: Bag | None = None,
    *,
    to: Literal["hand", "pile"] = "hand",
) -> S:
    """Move cards from a pocket into a hand, or onto the pile.

    Cards of a pocket that all see are known in the hand. They do not count as drawn or taken.

    Args:
        rules: the rules in force.
        sight: the state or view before.
        name: the name of the pocket.
        seat: the seat whose hand gets the cards, and whose pocket it is, if each seat has one.
        cards: the cards, as a bag; all that lie there if left out.
        to: `hand`, or `pile` for its top; there they lie in the order of `cards_of`.

    Raises:
        KeyError: as `pocket`.
        ValueError: if the cards do not lie there, or a view does not show them.
    """
    memory, record, at = _find(rules, sight, name, seat)
    there = record.cards[at]
    moved = there if cards is None else cards
    hidden = record.sizes[at] > size(there) and cards is None
    if hidden or without(moved, there):
        missing = "every card" if hidden else cards_text(cards_of(without(moved, there)))
        raise ValueError(f"the pocket {name} does not hold, or does not show here, {missing}")
    sight = _with(rules, sight, name, at, minus(there, moved), record.sizes[at] - size(moved))
    if to == "pile":
        return replace(sight, public=replace(sight.public, pile=sight.public.pile + bytes(cards_of(moved))))
    return gain_cards(sight, seat, moved, shown=memory.is_open)


def _find(rules: Rules, sight: StateOrView, name: str, seat: int) -> tuple[PocketMemory, InPocket, int]:
    """The pocket of a name, its record, and the place of a seat in the record."""
    place = rules.memory.memory_place.get(name, len(sight.memories))
    if place >= len(sight.memories):
        raise KeyError(f"no plugin of these rules has a pocket {name!r}, or the state is of other rules")
    record = cast("InPocket", sight.memories[place])
    memory = cast("PocketMemory", rules.memory.hand_memory[place][1])
    at = seat if memory.of_seats else 0
    if not 0 <= at < len(record.sizes):
        raise KeyError(f"each seat has a pocket {name!r} of its own: seat {seat} is none")
    return memory, record, at


def _with(rules: Rules, sight: S, name: str, at: int, cards: Bag, number: int) -> S:
    """The state or view with other cards in a pocket."""
    place: int = rules.memory.memory_place[name]
    record: InPocket = cast("InPocket", sight.memories[place])
    changed = InPocket(with_seat(record.cards, at, cards), (*record.sizes[:at], number, *record.sizes[at + 1 :]))
    return replace(sight, memories=(*sight.memories[:place], changed, *sight.memories[place + 1 :]))
