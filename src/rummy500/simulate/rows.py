"""Format the results as rows of CSV or JSON lines, for programs that read tables."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from os import PathLike
from pathlib import Path

from rummy500.simulate.results import MatchResult

#: One row: values by the names of the columns, the same for every row.
Row = Mapping[str, "int | str | bool"]


def match_rows(results: Iterable[MatchResult]) -> Iterator[Row]:
    """Make one row for each seat of each match.

    Args:
        results: a `Simulation`, or matches; they are read one by one, so `each_match` can supply them.

    Yields:
        `match`, `seat`, `player`, `score` and whether it `won`; `hands`, `turns` and `truncated` of the match.
    """
    for result in results:
        for seat, (player, score) in enumerate(zip(result.players, result.scores, strict=True)):
            yield {
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
        `match`, `hand`, `seat`, `player`, `points`, whether it `dealt` and `went_out`; `turns`, `actions` and
        `truncated` of the hand.
    """
    for result in results:
        for hand in result.hand_results:
            for seat, (player, points) in enumerate(zip(result.players, hand.points, strict=True)):
                yield {
                    "match": result.number,
                    "hand": hand.number,
                    "seat": seat,
                    "player": player,
                    "points": points,
                    "dealt": seat == hand.dealer,
                    "went_out": seat == hand.out,
                    "turns": hand.turns,
                    "actions": hand.actions,
                    "truncated": hand.truncated,
                }


def csv_lines(rows: Iterable[Row], *, heads: bool = True) -> Iterator[str]:
    """Format rows as lines of CSV, with `true` and `false` for booleans.

    Args:
        rows: the rows.
        heads: whether to write a line of headings before the first row.

    Yields:
        The text of each row with its line end, the first after the headings; nothing without a row.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        if heads:
            writer.writerow(row)
            heads = False
        writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row.values())
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Format rows as JSON objects, each on a line of its own.

    Args:
        rows: the rows.

    Yields:
        Each line with its end.
    """
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
