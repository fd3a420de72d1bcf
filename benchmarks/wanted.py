"""The speed targets of the project, whether a run meets them, and what it must hold.

A target is what we want. What is held is lower where the target is missed: the least that today's build reached on a
busy machine, so that `--check` fails when something gets slower, and not because a wish is not fulfilled yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import attrs
from benchmarks.contestants.of_compiled import COMPILED_ROW, compiled
from benchmarks.contestants.of_fast import SIMULATE, stepped, whole
from benchmarks.contestants.of_learn import AEC, BATCH
from benchmarks.contestants.of_openspiel import CACHED, CRAZY_EIGHTS, GIN
from benchmarks.contestants.of_pettingzoo import ZOO
from benchmarks.contestants.of_rlcard import ENVIRONMENT, GAME
from benchmarks.contestants.of_rummy500 import OKLAHOMA_ROW, named
from benchmarks.fresh import Compose, Import
from benchmarks.measuring import Measured, Mode, Spread, ratios

from rummy500.rules.options import CORE_PRESETS

CLASSIC: Final = named("classic", 2)
PAGAT: Final = named("pagat", 2)


@attrs.frozen
class Ratio:
    """A target ratio of one's speed to another's.

    Attributes:
        ours: our row.
        theirs: the row that it is compared with.
        least: the target.
        mode: the mode of our row.
        their_mode: the mode of the other row; that of ours if left out.
        held: what `--check` demands; the target if left out.
        why: the reason of a miss.
    """

    ours: str
    theirs: str
    least: float
    mode: Mode = "plain"
    their_mode: Mode | None = None
    held: float | None = None
    why: str = ""


PURE: Final = (
    Ratio(CLASSIC, GIN, 5.0, held=1.5),
    Ratio(CLASSIC, CACHED, 2.0, held=0.8),
    Ratio(CLASSIC, GIN, 13.0, "kept", held=4.0),
    Ratio(PAGAT, GIN, 3.5, held=1.0),
    Ratio(PAGAT, CACHED, 1.4, held=0.6),
    Ratio(PAGAT, GIN, 9.0, "kept", held=3.0),
    Ratio(OKLAHOMA_ROW, GIN, 1.5, held=0.8),
    Ratio(OKLAHOMA_ROW, CACHED, 0.6, held=0.4),
    Ratio(OKLAHOMA_ROW, GIN, 4.0, "kept", held=2.0),
    Ratio(CLASSIC, GAME, 4.0, held=1.2),
    Ratio(CLASSIC, ENVIRONMENT, 11.0, held=4.5),
    Ratio(CLASSIC, ZOO, 40.0, held=15.0),
)
#: Counted on docs/design/speed.md, "The compiled engine".
_LISTED_ANEW: Final = "loop and deal in Python leave room for a fifth of what a list and a step take"
#: What the compiled engine is to reach.
COMPILED: Final = (
    Ratio(COMPILED_ROW, GIN, 20.0, held=5.0, why=_LISTED_ANEW),
    Ratio(COMPILED_ROW, CRAZY_EIGHTS, 1.0, held=0.25, why=_LISTED_ANEW),
)


#: Timed apart: 11.5 of 54 microseconds.
_DEALT: Final = "on another machine met; a fifth of a compiled hand is its deal, which Python's generator shuffles"
_SCORED: Final = "the rest is the deal, the state at the end and the result, which stay as they are"


def _fast(
    row: str,
    theirs: str,
    pure: float,
    built: float,
    mode: Mode = "plain",
    *,
    held: tuple[float | None, float | None] = (None, None),
) -> tuple[Ratio, Ratio]:
    """Make the target ratios of a row of fast hands to another row, for the pure and for the compiled build."""
    here, there = held
    return (
        Ratio(row, theirs, pure, mode, "plain", here, _DEALT if here else ""),
        Ratio(compiled(row), theirs, built, mode, "plain", there, _DEALT),
    )


#: What fast hands are to reach: "Targets and results" on docs/design/speed.md.
FAST: Final = (
    *_fast(whole("classic", 2), GIN, 3.0, 40.0, held=(2.5, 30.0)),
    *_fast(whole("pagat", 2), GIN, 2.2, 20.0),
    *_fast(stepped("classic", 2), GIN, 2.3, 20.0),
    *_fast(stepped("classic", 2), GIN, 2.0, 12.0, "kept"),
    Ratio(SIMULATE, f"{SIMULATE}, fast=False", 2.5, held=2.0, why=_SCORED),
    Ratio(compiled(SIMULATE), compiled(f"{SIMULATE}, fast=False"), 6.0, held=5.0, why=_SCORED),
)

#: What many hands at once are to gain programs that learn.
LEARN: Final = (
    Ratio(compiled(BATCH), compiled(AEC), 12.0, held=8.0, why="a busy machine slows numpy more than Python"),
)

STATE_BYTES: Final = 1_000.0
IMPORT_MS: Final = 60.0
COMPOSE_MS: Final = 30.0
AGAIN_MS: Final = 1.0


@attrs.frozen
class Verdict:
    """A figure that is wanted, and what a run found.

    Attributes:
        what: the figure.
        bound: whether it is to be at least or at most so much.
        wanted: how much.
        got: what was found; its median counts. `None` if it was not measured.
        unit: of what.
        held: what `--check` demands; what is wanted if left out.
        why: what a miss is put down to, empty if nothing is known.
    """

    what: str
    bound: Literal["at least", "at most"]
    wanted: float
    got: Spread | None
    unit: str = ""
    held: float | None = None
    why: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether it reaches what is held; `None` if it was not measured."""
        if self.held is None or self.got is None:
            return self.met
        return self.got.median >= self.held if self.bound == "at least" else self.got.median <= self.held

    @property
    def met(self) -> bool | None:
        """Whether it is met; `None` if it was not measured."""
        if self.got is None:
            return None
        return self.got.median >= self.wanted if self.bound == "at least" else self.got.median <= self.wanted

    @property
    def missed_by(self) -> float:
        """The share of what is wanted that it is off by, 0 if it is met or was not measured."""
        if self.met is not False or self.got is None:
            return 0.0
        return abs(self.got.median - self.wanted) / self.wanted if self.wanted else 1.0


