"""Move every seat of a game round the table: seat 0 sits where seat 1 sat, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rummy500.actions import Action
from rummy500.cards.pieces import Meld
from rummy500.records import replace
from rummy500.rules.memory import hand_start, match_start
from rummy500.rules.rules import Rules
from rummy500.state import State, packed_sizes

T = TypeVar("T")


def can_rotate(rules: Rules, by: int) -> bool:
    """Return whether partners stay partners if every seat moves round by some places."""
    sides, seats = rules.sides, rules.seats
    return all(
        (sides[one] == sides[other]) == (sides[(one + by) % seats] == sides[(other + by) % seats])
        for one in range(seats)
        for other in range(seats)
    )


def remembers_nothing(rules: Rules, state: State) -> bool:
    """Return whether no plugin remembers anything of hand or match; memory may name seats, and cannot be rotated."""
    match = state.public.match
    return state.slots == hand_start(rules, match) and match.slots == match_start(rules, match.scores)


def rotated_seat(seat: int, by: int, seats: int) -> int:
    """Return the new place of a seat; -1, for nobody or the deck, stays."""
    return (seat + by) % seats if seat >= 0 else seat


def rotated_list(values: Sequence[T], by: int) -> tuple[T, ...]:
    """Move a list of values, one for each seat, with the seats."""
    seats = len(values)
    return tuple(values[(seat - by) % seats] for seat in range(seats))


def rotated_action(action: Action, by: int, seats: int) -> Action:
    """Return an action as done by the seat at its new place."""
    return replace(action, seat=rotated_seat(action.seat, by, seats))


def rotated_state(rules: Rules, state: State, by: int) -> State:
    """Move every seat of a state round by some places; plugins must remember nothing."""
    public = state.public
    match = public.match
    scores = rotated_list(match.scores, by)
    seats = public.seats
    sizes = tuple(public.hand_size(seat) for seat in range(seats))
    turn = replace(
        public.turn,
        plays=tuple(rotated_action(play, by, seats) for play in public.turn.plays),
        pending=tuple(rotated_seat(seat, by, seats) for seat in public.turn.pending),
    )
    return replace(
        state,
        public=replace(
            public,
            to_act=rotated_seat(public.to_act, by, seats),
            last=rotated_seat(public.last, by, seats),
            match=replace(
                match,
                dealer=rotated_seat(match.dealer, by, seats),
                scores=scores,
                slots=match_start(rules, scores),
            ),
            out=rotated_seat(public.out, by, seats),
            table=tuple(_rotated_meld(meld, by, seats) for meld in public.table),
            turn=turn,
            sizes=packed_sizes(rotated_list(sizes, by)),
            known=rotated_list(public.known, by),
        ),
        hands=rotated_list(state.hands, by),
    )


def _rotated_meld(meld: Meld, by: int, seats: int) -> Meld:
    return replace(
        meld,
        owner=rotated_seat(meld.owner, by, seats),
        by=bytes(rotated_seat(player, by, seats) for player in meld.by),
    )
