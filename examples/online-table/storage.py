"""Where tables are saved: a protocol, and SQLite behind it. `postgres.py` is for several processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar, cast

T = TypeVar("T")
#: How long a storage may take, unless the server is started with another limit.
SECONDS = 5.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, opening TEXT NOT NULL, keys TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    name TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (name, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS arrivals (
    name TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL, PRIMARY KEY (name, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (name TEXT PRIMARY KEY REFERENCES tables, snapshot BLOB NOT NULL) STRICT;
"""
KEEP = "INSERT INTO snapshots VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET snapshot = excluded.snapshot"


class TakenError(Exception):
    """Another process has saved an entry with this number."""


class DownError(Exception):
    """The storage cannot be read or written now. Whether a write was done is not known."""


class Saved(NamedTuple):
    """A new table as it was saved: its opening, and a hash of each seat's token."""

    opening: str
    keys: tuple[str, ...]


class Storage(Protocol):
    """Saves the logs of tables. Each method may raise DownError."""

    async def create(self, name: str, opening: str, keys: Sequence[str]) -> None:
        """Save a new table."""

    async def find(self, name: str) -> Saved | None:
        """Find a table; None if there is none of this name."""

    async def arrive(self, name: str, seat: int) -> set[int]:
        """Note that the person of a seat has come, and return the seats of all who have."""

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        """Save entries, the first with this number: all or none. Raises TakenError if the log has that number."""

    async def entries(self, name: str, number: int) -> list[str]:
        """Read the entries from this number on; the first entry after the opening has the number 1."""

    async def keep(self, name: str, snapshot: bytes) -> None:
        """Save a snapshot in place of the last one. The entries stay: an update makes snapshots useless."""

    async def snapshot(self, name: str) -> bytes | None:
        """Read the snapshot; None if there is none."""

    def changes(self) -> AsyncIterator[tuple[str, int] | None]:
        """Wait for what is saved: the table, and the number of the last entry. None: some may have been missed."""

    async def close(self) -> None:
        """End all connections."""


class SQLiteStorage:
    """Tables in a file. One thread of its own has the connection, so that no write stops the event loop."""

    def __init__(self, file: Path | str, seconds: float = SECONDS) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._connection = self._thread.submit(_connected, str(file), seconds).result()

    async def close(self) -> None:
        """Close the file."""
        self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def transaction() -> T:
            try:
                with self._connection:
                    return work(self._connection)
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_PRIMARYKEY":
                    raise TakenError from None
                raise DownError(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    async def _write(self, statement: str, *rows: tuple[object, ...]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(statement, rows)  # its cursor must end in this thread, so it is not returned

        await self._run(write)

    async def _read(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        return await self._run(lambda connection: connection.execute(statement, values).fetchall())

    async def create(self, name: str, opening: str, keys: Sequence[str]) -> None:
        """Save a new table."""
        await self._write("INSERT INTO tables VALUES (?, ?, ?)", (name, opening, " ".join(keys)))

    async def find(self, name: str) -> Saved | None:
        """Find a table; None if there is none of this name."""
        rows = await self._read("SELECT opening, keys FROM tables WHERE name = ?", name)
        return Saved(str(rows[0][0]), tuple(str(rows[0][1]).split(" "))) if rows else None

    async def arrive(self, name: str, seat: int) -> set[int]:
        """Note that the person of a seat has come, and return the seats of all who have."""
        await self._write("INSERT OR IGNORE INTO arrivals VALUES (?, ?)", (name, seat))
        return {int(str(found)) for (found,) in await self._read("SELECT seat FROM arrivals WHERE name = ?", name)}

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        """Save entries: the primary key makes it a compare-and-set, since no process skips a number."""
        rows = [(name, number + place, entry) for place, entry in enumerate(entries)]
        await self._write("INSERT INTO entries VALUES (?, ?, ?)", *rows)

    async def entries(self, name: str, number: int) -> list[str]:
        """Read the entries from this number on."""
        found = "SELECT entry FROM entries WHERE name = ? AND number >= ? ORDER BY number"
        return [str(text) for (text,) in await self._read(found, name, number)]

    async def keep(self, name: str, snapshot: bytes) -> None:
        """Save a snapshot in place of the last one."""
        await self._write(KEEP, (name, snapshot))

    async def snapshot(self, name: str) -> bytes | None:
        """Read the snapshot; None if there is none."""
        rows = await self._read("SELECT snapshot FROM snapshots WHERE name = ?", name)
        return cast("bytes", rows[0][0]) if rows else None

    async def changes(self) -> AsyncIterator[tuple[str, int] | None]:
        """Nothing: a file is for one process."""
        return
        yield


def _connected(file: str, seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=seconds)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered is on the disk, also after a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executescript(SCHEMA)
    return connection
