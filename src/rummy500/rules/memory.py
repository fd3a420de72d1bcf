"""The memory of plugins, during a hand or from hand to hand: its declaration, and access to its records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import attrs

from rummy500.records import replace
from rummy500.state import State, View

if TYPE_CHECKING:
    from rummy500.actions import Action
    from rummy500.rules.questions import Tally
    from rummy500.rules.rules import Rules
    from rummy500.state import PublicState

T = TypeVar("T")
S = TypeVar("S", State, View)

#: The keys of a position that the core uses; a plugin's key must be another.
POSITION_KEYS: Final = (
    "rules", "dealer", "to_act", "phase", "hands", "stock", "pile", "melds", "last", "drawn", "taken", "scores",
    "turn", "plugin", "match",
)  # fmt: skip


@attrs.frozen
class HandMemory:
    """The memory of a plugin during a hand: a record, and how it changes.

    The record is of an `attrs.frozen` class whose fields are `int`, `bool`, `str`, `tuple[int, ...]` or
    `tuple[str, ...]`; `compose` refuses other classes. So every record has a text form: a position has, under
    `plugin.NAME`, the fields that differ from the start of a hand. With `key`, `write` and `read`, all three, a plugin
    gives its record another text form under another key.

    Attributes:
        start: the record at the start of a hand.
        after: returns the record after any action; its arguments are the rules, the state before, the action, and the
            state after, which still has the old record. `None` if only moves of the plugin change the record.
        cards: returns the cards that the record holds, if cards can be in no hand, pile, stock or meld; `None` if not.
        key: the key of the position that has the plugin's text form; empty for the usual form.
        write: converts a public state and the record to plain data (text, numbers, lists, tables with text as keys).
            If the data is empty, for example `{}`, the position has no such key.
        read: converts a public state and the data of a file, which may be anything, to the record; raises a
            `NotationError` that names the mistake. Without the key a position has the record of the start.
    """

    start: Any
    after: Callable[[Rules, State, Action, State], Any] | None = None
    cards: Callable[[Any], tuple[int, ...]] | None = None
    key: str = ""
    write: Callable[[PublicState, Any], Any] | None = None
    read: Callable[[PublicState, Any], Any] | None = None


@attrs.frozen
class MatchMemory:
    """The memory of a plugin from hand to hand: a record as for `HandMemory`, and how it changes.

    Attributes:
        start: returns the record of a match of which only the scores are known; they are 0 before the first hand.
        after: returns the record after a hand; its arguments are the rules, the record before, and the tally.
    """

    start: Callable[[tuple[int, ...]], Any]
    after: Callable[[Rules, Any, Tally], Any]


class HasSlots(Protocol):
    """Anything with records of plugins: a state, a view, a match, a tally."""

    @property
    def slots(self) -> tuple[object, ...]:
        """The records, in the order of `MemoryRules`."""
        ...


def recall(rules: Rules, where: HasSlots, kind: type[T]) -> T:
    """Read a plugin's record.

    Args:
        rules: the rules in force.
        where: a state or view for a record of the hand, a match or tally for a record of the match.
        kind: the type of the record.

    Raises:
        KeyError: if no plugin in play has a record of this type there.
    """
    record = where.slots[rules.memory.slot_of[kind]]
    if not isinstance(record, kind):
        raise KeyError(f"there is no record of type {kind.__name__}")
    return record


def remember(rules: Rules, state: S, record: object) -> S:
    """Replace a plugin's record in a state or a view.

    Args:
        rules: the rules in force.
        state: the state, or the view of a seat.
        record: the new record.

    Returns:
        The state or view with the new record.

    Raises:
        KeyError: if no plugin in play has a record of this type.
    """
    place: int = rules.memory.slot_of[type(record)]
    return replace(state, slots=(*state.slots[:place], record, *state.slots[place + 1 :]))
