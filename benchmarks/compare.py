"""Compare two checkouts of rummy500: their speed, and whether they play equal games.

    uv run python -m benchmarks.compare BEFORE AFTER                    (about eight minutes)
    uv run python -m benchmarks.compare BEFORE AFTER --quick --only classic oklahoma
    uv run python -m benchmarks.compare BEFORE AFTER --builds pure compiled
    uv run python -m benchmarks.compare BEFORE AFTER --instructions     (needs valgrind; about eight minutes)

BEFORE and AFTER are folders of this repository at two commits (`git worktree add ../before COMMIT`); every ratio is
AFTER to BEFORE. In each round a new process of each checkout plays the same hands, one directly after the other, and
the order of the two alternates. CPU time is measured after a warm-up, and a ratio is taken in each round by itself.

A checkout runs its source in its own `.venv` where it has one (`uv sync --all-packages` makes it). Sync both the same
way: `compose` reads the list of installed packages. A checkout without one gets an environment with an editable
install, which writes nothing into the checkout. `--builds compiled` measures the compiled wheels. They are built first,
two minutes each, and kept in `--environments FOLDER` until a source file changes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from benchmarks.environments import BUILDS, Build, clean_environment, interpreter
from benchmarks.fresh import compose_once, import_once
from benchmarks.measuring import Spread, instructions

_WORKER: Final = Path(__file__).with_name("compare_worker.py")
#: How many hands are compared, and how many are played to estimate the speed of a game.
_COMPARED_HANDS: Final = 40
_TRIED_HANDS: Final = 20
#: How many hands are played while instructions are counted, in the first run; the second plays twice as many.
_COUNTED_WARM_UP: Final = 60
_COUNTED_HANDS: Final = 20


@attrs.frozen
class Game:
    """A set of rules to play, and options of play.

    Attributes:
        name: its name in the tables.
        preset: the preset.
        plugins: the plugins with it.
        seats: the number of seats.
        plain: choose among `.plain()` actions alone.
        has_chance: an action may include an outcome of chance.
        views: list the actions of the seat on turn from its view, as players do.
    """

    name: str
    preset: str = "classic"
    plugins: tuple[str, ...] = ()
    seats: int = 2
    plain: bool = False
    has_chance: bool = False
    views: bool = False

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `compare_worker.Game`."""
        return {name: value for name, value in attrs.asdict(self).items() if name != "name"}


GAMES: Final = (
    Game("classic"),
    Game("pagat", preset="pagat"),
    Game("family", preset="family"),
    Game("north-american", preset="north-american"),
    Game("oklahoma", plugins=("oklahoma",), plain=True),
    Game("boathouse", plugins=("boathouse",)),
    Game("persian", plugins=("persian",), seats=4),
    Game("throw-down", plugins=("throw-down",), has_chance=True),
    Game("dealers-gambit", plugins=("dealers-gambit",), has_chance=True),
    Game("add-opponents-hand", plugins=("add-opponents-hand",)),
    Game("displayed-discards", plugins=("displayed-discards",)),
    Game("five-ten-fifteen", plugins=("five-ten-fifteen",)),
    Game("floating", plugins=("floating",)),
    Game("masters-hand", plugins=("masters-hand",)),
    Game("michigan", plugins=("michigan",)),
    Game("must-go-out", plugins=("must-go-out",)),
    Game("partnership", plugins=("partnership",), seats=4),
    Game("scoring", plugins=("scoring",)),
    Game("wikipedia", preset="wikipedia"),
    Game("classic from views", views=True),
    Game("pagat from views", preset="pagat", views=True),
)


@attrs.frozen
class Pair:
    """The figures of both checkouts, round by round.

    Attributes:
        before: the figures of the first.
        after: the figures of the second, in the same rounds.
    """

    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """Return the ratio of AFTER to BEFORE in each round."""
        return tuple(after / before for before, after in zip(self.before, self.after, strict=True))

    def cells(self, digits: int = 0) -> str:
        """Format the cells of a table: the two medians, the median of the ratios, their range."""
        ratio = Spread.of(self.ratios)
        medians = [f"{statistics.median(figures):,.{digits}f}" for figures in (self.before, self.after)]
        return " | ".join([*medians, f"{ratio.median:.3f}", f"{ratio.least:.2f} to {ratio.most:.2f}"])


