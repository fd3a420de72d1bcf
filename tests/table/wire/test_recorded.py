"""Tests that a client that was shipped once plays on: its requests are read, and it reads the answers of today."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess
import sys
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest
from tests.table.wire.games import checker, played
from tests.table.wire.record import CLIENT, FOLDER, answers
from tools.pages import wire as wire_pages

import rummy500 as r5
from rummy500.table import advance, open_table, time_is_up, waiting
from rummy500.wire import (
    ANSWERS,
    REQUESTS,
    handle,
    message_data,
    message_json,
    read_answer,
    read_request,
    update_message,
)

NODE: Final = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node to run the client with")
#: Objects whose keys are data: they have no fields that could be added.
DATA: Final = ("facts", "memory", "plugins", "conflicts")
RULES: Final[tuple[tuple[str, tuple[str, ...], int], ...]] = (
    ("pagat", (), 3),
    ("classic", ("oklahoma",), 2),
    ("north-american", ("dealers-gambit",), 3),
)


#: What was recorded: of the first version, and of a later commit, before events and actions had sentences.
RECORDS: Final = sorted(file.name for file in FOLDER.glob("*.json.gz"))
each_record = pytest.mark.parametrize("name", RECORDS)


@cache
def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / name).read_bytes()))
    return found


@cache
def recorded_schema(name: str) -> Any:
    return checker({**record(name)["schema"], "oneOf": [{"$ref": "#/$defs/Answer"}]})


@cache
def closed_schema() -> Any:
    return checker(wire_pages.schema(closed=True))


class Client:
    """The recorded client, in a process of its own."""

    def __init__(self, seed: int = 1) -> None:
        assert NODE is not None
        command = [NODE, str(CLIENT), str(seed)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, text: str) -> tuple[str, list[str]]:
        """Let it read an answer: what it shows, and what it requests."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the client cannot read {text[:2000]}"
        found = json.loads(line)
        return found["shown"], found["requests"]

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def grown(data: Any) -> Any:
    """An answer of a later server: more fields everywhere, and words that nobody knows yet."""
    if isinstance(data, list):
        return [grown(each) for each in data]
    if not isinstance(data, dict):
        return data
    later = {key: each if key in DATA else grown(each) for key, each in data.items()}
    words = {"run": "circle", "group": "heap", "pile": "drawer", "chance": "storm", "dealt": "handed-out"}
    if later.get("kind") in words and "actions" not in later:
        later["kind"] = words[later["kind"]]
    return later | {"added_later": {"kind": ["anything"]}}


@each_record
def test_every_recorded_request_is_read(name: str) -> None:
    kinds = {type(read_request(text)) for text in record(name)["requests"]}
    assert kinds <= set(REQUESTS.values())
    assert {json.loads(text)["type"] for text in record(name)["requests"]} == {
        "submit", "let-go", "undo", "answer-undo", "ask-update", "select", "ask-why", "ask-hint", "describe",
        "ask-choices",
    }  # fmt: skip


@each_record
def test_answers_of_every_kind_are_recorded(name: str) -> None:
    assert {each["type"] for each in record(name)["answers"]} == {
        "update", "refusal", "error", "selected", "why", "hint", "rules", "sheet", "choices", "view", "legal", "score",
        "match", "changes",
    }  # fmt: skip
    for each in record(name)["answers"]:
        recorded_schema(name).validate(each)


@needs_node
@each_record
def test_the_recorded_client_reads_what_was_recorded(name: str) -> None:
    with closing(Client()) as client:
        for each in record(name)["answers"]:
            assert client.read(json.dumps(each))[0]


@pytest.mark.parametrize(("preset", "plugins", "seats"), RULES)
def test_answers_of_today_fit_the_recorded_schema(preset: str, plugins: tuple[str, ...], seats: int) -> None:
    kinds = set()
    for message in answers(preset, plugins, seats, 60)[::2]:
        data = message_data(message)
        for name in RECORDS:
            recorded_schema(name).validate(data)
        kinds.add(data["type"])
    assert {"update", "refusal", "view", "legal", "score", "match", "changes"} <= kinds


