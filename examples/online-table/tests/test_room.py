"""Rooms without a network: who gets in, what is charged, what runs beside the event loop, and storage that fails."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Coroutine, MutableMapping, Sequence
from pathlib import Path
from typing import Any

import account
import app
import pytest
import room as room_module
from app import BusyError, Rooms
from playing import STUCK
from room import CHANCE, Client, Limits, Room
from storage import DownError, SQLiteStorage

import rummy500 as r5
from rummy500.table import (
    Table,
    append_entries,
    entries_since,
    open_table,
    table_to_json,
    table_to_snapshot,
    time_is_up,
    waiting,
)
from rummy500.wire import choices_message, handle, message_json
from rummy500.wire.messages import ChoicesMessage
from rummy500.wire.protocol import AskChoicesMessage, AskUpdateMessage, SelectMessage, SubmitMessage, TableRequest

QUICK = Limits(turn=0.05, window=0.05, deal=0)
PATIENT = Limits(deal=0)


class Failing(SQLiteStorage):
    """A storage in memory that cannot be written for a while, or takes long."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.is_down = False
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.appended = 0

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        self.appended += 1
        await self.goes_on.wait()
        if self.is_down:
            raise DownError("the disk is full")
        await super().append(name, number, entries)


def run(work: Callable[[Rooms, Failing], Coroutine[Any, Any, None]], limits: Limits = PATIENT) -> None:
    """Run a test with the rooms of a storage that has one table of two people, "first"."""

    async def all_of_it() -> None:
        storage = Failing()
        rooms = Rooms(storage, limits)
        await save(storage, open_table(r5.compose("pagat", seats=2), ["Ann", "Bob"]))
        try:
            await asyncio.wait_for(work(rooms, storage), STUCK)
        finally:
            for room in rooms.rooms.values():
                for client in list(room.clients):
                    room.leave(client)
            await asyncio.sleep(0)
            await storage.close()

    asyncio.run(all_of_it())


async def save(storage: SQLiteStorage, table: Table, name: str = "first") -> None:
    """Save a table with its log."""
    opening = table_to_json(open_table(table.rules, [seat.name for seat in table.seats]))
    await storage.create(name, opening, ["key 0", "key 1"])
    if len(table.log) > 1:
        await storage.append(name, 1, entries_since(table, 1))


async def come(rooms: Rooms, seat: int | None, number: int | None = None) -> tuple[Room, Client]:
    """Connect a client."""
    saved = await rooms.storage.find("first")
    assert saved is not None
    client = Client(seat, number)
    return await rooms.enter("first", saved, client), client


async def both(rooms: Rooms) -> tuple[Room, Client, Client]:
    """Connect both people, and wait for their cards."""
    (room, ann), (_, bob) = await come(rooms, 0), await come(rooms, 1)
    for each in (ann, bob):
        while json.loads(await room.next_message(each))["view"] is None:
            pass
    return room, ann, bob


def draw(room: Room) -> str:
    """The request of the seat on turn."""
    return message_json(SubmitMessage(waiting(room.table).decision, "draw"))


def with_hands(number: int) -> Table:
    """A table of two people who let their time run out, after some hands."""
    table = open_table(r5.compose("pagat", seats=2), ["Ann", "Bob"])
    while len(table.match.hands) < number:
        table = out_of_time(table)
    return table


def out_of_time(table: Table) -> Table:
    """Do what follows when the time for the open decision is up."""
    now = waiting(table)
    return time_is_up(table, now.decision, now.kind, CHANCE)


def test_a_clock_survives_a_storage_that_fails_and_tells_people() -> None:
    async def failing(rooms: Rooms, storage: Failing) -> None:
        room, ann, _ = await both(rooms)
        storage.is_down = True
        before = room.table
        messages = [json.loads(await room.next_message(ann)) for _ in range(2)]
        while messages[-1]["type"] != "error":
            messages.append(json.loads(await room.next_message(ann)))
        assert "cannot go on" in messages[-1]["error"]
        storage.is_down = False
        while len(room.table.log) < len(before.log) + 6:
            await room.next_message(ann)

    run(failing, QUICK)


def test_a_move_is_saved_and_shown_also_if_its_sender_goes_meanwhile() -> None:
    async def gone(rooms: Rooms, storage: Failing) -> None:
        room, ann, bob = await both(rooms)
        on_turn, other = (ann, bob) if waiting(room.table).seats == (0,) else (bob, ann)
        before, storage.appended = len(room.table.log), 0
        storage.goes_on.clear()
        moving = asyncio.create_task(room.receive(on_turn, draw(room)))
        while not storage.appended:
            await asyncio.sleep(0)
        moving.cancel()
        await asyncio.sleep(0)
        storage.goes_on.set()
        await asyncio.gather(moving, return_exceptions=True)
        assert len(await storage.entries("first", before)) == 1
        assert json.loads(await room.next_message(other))["events"][-1]["number"] == before + 1

    run(gone)


