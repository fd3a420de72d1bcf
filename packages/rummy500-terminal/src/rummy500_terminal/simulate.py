"""`rummy500 simulate`."""

from __future__ import annotations

import contextlib
import random
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Final, Unpack

import click
from rich.console import Console
from rich.progress import Progress

from rummy500 import Rules, Rummy500Error
from rummy500.players.drive import MAX_HANDS, MAX_TURNS
from rummy500.players.registry import SHIPPED, PlayerMaker, player_maker
from rummy500.rules.blame import blamed
from rummy500.rules.entry import counted
from rummy500.simulate import Interval, MatchFailedError, MatchResult, each_match, summarise, write_csv
from rummy500.simulate.duels import DuelJob, interval_cells, judge
from rummy500.simulate.matches import check_limit
from rummy500.simulate.results import Row, csv_lines, hand_rows, jsonl_lines, match_rows, write_jsonl
from rummy500.simulate.run import RunSettings, start
from rummy500.simulate.summary import BLOCKS, HEADS, NARROWEST, NO_PLOTS, notes_below, standing_rows
from rummy500_terminal.files import PluginTrouble, Trouble, check_writable, load_player, make_player, writing
from rummy500_terminal.options import Command, composed_rules, with_options, with_rules, with_rules_options, with_seed
from rummy500_terminal.screen import Screen, can_write
from rummy500_terminal.show import rules_name

#: The greatest width of bars; longer ones are no easier to compare.
_WIDEST: Final = 100


def _check_files(matches_to: Path | None, hands_to: Path | None) -> None:
    """Check before the matches are played that their results can be saved."""
    if matches_to and hands_to and matches_to.resolve() == hands_to.resolve():
        raise click.BadParameter(f"{hands_to} is the file of --matches-to, too", param_hint="--hands-to")
    for file in (matches_to, hands_to):
        if file is not None and not file.parent.is_dir():
            raise Trouble(f"cannot write {file}: there is no folder {file.parent}")


@contextlib.contextmanager
def _saving(
    file: Path, rows: Callable[[Iterable[MatchResult]], Iterator[Row]]
) -> Generator[Callable[[MatchResult], None], None, None]:
    """Save rows match by match, so that the file has whole matches even if the program is ended."""
    is_empty = True
    with writing(file):
        stream = file.open("wb")

    def save(result: MatchResult) -> None:
        nonlocal is_empty
        found = rows([result])
        lines = csv_lines(found, heads=is_empty) if file.suffix == ".csv" else jsonl_lines(found)
        with writing(file):
            stream.write("".join(lines).encode())
            stream.flush()
        is_empty = False

    with stream:
        yield save


def _check_suffix(_: click.Context, __: click.Parameter, file: Path | None) -> Path | None:
    """Check that the suffix of a file chooses the format of its rows."""
    if file is not None and file.suffix not in (".csv", ".jsonl"):
        raise click.BadParameter(f"{file} ends neither in .csv nor in .jsonl")
    return file


def _rows_option(name: str, what: str) -> Callable[[Command], Command]:
    about = f"Save every {what} as rows, .csv or .jsonl."
    return click.option(name, type=click.Path(path_type=Path), callback=_check_suffix, metavar="FILE", help=about)


def _no_plots(_: click.Context, __: click.Parameter, file: str | None) -> None:
    if file is not None:
        raise click.BadParameter(NO_PLOTS)


