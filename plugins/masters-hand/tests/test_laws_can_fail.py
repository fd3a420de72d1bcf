"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.hooks import Rules, ScoreLine
from rummy500.rules.rules import alter
from rummy500_testing import LawBroken, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("pagat", ["masters-hand"], seats=2)
PLAYED = "masters-hand: a long run and the last discard earn 500"


def out_is_enough(rules: Rules) -> Rules:
    def lines(_: Rules, state: r5.State) -> Iterator[ScoreLine]:
        if state.public.out >= 0:
            yield ScoreLine(state.public.out, 500, "score.master-hand", "line", "out")

    return alter(rules, score_lines=(*rules.scoring.score_lines[:-1], lines))


def test_five_hundred_for_going_out_breaks_it() -> None:
    (law,) = LAWS
    law(RULES, hands=5)
    with pytest.raises(LawBroken) as raised:
        law(out_is_enough(RULES), hands=5)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (PLAYED, False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {PLAYED}
    report = check_laws(r5.compose("pagat", ["masters-hand"], seats=4), hands=4, laws=LAWS)
    assert report.passed, report
