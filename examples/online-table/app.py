"""The online table as a web application: `uv run app.py` serves it."""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import json
import logging
import os
import secrets
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

import uvicorn
from account import Account
from room import CHANCE, Client, FullError, Limits, Room
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected
from storage import SECONDS, DownError, Saved, SQLiteStorage, Storage
from thinking import Thinkers

import rummy500 as r5
from rummy500.hooks import Reason
from rummy500.table import (
    PERSON,
    Table,
    append_entries,
    open_table,
    table_from_json,
    table_from_snapshot,
    table_to_json,
)
from rummy500.wire import choices_message, message_data, message_json, refusal_message

LOGGER = logging.getLogger(__name__)
#: The programs that people may seat.
PLAYERS = ("easy", "medium", "hard", "expert", "random")
#: The lobby; the page to play on is built into `play/` beside it.
PAGE = Path(__file__).parent / "page"
BUILD = "uv run python -m tools.build_web --only-page --site examples/online-table/page"
#: The most rooms in memory, and bytes of a message or of a form; the seconds that an empty room stays in memory.
MOST_ROOMS, MOST_BYTES, KEEP = 5_000, 16_384, 300
#: Why the server closes a socket. After 4000 and more a client must not come back by itself.
BUSY, BAD_TOKEN, FOREIGN, NO_TABLE, EVICTED, FULL = 1013, 4001, 4003, 4004, 4009, 4029


#: The kinds of fields in a form, in words.
KINDS: Final[Mapping[type, str]] = {str: "a text", list: "a list", dict: "an object"}
FIELDS = ("preset", "plugins", "options", "seats")
T = TypeVar("T")

NO_JSON = Reason("table.form", "json", "the form is not JSON: {message}, line {line:number}, column {column:number}")
NO_TEXT = Reason("table.form", "text", "the form is not JSON: it is not UTF-8, too deep, or has too long a number")
NO_FIELD = Reason("table.form", "field", '{where} must be an object with the field "{field}": {kind}', KINDS.values())
STRAY = Reason("table.form", "stray", "the form has no field {given}; its fields are {fields}")
NO_NAME = Reason("table.form", "plugins", 'each of "plugins" must be a name')
NOBODY = Reason("table.form", "nobody", f'no seat has the player "{PERSON}": somebody must play')
TOO_LONG = Reason("table.form", "long", "the form is too long")
TOO_SLOW = Reason("table.form", "slow", "the form did not arrive in time")
OTHER_SITE = Reason("table.server", "foreign", "a page of another site cannot open tables here")
DOWN = Reason("table.server", "down", "the server cannot save tables at the moment: try again in a minute")


class FormError(Exception):
    """A form does not describe a table, or the server does not take it."""

    def __init__(self, refusal: r5.Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.sentence)


class BusyError(Exception):
    """There are too many rooms in memory."""


