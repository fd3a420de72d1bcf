"""Tests of drawn positions: every part of a position is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500 import parse_position
from rummy500.notation.position import Position
from rummy500.notation.scenario import parse_scenarios
from rummy500_testing.scenarios import account, labelled, problem, render

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("*.scenario.toml"))

POSITION = """
rules = { preset = "classic", options = { "match.target" = 250 } }
dealer = 1
to_act = 0
phase = "play"
hands = ["Kc 4s 4h As", ""]
drawn = ["4h"]
stock = "9h 2s"
pile = "Qd 5h"
melds = ["1 [7h 8h 9c 0:Th]"]
scores = [40, -15]
"""


def test_a_position_is_drawn() -> None:
    assert render(parse_position(POSITION.replace("9c", "9h").replace("9h 2s", "Js 2s"))) == [
        "rules     classic, match.target = 250, 2 seats",
        "to act    seat 0, phase play; seat 1 dealt",
        "seat 0    As 4s   4h   Kc   <",
        "seat 1    (no cards)",
        "m1        [7h 8h 9h 0:Th] (seat 1)",
        "pile      Qd/2  5h/1",
        "stock     Js 2s",
        'drawn     ["4h"]',
        "scores    [40, -15]",
    ]


def test_a_hand_that_is_over_has_nobody_to_act() -> None:
    lines = render(parse_position('hands = ["", "2c"]\nphase = "over"\nturn = { ended = "out", out = 0 }\n'))
    assert lines[1:4] == [
        "to act    nobody, the hand is over; seat 0 dealt",
        "seat 0    (no cards)",
        "seat 1    2c",
    ]
    assert lines[-1] == 'turn      { ended = "out", out = 0 }'


@pytest.mark.parametrize("count", [0, 1, 18, 19, 200])
def test_long_lines_are_broken_between_parts(count: int) -> None:
    parts = [f"part{number}" for number in range(count)]
    lines = labelled("label", parts)
    assert lines[0].startswith("label")
    assert all(line.startswith(" " * 10) for line in lines[1:])
    assert all(len(line) <= 100 for line in lines)
    assert " ".join(lines).split() == ["label", *parts]


def test_a_long_part_has_a_line_of_its_own() -> None:
    assert labelled("label", ["a", "x" * 120, "b"]) == ["label     a", " " * 10 + "x" * 120, " " * 10 + "b"]
    assert labelled("label", ["x" * 120]) == ["label     " + "x" * 120]


def test_a_scenario_that_holds_is_shown_to_its_end() -> None:
    for scenario in (each for file in FILES for each in parse_scenarios(file.read_text("utf-8"))):
        if isinstance(scenario.position, Position):
            position, *steps = account(scenario)
            assert problem(scenario) is None
            assert position.startswith("position at the end\n  rules     ")
            lines = [len(part.splitlines()) - 1 for part in steps]
            assert lines == ([len(scenario.steps)] if scenario.steps else [])
