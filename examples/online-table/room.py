"""A room: one table with its clients and its clock. No network is in here: `app.py` has the sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections import defaultdict
from types import TracebackType
from typing import Final, NamedTuple

import attrs
from account import Account, finished
from storage import DownError, Storage, TakenError
from thinking import Thinkers

import rummy500 as r5
from rummy500.hooks import Reason
from rummy500.table import (
    Asked,
    Table,
    Waiting,
    answer_program,
    append_entries,
    ask_program,
    entries_since,
    last_number,
    table_to_snapshot,
    time_is_up,
    waiting,
)
from rummy500.wire import REQUESTS, TableRequest, error_message, handle, message_json, read_request, update_message
from rummy500.wire.protocol import AnswerUndoMessage, AskUpdateMessage, LetCallGoMessage, SubmitMessage, UndoMessage

LOGGER = logging.getLogger(__name__)
CHANCE = secrets.SystemRandom()  # nobody can guess its shuffles
#: The most sockets of a seat, and of all spectators together.
MOST_OF_A_SEAT, MOST_SPECTATORS = 4, 50
#: A clock that has failed tries again after 1 second, 2, 4 and so on, up to this many.
LONGEST_PAUSE: Final = 30
#: So many new entries are worth a snapshot; an update with more than so many new events is made beside the event loop.
SNAPSHOT, FEW = 250, 20
#: Requests that change a table. All others are questions, which may take long to answer.
CHANGES: Final = (SubmitMessage, LetCallGoMessage, UndoMessage, AnswerUndoMessage)
IN_TROUBLE: Final = Reason(
    "table.server",
    "trouble",
    "The game cannot go on at the moment. The server tries again by itself; if your move does not show, make it again.",
)
TROUBLE: Final = message_json(error_message(r5.NotationError(IN_TROUBLE())))


class FullError(Exception):
    """There is no room for another client."""


class Limits(NamedTuple):
    """Seconds: for a decision, for a window for calls, before the next deal, and for a socket to take a message.

    A program's move shows a pace after it was asked, or, if it thinks longer, when the time to think is over: then it
    also shows that the program needed longer. Without a pace it shows at once, and so how long the program has thought.
    """

    turn: float = 60
    window: float = 5
    deal: float = 8
    slow: float = 10
    pace: float = 1
    think: float = 4


class Client:
    """A socket: the seat that it plays, None for a spectator, and the last event that it has, None for none."""

    def __init__(self, seat: int | None, number: int | None = None) -> None:
        self.seat = seat
        self.number = 0  # of the last event that it was sent
        self.is_new = True  # it has had no update
        self.asked: AskUpdateMessage | None = AskUpdateMessage(number)  # it asks for an update
        self.in_trouble = False  # it is to be sent that the table is
        self.due = asyncio.Event()  # a message may be due
        self.due.set()
        self.answered = asyncio.Event()  # it has the update that it asked for
        self.evicted = asyncio.Event()  # its seat has too many sockets


class Changes(asyncio.Lock):
    """One change at a time. If one cannot be saved, those that wait for it fail, too: else each would wait as long."""

    _failures = 0

    async def __aenter__(self) -> None:
        failures = self._failures
        await super().__aenter__()
        if failures != self._failures:
            self.release()
            raise DownError("the change before this one could not be saved")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._failures += isinstance(error, DownError)
        await super().__aexit__(kind, error, trace)


class Room:
    """A table with its clients and its clock. In each process that serves the table there is one."""

    def __init__(
        self,
        name: str,
        table: Table,
        storage: Storage,
        limits: Limits,
        *,
        kept: int = 1,
        thinkers: Thinkers | None = None,
    ) -> None:
        self.name, self.table, self.storage, self.limits = name, table, storage, limits
        self._thinkers = thinkers or Thinkers()
        self.clients: list[Client] = []
        self.accounts: defaultdict[int | None, Account] = defaultdict(Account)
        self.empty_since = time.monotonic()
        self._people = {seat for seat in range(table.rules.seats) if table.is_person(seat)}
        self._arrived: set[int] = set()
        self.hints = len(self._people) == 1
        self._lock = Changes()
        self._moved = asyncio.Event()  # the table waits for something else than before
        self._clock: asyncio.Task[None] | None = None
        self._kept = kept  # how many entries the snapshot has that is saved
        self._keeping: asyncio.Task[None] | None = None
        self._keep()

    async def enter(self, client: Client) -> None:
        """Let a client in. The clock runs while a player is connected, so that no table plays by itself."""
        if client.seat is None and len(self._beside(client)) >= MOST_SPECTATORS:
            raise FullError
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
        if client.seat is not None:  # now that it is in
            for other in self._beside(client)[:-MOST_OF_A_SEAT]:
                self.clients.remove(other)
                other.evicted.set()

    def _beside(self, client: Client) -> list[Client]:
        """The clients of the same seat, or all spectators, the oldest first."""
        return [other for other in self.clients if other.seat == client.seat]

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
        if isinstance(request, AskUpdateMessage):  # by `next_message`, after the update that it may be making now
            client.asked = request
            client.answered.clear()
            client.due.set()
            await client.answered.wait()
            return None
        try:
            if isinstance(request, CHANGES):
                return await self._change(client, sent)
            return await account.run(lambda: self._handle(client, sent)[1])
        except Exception:  # a full disk, a rule that fails: nothing has changed
            LOGGER.exception("a request at table %s has failed", self.name)
            return TROUBLE

    async def _change(self, client: Client, sent: object) -> str | None:
        account = self.accounts[client.seat]
        await account.pause()
        async with self._lock:
            while True:
                began = time.thread_time()
                table, answer = self._handle(client, sent)
                account.charge(time.thread_time() - began)
                if await finished(self._save(table)):
                    return answer  # otherwise another process was first: ask the table as it is now

    def _handle(self, client: Client, sent: object) -> tuple[Table, str | None]:
        handled = handle(self.table, client.seat, sent, CHANCE, hints=self.hints)
        return handled.table, None if handled.answer is None else message_json(handled.answer)

    async def next_message(self, client: Client) -> str:
        """Wait until something is new for this client. If it is slow, it misses nothing and is sent less often."""
        if client.asked is None:
            client.answered.set()
        while True:
            await client.due.wait()
            client.due.clear()
            if client.in_trouble:
                client.in_trouble = False
                client.due.set()
                return TROUBLE
            asked, client.asked = client.asked, None
            new = last_number(self.table, client.seat) - client.number  # what another seat keeps or lets go is no news
            if asked is not None or new > FEW:  # of an earlier hand, perhaps
                since = client.number if asked is None else asked.since
                return await self.accounts[client.seat].run(self._update, client, since)
            if new > 0:
                return self._update(client, client.number)

    def _update(self, client: Client, since: int | None) -> str:
        """Write an update. If not all events have room in it, the next message has more."""
        update = update_message(self.table, client.seat, since)
        client.number = update.events[-1].number if update.events else update.number
        if client.number < update.number:
            client.due.set()
        if client.is_new:  # after a new connection too: the server may be another one by now
            update = attrs.evolve(update, requests=tuple(REQUESTS))
            client.is_new = False
        return message_json(update)

    def _keep(self) -> None:
        """Save a snapshot if the log has grown: a table is loaded from it in a fiftieth of the time."""
        if len(self.table.log) - self._kept >= SNAPSHOT:
            self._kept = len(self.table.log)
            self._keeping = asyncio.create_task(self._keep_snapshot(self.table))

    async def _keep_snapshot(self, table: Table) -> None:
        try:
            await self.storage.keep(self.name, await asyncio.to_thread(table_to_snapshot, table))
        except DownError:
            LOGGER.exception("no snapshot of table %s is saved", self.name)

    async def _keep_time(self) -> None:
        """Let programs act, and whoever's time is up. The first hand waits until every person has come."""
        seconds = {"window": self.limits.window, "deal": self.limits.deal, "programs": math.inf}
        began, failures = asyncio.get_running_loop().time(), 0
        while (now := waiting(self.table)).kind != "over":
            may_play = len(self.table.log) > 1 or self._people <= self._arrived
            limit = seconds.get(now.kind, self.limits.turn) if may_play else math.inf
            pause = min(2 ** (failures - 1), LONGEST_PAUSE) if failures else 0
            self._moved.clear()
            acting = asyncio.create_task(self._act(now, began, limit, pause))
            moved = asyncio.create_task(self._moved.wait())
            try:
                await asyncio.wait((acting, moved), return_when=asyncio.FIRST_COMPLETED)
            finally:
                acting.cancel()
                moved.cancel()
            if moved.done() or acting.exception() is None:
                began, failures = asyncio.get_running_loop().time(), 0
                continue
            # A full disk, a rule that fails: whatever it is, a table without a clock is dead.
            LOGGER.error("the clock of table %s has failed", self.name, exc_info=acting.exception())
            failures += 1
            for client in self.clients:
                client.in_trouble = True
                client.due.set()

    async def _act(self, now: Waiting, began: float, limit: float, pause: float) -> None:
        """Let programs act on what the table waits for, and then everybody whose time is up."""
        await asyncio.sleep(pause)
        await self._play_programs(now, began)
        await asyncio.sleep(began + limit - asyncio.get_running_loop().time())
        async with self._lock:
            if waiting(self.table) == now:
                await finished(self._save(time_is_up(self.table, now.decision, now.kind, CHANCE)))

    async def _play_programs(self, now: Waiting, began: float) -> None:
        """Ask programs, and show what they do at one of two moments fixed before: a pace later, or at the limit."""
        loop, table = asyncio.get_running_loop(), self.table
        shows, latest = began + self.limits.pace, began + self.limits.pace + self.limits.think
        found = asked = ask_program(table, CHANCE)
        action: r5.Action | None = None
        while isinstance(found, Asked):  # several may be asked: each thinks for half of what is left
            asked = found
            action = await self._thinkers.think(table.rules, asked, (loop.time() + latest) / 2)
            found = answer_program(table, asked, action, CHANCE)
        if found is table:
            return
        if self.limits.pace:
            await asyncio.sleep((shows if loop.time() <= shows else latest) - loop.time())
        async with self._lock:
            if waiting(self.table) == now:  # nobody was first; what people keep or ask may be new
                found = ask_program(self.table, CHANCE)
                if isinstance(asked, Asked):
                    found = answer_program(self.table, asked, action, CHANCE)
                if isinstance(found, Table):
                    await finished(self._save(found))

    async def _save(self, after: Table) -> bool:
        """Save what is new, and only then show it. False if another process has saved something else first."""
        if after is not self.table:
            number = len(self.table.log)
            try:
                await self.storage.append(self.name, number, entries_since(after, number))
            except TakenError:
                await self._read_on()
                return False
            self._show(after)
        return True

    async def catch_up(self, number: int | None = None) -> None:
        """Show what another process has saved: an entry with this number, or whatever there is."""
        if number is None:  # without the lock: nobody who enters waits for a change that cannot be saved
            known = len(self.table.log)
            number = known + len(await self.storage.entries(self.name, known)) - 1
        if number >= len(self.table.log):
            async with self._lock:
                if number >= len(self.table.log):  # it was not a change of this process
                    await finished(self._read_on())

    async def _read_on(self) -> None:
        new = await self.storage.entries(self.name, len(self.table.log))
        if new:
            self._show(await asyncio.to_thread(append_entries, self.table, new))

    def _show(self, table: Table) -> None:
        before, self.table = self.table, table
        if waiting(table) != waiting(before):
            self._moved.set()
        for client in self.clients:
            client.due.set()
        self._keep()


def read(sent: object) -> TableRequest | None:
    """Read what a client has sent; None for what is no request, which `handle` answers."""
    try:
        return read_request(sent)
    except r5.NotationError:
        return None
