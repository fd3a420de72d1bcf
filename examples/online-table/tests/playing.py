"""A server in a process of its own, and clients that know nothing but the messages of the wire."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from rummy500.table import Table, table_to_json

#: Seconds after which something hangs, on the slowest machine too.
STUCK: Final = 300
APP: Final = Path(__file__).parents[1] / "app.py"
Data = dict[str, Any]
GARBAGE: Final[tuple[str | bytes, ...]] = (
    "",
    "draw",
    "[]",
    "null",
    "{" * 500,
    "\x00",
    b"\xff\x00",
    '{"type":"submit"}',
    '{"type":"submit","version":1,"decision":true,"action":"draw"}',
    '{"type":"submit","version":1,"decision":1e400,"action":"draw"}',
    '{"type":"submit","version":2,"decision":1,"action":"draw"}',
    '{"type":"ask-update","version":1,"since":-5}',
    '{"type":"ask-update","version":1,"since":' + "9" * 300 + "}",
    '{"type":"select","version":1,"cards":["Zz"]}',
    '{"type":"ask-choices","version":1,"preset":"nobody","plugins":["none"]}',
    '{"type":"ask-why","version":1,"action":"deck: reshuffle 4h"}',
    "x" * 15_000,
)


def children(process: int) -> list[int]:
    """The processes that a process has started, which Linux lists."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    """Whether a process has not ended; one may have that nobody has waited for."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    return False


class Server:
    """The application in a process of its own, on a free port.

    Attributes:
        launcher: a command that starts the application, where something about its process is to be changed.
    """

    launcher: Sequence[str] = ()

    def __init__(self, file: Path | str, *more: str, log: Path | None = None, **limits: float) -> None:
        self.file, self._log = file, log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [sys.executable, str(APP), "--port", str(self.port), "--file", str(file), *more]
        for name, seconds in {"pace": 0, **limits}.items():
            self._command += [f"--{name}", str(seconds)]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with ExitStack() as files:
            log = files.enter_context(self._log.open("ab")) if self._log else None
            self.process = subprocess.Popen([*self.launcher, *self._command], stderr=log)
        while self.process.poll() is None:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=STUCK).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"the server has ended with status {self.process.returncode}")

    def kill(self) -> None:
        """End it at once, without a chance to save anything."""
        self.process.kill()
        self.process.wait()

    def memory(self) -> int:
        """The bytes that the process has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def post(self, form: object, headers: Mapping[str, str] = MappingProxyType({})) -> tuple[int, Data]:
        """Ask for a new table."""
        body = form if isinstance(form, bytes) else json.dumps(form).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/tables", body, dict(headers), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=STUCK) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def open(
        self, players: Sequence[str], preset: str = "pagat", plugins: Sequence[str] = (), **options: object
    ) -> tuple[str, list[str | None]]:
        """Open a table, and return its name and the tokens of its seats; options have `_` for `.` and `-`."""
        seats = [{"name": f"Seat {seat}", "player": player} for seat, player in enumerate(players)]
        named = {name.replace("__", "-").replace("_", "."): value for name, value in options.items()}
        status, answer = self.post({"preset": preset, "plugins": plugins, "options": named, "seats": seats})
        assert status == 201, answer
        return answer["table"], answer["tokens"]

    def prepared(self, table: Table) -> tuple[str, list[str | None]]:
        """Open a table of people only, and save another one in its place: one in mid-hand, say."""
        name, tokens = self.open(["person"] * table.rules.seats)
        if isinstance(self.file, Path):
            with closing(sqlite3.connect(self.file)) as file, file:
                file.execute("UPDATE tables SET opening = ? WHERE name = ?", (table_to_json(table), name))
        else:
            import psycopg

            with psycopg.connect(self.file) as database:
                database.execute(
                    "UPDATE rummy500_tables SET opening = %s WHERE name = %s", (table_to_json(table), name)
                )
        return name, tokens


class Player:
    """A client at a table: it keeps the last update and every event, and can play at random."""

    def __init__(self, server: Server, table: str, token: str | None, seed: int = 0) -> None:
        self.table, self.token = table, token
        self.move(server)
        self.rng = random.Random(seed)
        self.update: Data = {}
        self.events: list[Data] = []
        self.answers: list[Data] = []
        self.socket: ClientConnection
        self.took: list[float] = []

    def move(self, server: Server) -> None:
        """Connect to this process from now on."""
        self._address = f"ws://127.0.0.1:{server.port}/tables/{self.table}"

    async def enter(self, origin: str | None = None) -> None:
        """Connect, or connect again from the last event; with an origin as a browser does."""
        address = f"{self._address}?since={self.number}"
        self.socket = await connect(address, proxy=None, max_size=2**22, origin=Origin(origin) if origin else None)
        await self.socket.send(self.token or "")
        await self.listen()

    async def send(self, kind: str, **fields: object) -> None:
        """Send a request."""
        await self.socket.send(json.dumps({"type": kind, "version": 1, **fields}))

    async def act(self, action: str, decision: int | None = None) -> None:
        """Submit an action for the decision that is open."""
        now = self.update["waiting"]["decision"] if decision is None else decision
        await self.send("submit", decision=now, action=action)

    async def listen(self, seconds: float = STUCK) -> Data:
        """Take the next message."""
        message: Data = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        if message["type"] == "update":
            new = [event for event in message["events"] if not self.events or event["number"] > self.number]
            assert [event["number"] for event in new] == list(range(self.number + 1, self.number + 1 + len(new)))
            self.events += new
            self.update = message
        else:
            self.answers.append(message)
        return message

    async def refresh(self) -> None:
        """Wait until the server has answered all that this client has sent, and take an update as of then."""
        await self.send("ask-update", since=self.number)
        await self.send("describe", what="rules")  # answers come in order: this one is the last
        while (await self.listen())["type"] != "rules":
            pass
        self.answers.pop()

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.events[-1]["number"] if self.events else 0

    def chosen(self) -> str | None:
        """An action for this update; None if nothing is asked of this seat."""
        kinds = (
            {each["kind"]: each["actions"] for each in self.update["legal"]["kinds"]} if self.update["legal"] else {}
        )
        for kind in ("call", "meld", "lay"):
            if kind in kinds:
                return str(self.rng.choice(kinds[kind])["action"])
        now = self.update["waiting"]
        if not kinds or self.update["view"]["seat"] not in now["seats"] or self.update["kept"]:
            return None
        return str(self.rng.choice(self.rng.choice(list(kinds.values())))["action"])

    async def play(self, garbage: float = 1 / 6, think: float = 0.0) -> Data:
        """Play until the match is over, and return the last update; think so many seconds before each action."""
        asked: tuple[int, str] | None = None
        while self.update["waiting"]["kind"] != "over":
            if self.rng.random() < garbage:
                await self.socket.send(self.rng.choice(GARBAGE))
            chosen, decision = self.chosen(), self.update["waiting"]["decision"]
            if chosen is not None and asked != (decision, self.update["waiting"]["kind"]):
                asked = (decision, self.update["waiting"]["kind"])
                if think:
                    await asyncio.sleep(self.rng.uniform(0.5, 1.5) * think)
                began = time.perf_counter()
                await self.act(chosen)
                if (await self.listen())["type"] == "update":
                    self.took.append(time.perf_counter() - began)
            else:
                await self.listen()
        return self.update


def score_of(update: Mapping[str, Any]) -> tuple[int, ...]:
    """The scores of a match."""
    return tuple(update["match"]["scores"])
