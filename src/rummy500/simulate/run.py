"""`simulate` and its kin: matches played in the workers of any executor, a window of them at a time, in order."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, Unpack, cast

import attrs

from rummy500.base.inputs import quoted, require_min, whole_number
from rummy500.engine.match import plain_seed
from rummy500.players.drive import MAX_HANDS, MAX_TURNS
from rummy500.players.registry import PlayerMaker
from rummy500.rules.rules import Rules
from rummy500.simulate.matches import Entrant, HandJob, Job, check_limit, entrants
from rummy500.simulate.results import (
    MatchFailedError,
    MatchResult,
    SendError,
    WorkersBrokeError,
    call_to_repeat,
    one_line,
)
from rummy500.simulate.summary import Simulation, summarise

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


# ---------------------------------------------------------------- the public functions

J = TypeVar("J", bound=Job)

#: How many workers an executor is assumed to have by default: too many cost it a queue, too few leave workers idle.
_MANY: Final = 128


class RunSettings(TypedDict, total=False):
    """The settings of a simulation that may be left out.

    Attributes:
        max_turns: after this many turns a hand is cut off, and its match with it.
        max_hands: after this many hands a match is cut off; a duel has no matches.
        max_seconds: how long a player may take over a decision, in seconds above 0; `None` for any time.
        executor: an executor, for example a cluster's, which is left open; or a function that makes one, which is
            closed in the end. By default processes of this machine.
        workers: the number of processes, by default that of the processors, 1 to play in this process; for an executor
            the number of its workers, so that all are busy.
        fast: whether matches of random players alone may be played by fast hands (`rummy500.fast`), where the rules
            have a fast form, as they are if you say nothing; the results are the same.
    """

    max_turns: int
    max_hands: int
    max_seconds: float | None
    executor: Executor | Callable[[], Executor] | None
    workers: int | None
    fast: bool


def each_match(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int | None = None,
    hands: int | None = None,
    seed: int,
    **settings: Unpack[RunSettings],
) -> Generator[MatchResult, None, None]:
    """Play the matches of a simulation, and yield their results in order as soon as they are ready.

    Closing the generator ends the workers. On Ctrl-C, or if a worker ends, it ends them all, yields the finished
    results that had to wait for an earlier match, and then raises `KeyboardInterrupt` or `WorkersBrokeError`. The
    arguments are those of `simulate`.

    Returns:
        The result of each match, in order of number.

    Raises:
        PlayerError: as `simulate`; `SendError`, `MatchFailedError` and `WorkersBrokeError`, too. An error in a match
            comes after the results of the matches before it.
        DealError: for a negative seed.
        ValueError: for both `matches` and `hands`, or neither; for less than one worker, or a limit of 0 seconds or
            fewer.
        TypeError: for a number that is not a whole number.
    """
    if matches is not None and hands is None:
        return start(Job, rules, players, seed, matches, **settings)[1]
    if hands is None or matches is not None:
        raise ValueError("give either a number of matches or a number of hands")
    settings["max_hands"] = 1
    return start(HandJob, rules, players, seed, whole_number(hands, "the number of hands"), **settings)[1]


def start(  # noqa: PLR0913 - one argument for each setting
    kind: type[J],
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    seed: int,
    count: int,
    *,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
    first: int = 0,
    fast: bool = True,
) -> tuple[J, Generator[MatchResult, None, None]]:
    """Check and start a simulation or a duel; see `each_match` for errors."""
    check_limit(max_seconds)
    count = whole_number(count, f"the number of {'deals' if kind.kind == 'deal' else 'matches'}")
    turns, hands = whole_number(max_turns, "a limit of turns"), whole_number(max_hands, "a limit of hands")
    job = kind(
        rules, entrants(players), plain_seed(seed), turns, hands, max_seconds, whole_number(first, "first"), fast
    )
    job.seating(0)
    count *= job.parts
    if workers is not None:
        workers = whole_number(workers, "workers")
        require_min(1, workers=workers)
    if executor is not None and not isinstance(executor, Executor) and not callable(executor):
        raise TypeError(
            f"{quoted(executor)} is not a concurrent.futures.Executor and does not make one; Dask's is"
            " client.get_executor()"
        )
    local = workers or processors()
    if executor is None:
        local = min(local, count)
        if local <= 1:
            return job, (job.play(number) for number in range(count))
        workers = local
    # Rules that cannot be sent are refused at once, not when the first result is asked for.
    return job, shared(job, packed(job), count, executor or partial(processes, local), workers or _MANY)


def simulate(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int | None = None,
    hands: int | None = None,
    seed: int,
    **settings: Unpack[RunSettings],
) -> Simulation:
    """Play many matches, or many single hands, and sum them up; the results are the same on any machine.

    Args:
        rules: the rules in force.
        players: names, for example `medium` and `random`; classes or functions that make a player from a random
            source; entrants. They are repeated until every seat has one, and move on by one seat each match.
        matches: how many matches, at least one.
        hands: instead, how many single hands, each at 0 : 0, with the cards that the first hand of a match has. A hand
            that was played to its end counts as a match that was not cut off, with no winner unless it wins a match.
        seed: a whole number, 0 or more.
        **settings: limits and workers: `max_turns`, `max_hands`, `max_seconds`, `executor`, `workers`, `fast`.

    Raises:
        PlayerError: if there is no player, if there are more players than seats, or for an unknown name.
        SendError: if the rules or a player cannot be sent to a worker.
        MatchFailedError: if the rules or a player raise an error, a player returns something other than a legal action
            of its seat, or a decision takes longer than `max_seconds`; it has the seat that was asked last, and the
            match and the seed to repeat it.
        WorkersBrokeError: if a worker process ends, with the matches that may have ended it, or if none starts.
        DealError: for a negative seed.
        ValueError: for less than one match, hand or worker, for both `matches` and `hands`, or a limit of 0 seconds or
            fewer.
        TypeError: for a number that is not a whole number.
    """
    return summarise(each_match(rules, players, matches=matches, hands=hands, seed=seed, **settings))