class Rooms:
    """The rooms in memory: those with somebody in them or left lately. Every other table is in the storage alone."""

    def __init__(self, storage: Storage, limits: Limits) -> None:
        self.storage, self.limits, self.thinkers = storage, limits, Thinkers()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    async def enter(self, name: str, saved: Saved, client: Client) -> Room:
        """Find the room of a table, or load it, and let a client in."""
        while name not in self.rooms:
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name, saved, client.seat))
            await asyncio.shield(self._loading[name])
        room = self.rooms[name]
        await room.enter(client)
        return room

    async def _load(self, name: str, saved: Saved, seat: int | None) -> None:
        """Load a table, beside the event loop, and charge whoever has caused it."""
        try:
            if len(self.rooms) >= MOST_ROOMS:
                if not (empty := self._empty()):
                    raise BusyError
                del self.rooms[min(empty, key=lambda room: room.empty_since).name]
            account, snapshot = Account(), await self.storage.snapshot(name)
            kept = await account.run(read_table, name, saved.opening, snapshot)
            entries = await self.storage.entries(name, len(kept.log))
            table = await account.run(append_entries, kept, entries)
            room = Room(name, table, self.storage, self.limits, kept=len(kept.log), thinkers=self.thinkers)
            self.rooms[name] = room
            room.accounts[seat] = account
        finally:
            del self._loading[name]

    def _empty(self) -> list[Room]:
        return [room for room in self.rooms.values() if not room.clients]

    async def sweep(self) -> None:
        """Forget the rooms that have been empty for a while."""
        while True:
            await asyncio.sleep(KEEP / 5)
            for room in self._empty():
                if time.monotonic() - room.empty_since > KEEP:
                    del self.rooms[room.name]

    async def follow(self) -> None:
        """Show what other processes have saved."""
        async for change in self.storage.changes():
            name, number = change or (None, None)
            for room in self.rooms.values() if name is None else filter(None, [self.rooms.get(name)]):
                if room.clients:  # an empty room catches up when somebody enters
                    task = asyncio.create_task(self._catch_up(room, number))
                    self._catching_up.add(task)
                    task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self, room: Room, number: int | None) -> None:
        while room.clients:
            try:
                await room.catch_up(number)
            except DownError:
                await asyncio.sleep(1)
            else:
                break


def read_table(name: str, opening: str, snapshot: bytes | None) -> Table:
    """The table as of its snapshot, or without one that can be read as it was opened."""
    table = table_from_json(opening)
    found = table_from_snapshot(table.rules, snapshot) if snapshot is not None else None
    if snapshot is not None and found is None:
        LOGGER.warning("the snapshot of table %s is damaged or of another version: its log is read", name)
    return found or table


def read_form(body: bytes) -> object:
    """Read the JSON of a form. Raises FormError if it is none."""
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        raise FormError(NO_JSON(message=error.msg, line=error.lineno, column=error.colno)) from None
    except (ValueError, RecursionError):
        raise FormError(NO_TEXT()) from None


def field(of: object, name: str, kind: type[T], where: str) -> T:
    """Read a field of an object of a form. Raises FormError, which names it, if it is missing or of another kind."""
    value = of.get(name) if isinstance(of, dict) else None
    if not isinstance(value, kind):
        raise FormError(NO_FIELD(where=where, field=name, kind=KINDS[kind]))
    return value


def new_table(form: object) -> Table:
    """Open a table as a form says, and deal. Raises FormError, or an error of rummy500, for anything that cannot be."""
    if isinstance(form, dict):
        form = {"plugins": [], "options": {}, **form}
        if strays := [name for name in form if name not in FIELDS]:
            raise FormError(STRAY(given=f"{strays[0]!r:.40}", fields=", ".join(FIELDS)))
    preset, plugins = field(form, "preset", str, "the form"), field(form, "plugins", list, "the form")
    options = field(form, "options", dict, "the form")
    if not all(isinstance(each, str) for each in plugins):
        raise FormError(NO_NAME())
    seats = [
        (field(seat, "name", str, f"seats[{place}]"), field(seat, "player", str, f"seats[{place}]"))
        for place, seat in enumerate(field(form, "seats", list, "the form"))
    ]
    if not any(player == PERSON for _, player in seats):
        raise FormError(NOBODY())
    rules = r5.compose(preset, tuple(plugins), options, seats=len(seats))
    programs = {number: player for number, (_, player) in enumerate(seats) if player != PERSON}
    names, dealer = [name for name, _ in seats], CHANCE.randrange(len(seats))
    return open_table(rules, names, programs=programs, dealer=dealer, players=PLAYERS)


