"""Shares out matches to workers, plays lost shares again, and yields the results in order."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from heapq import heappop, heappush
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, ClassVar, Final, ParamSpec, TypeVar, cast

import attrs

from rummy500.players import PlayerError
from rummy500.rules.plugin_errors import plugin_note
from rummy500.rules.rules import Rules
from rummy500.simulate.matches import Decisions, Entrant, play_entrants, seated
from rummy500.simulate.results import (
    Kind,
    MatchFailedError,
    MatchResult,
    SendError,
    WorkersBrokeError,
    call_to_repeat,
    one_line,
)

if TYPE_CHECKING:
    from rummy500.hooks.plugin import PluginObject


# A worker gets bytes and unpacks them itself: if it cannot read them it returns an error text, whereas an executor
# that unpacks its arguments would lose the worker. For the same reason an error is returned as bytes.

#: The jobs that a worker has unpacked: composing rules takes as long as several matches.
_REMEMBERED: Final = 8
#: After this many seconds a worker returns the finished matches of its share, so that results arrive steadily.
SECONDS: Final = 0.5


@attrs.frozen
class Job:
    """The data that all matches of a simulation share, or all hands of a duel (`duels.DuelJob`).

    Attributes:
        rules: the rules in force.
        entrants: who plays.
        seed: the seed of the simulation.
        max_turns: after this many turns a hand is cut off.
        max_hands: after this many hands a match is cut off.
        max_seconds: how long a player may take over a decision; `None` for any time.
        first: in a duel the number of the first deal.
        fast: whether fast hands may be played.
    """

    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int
    max_turns: int
    max_hands: int
    max_seconds: float | None
    first: int = 0
    fast: bool = True

    kind: ClassVar[Kind] = "match"

    @property
    def parts(self) -> int:
        """How many results each match or deal has."""
        return 1

    def number_of(self, result: int) -> int:
        """Return the number of the match or deal that a result belongs to."""
        return self.first + result // self.parts

    def seating(self, number: int) -> tuple[Entrant, ...]:
        """Return the entrant of each seat."""
        return seated(self.entrants, self.rules.seats, number)

    def play_timed(self, number: int, decisions: Decisions) -> MatchResult:
        """Play a match; its errors are raised unchanged."""
        return play_entrants(
            self.rules,
            self.seating(number),
            decisions,
            seed=self.seed,
            number=number,
            max_turns=self.max_turns,
            max_hands=self.max_hands,
            fast=self.fast,
        )

    def play(self, number: int) -> MatchResult:
        """Play a match.

        Args:
            number: the match's number, from 0.

        Raises:
            MatchFailedError: if the rules or a player raise an error, even one that would end the program.
        """
        decisions = Decisions(self.max_seconds)
        try:
            return self.play_timed(number, decisions)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            seat = error.seat if isinstance(error, PlayerError) else decisions.seat
            names = tuple(entrant.name for entrant in self.seating(number))
            failed = MatchFailedError(self.number_of(number), self.seed, names, seat, one_line(error), self.kind)
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

        for passed in cast("tuple[PluginObject, ...]", self.rules.origin.passed_plugins):
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
class FailedMatch:
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
    failure: FailedMatch | None = None
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


def _failure(failed: MatchFailedError) -> FailedMatch:
    error = cast("BaseException", failed.__cause__)
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - many an error pickles, and cannot be read again
    except Exception:  # noqa: BLE001 - an error may raise anything when it is pickled
        packed = b""
    return FailedMatch(failed, packed, "".join(traceback.format_exception(error)).rstrip())


def ready() -> None:
    """Do nothing; a worker that returns from it has started."""


# ---------------------------------------------------------------- pools
# The executors that play matches: processes of this machine, or the caller's executor.

P = ParamSpec("P")
T = TypeVar("T")


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Executor:
    """Make an executor of processes on this machine."""
    return ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin)


def _context() -> BaseContext:
    """Choose to start processes anew, not as copies of this one.

    A copy would inherit the locks of other threads, and would hide that rules cannot be sent to another machine.
    """
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")


def _begin() -> None:
    """Let Ctrl-C end a worker at once and silently; the program itself reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    """End this worker with its program; otherwise it would wait for work for ever if the program is killed."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(1)


class Pool:
    """An executor that is replaced when it breaks.

    Args:
        executor: the executor; or a function that makes one, also after one has broken.
        make: makes a new executor after one has broken.
    """

    __slots__ = ("_executor", "_make", "_ours")

    def __init__(self, executor: Executor | Callable[[], Executor], make: Callable[[], Executor]) -> None:
        self._ours = not isinstance(executor, Executor)
        self._make = make if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else executor()

    def submit(self, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a function call to a worker.

        Raises:
            BrokenExecutor: if the executor has broken, or a process of ours cannot be started.
        """
        try:
            return self._executor.submit(function, *args, **named)
        except (OSError, EOFError) as error:
            if not self._ours:
                raise
            raise BrokenExecutor(f"a process cannot be started: {one_line(error)}") from error

    def replace(self) -> None:
        """Replace an executor that has broken, without waiting for workers that it may have left running."""
        self.abort()
        self._executor = self._make()
        self._ours = True

    def close(self) -> None:
        """End the executor after its work, unless it is the caller's own, who may go on using it."""
        if self._ours:
            self._executor.shutdown(wait=True, cancel_futures=True)

    def abort(self) -> None:
        """End the executor at once, unless it is the caller's own; work in progress is lost.

        Processes are killed, because a player may hang in any of them. Threads cannot be killed, so they are abandoned.
        """
        if self._ours:
            killed = _kill(self._executor)
            self._executor.shutdown(wait=killed, cancel_futures=True)


