"""Format a run of the benchmark as tables in Markdown and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
from benchmarks.contestants.of_openspiel import GIN
from benchmarks.fresh import Compose, Import
from benchmarks.measuring import Measured, Mode, Spread, ratios
from benchmarks.wanted import Verdict


@attrs.frozen
class Run:
    """The results of a run.

    Attributes:
        about: Python, machine, versions and duration.
        measured: the contestants.
        weights: bytes that a state adds to the one before it, by contestant.
        loading: the cost of loading the engine, `None` if not measured.
        composing: the cost of `compose`.
        verdicts: the targets.
        left_out: the contestants left out, and why.
    """

    about: Mapping[str, Any]
    measured: tuple[Measured, ...]
    weights: Mapping[str, Spread]
    loading: Import | None
    composing: tuple[Compose, ...]
    verdicts: tuple[Verdict, ...]
    left_out: tuple[str, ...]


def verdict_text(verdict: Verdict) -> str:
    """Format whether a target is met."""
    if verdict.got is None:
        return f"not measured; wanted {_bound(verdict)}"
    told = f"wanted {_bound(verdict)}, got {number(verdict.got.median)}"
    if verdict.met:
        return f"met: {told}"
    by = f" by {verdict.missed_by:.0%}" if verdict.wanted else ""
    held = "" if verdict.held is None else f"; held is {number(verdict.held)}{'' if verdict.holds else ' **and lost**'}"
    return f"**missed**{by}: {told}{held}{f'; {verdict.why}' if verdict.why else ''}"


def _bound(verdict: Verdict) -> str:
    most = "at most " if verdict.bound == "at most" else ""
    return f"{most}{number(verdict.wanted)}"


def markdown(run: Run) -> str:
    """Format the run as Markdown."""
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    for name, value in run.about.items():
        yield f"- {name.replace('_', ' ')}: {_about(value)}"
    for line in run.left_out:
        yield f"- left out: {line}"
    yield from table("What is wanted", ("figure", "unit", "verdict", "least to most"), _wanted_rows(run.verdicts))
    base = next((each for each in run.measured if each.contestant.name == GIN), None)
    head = ("contestant", "decisions/s", "least to most", "ratio", "kept", "ratio, kept", "hands/s", "loops a decision")
    yield from table("Decisions a second", head, [_speed_row(each, base) for each in run.measured])
    if base is not None:
        yield ""
        yield f"Ratios are to `{GIN}`, median (least to most) of the rounds; `kept`: the state before is kept, by both."
    parts = ("contestant", "list, ns", "least to most", "apply, ns", "least to most", "bytes a state", "least to most")
    yield from table("Parts of a decision", parts, [_part_row(each, run.weights) for each in run.measured])
    if run.loading is not None:
        rows = [["loading the engine, beyond `import attrs`", *_spread(run.loading.milliseconds), "", ""]]
        rows += [[f"`compose` {each.game.name}", *_spread(each.first), *_spread(each.again)] for each in run.composing]
        yield from table("Once a process, ms", ("what", "first", "least to most", "again", "least to most"), rows)
    notes = [[each.contestant.name, each.contestant.note] for each in run.measured if each.contestant.note]
    yield from table("How each was played", ("contestant", "note"), notes)


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Format a table under a heading, line by line; nothing if it has no rows."""
    if rows:
        yield from ("", f"## {title}", "")
        for row in (head, ["---"] * len(head), *rows):
            yield f"| {' | '.join(row)} |"


def _wanted_rows(verdicts: Sequence[Verdict]) -> list[list[str]]:
    return [[each.what, each.unit, verdict_text(each), _range(each.got)] for each in verdicts]


def _speed_row(each: Measured, base: Measured | None) -> list[str]:
    def ratio(mode: Mode) -> str:
        found = ratios(each.samples(mode), base.samples(mode)) if base else None
        return f"{number(found.median)} ({_range(found)})" if found else "-"

    rate = Spread.of(one.rate for one in each.plain)
    kept = Spread.of(one.rate for one in each.kept) if each.kept else None
    hands = Spread.of(one.hand_rate for one in each.plain)
    loops = Spread.of(one.loops for one in each.plain)
    return [
        each.contestant.name,
        *_spread(rate),
        ratio("plain"),
        number(kept.median) if kept else "-",
        ratio("kept"),
        number(hands.median),
        number(loops.median),
    ]


def _part_row(each: Measured, weights: Mapping[str, Spread]) -> list[str]:
    listing = Spread.of(one.listing for one in each.parts) if each.parts else None
    applying = Spread.of(one.applying for one in each.parts) if each.parts else None
    return [each.contestant.name, *_spread(listing), *_spread(applying), *_spread(weights.get(each.contestant.name))]


def _spread(spread: Spread | None) -> tuple[str, str]:
    return (number(spread.median) if spread else "-", _range(spread))


def _range(spread: Spread | None) -> str:
    return f"{number(spread.least)} to {number(spread.most)}" if spread else "-"


def number(figure: float) -> str:
    """Format a figure with the digits that are significant."""
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if figure >= 1 else f"{figure:.2g}"


def _about(value: Any) -> str:
    if isinstance(value, Spread):
        return f"{number(value.median)} ({_range(value)})"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {version}" for name, version in value.items())
    return str(value)


def data(run: Run) -> dict[str, Any]:
    """Return the run as plain data for JSON, with every round."""
    measured = {
        each.contestant.name: {
            "plain": [attrs.asdict(one) for one in each.plain],
            "kept": [attrs.asdict(one) for one in each.kept],
            "parts": [attrs.asdict(one) for one in each.parts],
        }
        for each in run.measured
    }
    whole = attrs.asdict(run, filter=lambda field, _: field.name != "measured")
    return {**whole, "measured": measured}
