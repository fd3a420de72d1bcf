"""A room: one table with its clients and its clock. No network is in here: `app.py` has the sockets."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from typing import NamedTuple

from storage import Storage, TakenError, load

from rummy500.table import Table, advance, end_window, entry_to_json, next_hand, time_out, waiting
from rummy500.wire import handle, update_message
from rummy500.wire.messages import UpdateData
from rummy500.wire.protocol import Answer

CHANCE = secrets.SystemRandom()  # nobody can guess its shuffles


class Limits(NamedTuple):
    """Seconds: for a decision, for a window for calls, before the next deal, and for a socket to take a message."""

    turn: float = 60
    window: float = 5
    deal: float = 8
    slow: float = 10


class Client:
    """A socket: the seat that it plays, None for a spectator, and the number of the last event that it was sent."""

    def __init__(self, seat: int | None, number: int = 0) -> None:
        self.seat = seat
        self.number = number
        self.updated = False  # whether it has been sent an update
        self.cost = 0.0  # the seconds that its last request took
        self.due = asyncio.Event()  # an update may be due
        self.due.set()


class Room:
    """A table with its clients and its clock. One process, one event loop, one room for a table."""

    def __init__(self, name: str, table: Table, storage: Storage, limits: Limits) -> None:
        self.name, self.table, self.storage, self.limits = name, table, storage, limits
        self.clients: set[Client] = set()
        self._people = {seat for seat in range(table.rules.seats) if table.is_person(seat)}
        self.hints = len(self._people) == 1
        self._lock = asyncio.Lock()  # one change at a time
        self._moved = asyncio.Event()  # the table waits for something else than before

    @property
    def may_play(self) -> bool:
        """Whether the clock may run: the first hand waits until every person has come."""
        return len(self.table.log) > 1 or self._people <= {client.seat for client in self.clients}

    async def receive(self, client: Client, sent: object) -> Answer | None:
        """Answer whatever a client has sent; None for a success, which the next update shows."""
        async with self._lock:
            while True:
                began = time.perf_counter()
                handled = handle(self.table, client.seat, sent, CHANCE, hints=self.hints)
                client.cost = time.perf_counter() - began
                if await asyncio.shield(self._save(handled.table)):  # also if the client is gone meanwhile
                    break  # otherwise another process was first: ask the table as it is now
        return handled.answer

    async def next_update(self, client: Client) -> UpdateData:
        """Wait until something is new for this client. If it is slow, it misses nothing and is sent less often."""
        while True:
            await client.due.wait()
            client.due.clear()
            update = update_message(self.table, client.seat, client.number)
            client.number = update.number
            # Without an event nothing has changed, and an update would show when another seat lets its call go.
            if update.events or not client.updated:
                client.updated = True
                return update

    async def keep_time(self) -> None:
        """Act for everybody whose time is up. Run it while a player is connected, so that no table plays by itself."""
        seconds = {"window": self.limits.window, "deal": self.limits.deal, "programs": 0}
        while (now := waiting(self.table)).kind != "over":
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), seconds.get(now.kind, self.limits.turn))
            async with self._lock:
                if waiting(self.table) == now:
                    await asyncio.shield(self._save(time_is_up(self.table)))

    async def _save(self, after: Table) -> bool:
        """Save what is new, and only then show it. False if another process has saved something else first."""
        before = self.table
        if after is before:
            return True
        try:
            new = [entry_to_json(entry) for entry in after.log[len(before.log) :]]
            await self.storage.append(self.name, len(before.log), new)
            self.table = after
        except TakenError:
            self.table = await load(self.name, self.storage)
        if waiting(self.table) != waiting(before):
            self._moved.set()
        for client in self.clients:
            client.due.set()
        return self.table is after


def time_is_up(table: Table) -> Table:
    """The table after everybody whom it waits for has let the time run out."""
    now = waiting(table)
    if now.kind == "deal":
        table = next_hand(table, CHANCE)
    elif now.kind == "window":
        table = end_window(table, now.decision, CHANCE)
    elif now.kind in ("turn", "round"):
        table = time_out(table, now.seats[0], table.decision, CHANCE)
    return advance(table, CHANCE)
