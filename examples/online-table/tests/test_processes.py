"""Two processes at one PostgreSQL: claims at one moment, clocks, `kill -9` of each of the three, and one that hangs."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial

import pytest
from playing import STUCK, Player, Server
from test_trouble import PERSON, closed, has_number, run, seen, settled, trouble, until, with_two_callers
from websockets.exceptions import ConnectionClosed, InvalidHandshake

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: run with --extra postgres")

from database import Database, program  # noqa: E402 - it needs psycopg

if not program("initdb"):
    pytest.skip("PostgreSQL is not on this machine", allow_module_level=True)

#: Whatever a client may meet while a server is away.
AWAY = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    running = Database()
    yield running
    running.close()


@pytest.fixture
def servers(database: Database) -> Iterator[tuple[Server, Server]]:
    """Two processes that leave everybody much time."""
    with processes(database) as both:
        yield both


@contextmanager
def processes(database: Database, turn: float = 2 * STUCK, storage: float = 5) -> Iterator[tuple[Server, Server]]:
    """Run two processes."""
    one, other = (Server(database.url, window=30, deal=0.02, turn=turn, storage=storage) for _ in range(2))
    both = one, other
    try:
        yield both
    finally:
        for each in both:
            each.kill()


async def dealt(servers: tuple[Server, Server], table: str, tokens: list[str | None]) -> list[Player]:
    """A person at each process, with cards; the first of them is on turn."""
    people = [Player(server, table, token) for server, token in zip(servers, tokens, strict=True)]
    for each in people:
        await each.enter()
    while any(each.update["view"] is None for each in people):
        await asyncio.gather(*(listened(each) for each in people))
    return sorted(people, key=lambda each: each.chosen() is None)


def test_of_two_claims_at_two_processes_one_is_first_and_the_other_is_told_so(servers: tuple[Server, Server]) -> None:
    async def race(number: int) -> None:
        table, tokens = servers[number % 2].prepared(with_two_callers())
        players = [Player(servers[seat % 2], table, token) for seat, token in enumerate(tokens)]
        for each in players:
            await each.enter()
        callers = [each for each in players if "call" in (each.chosen() or "")][:2]
        assert len(callers) == 2
        for place, each in enumerate(callers):  # at two processes, wherever they sat before
            each.move(servers[place])
            await each.enter()
        await asyncio.gather(*(each.act(each.chosen() or "") for each in callers))
        while not any(each.answers for each in callers) or not all(
            any(": call" in event["action"] for event in each.events) for each in players
        ):
            await asyncio.gather(*(listened(each) for each in players))
        claimed = [event for event in players[0].events if ": call" in event["action"]]
        assert len(claimed) == 1
        refused = [answer for each in callers for answer in each.answers]
        assert [each["sentence"] for each in refused] == [f"Seat {claimed[0]['seat']} was first."]

    for number in range(4):
        run(race(number))


async def listened(player: Player, seconds: float = 0.2) -> None:
    """Take what has come."""
    with suppress(TimeoutError):
        while True:
            await player.listen(seconds)


def test_two_clocks_act_once(database: Database) -> None:
    servers = [Server(database.url, window=0.05, deal=0.02, turn=0.1) for _ in range(2)]
    table, tokens = servers[0].open(["person", "person"])

    async def sleep() -> None:
        players = [Player(server, table, token) for server, token in zip(servers, tokens, strict=True)]
        for each in players:
            await each.enter()
        while min(each.number for each in players) < 30:
            await asyncio.gather(*(each.listen() for each in players))
        for each in players:
            told = (await seen(servers[0], table, each.token))["events"]
            assert told[: len(each.events)] == each.events

    try:
        run(sleep())
    finally:
        for each in servers:
            each.kill()


async def persistent(player: Player, servers: list[Server], enough: asyncio.Event) -> None:
    """Play at whichever process answers."""
    while not enough.is_set():
        player.move(player.rng.choice(servers))
        with suppress(*AWAY):
            await player.enter()
            asked = -1
            while not enough.is_set():
                chosen, decision = player.chosen(), player.update["waiting"]["decision"]
                if chosen is not None and asked != decision:
                    asked = decision
                    await asyncio.sleep(0.1)
                    await player.act(chosen)
                message = await player.listen(3)
                asked = -1 if message["type"] == "error" else asked
        await asyncio.sleep(0.1)


def test_nothing_that_was_told_is_lost_whoever_is_killed(database: Database) -> None:
    servers = [Server(database.url, window=0.3, deal=0.02, turn=2, slow=5) for _ in range(2)]
    opened = [
        servers[0].open(["person", "person", "medium"], preset, match_target=5000) for preset in ("pagat", "classic")
    ]
    people = [
        Player(servers[0], table, token, seed) for table, tokens in opened for seed, token in enumerate(tokens[:2])
    ]

    async def kill() -> None:
        rng = random.Random(1)
        enough = asyncio.Event()
        playing = [asyncio.create_task(persistent(each, servers, enough)) for each in people]
        deaths: list[list[Server | Database]] = [
            [servers[0]],
            [servers[1]],
            [*servers],
            [database],
            [database, *servers],
        ]
        for victims in deaths:
            goals = [each.number + 5 for each in people]
            while any(each.number < goal for each, goal in zip(people, goals, strict=True)):
                await asyncio.sleep(0.1)
                assert not any(task.done() for task in playing)
            await asyncio.sleep(rng.random())
            for victim in victims:
                victim.kill()
            for victim in victims:
                await asyncio.to_thread(victim.start)
        await asyncio.sleep(2)
        enough.set()
        await asyncio.gather(*playing)
        for person in people:
            told = (await seen(rng.choice(servers), person.table, person.token))["events"]
            assert told[: len(person.events)] == person.events

    try:
        run(kill())
    finally:
        for each in servers:
            each.kill()


def test_a_process_without_news_catches_up(servers: tuple[Server, Server], database: Database) -> None:
    """The database ends the connections; what is saved meanwhile comes when there is one again."""
    table, tokens = servers[0].open(["person", "person"], "classic", call="none")

    async def silence() -> None:
        actor, other = await dealt(servers, table, tokens)
        with psycopg.connect(database.url) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await actor.act(actor.chosen() or "")
        number = actor.number
        for each in (actor, other):
            while each.number <= number:
                await each.listen()

    run(silence())


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Hold a lock, as ALTER TABLE does, or a session that somebody has forgotten."""
    with psycopg.connect(database.url) as connection:
        connection.execute("LOCK TABLE rummy500_entries IN ACCESS EXCLUSIVE MODE")
        yield