async def create(request: Request) -> Response:
    """Open a table: answers with its name and with a token for each seat."""
    if is_foreign(request):
        return refused(FormError(OTHER_SITE()), 403)
    body = b""
    try:
        async with asyncio.timeout(request.app.state.rooms.limits.slow):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    return refused(FormError(TOO_LONG()), 413)
    except TimeoutError:
        return refused(FormError(TOO_SLOW()), 408)
    except ClientDisconnect:
        LOGGER.warning("a form was cut off after %s bytes", len(body))
        return Response(status_code=400)  # nobody reads it
    try:
        table = await asyncio.to_thread(new_table, read_form(body))  # rules take time when they are first composed
    except (r5.Rummy500Error, FormError) as error:
        return refused(error)
    name, tokens = secrets.token_urlsafe(9), [secrets.token_urlsafe(16) for _ in table.seats]
    try:
        await request.app.state.rooms.storage.create(name, table_to_json(table), [key_of(token) for token in tokens])
    except DownError as error:
        LOGGER.warning("a new table is not saved: %s", error)
        return refused(FormError(DOWN()), 503)
    people = [tokens[seat] if table.is_person(seat) else None for seat in range(len(tokens))]
    return JSONResponse({"table": name, "tokens": people}, 201)


async def choices(request: Request) -> Response:
    """Answer with the presets, plugins and options for a new table."""
    plugins = [each for each in request.query_params.get("plugins", "").split(",") if each]
    try:
        found = await asyncio.to_thread(choices_of, request.query_params.get("preset", "pagat"), *plugins)
    except r5.ComposeError as error:
        return refused(error)
    return Response(found, media_type="application/json")


@lru_cache(maxsize=500)
def choices_of(preset: str, *plugins: str) -> str:
    """Write the choices for a new table, once for all who ask: the first time takes some tenths of a second."""
    return message_json(choices_message(preset, plugins))


def refused(error: Exception, status: int = 400) -> Response:
    """Answer with the reason, also as data to translate, and with what the form marks."""
    found: dict[str, object] = {"error": str(error)}
    if isinstance(refusal := getattr(error, "refusal", None), r5.Refusal):
        found["refusal"] = message_data(refusal_message(refusal))
    if isinstance(error, r5.ComposeError):
        found |= {"option": error.option, "plugins": error.plugins, "bounds": error.bounds}
    close = {"Connection": "close"} if status in (408, 413) else None  # the rest of the form is not awaited
    return JSONResponse(found, status, close)


def key_of(token: str) -> str:
    """Hash a token, so that whoever reads the storage cannot play."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_foreign(asked: HTTPConnection) -> bool:
    """Whether a page of another site asks, which is not listed. A program names no origin."""
    origin, host = asked.headers.get("origin"), asked.headers.get("host")
    return origin is not None and origin not in asked.app.state.origins and origin.partition("://")[2] != host


async def play(socket: WebSocket) -> None:
    """Serve one socket. Its first message is the token of a seat, or empty for a spectator."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        if is_foreign(socket):
            await socket.close(FOREIGN, "a page of another site cannot play here")
            return
        name, token = socket.path_params["table"], await asyncio.wait_for(read(socket), rooms.limits.slow)
        saved = await rooms.storage.find(name)
        if saved is None:
            await socket.close(NO_TABLE, "there is no such table")
        elif not isinstance(token, str) or (token and key_of(token) not in saved.keys):
            await socket.close(BAD_TOKEN, "this is not a token of the table")
        else:
            since = socket.query_params.get("since", "")
            number = int(since) if since.isdecimal() and len(since) < 9 else None
            seat = saved.keys.index(key_of(token)) if token else None
            client = Client(seat, number)
            await serve(socket, await rooms.enter(name, saved, client), client)
            await socket.close(EVICTED, "you play this seat in too many other windows")
    except FullError:
        await socket.close(FULL, "there is no room for you")
    except (BusyError, DownError) as error:
        LOGGER.warning("a client must wait: %r", error)
        await socket.close(BUSY, "the server is busy")
    except r5.ComposeError as error:  # a rule or a plugin has a new version: see "Run a server safely"
        await socket.close(NO_TABLE, str(error)[:100])
    except (TimeoutError, WebSocketDisconnect, WebSocketDisconnected):
        return  # a client that takes nothing, or is gone; it may come back, from its last event


