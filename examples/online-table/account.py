"""Fairness: whoever needs the processor for long waits, and nobody else does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

#: After work one waits so many times as long as it took, but the first seconds of waiting are a gift: a person who
#: opens a page does not notice it, and a program that does so all the time has a fifth of a processor.
FAIR, GIFT = 4, 10

P = ParamSpec("P")
T = TypeVar("T")


class Account:
    """The processor's time that one seat has used, or all spectators of a table together."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._free_at = 0.0

    def charge(self, seconds: float) -> None:
        """Note that work took so many seconds of a processor."""
        self._free_at = max(self._free_at, time.monotonic()) + FAIR * seconds

    async def pause(self) -> None:
        """Wait until work may begin."""
        await asyncio.sleep(self._free_at - time.monotonic() - GIFT)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run slow work in a thread, beside the event loop, and charge it; one at a time for each account."""

        def charged() -> T:
            began = time.thread_time()  # not the clock on the wall: other threads would count, too
            try:
                return work(*args, **kwargs)
            finally:
                self.charge(time.thread_time() - began)

        async with self._turn:
            await self.pause()
            return await finished(asyncio.to_thread(charged))


async def finished(work: Coroutine[Any, Any, T]) -> T:
    """Await work to its end, also if whoever waits for it is cancelled: what it holds, it holds until then."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    finally:
        await asyncio.wait([task])
