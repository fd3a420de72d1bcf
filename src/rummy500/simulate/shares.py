"""The messages between a simulation and its workers: the job, a share of matches, the outcome.

A worker gets bytes and unpacks them itself: if it cannot read them it returns an error text, whereas an executor that
unpacks its arguments would lose the worker. For the same reason an error is returned as bytes.
"""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from rummy500.players import PlayerError
from rummy500.rules import Rules, plugin_note
from rummy500.simulate.decisions import Decisions
from rummy500.simulate.entrants import Entrant, seated
from rummy500.simulate.errors import MatchFailedError, SendError, one_line
from rummy500.simulate.matches import play_entrants
from rummy500.simulate.results import MatchResult

if TYPE_CHECKING:
    from rummy500.hooks.plugin import PassedPlugin

#: The jobs that a worker has unpacked: composing rules takes as long as several matches.
_REMEMBERED: Final = 8
#: After this many seconds a worker returns the finished matches of its share, so that results arrive steadily.
SECONDS: Final = 0.5


@attrs.frozen
class Job:
    """The data that all matches of a simulation share.

    Attributes:
        rules: the rules in force.
        entrants: who plays.
        seed: the seed of the simulation.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands a match is cut off.
        max_seconds: how long a player may take over a decision; `None` for any time.
    """

    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int
    max_turns: int
    max_hands: int
    max_seconds: float | None

    def play(self, number: int) -> MatchResult:
        """Play a match.

        Args:
            number: the match's number, from 0.

        Raises:
            MatchFailedError: if the rules or a player raise an error, even one that would end the program.
        """
        decisions = Decisions(self.max_seconds)
        try:
            return play_entrants(
                self.rules,
                self.entrants,
                decisions,
                seed=self.seed,
                number=number,
                max_turns=self.max_turns,
                max_hands=self.max_hands,
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            seat = error.seat if isinstance(error, PlayerError) else decisions.seat
            names = tuple(entrant.name for entrant in seated(self.entrants, self.rules.seats, number))
            failed = MatchFailedError(number, self.seed, names, seat, one_line(error))
            if by_plugin := plugin_note(error):
                failed.add_note(by_plugin)
            raise failed from error

    def packed(self) -> bytes:
        """Pickle the job for a worker.

        Raises:
            SendError: if the rules or a player cannot be pickled, with its name.
        """
        try:
            return pickle.dumps(self, pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            what, why = next(self._unsendable(), ("this simulation", one_line(error)))
            raise SendError(
                f"{what} cannot be sent to workers: {why}; it must pickle, or be importable by its name from a module; "
                "workers=1 plays in this process"
            ) from error

    def _unsendable(self) -> Iterator[tuple[str, str]]:
        """Find the part of the job that does not pickle, and why."""
        from rummy500.hooks.load import check_plugin  # noqa: PLC0415 - pluggy is loaded when used

        for passed in cast("tuple[PassedPlugin, ...]", self.rules.origin.passed_plugins):
            name = check_plugin(passed.plugin).info.name
            yield from _not_pickled(f"the plugin {name}, passed as an object,", passed)
        for entrant in self.entrants:
            yield from _not_pickled(f"the player {entrant.name}", entrant.make)


def _not_pickled(what: str, sent: object) -> Iterator[tuple[str, str]]:
    try:
        pickle.dumps(sent)
    except Exception as error:  # noqa: BLE001 - an object may raise anything when it is pickled
        yield what, one_line(error)


@attrs.frozen
class Failure:
    """An error in a match.

    Attributes:
        what: a text about the match and the error.
        error: the error itself, pickled; empty if it does not pickle.
        trace: where it was raised.
    """

    what: MatchFailedError
    error: bytes
    trace: str

    def to_raise(self) -> MatchFailedError:
        """Make the error to raise here, with the original error as its cause if it could be sent."""
        self.what.add_note(f"In the worker:\n{self.trace}")
        self.what.__cause__ = pickle.loads(self.error) if self.error else None  # noqa: S301 - it comes from a worker
        return self.what


@attrs.frozen
class Outcome:
    """The outcome of a share.

    Attributes:
        results: the finished matches, in order; fewer than asked for if they took longer than `SECONDS`.
        failure: the error of the next match; `None` if nothing failed.
        unread: why the worker could not unpack the job; empty if it could.
    """

    results: tuple[MatchResult, ...] = ()
    failure: Failure | None = None
    unread: str = ""


def play_share(sent: bytes, first: int, end: int, _attempt: int) -> Outcome:
    """Play some matches in a worker, at least one.

    Args:
        sent: the bytes of `Job.packed`.
        first: the number of the first match.
        end: the number after the last one.
        _attempt: makes a repeated call differ, for executors that remember the results of calls.
    """
    try:
        job = _unpacked(sent)
    except Exception as error:  # noqa: BLE001 - whatever is missing here, the other side tells it
        return Outcome(unread=one_line(error))
    results: list[MatchResult] = []
    began = time.monotonic()
    for number in range(first, end):
        try:
            results.append(job.play(number))
        except MatchFailedError as failed:
            return Outcome(tuple(results), _failure(failed))
        if time.monotonic() - began > SECONDS:
            break
    return Outcome(tuple(results))


@lru_cache(maxsize=_REMEMBERED)
def _unpacked(sent: bytes) -> Job:
    job: Any = pickle.loads(sent)  # noqa: S301 - what `Job.packed` gave
    if not isinstance(job, Job):
        raise SendError(f"what was sent is not a simulation of this version: {job!r}")
    return job


def _failure(failed: MatchFailedError) -> Failure:
    error = cast("BaseException", failed.__cause__)
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - many an error pickles, and cannot be read again
    except Exception:  # noqa: BLE001 - an error may raise anything when it is pickled
        packed = b""
    return Failure(failed, packed, "".join(traceback.format_exception(error)).rstrip())


def ready() -> None:
    """Do nothing; a worker that returns from it has started."""
