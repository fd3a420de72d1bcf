"""Tests of the house rule of `docs/write-a-house-rule.md` as the page grows, under the laws."""

from __future__ import annotations

import importlib
import random
import re
from difflib import SequenceMatcher
from typing import Final

import pytest
from tests.dealt import dealt_under
from tests.docs.test_code_blocks import ROOT, blocks
from tests.hooks.installing import Install

import rummy500 as r5
from rummy500_testing import check_game, check_step, random_game

PAGE: Final = ROOT / "docs" / "write-a-house-rule.md"
#: The file of the page as it grows: the rule with its sentence on the sheet, its option.
FIRST, WITH_OPTION = (each.code for each in blocks(PAGE) if each.title == "rummy500_three_deep.py")

PILE: Final = """
to_act = 0
hands  = ["4s 4d 2d 2h Kd", "5c 6c"]
stock  = "8d"
pile   = "4h 2s 9h 3c"
"""
CALLABLE: Final = """
to_act = 0
last   = 1
hands  = ["4s 4d", "5c 6c"]
stock  = "8d"
pile   = "Th 2s 6h 3c"
melds  = ["0 [7h 8h 9h]", "1 [3h 4h 5h]"]
"""


def takes(rules: r5.Rules, state: r5.State, verb: str = "take") -> set[int]:
    """Return the depths of the listed takes, or calls."""
    return {action.depth for action in r5.legal_actions(rules, state) if action.verb == verb}


def test_three_deep__the_third_card_is_taken_and_the_fourth_is_not(install: Install) -> None:
    install("three-deep", FIRST)
    rules = r5.compose("pagat", ["three-deep"])
    state = r5.parse_position(PILE, rules=rules).state
    assert takes(rules, state) == {1, 3}
    refusal = r5.why_not(rules, state, r5.parse_action("0: take 4h with {4h 4s 4d}", state))
    assert refusal is not None
    assert refusal.facts == {"card": "4h", "depth": "4"}
    assert str(refusal) == "4h is number 4 from the top; only the top three may be taken. (three-deep.cap)"


@pytest.mark.parametrize(("most", "depths"), [(2, {1}), (3, {1, 3}), (4, {1, 3, 4}), (50, {1, 3, 4})])
def test_three_deep__with_its_option(install: Install, most: int, depths: set[int]) -> None:
    install("three-deep", WITH_OPTION)
    rules = r5.compose("pagat", ["three-deep"], {"three-deep.most": most})
    assert takes(rules, r5.parse_position(PILE, rules=rules).state) == depths
    cap = next(holding for holding in r5.explain(rules) if holding.rule == "three-deep.cap")
    assert cap.text == f"Only the top {most} cards of the discard pile may be taken or called."


def test_the_page_marks_the_lines_that_differ_from_the_step_before() -> None:
    """Each line that is new or changed, and no other; empty lines do not matter."""
    marked = re.findall(r'title="rummy500_three_deep.py" hl_lines="([^"]+)"', PAGE.read_text("utf-8"))
    assert marked == [changed(FIRST, WITH_OPTION)]


def changed(before: str, after: str) -> str:
    """The numbers of the lines that differ, as `hl_lines` has them."""
    lines = after.splitlines()
    same = SequenceMatcher(None, before.splitlines(), lines, autojunk=False).get_matching_blocks()
    kept = {number for block in same for number in range(block.b, block.b + block.size)}
    new = [number for number, line in enumerate(lines) if line and number not in kept]
    first = [number for number in new if number - 1 not in new]
    last = [number for number in new if number + 1 not in new]
    return " ".join(f"{a + 1}" if a == b else f"{a + 1}-{b + 1}" for a, b in zip(first, last, strict=True))


@pytest.mark.parametrize("source", [FIRST, WITH_OPTION], ids=["first", "with an option"])
def test_three_deep__nobody_calls_from_deeper_either(install: Install, source: str) -> None:
    install("three-deep", source)
    rules = r5.compose("pagat", ["three-deep"])
    state = r5.parse_position(CALLABLE, rules=rules).state
    plain = r5.compose("pagat")
    assert takes(plain, dealt_under(plain, state), "call") == {2, 4}
    assert takes(rules, state, "call") == {2}


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_laws_hold_with_an_option(install: Install, seats: int) -> None:
    install("three-deep", WITH_OPTION)
    rules = r5.compose(("pagat", "family")[seats % 2], ["three-deep"], {"three-deep.most": seats}, seats=seats)
    game = random_game(rules, random.Random(seats))
    for number, state in enumerate(game.states):
        check_step(rules, state, random.Random(number), costly=number % 60 == 0)
        assert all(depth <= seats for depth in takes(rules, state))
    check_game(game)


def test_passed_as_an_object_it_plays_as_it_does_installed(install: Install) -> None:
    install("three-deep", WITH_OPTION)
    installed = r5.compose("pagat", ["three-deep"], seats=3)
    passed = r5.compose("pagat", [importlib.import_module("installed_three_deep")], seats=3)
    assert passed.identity == installed.identity
    one, other = (random_game(rules, random.Random(5)) for rules in (installed, passed))
    assert (one.actions, one.states) == (other.actions, other.states)
