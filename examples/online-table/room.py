"""A room: one table with its clients and its clock. No network is in here: `app.py` has the sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from typing import Final, NamedTuple

from account import Account, finished
from storage import DownError, Storage, TakenError, extended

import rummy500 as r5
from rummy500.table import Table, advance, end_window, entry_to_json, next_hand, time_out, waiting
from rummy500.wire import Request, handle, message_json, read_request, update_message
from rummy500.wire.messages import ErrorData
from rummy500.wire.protocol import AnswerUndo, LetGo, Since, Submit, Undo

LOGGER = logging.getLogger(__name__)
CHANCE = secrets.SystemRandom()  # nobody can guess its shuffles
#: The most sockets of a seat, and of all spectators together.
MOST_OF_A_SEAT, MOST_SPECTATORS = 4, 50
#: A clock that has failed tries again after 1 second, 2, 4 and so on, up to this many.
LONGEST_PAUSE: Final = 30
#: Requests that change a table. All others are questions, which may take long to answer.
CHANGES: Final = (Submit, LetGo, Undo, AnswerUndo)
TROUBLE: Final = message_json(
    ErrorData(
        "The game cannot go on at the moment. The server tries again by itself; "
        "if your move does not show, make it again."
    )
)


class FullError(Exception):
    """There is no room for another client."""


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
        self.since: int | None = number  # it asks for everything since this event
        self.in_trouble = False  # it is to be sent that the table is
        self.due = asyncio.Event()  # a message may be due
        self.due.set()
        self.answered = asyncio.Event()  # it has everything since the event that it asked for
        self.evicted = asyncio.Event()  # its seat has too many sockets


class Room:
    """A table with its clients and its clock. In each process that serves the table there is one."""

    def __init__(self, name: str, table: Table, storage: Storage, limits: Limits) -> None:
        self.name, self.table, self.storage, self.limits = name, table, storage, limits
        self.clients: list[Client] = []
        self.accounts: defaultdict[int | None, Account] = defaultdict(Account)
        self.empty_since = time.monotonic()
        self._people = {seat for seat in range(table.rules.seats) if table.is_person(seat)}
        self._arrived: set[int] = set()
        self.hints = len(self._people) == 1
        self._lock = asyncio.Lock()  # one change at a time
        self._moved = asyncio.Event()  # the table waits for something else than before
        self._clock: asyncio.Task[None] | None = None

    async def enter(self, client: Client) -> None:
        """Let a client in. The clock runs while a player is connected, so that no table plays by itself."""
        same = [other for other in self.clients if other.seat == client.seat]
        if client.seat is None and len(same) >= MOST_SPECTATORS:
            raise FullError
        if client.seat is not None and len(same) >= MOST_OF_A_SEAT:
            self.clients.remove(same[0])
            same[0].evicted.set()
        self.clients.append(client)
        if client.seat is not None and (self._clock is None or self._clock.done()):
            self._clock = asyncio.create_task(self._keep_time())
        try:
            await self.catch_up()
            if client.seat is not None and len(self.table.log) == 1:
                self._arrived = await self.storage.arrive(self.name, client.seat)
                self._moved.set()
        except BaseException:
            self.leave(client)
            raise

    def leave(self, client: Client) -> None:
        """Let a client out; the clock stops with the last player."""
        with contextlib.suppress(ValueError):  # it was evicted
            self.clients.remove(client)
        self.empty_since = time.monotonic()
        if self._clock is not None and all(other.seat is None for other in self.clients):
            self._clock.cancel()
            self._clock = None

    async def receive(self, client: Client, sent: object) -> str | None:
        """Answer whatever a client has sent, in JSON; None for a success, which the next message shows."""
        account, request = self.accounts[client.seat], read(sent)
        if isinstance(request, Since):  # by `next_message`, after the update that it may be making now
            client.since = request.number
            client.answered.clear()
            client.due.set()
            await client.answered.wait()
            return None
        if not isinstance(request, CHANGES):
            return await account.run(lambda: self._handle(client, sent)[1])
        await account.pause()
        async with self._lock:
            while True:
                began = time.thread_time()
                table, answer = self._handle(client, sent)
                account.charge(time.thread_time() - began)
                try:
                    if await finished(self._save(table)):
                        return answer  # otherwise another process was first: ask the table as it is now
                except DownError:
                    LOGGER.exception("a move at table %s is not saved", self.name)
                    return TROUBLE

    def _handle(self, client: Client, sent: object) -> tuple[Table, str | None]:
        handled = handle(self.table, client.seat, sent, CHANCE, hints=self.hints)
        return handled.table, None if handled.answer is None else message_json(handled.answer)

    async def next_message(self, client: Client) -> str:
        """Wait until something is new for this client. If it is slow, it misses nothing and is sent less often."""
        if client.since is None:
            client.answered.set()
        while True:
            await client.due.wait()
            client.due.clear()
            if client.in_trouble:
                client.in_trouble = False
                client.due.set()
                return TROUBLE
            if client.since is not None:  # that may be all that has happened
                since, client.since = client.since, None
                client.number, text = await self.accounts[client.seat].run(self._all_since, client.seat, since)
                return text
            update = update_message(self.table, client.seat, client.number)
            client.number = update.number
            if update.events:  # otherwise nothing has changed, and an update would show that a seat lets its call go
                return message_json(update)

    def _all_since(self, seat: int | None, since: int) -> tuple[int, str]:
        update = update_message(self.table, seat, since)
        return update.number, message_json(update)

    async def _keep_time(self) -> None:
        """Act for everybody whose time is up. The first hand waits until every person has come."""
        seconds = {"window": self.limits.window, "deal": self.limits.deal, "programs": 0}
        failures = 0
        while (now := waiting(self.table)).kind != "over":
            may_play = len(self.table.log) > 1 or self._people <= self._arrived
            limit = seconds.get(now.kind, self.limits.turn) if may_play else None
            if failures:
                limit = min(2 ** (failures - 1), LONGEST_PAUSE)
            self._moved.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._moved.wait(), limit)
                failures = 0
                continue
            try:
                async with self._lock:
                    if waiting(self.table) == now:
                        await finished(self._save(time_is_up(self.table)))
                failures = 0
            except Exception:  # a full disk, a rule that fails: whatever it is, a table without a clock is dead
                LOGGER.exception("the clock of table %s has failed", self.name)
                failures += 1
                for client in self.clients:
                    client.in_trouble = True
                    client.due.set()

    async def _save(self, after: Table) -> bool:
        """Save what is new, and only then show it. False if another process has saved something else first."""
        if after is not self.table:
            number = len(self.table.log)
            try:
                await self.storage.append(self.name, number, [entry_to_json(entry) for entry in after.log[number:]])
            except TakenError:
                await self._read_on()
                return False
            self._show(after)
        return True

    async def catch_up(self, number: int | None = None) -> None:
        """Show what another process has saved: an entry with this number, or whatever there is."""
        async with self._lock:
            if number is None or number >= len(self.table.log):
                await finished(self._read_on())

    async def _read_on(self) -> None:
        new = await self.storage.entries(self.name, len(self.table.log))
        if new:
            self._show(await asyncio.to_thread(extended, self.table, new))

    def _show(self, table: Table) -> None:
        before, self.table = self.table, table
        if waiting(table) != waiting(before):
            self._moved.set()
        for client in self.clients:
            client.due.set()


def read(sent: object) -> Request | None:
    """Read what a client has sent; None for what is no request, which `handle` answers."""
    try:
        return read_request(sent)
    except r5.NotationError:
        return None


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
