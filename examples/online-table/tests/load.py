"""Measure the server: `uv run tests/load.py`. 500 idle tables and 50 busy ones, and the engine alone.

Clients run beside the server on this machine, so the times of a round trip are theirs, too.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playing import Player, Server

import rummy500 as r5
from rummy500.table import advance, end_window, entry_to_json, next_hand, open_table, waiting
from rummy500.wire import handle, message_json, update_message
from rummy500.wire.protocol import Submit

IDLE, BUSY, SECONDS = 500, 50, 20


def shown(name: str, times: Sequence[float]) -> None:
    """Print the median and the slowest hundredth."""
    found = statistics.quantiles([1000 * each for each in times], n=100)
    print(f"{name}: p50 {found[49]:.2f} ms, p99 {found[98]:.2f} ms, of {len(times)}")


def engine_and_messages(preset: str, plugins: Sequence[str], seats: int) -> None:
    """Time each action of a match: request, table after it, entries as text, and the messages for every seat."""
    rules, source, times = r5.compose(preset, plugins, seats=seats), random.Random(1), []
    table = next_hand(open_table(rules, ["Ann"] * (seats - 1) + ["Bot"], programs={seats - 1: "greedy"}), source)
    numbers = [0] * seats
    for _ in range(1500):
        now = waiting(table)
        if now.kind == "over":
            break
        if now.kind == "deal":
            table = advance(next_hand(table, source), source)
            continue
        if table.kept is not None or (now.kind == "window" and now.on_turn == seats - 1):
            table = advance(end_window(table, now.decision, source), source)
            continue
        seat = now.on_turn
        legal = update_message(table, seat, 10**6).legal
        assert legal is not None
        kinds = {each.kind: each.actions for each in legal.kinds}
        actions = kinds.get("meld") or kinds.get("lay") or source.choice(list(kinds.values()))
        text = message_json(Submit(now.decision, source.choice(actions).action))
        began = time.process_time()  # not the clock on the wall: other programs would count, too
        after = handle(table, seat, text, source).table
        for entry in after.log[len(table.log) :]:
            entry_to_json(entry)
        for each in range(seats):
            update = update_message(after, each, numbers[each])
            numbers[each] = update.number
            message_json(update)
        times.append(time.process_time() - began)
        if after is table:
            break
        table = after
    shown(f"processor time of engine and messages, {preset} {' '.join(plugins)}, {seats} seats", times)


async def idle(server: Server, *, alike: bool) -> list[Player]:
    """Hold many tables with a player at each who does nothing."""
    before, players = server.memory(), list[Player]()
    for number in range(IDLE):
        options = {} if alike else {"match_target": 200 + 5 * number}
        table, tokens = await asyncio.to_thread(server.open, ["person", "greedy"], "pagat", (), **options)
        players.append(Player(server, table, tokens[0]))
        await players[-1].enter()
    await asyncio.sleep(2)
    each = (server.memory() - before) / IDLE / 1000
    print(
        f"{IDLE} idle tables, {'the same rules' if alike else 'each its own target'}: {each:.0f} kB a table and socket"
    )
    return players


async def busy(server: Server, think: float) -> None:
    """Play many tables at once, and time every action."""
    players = []
    for number in range(BUSY):
        table, tokens = await asyncio.to_thread(server.open, ["person", "person", "greedy"], "pagat", (), call="none")
        players += [Player(server, table, token, number) for token in tokens if token]
    for player in players:
        await player.enter()
    playing = [asyncio.create_task(player.play(garbage=0.0, think=think)) for player in players]
    _, going_on = await asyncio.wait(playing, timeout=SECONDS)
    for task in going_on:
        task.cancel()
    times = [took for player in players for took in player.took]
    shown(f"{BUSY} busy tables, {think:g} s to think, {len(times) / SECONDS:.0f} actions a second, round trip", times)


async def all_of_it(server: Server, *, alike: bool) -> None:
    """Idle tables, and then busy ones beside them."""
    sleepers = await idle(server, alike=alike)
    if not alike:
        for think in (1, 0):
            await busy(server, think)
    for player in sleepers:
        await player.socket.close()


def main() -> None:
    """Measure all of it."""
    for preset, plugins, seats in (("pagat", (), 4), ("classic", ("oklahoma",), 4)):
        engine_and_messages(preset, plugins, seats)
    for alike in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder) / "tables.sqlite3", window=0.05, deal=0.1, turn=600)
            try:
                asyncio.run(all_of_it(server, alike=alike))
            finally:
                server.kill()


if __name__ == "__main__":
    main()
