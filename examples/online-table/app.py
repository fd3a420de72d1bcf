"""The online table as a web application: `uv run app.py` serves it."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import uvicorn
from room import CHANCE, Client, Limits, Room
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected
from storage import SQLiteStorage, Storage, load

import rummy500 as r5
from rummy500.table import PERSON, Table, open_table, table_to_json
from rummy500.wire import choices_message, message_data, message_json

#: The lobby; the page to play on is built into `play/` beside it.
PAGE = Path(__file__).parent / "page"
BUILD = "uv run python -m tools.build_web --only-page --site examples/online-table/page"
#: The most rooms in memory, sockets of one room, and bytes of a message or of a form.
MOST_ROOMS, MOST_CLIENTS, MOST_BYTES = 5_000, 50, 16_384
#: A socket waits so many times as long as its last request took: no client has more than a fifth of the processor.
FAIR = 4
#: Why the server closes a socket.
BAD_TOKEN, NO_TABLE, FULL = 4001, 4004, 4029


#: The kinds of fields in a form, in words.
KINDS: Final[Mapping[type, str]] = {str: "a text", list: "a list", dict: "an object"}
FIELDS = ("preset", "plugins", "options", "seats")
T = TypeVar("T")


class FormError(Exception):
    """A form does not describe a table."""


class FullError(Exception):
    """There is no room for another client."""


class Rooms:
    """The rooms in memory: those with somebody in them. Every other table is in the storage alone."""

    def __init__(self, storage: Storage, limits: Limits) -> None:
        self.storage, self.limits = storage, limits
        self.rooms: dict[str, asyncio.Task[Room]] = {}
        self.clocks: dict[str, asyncio.Task[None]] = {}

    async def enter(self, name: str, client: Client) -> Room:
        """Find the room of a table, or load it, and let a client in. Raises LookupError for no such table."""
        if name not in self.rooms:
            if len(self.rooms) >= MOST_ROOMS:
                raise FullError
            self.rooms[name] = asyncio.create_task(self._load(name))
        try:
            room = await asyncio.shield(self.rooms[name])
        except Exception:
            self.rooms.pop(name, None)
            raise
        if len(room.clients) >= MOST_CLIENTS:
            raise FullError
        room.clients.add(client)
        if client.seat is not None and name not in self.clocks and room.may_play:
            self.clocks[name] = asyncio.create_task(room.keep_time())
            self.clocks[name].add_done_callback(report)
        return room

    async def _load(self, name: str) -> Room:
        return Room(name, await load(name, self.storage), self.storage, self.limits)

    def leave(self, room: Room, client: Client) -> None:
        """Let a client out; the clock stops with the last player, and an empty room is forgotten."""
        room.clients.discard(client)
        if all(other.seat is None for other in room.clients) and room.name in self.clocks:
            self.clocks.pop(room.name).cancel()
        if not room.clients:
            self.rooms.pop(room.name, None)


def report(clock: asyncio.Task[None]) -> None:
    """Log why a clock has stopped, if it did not mean to: a full disk, say."""
    if not clock.cancelled() and (error := clock.exception()) is not None:
        logging.getLogger("uvicorn.error").error("a clock has stopped", exc_info=error)


def read_form(body: bytes) -> object:
    """Read the JSON of a form. Raises FormError if it is none."""
    try:
        return json.loads(body)
    except json.JSONDecodeError as error:
        raise FormError(f"the form is not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError):
        raise FormError("the form is not JSON: it is not UTF-8, too deep, or has too long a number") from None


def field(of: object, name: str, kind: type[T], where: str) -> T:
    """Read a field of an object of a form. Raises FormError, which names it, if it is missing or of another kind."""
    value = of.get(name) if isinstance(of, dict) else None
    if not isinstance(value, kind):
        raise FormError(f'{where} must be an object with the field "{name}": {KINDS[kind]}')
    return value


def new_table(form: object) -> Table:
    """Open a table as a form says, and deal. Raises FormError, or an error of rummy500, for anything that cannot be."""
    if isinstance(form, dict):
        form = {"plugins": [], "options": {}, **form}
        if strays := [name for name in form if name not in FIELDS]:
            raise FormError(f"the form has no field {strays[0]!r:.40}; its fields are {', '.join(FIELDS)}")
    preset, plugins = field(form, "preset", str, "the form"), field(form, "plugins", list, "the form")
    options = field(form, "options", dict, "the form")
    if not all(isinstance(each, str) for each in plugins):
        raise FormError('each of "plugins" must be a name')
    seats = [
        (field(seat, "name", str, f"seats[{place}]"), field(seat, "player", str, f"seats[{place}]"))
        for place, seat in enumerate(field(form, "seats", list, "the form"))
    ]
    if not any(player == PERSON for _, player in seats):
        raise FormError(f'no seat has the player "{PERSON}": somebody must play')
    rules = r5.compose(preset, tuple(plugins), options, seats=len(seats))
    programs = {number: player for number, (_, player) in enumerate(seats) if player != PERSON}
    return open_table(rules, [name for name, _ in seats], programs=programs, dealer=CHANCE.randrange(len(seats)))


async def create(request: Request) -> Response:
    """Open a table: answers with its name and with a token for each seat."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return JSONResponse({"error": "the form is too long"}, 413)
    try:
        table = await asyncio.to_thread(new_table, read_form(body))  # rules take time when they are first composed
    except (r5.Rummy500Error, FormError) as error:
        return JSONResponse({"error": str(error)}, 400)
    name, tokens = secrets.token_urlsafe(9), [secrets.token_urlsafe(16) for _ in table.seats]
    await request.app.state.rooms.storage.create(name, table_to_json(table), [key_of(token) for token in tokens])
    people = [tokens[seat] if table.is_person(seat) else None for seat in range(len(tokens))]
    return JSONResponse({"table": name, "tokens": people}, 201)


