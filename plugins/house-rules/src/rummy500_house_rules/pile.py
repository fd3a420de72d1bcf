"""The discard pile: closed to a player before the first meld, and its top card for sale after each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Deal,
    Forbids,
    HandMemory,
    Note,
    OptionValue,
    PublicState,
    Reason,
    Refusal,
    Round,
    Rules,
    State,
    View,
    draw_cards,
    hookimpl,
    recall,
    remember,
    take_from_pile,
)
from rummy500_house_rules.composing import BUYS, PILE

#: The fewest cards of the stock with which a discard is for sale: the next player must still find one.
_FEWEST: Final = 2

_NOT_MELDED: Final = Reason(PILE, "not-melded", "You take from the pile only once you have melded yourself.")


def _has_melded(public: PublicState, seat: int) -> bool:
    return any(meld.owner == seat for meld in public.table)


def _only_melded(_: Rules, view: View, __: Action) -> Refusal | None:
    return None if _has_melded(view.public, view.seat) else _NOT_MELDED()


@hookimpl
def may(options: Mapping[str, OptionValue]) -> Mapping[str, Forbids] | None:
    """Close the pile, to takes and calls, for a player who has not melded."""
    return {"take": _only_melded, "call": _only_melded} if options[PILE] else None


@attrs.frozen
class Bought:
    """The seats that have bought in this hand, each as often as it has."""

    seats: tuple[int, ...] = ()


def _notes(rules: Rules, _: PublicState, bought: Bought) -> Iterator[Note]:
    """Say how often each player has bought."""
    for seat in sorted(set(bought.seats)):
        yield Note("bought", f"{bought.seats.count(seat)} of {rules.options[BUYS]}", seat)


@hookimpl
def memory(options: Mapping[str, OptionValue]) -> HandMemory | None:
    """Remember who has bought."""
    return HandMemory(Bought, notes=_notes) if options[BUYS] else None


def _asks(rules: Rules, state: State) -> Iterable[int]:
    """The seats that may buy the last discard: all but its player and those who have bought as often as they may."""
    public, bought = state.public, recall(rules, state, Bought).seats
    if not public.pile or public.stock_count < _FEWEST:
        return ()
    return [
        seat
        for seat in range(rules.seats)
        if seat != public.last
        and bought.count(seat) < int(rules.options[BUYS])
        and (not rules.options[PILE] or _has_melded(public, seat))
    ]


def _settle(rules: Rules, state: State, answers: Mapping[int, str]) -> State:
    """Give the discard and the top card of the stock to the first buyer from the left of the discard's player."""
    for seat, word in answers.items():
        if word == "buy":
            state = remember(rules, state, Bought((*recall(rules, state, Bought).seats, seat)))
            return draw_cards(take_from_pile(state, seat, [1]), seat)
    return state


def _worth(_: Rules, __: View, action: Action) -> float:
    return 3.0 if action.extra == ("buy",) else 0.0  # what more cards will meld is worth more than they cost in hand


@hookimpl
def dealing(options: Mapping[str, OptionValue]) -> Deal | None:
    """Ask after each turn who buys its discard (`house-rules.buys`)."""
    if not options[BUYS]:
        return None
    return Deal((Round("may-i", answers=("decline", "buy"), settle=_settle, asks=_asks, between=True, worth=_worth),))