def _kill(executor: Executor) -> bool:
    """Kill the processes of an executor, if it has any; Python has no public call for this before 3.14."""
    processes: dict[int, BaseProcess] | None = getattr(executor, "_processes", None)
    for process in tuple((processes or {}).values()):
        process.kill()
    return isinstance(executor, ProcessPoolExecutor)


# ---------------------------------------------------------------- sharing
# Share out matches to workers, play lost shares again, and yield the results in order.
#
# If a worker ends, a pool of processes does not know which share has ended it: every share under way is lost. All are
# played again, half as many at a time, so that the one that ends its workers is finally alone; each share that is
# finished lets one more start. A share that was alone is played again match by match, so that the error names a match.

#: The most matches of a share; a slow share is returned in parts (`shares.SECONDS`).
_MOST: Final = 16
#: A share is this part of the matches left for one worker, so that all workers end together.
_PART: Final = 4
#: How often a match may end a worker that plays nothing else.
_TRIES: Final = 3

_log: Final = logging.getLogger("rummy500.simulate")


@attrs.frozen(order=True)
class Share:
    """A share: some matches in a row.

    Attributes:
        first: the number of the first.
        end: the number after the last.
    """

    first: int
    end: int


@attrs.frozen
class _UnderWay:
    """A share under way, with the round in which it began, and whether it is alone."""

    share: Share
    round: int
    alone: bool


@attrs.frozen
class _Done:
    """A finished share: the number after it, its results, and the error that ended it."""

    end: int
    results: tuple[MatchResult, ...]
    error: Exception | None


