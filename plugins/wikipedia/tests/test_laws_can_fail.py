"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Rules
from rummy500.rules.rules import alter
from rummy500_testing import Law, LawBroken, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("wikipedia", seats=3)
SPARED = "wikipedia: hands are not deducted"
PRESET = "wikipedia: the preset has its options"


def never_deducts(rules: Rules) -> Rules:
    return alter(rules, deducts=lambda _rules, _state, _seat: False)


def opens_with_less(rules: Rules) -> Rules:
    return alter(rules, options={**rules.options, "meld.first-minimum": 20})


def leaves_its_values(rules: Rules) -> Rules:
    plugins = {name: line for name, line in rules.plugins.items() if name != "five-ten-fifteen"}
    return alter(rules, plugins=plugins)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (SPARED, never_deducts),
        (PRESET, opens_with_less),
        (PRESET, leaves_its_values),
    ],
)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law: Law[Any] = next(law for law in LAWS if law.name == name)
    law(RULES, hands=6)
    with pytest.raises(LawBroken) as raised:
        law(fault(RULES), hands=6)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {SPARED, PRESET}
    report = check_laws(r5.compose("classic", ["wikipedia"], seats=4), hands=4, laws=LAWS)
    assert report.passed, report
