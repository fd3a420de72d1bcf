"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rummy500 as r5
from rummy500.hooks import Rules, Tally, Verdict
from rummy500.rules.rules import alter
from rummy500_testing import LawBroken, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("pagat", ["must-go-out"], seats=3)


def the_highest_wins(rules: Rules) -> Rules:
    return alter(rules, match_winners=r5.compose("classic", seats=3).match.match_winners)


def alone(rules: Rules) -> Rules:
    """Plant a fault: the player who goes out wins without the partner."""

    def winners(rules: Rules, tally: Tally) -> Verdict:
        out = tally.hand.public.out
        return Verdict((out,) if out >= 0 and tally.scores[out] >= rules.match.target else ())

    return alter(rules, match_winners=winners)


def one_too_many(rules: Rules) -> Rules:
    """Plant a fault: the target must be exceeded."""

    def winners(rules: Rules, tally: Tally) -> Verdict:
        out = tally.hand.public.out
        return Verdict((out,) if out >= 0 and tally.scores[out] > rules.match.target else ())

    return alter(rules, match_winners=winners)


def exceed(rules: Rules) -> Rules:
    return alter(rules, options={**rules.options, "match.reached": "exceed"})


LAW = {law.name: law for law in LAWS}
OUT = "must-go-out: going out with the target wins"
FAULTS = [
    (OUT, the_highest_wins),
    (OUT, one_too_many),
    ("must-go-out: the target is reached", exceed),
]


def breaks(name: str, fault: Callable[[Rules], Rules], rules: Rules) -> None:
    LAW[name](rules, hands=6)
    with pytest.raises(LawBroken) as raised:
        LAW[name](fault(rules), hands=6)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    breaks(name, fault, RULES)


def test_a_winner_without_the_partner_breaks_it() -> None:
    pytest.importorskip("rummy500_partnership")
    breaks(OUT, alone, r5.compose("pagat", ["partnership", "must-go-out"], seats=4))


def test_the_laws_are_found_and_hold() -> None:
    assert set(LAW) == {name for name, _ in FAULTS}
    report = check_laws(RULES, hands=4, laws=LAWS)
    assert report.passed, report
