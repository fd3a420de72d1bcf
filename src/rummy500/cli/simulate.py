"""`rummy500 simulate`."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, Final, Literal

import attrs
import click
from rich.console import Console
from rich.progress import track

from rummy500.cli.files import Trouble
from rummy500.cli.options import with_rules, with_seed
from rummy500.cli.screen import Screen
from rummy500.cli.show import rules_name
from rummy500.errors import Rummy500Error
from rummy500.players import MAX_HANDS, MAX_TURNS
from rummy500.rules import Rules
from rummy500.simulate import MatchFailedError, MatchResult, Simulation, each_match, summarise
from rummy500.simulate.bars import BLOCKS
from rummy500.simulate.plots import check_format
from rummy500.simulate.table import HEADS, notes, standing_rows

#: How wide bars are at most; longer ones are no easier to compare.
_WIDEST: Final = 100
_NARROWEST: Final = 40


class _Data(click.Path):
    """A file for rows; its ending says how they are written."""

    endings: Final = (".csv", ".jsonl")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path, if its ending is one of those."""
        path = Path(str(value))
        if path.suffix not in self.endings:
            self.fail(f"{path} ends neither in .csv nor in .jsonl", param, ctx)
        return path


@attrs.frozen
class _Shown:
    """What is shown and saved beside the table."""

    bars: bool
    plot: Path | None
    matches_to: Path | None
    hands_to: Path | None

    def check(self) -> None:
        """Whether the files can be written, as far as that is known: better before the matches are played than after.

        Raises:
            Trouble: if a folder is not there.
            click.BadParameter: if pictures have no such format.
        """
        for file in (self.matches_to, self.hands_to, self.plot):
            if file is not None and not file.parent.is_dir():
                raise Trouble(f"cannot write {file}: there is no folder {file.parent}")
        if self.plot is not None:
            try:
                check_format(self.plot)
            except ValueError as error:
                raise click.BadParameter(str(error), param_hint="--plot") from None

    def save(self, found: Simulation, title: str) -> None:
        """Write the files.

        Raises:
            Trouble: if one cannot be written.
        """
        _save_rows(found, "matches", self.matches_to)
        _save_rows(found, "hands", self.hands_to)
        if self.plot is not None:
            with _told(self.plot):
                found.plot(self.plot, title=title)


def _save_rows(found: Simulation, of: Literal["matches", "hands"], file: Path | None) -> None:
    if file is not None:
        with _told(file):
            (found.to_csv if file.suffix == ".csv" else found.to_jsonl)(file, of)


@contextlib.contextmanager
def _told(file: Path) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        raise Trouble(f"cannot write {file}: {error.strerror}") from None


_SHOWN_OPTIONS: Final = (
    click.option("--bars", is_flag=True, help="Show wins, scores and lengths of hands as bars."),
    click.option(
        "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Save plots, .png or .svg say (extra `plots`)."
    ),
    click.option("--matches-to", type=_Data(), metavar="FILE", help="Save every match as rows, .csv or .jsonl."),
    click.option("--hands-to", type=_Data(), metavar="FILE", help="Save every hand as rows, .csv or .jsonl."),
)


def _with_shown(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command these options, and hand it what they ask for as `shown`."""

    @functools.wraps(command)
    def told(*, bars: bool, plot: Path | None, matches_to: Path | None, hands_to: Path | None, **rest: Any) -> int:
        return command(shown=_Shown(bars, plot, matches_to, hands_to), **rest)

    for option in reversed(_SHOWN_OPTIONS):
        told = option(told)
    return told


@click.command("simulate")
@with_rules
@with_seed
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="How many matches.")
@click.option(
    "--players",
    default="greedy,random",
    show_default=True,
    metavar="NAMES",
    help="Who plays: greedy or random, with commas between; repeated until every seat is taken.",
)
@click.option("--max-turns", type=click.IntRange(1), default=MAX_TURNS, show_default=True, help="Cut a hand off.")
@click.option("--max-hands", type=click.IntRange(1), default=MAX_HANDS, show_default=True, help="Cut a match off.")
@click.option("--workers", type=click.IntRange(1), help="How many processes play; one for each processor by default.")
@_with_shown
def command(
    *,
    rules: Rules,
    seed: int,
    matches: int,
    players: str,
    max_turns: int,
    max_hands: int,
    workers: int | None,
    shown: _Shown,
) -> int:
    """Let machine players play many matches and count who wins.

    Players move on by one seat each match. The same seed gives the same results, however many processes play.
    """
    names = [name.strip() for name in players.split(",") if name.strip()]
    shown.check()
    results: Iterable[MatchResult] = each_match(
        rules, names, matches=matches, seed=seed, max_turns=max_turns, max_hands=max_hands, workers=workers
    )
    watcher = Console(stderr=True)
    if watcher.is_terminal:
        results = track(results, "matches", total=matches, console=watcher, transient=True)
    try:
        found = summarise(results)
    except MatchFailedError as failed:
        if isinstance(failed.__cause__, Rummy500Error):
            raise
        raise RuntimeError(str(failed)) from failed  # a bug, of the rules or of a plugin
    title = f"{rules_name(rules)}, {rules.seats} seats, {matches} match{'es' if matches > 1 else ''}, seed {seed}"
    screen = Screen()
    screen.line(title, "title")
    _show(screen, found)
    if shown.bars:
        _draw(screen, found)
    shown.save(found, title)
    return 0


def _show(screen: Screen, found: Simulation) -> None:
    screen.line()
    screen.table(HEADS, standing_rows(found), right=range(1, len(HEADS)))
    screen.line()
    for line in notes(found):
        screen.line(line)


def _draw(screen: Screen, found: Simulation) -> None:
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
        marks = BLOCKS
    except UnicodeEncodeError:
        marks = "#"
    drawn = found.bars(max(_NARROWEST, min(screen.width, _WIDEST)), marks=marks)
    screen.line()
    for line in drawn.splitlines():
        screen.line(line)
