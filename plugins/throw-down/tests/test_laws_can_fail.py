"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import HandMemory, Rules
from rummy500.rules.rules import alter
from rummy500_testing import Law, LawBroken, check_laws, laws_of_file
from rummy500_throw_down.covers import Covers

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("pagat", ["throw-down"], seats=3)


def all_above_comes(rules: Rules) -> Rules:
    return alter(rules, collects=lambda _rules, _view, depth: tuple(range(1, depth + 1)))


def covers_are_forgotten(rules: Rules) -> Rules:
    ((name, memory),) = rules.memory.hand_memory
    forgets = HandMemory(Covers, after=lambda *_: Covers(), key=memory.key, write=memory.write, read=memory.read)
    return alter(rules, hand_memory=((name, forgets),))


FAULTS: tuple[tuple[str, Callable[[Rules], Rules]], ...] = (
    ("throw-down: cards cover what they were tossed on", all_above_comes),
    ("throw-down: cards cover what they were tossed on", covers_are_forgotten),
)


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law: Law[Any] = next(law for law in LAWS if law.name == name)
    law(RULES, hands=10)
    with pytest.raises(LawBroken) as raised:
        law(fault(RULES), hands=10)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {name for name, _ in FAULTS}
    rules = r5.compose("pagat", ["throw-down"], {"call": "top", "stock.empty": "reshuffle"}, seats=5)
    report = check_laws(rules, hands=3, laws=LAWS)
    assert report.passed, report
