"""Tests that the laws of the core hold: under every preset, and under many options and numbers of seats."""

from __future__ import annotations

from functools import cache

import pytest
from tests.laws.core import CORE_LAWS

from rummy500 import Rules
from rummy500_testing import check_laws
from rummy500_testing.rule_sets import rule_sets

#: How many sets of rules are played: each is composed by the test that plays it.
SETS = 45


@cache
def sets() -> tuple[Rules, ...]:
    """Three numbers of seats for each preset of the core, then enough options for every value to be played once."""
    return tuple(rule_sets(options=30, beside=False))


@pytest.mark.parametrize("number", range(SETS))
def test_the_laws_of_the_core_hold(number: int) -> None:
    assert len(sets()) == SETS
    for broken in check_laws(sets()[number], hands=3, laws=CORE_LAWS).broken:
        raise broken
