"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Place, Rules, ScoreLine, Tally, Verdict
from rummy500.rules.rules import alter
from rummy500.rules.scores import PointTable
from rummy500_persian.partners import PartnersDraw, draw_for_partners
from rummy500_testing import Law, LawBroken, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

TO_500 = r5.compose("classic", ["persian"], seats=4)
TWO_DEALS = r5.compose("classic", ["persian"], {"persian.flavour": "001"}, seats=4)
BASE = r5.compose("pagat", ["partnership"], {"deck.jokers": 4, "meld.group-suits": "any"}, seats=4)


def a_joker_less(rules: Rules) -> Rules:
    return alter(rules, pack=rules.deal.pack[:-1])


def base_values(rules: Rules) -> Rules:
    return alter(rules, points=BASE.scoring.points)


def tens_count_nine(rules: Rules) -> Rules:
    def points(card: int, role: int, place: Place) -> int:
        return 9 if r5.card_text(card) == "Td" else rules.scoring.points.piece(card + 64 * role, place)

    return alter(rules, points=PointTable(points))


def any_group_counts_twice(rules: Rules) -> Rules:
    def lines(rules: Rules, state: r5.State) -> Iterator[ScoreLine]:
        for meld in state.public.table:
            if not meld.is_run:
                yield ScoreLine(meld.owner, sum(rules.scoring.points.meld(meld)), "persian.double", "line", "twice")

    return alter(rules, score_lines=(*rules.scoring.score_lines, lines))


def partners_are_paid_for_going_out(rules: Rules) -> Rules:
    def lines(_: Rules, state: r5.State) -> Iterator[ScoreLine]:
        yield ScoreLine((state.public.out + 2) % 4, 25, "persian.out-bonus", "line", "out")

    return alter(rules, score_lines=(*BASE.scoring.score_lines, lines))


def spared_at_the_end(rules: Rules) -> Rules:
    return alter(rules, deducts=lambda _rules, _state, _seat: False)


def no_fifty(rules: Rules) -> Rules:
    return alter(rules, match_lines=())


def fifty_each_hand(rules: Rules) -> Rules:
    def lines(_: Rules, __: Tally, ___: Verdict) -> Iterator[ScoreLine]:
        yield ScoreLine(0, 50, "persian.game", "line", "for a hand")

    return alter(rules, match_lines=(lines,))


def the_target_is_exceeded(rules: Rules) -> Rules:
    def winners(rules: Rules, tally: Tally) -> Verdict:
        return BASE.match.match_winners(alter(rules, target=rules.match.target + 1), tally)

    return alter(rules, match_winners=winners)


def to_the_target(rules: Rules) -> Rules:
    return alter(rules, match_winners=BASE.match.match_winners)


FAULTS: tuple[tuple[str, Rules, Callable[[Rules], Rules]], ...] = (
    ("persian: its game is set", TO_500, a_joker_less),
    ("persian: a joker's points", TO_500, base_values),
    ("persian: an ace's points", TO_500, base_values),
    ("persian: other cards' points", TO_500, tens_count_nine),
    ("persian: fours at once count double", TO_500, any_group_counts_twice),
    ("persian: going out pays", TO_500, partners_are_paid_for_going_out),
    ("persian: hands count at the stock's end", TO_500, spared_at_the_end),
    ("persian: the match to 500", TO_500, no_fifty),
    ("persian: the match to 500", TO_500, the_target_is_exceeded),
    ("persian: the match of two deals", TWO_DEALS, no_fifty),
    ("persian: the match of two deals", TWO_DEALS, to_the_target),
    ("persian: the winner of a match", TO_500, fifty_each_hand),
)


def law_named(name: str) -> Law[Any]:
    return next(law for law in LAWS if law.name == name)


@pytest.mark.parametrize(("name", "rules", "fault"), FAULTS)
def test_a_fault_breaks_it(name: str, rules: Rules, fault: Callable[[Rules], Rules]) -> None:
    law_named(name)(rules, hands=6)
    with pytest.raises(LawBroken) as raised:
        law_named(name)(fault(rules), hands=6)
    assert (raised.value.law, "Error" in raised.value.fault.what) == (name, False)


def test_partners_in_order_break_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_order(rules: Rules, *, deck: Sequence[int]) -> PartnersDraw:
        return attrs.evolve(draw_for_partners(rules, deck=deck), seating=(0, 1, 2, 3))

    monkeypatch.setitem(law_named("persian: partners are drawn").function.__globals__, "draw_for_partners", in_order)
    with pytest.raises(LawBroken) as raised:
        law_named("persian: partners are drawn")(TO_500)
    assert (raised.value.law, "Error" in raised.value.fault.what) == ("persian: partners are drawn", False)


def test_the_laws_are_found_and_hold() -> None:
    assert {law.name for law in LAWS} == {name for name, _, _ in FAULTS} | {"persian: partners are drawn"}
    report = check_laws(TWO_DEALS, hands=3, laws=LAWS)
    assert report.passed, report