class Checkout:
    """One checkout with one build.

    Args:
        folder: its root.
        build: the source or the compiled wheel.
        environments: the folder of environments.
    """

    def __init__(self, folder: Path, build: Build, environments: Path) -> None:
        self.folder = folder
        self.build = build
        self.python = interpreter(folder, build, environments)

    def work(self, **asked: Any) -> dict[str, Any]:
        """Run a task of `compare_worker` in a new process.

        Raises:
            ValueError: if the process fails, or runs another rummy500 than this one.
        """
        done = subprocess.run(
            self.command(**asked), capture_output=True, text=True, check=False, env=clean_environment()
        )
        if done.returncode:
            raise ValueError(f"{self.folder} ({self.build}) failed:\n{done.stderr}")
        found: dict[str, Any] = json.loads(done.stdout)
        own_source = Path(found["file"]).is_relative_to(self.folder / "src")
        if found["compiled"] != (self.build == "compiled") or own_source == found["compiled"]:
            raise ValueError(f"{self.python} imports {found['file']}, which is not the {self.build} {self.folder}")
        return found

    def command(self, **asked: Any) -> list[str]:
        """Return the command that runs a task."""
        return [str(self.python), str(_WORKER), json.dumps(asked)]


Two = tuple[Checkout, Checkout]


@attrs.frozen
class Played:
    """The measurements of one game.

    Attributes:
        rates: decisions a second.
        same: whether both play equal games; if not, in how many of the compared hands.
        state_bytes: for each checkout, the bytes that a state adds to the one before it.
    """

    rates: Pair
    same: str
    state_bytes: tuple[Spread, Spread]


def interleaved(two: Two, rounds: int, measure: Callable[[Checkout, int], float]) -> Pair:
    """Measure both alternately; `measure` gets the number of the round. Round 0 is discarded."""
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for index in (0, 1) if number % 2 else (1, 0):
            figure = measure(two[index], number)
            if number:
                found[index].append(figure)
    return Pair(tuple(found[0]), tuple(found[1]))


def play(two: Two, game: Game, rounds: int, seconds: float) -> Played:
    """Measure one game.

    Args:
        two: the checkouts.
        game: the game.
        rounds: how many rounds.
        seconds: about the CPU time of a measurement.
    """
    asked = {"game": game.arguments(), "hands": _COMPARED_HANDS, "seed": 0}
    first, second = (each.work(task="games", **asked) for each in two)
    equal = sum(one == other for one, other in zip(first["digests"], second["digests"], strict=True))
    tried = two[0].work(task="time", game=game.arguments(), hands=_TRIED_HANDS, seed=0)
    hands = max(1, round(_TRIED_HANDS * seconds / tried["seconds"]))
    decisions: dict[Checkout, list[int]] = {checkout: [] for checkout in two}

    def rate(checkout: Checkout, number: int) -> float:
        # Even seeds warm up, odd ones are measured: no round plays the hands of another.
        found = checkout.work(task="time", game=game.arguments(), hands=hands, seed=2 * number)
        decisions[checkout].append(found["decisions"])
        return float(found["decisions"] / found["seconds"])

    rates = interleaved(two, rounds, rate)
    same = equal == _COMPARED_HANDS and decisions[two[0]] == decisions[two[1]]
    return Played(
        rates,
        "yes" if same else f"no: {equal} of {_COMPARED_HANDS} hands",
        (Spread(*first["bytes"]), Spread(*second["bytes"])),
    )


