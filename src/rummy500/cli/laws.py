"""`rummy500 laws`."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import click

from rummy500.cli.files import Trouble, write_text
from rummy500.cli.options import with_rules
from rummy500.cli.screen import Screen
from rummy500.rules import Rules
from rummy500.testing import LAWS, LawBroken, check_laws
from rummy500.testing.inquiry import NO_CRASH
from rummy500.testing.law import HANDS


@click.command("laws")
@with_rules
@click.option("--hands", type=click.IntRange(1), default=HANDS, show_default=True, help="How many hands are played.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed plays the same hands.")
@click.option("--save", "folder", metavar="FOLDER", help="Write a scenario file for each law that is broken.")
@click.option("--list", "listed", is_flag=True, help="List the laws and what they say.")
def command(*, rules: Rules, hands: int, seed: int, folder: str | None, listed: bool) -> int:
    """Play random hands under the laws of the test kit, which hold whatever the rules are.

    Shows for each law how often it was asked and whether it held; then each broken one, with what was found and a
    scenario that shows it. Exit code 1 if a law is broken.
    """
    if listed:
        _show_laws()
        return 0
    if folder is not None:
        _make(folder)  # before the hands are played
    report = check_laws(rules, hands=hands, seed=seed)
    click.echo(str(report))
    if folder is not None:
        for broken in report.broken:
            click.echo(_saved(Path(folder), broken))
    return 0 if report.held else 1


def _show_laws() -> None:
    screen = Screen()
    for name, statement in (*((law.name, law.statement) for law in LAWS), NO_CRASH):
        screen.line(name, "title")
        screen.packed("", statement.split(), between=" ", indent=4)


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"cannot make the folder {folder}: {reason}") from None


def _saved(folder: Path, broken: LawBroken) -> str:
    """Write the scenario of a broken law and tell where to; a file that is there is left as it is."""
    text = broken.scenario
    if not text.startswith("format"):
        return f"not written: no scenario can say how the law {broken.law!r} is broken"
    name = re.sub(r"[^a-z0-9]+", "-", broken.law.lower()).strip("-")
    free = (folder / f"{name}{'' if number == 1 else f'-{number}'}.scenario.toml" for number in count(1))
    file = next(file for file in free if not file.exists())
    write_text(str(file), text)
    return f"written to {file}"
