"""`rummy500 laws`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from rummy500.base.errors import ComposeError
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS
from rummy500.rules.rules import Rules
from rummy500_terminal.files import Trouble, write_text
from rummy500_terminal.options import with_rules
from rummy500_terminal.screen import Screen
from rummy500_testing import Law, LawBroken, LawReport, LawsFileError, check_laws, laws_for, laws_of_file
from rummy500_testing.available import plugins as installed_plugins
from rummy500_testing.checking import EVERY_OF_FEW, NO_CRASH
from rummy500_testing.law import HANDS, NO_SCENARIO
from rummy500_testing.rule_sets import pairings
from rummy500_testing.scenarios import each_start

_FACT: Final = r"(?:\b[2-9TJQKA][shdc]\b|\*|-?\b\d+\b)"
#: The cards and numbers of a fault. Faults that differ in them alone are shown once.
_FACTS: Final = re.compile(rf"{_FACT}(?:,? {_FACT})*")


def _with_rules(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of `with_rules`; `--list` without `--seats` uses any number of seats that composes."""
    asked = with_rules(command)

    @functools.wraps(asked)
    def tried(*, seats: int, **rest: Any) -> int:
        try:
            return asked(seats=seats, **rest)
        except ComposeError:
            if _seats_chosen() or not rest["listed"]:
                raise
            for other in range(FEWEST_SEATS, MOST_SEATS + 1):
                with suppress(ComposeError):
                    return asked(seats=other, **rest)
            raise

    return tried


def _seats_chosen() -> bool:
    return click.get_current_context().get_parameter_source("seats") is ParameterSource.COMMANDLINE


@click.command("laws")
@_with_rules
@click.option(
    "--hands", metavar="N", type=click.IntRange(1), default=HANDS, show_default=True, help="The number of hands."
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The same seed plays the same hands.",
)
@click.option(
    "--every",
    metavar="N",
    type=click.IntRange(1),
    default=EVERY_OF_FEW,
    show_default=True,
    help="Slow laws check one state in N, and everything that is new.",
)
@click.option(
    "--laws",
    "files",
    multiple=True,
    metavar="FILE",
    help="Check the laws of a Python file, too; repeat it for several.",
)
@click.option(
    "--scenarios",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Begin some hands in positions of these scenarios, a file or a folder; repeat it for several.",
)
@click.option(
    "--seconds",
    metavar="N",
    type=click.FloatRange(0, min_open=True),
    help="Stop after this time; fail if a function hangs.",
)
@click.option(
    "--seen",
    "must_see",
    is_flag=True,
    help="Exit with 1 if a move, refusal, score line or effect of a plugin named here never happened, or if none of "
    "the scenarios expects a refusal or score line of it.",
)
@click.option(
    "--beside",
    multiple=True,
    metavar="PLUGIN",
    help="Play with this plugin beside, in both orders; `all` for each installed one.",
)
@click.option("--save", "folder", metavar="FOLDER", help="Write a scenario file for each law that is broken.")
@click.option("--list", "listed", is_flag=True, help="List the laws for these rules, and play nothing.")
def command(  # noqa: PLR0913 - one argument for each option
    *,
    rules: Rules,
    hands: int,
    seed: int,
    every: int,
    files: Sequence[str],
    paths: Sequence[str],
    seconds: float | None,
    must_see: bool,
    beside: Sequence[str],
    folder: str | None,
    listed: bool,
) -> int:
    """Play random hands under the laws of the test kit, which hold whatever the rules are.

    If every law held, shows for each how often it was asked, and how often it was skipped because a plugin overrides
    the rule that it checks; then each plugin without laws, and how often the moves, refusals, score lines, effects and
    values of options of each plugin happened, which never, and with --scenarios which refusals and score lines no
    scenario expects: a wrong credit there would pass unseen. Otherwise shows each broken law, with its fault and a
    scenario that shows it. Progress, and the slowest function of a plugin, go to standard error. With --beside it plays
    the rules with each other plugin instead, and shows a line for each order of names, then each fault once. With
    --list it plays nothing and lists the laws. Exit code 1 if a law is broken, or if the run is not finished: the time
    was too short for a hand, or passed in a function that hangs, which is named.
    """
    more = read_laws(files)
    if listed:
        _show_laws(laws_for(rules, more))
        return 0
    if folder is not None:
        _make(folder)  # before the hands are played

    def check(rules: Rules) -> LawReport:
        return check_laws(
            rules,
            hands=hands,
            seed=seed,
            every=every,
            laws=laws_for(rules, more),
            starts=each_start(rules, *map(Path, paths)),
            seconds=seconds,
            tell=lambda line: click.echo(line, err=True),
        )

    if beside:
        passed, found = _check_beside(rules, beside, check)
    else:
        report = check(rules)
        passed, found = report.passed, report.broken
        click.echo(str(report))
        if report.slowest:
            click.echo(f"slowest function of a plugin: {report.slowest}", err=True)
        if must_see:
            passed = _shows_all_seen(report) and passed
    if folder is not None:
        for broken in found:
            click.echo(_saved(Path(folder), broken))
    return 0 if passed else 1