def test_whoever_waits_for_a_change_that_cannot_be_saved_fails_with_it() -> None:
    """Else each of them would wait for a database that hangs, one after the other. Who only enters waits for nobody."""

    async def hanging(rooms: Rooms, storage: Failing) -> None:
        room, ann, bob = await both(rooms)
        storage.is_down, storage.appended = True, 0
        storage.goes_on.clear()
        on_turn = (ann, bob)[waiting(room.table).seats[0]]
        moves = [asyncio.create_task(room.receive(on_turn, draw(room))) for _ in range(4)]
        while not storage.appended:
            await asyncio.sleep(0)
        _, spectator = await come(rooms, None)
        assert json.loads(await room.next_message(spectator))["type"] == "update"
        storage.goes_on.set()
        answers = [json.loads(each or "") for each in await asyncio.gather(*moves)]
        assert [each["refusal"]["reason"] for each in answers] == ["trouble"] * 4
        assert storage.appended == 1
        storage.is_down = False
        assert await room.receive(on_turn, draw(room)) is None

    run(hanging)


def test_a_rule_that_fails_does_not_end_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [ValueError("a rule of a plugin"), OSError("the disk")]

    def failing(table: Table, *clock: Any) -> Table:
        if failures and len(table.log) > 3:
            raise failures.pop()
        return time_is_up(table, *clock)

    async def play(rooms: Rooms, storage: Failing) -> None:
        room, _, _ = await both(rooms)
        while len(room.table.log) < 8:
            await asyncio.sleep(0.02)
        assert not failures

    monkeypatch.setattr(room_module, "time_is_up", failing)
    run(play, QUICK)


def test_a_rule_that_fails_on_a_move_is_logged_and_answered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[Exception] = []

    def failing(*args: Any, **kwargs: Any) -> Any:
        if failures:
            raise failures.pop()
        return handle(*args, **kwargs)

    async def play(rooms: Rooms, storage: Failing) -> None:
        room, ann, bob = await both(rooms)
        on_turn, before = (ann, bob)[waiting(room.table).seats[0]], room.table
        for request in (draw(room), message_json(SelectMessage(("As",)))):
            failures.append(RuntimeError("a rule of a plugin"))
            answer = json.loads(await room.receive(on_turn, request) or "")
            assert answer["refusal"]["rule"] == "table.server"
            assert room.table is before
            assert "a rule of a plugin" in caplog.text
            caplog.clear()
        assert await room.receive(on_turn, draw(room)) is None
        assert len(room.table.log) == len(before.log) + 1

    monkeypatch.setattr(room_module, "handle", failing)
    run(play)


def test_the_sentences_of_the_server_are_listed_for_translators() -> None:
    listed = {each.key for each in r5.sentences(r5.compose(seats=2), packages=["app", "room"])}
    assert {"refusal:table.server:trouble", "refusal:table.form:field", "word:a list"} <= listed


def test_a_dead_clock_is_started_again_when_a_player_comes() -> None:
    async def dead(rooms: Rooms, storage: Failing) -> None:
        room, _, _ = await both(rooms)
        assert room._clock is not None
        room._clock.cancel()
        await asyncio.gather(room._clock, return_exceptions=True)  # it may be saving
        await come(rooms, 0)
        number = len(room.table.log)
        while len(room.table.log) == number:
            await asyncio.sleep(0.02)

    run(dead, QUICK)


def test_a_socket_that_does_not_get_in_evicts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def many(rooms: Rooms, storage: Failing) -> None:
        room, first = await come(rooms, 0)
        clients = [first, *[(await come(rooms, 0))[1] for _ in range(3)]]

        async def down(name: str, number: int) -> list[str]:
            raise DownError("the disk")

        with monkeypatch.context() as patch:
            patch.setattr(storage, "entries", down)
            with pytest.raises(DownError):
                await come(rooms, 0)
        assert room.clients == clients
        assert not any(each.evicted.is_set() for each in clients)

    run(many)


