"""Tests that commands play the hands of one match after another, and that plugins are given the number of each."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import dist_info, importable

from rummy500_terminal.judging import read_transcripts

Run = Callable[..., click.testing.Result]

#: A plugin by which a queen in hand costs more from hand to hand of a match.
SOURCE = """
import attrs

from rummy500.cards.cards import cards_of
from rummy500.hooks import HandMemory, MatchMemory, Note, PluginInfo, RuleEntry, ScoreLine, Unsettled, hookimpl, recall


@attrs.frozen
class Price:
    points: int = 0


def queens(rules, sight):
    price = recall(rules, sight, Price).points
    for seat in range(rules.seats):
        hand = sight.hand_of(seat)
        if hand is None:
            yield Unsettled(seat)
        else:
            held = sum(card % 13 == 11 for card in cards_of(hand))
            yield from [ScoreLine(seat, -price, "rising.queens", "line", "queens")] * held


@hookimpl
def plugin_info():
    return PluginInfo("rising", "queens cost more from hand to hand")


@attrs.frozen
class Outs:
    outs: tuple[int, ...] = ()


@hookimpl
def memory():
    def after(rules, record, tally):
        return Outs(tuple(outs + (seat == tally.hand.public.out) for seat, outs in enumerate(record.outs)))

    of_hand = HandMemory(
        Price,
        lambda rules, match: Price(1000 * match.hand_number),
        notes=lambda rules, public, record: [Note("queen", f"costs {record.points}")],
    )
    of_match = MatchMemory(
        lambda scores: Outs((0,) * len(scores)),
        after,
        notes=lambda rules, record: [Note("out so far", str(outs), seat) for seat, outs in enumerate(record.outs)],
    )
    return of_hand, of_match


@hookimpl
def score_lines():
    return queens


@hookimpl
def entries():
    return (RuleEntry("rising.queens", "Scoring", "A queen in hand costs 1000 for each hand so far.", ("house",)),)
"""

ASKED = ("--preset", "classic", "--plugin", "rising", "--option", "match.target=100000", "--seats", "3")


@pytest.fixture(autouse=True)
def _rising(tmp_path: Path) -> Iterator[None]:
    """Install the plugin."""
    (tmp_path / "installed_rising.py").write_text(SOURCE, "utf-8")
    dist_info(tmp_path, "rummy500-rising", {"rising": "installed_rising"})
    with importable(tmp_path):
        yield


def test_play_deals_hand_after_hand(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.toml"
    done = run(
        "play", "--auto", "--opponent", "random", *ASKED, "--seed", "4", "--hands", "6", "--transcript", str(file)
    )
    assert done.exit_code == 0, done.output
    hands = read_transcripts(file.read_text("utf-8"))
    assert [hand.position.match.so_far.hand_number for hand in hands] == [1, 2, 3, 4, 5, 6]
    shown = re.findall(r"^Hand (\d+)|(-\d+000)  queens", done.output, re.MULTILINE)
    number, prices = 0, set[tuple[int, int]]()
    for title, points in shown:
        number = int(title) if title else number
        prices |= {(number, int(points))} if points else set()
    assert len(prices) > 1, done.output
    assert all(points == -1000 * number for number, points in prices)
    assert run("check", str(file)).output.endswith("6 held, 0 failed\n")
    assert "Everything is as the file says." in run("replay", str(file)).output


def test_a_person_is_shown_the_notes_of_plugins(run: Run) -> None:
    out = run("play", "--interactive", *ASKED, "--seed", "5", typed="quit\n").output
    assert "\nqueen     costs 1000\nout so far you: 0   Ada: 0   Bela: 0\nhand " in out


def test_simulate_deals_hand_after_hand(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    asked = ("--players", "random", "--matches", "2", "--max-hands", "12", "--seed", "1")
    done = run("simulate", *ASKED, *asked, "--hands-to", str(file))
    assert done.exit_code == 0, done.output
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    for _, hands in groupby(rows, lambda row: row["match"]):
        costs = [-min(int(row[key]) for key in row if key.startswith("points")) // 1000 for row in hands]
        assert max(costs) > 2
