"""`notes`: what players are shown of the memory of plugins, in words of the plugins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from rummy500.rules.memory import HasSlots, Note
from rummy500.rules.plugin_errors import names_plugins

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules
    from rummy500.state import Sight


@names_plugins
def notes(rules: Rules, sight: Sight) -> tuple[Note, ...]:
    """The notes of all plugins on a hand, and on the match before it.

    Args:
        rules: the rules in force.
        sight: the state, or the view of a seat or a spectator, which has the notes for that seat.

    Raises:
        TypeError: naming the plugin, for a note that is not a `Note` or is of a seat that does not play.
    """
    of_hand = (
        note
        for (name, memory), record in zip(rules.memory.hand_memory, sight.slots, strict=True)
        if memory.notes is not None
        for note in _checked(rules, name, memory.notes(rules, sight.public, record))
    )
    return (*of_hand, *match_notes(rules, sight.public.match))


@names_plugins
def match_notes(rules: Rules, match: HasSlots) -> tuple[Note, ...]:
    """The notes of all plugins on a match.

    Args:
        rules: the rules in force.
        match: the match, or the match so far.

    Raises:
        TypeError: as `notes`.
    """
    return tuple(
        note
        for (name, memory), record in zip(rules.memory.match_memory, match.slots, strict=True)
        if memory.notes is not None
        for note in _checked(rules, name, memory.notes(rules, record))
    )


def _checked(rules: Rules, name: str, given: Iterable[Note]) -> Iterator[Note]:
    for note in given:
        if not isinstance(cast("object", note), Note) or not -1 <= note.seat < rules.seats:
            raise TypeError(f"plugin {name}: a note must be a Note of seats 0 to {rules.seats - 1} or -1, not {note!r}")
        yield note
