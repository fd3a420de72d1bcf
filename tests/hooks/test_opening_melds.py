"""Tests of the recipe for openings: the first melds of a seat in a hand are exactly these, in one turn."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from tests.hooks.steps import do

import rummy500 as r5

PAGE = Path(__file__).parents[2] / "docs" / "house-rule-recipes.md"


def contract() -> ModuleType:
    """Load the rule from the page of recipes."""
    code = PAGE.read_text("utf-8").partition('```python title="contract.py"\n')[2].partition("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40
    module = ModuleType("contract")
    exec(compile(code, "contract.py", "exec"), module.__dict__)
    return module


CONTRACT = contract()
RULES = r5.compose("classic", [CONTRACT])


def playing(hand: int, cards: str, melds: str = "[]") -> r5.State:
    text = f"""
    to_act = 0
    phase = "play"
    hands = ["{cards}", "6c Qd"]
    stock = "8d"
    pile = "9s"
    melds = {melds}
    match = {{ hand = {hand} }}
    """
    return r5.parse_position(text, rules=RULES).state


def refusal(state: r5.State, text: str) -> str:
    found = r5.why_not(RULES, state, r5.parse_action(text, state))
    return "" if found is None else str(found)


def test_only_the_melds_of_the_contract_open() -> None:
    state = playing(1, "4h 5h 6h Ks Kd Kh 9c 9d 9h 2c")
    assert refusal(state, "0: meld [4h 5h 6h]") == "This is no meld of your contract. (contract.melds)"
    state = do(RULES, state, "0: meld {Ks Kd Kh}")
    assert refusal(state, "0: discard 2c") == "Meld the rest of your contract. (contract.melds)"
    state = do(RULES, state, "0: meld {9c 9d 9h}")
    assert refusal(state, "0: meld [4h 5h 6h]").startswith("This is no meld of your contract.")
    assert not refusal(state, "0: discard 2c")


def test_nothing_is_laid_off_before_they_lie() -> None:
    state = playing(1, "7h Ks Kd Kh 9c 9d 9h 2c", '["1 [4h 5h 6h]"]')
    assert refusal(state, "0: lay 7h on m1") == "Meld your contract before you lay off. (contract.melds)"
    state = do(RULES, do(RULES, state, "0: meld {Ks Kd Kh}"), "0: meld {9c 9d 9h}")
    assert not refusal(state, "0: lay 7h on m1")


def test_whoever_opened_in_an_earlier_turn_is_free() -> None:
    assert not refusal(playing(1, "4h 5h 6h 2c 3c", '["0 {Ks Kd Kh}"]'), "0: meld [4h 5h 6h]")
