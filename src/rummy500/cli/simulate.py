"""`rummy500 simulate`."""

from __future__ import annotations

import contextlib
import functools
import random
import signal
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn, Self

import attrs
import click
from rich.console import Console
from rich.progress import Progress

from rummy500.cli.files import PluginTrouble, Trouble, check_writable, load_player, make_player, writing
from rummy500.cli.options import with_rules, with_seed
from rummy500.cli.screen import Screen
from rummy500.cli.show import rules_name
from rummy500.errors import Rummy500Error
from rummy500.players import MAX_HANDS, MAX_TURNS
from rummy500.rules.plugin_errors import plugin_note
from rummy500.rules.rules import Rules
from rummy500.simulate import MatchFailedError, MatchResult, Simulation, each_match, summarise
from rummy500.simulate.matches import check_limit
from rummy500.simulate.results import Row, csv_lines, hand_rows, jsonl_lines, match_rows
from rummy500.simulate.summary import BLOCKS, HEADS, check_format, notes, standing_rows

#: The greatest width of bars; longer ones are no easier to compare.
_WIDEST: Final = 100
_NARROWEST: Final = 40


class _Data(click.Path):
    """A file for rows, whose suffix chooses the format."""

    endings: Final = (".csv", ".jsonl")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Check the suffix of the path, and return the path."""
        path = Path(str(value))
        if path.suffix not in self.endings:
            self.fail(f"{path} ends neither in .csv nor in .jsonl", param, ctx)
        return path


@attrs.frozen
class _Shown:
    """The bars, plot and files of rows that are asked for beside the table."""

    bars: bool
    plot: Path | None
    matches_to: Path | None
    hands_to: Path | None

    def check(self) -> None:
        """Check before the matches are played that their results can be saved.

        Raises:
            Trouble: if a folder is not there, or the picture cannot be written.
            click.BadParameter: if pictures have no such format, or both kinds of rows go to one file.
        """
        if self.matches_to and self.hands_to and self.matches_to.resolve() == self.hands_to.resolve():
            raise click.BadParameter(f"{self.hands_to} is the file of --matches-to, too", param_hint="--hands-to")
        for file in (self.matches_to, self.hands_to, self.plot):
            if file is not None and not file.parent.is_dir():
                raise Trouble(f"cannot write {file}: there is no folder {file.parent}")
        if self.plot is not None:
            try:
                check_format(self.plot)
            except ValueError as error:
                raise click.BadParameter(str(error), param_hint="--plot") from None
            check_writable(self.plot)

    @contextlib.contextmanager
    def open(self) -> Generator[list[_RowsFile], None, None]:
        """Open the files for rows.

        Raises:
            Trouble: if one cannot be written.
        """
        asked = ((self.matches_to, match_rows), (self.hands_to, hand_rows))
        with contextlib.ExitStack() as opened:
            yield [opened.enter_context(_RowsFile(file, rows)) for file, rows in asked if file is not None]

    def draw(self, found: Simulation, title: str) -> None:
        """Save the picture.

        Raises:
            Trouble: if it cannot be written.
        """
        if self.plot is not None:
            with writing(self.plot):
                found.plot(self.plot, title=title)


class _RowsFile:
    """A file for rows, written match by match, so that it has whole matches even if the program is ended.

    Args:
        file: its path; an existing file is overwritten.
        rows: makes the rows of matches.

    Raises:
        Trouble: if it cannot be written.
    """

    def __init__(self, file: Path, rows: Callable[[Iterable[MatchResult]], Iterator[Row]]) -> None:
        self._file = file
        self._rows = rows
        self._empty = True
        with writing(file):
            self._stream = file.open("wb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def add(self, result: MatchResult) -> None:
        """Write the rows of a match at once.

        Raises:
            Trouble: if they cannot be written.
        """
        rows = self._rows([result])
        lines = csv_lines(rows, heads=self._empty) if self._file.suffix == ".csv" else jsonl_lines(rows)
        with writing(self._file):
            self._stream.write("".join(lines).encode())
            self._stream.flush()
        self._empty = False


_SHOWN_OPTIONS: Final = (
    click.option("--bars", is_flag=True, help="Show wins, scores and lengths of hands as bars."),
    click.option(
        "--plot", type=click.Path(path_type=Path), metavar="FILE", help="Save plots, .png or .svg say (extra `plots`)."
    ),
    click.option("--matches-to", type=_Data(), metavar="FILE", help="Save every match as rows, .csv or .jsonl."),
    click.option("--hands-to", type=_Data(), metavar="FILE", help="Save every hand as rows, .csv or .jsonl."),
)


def _with_shown(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of output to a command, and pass it their values as `shown`."""

    @functools.wraps(command)
    def with_shown(
        *, bars: bool, plot: Path | None, matches_to: Path | None, hands_to: Path | None, **rest: Any
    ) -> int:
        return command(shown=_Shown(bars, plot, matches_to, hands_to), **rest)

    for option in reversed(_SHOWN_OPTIONS):
        with_shown = option(with_shown)
    return with_shown


