"""Who is asked at a table, and the window for calls between a discard and the next draw.

Everything here follows from what lies open, and from who is a person: a table never waits because somebody holds a
card that could be called. Otherwise a pause would say who holds it.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rummy500.engine.chance import chance
from rummy500.engine.listing import moves_of_others
from rummy500.engine.moves.call import CALL_MOVE
from rummy500.engine.rounds import is_in_any_order
from rummy500.state import DRAW_PHASE, State
from rummy500.table.entries import DEFAULT
from rummy500.table.table import Table


@attrs.frozen
class Waiting:
    """The decision that a table waits for.

    Attributes:
        decision: its number, which an answer names.
        kind: `turn` for a person on turn; `round` for people who act in any order before the first turn; `window` where
            people may call before the next draw; `programs` if chance is due or a program must decide:
            call `advance`; `deal` if the next hand is to be dealt; `over` if the match is over.
        seats: the people who are asked. In a window these are every person who might be able to call, judging by the
            open cards, and the person on turn. Other people may also act out of turn where the rules allow it, but
            play does not wait for them.
        on_turn: the seat on turn; -1 between hands.
    """

    decision: int
    kind: Literal["turn", "round", "window", "programs", "deal", "over"]
    seats: tuple[int, ...]
    on_turn: int

    @property
    def window_may_end(self) -> bool:
        """Whether there is a window, which `end_window` ends."""
        return self.kind == "window"


def waiting(table: Table) -> Waiting:
    """The decision that a table waits for; it may be shown to everybody.

    Args:
        table: the table.
    """
    rules, state, decision = table.rules, table.hand, table.decision
    if state is None:
        return Waiting(decision, "over" if table.match.is_over else "deal", (), -1)
    on_turn = state.public.to_act
    if chance(rules, state) is not None:
        return Waiting(decision, "programs", (), on_turn)
    claimants = window_seats(table)
    if claimants:
        seats = [
            seat for seat in range(rules.seats) if seat in claimants or (seat == on_turn and table.is_person(seat))
        ]
        return Waiting(decision, "window", tuple(seats), on_turn)
    people = tuple(filter(table.is_person, must_act(table, state)))
    if not people:
        return Waiting(decision, "programs", (), on_turn)
    return Waiting(decision, "round" if is_in_any_order(rules, state.public.phase) else "turn", people, on_turn)


def must_act(table: Table, state: State) -> tuple[int, ...]:
    """The seats without which the hand does not go on, people or not.

    Args:
        table: the table.
        state: its hand.
    """
    public = state.public
    return public.turn.pending if is_in_any_order(table.rules, public.phase) else (public.to_act,)


def window_seats(table: Table) -> tuple[int, ...]:
    """The people for whom the table holds the window for calls: all who might be able to call, by the open cards.

    The person on turn is among them, but alone they need no window: one is held if another person or a program might
    call, too.

    Args:
        table: the table.

    Returns:
        Their seats; empty if no window is held.
    """
    state = table.hand
    if state is None or table.window_ended:
        return ()
    public = state.public
    if public.phase != DRAW_PHASE or public.last < 0:
        return ()
    claims = [move for move in moves_of_others(table.rules, public) if move.whose == "others"]
    if not claims:
        return ()
    # Everybody knows that nobody may call their own discard; a plugin's move may be open to its seat, too.
    barred = public.last if all(move.check is CALL_MOVE.check for move in claims) else -1
    callers = [seat for seat, each in enumerate(table.seats) if seat != barred and each.player != DEFAULT]
    return () if callers == [public.to_act] else tuple(filter(table.is_person, callers))


def waits_for_nobody(table: Table) -> bool:
    """Whether a window is held for the person on turn alone, who has chosen an action or let the call go.

    Nobody waits for its end, and it shows nothing of other people. The end of a window that others share would.

    Args:
        table: the table.
    """
    state = table.hand
    return state is not None and window_seats(table) == (state.public.to_act,) and everyone_let_go(table)


def everyone_let_go(table: Table) -> bool:
    """Whether a window is held and everybody for whom it is held has let it go, or has chosen an action of their turn.

    It is for the server alone. If the server ends windows early for it, a long window tells the table that somebody
    hesitates, and a short one that nobody did. A window that always lasts the same tells nothing.

    Args:
        table: the table.
    """
    chosen = () if table.kept is None else (table.kept.action.seat,)
    seats = window_seats(table)
    return bool(seats) and set(seats) <= {*table.let_go, *chosen}
