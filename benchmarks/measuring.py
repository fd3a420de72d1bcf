"""Measure contestants: CPU time, interleaved rounds, medians with range, ratios round by round.

Each round lets every contestant play once, in a random order, so that a slow minute of the machine affects all of them
alike. Ratios are computed in each round. Each measurement has the time of one calibration loop beside it, so that
figures of different days compare.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
import timeit
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, Protocol

import attrs

#: `plain`: the state before may be lost. `kept`: it is saved, by a copy if states are mutable.
Mode = Literal["plain", "kept"]

#: States in the order of play with the action done in each; a mutable state is a copy.
Positions = list[tuple[Any, Any]]

_CALIBRATION_LOOPS: Final = 20_000
_MOST_POSITIONS: Final = 20_000


class Play(Protocol):
    """Plays hands at random; returns the number of decisions, without outcomes of chance."""

    def __call__(self, hands: int, rng: random.Random, /) -> int: ...


@attrs.frozen
class Spread:
    """A figure over rounds: the median with the least and the most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Spread:
        """Compute the spread of some figures, at least one."""
        found = list(figures)
        return cls(statistics.median(found), min(found), max(found))


@attrs.frozen
class Parts:
    """The two halves of a decision.

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
        kept: plays hands and saves the state before each step; `plain` itself if states are immutable, `None` if the
            state cannot be copied.
        parts: listing and applying alone, `None` if they cannot be separated.
        note: a note for readers of the table.
        weigh: measures the bytes that a state adds to the one before it, `None` if that is impossible.
        clock: returns its CPU seconds so far; its own clock if it plays in another process.
    """

    name: str
    plain: Play
    kept: Play | None = None
    parts: Parts | None = None
    note: str = ""
    weigh: Callable[[], Spread] | None = None
    clock: Callable[[], float] = time.process_time

    def play(self, mode: Mode) -> Play | None:
        """Return the function that plays in a mode, `None` if there is none."""
        return self.plain if mode == "plain" else self.kept


@attrs.frozen
class Sample:
    """The result of one contestant in one round.

    Attributes:
        decisions: the number of decisions.
        hands: the number of hands.
        seconds: the CPU time.
        calibration: nanoseconds of one calibration loop beside it.
    """

    decisions: int
    hands: int
    seconds: float
    calibration: float

    @property
    def rate(self) -> float:
        """Return decisions a second."""
        return self.decisions / self.seconds

    @property
    def hand_rate(self) -> float:
        """Return hands a second."""
        return self.hands / self.seconds

    @property
    def loops(self) -> float:
        """Return the calibration loops of a decision."""
        return self.seconds / self.decisions * 1e9 / self.calibration


@attrs.frozen
class PartSample:
    """The nanoseconds of one listing and of one applying, in one round."""

    listing: float
    applying: float


@attrs.frozen
class Measured:
    """The measurements of a contestant, a sample for each round.

    Attributes:
        contestant: the contestant.
        plain: its rounds in the mode `plain`.
        kept: its rounds in the mode `kept`, those of `plain` if states are immutable; empty without that mode.
        parts: its listing and applying; empty if they cannot be separated.
    """

    contestant: Contestant
    plain: tuple[Sample, ...]
    kept: tuple[Sample, ...] = ()
    parts: tuple[PartSample, ...] = ()

    def samples(self, mode: Mode) -> tuple[Sample, ...]:
        """Return its rounds in a mode."""
        return self.plain if mode == "plain" else self.kept


def calibrate() -> float:
    """Measure one `frozenset & frozenset` of thirteen cards in nanoseconds, the least of a few tries."""
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
    """Return the ratio of one's speed to another's, round by round; `None` if either was not measured."""
    if not ours or not theirs:
        return None
    return Spread.of(mine.rate / other.rate for mine, other in zip(ours, theirs, strict=True))


def measure(
    contestants: Sequence[Contestant],
    *,
    rounds: int,
    seconds: float,
    report_progress: Callable[[str], None] = lambda _: None,
) -> tuple[Measured, ...]:
    """Measure contestants side by side.

    Each plays as many hands a round as fit the given seconds; estimating that number warms it up.

    Args:
        contestants: the contestants, each name once.
        rounds: how many rounds, 1 or more.
        seconds: approximate CPU time of each contestant and mode in a round.
        report_progress: is called with a text after each step.
    """
    turns: list[tuple[Contestant, Mode, Play, int]] = []
    modes: tuple[Mode, ...] = ("plain", "kept")
    for contestant in contestants:
        for mode in modes:
            play = contestant.play(mode)
            if play is not None and not (mode == "kept" and play is contestant.plain):
                report_progress(f"warming up: {contestant.name}, {mode}")
                turns.append((contestant, mode, play, hands_for(play, seconds, contestant.clock)))
    # Modules and caches so far are no garbage: no contestant should pay for scanning another's.
    gc.collect()
    gc.freeze()
    samples: dict[tuple[str, Mode], list[Sample]] = {}
    parts: dict[str, list[PartSample]] = {}
    for number in range(1, rounds + 1):
        report_progress(f"round {number} of {rounds}")
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


def hands_for(play: Play, seconds: float, clock: Callable[[], float] = time.process_time) -> int:
    """Estimate how many hands take the given seconds, once warm."""
    rng, hands = random.Random(0), 1
    while True:
        began = clock()
        play(hands, rng)
        took = clock() - began
        if took >= seconds / 2:
            return max(1, round(hands * seconds / took))
        hands *= 2


def sample_parts(parts: Parts, seconds: float, seed: int) -> PartSample:
    """Time listing and applying over the positions of some hands, as many as fit the given seconds."""
    rng, positions = random.Random(seed), Positions()
    until = time.process_time() + seconds
    while not positions or (time.process_time() < until and len(positions) < _MOST_POSITIONS):
        positions += parts.positions(rng)
    gc.collect()
    # In this order, because applying may change the states.
    began = time.process_time()
    parts.list_all(positions)
    listed = time.process_time()
    parts.apply_all(positions)
    applied = time.process_time()
    return PartSample((listed - began) / len(positions) * 1e9, (applied - listed) / len(positions) * 1e9)
