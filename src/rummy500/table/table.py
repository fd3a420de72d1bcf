"""`Table`: the seats, the match, the decision that is open, and the log that all of it follows from."""

from __future__ import annotations

import attrs

from rummy500.actions import Action
from rummy500.match import Match
from rummy500.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.state import State
from rummy500.table.entries import PERSON, Entry, Kept, Seat


@attrs.frozen
class Moment:
    """An action of the hand with the states around it.

    Attributes:
        entry: the number of its entry in the log, from 0.
        decision: the number of the decision that it answered.
        before: the state before it.
        action: the action.
        after: the state after it.
        drops: the seat whose kept action it dropped, because it was a call; -1 for none.
    """

    entry: int
    decision: int
    before: State
    action: Action
    after: State
    drops: int = -1


@attrs.frozen
class LastHand:
    """The end of the hand that was played last.

    Attributes:
        end: its last state. It has every hand: show of it what your players may see after a hand, all of it as a rule.
        score: its score.
    """

    end: State
    score: HandScore


@attrs.frozen
class HandStart:
    """The place in the log where the hand that was dealt last begins.

    Attributes:
        entry: the number of the entry that dealt it, or of the first entry before the first deal.
        decision: the number of the decision before it.
        private: for each seat, how many entries before it only that seat was shown.
    """

    entry: int
    decision: int
    private: tuple[int, ...]


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
        hand_start: where the hand that was dealt last begins in the log.
        moments: every action of that hand, also those that were taken back.
        in_force: those of them that were not taken back.
        last_hand: the end of the hand that was played last; `None` before the first has ended.
        private: for each seat, how many entries of the log only that seat is shown.
    """

    rules: Rules
    log: tuple[Entry, ...]
    seats: tuple[Seat, ...]
    match: Match
    decision: int
    answerable: tuple[int, ...]
    hand_start: HandStart
    private: tuple[int, ...]
    window_ended: bool = False
    kept: Kept | None = None
    kept_changes: int = 0
    let_go: tuple[int, ...] = ()
    undo_request: UndoRequest | None = None
    undo_asked: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    in_force: tuple[Moment, ...] = ()
    last_hand: LastHand | None = None

    @property
    def hand(self) -> State | None:
        """The state of the hand that is going on; `None` between hands."""
        return self.match.hand

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return self.seats[seat].player == PERSON

    def __repr__(self) -> str:
        """The table in short: a table in a log shows no hidden card."""
        now = "between hands" if self.hand is None else repr(self.hand)
        return f"<Table: {', '.join(seat.name for seat in self.seats)}; decision {self.decision}; {now}>"
