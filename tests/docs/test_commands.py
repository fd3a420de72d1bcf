"""Tests that `python -m tools.commands` knows every command of the pages and leaves out none silently."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools import commands
from tools.commands import Command, File, Plan, Reader, UnknownCommandError, plan, steps

PAGES = commands.pages()
COMMANDS = [step for page in PAGES for step in steps(page) if isinstance(step, Command)]
PROJECT = tomllib.loads((commands.ROOT / "pyproject.toml").read_text("utf-8"))


def name(page: Path) -> str:
    return page.relative_to(commands.ROOT).as_posix()


def test_the_pages_of_readers_and_developers_are_among_them() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/cli.md", "plugins/oklahoma/README.md"} <= set(map(name, PAGES))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_is_known(page: Path) -> None:
    plans = [plan(step) for step in steps(page) if isinstance(step, Command)]
    assert [how for how in plans if not (how.text or how.why)] == []


@pytest.mark.parametrize(
    "entry", [*commands.table()["change"], *commands.table()["rule"]], ids=lambda entry: entry["find"]
)
def test_every_entry_matches_some_command__and_has_a_reason(entry: dict[str, Any]) -> None:
    assert entry["why"]
    assert [command for command in COMMANDS if entry in plan(command).entries] != []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_have_the_one_form_that_is_found(page: Path) -> None:
    """Commands of the pages begin with `$ ` in fenced blocks, never in indented blocks or without the prompt."""
    text = page.read_text("utf-8")
    indented = re.findall(
        r"^ {4}(?:pip|uv|rummy500|python -m|bash) .+", re.sub(r"(?ms)^ *```.*?^ *```", "", text), re.MULTILINE
    )
    assert indented == []
    blocks = re.findall(r"(?ms)^( *)```console\n(.*?)^\1```", text)
    assert [code for _, code in blocks if not code.lstrip().startswith("$ ")] == []


def test_groups_and_extras_that_commands_name_are_declared() -> None:
    text = "\n".join(command.text for command in COMMANDS)
    assert set(re.findall(r"--group (\S+)", text)) <= {*PROJECT["dependency-groups"]}
    assert set(re.findall(r"--extra (\S+)", text)) <= {*PROJECT["project"]["optional-dependencies"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("npm install rummy500", "x.md:1: npm install rummy500: 'npm' is not a program of commands.toml"),
        ("pip install . && make", "'make' is not a program of commands.toml"),
        ("rummy500 check FOLDER", "nothing in commands.toml says what 'FOLDER' stands for"),
        ("pip install PATH/TO/it", "nothing in commands.toml says what 'PATH/TO' stands for"),
        ("pip install path/to/it", "nothing in commands.toml says what 'path/to' stands for"),
        ("uv run rummy500 legal ...", "nothing in commands.toml says what '...' stands for"),
    ],
)
def test_unknown_command_is_an_error(text: str, why: str) -> None:
    with pytest.raises(UnknownCommandError) as caught:
        plan(Command("x.md", 1, text))
    assert str(caught.value).endswith(why)


def test_steps_are_in_the_order_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(commands, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "Run `uv run one.py`, or `uv`.\n\n"
        '```python title="two.py"\nprint(2)\n```\n\n'
        "```console\n$ python two.py    # prints 2\n2\n$ python three.py\n```\n\n"
        "    ```text\n    $ uv run one.py\n    ```\n\n"
        "| a | `X=1 bash four` |\n"
    )
    assert steps(page) == [
        Command("page.md", 1, "uv run one.py"),
        File(3, "two.py", "print(2)\n"),
        Command("page.md", 8, "python two.py"),
        Command("page.md", 10, "python three.py"),
        Command("page.md", 17, "X=1 bash four"),
    ]


# ---------------------------------------------------------------- running


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    found = Reader(commands.ROOT / "README.md", tmp_path, tmp_path)
    found.at = tmp_path
    return found


def test_the_exit_status_decides_success(reader: Reader) -> None:
    assert reader.run(Plan("true", (), 20)) is None
    assert reader.run(Plan("echo no; exit 3", (), 20)) == "exit status 3\n    no"
    assert reader.run(Plan("exit 3", (), 20, status=3)) is None


def test_next_command_runs_where_the_last_one_ended(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    assert reader.run(Plan("cd inside", (), 20)) is None
    assert reader.run(Plan("touch here", (), 20)) is None
    assert (tmp_path / "inside" / "here").is_file()


def test_command_that_takes_too_long_is_ended__and_a_server_must_not_end(reader: Reader) -> None:
    assert reader.run(Plan("sleep 60", (), 0.2)) == "still running after 0 s"
    assert reader.run(Plan("sleep 60", (), 20, stop=0.2)) is None
    assert reader.run(Plan("true", (), 20, stop=20)) == "exit status 0"


def test_environment_is_clean(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    monkeypatch.setenv("PIP_FIND_LINKS", "somewhere")
    here = reader.environment()
    assert {"PYTHONPATH", "PIP_FIND_LINKS"} & set(here) == set()
    assert here["HOME"] == str(reader.home)
    assert here["PATH"].startswith(here["VIRTUAL_ENV"])
