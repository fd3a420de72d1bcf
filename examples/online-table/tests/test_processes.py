"""Two processes at one PostgreSQL: claims at one moment, clocks, and `kill -9` of each of the three."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playing import Player, Server
from test_trouble import run, saved, seen, with_two_callers
from websockets.exceptions import ConnectionClosed, InvalidHandshake

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: run with --extra postgres")

from database import Database, program  # noqa: E402 - it needs psycopg
from postgres import PostgresStorage  # noqa: E402 - it needs psycopg

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
    both = Server(database.url, window=30, deal=0.02, turn=60), Server(database.url, window=30, deal=0.02, turn=60)
    yield both
    for each in both:
        each.kill()


def test_of_two_claims_at_two_processes_one_is_first_and_the_other_is_told_so(
    servers: tuple[Server, Server], database: Database
) -> None:
    async def race(number: int) -> None:
        table, tokens = await saved(PostgresStorage(database.url), with_two_callers(), f"prepared{number}")
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


def test_people_at_two_processes_play_as_at_one(servers: tuple[Server, Server]) -> None:
    """Both arrive, one is dealt for, and each sees the other's moves at once."""
    table, tokens = servers[0].open(["person", "person"], "classic", call="none")

    async def play() -> None:
        players = [Player(server, table, token) for server, token in zip(servers, tokens, strict=True)]
        for each in players:
            await each.enter()
        while any(each.update["view"] is None for each in players):
            await asyncio.gather(*(listened(each) for each in players))
        for _ in range(10):
            actor = next(each for each in players if each.chosen())
            await actor.act(actor.chosen() or "")
            number = actor.number
            for each in players:
                while each.number <= number:
                    await each.listen(5)  # far less than a clock's limit

    run(play())


def test_two_clocks_act_once(database: Database) -> None:
    limits = {"window": 0.05, "deal": 0.02, "turn": 0.1}
    servers = [Server(database.url, **limits) for _ in range(2)]
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
        one, other = (Player(server, table, token) for server, token in zip(servers, tokens, strict=True))
        for each in (one, other):
            await each.enter()
        while other.update["view"] is None:
            await asyncio.gather(listened(one), listened(other))
        with psycopg.connect(database.url) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        actor = next(each for each in (one, other) if each.chosen())
        await actor.act(actor.chosen() or "")
        number = one.number
        for each in (one, other):
            while each.number <= number:
                await each.listen(10)

    run(silence())