# --8<-- [start:serve]
async def serve(socket: WebSocket, room: Room, client: Client) -> None:
    """Receive and send until the client goes, is too slow or is evicted."""
    slow = room.limits.slow

    async def receive() -> None:
        while True:
            answer = await room.receive(client, await read(socket))
            if answer is not None:
                await asyncio.wait_for(socket.send_text(answer), slow)

    async def send() -> None:
        while True:
            await asyncio.wait_for(socket.send_text(await room.next_message(client)), slow)

    tasks = [asyncio.create_task(work) for work in (receive(), send(), client.evicted.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        room.leave(client)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --8<-- [end:serve]
async def read(socket: WebSocket) -> object:
    """The next message of a client, of any type. Raises WebSocketDisconnect if there is none."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    return message.get("bytes") if text is None else text


class Page(StaticFiles):
    """The files of the page, which no other page may show in a frame."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with a file."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
        return response


def application(storage: Storage, limits: Limits, page: Path = PAGE, origins: Sequence[str] = ()) -> Starlette:
    """Make the application; `page` has the lobby, and the page to play on in `play/`; `origins` may have pages, too."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        app.state.origins, app.state.rooms = origins, Rooms(storage, limits)
        rooms: Rooms = app.state.rooms
        rooms.thinkers.start()
        tasks = [asyncio.create_task(work) for work in (rooms.sweep(), rooms.follow())]
        yield
        for task in tasks:
            task.cancel()
        await rooms.thinkers.close()
        await storage.close()

    routes = [
        Route("/tables", create, methods=["POST"]),
        Route("/choices", choices),
        WebSocketRoute("/tables/{table}", play),
        Mount("/", Page(directory=page, html=True)),
    ]
    cors = Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"])
    middleware = [Middleware(GZipMiddleware), cors]
    return Starlette(routes=routes, middleware=middleware, lifespan=life)  # sockets are left as they are


def storage_at(file: str, seconds: float) -> Storage:
    """The storage in a file, or in the database of an address, which may take so many seconds."""
    if not file.startswith(("postgres://", "postgresql://")):
        return SQLiteStorage(file, seconds)
    from postgres import PostgresStorage  # noqa: PLC0415 - psycopg is an extra, which a file does not need

    return PostgresStorage(file, seconds)


def main() -> None:
    """Serve the tables of a file."""
    parser = argparse.ArgumentParser(description="Serve tables of 500 Rummy.")
    parser.add_argument("--port", type=int, default=8500)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for friends in the same network")
    saved = os.environ.get("DATABASE_URL", "tables.sqlite3")
    parser.add_argument("--file", default=saved, help="where tables are saved; without it DATABASE_URL, for PostgreSQL")
    parser.add_argument("--origin", action="append", default=[], help="another site with a page: https://example.org")
    parser.add_argument("--page", type=Path, default=PAGE, help="the folder with the lobby and the page to play on")
    for name, seconds in {**Limits()._asdict(), "storage": SECONDS}.items():
        parser.add_argument(f"--{name}", type=float, default=seconds, help=f"seconds; {seconds:g} unless you say")
    given = parser.parse_args()
    limits = Limits(*(getattr(given, name) for name in Limits._fields))
    sys.setswitchinterval(0.001)  # the event loop gets its turn soon while a thread loads a table
    app = application(storage_at(given.file, given.storage), limits, given.page, given.origin)
    print(f"Tables of 500 Rummy: http://{given.host}:{given.port}", flush=True)
    if not (given.page / "play" / "main.js").exists():
        how = f"Build it in the repository, with node 20 or later:\n  {BUILD}"
        print(f"The page to play on is not built. {how}", flush=True)
    gc.freeze()  # half of what a full collection would look at, while all tables wait, is modules that never go
    uvicorn.run(app, host=given.host, port=given.port, ws_max_size=MOST_BYTES, log_level="warning")


if __name__ == "__main__":
    main()
