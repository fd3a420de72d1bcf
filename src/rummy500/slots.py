"""Reading and writing what plugins remember, by the type of the record."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import State, View

T = TypeVar("T")
S = TypeVar("S", State, View)


class Slotted(Protocol):
    """What holds records of plugins: a state, a view, a match, a tally."""

    @property
    def slots(self) -> tuple[object, ...]:
        """The records."""
        ...


def recall(rules: Rules, where: Slotted, kind: type[T]) -> T:
    """What a plugin remembers.

    Args:
        rules: the rules in force.
        where: a state or view for what is remembered of a hand, a match or tally for what is of the match.
        kind: the type of the record.

    Raises:
        KeyError: if no plugin in play remembers a record of this type.
    """
    record = where.slots[rules.slot_of[kind]]
    if not isinstance(record, kind):
        raise KeyError(f"{kind.__name__} is not remembered there")
    return record


def remember(rules: Rules, state: S, record: object) -> S:
    """The state or view with a plugin's record in the place of its old one.

    Args:
        rules: the rules in force.
        state: the state, or what a seat would see.
        record: the new record.

    Raises:
        KeyError: if no plugin in play remembers records of this type.
    """
    place: int = rules.slot_of[type(record)]
    return replace(state, slots=(*state.slots[:place], record, *state.slots[place + 1 :]))