def test_a_room_stays_loaded_a_while_and_catches_up_with_the_storage(monkeypatch: pytest.MonkeyPatch) -> None:
    async def again(rooms: Rooms, storage: Failing) -> None:
        room, ann = await come(rooms, 0)
        room.leave(ann)
        table = out_of_time(room.table)  # by another process
        await storage.append("first", 1, entries_since(table, 1))
        same, ann = await come(rooms, 0)
        assert same is room
        assert room.table == table
        room.leave(ann)
        monkeypatch.setattr(app, "KEEP", 0.01)
        sweeping = asyncio.create_task(rooms.sweep())
        while rooms.rooms:
            await asyncio.sleep(0)
        sweeping.cancel()

    run(again)


def test_where_memory_is_full_the_room_that_is_empty_longest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(rooms: Rooms, storage: Failing) -> None:
        room, ann = await come(rooms, 0)
        await save(storage, with_hands(0), "second")
        saved = await storage.find("second")
        assert saved is not None
        with pytest.raises(BusyError):
            await rooms.enter("second", saved, Client(0))
        room.leave(ann)
        await rooms.enter("second", saved, Client(0))
        assert list(rooms.rooms) == ["second"]

    monkeypatch.setattr(app, "MOST_ROOMS", 1)
    run(full)


def test_loading_and_slow_answers_run_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but moves, and updates with little that is new, run in another thread."""
    threads: dict[str, set[bool]] = {}

    def spied(module: object, name: str) -> None:
        work = getattr(module, name)

        def spying(*args: Any, **kwargs: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread() is threading.main_thread())
            return work(*args, **kwargs)

        monkeypatch.setattr(module, name, spying)

    async def slow(rooms: Rooms, storage: Failing) -> None:
        await save(storage, with_hands(2), "other")
        room, ann, bob = await both(rooms)
        assert threads.pop("append_entries") == {False}
        assert False in threads.pop("update_message")  # of the cards, too, if they were dealt before it was made
        assert threads == {}
        questions: list[TableRequest] = [AskChoicesMessage("pagat"), SelectMessage(("As",))]
        for question in questions:
            assert await room.receive(ann, message_json(question)) is not None
        assert await room.receive(ann, "no request") is not None
        assert threads == {"handle": {False}}
        threads.clear()
        asking = asyncio.create_task(room.receive(ann, message_json(AskUpdateMessage(0))))
        assert len(json.loads(await room.next_message(ann))["events"]) > 1
        next_one = asyncio.create_task(room.next_message(ann))  # so that it is known to have been sent
        assert await asking is None
        assert threads == {"update_message": {False}}
        threads.clear()
        assert await room.receive((ann, bob)[waiting(room.table).seats[0]], draw(room)) is None
        await next_one
        assert threads == {"handle": {True}, "update_message": {True}}

    for module, name in ((app, "append_entries"), (room_module, "handle"), (room_module, "update_message")):
        spied(module, name)
    run(slow)


def test_events_come_in_pages_one_after_the_other_and_only_on_request() -> None:
    async def paged(rooms: Rooms, storage: Failing) -> None:
        table = with_hands(8)
        await storage.append("first", 1, entries_since(table, 1))
        room, ann = await come(rooms, None)
        first = json.loads(await room.next_message(ann))
        assert (first["events"], first["number"]) == ([], len(table.log))
        assert "ask-update" in first["requests"]
        room, again = await come(rooms, None, len(table.log) - 1)
        first = json.loads(await room.next_message(again))
        assert ([event["number"] for event in first["events"]], "ask-update" in first["requests"]) == (
            [len(table.log)],
            True,
        )
        room, bob = await come(rooms, None, 0)
        numbers: list[int] = []
        while len(numbers) < len(table.log):
            text = await room.next_message(bob)
            assert len(text) < 256 * 1024
            page = [event["number"] for event in json.loads(text)["events"]]
            assert 0 < len(page) <= 100
            numbers += page
        assert numbers == list(range(1, len(table.log) + 1))
        assert not bob.due.is_set()

    run(paged)


def test_a_table_is_loaded_from_its_snapshot_and_what_came_after(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also a table without one, from before there were any: then it has one."""
    appended: list[int] = []

    def counting(table: Table, texts: Sequence[str]) -> Table:
        appended.append(len(texts))
        return append_entries(table, texts)

    async def loaded(rooms: Rooms, storage: Failing) -> None:
        table = with_hands(8)
        await storage.append("first", 1, entries_since(table, 1))
        for _ in range(2):
            room, _ = await come(rooms, None)
            assert room.table == table
            while await storage.snapshot("first") is None:
                await asyncio.sleep(0.01)
            rooms.rooms.clear()
        assert appended == [len(table.log) - 1, 0]
        while len(room.table.log) < len(table.log) + 2 * room_module.SNAPSHOT + 10:  # it saves others as it plays on
            assert await room._save(out_of_time(room.table))
            if room._keeping is not None:
                await room._keeping
        last = room.table
        room, _ = await come(rooms, None)
        assert room.table == last
        assert 0 < appended[-1] < room_module.SNAPSHOT
        whole = table_to_snapshot(last)
        for snapshot in (b"", b"of another version", whole[:-40], whole.replace(b"HandStart", b"HandStarx")):
            await storage.keep("first", snapshot)
            rooms.rooms.clear()
            caplog.clear()
            room, _ = await come(rooms, None)
            assert room.table == last
            assert appended[-1] == len(last.log) - 1
            assert "the snapshot of table first is damaged" in caplog.text
            assert room._keeping is not None
            await room._keeping

    monkeypatch.setattr(app, "append_entries", counting)
    run(loaded)


