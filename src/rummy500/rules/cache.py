"""`RulesCache`: everything that rules remember between calls.

It may be dropped at any time: no answer depends on it. Every part of it has a bound. Threads may share rules: each
entry is written whole and never changed, so that two threads may at worst do the same work twice.
"""

from __future__ import annotations

from rummy500.memo import Memo


class RulesCache:
    """What rules remember between calls."""

    __slots__ = ("_stranding",)

    def __init__(self) -> None:
        self._stranding: dict[tuple[bool, bool], Memo[object, tuple[bool | None, int]]] = {}

    def stranding(self, *, minimum: bool, melding_out: bool) -> Memo[object, tuple[bool | None, int]]:
        """The positions that searches for the end of a turn have met, by the duties that they heed."""
        key = (minimum, melding_out)
        known = self._stranding.get(key)
        if known is None:
            known = self._stranding[key] = Memo()
        return known
