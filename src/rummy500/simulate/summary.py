"""Sums up the matches of a simulation: wins and scores, as a table, as bars, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from os import PathLike
from statistics import fmean, median
from typing import Final, Literal, Never

import attrs

from rummy500.rules.scores import html_table
from rummy500.simulate.results import HandResult, Interval, MatchResult, hand_rows, match_rows, write_csv, write_jsonl

#: The refusal of plots, which the library drew once.
NO_PLOTS: Final = (
    'rummy500 draws no plots itself: the page "Simulate many matches" has a recipe for matplotlib, '
    "docs/simulate.md#draw-the-results"
)


def bins_for(values: Sequence[int], most: int) -> range:
    """List where bins for all values begin, two or more at most, with a round width: 1, 2, 5, 10, 20, 50 and so on."""
    low, high = min(values), max(values)
    widths = (step * 10**power for power in count() for step in (1, 2, 5))
    return next(bins for width in widths if len(bins := range(low // width * width, high + 1, width)) <= most)


def _seats_of(result: MatchResult, player: str) -> list[int]:
    return [seat for seat, name in enumerate(result.players) if name == player]


def _ended_hands(matches: Iterable[MatchResult]) -> Iterator[HandResult]:
    return (hand for result in matches for hand in result.hand_results if not hand.truncated)


# ---------------------------------------------------------------- table

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


def notes_below(found: Simulation) -> list[str]:
    """Write the notes below the table."""
    lines = [f"hands per match {found.hands_per_match}, turns per hand {found.turns_per_hand}; ± is the 95 % interval"]
    if found.truncated:
        lines.append(f"{found.truncated} cut off before somebody had won: nobody's win, but scores count")
    return lines


def aligned(rows: Sequence[Sequence[str]], right: Container[int] | None = None) -> str:
    """Format rows of cells as text; these columns, all but the first by default, are set to the right."""
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
        # Seats of one match do not win independently of each other, so matches count; if a player takes several seats,
        # the interval is too wide rather than too narrow.
        won = Interval.of_share(standing.wins / standing.played, matches)
        yield name, f"{won.mean:6.1%} ({won.low:.0%} to {won.high:.0%})", won.mean


def _binned(bins: range, values: Sequence[int]) -> Iterator[_Bar]:
    counts = Counter((value - bins.start) // bins.step for value in values)
    for index, first in enumerate(bins):
        label = str(first) if bins.step == 1 else f"{first} to {first + bins.step - 1}"
        yield label, str(counts[index]), counts[index]


def _titled(title: str, given: Iterable[_Bar], width: int, marks: str, *, scale: float = 0.0) -> str:
    """Draw a title with bars below it; the longest fills the line, or `scale` does."""
    found = list(given)
    label = min(max(len(name) for name, _, _ in found), width // 3)
    tail = max(len(text) for _, text, _ in found)
    room = width - label - tail - 2
    longest = scale or max(value for _, _, value in found) or 1
    lines = [title]
    for name, text, value in found:
        shown = name if len(name) <= label else f"{name[: label - 2]}.."
        lines.append(f"{shown.rjust(label)} {_bar(value / longest * room, marks).ljust(room)} {text.rjust(tail)}")
    return "\n".join(lines)


def _bar(length: float, marks: str) -> str:
    """Draw a bar, rounded to a part of a character, and at least one part if its value is not 0."""
    parts = round(length * len(marks))
    whole, part = divmod(max(parts, 1) if length > 0 else 0, len(marks))
    return marks[-1] * whole + (marks[part - 1] if part else "")


# ---------------------------------------------------------------- summary

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
        return "\n".join([aligned([HEADS, *standing_rows(self)]), "", *notes_below(self)])

    def _repr_html_(self) -> str:
        """Notebooks show the table."""
        return html_table(HEADS, standing_rows(self))

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
        scores = {
            name: [result.scores[seat] for result in self for seat in _seats_of(result, name)]
            for name in self.by_player
        }
        bins = bins_for([score for each in scores.values() for score in each], _LINES)  # the same for all players
        parts += [
            _titled(f"{name}: match scores (median {median(each):g})", _binned(bins, each), width, marks)
            for name, each in scores.items()
        ]
        turns = [hand.turns for hand in _ended_hands(self)]
        if turns:
            title = f"Turns per hand (median {median(turns):g})"
            parts.append(_titled(title, _binned(bins_for(turns, _LINES), turns), width, marks))
        return "\n\n".join(parts)

    @property
    def plot(self) -> Never:
        """Refused: [a recipe](../simulate.md#draw-the-results) draws results with matplotlib."""
        raise AttributeError(NO_PLOTS, name="plot", obj=self)

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
