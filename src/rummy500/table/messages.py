"""`messages`: what one seat, or a spectator, is shown of a table's log.

Nothing in a message was hidden from its seat. Messages are numbered for each seat, so that no gap in the numbers shows
that another seat has let something go.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any, Final, Literal

import attrs

from rummy500.base.errors import Sentence
from rummy500.base.inputs import whole_number
from rummy500.engine.changes import Change, changes
from rummy500.engine.match import Match
from rummy500.engine.observe import redact
from rummy500.notation.actions import action_text
from rummy500.notation.events import event_sentence, table_sentence
from rummy500.rules.actions import DECK, Action
from rummy500.rules.rules import Rules
from rummy500.table import entries
from rummy500.table.log import append, check_seat_number, opened
from rummy500.table.table import Moment, Table

Kind = Literal[
    "opened",
    "dealt",
    "acted",
    "chance",
    "kept",
    "let-go",
    "window-ended",
    "undo-asked",
    "undo-agreed",
    "undo-refused",
    "undone",
    "replaced",
]


@attrs.frozen
class Message:
    """One thing that happened, as a seat or a spectator is shown it.

    Attributes:
        number: its place among the messages of this seat, from 1.
        kind: what happened: `opened`, `dealt`, `acted`, `chance` (an outcome of it), `kept` (an action that waits for
            the end of a window), `let-go`, `window-ended`, `undo-asked`, `undo-agreed`, `undo-refused`, `undone` or
            `replaced` (somebody else plays the seat). A seat is shown only its own `kept` and `let-go`.
        decision: the number of the decision that is open after it.
        sentence: what happened, for people: `translated` puts names in, and another language.
        what: what happened, as the entry of the log without all that is hidden from the seat; `match` and `isinstance`
            narrow it. A deck is empty, an opening has no position, and an undo goes `to` a message, as `back_to`.
        seat: the seat that did it; `None` if no seat did.
        action: the action as the seat sees it, with hidden fields blank; `None` without one.
        text: the action as text with its seat; empty without one.
        changes: where the action moved cards, as the seat sees it; empty without one.
        timed_out: whether the action is the default of a seat whose time was up.
        drops_kept: whether the action was a call that came before the kept action of this message's seat, so that
            nothing of that seat is kept any more.
        ended: why the hand ended with the action: `out`, `stock` or `circle`; empty while it goes on.
        back_to: after an undo, the number of the last message before the actions that were taken back: the hand is as
            it was after that message. 0 for every other kind.
        by: who plays the seat from now on; `None` for every kind but `replaced`.
    """

    number: int
    kind: Kind
    decision: int
    what: entries.Entry
    sentence: Sentence
    seat: int | None = None
    action: Action | None = None
    text: str = ""
    changes: tuple[Change, ...] = ()
    timed_out: bool = False
    drops_kept: bool = False
    ended: str = ""
    back_to: int = 0
    by: entries.Seat | None = None


def messages(table: Table, seat: int | None, since: int = 0, *, most: int | None = None) -> tuple[Message, ...]:
    """The messages of a seat after a number of them.

    A client that connects again sends the number of its last message, and gets these and its current view, `observe`.
    Messages of the hand that was dealt last are at hand; an earlier hand is replayed.

    Args:
        table: the table.
        seat: the seat; `None` for a spectator.
        since: the number of the last message that it has; 0 for none.
        most: the most messages to return, the earliest ones; `None` for all.

    Returns:
        The messages in order. What was shown once does not change: a later table has the same messages and more.

    Raises:
        TableError: for a seat that is not there.
        TypeError: for a number that is not a whole number.
    """
    since = max(0, whole_number(since, "the number of a message"))
    last = last_number(table, seat)
    most, starts = last if most is None else most, table.hand_starts
    before = [_shown(start.entry, start.private, seat) for start in starts]
    first = bisect_right(before, since) - 1
    found: list[Message] = []
    for hand in range(first, len(starts)):
        part = table if hand == len(starts) - 1 else _replayed(table, hand, seat, since + most)
        found += islice(_of_hand(part, seat, since), most - len(found))
        if len(found) == most:
            break
    return tuple(found)


def last_number(table: Table, seat: int | None) -> int:
    """The number of the last message of a seat. A client that has it has seen everything: send it nothing.

    Args:
        table: the table.
        seat: the seat; `None` for a spectator.

    Raises:
        TableError: for a seat that is not there.
    """
    if seat is not None:
        check_seat_number(seat, table.rules.seats)
    return _shown(len(table.log), table.private, seat)


def _shown(count: int, private: tuple[int, ...], seat: int | None) -> int:
    """How many of the first entries of a log a seat is shown."""
    return count - sum(private) + (0 if seat is None else private[seat])


def _replayed(table: Table, hand: int, seat: int | None, until: int) -> Table:
    """Replay an earlier hand to its end, or until a seat has been shown so many messages."""
    start, end = table.hand_starts[hand], table.hand_starts[hand + 1].entry
    starts, none = table.hand_starts[:hand], (0,) * table.rules.seats
    log, match = table.log[: start.entry], Match(start.match)
    now = Table(table.rules, log, start.seats, match, start.decision, none, starts, start.private)
    if hand == 0:
        now = opened(table.rules, table.log[0])
    while len(now.log) < end and last_number(now, seat) < until:
        now = append(now, table.log[len(now.log)])
    return now


def _of_hand(table: Table, seat: int | None, since: int) -> Iterator[Message]:
    """Make the messages of the hand that was dealt last, from its deal on; those up to number `since` are left out."""
    begins = table.hand_starts[-1]
    decision, start, number = begins.decision, begins.entry, _shown(begins.entry, begins.private, seat)
    moments = {moment.entry: moment for moment in table.moments}
    shown: dict[int, int] = {}
    for place, entry in enumerate(table.log[start:], start):
        decision += isinstance(entry, entries.Acted | entries.Dealt | entries.Undone) or (
            isinstance(entry, entries.Opened) and entry.position is not None
        )
        if _is_private(entry) not in (None, seat):
            continue
        number += 1
        shown[place] = number
        if number > since:
            new = partial(Message, number, decision=decision)
            yield _message(table.rules, entry, moments.get(place), seat, new, shown)


def _is_private(entry: entries.Entry) -> int | None:
    """The only seat that is shown an entry, `None` for an entry that everybody is shown."""
    if isinstance(entry, entries.Kept):
        return entry.action.seat
    return entry.seat if isinstance(entry, entries.LetGo) else None


def _message(
    rules: Rules,
    entry: entries.Entry,
    moment: Moment | None,
    seat: int | None,
    new: partial[Message],
    shown: dict[int, int],
) -> Message:
    """Make the message of an entry of `new`, which has the number of the message and of its decision."""

    def told(kind: Kind, what: entries.Entry, by_seat: int | None = None, **fields: Any) -> Message:
        name = what.by.name if isinstance(what, entries.Replaced) else ""
        said = table_sentence(kind, by_seat, seat, name)
        return new(kind=kind, what=what, sentence=said, seat=by_seat, **fields)

    match entry:
        case entries.Acted(_, timed_out) if moment is not None:
            action = redact(rules, moment.before, moment.action, seat)
            moved = changes(rules, moment.before, moment.action, moment.after, seat)
            is_chance = action.seat == DECK
            return new(
                kind="chance" if is_chance else "acted",
                what=attrs.evolve(entry, action=action),
                sentence=event_sentence(rules, moment.before, action, moved, moment.after, seat, late=timed_out),
                seat=None if is_chance else action.seat,
                action=action,
                text=action_text(action, moment.before),
                changes=moved,
                timed_out=timed_out,
                drops_kept=seat is not None and moment.drops == seat,
                ended=moment.after.public.ended,
            )
        case entries.Kept(action, timed_out):
            return told("kept", entry, action.seat, action=action, text=action_text(action), timed_out=timed_out)
        case entries.UndoAnswered(by, agrees):
            return told("undo-agreed" if agrees else "undo-refused", entry, by)
        case entries.Undone(to):
            return told("undone", entries.Undone(shown[to] - 1), back_to=shown[to] - 1)
        case entries.Dealt():
            return told("dealt", entries.Dealt(b""))
        case entries.Opened():
            return told("opened", attrs.evolve(entry, position=None))
        case entries.Replaced():
            return told("replaced", entry, entry.seat, by=entry.by)
        case _:  # of the fields of a message, these kinds have no others
            return told(_KINDS[type(entry)], entry, getattr(entry, "seat", None))


_KINDS: Final[dict[type[entries.Entry], Kind]] = {
    entries.LetGo: "let-go",
    entries.WindowEnded: "window-ended",
    entries.UndoAsked: "undo-asked",
}