@contextmanager
def stopped(database: Database) -> Iterator[None]:
    """Let all of the database hang."""
    database.stop()
    try:
        yield
    finally:
        database.go_on()


@pytest.mark.parametrize("hangs", [locked, stopped])
def test_while_the_database_hangs_people_are_told_and_then_play_goes_on(
    database: Database, hangs: Callable[[Database], AbstractContextManager[None]]
) -> None:
    with processes(database, turn=4, storage=1) as servers:
        table, tokens = servers[0].open(["person", "person"], "classic", call="none")

        async def hanging() -> None:
            people = await dealt(servers, table, tokens)
            with hangs(database):
                await people[0].act(people[0].chosen() or "")
                for each in people:
                    await trouble(each)
                for server in servers:
                    assert await closed(Player(server, table, tokens[0])) == 1013
                if hangs is stopped:  # the lock is of another table
                    form = {"preset": "pagat", "seats": [json.loads(PERSON)] * 2}
                    status, answer = await asyncio.to_thread(servers[0].post, form)
                    assert (status, answer["refusal"]["reason"]) == (503, "down")
            await until(people, partial(has_number, people[0].number + 4))
            for server in servers:
                for each in people:
                    told = (await seen(server, table, each.token))["events"]
                    assert told[: len(each.events)] == each.events

        run(hanging())


def test_a_write_that_is_done_after_its_limit_is_shown_and_not_done_again(database: Database) -> None:
    """Each commit waits for a second database that is gone. When the server gives up, what it wrote is there."""
    with processes(database, storage=1) as servers, psycopg.connect(database.url, autocommit=True) as connection:
        table, tokens = servers[0].open(["person", "person"], "classic", call="none")

        async def late() -> None:
            people = await dealt(servers, table, tokens)
            actor = people[0]
            decision, number = actor.update["waiting"]["decision"], actor.number
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SHOW synchronous_standby_names").fetchone() != ("gone",):
                await asyncio.sleep(0.05)  # this process of the database has not read it yet, so others may not have
            await actor.act("draw")
            await trouble(actor)
            for each in people:
                while each.number <= number:
                    await each.listen()
            await actor.act("draw", decision)  # as the message has asked for
            await settled(people)
            assert actor.answers[-1]["reason"] == "answered"
            for each in people:
                drawn = [event for event in each.events if event["action"] and event["decision"] == decision + 1]
                assert [(event["number"], event["action"]) for event in drawn] == [(number + 1, drawn[0]["action"])]

        try:
            run(late())
        finally:
            connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            connection.execute("SELECT pg_reload_conf()")
        asked = "SELECT number FROM rummy500_entries WHERE name = %s ORDER BY number"
        numbers = [number for (number,) in connection.execute(asked, (table,))]
        assert numbers == list(range(1, len(numbers) + 1))