def report(
    two: Two, games: Sequence[Game], rounds: int, seconds: float, report_progress: Callable[[str], None]
) -> dict[str, Any]:
    """Measure one build of both checkouts, and print its tables.

    Args:
        two: the checkouts.
        games: the games.
        rounds: how many rounds.
        seconds: about the CPU time of a measurement.
        report_progress: is called with a text after each step.

    Returns:
        The figures.
    """
    played: dict[str, Played] = {}
    for game in games:
        report_progress(f"{two[0].build}: {game.name}")
        played[game.name] = play(two, game, rounds, seconds)
    means = [
        statistics.geometric_mean(found) for found in zip(*(each.rates.ratios for each in played.values()), strict=True)
    ]
    mean = Spread.of(means)
    print(f"\nDecisions a second, {two[0].build}, {rounds} rounds:\n")
    print("| game | before | after | ratio | least to most | same games |\n| --- | --- | --- | --- | --- | --- |")
    for name, each in played.items():
        print(f"| {name} | {each.rates.cells()} | {each.same} |")
    print(f"| geometric mean | | | {mean.median:.3f} | {mean.least:.2f} to {mean.most:.2f} | |")

    print("\nBytes that a state adds to the one before it, median (most):\n")
    print("| game | before | after | ratio |\n| --- | --- | --- | --- |")
    for name, each in played.items():
        before, after = each.state_bytes
        texts = [f"{spread.median:,.0f} ({spread.most:,.0f})" for spread in each.state_bytes]
        print(f"| {name} | {texts[0]} | {texts[1]} | {after.median / before.median:.3f} |")

    report_progress(f"{two[0].build}: what is paid once")
    once = {"import rummy500": interleaved(two, rounds, lambda each, _: import_once(each.python)[0])}
    for game in games:
        once[f"compose {game.name}"] = interleaved(two, rounds, _composing(game))
    print("\nWhat is paid once, in a new process, ms:\n")
    print("| what | before | after | ratio | least to most |\n| --- | --- | --- | --- | --- |")
    for what, pair in once.items():
        print(f"| {what} | {pair.cells(digits=1)} |")
    return {
        "games": {name: attrs.asdict(each) for name, each in played.items()},
        "geometric_means": means,
        "once": {what: attrs.asdict(pair) for what, pair in once.items()},
    }


def _composing(game: Game) -> Callable[[Checkout, int], float]:
    return lambda each, _: compose_once(game.preset, game.plugins, game.seats, each.python)[0]


def report_instructions(two: Two, games: Sequence[Game], report_progress: Callable[[str], None]) -> dict[str, Any]:
    """Count the instructions of a decision, which are equal in each run, and print a table."""
    print(f"\nInstructions of a decision, {two[0].build}:\n")
    print("| game | before | after | speed of after to before |\n| --- | --- | --- | --- |")
    found: dict[str, tuple[float, float]] = {}
    for game in games:
        report_progress(f"{two[0].build}: instructions of {game.name}")
        before, after = (instructions_each(each, game) for each in two)
        found[game.name] = before, after
        print(f"| {game.name} | {before:,.0f} | {after:,.0f} | {before / after:.3f} |", flush=True)
    mean = statistics.geometric_mean(before / after for before, after in found.values())
    print(f"| geometric mean | | | {mean:.3f} |")
    return {"instructions": found}


def instructions_each(checkout: Checkout, game: Game) -> float:
    """Return the instructions of a decision: the difference of two processes that play different numbers of hands."""
    counts: list[int] = []
    decisions: list[int] = []
    for hands in (_COUNTED_HANDS, 3 * _COUNTED_HANDS):
        command = checkout.command(task="count", game=game.arguments(), hands=hands, warm_up=_COUNTED_WARM_UP, seed=0)
        count, printed = instructions(command, clean_environment())
        counts.append(count)
        decisions.append(json.loads(printed)["decisions"])
    return (counts[1] - counts[0]) / (decisions[1] - decisions[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print tables in Markdown."""
    names: Mapping[str, Game] = {game.name: game for game in GAMES}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the root of one checkout")
    parser.add_argument("after", type=Path, help="the root of the other")
    parser.add_argument("--only", nargs="+", choices=names, default=list(names), metavar="GAME", help="some games only")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of a measurement, about (default 1.0)")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.3 seconds")
    parser.add_argument(
        "--builds", nargs="+", choices=BUILDS, default=["pure"], help="the source, the compiled wheels or both"
    )
    parser.add_argument("--instructions", action="store_true", help="count instructions and measure no time")
    parser.add_argument("--environments", type=Path, metavar="FOLDER", help="where environments are kept")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures of each round")
    given = parser.parse_args(arguments)
    rounds, seconds = (3, 0.3) if given.quick else (given.rounds, given.seconds)
    if given.instructions and shutil.which("valgrind") is None:
        parser.error("valgrind is not on the path")
    games = [names[name] for name in given.only]
    data: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        environments = given.environments or Path(scratch)
        for build in given.builds:
            report_progress(f"{build}: environments")
            before, after = (given.before.resolve(), given.after.resolve())
            two = Checkout(before, build, environments), Checkout(after, build, environments)
            if given.instructions:
                data[build] = report_instructions(two, games, report_progress)
            else:
                data[build] = report(two, games, rounds, seconds, report_progress)
    if given.json is not None:
        given.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return 0


def report_progress(text: str) -> None:
    """Report progress on the standard error stream."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
