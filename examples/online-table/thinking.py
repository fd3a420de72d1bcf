"""Programs think in processes of their own, beside the event loop, and a thought that takes too long is ended."""

from __future__ import annotations

import asyncio
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
        self.processes = processes or max(1, (os.cpu_count() or 1) - 1)  # one is left for the event loop
        self._free = asyncio.Semaphore(self.processes)
        self._idle: list[asyncio.subprocess.Process] = []

    async def start(self) -> None:
        """Start the processes, so that no program waits for one."""
        self._idle += [await started() for _ in range(self.processes)]

    async def close(self) -> None:
        """End the processes that think about nothing."""
        while self._idle:
            process = self._idle.pop()
            process.kill()
            await process.wait()

    async def think(self, rules: r5.Rules, asked: Asked, until: float) -> r5.Action | None:
        """Let a program choose until a time of the event loop. Then its best answer so far counts, or that of hard."""
        try:
            async with asyncio.timeout_at(until), self._free:
                seconds = PATIENCE * (until - asyncio.get_running_loop().time())
                return await self._ask((rules, asked.view, asked.player, seconds))
        except Exception:  # it took too long, or the player has failed
            LOGGER.exception("the player %s has not answered", asked.player)
            player = HardPlayer(secrets.SystemRandom())
            return await asyncio.to_thread(player.choose, rules, asked.view, r5.legal_actions(rules, asked.view))

    async def _ask(self, question: tuple[r5.Rules, r5.View, str, float]) -> r5.Action | None:
        process = self._idle.pop() if self._idle else await started()
        try:
            assert process.stdin and process.stdout  # noqa: S101, PT018 - both are pipes
            process.stdin.write(pickle.dumps(question))
            line = await process.stdout.readline()
            answer: r5.Action | None = pickle.loads(bytes.fromhex(line.decode()))  # noqa: S301 - of a process of ours
        except BaseException:  # also if nobody needs the answer any more
            process.kill()
            raise
        self._idle.append(process)
        return answer


async def started() -> asyncio.subprocess.Process:
    """Start a process that runs this file."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, __file__, stdin=pipe, stdout=pipe)


def best(rules: r5.Rules, view: r5.View, name: str, seconds: float) -> r5.Action | None:
    """Let a player think for some seconds."""
    ends, action = time.monotonic() + seconds, None
    for action in thoughts(rules, view, player_named(name, secrets.SystemRandom())):  # noqa: B007 - the last one counts
        if time.monotonic() > ends:
            break
    return action


def main() -> None:
    """Answer questions, each with a line, until there are none."""
    while True:
        try:
            question = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server that has started this process
        except EOFError:
            return
        sys.stdout.write(pickle.dumps(best(*question)).hex() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
