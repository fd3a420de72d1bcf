"""Sum up the matches of a simulation: wins and scores, as a table, as plots, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Final, Literal

import attrs

from rummy500.simulate.bars import BLOCKS, bars
from rummy500.simulate.plots import Panel, plot
from rummy500.simulate.results import MatchResult
from rummy500.simulate.rows import hand_rows, match_rows, write_csv, write_jsonl
from rummy500.simulate.table import table

_ROWS: Final = {"matches": match_rows, "hands": hand_rows}


@attrs.frozen
class Standing:
    """The results of a player or a seat over all matches.

    Attributes:
        played: the number of seats that it took, over all matches.
        wins: the number of those that won.
        mean: the mean score of a match.
        least: the lowest score of a match.
        most: the highest score of a match.
    """

    played: int
    wins: int
    mean: float
    least: int
    most: int


@attrs.frozen
class Simulation:
    """The results of many matches; a loop over it yields the matches.

    Attributes:
        matches: every match, in order of number.
        by_player: the results of each player by name.
        by_seat: the results of each seat.
        hands_per_match: the mean number of hands.
        turns_per_hand: the mean number of turns.
        truncated: the number of matches that were cut off.
    """

    matches: tuple[MatchResult, ...]
    by_player: dict[str, Standing]
    by_seat: tuple[Standing, ...]
    hands_per_match: float
    turns_per_hand: float
    truncated: int

    def __iter__(self) -> Iterator[MatchResult]:
        """The matches, in order of number."""
        return iter(self.matches)

    def __repr__(self) -> str:
        """The players and the numbers of matches and hands, in short."""
        hands = f"{self.hands_per_match:.1f} hands per match"
        return f"<Simulation: {len(self.matches)} matches of {', '.join(self.by_player)}; {hands}>"

    def table(self) -> str:
        """Format the results of each player and each seat as a table."""
        return table(self)

    def bars(self, width: int = 80, *, marks: str = BLOCKS) -> str:
        """Draw wins by player and by seat, scores and lengths of hands, as bars of characters.

        Args:
            width: the most characters of a line, 40 or more.
            marks: the characters of bars, from a part of a character to a whole one; `"#"` needs no Unicode.
        """
        return bars(self, width, marks=marks)

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
        plot(self, file, panels, title)

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
    hands = sum(result.hands for result in matches)
    return Simulation(
        matches,
        {
            name: _standing((result, seat) for result in matches for seat in seats if result.players[seat] == name)
            for name in names
        },
        tuple(_standing((result, seat) for result in matches) for seat in seats),
        hands / len(matches),
        sum(result.turns for result in matches) / hands if hands else 0.0,
        sum(result.truncated for result in matches),
    )


def _standing(taken: Iterable[tuple[MatchResult, int]]) -> Standing:
    places = list(taken)
    scores = [result.scores[seat] for result, seat in places]
    wins = sum(seat in result.winners for result, seat in places)
    return Standing(len(places), wins, sum(scores) / len(scores), min(scores), max(scores))
