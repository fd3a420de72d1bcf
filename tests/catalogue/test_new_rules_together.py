"""The rules of the cookbook that change who begins, the table, or the time between turns, beside shipped plugins."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500_cookbook import bid_to_begin, may_i, rearrange_a_run, redeem_a_joker
from rummy500_testing import check_laws

#: Each rule with two shipped plugins.
PAIRS = [
    (bid_to_begin, "michigan"),
    (bid_to_begin, "five-ten-fifteen"),
    (may_i, "throw-down"),
    (may_i, "boathouse"),
    (rearrange_a_run, "floating"),
    (rearrange_a_run, "wikipedia"),
    (redeem_a_joker, "masters-hand"),
    (redeem_a_joker, "add-opponents-hand"),
]


@pytest.mark.slow
@pytest.mark.parametrize("flip", [False, True], ids=["after", "before"])
@pytest.mark.parametrize(("rule", "shipped"), PAIRS, ids=lambda each: getattr(each, "__name__", each))
def test_the_laws_hold_in_both_orders(rule: object, shipped: str, *, flip: bool) -> None:
    pytest.importorskip(f"rummy500_{shipped.replace('-', '_')}")
    plugins = [rule, shipped] if flip else [shipped, rule]
    check_laws(r5.compose("pagat", plugins, seats=3), hands=2, seed=3).require()