def verdicts(
    measured: Sequence[Measured],
    weights: dict[str, Spread],
    loading: Import | None,
    composing: Sequence[Compose],
    *,
    compiled: bool,
) -> tuple[Verdict, ...]:
    """Every figure that is wanted, beside what was found.

    Args:
        measured: the contestants of the run.
        weights: bytes that a state adds, by contestant.
        loading: what loading the engine costs, `None` if that was not measured.
        composing: what `compose` costs.
        compiled: whether the engine of this process is compiled, so that its own row is that of the compiled one.
    """
    rows = {each.contestant.name: each for each in measured}
    if compiled and CLASSIC in rows:
        rows[COMPILED_ROW] = rows[CLASSIC]
    found = [_ratio(each, rows) for each in (*PURE, *COMPILED, *FAST, *LEARN)]
    for name in (CLASSIC, PAGAT, OKLAHOMA_ROW):
        what = f"{name}: a state beyond the one before it"
        found.append(Verdict(what, "at most", STATE_BYTES, weights.get(name), "bytes"))
    what = "loading the engine, beyond `import attrs`"
    found.append(Verdict(what, "at most", IMPORT_MS, loading.milliseconds if loading else None, "ms"))
    early = Spread.of([float(len(loading.early))]) if loading else None
    names = f": {', '.join(loading.early)}" if loading and loading.early else ""
    found.append(Verdict(f"packages that are loaded too early{names}", "at most", 0, early))
    for kind, cases in (
        ("a preset", [each for each in composing if each.game.preset in CORE_PRESETS and not each.game.plugins]),
        ("a preset with a plugin", [each for each in composing if each.game.plugins]),
    ):
        case, first = _dearest((each.game.name, each.first) for each in cases)
        found.append(Verdict(f"`compose` of {kind} the first time{case}", "at most", COMPOSE_MS, first, "ms"))
        case, again = _dearest((each.game.name, each.again) for each in cases)
        found.append(Verdict(f"`compose` of {kind} asked again{case}", "at most", AGAIN_MS, again, "ms"))
    return tuple(found)


def _ratio(wanted: Ratio, rows: dict[str, Measured]) -> Verdict:
    ours, theirs = rows.get(wanted.ours), rows.get(wanted.theirs)
    their_mode = wanted.their_mode or wanted.mode
    got = ratios(ours.samples(wanted.mode), theirs.samples(their_mode)) if ours and theirs else None
    both = ", the state before kept" if wanted.mode == "kept" else ""
    what = f"{wanted.ours} to {wanted.theirs}{both}"
    if both and their_mode == "plain":
        what = f"{wanted.ours}, copied at each step, to {wanted.theirs}"
    return Verdict(what, "at least", wanted.least, got, "times", wanted.held, wanted.why)


def _dearest(found: Iterable[tuple[str, Spread]]) -> tuple[str, Spread | None]:
    """The case that costs most, as a text to go behind a name, and its cost."""
    case, cost = max(found, key=lambda each: each[1].median, default=("", None))
    return (f", the dearest: {case}", cost) if cost else ("", None)
