"""Predict which cards an action of the core moves, and where, by the rule catalogue."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import attrs

from rummy500.actions import (
    CALL,
    DECK,
    DISCARD,
    DRAW,
    LAY,
    MELD,
    NONE,
    RESHUFFLE,
    TAKE,
    USE_GROUP,
    USE_LAY,
    USE_NONE,
    USE_RUN,
    Action,
)
from rummy500.cards.cards import SPARE, cards_text
from rummy500.cards.pieces import Meld
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.model.cards import Faces, faces_of_pieces, hand_of, played
from rummy500_testing.model.judging import places_taken
from rummy500_testing.model.known import cards_drawn

#: A meld as the seat that began it and its pieces, each with the seat that played it.
Lying: TypeAlias = tuple[int, Counter[tuple[int, int]]]

_CORE_USES = (USE_NONE, USE_RUN, USE_GROUP, USE_LAY)


@attrs.define
class Moved:
    """The places of the cards that an action can move; all others stay where they are.

    Attributes:
        seat: the seat whose hand changes.
        hand: the cards of that hand.
        stock: the stock, the next card first.
        pile: the discard pile, the oldest card first.
        on: the number of the meld that is begun or grows, -1 for none.
        meld: that meld.
    """

    seat: int
    hand: Faces
    stock: list[int]
    pile: list[int]
    on: int = NONE
    meld: Lying = (NONE, Counter())


def moved(rules: Rules, before: State, action: Action) -> Moved | None:
    """Predict the places of the cards after an action of the core.

    Args:
        rules: the rules in force.
        before: the state before it.
        action: the action, or an outcome of chance.

    Returns:
        The places; `None` if a plugin's use of cards is a part of the action.
    """
    if action.use not in _CORE_USES:
        return None
    seat = before.public.to_act if action.seat == DECK else action.seat
    there = Moved(seat, hand_of(before, seat), list(before.stock), list(before.public.pile))
    if action.verb == DRAW:
        _draw(rules, there)
    elif action.verb == RESHUFFLE:
        there.stock, there.pile = list(action.cards), there.pile[-1:]
        _draw(rules, there)
    elif action.verb == DISCARD:
        there.hand -= Counter([action.card])
        there.pile.append(action.card)
    elif action.verb == CALL and rules.options["call"] == "last-discard":
        there.pile.pop()
        _laid_down(before, there, action)
    elif action.verb in (TAKE, CALL):
        removed = {len(there.pile) - place for place in places_taken(rules, before, action)}
        there.hand += Counter(there.pile[place] for place in removed)
        there.pile = [card for place, card in enumerate(there.pile) if place not in removed]
        if action.use:
            _play(before, there, action)
    elif action.verb in (MELD, LAY):
        _play(before, there, action)
    return there


def _draw(rules: Rules, there: Moved) -> None:
    """Move the next cards of the stock to the hand; an empty stock gives none (`draw.stock`)."""
    many = cards_drawn(rules)
    there.hand += Counter(there.stock[:many])
    there.stock = there.stock[many:]


def _play(before: State, there: Moved, action: Action) -> None:
    """Move cards from the hand to the table; a spare card is played from beside the hand."""
    removed = faces_of_pieces(action.pieces)
    del removed[SPARE]
    there.hand -= removed
    _laid_down(before, there, action)


def _laid_down(before: State, there: Moved, action: Action) -> None:
    """Add pieces to the table as a new meld or on one; each card belongs to its player (`meld.layoff`)."""
    pieces = Counter((piece, action.seat) for piece in action.pieces)
    table = before.public.table
    if action.use == USE_LAY:
        there.on, there.meld = action.on, (table[action.on].owner, played(table[action.on]) + pieces)
    else:
        there.on, there.meld = len(table), (action.seat, pieces)


def difference(due: Moved, before: State, now: State) -> str | None:
    """Describe the first card that lies in a wrong place; `None` if none does.

    Args:
        due: the predicted places.
        before: the state before.
        now: the state after.
    """
    for seat, (held, holds) in enumerate(zip(before.hands, now.hands, strict=True)):
        if seat != due.seat and held != holds:
            return f"the hand of seat {seat} changes, and seat {due.seat} acts"
    hand = hand_of(now, due.seat)
    if hand != due.hand:
        return f"the hand of seat {due.seat} is not what it should be: {_differ(due.hand, hand)}"
    for what, wanted, found in (
        ("pile", due.pile, list(now.public.pile)),
        ("stock", due.stock, list(now.stock)),
    ):
        if wanted != found:
            return f"the {what} is not what it should be: {_differ(Counter(wanted), Counter(found))}"
    if before.public.gone != now.public.gone:
        return "a card leaves the hand for good, or comes back"
    return _table_differs(due, before.public.table, now.public.table)


def _table_differs(due: Moved, before: tuple[Meld, ...], now: tuple[Meld, ...]) -> str | None:
    melds = len(before) + (due.on == len(before))
    if len(now) != melds:
        return f"there should be {melds} melds on the table and there are {len(now)}"
    for place, meld in enumerate(now):
        if place != due.on:
            if meld != before[place]:
                return f"m{place + 1} changes, and nothing was played there"
            continue
        owner, pieces = due.meld
        if meld.owner != owner:
            return f"m{place + 1} was begun by seat {owner} and is said to be of seat {meld.owner}"
        if played(meld) != pieces:
            return _credited(place + 1, pieces, meld)
    return None


def _credited(number: int, due: Counter[tuple[int, int]], now: Meld) -> str:
    if Counter(piece for piece, _ in due.elements()) == Counter(now.pieces):
        return f"a card of m{number} counts for another seat than the one that played it"
    return f"m{number} does not hold the cards that were played there"


def _differ(due: Faces, now: Faces) -> str:
    missing, more = cards_text((due - now).elements()), cards_text((now - due).elements())
    parts = [f"{missing} missing" if missing else "", f"{more} too many" if more else ""]
    return ", ".join(part for part in parts if part) or "in another order"