class Sharing:
    """Shares out the matches of a simulation.

    Args:
        job: the job of all matches.
        sent: the same job, as bytes of `Job.packed`.
        matches: how many there are.
        pool: the executor that plays them.
        workers: about how many workers it has.
        window: the most shares under way at a time.
    """

    __slots__ = (
        "_again", "_any_done", "_done", "_end", "_job", "_running", "_next", "_pool", "_round", "_sent", "_tries",
        "_unseen", "_widest", "_window", "_workers",
    )  # fmt: skip

    def __init__(self, job: Job, sent: bytes, matches: int, pool: Pool, *, workers: int, window: int) -> None:
        self._job = job
        self._sent = sent
        self._pool = pool
        self._workers = workers
        self._window = self._widest = window
        self._next, self._end = 0, matches
        self._again: list[Share] = []
        self._running: dict[Future[Outcome], _UnderWay] = {}
        self._done: dict[int, _Done] = {}
        self._tries: dict[int, int] = {}
        self._round = 0
        self._any_done = False
        self._unseen = 0  # the number of the first match whose result has not been yielded

    def results(self) -> Generator[MatchResult, None, None]:
        """Yield the result of each match in order; after Ctrl-C also those finished ahead of others.

        Raises:
            KeyboardInterrupt: after Ctrl-C, when those results have been yielded.
            MatchFailedError: for the first match that ends in an error, after the results of those before it.
            WorkersBrokeError: for the first match that ends its worker again and again, likewise; at once if no worker
                starts.
            SendError: if a worker cannot unpack the job.
        """
        try:
            yield from self._in_order()
        except KeyboardInterrupt:
            for future, running in self._running.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    self._store(running.share, future.result().results, None)
            self._abort()
            for first in sorted(self._done):
                yield from self._given(first)
            raise
        except BaseException:  # GeneratorExit, too: a caller that stops early need not wait
            self._abort()
            raise
        self._pool.close()

    def _in_order(self) -> Iterator[MatchResult]:
        number, matches = 0, self._end
        while number < matches:
            self._send()
            if number not in self._done:
                self._receive()
                continue
            yield from self._given(number)
            done = self._done.pop(number)
            if done.error is not None:
                raise done.error
            number = done.end

    def _given(self, first: int) -> Iterator[MatchResult]:
        for result in self._done[first].results:
            if result.number >= self._unseen:
                self._unseen = result.number + 1
                yield result

    def _abort(self) -> None:
        for future in self._running:
            future.cancel()
        self._pool.abort()

    def _take(self) -> Share | None:
        """Take the next share: the first one to be played again, or a new one; none if all are under way."""
        while self._again:
            share = heappop(self._again)
            if share.first < self._end:
                return share
        left = self._end - self._next
        if left <= 0:
            return None
        first = self._next
        self._next += max(1, min(_MOST, left // (self._workers * _PART)))
        return Share(first, self._next)

    def _send(self) -> None:
        while len(self._running) < self._window:
            share = self._take()
            if share is None:
                return
            running = _UnderWay(share, self._round, alone=self._window == 1)
            try:
                future = self._pool.submit(play_share, self._sent, share.first, share.end, self._round)
            except BrokenExecutor as error:
                self._replay(running, error)
            else:
                self._running[future] = running

    def _receive(self) -> None:
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            running = self._running.pop(future)
            try:
                outcome = future.result()
            except Exception as error:  # noqa: BLE001 - not of the matches, whose errors come as outcomes
                self._replay(running, error)
                continue
            if outcome.unread:
                raise SendError(
                    f"a worker cannot load the rules or the players: {outcome.unread}; workers must be able to import "
                    "the same modules and have the same plugins installed"
                )
            self._any_done = True
            self._window = min(self._window + 1, self._widest)
            failure, share = outcome.failure, running.share
            reached = share.first + len(outcome.results)
            if failure is None and reached < share.end:  # the share took too long: the rest is played later
                heappush(self._again, Share(reached, share.end))
                share = Share(share.first, reached)
            self._store(share, outcome.results, None if failure is None else failure.to_raise())

    def _store(self, share: Share, results: tuple[MatchResult, ...], error: Exception | None) -> None:
        self._done[share.first] = _Done(share.end, results, error)
        if error is not None:
            self._end = min(self._end, share.first)  # matches after it are not needed

    def _replay(self, running: _UnderWay, error: Exception) -> None:
        """Play a share again whose worker has ended."""
        first_of_round = running.round == self._round
        if first_of_round:
            self._round += 1
            self._window = max(1, min(self._window, len(self._running) + 1) // 2)
            _log.warning("a worker has ended (%s); what it had to do is done again", one_line(error))
            if isinstance(error, BrokenExecutor):
                self._pool.replace()
            if not self._any_done:
                self._try_out()
        share = running.share
        if not running.alone:
            heappush(self._again, share)
        elif share.end - share.first > 1:
            for number in range(share.first, share.end):
                heappush(self._again, Share(number, number + 1))
        else:
            self._replay_alone(share, error)

    def _replay_alone(self, share: Share, error: Exception) -> None:
        job, number = self._job, share.first
        tries = self._tries[number] = self._tries.get(number, 0) + 1
        if tries < _TRIES:
            heappush(self._again, share)
            return
        shown = job.number_of(number)
        broke = WorkersBrokeError(
            f"{job.kind} {shown} of seed {job.seed} has ended its worker {tries} times, the last time with "
            f"{one_line(error)}; {call_to_repeat(job.kind, job.seed, shown)} plays it in a process of your own"
        )
        broke.__cause__ = error
        self._store(share, (), broke)

    def _try_out(self) -> None:
        """Check that workers start at all, if none has finished anything yet.

        Raises:
            WorkersBrokeError: if they do not.
        """
        try:
            self._pool.submit(ready).result()
        except Exception as error:
            raise WorkersBrokeError(
                f"no worker starts: {one_line(error)}; worker processes import the main program, so start the "
                "simulation under `if __name__ == '__main__':` there"
            ) from error
