"""Where tables are saved: a protocol of three methods, and SQLite behind it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from rummy500.table import Table, append, entry_from_json, table_from_json

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, opening TEXT NOT NULL, keys TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    name TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (name, number)
) STRICT, WITHOUT ROWID;
"""


class TakenError(Exception):
    """Another process has saved an entry with this number."""


class Saved(NamedTuple):
    """A table as it was saved: its opening, a hash of each seat's token, and the entries since."""

    opening: str
    keys: tuple[str, ...]
    entries: tuple[str, ...]


class Storage(Protocol):
    """Saves the logs of tables."""

    async def create(self, name: str, opening: str, keys: Sequence[str]) -> None:
        """Save a new table."""

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        """Save entries, the first with this number: all or none. Raises TakenError if the log has that number."""

    async def read(self, name: str) -> Saved | None:
        """Read a table; None if there is none of this name."""


class SQLiteStorage:
    """Tables in a file. One thread of its own has the connection, so that no write stops the event loop."""

    def __init__(self, file: Path | str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._connection = self._thread.submit(_connected, str(file)).result()

    def close(self) -> None:
        """Close the file."""
        self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    async def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def transaction() -> T:
            with self._connection:
                return work(self._connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    async def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.executemany(statement, rows)  # its cursor must end in this thread, so it is not returned

        await self._run(write)

    async def create(self, name: str, opening: str, keys: Sequence[str]) -> None:
        """Save a new table."""
        await self._write("INSERT INTO tables VALUES (?, ?, ?)", [(name, opening, " ".join(keys))])

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None:
        """Save entries: the primary key makes it a compare-and-set, since no process skips a number."""
        rows = [(name, number + place, entry) for place, entry in enumerate(entries)]
        try:
            await self._write("INSERT INTO entries VALUES (?, ?, ?)", rows)
        except sqlite3.IntegrityError:
            raise TakenError from None

    async def read(self, name: str) -> Saved | None:
        """Read a table; None if there is none of this name."""

        def read(connection: sqlite3.Connection) -> Saved | None:
            row = connection.execute("SELECT opening, keys FROM tables WHERE name = ?", (name,)).fetchone()
            entries = connection.execute("SELECT entry FROM entries WHERE name = ? ORDER BY number", (name,))
            return None if row is None else Saved(row[0], tuple(row[1].split(" ")), tuple(text for (text,) in entries))

        return await self._run(read)


def _connected(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was answered is on the disk, also after a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executescript(SCHEMA)
    return connection


async def load(name: str, storage: Storage) -> Table:
    """Make a table of its log: after a crash, or where another process has changed it."""
    saved = await storage.read(name)
    if saved is None:
        raise LookupError(f"there is no table {name}")
    table = table_from_json(saved.opening)
    for text in saved.entries:
        table = append(table, entry_from_json(table.rules, text))
    return table