def _checked(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    try:
        check_limit(seconds)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return seconds


@click.command("simulate")
@with_rules
@with_seed
@click.option(
    "--matches", metavar="N", type=click.IntRange(1), default=100, show_default=True, help="The number of matches."
)
@click.option(
    "--players",
    default="greedy,random",
    show_default=True,
    metavar="NAMES",
    help="Who plays: greedy, random or module:Class, with commas between; repeated until every seat is taken.",
)
@click.option(
    "--max-turns",
    metavar="N",
    type=click.IntRange(1),
    default=MAX_TURNS,
    show_default=True,
    help="End a hand after this many turns.",
)
@click.option(
    "--max-hands",
    metavar="N",
    type=click.IntRange(1),
    default=MAX_HANDS,
    show_default=True,
    help="End a match after this many hands.",
)
@click.option(
    "--workers", metavar="N", type=click.IntRange(1), help="The number of processes; one for each processor by default."
)
@click.option(
    "--max-seconds",
    type=float,
    metavar="SECONDS",
    callback=_checked,
    help="End the simulation if a player takes longer for a decision; no limit by default.",
)
@_with_shown
def command(  # noqa: PLR0913 - one argument for each option
    *,
    rules: Rules,
    seed: int,
    matches: int,
    players: str,
    max_turns: int,
    max_hands: int,
    max_seconds: float | None,
    workers: int | None,
    shown: _Shown,
) -> int:
    """Let bots play many matches and count who wins.

    Players move on by one seat each match. The same seed gives the same results with any number of processes.
    Ctrl-C stops the simulation and shows the finished matches.
    """
    names = [name.strip() for name in players.split(",") if name.strip()]
    classes = {name: load_player(name) for name in names if ":" in name}
    for name, make in classes.items():
        make_player(make, name, random.Random(seed))
    makers = [classes.get(name, name) for name in names]
    shown.check()
    results = each_match(
        rules,
        makers,
        matches=matches,
        seed=seed,
        max_turns=max_turns,
        max_hands=max_hands,
        max_seconds=max_seconds,
        workers=workers,
    )
    with shown.open() as files:
        finished, stopped = _finished(results, matches, files)
    if finished:
        many = f"{len(finished)} of {matches}" if stopped else f"{matches}"
        title = f"{rules_name(rules)}, {rules.seats} seats, {many} match{'es' if matches > 1 else ''}, seed {seed}"
        found = summarise(finished)
        screen = Screen()
        screen.line(title, "title")
        if stopped is not None:
            screen.line(f"Stopped early: {len(finished)} of {matches} matches are finished.")
        _show(screen, found)
        if shown.bars:
            _draw(screen, found)
        shown.draw(found, title)
    if isinstance(stopped, MatchFailedError):
        _raise_failed(stopped, {str(getattr(make, "__name__", "")) for make in classes.values()})
    if stopped is not None:
        raise stopped
    return 0


def _raise_failed(failed: MatchFailedError, classes: Collection[str]) -> NoReturn:
    """Raise the error of a match so that the program ends with the right line and exit code.

    Raises:
        PluginTrouble: if a plugin raised the error in the match.
        MatchFailedError: if the rules refused something, or one of these classes was asked last.
        RuntimeError: for a bug.
    """
    if plugin_note(failed):
        raise PluginTrouble(str(failed)) from failed
    if isinstance(failed.__cause__, Rummy500Error) or (failed.seat >= 0 and failed.players[failed.seat] in classes):
        raise failed
    raise RuntimeError(str(failed)) from failed


def _finished(
    results: Generator[MatchResult, None, None], matches: int, files: Sequence[_RowsFile]
) -> tuple[list[MatchResult], BaseException | None]:
    """Wait for the matches and save each; return the finished ones, and the error that stopped the rest."""
    finished: list[MatchResult] = []
    watcher = Console(stderr=True)
    progress = Progress(console=watcher, transient=True, disable=not watcher.is_terminal)
    with contextlib.closing(results), progress:
        bar = progress.add_task("matches", total=matches)
        try:
            result = next(results)
            while True:
                with _ctrl_c_waits() as pressed:
                    for file in files:
                        file.add(result)
                    finished.append(result)
                    progress.advance(bar)
                result = results.throw(KeyboardInterrupt()) if pressed else next(results)
        except StopIteration:
            return finished, None
        except (KeyboardInterrupt, Rummy500Error, Trouble) as stopped:
            return finished, stopped


@contextlib.contextmanager
def _ctrl_c_waits() -> Generator[list[int], None, None]:
    """Record Ctrl-C instead of raising `KeyboardInterrupt`, so that each match is saved in all files or in none."""
    pressed: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        pressed.append(number)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # Ctrl-C is ignored here, or another handler has it
        yield pressed
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


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
