"""Tests that a law that checks nothing is reported as skipped."""

from __future__ import annotations

from typing import Final

import pytest
from tests.hooks.samples import plugin
from tests.laws.core import CORE_LAWS
from tests.laws.core.scores import only_cards_score
from tests.laws.kit.plugin_laws import plugin_laws

import rummy500 as r5
from rummy500.hooks import OptionValue, ScoreLine
from rummy500_testing import check_laws, laws_for

#: The plugins in play, the options, and the laws whose rule one of the plugins, or an option, overrides.
OVERRIDDEN: Final[tuple[tuple[tuple[str, ...], dict[str, OptionValue], tuple[str, ...]], ...]] = (
    (("boathouse", "add-opponents-hand"), {}, ("boathouse: hands count at the stock's end",)),
    (
        ("oklahoma", "add-opponents-hand"),
        {"add-opponents-hand.late-layoffs": False},
        ("oklahoma: hands count at the stock's end",),
    ),
    (("persian", "add-opponents-hand"), {}, ("persian: hands count at the stock's end",)),
    (("wikipedia", "add-opponents-hand"), {}, ("wikipedia: hands are not deducted",)),
    (("must-go-out", "partnership"), {}, ("the leader wins", "partnership: a side wins")),
    (("persian",), {}, ("persian: the match of two deals",)),
    (
        ("persian",),
        {"persian.flavour": "001"},
        ("persian: the match to 500", "persian: hands count at the stock's end", "persian: an ace's points"),
    ),
    (("persian", "five-ten-fifteen"), {}, ("persian: an ace's points", "persian: other cards' points")),
    (("scoring", "five-ten-fifteen"), {}, ("scoring: an ace's points",)),
    (("scoring", "dealers-gambit"), {}, ("scoring: a joker's points",)),
)


@pytest.mark.parametrize(("names", "options", "laws"), OVERRIDDEN, ids="+".join)
def test_a_law_whose_rule_is_overridden_is_skipped(
    names: tuple[str, ...], options: dict[str, OptionValue], laws: tuple[str, ...]
) -> None:
    for name in names:
        pytest.importorskip(f"rummy500_{name.replace('-', '_')}")
    rules = r5.compose("pagat", names, options, seats=4)
    asked = [law for law in laws_for(rules, (*CORE_LAWS, *plugin_laws())) if law.name in laws]
    rows = check_laws(rules, hands=6, laws=asked).rows
    assert {row.name: (row.asked, row.result) for row in rows if row.name in laws} == dict.fromkeys(
        laws, (0, "skipped")
    )


def test_a_law_of_the_score_is_skipped_where_a_plugin_adds_lines() -> None:
    added = plugin("luck", score_lines=lambda: lambda rules, state: [ScoreLine(0, 5, "score.hand", "line", "luck")])
    row, _ = check_laws(r5.compose("pagat", [added], seats=2), hands=2, laws=[only_cards_score]).rows
    assert (row.asked, row.result) == (0, "skipped")
