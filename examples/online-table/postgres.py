"""Tables in PostgreSQL, which several processes serve: `DATABASE_URL=postgresql://… uv run --extra postgres app.py`."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any, TypeVar

import psycopg
from psycopg_pool import AsyncConnectionPool
from storage import SECONDS, DownError, Saved, TakenError

T = TypeVar("T")

# The lock: two processes may start at one moment.
SCHEMA = """
SELECT pg_advisory_xact_lock(hashtext('rummy500'));
CREATE TABLE IF NOT EXISTS rummy500_tables (name TEXT PRIMARY KEY, opening TEXT NOT NULL, keys TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rummy500_entries (
    name TEXT NOT NULL REFERENCES rummy500_tables, number INTEGER NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (name, number)
);
CREATE TABLE IF NOT EXISTS rummy500_arrivals (
    name TEXT NOT NULL REFERENCES rummy500_tables, seat INTEGER NOT NULL, PRIMARY KEY (name, seat)
);
CREATE TABLE IF NOT EXISTS rummy500_snapshots (
    name TEXT PRIMARY KEY REFERENCES rummy500_tables, snapshot BYTEA NOT NULL
);
"""
# One statement, so one round trip and one transaction: nobody is notified of what is not saved.
APPEND = """
WITH saved AS (
    INSERT INTO rummy500_entries
    SELECT %(name)s, %(number)s + place - 1, entry
    FROM unnest(%(entries)s::text[]) WITH ORDINALITY AS new (entry, place)
)
SELECT pg_notify('rummy500', %(last)s || ' ' || %(name)s)
"""
KEEP = "INSERT INTO rummy500_snapshots VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET snapshot = excluded.snapshot"
ARRIVE = "INSERT INTO rummy500_arrivals VALUES (%s, %s) ON CONFLICT DO NOTHING"


class PostgresStorage:
    """Tables in a database; each process has a few connections, and one on which it is notified."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        self._url, self._seconds, connecting = url, seconds, math.ceil(seconds)
        with psycopg.connect(url, connect_timeout=connecting) as connection:
            connection.execute(SCHEMA)
        # A connection is checked before it is used: the database may have been restarted.
        self._pool = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=4,
            timeout=seconds,
            reconnect_timeout=seconds,  # afterwards the next request connects, and not a timer some minutes later
            open=False,
            check=AsyncConnectionPool.check_connection,
            kwargs={"autocommit": True, "connect_timeout": connecting},
        )

    async def close(self) -> None:
        """End all connections."""
        await self._pool.close()

    async def _in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the database, but not for one that hangs: a lock is held, the process or the network stands still.

        Raises DownError when the time is up. Then psycopg cancels the statement, which may take long, too, so nobody
        waits for that. The statement may have been done: only the next look at the log shows it.
        """
        task = asyncio.create_task(work)
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.shield(task)
        except TimeoutError:
            raise DownError(f"the database has not answered for {self._seconds:g} s") from None
        finally:
            task.cancel()

    async def _run(self, statement: str, values: Sequence[object] | dict[str, object]) -> list[tuple[Any, ...]]:
        async def fetched() -> list[tuple[Any, ...]]:
            await self._pool.open()  # the first time; afterwards it does nothing
            async with self._pool.connection() as connection:
                cursor = await connection.execute(statement, values)
                return await cursor.fetchall() if cursor.description else []

        try:
            return await self._in_time(fetched())
        except psycopg.errors.UniqueViolation:
            raise TakenError from None
        except psycopg.Error as error:
            raise DownError(str(error)) from error

    async def create(self, name: str, opening: str, keys: Sequence[str]) -> None:
        """Save a new table."""
        await self._run("INSERT INTO rummy500_tables VALUES (%s, %s, %s)", (name, opening, " ".join(keys)))

    async def find(self, name: str) -> Saved | None:
        """Find a table; None if there is none of this name."""
        rows = await self._run("SELECT opening, keys FROM rummy500_tables WHERE name = %s", (name,))
        return Saved(rows[0][0], tuple(rows[0][1].split(" "))) if rows else None

    async def arrive(self, name: str, seat: int) -> set[int]:
        """Note that the person of a seat has come, and return the seats of all who have."""
        await self._run(ARRIVE, (name, seat))
        return {found for (found,) in await self._run("SELECT seat FROM rummy500_arrivals WHERE name = %s", (name,))}

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        """Save entries: the primary key makes it a compare-and-set, since no process skips a number."""
        last = number + len(entries) - 1
        await self._run(APPEND, {"name": name, "number": number, "entries": list(entries), "last": str(last)})

    async def entries(self, name: str, number: int) -> list[str]:
        """Read the entries from this number on."""
        found = "SELECT entry FROM rummy500_entries WHERE name = %s AND number >= %s ORDER BY number"
        return [text for (text,) in await self._run(found, (name, number))]

    async def keep(self, name: str, snapshot: bytes) -> None:
        """Save a snapshot in place of the last one."""
        await self._run(KEEP, (name, snapshot))

    async def snapshot(self, name: str) -> bytes | None:
        """Read the snapshot; None if there is none."""
        rows = await self._run("SELECT snapshot FROM rummy500_snapshots WHERE name = %s", (name,))
        return rows[0][0] if rows else None

    async def changes(self) -> AsyncIterator[tuple[str, int] | None]:
        """Wait for what any process saves; None whenever this begins anew, since some may have been missed."""
        while True:
            try:
                connection = await self._in_time(psycopg.AsyncConnection.connect(self._url, autocommit=True))
                async with connection:
                    await self._in_time(connection.execute("LISTEN rummy500"))
                    yield None
                    while True:
                        async for note in connection.notifies(timeout=self._seconds):
                            number, name = note.payload.split(" ")
                            yield name, int(number)
                        await self._in_time(connection.execute("LISTEN rummy500"))  # is anybody still there?
            except (psycopg.Error, DownError) as error:
                logging.getLogger(__name__).warning("no news from the database: %s", error)
            await asyncio.sleep(1)
