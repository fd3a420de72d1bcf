"""How the benchmarks measure: CPU time, rounds interleaved, medians with the least and the most, ratios round by round.

A contestant plays hands; a round lets each of them play once, in an order of its own, so that a slow minute of the
machine meets all of them alike. A ratio is taken in each round by itself. Beside each measurement stands the time of
one calibration loop, so that numbers of different days compare.
"""

from __future__ import annotations

import gc
import random
import re
import statistics
import subprocess
import tempfile
import time
import timeit
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import attrs

#: `plain`: the state before may be lost. `kept`: it is kept; a copy is made first where states are written over.
Mode = Literal["plain", "kept"]

#: States in the order of play with the action done in each; a state that can be written over is a copy of its own.
Positions = list[tuple[Any, Any]]

_INSTRUCTIONS: Final = re.compile(r"I\s+refs:\s+([\d,]+)")
_CALIBRATION_LOOPS: Final = 20_000
_MOST_POSITIONS: Final = 20_000


class Play(Protocol):
    """Plays so many hands at random; returns the decisions made, outcomes of chance not counted."""

    def __call__(self, hands: int, rng: random.Random, /) -> int: ...


@attrs.frozen
class Spread:
    """A figure over rounds: the median with the least and the most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Spread:
        """The spread of some figures, at least one."""
        found = list(figures)
        return cls(statistics.median(found), min(found), max(found))


@attrs.frozen
class Parts:
    """The two halves of a decision by themselves.

    Attributes:
        positions: plays one hand and gives every position of it.
        list_all: lists the legal actions of each position.
        apply_all: applies to each position the action that was done in it.
    """

    positions: Callable[[random.Random], Positions]
    list_all: Callable[[Positions], None]
    apply_all: Callable[[Positions], None]


@attrs.frozen
class Contestant:
    """Something that plays a game of cards, or of chess.

    Attributes:
        name: its row in the table; begins with its family.
        plain: plays hands.
        kept: plays hands and keeps the state before each step; `plain` itself where states are immutable, `None` where
            the state cannot be copied.
        parts: listing and applying by themselves, `None` where they cannot be told apart.
        note: what a reader of the table should know.
        weigh: the bytes that a state adds to the one before it, `None` where nobody can tell.
        clock: tells the CPU seconds that it has taken so far; its own where it plays in another process.
    """

    name: str
    plain: Play
    kept: Play | None = None
    parts: Parts | None = None
    note: str = ""
    weigh: Callable[[], Spread] | None = None
    clock: Callable[[], float] = time.process_time

    def play(self, mode: Mode) -> Play | None:
        """How it plays in a mode, `None` if it cannot."""
        return self.plain if mode == "plain" else self.kept


@attrs.frozen
class Sample:
    """What one contestant did in one round.

    Attributes:
        decisions: how many decisions it made.
        hands: in how many hands.
        seconds: the CPU time that it took.
        calibration: nanoseconds of one calibration loop beside it.
    """

    decisions: int
    hands: int
    seconds: float
    calibration: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds

    @property
    def hand_rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds

    @property
    def loops(self) -> float:
        """Calibration loops that a decision takes."""
        return self.seconds / self.decisions * 1e9 / self.calibration


@attrs.frozen
class PartSample:
    """Nanoseconds of one listing and of one applying, in one round."""

    listing: float
    applying: float


@attrs.frozen
class Measured:
    """What was measured of a contestant, a sample for each round.

    Attributes:
        contestant: which one.
        plain: its rounds without the state before.
        kept: its rounds with it, those of `plain` where states are immutable; empty where it cannot.
        parts: its listing and applying; empty where they cannot be told apart.
    """

    contestant: Contestant
    plain: tuple[Sample, ...]
    kept: tuple[Sample, ...] = ()
    parts: tuple[PartSample, ...] = ()

    def samples(self, mode: Mode) -> tuple[Sample, ...]:
        """Its rounds in a mode."""
        return self.plain if mode == "plain" else self.kept


def calibrate() -> float:
    """Nanoseconds of one `frozenset & frozenset` of thirteen cards, the least of a few tries."""
    pair = {"a": frozenset(range(13)), "b": frozenset(range(5, 18))}
    tries = timeit.repeat("a & b", globals=pair, number=_CALIBRATION_LOOPS, repeat=5, timer=time.process_time)
    return min(tries) / _CALIBRATION_LOOPS * 1e9


def sample(play: Play, hands: int, seed: int, clock: Callable[[], float] = time.process_time) -> Sample:
    """Let a contestant play hands, with a calibration before and after."""
    gc.collect()
    before = calibrate()
    rng = random.Random(seed)
    began = clock()
    decisions = play(hands, rng)
    seconds = clock() - began
    return Sample(decisions, hands, seconds, (before + calibrate()) / 2)


def ratios(ours: Sequence[Sample], theirs: Sequence[Sample]) -> Spread | None:
    """How many times as fast one is as another, round by round; `None` if either was not measured."""
    if not ours or not theirs:
        return None
    return Spread.of(mine.rate / other.rate for mine, other in zip(ours, theirs, strict=True))


def measure(
    contestants: Sequence[Contestant], *, rounds: int, seconds: float, tell: Callable[[str], None] = lambda _: None
) -> tuple[Measured, ...]:
    """Measure contestants side by side.

    Each plays as many hands a round as take it about so many seconds; finding out how many warms it up.

    Args:
        contestants: who takes part, each name once.
        rounds: how many rounds, 1 or more.
        seconds: CPU time of each contestant and mode in a round, about.
        tell: is told how far it has come.
    """
    turns: list[tuple[Contestant, Mode, Play, int]] = []
    modes: tuple[Mode, ...] = ("plain", "kept")
    for contestant in contestants:
        for mode in modes:
            play = contestant.play(mode)
            if play is not None and not (mode == "kept" and play is contestant.plain):
                tell(f"warming up: {contestant.name}, {mode}")
                turns.append((contestant, mode, play, hands_for(play, seconds, contestant.clock)))
    # What has been imported and cached so far is nobody's garbage: no contestant pays for walking another's modules.
    gc.collect()
    gc.freeze()
    samples: dict[tuple[str, Mode], list[Sample]] = {}
    parts: dict[str, list[PartSample]] = {}
    for number in range(1, rounds + 1):
        tell(f"round {number} of {rounds}")
        order = random.Random(number)
        for contestant, mode, play, hands in order.sample(turns, len(turns)):
            samples.setdefault((contestant.name, mode), []).append(
                sample(play, hands, seed=number, clock=contestant.clock)
            )
        for contestant in order.sample(contestants, len(contestants)):
            if contestant.parts is not None:
                found = sample_parts(contestant.parts, seconds, seed=number)
                parts.setdefault(contestant.name, []).append(found)
    gc.unfreeze()
    return tuple(_measured(each, samples, parts.get(each.name, [])) for each in contestants)


def _measured(
    contestant: Contestant, samples: dict[tuple[str, Mode], list[Sample]], parts: list[PartSample]
) -> Measured:
    plain = tuple(samples[contestant.name, "plain"])
    kept = plain if contestant.kept is contestant.plain else tuple(samples.get((contestant.name, "kept"), ()))
    return Measured(contestant, plain, kept, tuple(parts))


def instructions(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, str]:
    """The machine instructions that a command executes, counted by valgrind, and what it prints.

    Args:
        command: the command with its arguments.
        environment: its environment variables; the seed of hashes is fixed.

    Raises:
        subprocess.CalledProcessError: if the command fails.
        FileNotFoundError: without `valgrind`.
        ValueError: if valgrind reports no count.
    """
    with tempfile.TemporaryDirectory() as folder:
        counter = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={Path(folder) / 'out'}"]
        done = subprocess.run(
            [*counter, *command], capture_output=True, text=True, check=True, env={**environment, "PYTHONHASHSEED": "0"}
        )
    found = _INSTRUCTIONS.search(done.stderr)
    if found is None:
        raise ValueError(f"valgrind reported no count: {done.stderr[-500:]}")
    return int(found[1].replace(",", "")), done.stdout


def hands_for(play: Play, seconds: float, clock: Callable[[], float] = time.process_time) -> int:
    """How many hands take about so many seconds, once warm."""
    rng, hands = random.Random(0), 1
    while True:
        began = clock()
        play(hands, rng)
        took = clock() - began
        if took >= seconds / 2:
            return max(1, round(hands * seconds / took))
        hands *= 2


def sample_parts(parts: Parts, seconds: float, seed: int) -> PartSample:
    """Time listing and applying over the positions of some hands, as many as are played in about so many seconds."""
    rng, positions = random.Random(seed), Positions()
    until = time.process_time() + seconds
    while not positions or (time.process_time() < until and len(positions) < _MOST_POSITIONS):
        positions += parts.positions(rng)
    gc.collect()
    # In this order: applying may write the states over.
    began = time.process_time()
    parts.list_all(positions)
    listed = time.process_time()
    parts.apply_all(positions)
    applied = time.process_time()
    return PartSample((listed - began) / len(positions) * 1e9, (applied - listed) / len(positions) * 1e9)
