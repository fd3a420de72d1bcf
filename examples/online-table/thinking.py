"""Programs think in processes of their own, beside the event loop, and a thought that takes too long is ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import secrets
import sys
import time

import rummy500 as r5
from rummy500.players import HardPlayer, player_named, thoughts
from rummy500.table import Asked

LOGGER = logging.getLogger(__name__)
#: A process answers by itself after this part of its time. One that does not is ended when its time is up.
PATIENCE = 0.7


class Thinkers:
    """Processes in which programs think, one thought at a time each. Tables take turns as they ask."""

    def __init__(self, processes: int | None = None) -> None:
        self._missing = processes or max(1, (os.cpu_count() or 1) - 1)  # one processor is left for the event loop
        self._ready: asyncio.Queue[asyncio.subprocess.Process] = asyncio.Queue()
        self._processes: set[asyncio.subprocess.Process] = set()
        self._starting: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the processes that are missing, so that no program waits for one."""
        while self._missing:
            self._missing -= 1
            task = asyncio.create_task(self._start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, __file__, stdin=pipe, stdout=pipe)
        self._processes.add(process)
        await line_of(process)  # it is ready
        self._ready.put_nowait(process)

    async def close(self) -> None:
        """End the processes."""
        for task in self._starting:
            task.cancel()
        while self._processes:
            process = self._processes.pop()
            kill(process)
            await process.wait()

    async def think(self, rules: r5.Rules, asked: Asked, until: float) -> r5.Action | None:
        """Let a program choose until a time of the event loop. Then its best answer so far counts, or that of hard."""
        self.start()
        try:
            async with asyncio.timeout_at(until):
                process = await self._ready.get()
                seconds = PATIENCE * (until - asyncio.get_running_loop().time())
                return await self._ask(process, (rules, asked.view, asked.player, seconds))
        except Exception as error:  # noqa: BLE001 - it took too long, or its process has failed and said why
            LOGGER.warning("the player %s has not answered, hard plays for it: %r", asked.player, error)
            player = HardPlayer(secrets.SystemRandom())
            return await asyncio.to_thread(player.choose, rules, asked.view, r5.legal_actions(rules, asked.view))

    async def _ask(self, process: asyncio.subprocess.Process, question: tuple[object, ...]) -> r5.Action | None:
        try:
            assert process.stdin  # noqa: S101 - it is a pipe
            process.stdin.write(pickle.dumps(question))
            answer: r5.Action | None = pickle.loads(await line_of(process))  # noqa: S301 - of a process of ours
        except BaseException:  # also if nobody needs the answer any more
            kill(process)
            self._processes.discard(process)
            self._missing += 1
            self.start()
            raise
        self._ready.put_nowait(process)
        return answer


def kill(process: asyncio.subprocess.Process) -> None:
    """End a process, unless it has ended."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()


async def line_of(process: asyncio.subprocess.Process) -> bytes:
    """Read the next bytes that a process writes."""
    assert process.stdout  # noqa: S101 - it is a pipe
    return bytes.fromhex((await process.stdout.readline()).decode())


def best(rules: r5.Rules, view: r5.View, name: str, seconds: float) -> r5.Action | None:
    """Let a player think for some seconds."""
    ends, action = time.monotonic() + seconds, None
    for action in thoughts(rules, view, player_named(name, secrets.SystemRandom())):  # noqa: B007 - the last one counts
        if time.monotonic() > ends:
            break
    return action


def main() -> None:
    """Answer questions, each with a line, until there are none. An empty line says that it is ready."""
    answer = b""
    while True:
        try:
            os.write(1, answer.hex().encode() + b"\n")
            question = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server that has started this process
        except (EOFError, BrokenPipeError):  # the server has ended
            return
        answer = pickle.dumps(best(*question))


if __name__ == "__main__":
    main()
