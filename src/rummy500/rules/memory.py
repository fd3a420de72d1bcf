"""What a plugin remembers: a record of its own in the state, one in the match where that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from rummy500.actions import Action
    from rummy500.rules.questions import Tally
    from rummy500.rules.rules import Rules
    from rummy500.state import State


@attrs.frozen
class HandMemory:
    """What a plugin remembers during a hand.

    The record is of an `attrs.frozen` class whose fields are `int`, `bool`, `str`, `tuple[int, ...]` or
    `tuple[str, ...]`; another is refused when the rules are composed. So it has a text form: what is not as at the
    start stands in the position under `plugin.NAME`.

    Attributes:
        start: the record at the start of a hand.
        after: its new value after any action: given the rules, the state before, the action and the state after, in
            which the old record stands; of the same type. `None` where only moves of the plugin's own change it.
        cards: the cards that the record holds, where cards lie in no hand, pile, stock or meld; `None` for none.
    """

    start: Any
    after: Callable[[Rules, State, Action, State], Any] | None = None
    cards: Callable[[Any], tuple[int, ...]] | None = None


@attrs.frozen
class MatchMemory:
    """What a plugin remembers from hand to hand; a record as for `HandMemory`.

    Attributes:
        start: the record of a match with these scores of which nothing more is known: zeros before the first hand.
        after: its new value after a hand.
    """

    start: Callable[[tuple[int, ...]], Any]
    after: Callable[[Rules, Any, Tally], Any]
