"""`rummy500 laws`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from rummy500.cli.files import Trouble, write_text
from rummy500.cli.options import with_rules
from rummy500.cli.screen import Screen
from rummy500.compose import FEWEST_SEATS, MOST_SEATS
from rummy500.errors import ComposeError
from rummy500.rules import Rules
from rummy500.testing import Law, LawBroken, check_laws, laws_for
from rummy500.testing.checking import EVERY_OF_FEW
from rummy500.testing.inquiry import NO_CRASH
from rummy500.testing.law import HANDS, NO_SCENARIO


def _with_rules(command: Callable[..., int]) -> Callable[..., int]:
    """As `with_rules`; a list is of the rules at whatever number of seats they take, if none is asked for."""
    asked = with_rules(command)

    @functools.wraps(asked)
    def tried(*, seats: int, **rest: Any) -> int:
        try:
            return asked(seats=seats, **rest)
        except ComposeError:
            chosen = click.get_current_context().get_parameter_source("seats") is ParameterSource.COMMANDLINE
            if chosen or not rest["listed"]:
                raise
            for other in range(FEWEST_SEATS, MOST_SEATS + 1):
                with suppress(ComposeError):
                    return asked(seats=other, **rest)
            raise

    return tried


@click.command("laws")
@_with_rules
@click.option("--hands", type=click.IntRange(1), default=HANDS, show_default=True, help="How many hands are played.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed plays the same hands."
)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=EVERY_OF_FEW,
    show_default=True,
    help="Laws that cost much check one state in so many, and what comes up for the first time.",
)
@click.option("--save", "folder", metavar="FOLDER", help="Write a scenario file for each law that is broken.")
@click.option("--list", "listed", is_flag=True, help="List the laws that are asked of the rules.")
def command(*, rules: Rules, hands: int, seed: int, every: int, folder: str | None, listed: bool) -> int:
    """Play random hands under the laws of the test kit, which hold whatever the rules are.

    Shows for each law how often it was asked, how often it was skipped because a plugin overrides the rule that it
    checks, and whether it held; then each broken law, with what was found and a scenario that shows it. With --list it
    plays nothing and shows what the laws say, those of the plugins among them. Exit code 1 if a law is broken.
    """
    if listed:
        _show_laws(laws_for(rules))
        return 0
    if folder is not None:
        _make(folder)  # before the hands are played
    report = check_laws(rules, hands=hands, seed=seed, every=every)
    click.echo(str(report))
    if folder is not None:
        for broken in report.broken:
            click.echo(_saved(Path(folder), broken))
    return 0 if report.held else 1


def _show_laws(laws: Sequence[Law[Any]]) -> None:
    screen = Screen()
    for name, statement in (*((law.name, law.statement) for law in laws), NO_CRASH):
        screen.line(name, "title")
        screen.packed("", statement.split(), between=" ", indent=4)


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"cannot make the folder {folder}: {reason}") from None


def _saved(folder: Path, broken: LawBroken) -> str:
    """Write the scenario of a broken law and tell where to; a file that is there is left as it is.

    Raises:
        Trouble: if it cannot be written.
    """
    text = broken.scenario
    if text.startswith(NO_SCENARIO):
        return f"not written: no scenario can say how the law {broken.law!r} is broken"
    name = re.sub(r"[^a-z0-9]+", "-", broken.law.lower()).strip("-")
    tried = (folder / f"{name}{'' if number == 1 else f'-{number}'}.scenario.toml" for number in count(1))
    file = next(file for file in tried if not file.exists() or _holds(file, text))
    if file.exists():
        return f"not written: {file} has it already"
    write_text(str(file), text)
    return f"written to {file}"


def _holds(file: Path, text: str) -> bool:
    """Whether a file has a text; not where it cannot be read."""
    try:
        return file.read_text(encoding="utf-8") == text
    except (OSError, UnicodeError):
        return False
