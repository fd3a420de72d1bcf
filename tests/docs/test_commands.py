"""Tests that the commands of the pages exist: subcommands, options, dependency groups, extras, modules and files."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Final

import click

from rummy500_terminal.app import app

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PATTERNS: Final = ("*.md", *(f"{room}/**/*.md" for room in ("docs", "plugins", "tests", "proofs", "examples")))
_BLOCK: Final = re.compile(r"^( *)```(?:console|text)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"(?<!`)`((?:\w+=\S+ )*(?:uv run|rummy500|python) [^`\n]+)`(?!`)")
#: Modules of this repository, which only a clone has.
_OURS: Final = ("benchmarks", "proofs", "rummy500_terminal", "rummy500_testing", "tests", "tools")


def pages() -> list[Path]:
    """List the pages."""
    found = (page for pattern in PATTERNS for page in ROOT.glob(pattern))
    return [page for page in found if not {"node_modules", ".venv"} & set(page.parts)]


def commands(page: Path) -> Iterator[str]:
    """List the commands of a page: lines after a prompt, and spans of code that begin with one of our programs."""
    text = page.read_text("utf-8")
    for _, block in _BLOCK.findall(text):
        yield from re.findall(r"^ *\$ (.*?)(?:\s{2,}#.*)?$", block, re.MULTILINE)
    yield from _SPAN.findall(_BLOCK.sub("", text))


def faults(command: str) -> Iterator[str]:
    """List what a command names that is not there."""
    extras = {"cli", "testing", *PROJECT["project"]["optional-dependencies"]}
    declared = {"--group": PROJECT["dependency-groups"], "--extra": extras}
    for part in re.split(r" && | \| ", command):
        words = shlex.split(part.replace("'", ""), comments=True)
        for option, value in pairwise(words):
            if words[:2] == ["uv", "run"] and option in declared and value not in declared[option]:
                yield f"{option} {value}"
            if option == "-m" and value.partition(".")[0] in _OURS and find_spec(value) is None:
                yield f"-m {value}"
        scripts = (word for word in words if re.fullmatch(r"(benchmarks|tools)/[\w/]+\.py", word))
        yield from (script for script in scripts if not (ROOT / script).exists())
        if "rummy500" in words and words[0] in ("rummy500", "uv"):
            yield from unknown(words[words.index("rummy500") + 1 :])


def unknown(words: list[str]) -> Iterator[str]:
    """List the subcommands and options of `rummy500` that it does not have."""
    found: click.Command = app
    if words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        if words[0] not in app.list_commands(click.Context(app)):
            yield words[0]
            return
        found = app.get_command(click.Context(app), words[0]) or app
    options = {name for each in (*app.params, *found.params) for name in (*each.opts, *each.secondary_opts)}
    given = (word.partition("=")[0] for word in words if re.match(r"--\w", word))
    yield from (option for option in given if option not in {*options, "--help"})


def test_the_commands_of_the_pages_exist() -> None:
    found = {(page.name, command): list(faults(command)) for page in pages() for command in commands(page)}
    assert len(found) > 100
    assert {place: wrong for place, wrong in found.items() if wrong} == {}
