"""Format a run of the growth benchmark as tables in Markdown and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import attrs
from benchmarks.growth.costs import LIST, QUESTIONS
from benchmarks.growth.measured import Grown, Line
from benchmarks.growth.worst import Found, Hand
from benchmarks.measuring import Spread
from benchmarks.report import number, table

from rummy500.cards.cards import cards_text
from rummy500.notation.position import Position, position_table

_DASH: Final = "-"
_FITTED: Final = (
    "The power of the number of actions with which a cost grows: 1 is in proportion. Where wild cards come in, from "
    "the first of them on: without any, melds are looked up and not searched for."
)


@attrs.frozen
class Run:
    """The results of a run.

    Attributes:
        about: Python, machine and duration.
        grown: the measurements along each axis.
        found: the results of the searches for bad hands.
        loop: nanoseconds of the calibration loop, to convert times.
        left_out: the parts that were not measured, and why.
    """

    about: Mapping[str, Any]
    grown: tuple[Grown, ...]
    found: tuple[Found, ...]
    loop: float
    left_out: tuple[str, ...]


def markdown(run: Run) -> str:
    """Format the run as Markdown."""
    return "\n".join(_lines(run)) + "\n"


def _lines(run: Run) -> Iterator[str]:
    for name, value in run.about.items():
        yield f"- {name.replace('_', ' ')}: {value}"
    for line in run.left_out:
        yield f"- left out: {line}"
    lines = [line for grown in run.grown for line in grown.lines]
    head = ("along", "series", *QUESTIONS)
    rows = [
        [grown.axis.name, line.series.name, *(_exponent(line, question) for question in QUESTIONS)]
        for grown in run.grown
        for line in grown.lines
    ]
    yield from table("How costs grow with the number of actions", head, rows)
    yield from ("", _FITTED, verdict(lines))
    for grown in run.grown:
        yield from _axis(grown, run.loop)
    yield from _found(run)


def _exponent(line: Line, question: str) -> str:
    found = line.exponent(question)
    if found is None:
        return _DASH
    return f"**{found:.2f}**" if line.faster(question) else f"{found:.2f}"


def verdict(lines: Sequence[Line]) -> str:
    """Judge whether only full enumeration with wild cards grows faster than its number of actions."""
    faster = [f"{question} of {line.series.name}" for line in lines for question in QUESTIONS if line.faster(question)]
    if faster:
        return f"Faster than the number of actions grow: {'; '.join(faster)}."
    return "Nothing but full enumeration with wild cards grows faster than the number of actions."


def _axis(grown: Grown, loop: float) -> Iterator[str]:
    head = (grown.axis.label, "actions", "plain", *(f"{question}, µs" for question in QUESTIONS), "list, µs an action")
    for line in grown.lines:
        rows: list[list[str]] = []
        for point, costs, each in zip(line.series.points, line.costs, line.each(LIST), strict=True):
            actions = f"{'over ' if costs.cut else ''}{number(costs.actions)}"
            times = [number(costs.loops[question].median * loop / 1e3) for question in QUESTIONS]
            rows.append([str(point.size), actions, number(costs.plain), *times, number(each * loop / 1e3)])
        yield from table(f"{grown.axis.title}: {line.series.name}", head, rows)


def _found(run: Run) -> Iterator[str]:
    head = ("where", "question", "usual hand, µs", "worst hand, µs", "times", "calls: usual", "worst", "the worst hand")
    rows = [
        [
            each.ground.name,
            each.question,
            _time(each.usual, run.loop),
            _time(each.worst, run.loop),
            f"{'over ' if each.worst.broken_off else ''}{number(each.worst.calls / max(1, each.usual.calls))}",
            _calls(each.usual),
            _calls(each.worst),
            f"`{cards_text(each.worst.state.cards(each.worst.state.public.to_act))}`",
        ]
        for each in run.found
    ]
    yield from table("The worst hands that a search finds", head, rows)


def _time(hand: Hand, loop: float) -> str:
    return "broken off" if hand.broken_off else number(hand.loops * loop / 1e3)


def _calls(hand: Hand) -> str:
    return f"{'over ' if hand.broken_off else ''}{hand.calls:,}"


def data(run: Run) -> dict[str, Any]:
    """Return the run as plain data for JSON."""
    return {
        "about": dict(run.about),
        "left_out": list(run.left_out),
        "calibration_ns": run.loop,
        "axes": [_axis_data(grown) for grown in run.grown],
        "bad_hands": [_found_data(each) for each in run.found],
    }


def _axis_data(grown: Grown) -> dict[str, Any]:
    return {
        "name": grown.axis.name,
        "label": grown.axis.label,
        "series": [
            {
                "name": line.series.name,
                "exponents": {question: line.exponent(question) for question in QUESTIONS},
                "points": [
                    {
                        "size": point.size,
                        "actions": costs.actions,
                        "plain": costs.plain,
                        "cut": costs.cut,
                        "calibrations": {question: _spread(costs.loops[question]) for question in QUESTIONS},
                    }
                    for point, costs in zip(line.series.points, line.costs, strict=True)
                ],
            }
            for line in grown.lines
        ],
    }


def _found_data(found: Found) -> dict[str, Any]:
    return {
        "where": found.ground.name,
        "question": found.question,
        "usual": _hand_data(found, found.usual),
        "worst": _hand_data(found, found.worst),
    }


def _hand_data(found: Found, hand: Hand) -> dict[str, Any]:
    rules = found.ground.rules
    position = Position(rules, hand.state)
    return {
        "calls": hand.calls,
        "broken_off": hand.broken_off,
        "calibrations": None if hand.broken_off else hand.loops,
        "position": position_table(position),
    }


def _spread(spread: Spread) -> dict[str, float]:
    return attrs.asdict(spread)
