"""The results as rows, for whatever reads tables: CSV and JSON lines."""

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
    """One row for each seat of each match.

    Args:
        results: the matches; read one by one, so that they may come from `each_match`.

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
    """One row for each seat of each hand.

    Args:
        results: the matches; read one by one, so that they may come from `each_match`.

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
    """Format rows as lines of CSV; yes and no as `true` and `false`, which tools read as such.

    Args:
        rows: the rows.
        heads: whether a line of headings comes before the first row.

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
    """Write rows to a CSV file, with a line of headings; yes and no as `true` and `false`, which tools read as such.

    Args:
        rows: the rows; without one the file stays empty.
        file: where to.
    """
    with Path(file).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(csv_lines(rows))


def write_jsonl(rows: Iterable[Row], file: str | PathLike[str]) -> None:
    """Write rows to a file, each as a JSON object on a line of its own.

    Args:
        rows: the rows.
        file: where to.
    """
    with Path(file).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(jsonl_lines(rows))
