"""Tests of results as a table, bars and rows."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

import rummy500 as r5
from rummy500.players import RandomPlayer
from rummy500.simulate import (
    Entrant,
    Interval,
    MatchResult,
    Simulation,
    duel,
    each_match,
    hand_rows,
    match_rows,
    simulate,
    summarise,
    write_csv,
)
from rummy500.simulate.results import HandResult
from rummy500.simulate.summary import bins_for

RULES = r5.compose("classic", seats=3, options={"match.target": 100})

#: Two matches of two seats, small enough to count by hand.
TWO = summarise(
    [
        MatchResult(
            0, 7, ("a", "b"), (1,), (40, 120), 2, 25, truncated=False,
            hand_results=(
                HandResult(0, 0, 1, "out", (-5, 70), 10, 31, truncated=False),
                HandResult(1, 1, None, "stock", (45, 50), 15, 40, truncated=False),
            ),
        ),
        MatchResult(
            1, 7, ("b", "a"), (), (-20, 30), 0, 0, truncated=True,
            hand_results=(HandResult(0, 1, None, "", (-20, 30), 9, 20, truncated=True),),
        ),
    ]
)  # fmt: skip


@pytest.fixture(scope="module")
def found() -> Simulation:
    return simulate(RULES, ("medium", "random"), matches=12, seed=1, workers=1)


# ---------------------------------------------------------------- table and bars


def test_repr_of_a_simulation__is_a_line() -> None:
    assert repr(TWO) == "<Simulation: 2 matches of a, b; 1.0 hands per match>"


def test_a_loop_over_a_simulation__yields_its_matches() -> None:
    assert list(TWO) == list(TWO.matches)
    assert summarise(TWO) == TWO


def test_the_table() -> None:
    assert TWO.table() == (
        "        played  won  won %    mean score  lowest  highest  points a hand\n"
        "a            2    0    0.0   35.0 ± 63.5      30       40    23.3 ± 63.7\n"
        "b            2    1   50.0  50.0 ± 889.4     -20      120   33.3 ± 117.4\n"
        "seat 0       2    0    0.0  10.0 ± 381.2     -20       40     6.7 ± 84.6\n"
        "seat 1       2    1   50.0  75.0 ± 571.8      30      120    50.0 ± 49.7\n"
        "\n"
        "hands per match 1.0 ± 12.7, turns per hand 12.5 ± 31.8; ± is the 95 % interval\n"
        "1 cut off before somebody had won: nobody's win, but scores count"
    )


def test_the_bars() -> None:
    first, *_, last = TWO.bars(60, marks="#").split("\n\n")
    assert first == (
        "Wins by player\n"
        "a                                           0.0% (0% to 66%)\n"
        "b ####################                     50.0% (9% to 91%)"
    )
    assert last == (
        "Turns per hand (median 12.5)\n"
        "10 ####################################################### 1\n"
        "11                                                         0\n"
        "12                                                         0\n"
        "13                                                         0\n"
        "14                                                         0\n"
        "15 ####################################################### 1"
    )


@pytest.mark.parametrize(("width", "marks"), [(39, "#"), (80, "")])
def test_bars_refuse_a_narrow_width_and_no_marks(width: int, marks: str) -> None:
    with pytest.raises(ValueError, match="at least 40 characters, and at least one mark"):
        TWO.bars(width, marks=marks)


@pytest.mark.parametrize("width", [40, 61, 200])
def test_bars_stay_within_their_width_and_a_small_value_is_visible(found: Simulation, width: int) -> None:
    for marks in ("#", "▏▎▍▌▋▊▉█"):
        assert all(len(line) <= width for line in found.bars(width, marks=marks).splitlines() if line[:1] not in "STW")
    one_of_many = [
        MatchResult(number, 1, ("a",), (), (number // 999,), 1, 1, truncated=False) for number in range(1000)
    ]
    drawn = summarise(one_of_many).bars(width, marks="#").splitlines()
    assert "1 # 1" in [" ".join(line.split()) for line in drawn]
    assert TWO.bars(60).splitlines()[2] == "b ███████████████████▌                     50.0% (9% to 91%)"


# ---------------------------------------------------------------- what is counted


def test_bins_hold_every_value_and_are_of_a_round_width() -> None:
    source = random.Random(1)
    for _ in range(300):
        values = [source.randint(-700, 700) // source.choice((1, 7, 90)) for _ in range(source.randint(1, 40))]
        for most in (2, 12, 30):
            bins = bins_for(values, most)
            assert 1 <= len(bins) <= most
            assert str(bins.step).rstrip("0") in {"1", "2", "5"}
            assert bins.start % bins.step == 0
            assert bins[0] <= min(values) < bins[0] + bins.step
            assert bins[-1] <= max(values) < bins[-1] + bins.step


def test_shares_have_intervals_between_0_and_1() -> None:
    # Wilson's interval from a table: 0 of 10, 5 of 10, 10 of 10.
    for wins, low, high in ((0, 0.0, 0.278), (5, 0.237, 0.763), (10, 0.722, 1.0)):
        found = Interval.of_share(wins / 10, 10)
        assert (found.mean, found.count) == (wins / 10, 10)
        assert (round(found.low, 3), round(found.high, 3)) == (low, high)


def test_results_show_themselves_as_tables_in_a_notebook() -> None:
    shown = TWO._repr_html_()
    assert shown.count("<tr>") == 1 + len(TWO.by_player) + len(TWO.by_seat)
    assert "<tr><td>a</td><td>2</td><td>0</td><td>0.0</td>" in shown
    hasty = Entrant("<b>", RandomPlayer)
    compared = duel(r5.compose("classic", seats=2), [hasty, "medium"], deals=2, seed=1, workers=1)._repr_html_()
    assert "<tr><th>a hand</th><th>mean ± 95 % interval</th></tr><tr><td>lead of &lt;b&gt;</td>" in compared


def test_plots_are_refused_with_the_address_of_the_recipe() -> None:
    assert not hasattr(TWO, "plot")
    with pytest.raises(AttributeError, match=r"docs/simulate\.md#draw-the-results"):
        TWO.plot("a.png")


# ---------------------------------------------------------------- data


def test_rows_of_matches() -> None:
    assert [tuple(row.values()) for row in match_rows(TWO)] == [
        (7, 0, 0, "a", 40, False, 2, 25, False),
        (7, 0, 1, "b", 120, True, 2, 25, False),
        (7, 1, 0, "b", -20, False, 0, 0, True),
        (7, 1, 1, "a", 30, False, 0, 0, True),
    ]


def test_rows_of_hands() -> None:
    assert [tuple(row.values()) for row in hand_rows(TWO)] == [
        (7, 0, 0, 0, 0, "a", -5, True, False, "out", 10, 31, False),
        (7, 0, 0, 1, 1, "b", 70, False, True, "out", 10, 31, False),
        (7, 0, 1, 0, 1, "a", 45, False, False, "stock", 15, 40, False),
        (7, 0, 1, 1, 0, "b", 50, True, False, "stock", 15, 40, False),
        (7, 1, 0, 0, 1, "b", -20, False, False, "", 9, 20, True),
        (7, 1, 0, 1, 0, "a", 30, True, False, "", 9, 20, True),
    ]


def test_files_hold_the_rows(found: Simulation, tmp_path: Path) -> None:
    kinds: tuple[Literal["matches", "hands"], ...] = ("matches", "hands")
    for of, rows_of in zip(kinds, (match_rows, hand_rows), strict=True):
        rows = [dict(row) for row in rows_of(found)]
        found.to_jsonl(tmp_path / "rows.jsonl", of)
        assert [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()] == rows
        found.to_csv(tmp_path / "rows.csv", of)
        with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
            read = list(csv.DictReader(stream))
        assert [{name: _value(text) for name, text in row.items()} for row in read] == rows


def test_rows_are_written_while_matches_are_played(tmp_path: Path) -> None:
    results = each_match(RULES, ("medium", "random"), matches=3, seed=1, workers=1)
    write_csv(hand_rows(results), tmp_path / "hands.csv")
    simulate(RULES, ("medium", "random"), matches=3, seed=1, workers=1).to_csv(tmp_path / "again.csv", "hands")
    assert (tmp_path / "hands.csv").read_bytes() == (tmp_path / "again.csv").read_bytes()


def _value(text: str) -> int | str | bool:
    return text == "true" if text in {"true", "false"} else int(text) if text.lstrip("-").isdigit() else text


def test_no_extra_is_loaded_to_simulate() -> None:
    code = (
        "import sys, rummy500.simulate\n"
        "print(sorted({'matplotlib', 'numpy', 'distributed', 'click', 'rich'} & sys.modules.keys()))"
    )
    source = str(Path(r5.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": source}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
