"""`Table`: the seats, the match, the decision that is open, the entries of its log, and whom it asks."""

from __future__ import annotations

from typing import Literal

import attrs

from rummy500.base.errors import Refusal, Rummy500Error
from rummy500.engine.listing import moves_of_others
from rummy500.engine.match import LastHand, Match
from rummy500.engine.step import chance
from rummy500.engine.turns import is_in_any_order, must_act
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, MatchSoFar, State
from rummy500.table.entries import DEFAULT, PERSON, Entry, Kept, Seat, WindowEnded


@attrs.define(repr=False, slots=False)  # with slots, its notes are lost when it is pickled
class TableError(Rummy500Error, ValueError):
    """Something that the table does not allow now; the table does not change.

    Attributes:
        refusal: the reason. `refusal.rule` and `refusal.reason` are a key for translations, such as `table.decision`
            and `late`.
    """

    refusal: Refusal

    def __str__(self) -> str:
        """The sentence."""
        return self.refusal.sentence


# ---------------------------------------------------------------- table


@attrs.frozen
class Moment:
    """An action of the hand with the states around it.

    Attributes:
        entry: the number of its entry in the log, from 0.
        decision: the number of the decision that it answered.
        before: the state before it.
        action: the action.
        after: the state after it.
        drops: the seat whose kept action it dropped, because it was a call; `None` for none.
    """

    entry: int
    decision: int
    before: State
    action: Action
    after: State
    drops: int | None = None


@attrs.frozen
class HandStart:
    """The place in the log where a hand begins, and the table before it.

    Attributes:
        entry: the number of the entry that dealt it; that of the first entry for what comes before the first deal.
        decision: the number of the decision before it.
        private: for each seat, how many entries before it only that seat was shown.
        seats: who played each seat.
        match: the match before it.
    """

    entry: int
    decision: int
    private: tuple[int, ...]
    seats: tuple[Seat, ...]
    match: MatchSoFar


@attrs.frozen
class UndoRequest:
    """An undo that was asked for and not answered by all.

    Attributes:
        seat: the seat that asks.
        agreed: the other seats that have agreed.
    """

    seat: int
    agreed: tuple[int, ...] = ()


@attrs.frozen(repr=False)
class Table:
    """A table: an immutable value that follows from its rules and its log. Functions of `rummy500.table` return others.

    It has every hidden card and is a secret of the server; `messages`, `waiting` and `observe` give what may be sent.

    Attributes:
        rules: the rules in force.
        log: every entry since the table was opened.
        seats: who plays each seat.
        match: the match, with the hand that is going on.
        decision: the number of the decision that is open. It only rises, also by an undo.
        answerable: for each seat the lowest number of a decision that it may answer: that of the open decision, but
            where seats act in any order, the number at which the seat was asked.
        window_ended: whether the window for calls before this draw has ended.
        kept: the action of the seat on turn that waits for the end of the window; `None` without one.
        kept_changes: how often the kept action of this window was changed.
        let_go: the seats that have let their calls go in this decision, in order.
        undo_request: the undo that was asked for; `None` without one.
        undo_asked: the seats that have asked for an undo in this decision.
        hand_starts: where each hand begins in the log, and first of all what comes before the first deal.
        moments: every action of the hand that was dealt last, also those that were taken back.
        in_force: those of them that were not taken back.
        private: for each seat, how many entries of the log only that seat is shown.
    """

    rules: Rules
    log: tuple[Entry, ...]
    seats: tuple[Seat, ...]
    match: Match
    decision: int
    answerable: tuple[int, ...]
    hand_starts: tuple[HandStart, ...]
    private: tuple[int, ...]
    window_ended: bool = False
    kept: Kept | None = None
    kept_changes: int = 0
    let_go: tuple[int, ...] = ()
    undo_request: UndoRequest | None = None
    undo_asked: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    in_force: tuple[Moment, ...] = ()

    @property
    def last_hand(self) -> LastHand | None:
        """The end of the hand that was played last; `None` before the first has ended."""
        return self.match.last_hand

    @property
    def hand(self) -> State | None:
        """The state of the hand that is going on; `None` between hands."""
        return self.match.hand

    @property
    def kept_seat(self) -> int | None:
        """The seat whose action waits for the end of the window; `None` without one."""
        return None if self.kept is None else self.kept.action.seat

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return self.seats[seat].player == PERSON

    def __repr__(self) -> str:
        """The table in short: a table in a log shows no hidden card."""
        now = "between hands" if self.hand is None else repr(self.hand)
        return f"<Table: {', '.join(seat.name for seat in self.seats)}; decision {self.decision}; {now}>"


