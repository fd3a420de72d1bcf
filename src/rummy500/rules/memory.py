"""What a plugin remembers, during a hand or from hand to hand, and how it reads and writes that."""

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

#: The keys of a position that are the core's; a plugin's own key is none of them.
POSITION_KEYS: Final = (
    "rules", "dealer", "to_act", "phase", "hands", "stock", "pile", "melds", "last", "drawn", "taken", "scores",
    "turn", "plugin", "match",
)  # fmt: skip


@attrs.frozen
class HandMemory:
    """What a plugin remembers during a hand.

    The record is of an `attrs.frozen` class whose fields are `int`, `bool`, `str`, `tuple[int, ...]` or
    `tuple[str, ...]`; another is refused when the rules are composed. So it has a text form: what is not as at the
    start stands in the position under `plugin.NAME`. A record may have a text form of its own instead, under a key of
    its own: with `key`, `write` and `read`, all three.

    Attributes:
        start: the record at the start of a hand.
        after: its new value after any action: given the rules, the state before, the action and the state after, in
            which the old record stands; of the same type. `None` where only moves of the plugin's own change it.
        cards: the cards that the record holds, where cards lie in no hand, pile, stock or meld; `None` for none.
        key: the key in the position's table under which the record's own text form stands; empty for none.
        write: the record as plain data (text, numbers, lists, tables with text as keys), given what lies open and the
            record; nothing, `{}` say, is left out of the position.
        read: the record again, given what lies open and the data of a file, which may be anything; raises a
            `NotationError` that names what is wrong. A position without the key has the record of the start.
    """

    start: Any
    after: Callable[[Rules, State, Action, State], Any] | None = None
    cards: Callable[[Any], tuple[int, ...]] | None = None
    key: str = ""
    write: Callable[[PublicState, Any], Any] | None = None
    read: Callable[[PublicState, Any], Any] | None = None


@attrs.frozen
class MatchMemory:
    """What a plugin remembers from hand to hand; a record as for `HandMemory`.

    Attributes:
        start: the record of a match with these scores of which nothing more is known: zeros before the first hand.
        after: its new value after a hand.
    """

    start: Callable[[tuple[int, ...]], Any]
    after: Callable[[Rules, Any, Tally], Any]


class HasSlots(Protocol):
    """Whatever has records of plugins: a state, a view, a match, a tally."""

    @property
    def slots(self) -> tuple[object, ...]:
        """The records."""
        ...


def recall(rules: Rules, where: HasSlots, kind: type[T]) -> T:
    """Read the record that a plugin remembers.

    Args:
        rules: the rules in force.
        where: a state or view for a record of the hand, a match or tally for a record of the match.
        kind: the type of the record.

    Raises:
        KeyError: if no plugin in play remembers a record of this type.
    """
    record = where.slots[rules.memory.slot_of[kind]]
    if not isinstance(record, kind):
        raise KeyError(f"{kind.__name__} is not remembered there")
    return record


def remember(rules: Rules, state: S, record: object) -> S:
    """Replace the record that a plugin remembers.

    Args:
        rules: the rules in force.
        state: the state, or the view of a seat.
        record: the new record.

    Returns:
        The state or view with the new record.

    Raises:
        KeyError: if no plugin in play remembers records of this type.
    """
    place: int = rules.memory.slot_of[type(record)]
    return replace(state, slots=(*state.slots[:place], record, *state.slots[place + 1 :]))
