"""Move every seat of a game round the table: seat 0 sits where seat 1 sat, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rummy500.actions import Action
from rummy500.melds import Meld
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import State, packed_sizes

T = TypeVar("T")


def can_turn(rules: Rules, by: int) -> bool:
    """Return whether partners stay partners if every seat moves round by some places."""
    sides, seats = rules.sides, rules.seats
    return all(
        (sides[one] == sides[other]) == (sides[(one + by) % seats] == sides[(other + by) % seats])
        for one in range(seats)
        for other in range(seats)
    )


def remembers_nothing(rules: Rules, state: State) -> bool:
    """Return whether no plugin remembers anything of the hand; memory may name seats, and cannot be rotated."""
    starts = tuple(memory.start for _, memory in rules.memory.hand_memory)
    return state.slots == starts


def turned_seat(seat: int, by: int, seats: int) -> int:
    """Return the new place of a seat; -1, for nobody or the deck, stays."""
    return (seat + by) % seats if seat >= 0 else seat


def turned_list(values: Sequence[T], by: int) -> tuple[T, ...]:
    """Move a list of values, one for each seat, with the seats."""
    seats = len(values)
    return tuple(values[(seat - by) % seats] for seat in range(seats))


def turned_action(action: Action, by: int, seats: int) -> Action:
    """Return an action as done by the seat at its new place."""
    return replace(action, seat=turned_seat(action.seat, by, seats))


def turned_state(state: State, by: int) -> State:
    """Move every seat of a state round by some places."""
    public = state.public
    seats = public.seats
    sizes = tuple(public.hand_size(seat) for seat in range(seats))
    turn = replace(public.turn, plays=tuple(turned_action(play, by, seats) for play in public.turn.plays))
    return replace(
        state,
        public=replace(
            public,
            to_act=turned_seat(public.to_act, by, seats),
            last=turned_seat(public.last, by, seats),
            dealer=turned_seat(public.dealer, by, seats),
            out=turned_seat(public.out, by, seats),
            table=tuple(_turned_meld(meld, by, seats) for meld in public.table),
            turn=turn,
            sizes=packed_sizes(turned_list(sizes, by)),
            known=turned_list(public.known, by),
        ),
        hands=turned_list(state.hands, by),
    )


def _turned_meld(meld: Meld, by: int, seats: int) -> Meld:
    return replace(
        meld,
        owner=turned_seat(meld.owner, by, seats),
        by=bytes(turned_seat(player, by, seats) for player in meld.by),
    )
