"""Sums up the matches of a simulation: wins and scores, as a table, as bars, as plots."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from os import PathLike, fspath
from pathlib import Path
from statistics import fmean, median
from types import MappingProxyType
from typing import Any, Final, Literal

import attrs

from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.simulate.results import (
    SURE,
    HandResult,
    Interval,
    MatchResult,
    MissingExtraError,
    hand_rows,
    match_rows,
    write_csv,
    write_jsonl,
)


@attrs.frozen
class Bins:
    """Values sorted into bins of equal width, from a round number on."""

    first: int
    width: int
    count: int

    @property
    def edges(self) -> tuple[int, ...]:
        """List where the bins begin, and where the last one ends."""
        return tuple(self.first + self.width * index for index in range(self.count + 1))

    def counts(self, values: Sequence[int]) -> tuple[int, ...]:
        """Count the values in each bin."""
        found = [0] * self.count
        for value in values:
            found[(value - self.first) // self.width] += 1
        return tuple(found)


def bins_for(values: Sequence[int], most: int) -> Bins:
    """Make bins for all values, with a round width: 1, 2, 5, 10, 20, 50 and so on."""
    low, high = min(values), max(values)
    scale = 1
    while True:
        for step in (1, 2, 5):
            width = step * scale
            first = low // width * width
            count = (high - first) // width + 1
            if count <= most:
                return Bins(first, width, count)
        scale *= 10


def scores_of(found: Simulation, player: str) -> list[int]:
    """List the scores of a player in every match, one for each seat that it took."""
    return [result.scores[seat] for result in found.matches for seat in _seats_of(result, player)]


def _seats_of(result: MatchResult, player: str) -> list[int]:
    return [seat for seat, name in enumerate(result.players) if name == player]


def _binned_scores(found: Simulation, most: int) -> tuple[Bins, dict[str, list[int]]]:
    """Sort the scores of all players into the same bins, at most so many."""
    scores = {name: scores_of(found, name) for name in found.by_player}
    return bins_for([score for each in scores.values() for score in each], most), scores


def lengths(found: Simulation) -> list[int]:
    """Count the turns of each hand that was played to its end."""
    return [hand.turns for hand in _ended_hands(found.matches)]


def _ended_hands(matches: Iterable[MatchResult]) -> Iterator[HandResult]:
    return (hand for result in matches for hand in result.hand_results if not hand.truncated)


def share_of_wins(standing: Standing, matches: int) -> tuple[float, float, float]:
    """Return the share of wins, and its 95 % confidence interval (Wilson).

    Seats of one match do not win independently of each other, so the interval counts matches; if a player takes several
    seats, it is too wide rather than too narrow.
    """
    part = standing.wins / standing.played
    square = SURE * SURE / matches
    middle = (part + square / 2) / (1 + square)
    reach = SURE * sqrt(part * (1 - part) / matches + square / matches / 4) / (1 + square)
    return part, max(0.0, middle - reach), min(1.0, middle + reach)


# ---------------------------------------------------------------- table
# Format the results as a table of players and seats.

#: The headings of the columns; the column of names has none.
HEADS: Final = ("", "played", "won", "won %", "mean score", "lowest", "highest", "points a hand")


def standing_rows(found: Simulation) -> list[tuple[str, ...]]:
    """Make the cells of the table, row by row: players first, then seats."""
    rows: list[tuple[str, ...]] = []
    for name, each in (*found.by_player.items(), *_by_seat_name(found).items()):
        won = f"{100 * each.wins / each.played:.1f}"
        cells = (each.played, each.wins, won, each.score, each.least, each.most, each.points)
        rows.append((name, *map(str, cells)))
    return rows


def _by_seat_name(found: Simulation) -> dict[str, Standing]:
    return {f"seat {seat}": standing for seat, standing in enumerate(found.by_seat)}


def notes(found: Simulation) -> list[str]:
    """Write the notes below the table."""
    lines = [f"hands per match {found.hands_per_match}, turns per hand {found.turns_per_hand}; ± is the 95 % interval"]
    if found.truncated:
        lines.append(f"{found.truncated} cut off before somebody had won: nobody's win, but scores count")
    return lines


def aligned(rows: Sequence[Sequence[str]], right: Container[int] | None = None) -> str:
    """Format rows of cells as text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = range(1, len(widths)) if right is None else right
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


# ---------------------------------------------------------------- bars
# Draw the results as bars of characters, for a terminal.

