"""Each law of the plugin is seen to fail: with a fault planted in composed rules it is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Rules, ScoreLine
from rummy500.rules import alter
from rummy500.testing import Law, LawBroken, check_laws
from rummy500.testing.laws.of_plugins import laws_of_plugin
from rummy500_masters_hand.laws import LAWS

RULES = r5.compose("pagat", ["masters-hand"], seats=2)
MADE = "masters-hand: what earns it"
PLAYED = "masters-hand: a run and the last discard"


def nothing_earned(rules: Rules) -> Rules:
    return alter(rules, score_lines=rules.scoring.score_lines[:-1])


def out_is_enough(rules: Rules) -> Rules:
    def lines(_: Rules, state: r5.State) -> Iterator[ScoreLine]:
        if state.public.out >= 0:
            yield ScoreLine(state.public.out, 500, "score.master-hand", "out")

    return alter(rules, score_lines=(*rules.scoring.score_lines[:-1], lines))


def less(rules: Rules) -> Rules:
    """The plugin's lines with 50 points."""
    own = rules.scoring.score_lines[-1]

    def lines(rules: Rules, state: r5.State) -> Iterator[ScoreLine]:
        yield from (attrs.evolve(line, points=50) for line in own(rules, state))

    return alter(rules, score_lines=(*rules.scoring.score_lines[:-1], lines))


@pytest.mark.parametrize(
    ("name", "fault"),
    [(MADE, nothing_earned), (MADE, out_is_enough), (MADE, less), (PLAYED, out_is_enough)],
)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law = law_named(name)
    law(RULES, hands=5)
    with pytest.raises(LawBroken) as raised:
        law(fault(RULES), hands=5)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


@pytest.mark.parametrize("long", [6, 8])
def test_a_run_of_another_length_breaks_it(monkeypatch: pytest.MonkeyPatch, long: int) -> None:
    monkeypatch.setattr("rummy500_masters_hand.LONG", long)
    with pytest.raises(LawBroken) as raised:
        law_named(MADE)(RULES)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (MADE, False)


def law_named(name: str) -> Law[Any]:
    return next(law for law in LAWS if law.name == name)


def test_the_laws_are_found_and_hold() -> None:
    assert laws_of_plugin("masters-hand") == LAWS
    assert {law.name for law in LAWS} == {MADE, PLAYED}
    report = check_laws(r5.compose("pagat", ["masters-hand"], seats=4), hands=4, laws=LAWS)
    assert report.held, report
