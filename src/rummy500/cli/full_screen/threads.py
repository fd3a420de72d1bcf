"""Runs the programs of a game in a thread, so that the screen goes on answering."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

_Result = TypeVar("_Result")


async def in_thread(work: Callable[[], _Result]) -> _Result:
    """Run a function in a thread of its own.

    Python waits at its end for the threads of a pool. It does not wait for this one, so a program that never answers
    cannot keep a person at the table.

    Args:
        work: the function.

    Returns:
        Its result.

    Raises:
        Exception: the error that it raised.
    """
    done: Future[_Result] = Future()
    done.set_running_or_notify_cancel()  # from here on nobody can cancel it, so the thread may set its result

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - whoever waits raises it
            done.set_exception(error)
        else:
            done.set_result(result)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
