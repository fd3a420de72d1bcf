"""Draw the results as bars of characters, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Final

from rummy500.simulate.counts import Bins, bins_for, lengths, scores_of, share_of_wins

if TYPE_CHECKING:
    from rummy500.simulate.summary import Simulation, Standing

#: The marks of a bar, from an eighth of a character to a whole one.
BLOCKS: Final = "▏▎▍▌▋▊▉█"
#: The most lines of a distribution.
_LINES: Final = 12
_NARROWEST: Final = 40


def bars(found: Simulation, width: int, *, marks: str = BLOCKS) -> str:
    """Draw wins by player and by seat, scores and lengths of hands.

    Args:
        found: the results.
        width: the most characters of a line, 40 or more.
        marks: the characters of bars, from a part of a character to a whole one.

    Raises:
        ValueError: if there are fewer characters or no marks.
    """
    if width < _NARROWEST or not marks:
        raise ValueError(f"bars need a width of at least {_NARROWEST} characters, and at least one mark")
    seats = {f"seat {seat}": standing for seat, standing in enumerate(found.by_seat)}
    parts = [
        _titled("Wins by player", _wins(found.by_player, len(found.matches)), width, marks, scale=1.0),
        _titled("Wins by seat", _wins(seats, len(found.matches)), width, marks, scale=1.0),
    ]
    scores = {name: scores_of(found, name) for name in found.by_player}
    bins = bins_for([score for each in scores.values() for score in each], _LINES)
    parts += [
        _titled(f"{name}: match scores (median {median(each):g})", _binned(bins, each), width, marks)
        for name, each in scores.items()
    ]
    turns = lengths(found)
    if turns:
        title = f"Turns per hand (median {median(turns):g})"
        parts.append(_titled(title, _binned(bins_for(turns, _LINES), turns), width, marks))
    return "\n\n".join(parts)


#: A label, the text after the bar, and the length of the bar.
_Bar = tuple[str, str, float]


def _wins(standings: Mapping[str, Standing], matches: int) -> Iterator[_Bar]:
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
