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
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from heapq import heappop, heappush
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final, TypeVar, cast

import attrs

from rummy500.simulate.matches import Job
from rummy500.simulate.results import (
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
# that unpacks its arguments would lose the worker. For the same reason the cause of an error is returned as bytes.

#: The jobs that a worker has unpacked: composing rules takes as long as several matches.
_REMEMBERED: Final = 8
#: After this many seconds a worker returns the finished matches of its share, so that results arrive steadily.
SECONDS: Final = 0.5


def packed(job: Job) -> bytes:
    """Pickle a job for workers."""
    try:
        return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        what, why = next(_unsendable(job), ("this simulation", one_line(error)))
        raise SendError(
            f"{what} cannot be sent to workers: {why}; it must pickle, or be importable by its name from a module; "
            "workers=1 plays in this process"
        ) from error


def _unsendable(job: Job) -> Iterator[tuple[str, str]]:
    """Find the part of a job that does not pickle, and why."""
    from rummy500.hooks.load import check_plugin  # noqa: PLC0415 - pluggy is loaded when used

    passed = cast("tuple[PluginObject, ...]", job.rules.origin.passed_plugins)
    parts = [(f"the plugin {check_plugin(each.plugin).info.name}, passed as an object,", each) for each in passed]
    for what, part in (*parts, *((f"the player {each.name}", each.make) for each in job.entrants)):
        try:
            pickle.dumps(part)
        except Exception as error:  # noqa: BLE001 - an object may raise anything when it is pickled
            yield what, one_line(error)


_unpacked: Final[Callable[[bytes], Job]] = lru_cache(maxsize=_REMEMBERED)(pickle.loads)


@attrs.frozen
class Outcome:
    """The outcome of a share."""

    results: tuple[MatchResult, ...] = ()
    error: MatchFailedError | SendError | None = None
    cause: bytes = b""


def play_share(sent: bytes, first: int, end: int, _attempt: int) -> Outcome:
    """Play some matches in a worker, at least one."""
    try:
        job = _unpacked(sent)
    except Exception as error:  # noqa: BLE001 - whatever is missing here, the other side reports it
        return Outcome(
            error=SendError(
                f"a worker cannot load the rules or the players: {one_line(error)}; workers must be able to import the "
                "same modules and have the same plugins installed"
            )
        )
    results: list[MatchResult] = []
    began = time.monotonic()
    for number in range(first, end):
        try:
            results.append(job.play(number))
        except MatchFailedError as failed:
            cause = cast("BaseException", failed.__cause__)
            failed.add_note(f"In the worker:\n{''.join(traceback.format_exception(cause)).rstrip()}")
            return Outcome(tuple(results), failed, _packed_error(cause))
        if time.monotonic() - began > SECONDS:
            break
    return Outcome(tuple(results))


def _packed_error(error: BaseException) -> bytes:
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - many an error pickles, and cannot be read again
    except Exception:  # noqa: BLE001 - an error may raise anything when it is pickled
        return b""
    return packed


# ---------------------------------------------------------------- pools
# The executors that play matches: processes of this machine, or the caller's executor.

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
    """An executor that is made when it is needed, and again when it breaks."""

    def __init__(self, executor: Executor | Callable[[], Executor], make: Callable[[], Executor]) -> None:
        self._executor = executor if isinstance(executor, Executor) else None
        self._make = make if isinstance(executor, Executor) else executor
        self._ours = not isinstance(executor, Executor)

    def submit(self, function: Callable[..., T], *args: object) -> Future[T]:
        """Submit a function call to a worker."""
        if self._executor is None:
            self._executor = self._make()
        try:
            return self._executor.submit(function, *args)
        except (OSError, EOFError) as error:
            if not self._ours:
                raise
            raise BrokenExecutor(f"a process cannot be started: {one_line(error)}") from error

    def replace(self) -> None:
        """Replace an executor that has broken, without waiting for workers that it may have left running."""
        self.abort()
        self._executor = None
        self._ours = True

    def close(self) -> None:
        """End the executor after its work, unless it is the caller's own, who may go on using it."""
        if self._executor is not None and self._ours:
            self._executor.shutdown()

    def abort(self) -> None:
        """End the executor at once, unless it is the caller's own; work in progress is lost.

        Processes are killed, because a player may hang in any of them. Threads cannot be killed, so they are abandoned.
        """
        if self._executor is not None and self._ours:
            # Python has no public call for this before 3.14.
            processes: dict[int, BaseProcess] = getattr(self._executor, "_processes", None) or {}
            for process in tuple(processes.values()):
                process.kill()
            self._executor.shutdown(wait=isinstance(self._executor, ProcessPoolExecutor), cancel_futures=True)


# ---------------------------------------------------------------- sharing
# Share out matches to workers, play lost shares again, and yield the results in order.
#
# If a worker ends, a pool of processes does not know which share has ended it: every share under way is lost. Their
# matches are played again one by one, half as many at a time, so that the one that ends its workers is finally alone
# and the error names it; each share that is finished lets one more start.

#: The most matches of a share; a slow share is returned in parts (`SECONDS`).
_MOST: Final = 16
#: A share is this part of the matches left for one worker, so that all workers end together.
_PART: Final = 4
#: How many shares each worker has: one in play and one waiting.
_EACH: Final = 2
#: How often a match may end a worker that plays nothing else.
_TRIES: Final = 3

_log: Final = logging.getLogger("rummy500.simulate")


@attrs.frozen
class _Share:
    """A share under way."""

    first: int
    end: int
    round: int
    alone: bool


class Sharing:
    """Shares out the matches of a simulation."""

    def __init__(self, job: Job, matches: int, pool: Pool, workers: int) -> None:
        self._job = job
        self._sent = packed(job)
        self._pool = pool
        self._workers = workers
        self._window = self._widest = _EACH * workers  # the most shares under way at a time
        self._next, self._end = 0, matches
        self._again: list[tuple[int, int]] = []  # a heap: from which match on, up to which
        self._running: dict[Future[Outcome], _Share] = {}
        self._done: dict[int, MatchResult | Exception] = {}  # by the number of the match
        self._tries = Counter[int]()
        self._round = 0
        self._any_done = False

    def results(self) -> Generator[MatchResult, None, None]:
        """Yield the result of each match in order; after Ctrl-C also those finished ahead of others."""
        try:
            for number in range(self._end):
                yield self._wait_for(number)
        except BaseException as stopped:  # GeneratorExit, too: a caller that stops early need not wait
            for future in self._running:
                future.cancel()
            self._pool.abort()
            if isinstance(stopped, KeyboardInterrupt):
                for future, share in self._running.items():
                    if future.done() and not future.cancelled() and future.exception() is None:
                        self._store(share, future.result())
                yield from (found for _, found in sorted(self._done.items()) if isinstance(found, MatchResult))
            raise
        self._pool.close()

    def _wait_for(self, number: int) -> MatchResult:
        self._send()
        while number not in self._done:
            self._receive()
            self._send()
        found = self._done.pop(number)
        if isinstance(found, Exception):
            raise found
        return found

    def _send(self) -> None:
        while len(self._running) < self._window and (matches := self._take()) is not None:
            share = _Share(*matches, self._round, alone=self._window == 1)
            try:
                future = self._pool.submit(play_share, self._sent, *matches, self._round)
            except BrokenExecutor as error:
                self._replay(share, error)
            else:
                self._running[future] = share

    def _take(self) -> tuple[int, int] | None:
        """Take the next share: the first one to be played again, or a new one; `None` if all are under way."""
        if self._again and self._again[0][0] < self._end:
            return heappop(self._again)
        first, left = self._next, self._end - self._next
        if left <= 0:
            return None
        self._next += max(1, min(_MOST, left // (self._workers * _PART)))
        return first, self._next

    def _receive(self) -> None:
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            share = self._running.pop(future)
            try:
                outcome = future.result()
            except Exception as error:  # noqa: BLE001 - not of the matches, whose errors come as outcomes
                self._replay(share, error)
            else:
                self._any_done = True
                self._window = min(self._window + 1, self._widest)
                self._store(share, outcome)

    def _store(self, share: _Share, outcome: Outcome) -> None:
        self._done.update((result.number, result) for result in outcome.results)
        reached = share.first + len(outcome.results)
        if outcome.error is not None:
            outcome.error.__cause__ = pickle.loads(outcome.cause) if outcome.cause else None  # noqa: S301 - a worker's
            self._fail(reached, outcome.error)
        elif reached < share.end:  # the share took too long: the rest is played later
            heappush(self._again, (reached, share.end))

    def _fail(self, number: int, error: Exception) -> None:
        self._done[number] = error
        self._end = min(self._end, number)  # matches after it are not needed

    def _replay(self, share: _Share, error: Exception) -> None:
        """Play the matches of a share again whose worker has ended, one by one."""
        if share.round == self._round:
            self._round += 1
            self._window = max(1, min(self._window, len(self._running) + 1) // 2)
            _log.warning("a worker has ended (%s); what it had to do is done again", one_line(error))
            if isinstance(error, BrokenExecutor):
                self._pool.replace()
            if not self._any_done:
                self._try_out()
        if share.alone and share.end - share.first == 1:
            self._tries[share.first] += 1
            if self._tries[share.first] == _TRIES:
                self._give_up(share.first, error)
                return
        for number in range(share.first, share.end):
            heappush(self._again, (number, number + 1))

    def _give_up(self, number: int, error: Exception) -> None:
        job, shown = self._job, self._job.number_of(number)
        broke = WorkersBrokeError(
            f"{job.kind} {shown} of seed {job.seed} has ended its worker {_TRIES} times, the last time with "
            f"{one_line(error)}; {call_to_repeat(job.kind, job.seed, shown)} plays it in a process of your own"
        )
        broke.__cause__ = error
        self._fail(number, broke)

    def _try_out(self) -> None:
        """Check that workers start at all, if none has finished anything yet."""
        try:
            self._pool.submit(os.getpid).result()
        except Exception as error:
            raise WorkersBrokeError(
                f"no worker starts: {one_line(error)}; worker processes import the main program, so start the "
                "simulation under `if __name__ == '__main__':` there"
            ) from error