#: The marks of a bar, from an eighth of a character to a whole one.
BLOCKS: Final = "▏▎▍▌▋▊▉█"
#: The most lines of a distribution.
_LINES: Final = 12
#: The fewest characters of a line.
NARROWEST: Final = 40

#: A label, the text after the bar, and the length of the bar.
_Bar = tuple[str, str, float]


def _win_bars(standings: Mapping[str, Standing], matches: int) -> Iterator[_Bar]:
    for name, standing in standings.items():
        part, low, high = share_of_wins(standing, matches)
        yield name, f"{part:6.1%} ({low:.0%} to {high:.0%})", part


def _binned(bins: Bins, values: Sequence[int]) -> Iterator[_Bar]:
    for first, count in zip(bins.edges, bins.counts(values), strict=False):
        label = str(first) if bins.width == 1 else f"{first} to {first + bins.width - 1}"
        yield label, str(count), count


def _titled(title: str, given: Iterable[_Bar], width: int, marks: str, *, scale: float = 0.0) -> str:
    """Draw a title with bars below it; the longest fills the line, or `scale` does."""
    found = list(given)
    label = min(max(len(name) for name, _, _ in found), width // 3)
    tail = max(len(text) for _, text, _ in found)
    room = width - label - tail - 2
    longest = scale or max(value for _, _, value in found) or 1
    lines = [
        f"{_cut(name, label).rjust(label)} {_bar(value / longest * room, marks).ljust(room)} {text.rjust(tail)}"
        for name, text, value in found
    ]
    return "\n".join([title, *lines])


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else name[: width - 2] + ".."


def _bar(length: float, marks: str) -> str:
    """Draw a bar, rounded to a part of a character, and at least one part if its value is not 0."""
    parts = round(length * len(marks))
    whole, part = divmod(max(parts, 1) if length > 0 else 0, len(marks))
    return marks[-1] * whole + (marks[part - 1] if part else "")


# ---------------------------------------------------------------- plots
# Draw the results as pictures (extra `plots`).

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


def check_format(file: str | PathLike[str]) -> None:
    """Check before a long simulation that plots can be saved to a file."""
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
    _plot_wins(axes, found.by_player, len(found.matches))
    axes.set_title("Wins by player")


def _by_seat(axes: Any, found: Simulation) -> None:
    _plot_wins(axes, {str(seat): standing for seat, standing in enumerate(found.by_seat)}, len(found.matches))
    axes.set_title("Wins by seat")
    axes.set_xlabel("seat")


def _plot_wins(axes: Any, standings: Mapping[str, Standing], matches: int) -> None:
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
    axes.set_ylim(0, 1.25 * max(high for _, _, high in parts))
    _label_parts(axes, "won, with 95 % intervals")


def _label_parts(axes: Any, label: str) -> None:
    """Label an axis of parts in percent, and add the legend."""
    axes.yaxis.set_major_formatter(importlib.import_module("matplotlib.ticker").PercentFormatter(1, decimals=0))
    axes.set_ylabel(label)
    axes.legend(frameon=False)


def _scores(axes: Any, found: Simulation) -> None:
    bins, scores = _binned_scores(found, _BINS)
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
    axes.set_ylim(bottom=0)
    _label_parts(axes, "part of the matches")


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
    return _cut(name, 16).replace("$", r"\$")


_PANELS: Final[Mapping[str, Callable[[Any, Simulation], None]]] = MappingProxyType(
    {"players": _by_player, "seats": _by_seat, "scores": _scores, "lengths": _lengths}
)


# ---------------------------------------------------------------- summary
# Sum up the matches of a simulation: wins and scores, as a table, as plots, as data.

_ROWS: Final = {"matches": match_rows, "hands": hand_rows}


@attrs.frozen
class Standing:
    """The results of a player or a seat over all matches.

    Attributes:
        played: the number of seats that it took, over all matches.
        wins: the number of those that won.
        score: the mean score of a match.
        least: the lowest score of a match.
        most: the highest score of a match.
        points: the mean of the points of a hand.
    """

    played: int
    wins: int
    score: Interval
    least: int
    most: int
    points: Interval


@attrs.frozen
class Simulation:
    """The results of many matches; a loop over it yields the matches.

    Attributes:
        matches: every match, in order of number.
        by_player: the results of each player by name.
        by_seat: the results of each seat.
        hands_per_match: the mean number of hands.
        turns_per_hand: the mean number of turns of hands that were played to their end.
        truncated: the number of matches that were cut off.
    """

    matches: tuple[MatchResult, ...]
    by_player: dict[str, Standing]
    by_seat: tuple[Standing, ...]
    hands_per_match: Interval
    turns_per_hand: Interval
    truncated: int

    def __iter__(self) -> Iterator[MatchResult]:
        """The matches, in order of number."""
        return iter(self.matches)

    def __repr__(self) -> str:
        """The players and the numbers of matches and hands, in short."""
        hands = f"{self.hands_per_match.mean:.1f} hands per match"
        return f"<Simulation: {len(self.matches)} matches of {', '.join(self.by_player)}; {hands}>"

    def table(self) -> str:
        """Format the results of each player and each seat as a table."""
        return "\n".join([aligned([HEADS, *standing_rows(self)]), "", *notes(self)])

    def bars(self, width: int = 80, *, marks: str = BLOCKS) -> str:
        """Draw wins by player and by seat, scores and lengths of hands, as bars of characters.

        Args:
            width: the most characters of a line, 40 or more.
            marks: the characters of bars, from a part of a character to a whole one; `"#"` needs no Unicode.

        Raises:
            ValueError: if there are fewer characters or no marks.
        """
        if width < NARROWEST or not marks:
            raise ValueError(f"bars need a width of at least {NARROWEST} characters, and at least one mark")
        parts = [
            _titled("Wins by player", _win_bars(self.by_player, len(self.matches)), width, marks, scale=1.0),
            _titled("Wins by seat", _win_bars(_by_seat_name(self), len(self.matches)), width, marks, scale=1.0),
        ]
        bins, scores = _binned_scores(self, _LINES)
        parts += [
            _titled(f"{name}: match scores (median {median(each):g})", _binned(bins, each), width, marks)
            for name, each in scores.items()
        ]
        turns = lengths(self)
        if turns:
            title = f"Turns per hand (median {median(turns):g})"
            parts.append(_titled(title, _binned(bins_for(turns, _LINES), turns), width, marks))
        return "\n\n".join(parts)

    def plot(self, file: str | PathLike[str], *panels: Panel, title: str = "") -> None:
        """Save plots in one picture: PNG, SVG, or another format that the file's suffix names (extra `plots`).

        Args:
            file: the file.
            panels: `players` and `seats` (wins), `scores`, `lengths` (of hands); all by default.
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
                _PANELS[panel](figure.add_subplot(down, across, index + 1), self)
            if title:
                figure.suptitle(title)
            figure.savefig(fspath(file), dpi=150, metadata={"Date": None} if _ending(file) == "svg" else None)

    def to_csv(self, file: str | PathLike[str], of: Literal["matches", "hands"] = "matches") -> None:
        """Write the rows of matches or of hands to a CSV file, with a line of headings."""
        write_csv(_ROWS[of](self), file)

    def to_jsonl(self, file: str | PathLike[str], of: Literal["matches", "hands"] = "matches") -> None:
        """Write the rows of matches or of hands to a file of JSON lines."""
        write_jsonl(_ROWS[of](self), file)


def summarise(results: Iterable[MatchResult]) -> Simulation:
    """Sum up the results of matches, given in any order.

    Args:
        results: the results; at least one.

    Raises:
        ValueError: if there is none.
    """
    matches = tuple(sorted(results, key=lambda result: result.number))
    if not matches:
        raise ValueError("there is no match to sum up")
    seats = range(len(matches[0].scores))
    names = dict.fromkeys(name for result in matches for name in sorted(result.players))
    return Simulation(
        matches,
        {name: _standing((result, _seats_of(result, name)) for result in matches) for name in names},
        tuple(_standing((result, [seat]) for result in matches) for seat in seats),
        Interval.of([result.hands for result in matches]),
        Interval.of([hand.turns for hand in _ended_hands(matches)]),
        sum(result.truncated for result in matches),
    )


def _standing(taken: Iterable[tuple[MatchResult, list[int]]]) -> Standing:
    """Sum up some seats of each match; seats of one match count as one value, because they depend on each other."""
    places = [(result, seats) for result, seats in taken if seats]
    scores = [[result.scores[seat] for seat in seats] for result, seats in places]
    points = [[hand.points[seat] for seat in seats] for result, seats in places for hand in result.hand_results]
    return Standing(
        sum(map(len, scores)),
        sum(seat in result.winners for result, seats in places for seat in seats),
        Interval.of([fmean(each) for each in scores]),
        min(map(min, scores)),
        max(map(max, scores)),
        Interval.of([fmean(each) for each in points]),
    )