def test_choices_are_computed_once_and_then_answered_from_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[str] = []
    storage = SQLiteStorage(":memory:")

    def counting(preset: str, plugins: Sequence[str]) -> ChoicesMessage:
        computed.append(preset)
        return choices_message(preset, plugins)

    async def answer(query: bytes) -> tuple[int, Any]:
        sent: list[Any] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        asked = {"type": "http", "method": "GET", "path": "/choices", "query_string": query, "headers": []}
        await app.application(storage, PATIENT)(asked, receive, send)
        return sent[0]["status"], json.loads(b"".join(each["body"] for each in sent[1:]))

    async def ask() -> None:
        query = b"preset=north-american&plugins=throw-down"
        first = await answer(query)
        assert first == await answer(query)
        assert (first[0], first[1]["type"], computed) == (200, "choices", ["north-american"])
        assert (await answer(b"preset=nobody"))[0] == 400
        await storage.close()

    monkeypatch.setattr(app, "choices_message", counting)
    asyncio.run(ask())


class Costly:
    """Clocks in place of the module `time`: each work beside the event loop costs a second of a processor."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looked = 0

    def monotonic(self) -> float:
        """The clock on the wall."""
        return self.now

    def thread_time(self) -> float:
        """The time of a processor that a thread has used."""
        self.looked += 1
        return float(self.looked)


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch) -> Costly:
    """Return clocks for the accounts of rooms."""
    clocks = Costly()
    monkeypatch.setattr(account, "time", clocks)
    return clocks


def test_an_account_has_a_gift_and_then_a_fifth_of_the_processor(
    monkeypatch: pytest.MonkeyPatch, costly: Costly
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(max(0.0, seconds))
        costly.now += slept[-1]

    async def work() -> None:
        found = account.Account()
        for seconds in (1, 1, 1, 0.5, 0):
            await found.pause()
            found.charge(seconds)
        await found.pause()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(work())
    assert slept == [0, 0, 0, 2, 2, 0]


def test_loading_and_the_first_update_are_charged_to_whoever_causes_them(
    monkeypatch: pytest.MonkeyPatch, costly: Costly
) -> None:
    """A spectator who reconnects all the time waits; a player of the table does not."""
    monkeypatch.setattr(account, "FAIR", 1000)
    monkeypatch.setattr(account, "GIFT", 2500)  # of 3000 that the two works of loading and one update cost

    async def reconnecting(rooms: Rooms, storage: Failing) -> None:
        await storage.append("first", 1, entries_since(with_hands(10), 1))
        room, first = await come(rooms, None)
        loaded = costly.looked
        reading = asyncio.create_task(room.next_message(first))
        while costly.looked == loaded:
            await asyncio.sleep(0)
        reading.cancel()  # it does not even wait for the answer
        await asyncio.gather(reading, return_exceptions=True)
        room.leave(first)
        _, second = await come(rooms, None)
        waits = asyncio.create_task(room.next_message(second))
        _, ann = await come(rooms, 0)
        assert json.loads(await room.next_message(ann))["type"] == "update"
        assert not waits.done()
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        costly.now = 3000
        _, third = await come(rooms, None)
        assert json.loads(await room.next_message(third))["type"] == "update"

    run(reconnecting)


def test_what_is_saved_by_a_primary_key_alone_is_taken(tmp_path: Path) -> None:
    """Another failed check of the database is no other process, which one could catch up with."""

    async def unknown() -> None:
        storage = SQLiteStorage(tmp_path / "tables.sqlite3")
        with pytest.raises(DownError, match="FOREIGN KEY"):
            await storage.append("unknown", 1, ["{}"])
        await storage.close()

    asyncio.run(unknown())
    assert sqlite3.connect(tmp_path / "tables.sqlite3").execute("SELECT count(*) FROM entries").fetchone() == (0,)
