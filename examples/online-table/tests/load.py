"""Measure the server. Clients run beside it on this machine, so the times of a round trip are theirs, too.

- `uv run tests/load.py`: 500 idle tables, and 50 busy ones beside them.
- `uv run tests/load.py reconnect`: one client reconnects in a loop to a table with a full log, others play.
- `uv run --extra postgres tests/load.py processes --tables 300`: tables of three on two processes and PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing import Process
from pathlib import Path

from playing import APP, Player, Server
from websockets.asyncio.client import connect

sys.path.insert(0, str(APP.parent))
from storage import SQLiteStorage

import rummy500 as r5
from rummy500.table import (
    Table,
    entries_since,
    open_table,
    table_to_json,
    time_is_up,
    waiting,
)

IDLE, BUSY, SECONDS = 500, 50, 20


def shown(name: str, times: Sequence[float]) -> None:
    """Print the median and the slowest hundredth."""
    found = statistics.quantiles([1000 * each for each in times], n=100)
    print(f"{name}: p50 {found[49]:.2f} ms, p99 {found[98]:.2f} ms, of {len(times)}")


async def idle(server: Server, *, alike: bool) -> list[Player]:
    """Hold many tables with a player at each who does nothing."""
    before, players = server.memory(), list[Player]()
    for number in range(IDLE):
        options = {} if alike else {"match_target": 200 + 5 * number}
        table, tokens = await asyncio.to_thread(server.open, ["person", "medium"], "pagat", (), **options)
        players.append(Player(server, table, tokens[0]))
        await players[-1].enter()
    await asyncio.sleep(2)
    each = (server.memory() - before) / IDLE / 1000
    print(
        f"{IDLE} idle tables, {'the same rules' if alike else 'each its own target'}: {each:.0f} kB a table and socket"
    )
    return players


async def busy(servers: Sequence[Server], tables: int, seconds: float, think: float, seats: Sequence[str]) -> None:
    """Play many tables at once, and time every action."""
    players = []
    for number in range(tables):
        server = servers[number % len(servers)]
        table, tokens = await asyncio.to_thread(server.open, seats, "pagat", (), call="none", match_target=5000)
        players += [Player(server, table, token, number) for token in tokens if token]
    for player in players:
        await player.enter()
    gc.disable()  # the clients have one process here: its pauses, of 200 ms for 900 clients, would be the server's
    playing = [asyncio.create_task(player.play(garbage=0.0, think=think)) for player in players]
    await asyncio.sleep(5)
    for player in players:
        player.took.clear()  # of the time when all began at once
    _, going_on = await asyncio.wait(playing, timeout=seconds)
    gc.enable()
    for task in going_on:
        task.cancel()
    times = [took for player in players for took in player.took]
    shown(f"{tables} busy tables, {think:g} s to think, {len(times) / seconds:.0f} actions a second, round trip", times)


async def all_of_it(server: Server, *, alike: bool) -> None:
    """Idle tables, and then busy ones beside them."""
    sleepers = await idle(server, alike=alike)
    if not alike:
        for think in (1, 0):
            await busy([server], BUSY, SECONDS, think, ["person", "person", "medium"])
    for player in sleepers:
        await player.socket.close()


def tables() -> None:
    """Measure many idle tables, and busy ones beside them."""
    for alike in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder) / "tables.sqlite3", window=0.05, deal=0.1, turn=600)
            try:
                asyncio.run(all_of_it(server, alike=alike))
            finally:
                server.kill()


def with_a_full_log() -> tuple[Table, Table]:
    """A table as it was opened, and when its log is nearly full, between two hands."""
    table = opening = open_table(r5.compose("pagat", seats=3), ["Ann", "Bob", "Cid"])
    source = random.Random(1)
    while len(table.log) < 9_600 or table.hand is not None:
        now = waiting(table)
        table = time_is_up(table, now.decision, now.kind, source)
    return opening, table


async def saved_with_a_full_log(file: Path) -> int:
    """Save the table "full", and return the number of its entries."""
    opening, table = with_a_full_log()
    storage = SQLiteStorage(file)
    await storage.create("full", table_to_json(opening), ["key"] * 3)
    await storage.append("full", 1, entries_since(table, 1))
    await storage.close()
    return len(table.log)


def attack(port: int, since: str) -> None:
    """Connect as a spectator, take the first message, leave, and so on."""

    async def attacking() -> None:
        while True:
            async with connect(f"ws://127.0.0.1:{port}/tables/full{since}", proxy=None, max_size=None) as socket:
                await socket.send("")
                await socket.recv()

    asyncio.run(attacking())


def reconnect() -> None:
    """Measure another table's round trip while one client reconnects in a loop to a table with a full log."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite3"
        print(f"a table with {asyncio.run(saved_with_a_full_log(file))} entries")
        server = Server(file, window=0.05, deal=0.1, turn=600)
        try:
            for since in (None, "", "?since=0"):
                print("nobody reconnects" if since is None else f"one spectator reconnects{since}")
                attacker = Process(target=attack, args=(server.port, since), daemon=True)
                if since is not None:
                    attacker.start()
                asyncio.run(busy([server], 1, SECONDS, 0.05, ["person", "medium"]))
                if since is not None:
                    attacker.kill()
        finally:
            server.kill()


def processes(tables: int) -> None:
    """Measure many tables of three people on two processes and one PostgreSQL."""
    from database import Database  # it needs psycopg, which the others do not

    database = Database()
    servers = [Server(database.url, window=0.05, deal=0.1, turn=600) for _ in range(2)]
    try:
        asyncio.run(busy(servers, tables, SECONDS, 1, ["person"] * 3))
    finally:
        for server in servers:
            server.kill()
        database.close()


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description="Measure the server.")
    parser.add_argument("what", nargs="?", default="tables", choices=["tables", "reconnect", "processes"])
    parser.add_argument("--tables", type=int, default=300, help="of three people, for `processes`")
    given = parser.parse_args()
    if given.what == "processes":
        processes(given.tables)
    else:
        {"tables": tables, "reconnect": reconnect}[given.what]()


if __name__ == "__main__":
    main()
