"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Action, Rules, State
from rummy500.records import replace
from rummy500.rules.rules import alter
from rummy500_dealers_gambit import Gambit
from rummy500_testing import Law, LawBroken, Step, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("classic", ["dealers-gambit"], {"dealers-gambit.jokers": 4}, seats=3)
BASE = r5.compose("pagat", seats=3)
LEAVES = "dealers-gambit: used jokers leave the game"
SPLIT = ("take", "split")


def base_values(rules: Rules) -> Rules:
    return alter(rules, points=BASE.scoring.points)


def everybody_looks(rules: Rules) -> Rules:
    return alter(rules, blind_phases=frozenset[str]())


def remembering(rules: Rules, after: Callable[..., Gambit]) -> Rules:
    ((name, memory),) = rules.memory.hand_memory
    return alter(rules, hand_memory=((name, attrs.evolve(memory, after=after)),))


def the_joker_comes_back(rules: Rules) -> Rules:
    """Plant a fault: the dealer's joker is always back after the next action."""

    def after(rules: Rules, before: State, action: Action, state: State) -> Gambit:
        record = next(each for each in state.memories if isinstance(each, Gambit))
        return attrs.evolve(record, joker="lies")

    return remembering(rules, after)


def wild_is_named(rules: Rules) -> Rules:
    """Plant a fault: jokers are wild under every named effect."""

    def after(rules: Rules, before: State, action: Action, state: State) -> Gambit:
        record = next(each for each in state.memories if isinstance(each, Gambit))
        return attrs.evolve(record, named="wild")

    return remembering(rules, after)


def the_other_side_leaves(rules: Rules) -> Rules:
    move = rules.turn.suffixed[SPLIT]
    other = {"below": "above", "above": "below"}

    def effect(rules: Rules, state: State, action: Action) -> State:
        words = tuple(other.get(word, word) for word in action.extra)
        return move.effect(rules, state, replace(action, extra=words))

    return alter(rules, suffixed={**rules.turn.suffixed, SPLIT: attrs.evolve(move, effect=effect)})


FAULTS: tuple[tuple[str, Callable[[Rules], Rules]], ...] = (
    ("dealers-gambit: its game is set", base_values),
    ("dealers-gambit: the dealer names before anybody looks", everybody_looks),
    ("dealers-gambit: jokers have the named effect", the_joker_comes_back),
    ("dealers-gambit: jokers have the named effect", wild_is_named),
)


def law_named(name: str) -> Law[Any]:
    return next(law for law in LAWS if law.name == name)


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law_named(name)(RULES, hands=10)
    with pytest.raises(LawBroken) as raised:
        law_named(name)(fault(RULES), hands=10)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_a_split_to_the_other_side_breaks_it() -> None:
    before = r5.parse_position(
        """
        dealer = 0
        to_act = 1
        hands  = ["4s 4h Kc", "9s 9d * Kd", "Kh"]
        stock  = "8c"
        pile   = "3s 5c 9h Jd 4c"
        plugin.dealers-gambit = { named = "split" }
        """,
        rules=RULES,
    ).state
    action = r5.parse_action("1: take 9h with {9h 9s 9d} split below with *", before, rules=RULES)
    law = law_named(LEAVES)
    law.check(Step(RULES, before, action, r5.apply(RULES, before, action), ""))
    with pytest.raises(LawBroken) as raised:
        law.check(Step(RULES, before, action, r5.apply(the_other_side_leaves(RULES), before, action), ""))
    assert (raised.value.law, "Error" in raised.value.fault.what) == (LEAVES, False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {name for name, _ in FAULTS} | {LEAVES}
    report = check_laws(RULES, hands=3, laws=LAWS)
    assert report.passed, report
