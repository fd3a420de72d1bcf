"""The executors that play matches: processes of this machine, or the caller's executor."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import ParamSpec, TypeVar

from rummy500.simulate.errors import one_line

P = ParamSpec("P")
T = TypeVar("T")


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Executor:
    """Make an executor of processes on this machine.

    Args:
        workers: how many.
    """
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