def match_of(clients: list[Client], preset: str, plugins: tuple[str, ...], *, later: bool) -> r5.Match:
    """Let clients play a match; a later server sends more than they know."""
    source = random.Random(2)
    rules = r5.compose(preset, plugins, {"match.target": 60}, seats=len(clients) + 1)
    names = [*("Ann" for _ in clients), "Bot"]
    table = open_table(rules, names, programs={len(clients): "medium"})
    numbers: list[int | None] = [None for _ in clients]
    answered: set[str] = set()

    def sent(client: Client, message: Any) -> list[str]:
        data = message_data(message)
        answered.add(data["type"])
        if not later:
            return client.read(json.dumps(data))[1]
        assert client.read(json.dumps({"type": "weather", "version": 1, "sun": True})) == ("", [])
        return client.read(json.dumps(grown(data)))[1]

    for _ in range(1_000):
        asked = False
        for seat, client in enumerate(clients):
            update = update_message(table, seat, numbers[seat])
            if numbers[seat] is not None and not update.events:
                continue
            numbers[seat] = update.number
            for request in sent(client, update):
                asked = True
                handled = handle(table, seat, request, source, hints=True)
                table = advance(handled.table, source)
                if handled.answer is not None:
                    sent(client, handled.answer)
        now = waiting(table)
        if now.kind == "over":
            break
        if not asked:
            table = advance(time_is_up(table, now.decision, now.kind, source), source)
    assert {"update", "rules", "sheet", "choices", "selected", "why", "hint"} <= answered
    return table.match


@needs_node
@pytest.mark.parametrize("later", [False, True], ids=["today", "a later server"])
@pytest.mark.parametrize(("preset", "plugins", "seats"), RULES)
def test_the_recorded_client_plays(preset: str, plugins: tuple[str, ...], seats: int, *, later: bool) -> None:
    with closing(Client(1)) as one, closing(Client(2)) as two:
        match = match_of([one, two][: seats - 1], preset, plugins, later=later)
    assert match.is_over


def test_python_reads_what_a_later_server_sends_and_the_closed_schema_refuses_it() -> None:
    rules = r5.compose("classic", ["oklahoma"], seats=3)
    for _, _, message in islice(played(rules, random.Random(11), 40), 0, None, 8):
        text = json.dumps(grown(message_data(message)))
        kind = type(message)
        assert ANSWERS[json.loads(text)["type"]] is kind
        read = json.loads(message_json(read_answer(text, kind)))
        assert list(read) == list(message_data(message))
        assert all(recorded_schema(name).is_valid(json.loads(text)) for name in RECORDS)
        assert not closed_schema().is_valid(json.loads(text))
        assert closed_schema().is_valid(message_data(message))


@pytest.mark.parametrize("text", record(RECORDS[0])["requests"][:3])
def test_requests_stay_strict(text: str) -> None:
    with pytest.raises(r5.NotationError, match="has no field 'added_later'"):
        read_request(json.dumps({**json.loads(text), "added_later": 1}))


def folder(into: Path) -> Path:
    """Write the package for npm."""
    subprocess.run([sys.executable, "-m", "rummy500.wire", str(into)], check=True)
    return into


def test_the_schema_and_the_types_are_a_folder_for_npm(tmp_path: Path) -> None:
    made = folder(tmp_path / "messages")
    package = json.loads((made / "package.json").read_text("utf-8"))
    assert (package["name"], package["version"]) == ("rummy500-messages", r5.__version__)
    assert json.loads((made / "schema.json").read_text("utf-8")) == wire_pages.schema()
    types = (made / "messages.d.ts").read_text("utf-8")
    assert "export interface ViewMessage extends ViewData {" in types
    assert types.count("the number of cards in the stock") == 1


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npx") is None, reason="there is no npx to fetch TypeScript with")
@pytest.mark.parametrize("whose", [*RECORDS, "today"])
def test_the_client_compiles_with_the_types(tmp_path: Path, whose: str) -> None:
    types = wire_pages.TYPES.read_text("utf-8") if whose == "today" else record(whose)["types"]
    (tmp_path / "messages.d.ts").write_text(types, "utf-8")
    (tmp_path / "node.d.ts").write_text('declare module "node:readline";\ndeclare const process: any;\n', "utf-8")
    shutil.copy(CLIENT, tmp_path)
    modern = ["--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2023"]
    tsc = [
        "npx",
        "--yes",
        "--package",
        "typescript@5",
        "tsc",
        "--strict",
        "--noEmit",
        "--allowJs",
        "--checkJs",
        *modern,
    ]
    done = subprocess.run([*tsc, "client.mjs", "node.d.ts"], cwd=tmp_path, capture_output=True, text=True, check=False)
    if "npm error" in done.stderr:
        pytest.skip("TypeScript cannot be fetched here")
    assert done.returncode == 0, done.stdout
