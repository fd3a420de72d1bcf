"""Time the decisions of a match, and remember which seat decided last.

Python cannot stop a call from outside. A match with a time limit is therefore played in a thread of its own, while the
thread that asked for it watches the clock. This works in any process, with any executor, on any system. When a
decision takes too long, the watching thread raises the error and abandons the match's thread, which ends when its
player returns, and at the latest with the process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Final, Generic, TypeVar

from rummy500.actions import Action
from rummy500.engine.listing import LegalActions
from rummy500.players import Player, PlayerError
from rummy500.rules import Rules
from rummy500.state import View

T = TypeVar("T")

#: The longest wait of the watching thread in seconds, because on Windows Ctrl-C has no effect during a wait.
_LONGEST_WAIT: Final = 1.0
#: The shortest wait of the watching thread in seconds, so that the match's thread gets the processor.
_SHORTEST_WAIT: Final = 0.005


def check_limit(max_seconds: float | None) -> None:
    """Check a limit of seconds.

    Args:
        max_seconds: seconds, or `None` for no limit.

    Raises:
        ValueError: for 0 seconds or fewer.
    """
    if max_seconds is not None and not max_seconds > 0:
        raise ValueError(f"a decision must be given more than 0 seconds, not {max_seconds}")


class Decisions:
    """Times the decisions of one match.

    Args:
        max_seconds: how long a decision may take; `None` for any time.

    Attributes:
        seat: the seat that was asked last; -1 before the first decision.
    """

    def __init__(self, max_seconds: float | None) -> None:
        self.seat = -1
        self._limit = max_seconds
        self._open: tuple[int, float] | None = None  # the seat that decides, and since when
        self._abandoned = False

    def timed(self, players: Sequence[Player]) -> list[Player]:
        """Wrap the players so that their decisions are timed.

        Args:
            players: a player for each seat.
        """
        return [_Timed(self, player, seat) for seat, player in enumerate(players)]

    def play(self, match: Callable[[], T]) -> T:
        """Play a match; where decisions are limited, in a thread of its own.

        Args:
            match: plays the match with players that `timed` wrapped, and makes them, too: some work only in the thread
                that made them.

        Returns:
            What `match` returns.

        Raises:
            PlayerError: if a decision takes too long.
        """
        if self._limit is None:
            return match()
        played = _Played(match)
        threading.Thread(target=played.run, name="rummy500-match", daemon=True).start()
        try:
            while not wait([played.future], timeout=self._next_look(self._limit)).done:
                self._check(self._limit)
            return played.future.result()
        finally:
            self._abandoned = True

    def choose(self, seat: int, player: Player, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Have a player decide, and time it."""
        if self._abandoned:
            raise SystemExit  # the match was abandoned
        self.seat = seat
        if self._limit is None:
            return player.choose(rules, view, legal)
        self._open = seat, time.monotonic()
        action = player.choose(rules, view, legal)
        self._check(self._limit)  # checked here, too: the watching thread may have missed it
        self._open = None
        return action

    def _next_look(self, limit: float) -> float:
        deciding = self._open
        left = limit if deciding is None else deciding[1] + limit - time.monotonic()
        return min(_LONGEST_WAIT, max(_SHORTEST_WAIT, left))

    def _check(self, limit: float) -> None:
        deciding = self._open
        if deciding is not None and time.monotonic() - deciding[1] > limit:
            raise PlayerError(
                f"the player of seat {deciding[0]} took longer than {limit:g} seconds over a decision", seat=deciding[0]
            )


class _Timed:
    def __init__(self, decisions: Decisions, player: Player, seat: int) -> None:
        self._decisions = decisions
        self._player = player
        self._seat = seat

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose as the player does."""
        return self._decisions.choose(self._seat, self._player, rules, view, legal)


class _Played(Generic[T]):
    """A match in a thread, with its result or error."""

    def __init__(self, match: Callable[[], T]) -> None:
        self._match = match
        self.future: Future[T] = Future()

    def run(self) -> None:
        """Play the match; an error is raised later, when the result is asked for."""
        try:
            self.future.set_result(self._match())
        except BaseException as error:  # noqa: BLE001 - a player may raise anything; it is raised again there
            self.future.set_exception(error)
