"""Tests that the laws of the core hold: under every preset, and under many options and numbers of seats."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.laws.core import CORE_LAWS

from rummy500 import Rules
from rummy500_testing import check_laws
from rummy500_testing.rule_sets import rule_sets

#: Three numbers of seats for each preset of the core, then enough options for every value to be played once.
SETS = tuple(islice(rule_sets(options=30, beside=False), 60))


@pytest.mark.parametrize("rules", SETS, ids=repr)
def test_the_laws_of_the_core_hold(rules: Rules) -> None:
    for broken in check_laws(rules, hands=3, laws=CORE_LAWS).broken:
        raise broken