def _checked(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    try:
        check_limit(seconds)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return seconds


#: Adds the options of players and limits to a command.
_with_play: Final = with_options(
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


@click.command("simulate")
@with_rules
@with_seed
@click.option("--matches", metavar="N", type=click.IntRange(1), show_default="100", help="The number of matches.")
@click.option("--hands", metavar="N", type=click.IntRange(1), help="Instead, the number of single hands.")
@_with_play
@click.option(
    "--max-hands",
    metavar="N",
    type=click.IntRange(1),
    default=MAX_HANDS,
    show_default=True,
    help="End a match after this many hands.",
)
@click.option("--bars", is_flag=True, help="Show wins, scores and lengths of hands as bars.")
@click.option("--plot", callback=_no_plots, expose_value=False, hidden=True)
@_rows_option("--matches-to", "match")
@_rows_option("--hands-to", "hand")
def command(
    *,
    rules: Rules,
    seed: int,
    matches: int | None,
    hands: int | None,
    players: str,
    bars: bool,
    matches_to: Path | None,
    hands_to: Path | None,
    **settings: Unpack[RunSettings],
) -> int:
    """Let programs play many matches and count who wins.

    Players move on by one seat each match. The same seed gives the same results with any number of processes.
    Ctrl-C stops the simulation and shows the finished matches.
    """
    makers = _makers(players, seed)
    _check_files(matches_to, hands_to)
    if matches and hands:
        raise click.UsageError("give either --matches or --hands")
    number = hands or matches or 100
    all_of = counted(number, "hand") if hands else f"{number} match{'es' if number > 1 else ''}"
    results = each_match(rules, makers, matches=None if hands else number, hands=hands, seed=seed, **settings)
    saved = ((matches_to, match_rows), (hands_to, hand_rows))
    with contextlib.ExitStack() as opened:
        files = [opened.enter_context(_saving(file, rows)) for file, rows in saved if file is not None]
        finished, stopped = _finished(results, number, files)
    if finished:
        many = f"{len(finished)} of " if stopped else ""
        title = f"{rules_name(rules)}, {rules.seats} seats, {many}{all_of}, seed {seed}"
        found = summarise(finished)
        screen = Screen()
        screen.line(title, "title")
        if stopped is not None:
            screen.line(f"Stopped early: {len(finished)} of {all_of} are finished.")
        screen.line()
        screen.table(HEADS, standing_rows(found), right=range(1, len(HEADS)))
        screen.line("\n".join(["", *notes_below(found)]))
        if bars:
            width = max(NARROWEST, min(screen.width, _WIDEST))
            screen.line(f"\n{found.bars(width, marks=BLOCKS if can_write(BLOCKS) else '#')}")
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
@_rows_option("--rows-to", "deal")
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
    **settings: Unpack[RunSettings],
) -> int:
    """Compare players, or rules, over the same decks.

    Each deal is a hand that is played in every rotation of the seats. A lead is the points a hand above the mean of the
    others. Ctrl-C stops the duel and shows the finished deals.
    """
    all_rules = [
        composed_rules(preset, plugins, options, seats, *against) for against in ((), *((each,) for each in others))
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
            many = f"{len(first.deals)} of " if stopped else ""
            screen.line(f"{rules_name(rules)}, {seats} seats, {many}{counted(deals, 'deal')}, seed {seed}", "title")
            _show_intervals(screen, first.figures, "a hand")
            if first.notes:
                screen.line("\n".join(first.notes))
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
    """Find the players that a command line names; each is tried out, so that its errors come first."""
    makers: list[str | PlayerMaker] = []
    for name in filter(None, map(str.strip, players.split(","))):
        make = load_player(name) if ":" in name else player_maker(name)
        make_player(make, name, random.Random(seed))
        makers.append(make if ":" in name else name)
    return makers


def _raise(stopped: BaseException | None, makers: Iterable[str | PlayerMaker]) -> None:
    """Raise the error that stopped the play, if there is one, so that the program ends with the right exit code."""
    if isinstance(stopped, MatchFailedError):
        if blamed(stopped):
            raise PluginTrouble(str(stopped)) from stopped
        ours = {make for make in makers if make in SHIPPED}
        is_expected = isinstance(stopped.__cause__, Rummy500Error)
        if not is_expected and (stopped.seat < 0 or stopped.players[stopped.seat] in ours):
            raise RuntimeError(str(stopped)) from stopped
    if stopped is not None:
        raise stopped


def _finished(
    results: Generator[MatchResult, None, None], matches: int, files: Sequence[Callable[[MatchResult], None]]
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
                    for save in files:
                        save(result)
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
