"""Draw the growth benchmark: a picture for each axis and one of the bad hands (extra `plots`).

They are drawn on white, so that they can be read on a dark page, too; text is stored as text, in small files.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from pathlib import Path
from typing import Any, Final

from benchmarks.growth.costs import APPLY, BOOL, FIRST, IN, LIST, NOT_IN, PLAIN, QUESTIONS
from benchmarks.growth.measured import Grown, Line
from benchmarks.growth.report import Run
from benchmarks.growth.worst import SEARCHED, Found

from rummy500.simulate import MissingExtraError

#: Colours for readers who do not see all colours (Okabe and Ito); in print the marks differ.
_LOOKS: Final = {
    LIST: ("#D55E00", "o"),
    PLAIN: ("#0072B2", "s"),
    IN: ("#009E73", "^"),
    NOT_IN: ("#666666", "v"),
    BOOL: ("#CC79A7", "D"),
    FIRST: ("#E69F00", "P"),
    APPLY: ("#000000", "x"),
}
_NAMES: Final = {
    LIST: "the whole list",
    PLAIN: ".plain(), all of it",
    IN: "in, a legal action",
    NOT_IN: "in, another action",
    BOOL: "bool",
    FIRST: "the first action",
    APPLY: "apply",
}
_SERIES_LOOKS: Final = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"))
_INCHES: Final = (10.4, 4.0)
_RC: Final = {
    "svg.hashsalt": "rummy500",
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9.0,
    "lines.markersize": 4.0,
    "lines.linewidth": 1.2,
}


def save(run: Run, folder: Path) -> tuple[Path, ...]:
    """Draw all pictures into a folder, created if missing; equal figures give equal files.

    Raises:
        MissingExtraError: if matplotlib is not installed.
    """
    check()
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []

    def keep(name: str, draw: Callable[[Any], None], height: float = _INCHES[1]) -> None:
        file = folder / f"{name}.svg"
        _save(file, draw, height)
        files.append(file)

    for grown in run.grown:
        keep(grown.axis.name, partial(_axis, grown=grown, loop=run.loop))
    if run.found:
        keep("bad-hands", partial(_bad_hands, found=run.found), 1.2 + 0.42 * len(_grounds(run.found)))
    return tuple(files)


def check() -> None:
    """Check before a long run that pictures can be drawn.

    Raises:
        MissingExtraError: if matplotlib is not installed.
    """
    try:
        importlib.import_module("matplotlib")
    except ImportError as error:
        raise MissingExtraError("plots need matplotlib: `uv run --extra plots ...` brings it") from error


def _save(file: Path, draw: Callable[[Any], None], height: float) -> None:
    matplotlib = importlib.import_module("matplotlib")
    with matplotlib.rc_context(_RC):
        figure = importlib.import_module("matplotlib.figure").Figure(figsize=(_INCHES[0], height), layout="constrained")
        draw(figure)
        figure.savefig(file, metadata={"Date": None, "Creator": None})
    # matplotlib leaves blanks at the ends of lines
    lines = file.read_text("utf-8").splitlines()
    file.write_text("".join(f"{line.rstrip()}\n" for line in lines), "utf-8")


def _axis(figure: Any, grown: Grown, loop: float) -> None:
    figure.suptitle(grown.axis.title)
    left, right = figure.subplots(1, 2)
    _questions(left, grown.lines[-1], loop)
    left.set_xlabel(grown.axis.label)
    if grown.axis.actions_grow:
        _against_actions(right, grown.lines, loop)
    else:
        _against_size(right, grown, loop)


def _questions(axes: Any, line: Line, loop: float) -> None:
    sizes = [point.size for point in line.series.points]
    for question in QUESTIONS:
        colour, mark = _LOOKS[question]
        times = [_micro(costs.loops[question].median, loop) for costs in line.costs]
        axes.plot(sizes, times, color=colour, marker=mark, label=_NAMES[question])
    axes.set_yscale("log")
    axes.set_ylabel("µs a question")
    axes.set_title(line.series.name, fontsize=9)
    _grid(axes)
    axes.legend(frameon=False, fontsize=7.5, ncols=2)


def _against_actions(axes: Any, lines: Sequence[Line], loop: float) -> None:
    """Draw the cost of each listing against the number of its actions."""
    dearest = 0.0
    for line, (colour, mark) in zip(lines, _SERIES_LOOKS, strict=False):
        for question, dashes, converted in ((LIST, "-", line.series.name), (PLAIN, "--", None)):
            places = [
                (actions, _micro(costs.loops[question].median, loop))
                for actions, costs in zip(line.yielded(question), line.costs, strict=True)
                if not (costs.cut and question == LIST)
            ]
            dearest = max([dearest, *(up / across for across, up in places)])
            axes.plot(
                [across for across, _ in places],
                [up for _, up in places],
                color=colour,
                marker=mark,
                linestyle=dashes,
                label=converted,
            )
    ends = [min(min(line.yielded(PLAIN)) for line in lines), max(max(line.yielded(LIST)) for line in lines)]
    axes.plot(ends, [end * dearest for end in ends], color="#777777", linestyle=":", label="in proportion")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("actions that it yields")
    axes.set_ylabel("µs")
    axes.set_title("the whole list, and .plain() dashed", fontsize=9)
    _grid(axes)
    axes.legend(frameon=False, fontsize=7.5)


def _against_size(axes: Any, grown: Grown, loop: float) -> None:
    for line, (colour, mark) in zip(grown.lines, _SERIES_LOOKS, strict=False):
        sizes = [point.size for point in line.series.points]
        times = [_micro(costs.loops[LIST].median, loop) for costs in line.costs]
        axes.plot(sizes, times, color=colour, marker=mark, label=line.series.name)
    axes.set_yscale("log")
    axes.set_xlabel(grown.axis.label)
    axes.set_ylabel("µs")
    axes.set_title("the whole list", fontsize=9)
    _grid(axes)
    axes.legend(frameon=False, fontsize=7.5)


def _bad_hands(figure: Any, found: Sequence[Found]) -> None:
    figure.suptitle("Usual hands (open) and the worst that a search finds (filled)")
    axes = figure.subplots()
    grounds = _grounds(found)
    for index, question in enumerate(SEARCHED):
        colour, mark = _LOOKS[question]
        asked = [each for each in found if each.question == question]
        # The questions under one set of rules are drawn one above the other around its line.
        places = [grounds.index(each.ground.name) + 0.14 * (index - 2) for each in asked]
        usual, dearest = [each.usual.calls for each in asked], [each.worst.calls for each in asked]
        axes.hlines(places, usual, dearest, color=colour, linewidth=0.8)
        axes.plot(usual, places, color=colour, linestyle="", marker=mark, markerfacecolor="white")
        name = _NAMES[question].replace("a legal", "any")
        axes.plot(dearest, places, color=colour, linestyle="", marker=mark, label=name)
        broken = [each.worst.broken_off for each in asked]
        ends = list(compress(dearest, broken)), list(compress(places, broken))
        axes.plot(*ends, color=colour, linestyle="", marker=">", markersize=7)
    axes.set_xscale("log")
    axes.set_xlabel("calls; an arrow where the question was broken off")
    axes.set_yticks(range(len(grounds)), grounds)
    axes.invert_yaxis()
    _grid(axes)
    axes.legend(frameon=False, fontsize=7.5, loc="center left", bbox_to_anchor=(1, 0.5))


def _grounds(found: Sequence[Found]) -> list[str]:
    return list(dict.fromkeys(each.ground.name for each in found))


def _micro(loops: float, loop: float) -> float:
    return loops * loop / 1e3


def _grid(axes: Any) -> None:
    axes.minorticks_off()  # minor grid lines would be most of a file
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
