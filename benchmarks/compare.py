"""Compare two commits of rummy500: their speed, and whether they play equal games.

    uv run python -m benchmarks.compare COMMIT                 (a quarter of an hour)
    uv run python -m benchmarks.compare COMMIT --after OTHER --builds pure compiled
    uv run python -m benchmarks.compare COMMIT --quick --only classic oklahoma

It compares this checkout, or OTHER, with COMMIT; every ratio is AFTER to BEFORE. In each round a new process of each
plays the same hands, one directly after the other, and the order of the two alternates. CPU time is measured after a
warm-up, and a ratio is taken in each round by itself. Both run in the environment of this checkout. `--builds compiled`
measures the compiled wheels, which are built first, two minutes each.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from benchmarks.fresh import compose_once, import_once
from benchmarks.games import Game, games, hand_positions
from benchmarks.measuring import Spread
from benchmarks.sources import BUILDS, ROOT, Build, environment, unpacked
from benchmarks.states import added_bytes

import rummy500 as r5

#: How many hands are compared, how many of them are weighed, and how many are played to estimate the speed of a game.
_COMPARED_HANDS: Final = 40
_WEIGHED_HANDS: Final = 10
_TRIED_HANDS: Final = 20


# ---------------------------------------------------------------- in a process of either commit


def work(game: Game, hands: int, seed: int) -> dict[str, Any]:
    """Measure the CPU time of hands, after as many others that warm up."""
    play = game.player(game.rules())
    play(hands, random.Random(seed))
    gc.collect()
    gc.freeze()
    began = time.process_time()
    decisions = play(hands, random.Random(seed + 1))
    return {"decisions": decisions, "seconds": time.process_time() - began}


def games_played(game: Game) -> dict[str, Any]:
    """Return a digest of each of some hands, and the bytes that a state adds to the one before it."""
    rules, rng = game.rules(), random.Random(0)
    played = [hand_positions(rules, rng, plain=game.plain) for _ in range(_COMPARED_HANDS)]
    digests: list[str] = []
    for positions in played:
        actions = [r5.legal_actions(rules, state) for state, _ in positions]
        lengths = [len(each.plain() if game.plain else each) for each in actions]
        hand = [(length, str(action)) for length, (_, action) in zip(lengths, positions, strict=True)]
        digests.append(hashlib.sha256(repr(hand).encode()).hexdigest())
    spread = added_bytes(played[:_WEIGHED_HANDS], lambda state, action: r5.apply(rules, state, action))
    return {"digests": digests, "bytes": attrs.astuple(spread)}


# ---------------------------------------------------------------- here


@attrs.frozen(eq=False)
class Side:
    """One of the two commits in one build.

    Attributes:
        build: the source or the compiled wheel.
        environment: the variables of a process that imports it.
    """

    build: Build
    environment: dict[str, str]

    def work(self, game: Game, *numbers: int) -> dict[str, Any]:
        """Call `work` in a new process with hands and seed, or `games_played` without.

        Raises:
            ValueError: if the process fails, or imports another rummy500.
        """
        asked = json.dumps([attrs.asdict(game), *numbers])
        command = [sys.executable, "-m", "benchmarks.compare", "--work", asked]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        path = self.environment["PYTHONPATH"]
        if done.returncode:
            raise ValueError(f"{game.name} failed with {path}:\n{done.stderr}")
        found: dict[str, Any] = json.loads(done.stdout)
        if found["compiled"] != (self.build == "compiled") or not path.startswith(found["path"]):
            raise ValueError(f"a process imports {found['path']}, not {path}")
        return found


Two = tuple[Side, Side]


@attrs.frozen
class Pair:
    """The figures of both sides, round by round."""

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


@attrs.frozen
class Played:
    """The measurements of one game.

    Attributes:
        rates: decisions a second.
        same: whether both play equal games; if not, in how many of the compared hands.
        state_bytes: of each side, the bytes that a state adds to the one before it.
    """

    rates: Pair
    same: str
    state_bytes: tuple[Spread, Spread]


def interleaved(two: Two, rounds: int, measure: Callable[[Side, int], float]) -> Pair:
    """Measure both alternately; `measure` gets the number of the round. Round 0 is discarded."""
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for index in (0, 1) if number % 2 else (1, 0):
            figure = measure(two[index], number)
            if number:
                found[index].append(figure)
    return Pair(tuple(found[0]), tuple(found[1]))


def play(two: Two, game: Game, rounds: int, seconds: float) -> Played:
    """Measure one game: so many rounds, each about so many seconds of CPU time."""
    first, second = (each.work(game) for each in two)
    equal = sum(one == other for one, other in zip(first["digests"], second["digests"], strict=True))
    hands = max(1, round(_TRIED_HANDS * seconds / two[0].work(game, _TRIED_HANDS, 0)["seconds"]))

    def rate(side: Side, number: int) -> float:
        # Even seeds warm up, odd ones are measured: no round plays the hands of another.
        found = side.work(game, hands, 2 * number)
        return float(found["decisions"] / found["seconds"])

    return Played(
        interleaved(two, rounds, rate),
        "yes" if equal == _COMPARED_HANDS else f"no: {equal} of {_COMPARED_HANDS} hands",
        (Spread(*first["bytes"]), Spread(*second["bytes"])),
    )


def report(two: Two, chosen: Sequence[Game], rounds: int, seconds: float) -> None:
    """Measure games with one build of both sides, and print tables in Markdown."""
    played: dict[str, Played] = {}
    for game in chosen:
        report_progress(f"{two[0].build}: {game.name}")
        played[game.name] = play(two, game, rounds, seconds)
    means = map(statistics.geometric_mean, zip(*(each.rates.ratios for each in played.values()), strict=True))
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
    print("\nWhat is paid once, in a new process, ms:\n")
    print("| what | before | after | ratio | least to most |\n| --- | --- | --- | --- | --- |")
    once = {"loading the engine": interleaved(two, rounds, lambda side, _: import_once(side.environment)[0])}
    once |= {f"compose {game.name}": interleaved(two, rounds, _composing(game)) for game in chosen}
    for what, pair in once.items():
        print(f"| {what} | {pair.cells(digits=1)} |")


def _composing(game: Game) -> Callable[[Side, int], float]:
    return lambda side, _: compose_once(game, side.environment)[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", metavar="COMMIT", help="the commit to compare with")
    parser.add_argument("--after", metavar="OTHER", help="the commit to compare; this checkout by default")
    parser.add_argument("--only", nargs="+", choices=games(), default=list(games()), metavar="GAME", help="some games")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.3 seconds, not 7 of one second")
    parser.add_argument("--builds", nargs="+", choices=BUILDS, default=["pure"], help="the source, the compiled wheels")
    parser.add_argument("--work", type=json.loads, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work:
        game, *numbers = given.work
        chosen = Game(**{**game, "plugins": tuple(game["plugins"])})
        found = work(chosen, *numbers) if numbers else games_played(chosen)
        print(json.dumps({**found, "compiled": r5.COMPILED, "path": str(Path(r5.__file__).parents[1])}))
        return 0
    if not given.before:
        parser.error("name the commit to compare with")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            before = unpacked(given.before, folder / "before")
            after = unpacked(given.after, folder / "after") if given.after else ROOT
        except ValueError as error:
            parser.error(str(error))
        for build in given.builds:
            report_progress(f"{build}: sources")
            first = Side(build, environment(before, build, folder / "wheel before"))
            second = Side(build, environment(after, build, folder / "wheel after"))
            rounds, seconds = (3, 0.3) if given.quick else (7, 1.0)
            report((first, second), [games()[each] for each in given.only], rounds, seconds)
    return 0


def report_progress(text: str) -> None:
    """Report progress on the standard error stream."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
