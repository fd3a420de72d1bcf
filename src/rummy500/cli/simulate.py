"""`rummy500 simulate`."""

from __future__ import annotations

import contextlib
import functools
import random
import signal
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn, Self, Unpack

import attrs
import click
from rich.console import Console
from rich.progress import Progress

from rummy500 import Rules, Rummy500Error
from rummy500.cli.files import PluginTrouble, Trouble, check_writable, load_player, make_player, writing
from rummy500.cli.options import composed_rules, with_rules, with_rules_options, with_seed
from rummy500.cli.screen import Screen
from rummy500.cli.show import rules_name
from rummy500.players import MAX_HANDS, MAX_TURNS, PlayerMaker
from rummy500.rules.plugin_errors import plugin_note
from rummy500.simulate import (
    Interval,
    MatchFailedError,
    MatchResult,
    Settings,
    Simulation,
    each_match,
    summarise,
    write_csv,
    write_jsonl,
)
from rummy500.simulate.duels import DuelJob, interval_cells, judge
from rummy500.simulate.matches import check_limit
from rummy500.simulate.results import Row, csv_lines, hand_rows, jsonl_lines, match_rows
from rummy500.simulate.run import start
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


_PLAY_OPTIONS: Final = (
    click.option(
        "--players",
        default="medium,random",
        show_default=True,
        metavar="NAMES",
        help="Who plays: easy, medium, hard, expert, random or module:Class, with commas; repeated for all seats.",
    ),
    click.option(
        "--max-turns",
        metavar="N",
        type=click.IntRange(1),
        default=MAX_TURNS,
        show_default=True,
        help="End a hand after this many turns.",
    ),
    click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(1),
        help="The number of processes; one for each processor by default.",
    ),
    click.option(
        "--max-seconds",
        type=float,
        metavar="SECONDS",
        callback=_checked,
        help="Stop if a player takes longer for a decision; no limit by default.",
    ),
)


def _with_play(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of players and limits to a command."""
    for option in reversed(_PLAY_OPTIONS):
        command = option(command)
    return command


@click.command("simulate")
@with_rules
@with_seed
@click.option(
    "--matches", metavar="N", type=click.IntRange(1), default=100, show_default=True, help="The number of matches."
)
@_with_play
@click.option(
    "--max-hands",
    metavar="N",
    type=click.IntRange(1),
    default=MAX_HANDS,
    show_default=True,
    help="End a match after this many hands.",
)
@_with_shown
def command(*, rules: Rules, seed: int, matches: int, players: str, shown: _Shown, **settings: Unpack[Settings]) -> int:
    """Let bots play many matches and count who wins.

    Players move on by one seat each match. The same seed gives the same results with any number of processes.
    Ctrl-C stops the simulation and shows the finished matches.
    """
    makers = _makers(players, seed)
    shown.check()
    results = each_match(rules, makers, matches=matches, seed=seed, **settings)
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
    _raise(stopped, makers)
    return 0


@click.command("duel")
@with_rules_options
@with_seed
@click.option(
    "--deals", metavar="N", type=click.IntRange(1), default=100, show_default=True, help="The number of deals."
)
@_with_play
@click.option(
    "--against",
    "others",
    multiple=True,
    metavar="NAME=VALUE",
    help="Play the same decks without this option of the rules, then with it; repeat it for several.",
)
@click.option("--rows-to", type=_Data(), metavar="FILE", help="Save every deal as rows, .csv or .jsonl.")
def duel_command(  # noqa: PLR0913 - one argument for each option
    *,
    preset: str,
    plugins: Sequence[str],
    options: Sequence[str],
    seats: int,
    seed: int,
    deals: int,
    players: str,
    others: Sequence[str],
    rows_to: Path | None,
    **settings: Unpack[Settings],
) -> int:
    """Compare bots, or rules, over the same decks.

    Each deal is a hand that is played in every rotation of the seats. A lead is the points a hand above the mean of the
    others. Ctrl-C stops the duel and shows the finished deals.
    """
    all_rules = [
        composed_rules(preset, plugins, (*options, *other), seats) for other in ((), *((each,) for each in others))
    ]
    makers = _makers(players, seed)
    if rows_to is not None:
        check_writable(rows_to)
    screen, first = Screen(), None
    for rules, what in zip(all_rules, ("", *others), strict=True):
        job, results = start(DuelJob, rules, makers, seed, deals, **settings)
        finished, stopped = _finished(results, deals * job.parts, ())
        if first is None and len(finished) >= job.parts:
            first = judge(job, finished)
            many = f"{len(first.deals)} of {deals}" if stopped else f"{deals}"
            screen.line(f"{rules_name(rules)}, {seats} seats, {many} deals, seed {seed}", "title")
            _show_intervals(screen, first.figures, "a hand")
            for line in first.notes:
                screen.line(line)
            if rows_to is not None:
                with writing(rows_to):
                    (write_csv if rows_to.suffix == ".csv" else write_jsonl)(first.rows(), rows_to)
        _raise(stopped, makers)
        if what and first is not None:
            _show_intervals(screen, judge(job, finished).against(first), f"{what}: difference")
    return 0


def _show_intervals(screen: Screen, found: Mapping[str, Interval], of: str) -> None:
    heads, *rows = interval_cells(found, of)
    screen.line()
    screen.table(heads, rows, right=range(1, len(heads)))


def _makers(players: str, seed: int) -> list[str | PlayerMaker]:
    """Find the players that a command line names; a class is tried out, so that its errors come first."""
    makers: list[str | PlayerMaker] = []
    for name in filter(None, map(str.strip, players.split(","))):
        make = load_player(name) if ":" in name else None
        if make is not None:
            make_player(make, name, random.Random(seed))
        makers.append(make or name)
    return makers


def _raise(stopped: BaseException | None, makers: Iterable[str | PlayerMaker]) -> None:
    """Raise the error that stopped the play, if there is one."""
    if isinstance(stopped, MatchFailedError):
        _raise_failed(stopped, {str(getattr(make, "__name__", "")) for make in makers})
    if stopped is not None:
        raise stopped


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
        bar = progress.add_task("played", total=matches)
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
