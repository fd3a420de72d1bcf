"""Random positions of each preset: both sides list the same actions, and refuse for the same reason."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from proofs.agreement.compare import compare_lists
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import wrong_refusals
from proofs.agreement.verdicts import OPEN, ORACLE_LESS_SPECIFIC

_POSITIONS = 400
_SEED = 500


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_both_list_the_same_actions(preset: str) -> None:
    positions = listed = 0
    for rules, state in islice(random_positions(preset, _SEED), _POSITIONS):
        actions, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
        positions += 1
        listed += actions
    assert positions == _POSITIONS
    assert listed > 2 * _POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_both_refuse_by_the_same_rule(preset: str) -> None:
    positions = islice(random_positions(preset, _SEED + 1), _POSITIONS)
    compared, wrong = wrong_refusals(positions, random.Random(_SEED))
    assert not wrong, "\n".join(map(str, wrong.values()))
    assert compared > 10 * _POSITIONS


def test_only_reasons_are_left_open() -> None:
    """No kind left open has an action legal on one side."""
    for kind in (*OPEN, *ORACLE_LESS_SPECIFIC):
        assert "legal" not in kind
        assert kind[0] != kind[1]
