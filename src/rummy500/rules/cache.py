"""`RulesCache`: everything that rules remember between calls.

It may be dropped at any time: no answer depends on it. Every part of it has a bound. Threads may share rules: each
entry is written whole and never changed, so that two threads may at worst do the same work twice.
"""

from __future__ import annotations

from typing import Final

from rummy500.actions import Action
from rummy500.melds.natural import NaturalFinder
from rummy500.memo import Memo
from rummy500.rules.action_cache import ActionCache

#: The longest list that `RulesCache.remember` keeps alive, and that a step searches.
LONGEST_REMEMBERED: Final = 256


class RulesCache:
    """What rules remember between calls.

    Args:
        seats: how many play.
        natural: finds the plays of natural cards.

    Attributes:
        actions: actions that come again and again, made once.
    """

    __slots__ = ("_listed", "_natural", "_seats", "_stranding", "actions")

    def __init__(self, seats: int, natural: NaturalFinder) -> None:
        self._seats = seats
        self._natural = natural
        self.actions = ActionCache(seats, natural)
        #: The last complete list, behind the rules and the state or view that it belongs to.
        self._listed: tuple[object, object, list[Action]] = (None, None, [])
        self._stranding: dict[tuple[bool, bool], Memo[object, tuple[bool | None, int]]] = {}

    def clear(self) -> None:
        """Forget everything."""
        self.actions = ActionCache(self._seats, self._natural)
        self._listed = (None, None, [])
        self._stranding.clear()

    def stranding(self, *, minimum: bool, melding_out: bool) -> Memo[object, tuple[bool | None, int]]:
        """The positions that searches for the end of a turn have met, by the duties that they heed."""
        key = (minimum, melding_out)
        known = self._stranding.get(key)
        if known is None:
            known = self._stranding[key] = Memo()
        return known

    def remember(self, rules: object, source: object, found: list[Action]) -> None:
        """Remember a complete list in place of the last one, so that its actions need no second check.

        Args:
            rules: the rules.
            source: the state or view.
            found: its legal actions; a list longer than `LONGEST_REMEMBERED` is not remembered.
        """
        if len(found) <= LONGEST_REMEMBERED:
            self._listed = (rules, source, found)

    def has_listed(self, rules: object, state: object, action: Action) -> bool:
        """Whether this very action is in the remembered list, of this very state under these very rules."""
        of_rules, source, found = self._listed
        if state is not source or rules is not of_rules:
            return False
        for each in found:  # noqa: SIM110 - random play comes by here, and a generator costs twice as much
            if each is action:
                return True
        return False
