"""Draw the results as pictures (extra `plots`)."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.simulate.counts import Bins, bins_for, lengths, scores_of, share_of_wins
from rummy500.simulate.errors import MissingExtraError

if TYPE_CHECKING:
    from rummy500.simulate.summary import Simulation, Standing

Panel = Literal["players", "seats", "scores", "lengths"]

#: Colours for readers who do not see all colours (Okabe and Ito); in print the dashes differ.
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73")
_DASHES: Final = ("-", "--", "-.")
_BINS: Final = 30
#: Up to this many players, scores are drawn over each other; with more players, one above the other.
_OVERLAID: Final = 3
#: Up to this many characters in total, names are drawn horizontally; longer ones aslant.
_LEVEL: Final = 45
_INCHES: Final = (5.2, 3.6)


def plot(found: Simulation, file: str | PathLike[str], panels: Sequence[Panel] = (), title: str = "") -> None:
    """Save plots in one picture.

    Args:
        found: the results.
        file: the file; its suffix chooses the format.
        panels: the plots; all by default.
        title: the title above them.

    Raises:
        MissingExtraError: if matplotlib is not installed.
        ValueError: for a suffix that is not a format, and for an unknown panel.
    """
    for name in panels:
        if name not in _PANELS:
            raise ValueError(f"there is no plot {quoted(name)}; {nearest(name, _PANELS)}")
    check_format(file)
    matplotlib = _matplotlib()
    wanted: Sequence[str] = panels or tuple(_PANELS)
    across = 1 if len(wanted) == 1 else 2
    down = -(-len(wanted) // across)
    # Equal results give equal files: no date, and no random names in them.
    with matplotlib.rc_context({"svg.hashsalt": "rummy500", "axes.spines.top": False, "axes.spines.right": False}):
        figure = importlib.import_module("matplotlib.figure").Figure(
            figsize=(_INCHES[0] * across, _INCHES[1] * down), layout="constrained"
        )
        for index, panel in enumerate(wanted):
            _PANELS[panel](figure.add_subplot(down, across, index + 1), found)
        if title:
            figure.suptitle(title)
        figure.savefig(fspath(file), dpi=150, metadata={"Date": None} if _ending(file) == "svg" else None)


def check_format(file: str | PathLike[str]) -> None:
    """Check before a long simulation that plots can be saved to a file.

    Args:
        file: the file.

    Raises:
        MissingExtraError: if matplotlib is not installed.
        ValueError: for a suffix that is not a format.
    """
    _matplotlib()
    formats = importlib.import_module("matplotlib.backend_bases").FigureCanvasBase.get_supported_filetypes()
    ending = _ending(file)
    if ending not in formats:
        raise ValueError(f"{fspath(file)} ends in no format of pictures; {nearest(ending, formats)}")


def _ending(file: str | PathLike[str]) -> str:
    return Path(fspath(file)).suffix.lower().removeprefix(".")


def _matplotlib() -> Any:
    try:
        return importlib.import_module("matplotlib")
    except ImportError as error:
        raise MissingExtraError("plots need matplotlib: pip install 'rummy500[plots]'") from error


def _by_player(axes: Any, found: Simulation) -> None:
    _wins(axes, found.by_player, len(found.matches))
    axes.set_title("Wins by player")


def _by_seat(axes: Any, found: Simulation) -> None:
    _wins(axes, {str(seat): standing for seat, standing in enumerate(found.by_seat)}, len(found.matches))
    axes.set_title("Wins by seat")
    axes.set_xlabel("seat")


def _wins(axes: Any, standings: Mapping[str, Standing], matches: int) -> None:
    parts = [share_of_wins(standing, matches) for standing in standings.values()]
    places = range(len(parts))
    reaches = [[part - low for part, low, _ in parts], [high - part for part, _, high in parts]]
    axes.bar(places, [part for part, _, _ in parts], width=0.6, color=_COLOURS[0])
    axes.errorbar(places, [part for part, _, _ in parts], reaches, fmt="none", ecolor="#333333", capsize=4)
    average = sum(standing.wins for standing in standings.values()) / sum(each.played for each in standings.values())
    axes.axhline(average, color="#777777", linestyle=":", linewidth=1, label="all seats together")
    names = [_short(name) for name in standings]
    aslant = sum(map(len, names)) > _LEVEL
    axes.set_xticks(places, names, rotation=30 if aslant else 0, ha="right" if aslant else "center")
    axes.yaxis.set_major_formatter(importlib.import_module("matplotlib.ticker").PercentFormatter(1, decimals=0))
    axes.set_ylim(0, 1.25 * max(high for _, _, high in parts))
    axes.set_ylabel("won, with 95 % intervals")
    axes.legend(frameon=False)


def _scores(axes: Any, found: Simulation) -> None:
    scores = {name: scores_of(found, name) for name in found.by_player}
    bins = bins_for([score for each in scores.values() for score in each], _BINS)
    parts = {name: [count / len(each) for count in bins.counts(each)] for name, each in scores.items()}
    if len(parts) <= _OVERLAID:
        _overlaid(axes, parts, bins)
    else:
        _stacked(axes, parts, bins)
    axes.set_xlabel(f"score, in steps of {bins.width}")
    axes.set_title("Scores of a match")


def _overlaid(axes: Any, parts: Mapping[str, Sequence[float]], bins: Bins) -> None:
    for (name, heights), colour, dashes in zip(parts.items(), _COLOURS, _DASHES, strict=False):
        axes.stairs(heights, bins.edges, fill=True, color=colour, alpha=0.15)
        axes.stairs(heights, bins.edges, color=colour, linestyle=dashes, linewidth=1.5, label=_short(name))
    axes.yaxis.set_major_formatter(importlib.import_module("matplotlib.ticker").PercentFormatter(1, decimals=0))
    axes.set_ylim(bottom=0)
    axes.set_ylabel("part of the matches")
    axes.legend(frameon=False)


def _stacked(axes: Any, parts: Mapping[str, Sequence[float]], bins: Bins) -> None:
    """Draw the players one above the other, the first at the top; the highest bar fills its line."""
    most = max(max(heights) for heights in parts.values())
    grounds = range(len(parts) - 1, -1, -1)
    for ground, heights in zip(grounds, parts.values(), strict=True):
        tops = [ground + 0.9 * height / most for height in heights]
        axes.stairs(tops, bins.edges, baseline=ground, fill=True, color=_COLOURS[0], alpha=0.7)
    axes.set_yticks(grounds, [_short(name) for name in parts])
    axes.set_ylim(0, len(parts))
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)


def _lengths(axes: Any, found: Simulation) -> None:
    turns = lengths(found)
    axes.set_title("Lengths of hands")
    axes.set_xlabel("turns")
    if not turns:
        axes.text(0.5, 0.5, "no hand was played to its end", ha="center", va="center", transform=axes.transAxes)
        return
    bins = bins_for(turns, _BINS)
    axes.stairs(bins.counts(turns), bins.edges, fill=True, color=_COLOURS[2])
    middle = median(turns)
    axes.axvline(middle, color="#333333", linestyle=":", linewidth=1, label=f"median {middle:g}")
    axes.set_xlabel(f"turns, in steps of {bins.width}")
    axes.set_ylabel("hands")
    axes.legend(frameon=False)


def _short(name: str) -> str:
    """Shorten a name, and escape signs that would be drawn as mathematics."""
    cut = name if len(name) <= 16 else name[:14] + ".."
    return cut.replace("$", r"\$")


_PANELS: Final[Mapping[str, Callable[[Any, Simulation], None]]] = MappingProxyType(
    {"players": _by_player, "seats": _by_seat, "scores": _scores, "lengths": _lengths}
)