def _shows_all_seen(report: LawReport) -> bool:
    """Show what of the plugins that the user named never happened; options have the values that the user gave."""
    complete = True
    for how, things in (("never seen", report.seen.never), ("in no scenario", report.seen.unpinned)):
        missed = [thing for thing in things if thing.kind != "option"]
        for plugin in dict.fromkeys(thing.plugin for thing in missed):
            if plugin not in report.rules.preset.plugins:
                click.echo(
                    f"plugin {plugin}: {how}: {', '.join(str(each) for each in missed if each.plugin == plugin)}"
                )
                complete = False
    return complete


def read_laws(files: Sequence[str]) -> list[Law[Any]]:
    """Load the laws of some files.

    Raises:
        Trouble: if a file has none, or cannot be run.
    """
    try:
        return [law for file in files for law in laws_of_file(Path(file))]
    except LawsFileError as error:
        raise Trouble(str(error)) from None


def _check_beside(
    rules: Rules, names: Sequence[str], check: Callable[[Rules], LawReport]
) -> tuple[bool, Sequence[LawBroken]]:
    """Play rules with each of some plugins in both orders; show a line for each, then each fault once.

    Returns:
        Whether both orders of each plugin are accepted or both refused and every report passed, and the first of each
        fault.
    """
    others = [name for name in installed_plugins() if name not in rules.plugins] if "all" in names else names
    if not others:
        raise Trouble("no other plugin is installed")
    passed = True
    found: dict[tuple[str, str], LawBroken] = {}
    plugins: dict[tuple[str, str], list[str]] = {}
    for pairing in pairings(rules, others, any_seats=not _seats_chosen()):
        if pairing.fault or pairing.reason:
            click.echo(f"{pairing.plugin}: {pairing.fault or f'not played: {pairing.reason}'}")
        passed = passed and not pairing.fault
        for both in pairing.rules:
            report = check(both)
            passed = passed and report.passed
            skipped = [row.name for row in report.rows if row.result == "skipped"]
            line = report.headline + (f"; skipped: {', '.join(skipped)}" if skipped else "")
            without = report.without_laws
            click.echo(line + (f"; plugins without laws of their own: {', '.join(without)}" if without else ""))
            for broken in report.broken:
                fault = (broken.law, _FACTS.sub("#", broken.fault.what))
                found.setdefault(fault, broken)
                plugins.setdefault(fault, []).append(pairing.plugin)
    for fault, broken in found.items():
        click.echo(f"\n{broken}\nFound beside: {', '.join(dict.fromkeys(plugins[fault]))}")
    return passed, tuple(found.values())


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
    """Write the scenario of a broken law and return its place; existing files are not overwritten.

    Raises:
        Trouble: if it cannot be written.
    """
    text = broken.scenario
    if text.startswith(NO_SCENARIO):
        return f"not written: no scenario can say how the law {broken.law!r} is broken"
    name = re.sub(r"[^a-z0-9]+", "-", broken.law.lower()).strip("-")
    tried = (folder / f"{name}{'' if number == 1 else f'-{number}'}.scenario.toml" for number in count(1))
    file = next(file for file in tried if not file.exists() or _has_text(file, text))
    if file.exists():
        return f"not written: {file} has it already"
    write_text(str(file), text)
    return f"written to {file}"


def _has_text(file: Path, text: str) -> bool:
    """Return whether a file has a text; false if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8") == text
    except (OSError, UnicodeError):
        return False
