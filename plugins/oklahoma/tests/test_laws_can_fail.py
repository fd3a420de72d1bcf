"""Each law of the plugin is seen to fail: with a fault planted in composed rules it is broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Rules, ScoreLine, Tally, Verdict
from rummy500.records import replace
from rummy500.rules import alter
from rummy500.testing import Law, LawBroken, Step, check_laws, look_at
from rummy500.testing.laws.of_plugins import laws_of_plugin
from rummy500_oklahoma.laws import LAWS
from rummy500_oklahoma.winning import Reserved

RULES = r5.compose("classic", ["oklahoma"], {"oklahoma.jokers": 4}, seats=3)
BASE = r5.compose("pagat", seats=3)


def a_joker_less(rules: Rules) -> Rules:
    return alter(rules, pack=rules.deal.pack[:-1])


def base_values(rules: Rules) -> Rules:
    return alter(rules, points=BASE.scoring.points)


def aces_lie_low_anywhere(rules: Rules) -> Rules:
    return alter(rules, may_meld=None)


def any_discard_is_taken(rules: Rules) -> Rules:
    return alter(rules, pile_brings=None)


def alone_it_comes(rules: Rules) -> Rules:
    return alter(rules, pile_brings=lambda _rules, _view, depth: (1,) if depth == 1 else ())


def the_top_may_be_kept(rules: Rules) -> Rules:
    return alter(rules, top_may_be_kept=True, must_use=lambda _rules, _view, _depth: False)


def the_queen_may_go(rules: Rules) -> Rules:
    return alter(rules, bars=(), barred=lambda _rules, _view: 0)


def without_own_lines(rules: Rules) -> Rules:
    return alter(rules, score_lines=BASE.scoring.score_lines)


def always(points: int) -> Callable[[Rules], Rules]:
    """So many points for going out, whatever was melded when."""

    def lines(_: Rules, state: r5.State) -> Iterator[ScoreLine]:
        if state.public.out >= 0:
            yield ScoreLine(state.public.out, points, "oklahoma.out-bonus", "out")

    return lambda rules: alter(rules, score_lines=(*BASE.scoring.score_lines, lines))


def the_highest_wins(rules: Rules) -> Rules:
    return alter(rules, match_winners=BASE.match.match_winners)


def nothing_for_winning(rules: Rules) -> Rules:
    return alter(rules, match_lines=())


def two_hundred_each_hand(rules: Rules) -> Rules:
    def lines(_: Rules, __: Tally, ___: Verdict) -> Iterator[ScoreLine]:
        yield ScoreLine(0, 200, "oklahoma.target", "for a hand")

    return alter(rules, match_lines=(lines,))


def nothing_is_reserved(rules: Rules) -> Rules:
    ((name, memory),) = rules.memory.match_memory
    return alter(rules, match_memory=((name, attrs.evolve(memory, after=lambda *_: Reserved((0, 0, 0)))),))


def hands_are_spared(rules: Rules) -> Rules:
    """As on the preset `wikipedia` where nobody could take, before Oklahoma declared that its text deducts."""
    return alter(rules, deducts=lambda _rules, state, _seat: state.public.ended != "stock")


FAULTS: tuple[tuple[str, Callable[[Rules], Rules]], ...] = (
    ("oklahoma: the game", a_joker_less),
    ("oklahoma: values", base_values),
    ("oklahoma: what is melded", aces_lie_low_anywhere),
    ("oklahoma: what is melded", the_queen_may_go),
    ("oklahoma: the top or nothing", any_discard_is_taken),
    ("oklahoma: the top or nothing", the_top_may_be_kept),
    ("oklahoma: the whole pile", alone_it_comes),
    ("oklahoma: the queen", the_queen_may_go),
    ("oklahoma: going out", without_own_lines),
    ("oklahoma: what going out pays", always(100)),
    ("oklahoma: what going out pays", always(250)),
    ("oklahoma: hands count at the stock's end", hands_are_spared),
    ("oklahoma: who has won", the_highest_wins),
    ("oklahoma: who has won", nothing_for_winning),
    ("oklahoma: who has won", nothing_is_reserved),
    ("oklahoma: the match", two_hundred_each_hand),
)
LOW = ("Ah 2s 3h", "meld [Ah 2s=2h 3h]")
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


def test_an_ace_before_a_wild_deuce_breaks_it() -> None:
    name, rules = "oklahoma: melds", aces_lie_low_anywhere(RULES)
    before = made(LOW[0])
    action = r5.parse_action(f"1: {LOW[1]}", before, rules=rules)
    with pytest.raises(LawBroken) as raised:
        law_named(name).check(Step(rules, before, action, r5.apply(rules, before, action), ""))
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_a_swap_that_is_not_listed_breaks_it() -> None:
    name, state = "oklahoma: jokers come back", made(SWAP[0])
    law_named(name).check(look_at(RULES, state, random.Random(0)))
    spot = look_at(RULES, state, random.Random(0))
    without = attrs.evolve(spot, listed=tuple(action for action in spot.listed if action.verb != "swap"))
    with pytest.raises(LawBroken) as raised:
        law_named(name).check(without)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_a_swap_of_another_seat_breaks_it() -> None:
    name, state = "oklahoma: jokers come back", made(SWAP[0])
    meld = replace(state.public.table[0], by=bytes([1, 1, 0]))
    theirs = replace(state, public=replace(state.public, table=(meld,)))
    spot = look_at(RULES, state, random.Random(0))
    with pytest.raises(LawBroken) as raised:
        law_named(name).check(attrs.evolve(spot, state=theirs))
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_a_swap_that_brings_no_joker_breaks_it() -> None:
    name, before = "oklahoma: swaps", made(SWAP[0])
    action = r5.parse_action(f"1: {SWAP[1]}", before, rules=RULES)
    after = r5.apply(RULES, before, action)
    law_named(name).check(Step(RULES, before, action, after, ""))
    with pytest.raises(LawBroken) as raised:
        law_named(name).check(Step(RULES, before, action, replace(after, hands=before.hands), ""))
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_the_laws_are_found_and_hold() -> None:
    assert laws_of_plugin("oklahoma") == LAWS
    by_hand = {"oklahoma: melds", "oklahoma: jokers come back", "oklahoma: swaps"}
    assert {law.name for law in LAWS} == {name for name, _ in FAULTS} | by_hand
    report = check_laws(RULES, hands=3, laws=LAWS)
    assert report.held, report
