"""Plays matches in the workers of an executor, a window of them at a time, and yields the results in order."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final, cast

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

#: The most matches of a share. Several spare the scheduler of a cluster work; a player that thinks for minutes loses
#: no more than these when the simulation is stopped.
_MOST: Final = 4
#: A share is at most this part of the matches of a worker, so that all workers end together.
_PART: Final = 64
#: How many shares each worker has, in play and waiting: the others go on while the results wait for a slow one.
_EACH: Final = 8


# ---------------------------------------------------------------- workers
# A worker gets bytes and unpacks them itself: if it cannot read them it returns an error text, whereas an executor
# that unpacks its arguments would lose the worker. For the same reason the cause of an error is returned as bytes.


def packed(job: Job) -> bytes:
    """Pickle a job for workers; the error names the plugin or the player that does not pickle."""
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


# Composing rules takes as long as several matches, so a worker keeps the last jobs; a job is never changed.
_unpacked: Final[Callable[[bytes], Job]] = lru_cache(maxsize=8)(pickle.loads)


@attrs.frozen
class Outcome:
    """The results of a share up to its first error, if there is one."""

    results: tuple[MatchResult, ...] = ()
    error: MatchFailedError | SendError | None = None
    #: The exception that caused the error, pickled; empty if it does not pickle.
    cause: bytes = b""

    def raise_error(self) -> None:
        """Raise the error, if there is one, from its cause."""
        if self.error is not None:
            raise self.error from (pickle.loads(self.cause) if self.cause else None)  # noqa: S301 - a worker's


def play_share(sent: bytes, first: int, end: int) -> Outcome:
    """Play matches in a worker, from the first up to, not including, the end."""
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
    for number in range(first, end):
        try:
            results.append(job.play(number))
        except MatchFailedError as failed:
            cause = cast("BaseException", failed.__cause__)
            failed.add_note(f"In the worker:\n{''.join(traceback.format_exception(cause)).rstrip()}")
            return Outcome(tuple(results), failed, _packed_error(cause))
    return Outcome(tuple(results))


def _packed_error(error: BaseException) -> bytes:
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301 - many an error pickles, and cannot be read again
    except Exception:  # noqa: BLE001 - an error may raise anything when it is pickled
        return b""
    return packed


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(workers: int) -> Executor:
    """Make an executor of processes on this machine.

    They are started anew, not as copies of this one: a copy would inherit the locks of other threads, and would hide
    that rules cannot be sent to another machine.
    """
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(method), initializer=_begin)


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


def _abort(pool: Executor) -> None:
    """End an executor at once; work in progress is lost.

    Processes are killed, because a player may hang in any of them. Threads cannot be killed, so they are abandoned.
    """
    # Python has no public call for this before 3.14.
    processes: dict[int, BaseProcess] = getattr(pool, "_processes", None) or {}
    for process in tuple(processes.values()):
        process.kill()
    pool.shutdown(wait=isinstance(pool, ProcessPoolExecutor), cancel_futures=True)


# ---------------------------------------------------------------- window
# The shares under way, and the results in the order of the matches.

#: The shares under way in order, each a range of matches.
_Running = deque[tuple[range, "Future[Outcome]"]]


def shared(
    job: Job, sent: bytes, matches: int, executor: Executor | Callable[[], Executor], workers: int
) -> Generator[MatchResult, None, None]:
    """Play the matches of a `packed` job in about so many workers, and yield the results in order.

    An executor that is given stays open; one that is made here is closed, its processes killed if the generator is
    closed or ends in an error. After Ctrl-C, or if a worker has ended, the results finished ahead of others come, too.
    """
    pool = executor if isinstance(executor, Executor) else executor()
    size = max(1, min(_MOST, matches // (_PART * workers)))
    shares = (range(first, min(first + size, matches)) for first in range(0, matches, size))
    running: _Running = deque()
    ready = deque[MatchResult]()
    try:
        while True:
            for share in islice(shares, _EACH * workers - len(running)):
                running.append((share, _submitted(pool, sent, share)))
            if not running:
                break
            try:
                outcome = running[0][1].result()
            except Exception as error:
                raise _worker_ended(job, running, workers, error) from error
            running.popleft()
            ready.extend(outcome.results)
            while ready:
                yield ready.popleft()
            outcome.raise_error()
    except BaseException as stopped:  # GeneratorExit, too: a caller that stops early need not wait
        for _, future in running:
            future.cancel()
        if pool is not executor:
            _abort(pool)
        if isinstance(stopped, KeyboardInterrupt | WorkersBrokeError):
            yield from ready
            for _, future in running:
                if _is_finished(future):
                    yield from future.result().results
        raise
    if pool is not executor:
        pool.shutdown()


def _submitted(pool: Executor, sent: bytes, share: range) -> Future[Outcome]:
    """Submit a share; if the pool has broken, or starts no process, the future raises that error in its turn."""
    try:
        return pool.submit(play_share, sent, share.start, share.stop)
    except (BrokenExecutor, OSError, EOFError) as error:
        failed = Future[Outcome]()
        failed.set_exception(error)
        return failed


def _is_finished(future: Future[Outcome]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _worker_ended(job: Job, running: _Running, workers: int, error: Exception) -> WorkersBrokeError:
    """Make the error of the first share under way, whose worker has ended."""
    lost = [share for share, future in running if not _is_finished(future)]
    # A pool that breaks loses all shares under way. It starts them in order, so the guilty one is among the first.
    most = min(workers, len(lost)) if isinstance(error, BrokenExecutor) else 1
    first, last = job.number_of(lost[0].start), job.number_of(lost[most - 1].stop - 1)
    where = f"{job.kind} {first}{f' or a later one up to {last}' if last > first else ''} of seed {job.seed}"
    again = f"{call_to_repeat(job.kind, job.seed, first)} plays {job.kind} {first} in a process of your own"
    if lost[0].start > 0:
        return WorkersBrokeError(f"a worker has ended in {where}: {one_line(error)}; {again}")
    return WorkersBrokeError(
        f"no worker starts, or one has ended in {where}: {one_line(error)}; worker processes import the main program, "
        f"so start the simulation under `if __name__ == '__main__':` there; {again}"
    )
