"""`RulesCache`: everything that rules remember between calls.

No answer depends on it, so it may be dropped at any time. Every part of it has a bound. Threads may share rules: each
entry is written in one step and never changed, so at worst two threads compute the same answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rummy500.actions import Action
from rummy500.melds.finder import MeldFinder
from rummy500.melds.natural import NaturalFinder
from rummy500.memo import Memo
from rummy500.rules.action_cache import ActionCache
from rummy500.rules.duty import Duty

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules

#: The longest list of actions that `RulesCache.remember` stores, and that `has_listed` searches.
LONGEST_REMEMBERED: Final = 256
#: The most caches of actions that rules share.
_MOST_SHARED: Final = 64


@lru_cache(maxsize=_MOST_SHARED)
def _shared_actions(seats: int, natural: NaturalFinder) -> ActionCache:
    """The frequent actions of all rules with so many seats and this finder: they do not depend on any other rule."""
    return ActionCache(seats, natural)


class RulesCache:
    """Everything that rules remember between calls.

    Args:
        seats: how many play.
        natural: finds the plays of natural cards.

    Attributes:
        actions: frequent actions, made once.
        settled: the rules for each finder of melds, where the wild cards change (`Rules.settled`).
        last_settled: the last state or view that was asked about, and the settled rules of its turn.
    """

    __slots__ = ("_listed", "_natural", "_seats", "_stranding", "actions", "last_settled", "settled")

    def __init__(self, seats: int, natural: NaturalFinder) -> None:
        self._seats = seats
        self._natural = natural
        self.actions = _shared_actions(seats, natural)
        self.settled: Memo[MeldFinder, Rules] = Memo()
        self.last_settled: tuple[object, Rules | None] = (None, None)
        #: Rules, a state or view, and the complete list of its legal actions; the last such list only.
        self._listed: tuple[object, object, list[Action]] = (None, None, [])
        self._stranding: dict[tuple[tuple[Duty, ...], bool], Memo[object, tuple[bool | None, int]]] = {}

    def clear(self) -> None:
        """Forget everything."""
        self.actions = ActionCache(self._seats, self._natural)
        self._listed = (None, None, [])
        self._stranding.clear()
        self.settled.clear()
        self.last_settled = (None, None)

    def stranding(self, duties: tuple[Duty, ...], *, melding_out: bool) -> Memo[object, tuple[bool | None, int]]:
        """The positions that searches for an end of the turn have decided, by the duties that the search respects."""
        key = (duties, melding_out)
        known = self._stranding.get(key)
        if known is None:
            known = self._stranding[key] = Memo()
        return known

    def remember(self, rules: object, source: object, found: list[Action]) -> None:
        """Remember a complete list in place of the last one, so that its actions need no second check.

        Args:
            rules: the rules.
            source: the state or view.
            found: all legal actions; a list longer than `LONGEST_REMEMBERED` is not stored.
        """
        if len(found) <= LONGEST_REMEMBERED:
            self._listed = (rules, source, found)

    def has_listed(self, rules: object, state: object, action: Action) -> bool:
        """Whether this action object is in the stored list, and the list is of these rules and this state object."""
        of_rules, source, found = self._listed
        if state is not source or rules is not of_rules:
            return False
        for each in found:  # noqa: SIM110 - random play asks this in every step, and a generator takes twice as long
            if each is action:
                return True
        return False
