"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Rules, ScoreLine, Tally, Verdict
from rummy500.records import replace
from rummy500.rules.rules import alter
from rummy500_oklahoma.winning import Reserved
from rummy500_testing import Law, LawBroken, Step, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

RULES = r5.compose("classic", ["oklahoma"], {"oklahoma.jokers": 4}, seats=3)
BASE = r5.compose("pagat", seats=3)


def a_joker_less(rules: Rules) -> Rules:
    return alter(rules, pack=rules.deal.pack[:-1])


def base_values(rules: Rules) -> Rules:
    return alter(rules, points=BASE.scoring.points)


def alone_it_comes(rules: Rules) -> Rules:
    return alter(rules, collects=lambda _rules, _view, depth: (1,) if depth == 1 else ())


def without_own_lines(rules: Rules) -> Rules:
    return alter(rules, score_lines=BASE.scoring.score_lines)


def always(points: int) -> Callable[[Rules], Rules]:
    """Plant a fault: going out always pays the same."""

    def lines(_: Rules, state: r5.State) -> Iterator[ScoreLine]:
        if state.public.out >= 0:
            yield ScoreLine(state.public.out, points, "oklahoma.out-bonus", "line", "out")

    return lambda rules: alter(rules, score_lines=(*BASE.scoring.score_lines, lines))


def the_highest_wins(rules: Rules) -> Rules:
    return alter(rules, match_winners=BASE.match.match_winners)


def nothing_for_winning(rules: Rules) -> Rules:
    return alter(rules, match_lines=())


def two_hundred_each_hand(rules: Rules) -> Rules:
    def lines(_: Rules, __: Tally, ___: Verdict) -> Iterator[ScoreLine]:
        yield ScoreLine(0, 200, "oklahoma.target", "line", "for a hand")

    return alter(rules, match_lines=(lines,))


def nothing_is_reserved(rules: Rules) -> Rules:
    ((name, memory),) = rules.memory.match_memory
    return alter(rules, match_memory=((name, attrs.evolve(memory, after=lambda *_: Reserved((0, 0, 0)))),))


def hands_are_spared(rules: Rules) -> Rules:
    """Plant a fault: hands are spared if nobody could take, as on the preset `wikipedia`."""
    return alter(rules, deducts=lambda _rules, state, _seat: state.public.ended != "stock")


FAULTS: tuple[tuple[str, Callable[[Rules], Rules]], ...] = (
    ("oklahoma: its game is set", a_joker_less),
    ("oklahoma: card values", base_values),
    ("oklahoma: a take collects the whole pile", alone_it_comes),
    ("oklahoma: going out pays", without_own_lines),
    ("oklahoma: going out pays in generated turns", always(100)),
    ("oklahoma: going out pays in generated turns", always(250)),
    ("oklahoma: hands count at the stock's end", hands_are_spared),
    ("oklahoma: the winner of generated scores", the_highest_wins),
    ("oklahoma: the winner of generated scores", nothing_for_winning),
    ("oklahoma: the winner of generated scores", nothing_is_reserved),
    ("oklahoma: the winner of a match", two_hundred_each_hand),
)
SWAP = ("9s Kd Qc", "swap 9s on m1")


def law_named(name: str) -> Law[Any]:
    return next(law for law in LAWS if law.name == name)


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, fault: Callable[[Rules], Rules]) -> None:
    law_named(name)(RULES, hands=10)
    with pytest.raises(LawBroken) as raised:
        law_named(name)(fault(RULES), hands=10)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def made(hand: str) -> r5.State:
    text = f"""
        to_act = 1
        phase  = "play"
        hands  = ["8c", "{hand} Jc Td", "7c"]
        stock  = "5s 5h"
        pile   = "3d"
        melds  = ["1 {{9h 9d *=9}}"]
    """
    return r5.parse_position(text, rules=RULES).state


def test_a_swap_that_brings_no_joker_breaks_it() -> None:
    name, before = "oklahoma: a swap exchanges a card and a joker", made(SWAP[0])
    action = r5.parse_action(f"1: {SWAP[1]}", before, rules=RULES)
    after = r5.apply(RULES, before, action)
    law_named(name).check(Step(RULES, before, action, after, ""))
    with pytest.raises(LawBroken) as raised:
        law_named(name).check(Step(RULES, before, action, replace(after, hands=before.hands), ""))
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {name for name, _ in FAULTS} | {
        "oklahoma: a swap exchanges a card and a joker"
    }
    report = check_laws(RULES, hands=3, laws=LAWS)
    assert report.passed, report