async def choices(request: Request) -> Response:
    """Answer with the presets, plugins and options for a new table."""
    plugins = [each for each in request.query_params.get("plugins", "").split(",") if each]
    try:
        message = await asyncio.to_thread(choices_message, request.query_params.get("preset", "pagat"), plugins)
    except r5.ComposeError as error:
        return JSONResponse({"error": str(error)}, 400)
    return JSONResponse(message_data(message))


def key_of(token: str) -> str:
    """Hash a token, so that whoever reads the storage cannot play."""
    return hashlib.sha256(token.encode()).hexdigest()


async def play(socket: WebSocket) -> None:
    """Serve one socket. Its first message is the token of a seat, or empty for a spectator."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        saved = await rooms.storage.read(socket.path_params["table"])
        token = await asyncio.wait_for(read(socket), rooms.limits.slow)
        if saved is None:
            await socket.close(NO_TABLE, "there is no such table")
        elif not isinstance(token, str) or (token and key_of(token) not in saved.keys):
            await socket.close(BAD_TOKEN, "this is not a token of the table")
        else:
            since = socket.query_params.get("since", "")
            seat = saved.keys.index(key_of(token)) if token else None
            await serve(socket, rooms, Client(seat, int(since) if since.isdecimal() and len(since) < 9 else 0))
    except FullError:
        await socket.close(FULL, "there is no room for you")
    except r5.ComposeError as error:  # a rule or a plugin has a new version: see "Run a server safely"
        await socket.close(NO_TABLE, str(error)[:100])
    except (TimeoutError, WebSocketDisconnect, WebSocketDisconnected):
        return  # a client that takes nothing, or is gone; it may come back, from its last event


# --8<-- [start:serve]
async def serve(socket: WebSocket, rooms: Rooms, client: Client) -> None:
    """Receive and send until the client goes or is too slow."""
    slow = rooms.limits.slow
    room = await rooms.enter(socket.path_params["table"], client)

    async def receive() -> None:
        while True:
            answer = await room.receive(client, await read(socket))
            if answer is not None:
                await asyncio.wait_for(socket.send_text(message_json(answer)), slow)
            await asyncio.sleep(FAIR * client.cost)

    async def send() -> None:
        while True:
            update = await room.next_update(client)
            await asyncio.wait_for(socket.send_text(message_json(update)), slow)

    tasks = [asyncio.create_task(receive()), asyncio.create_task(send())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        done.pop().result()
    finally:
        rooms.leave(room, client)
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


def application(storage: SQLiteStorage, limits: Limits, page: Path = PAGE) -> Starlette:
    """Make the application; `page` has the lobby, and the page to play on in `play/`."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        app.state.rooms = Rooms(storage, limits)
        yield
        storage.close()

    routes = [
        Route("/tables", create, methods=["POST"]),
        Route("/choices", choices),
        WebSocketRoute("/tables/{table}", play),
        Mount("/", StaticFiles(directory=page, html=True)),
    ]
    return Starlette(
        routes=routes, middleware=[Middleware(GZipMiddleware)], lifespan=life
    )  # sockets are left as they are


def main() -> None:
    """Serve the tables of a file."""
    parser = argparse.ArgumentParser(description="Serve tables of 500 Rummy.")
    parser.add_argument("--port", type=int, default=8500)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for friends in the same network")
    parser.add_argument("--file", default="tables.sqlite3", help="where the tables are saved")
    parser.add_argument("--page", type=Path, default=PAGE, help="the folder with the lobby and the page to play on")
    for name, seconds in Limits()._asdict().items():
        parser.add_argument(f"--{name}", type=float, default=seconds, help=f"seconds; {seconds:g} unless you say")
    given = parser.parse_args()
    limits = Limits(given.turn, given.window, given.deal, given.slow)
    app = application(SQLiteStorage(given.file), limits, given.page)
    print(f"Tables of 500 Rummy: http://{given.host}:{given.port}", flush=True)
    if not (given.page / "play" / "main.js").exists():
        how = f"Build it in the repository, with node 20 or later:\n  {BUILD}"
        print(f"The page to play on is not built. {how}", flush=True)
    uvicorn.run(app, host=given.host, port=given.port, ws_max_size=MOST_BYTES, log_level="warning")


if __name__ == "__main__":
    main()