# ---------------------------------------------------------------- window
# Everything here follows from what lies open, and from who is a person: a table never waits because somebody holds a
# card that could be called. Otherwise a pause would say who holds it.


#: What a table may wait for, as `Waiting` explains it.
DecisionKind = Literal["turn", "round", "window", "programs", "deal", "over"]


@attrs.frozen
class Waiting:
    """The decision that a table waits for.

    Attributes:
        decision: its number, which an answer names.
        kind: `turn` for a person on turn; `round` for people who act in any order before the first turn or between two
            turns; `window` where people may call before the next draw; `programs` if a program must decide: call
            `program_moves`; `deal` if the next hand is to be dealt; `over` if the match is over.
        seats: the people who are asked. In a window these are every person who might be able to call, judging by the
            open cards, and the person on turn. Other people may also act out of turn where the rules allow it, but
            play does not wait for them.
        on_turn: the seat on turn; `None` between hands.
    """

    decision: int
    kind: DecisionKind
    seats: tuple[int, ...]
    on_turn: int | None


def waiting(table: Table) -> Waiting:
    """The decision that a table waits for; it may be shown to everybody.

    Which seats the rules let act is `rummy500.ask_order`.

    Args:
        table: the table.
    """
    rules, state, decision = table.rules, table.hand, table.decision
    if state is None:
        return Waiting(decision, "over" if table.match.is_over else "deal", (), None)
    on_turn = state.public.to_act
    if chance(rules, state) is not None:  # only `append` leaves it due
        return Waiting(decision, "programs", (), on_turn)
    claimants = window_seats(table)
    if claimants:
        seats = sorted({*claimants, *filter(table.is_person, (on_turn,))})
        return Waiting(decision, "window", tuple(seats), on_turn)
    people = tuple(filter(table.is_person, must_act(rules, state.public)))
    if not people or _waits_for_programs(table):
        return Waiting(decision, "programs", (), on_turn)
    return Waiting(decision, "round" if is_in_any_order(rules, state.public.phase) else "turn", people, on_turn)


def _waits_for_programs(table: Table) -> bool:
    """Whether the seat on turn had chosen when the window ended: all know that, and only the seat of a later choice."""
    chosen = (entry for entry in reversed(table.log) if isinstance(entry, Kept | WindowEnded))
    return table.kept is not None and isinstance(next(chosen), WindowEnded)


def window_seats(table: Table) -> tuple[int, ...]:
    """The people for whom the table holds the window for calls: all who might be able to call, by the open cards.

    The person on turn is among them, but alone they need no window: one is held if another person or a program might
    call, too.
    """
    state = table.hand
    if state is None or table.window_ended:
        return ()
    callers = _callers(table, state)
    return () if callers == (state.public.to_act,) else tuple(filter(table.is_person, callers))


def _callers(table: Table, state: State) -> tuple[int, ...]:
    """The people and programs who might be able to call now, by the open cards; `default` never calls."""
    public = state.public
    if public.phase != DRAW_PHASE or public.last < 0:
        return ()
    claims = [move for move in moves_of_others(table.rules, state) if move.whose == "others"]
    if not claims:
        return ()
    # Everybody knows that nobody may call their own discard; a plugin's move may be open to its seat, too.
    barred = None if any(move.by for move in claims) else public.last
    return tuple(seat for seat, each in enumerate(table.seats) if seat != barred and each.player != DEFAULT)


def programs_to_ask(table: Table) -> tuple[int, ...]:
    """The programs who might be able to call now, by the open cards, and have not let it go."""
    callers = () if table.hand is None else _callers(table, table.hand)
    return tuple(seat for seat in callers if not table.is_person(seat) and seat not in table.let_go)


def window_is_idle(table: Table) -> bool:
    """Whether a window is held for the person on turn alone, who has chosen an action or let the call go.

    Nobody waits for its end, and it shows nothing of other people. The end of a window that others share would.
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
    seats = window_seats(table)
    return bool(seats) and set(seats) <= {*table.let_go, table.kept_seat}
