"""The entries of a table's log: everything that can happen at a table, and who plays its seats."""

from __future__ import annotations

from typing import Final

import attrs

from rummy500.notation.position import Position
from rummy500.rules.actions import Action

# The log is the truth: the decks and the outcomes of chance are in it, so that nothing is random when it is replayed.
# It is a secret of the server. Players get messages that are made of it (`rummy500.table.messages`).

#: The player of a seat that a person plays.
PERSON: Final = "person"
#: The player of a seat that is run by `default_action`: it does as little as it can.
DEFAULT: Final = "default"


@attrs.frozen
class Seat:
    """Who plays a seat.

    Attributes:
        name: the name to show, 1 to 60 characters.
        player: `person`, `default`, or the name of a player; a table keeps the name alone.
    """

    name: str
    player: str = PERSON


@attrs.frozen
class Opened:
    """The table was opened; always the first entry and nowhere else.

    Attributes:
        seats: who plays each seat.
        dealer: the seat that deals the first hand.
        position: the hand that the table begins with, at any point of it; `None` where the first hand is dealt.
    """

    seats: tuple[Seat, ...]
    dealer: int = 0
    position: Position | None = attrs.field(default=None, repr=lambda given: "None" if given is None else "<position>")


@attrs.frozen
class Dealt:
    """A hand was dealt.

    Attributes:
        deck: the whole pack, in the order in which it was dealt.
    """

    deck: bytes = attrs.field(repr=lambda deck: f"<{len(deck)}>")


@attrs.frozen
class Acted:
    """An action was applied: a decision of its seat with the chance in it, or an outcome of the chance that was due.

    Attributes:
        action: the action.
        timed_out: whether the seat's time was up and the action is its default.
    """

    action: Action
    timed_out: bool = False


@attrs.frozen
class Kept:
    """The seat on turn has chosen an action, which waits until the window for calls ends.

    Attributes:
        action: the action, without an outcome of chance.
        timed_out: whether the seat's time was up and the action is its default.
    """

    action: Action
    timed_out: bool = False


@attrs.frozen
class LetGo:
    """A seat has no call to make in this decision.

    Attributes:
        seat: the seat.
    """

    seat: int


@attrs.frozen
class WindowEnded:
    """The window for calls has ended."""


@attrs.frozen
class UndoAsked:
    """A person has asked to take back their last action and all that came after it.

    Attributes:
        seat: the seat of the person.
    """

    seat: int


@attrs.frozen
class UndoAnswered:
    """Another person has answered whether an undo may be made.

    Attributes:
        seat: the seat of that person.
        agrees: the answer; if it is `False` the request is over.
    """

    seat: int
    agrees: bool


@attrs.frozen
class Undone:
    """An undo was made, because all people have agreed.

    Attributes:
        to: the number of the entry, from 0, with the earliest action that was taken back.
    """

    to: int


@attrs.frozen
class Replaced:
    """Somebody else plays a seat from now on.

    Attributes:
        seat: the seat.
        by: who plays it.
    """

    seat: int
    by: Seat


Entry = Opened | Dealt | Acted | Kept | LetGo | WindowEnded | UndoAsked | UndoAnswered | Undone | Replaced
