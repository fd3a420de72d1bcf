"""Each law of the plugin is seen to fail: with a fault planted in composed rules it is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Bar, HandMemory, Rules, View
from rummy500.rules import alter
from rummy500.testing import Law, LawBroken, check_laws
from rummy500.testing.laws.of_plugins import laws_of_plugin
from rummy500_throw_down.covers import Covers
from rummy500_throw_down.laws import LAWS

RULES = r5.compose("pagat", ["throw-down"], seats=3)
TOSS = ("discard", "over")


def all_above_comes(rules: Rules) -> Rules:
    return alter(rules, pile_brings=lambda _rules, _view, depth: tuple(range(1, depth + 1)))


def alone_it_comes(rules: Rules) -> Rules:
    return alter(rules, pile_brings=lambda _rules, _view, depth: (depth,))


def nothing_is_barred(rules: Rules) -> Rules:
    return alter(rules, bars=(), barred=lambda _rules, _view: 0)


def all_that_came_is_barred(rules: Rules) -> Rules:
    def taken(_: Rules, view: View) -> int:
        return view.public.turn.taken

    return alter(
        rules,
        bars=(Bar(taken, lambda _card: r5.Refusal("discard.not-taken", "taken", "It came this turn.")),),
        barred=taken,
        bars_only_gained=False,
    )


def every_toss_is_clear(rules: Rules) -> Rules:
    move = attrs.evolve(rules.turn.suffixed[TOSS], outcome=lambda _rules, _state, action, _source: action)
    return alter(rules, suffixed={**rules.turn.suffixed, TOSS: move})


def anywhere_is_fine(rules: Rules) -> Rules:
    move = attrs.evolve(rules.turn.suffixed[TOSS], check=lambda _rules, _view, _action: None)
    return alter(rules, suffixed={**rules.turn.suffixed, TOSS: move})


def covers_are_forgotten(rules: Rules) -> Rules:
    ((name, memory),) = rules.memory.hand_memory
    forgets = HandMemory(Covers(), lambda *_: Covers(), key=memory.key, write=memory.write, read=memory.read)
    return alter(rules, hand_memory=((name, forgets),))


FAULTS: tuple[tuple[str, Callable[[Rules], Rules]], ...] = (
    ("throw-down: covers are as tossed", all_above_comes),
    ("throw-down: covers are as tossed", covers_are_forgotten),
    ("throw-down: takes go by covers", all_above_comes),
    ("throw-down: takes go by covers", alone_it_comes),
    ("throw-down: what came with another", nothing_is_barred),
    ("throw-down: what came with another", all_that_came_is_barred),
    ("throw-down: calls", all_above_comes),
    ("throw-down: what a take brings", all_above_comes),
    ("throw-down: what a take brings", alone_it_comes),
    ("throw-down: tosses", every_toss_is_clear),
    ("throw-down: tosses", anywhere_is_fine),
    ("throw-down: what stays", covers_are_forgotten),
)


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law: Law[Any] = next(law for law in LAWS if law.name == name)
    law(RULES, hands=10)
    with pytest.raises(LawBroken) as raised:
        law(fault(RULES), hands=10)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_the_laws_are_found_and_hold() -> None:
    assert laws_of_plugin("throw-down") == LAWS
    assert {law.name for law in LAWS} == {name for name, _ in FAULTS}
    rules = r5.compose("pagat", ["throw-down"], {"call": "top", "stock.empty": "reshuffle"}, seats=5)
    report = check_laws(rules, hands=3, laws=LAWS)
    assert report.held, report
