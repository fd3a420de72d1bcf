"""The results of a simulation: matches and hands, rows of CSV or JSON lines, and the errors."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from os import PathLike
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Literal

import attrs

from rummy500.base.errors import Rummy500Error
from rummy500.players.drive import HandRecord
from rummy500.rules.blame import blamed

#: What a simulation plays: a match, or in a duel a deal.
Kind = Literal["match", "deal"]


def call_to_repeat(kind: Kind, seed: int, number: int) -> str:
    """Write the call that plays a match or a deal again in the calling process."""
    if kind == "match":
        return f"simulate_match(rules, players, seed={seed}, number={number})"
    return f"duel(rules, players, deals=1, seed={seed}, first={number}, workers=1)"


@attrs.define(slots=False)  # slotted, it would lose its notes when a worker sends it
class MatchFailedError(Rummy500Error):
    """Raised if a match or a deal of a duel ends in an error of the rules or of a player, which is its cause.

    Attributes:
        number: the number of the match or of the deal, from 0.
        seed: the seed of the simulation or of the duel.
        players: the name of each seat's player.
        seat: the seat whose player broke the rules for players, could not be made, or was asked last; -1 for none.
        what: the error in a line.
        kind: `match` or `deal`.
    """

    number: int
    seed: int
    players: tuple[str, ...]
    seat: int
    what: str
    kind: Kind = "match"

    def __str__(self) -> str:
        """Format the match or deal, its error, and how to play it again."""
        asked = f"seat {self.seat} ({self.players[self.seat]}) was asked last; " if self.seat >= 0 else ""
        return (
            f"{self.kind} {self.number} of seed {self.seed} ({', '.join(self.players)}) ended in {self.what}; {asked}"
            f"{call_to_repeat(self.kind, self.seed, self.number)} plays it again"
        )


class SendError(Rummy500Error, TypeError):
    """Raised if rules or players cannot be sent to a worker, or cannot be unpacked there."""


class WorkersBrokeError(Rummy500Error, RuntimeError):
    """Raised if a worker process ends, with its matches, or if none starts."""


def one_line(error: BaseException) -> str:
    """Format an error in a line: its type, its message, and the plugin that raised it."""
    message = " ".join(str(error).split()).removesuffix(".")
    what = f"{type(error).__name__}: {message}" if message else type(error).__name__
    by_plugin = blamed(error)
    return f"{what} ({by_plugin})" if by_plugin else what


# ---------------------------------------------------------------- results

#: An interval of this many standard errors to both sides contains the true value 95 times in 100, if many are known.
SURE: Final = 1.96
#: Student's quantiles for 2, 3 and 4 values, where their series is more than half a percent off.
_FEW: Final = {2: 12.706, 3: 4.303, 4: 3.182}


@attrs.frozen
class Interval:
    """A mean of many values with its 95 % confidence interval: Student's, or Wilson's of a share.

    Attributes:
        mean: the mean; 0 without a value.
        low: the lower end; minus infinity if there are fewer than two values.
        high: the upper end.
        count: the number of values.
    """

    mean: float
    low: float
    high: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Interval:
        """Compute the mean and the interval of values that do not depend on each other."""
        count = len(values)
        mean = sum(values) / count if count else 0.0
        if count < 2:
            return cls(mean, -inf, inf, count)
        free = count - 1
        variance = sum((value - mean) ** 2 for value in values) / free
        # Student's quantile by its series in 1 / free.
        terms = (SURE, (SURE**3 + SURE) / 4, (5 * SURE**5 + 16 * SURE**3 + 3 * SURE) / 96)
        last = (3 * SURE**7 + 19 * SURE**5 + 17 * SURE**3 - 15 * SURE) / 384
        quantile = _FEW.get(count) or sum(term / free**power for power, term in enumerate((*terms, last)))
        reach = quantile * sqrt(variance / count)
        return cls(mean, mean - reach, mean + reach, count)

    @classmethod
    def of_share(cls, share: float, count: int) -> Interval:
        """Compute the interval (Wilson's) of a share of so many cases; it lies between 0 and 1."""
        square = SURE * SURE / count
        middle = (share + square / 2) / (1 + square)
        reach = SURE * sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
        low, high = min(share, middle - reach), max(share, middle + reach)  # rounding may pass the share
        return cls(share, max(0.0, low), min(1.0, high), count)

    def __str__(self) -> str:
        """Format the mean and the reach of the interval to both sides, for example `8.5 ± 0.6`."""
        reach = (self.high - self.low) / 2
        return f"{self.mean:.1f} ± {reach:.1f}" if reach < inf else f"{self.mean:.1f}"


@attrs.frozen
class HandResult:
    """The result of one hand.

    Attributes:
        number: the hand's number in its match, from 0.
        dealer: the seat that dealt it.
        out: the seat that went out, `None` for none.
        ended: why it ended: `out`, `stock` or `circle` (`PublicState.ended`); empty if it was cut off.
        points: each seat's points; if the hand was cut off, the points at that time.
        turns: the number of turns.
        actions: the number of actions, outcomes of chance included.
        truncated: whether it was cut off.
    """

    number: int
    dealer: int
    out: int | None
    ended: str
    points: tuple[int, ...]
    turns: int
    actions: int
    truncated: bool


@attrs.frozen
class MatchResult:
    """The result of one match.

    Attributes:
        number: the match's number, from 0.
        seed: the seed of the simulation.
        players: the name of each seat's player.
        winners: the seats that won; empty if it was cut off.
        scores: each seat's final score.
        hands: how many hands were played to their end.
        turns: how many turns all hands had.
        truncated: whether it was cut off.
        hand_results: every hand; the last one may have been cut off.
    """

    number: int
    seed: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    hands: int
    turns: int
    truncated: bool
    hand_results: tuple[HandResult, ...] = ()


def hand_result(number: int, record: HandRecord) -> HandResult:
    """Make the result of a hand."""
    end = record.end.public
    return HandResult(
        number,
        end.match.dealer,
        end.out_seat,
        end.ended,
        record.score.by_seat,
        record.turns,
        len(record.actions),
        record.truncated,
    )


# ---------------------------------------------------------------- rows

#: One row: values by the names of the columns, the same for every row.
Row = Mapping[str, "int | float | str | bool"]


def match_rows(results: Iterable[MatchResult]) -> Iterator[Row]:
    """Make one row for each seat of each match.

    Args:
        results: a `Simulation`, or matches; they are read one by one, so `each_match` can supply them.

    Yields:
        `seed` and `match`, with which `simulate_match` plays it again; `seat`, `player`, `score` and whether it `won`;
        `hands`, `turns` and `truncated` of the match.
    """
    for result in results:
        for seat, (player, score) in enumerate(zip(result.players, result.scores, strict=True)):
            yield {
                "seed": result.seed,
                "match": result.number,
                "seat": seat,
                "player": player,
                "score": score,
                "won": seat in result.winners,
                "hands": result.hands,
                "turns": result.turns,
                "truncated": result.truncated,
            }


def hand_rows(results: Iterable[MatchResult]) -> Iterator[Row]:
    """Make one row for each seat of each hand.

    Args:
        results: a `Simulation`, or matches; they are read one by one, so `each_match` can supply them.

    Yields:
        `seed`, `match`, `hand`, `seat`; its `place` behind the dealer, clockwise, 0 for the dealer; `player`, `points`,
        whether it `dealt` and `went_out`; why the hand `ended`, its `turns`, `actions`, and whether it was `truncated`.
    """
    for result in results:
        for hand in result.hand_results:
            for seat, (player, points) in enumerate(zip(result.players, hand.points, strict=True)):
                yield {
                    "seed": result.seed,
                    "match": result.number,
                    "hand": hand.number,
                    "seat": seat,
                    "place": (seat - hand.dealer) % len(hand.points),
                    "player": player,
                    "points": points,
                    "dealt": seat == hand.dealer,
                    "went_out": seat == hand.out,
                    "ended": hand.ended,
                    "turns": hand.turns,
                    "actions": hand.actions,
                    "truncated": hand.truncated,
                }


def csv_lines(rows: Iterable[Row], *, heads: bool = True) -> Iterator[str]:
    """Format rows as lines of CSV, with a line of headings first (`heads`), and `true` and `false` for booleans."""
    echo: Any = SimpleNamespace(write=str)
    line = csv.writer(echo, lineterminator="\n").writerow  # returns what `write` returns
    for row in rows:
        if heads:
            yield line(row)
            heads = False
        yield line(str(value).lower() if isinstance(value, bool) else value for value in row.values())


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Format rows as JSON objects, each on a line of its own."""
    for row in rows:
        yield json.dumps(row) + "\n"


def write_csv(rows: Iterable[Row], file: str | PathLike[str]) -> None:
    """Write rows to a CSV file with a line of headings, and `true` and `false` for booleans.

    Args:
        rows: the rows; without any the file is empty.
        file: the file.
    """
    with Path(file).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(csv_lines(rows))


def write_jsonl(rows: Iterable[Row], file: str | PathLike[str]) -> None:
    """Write rows to a file, each as a JSON object on a line of its own.

    Args:
        rows: the rows.
        file: the file.
    """
    with Path(file).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(jsonl_lines(rows))
