"""Random positions of presets and variants: both sides list the same actions, and refuse for the same reason."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.drawn import DRAW

from proofs.agreement.compare import compare_lists
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import wrong_refusals
from proofs.agreement.variants import VARIANTS, brought_presets, installed_variants
from proofs.agreement.verdicts import OPEN, ORACLE_LESS_SPECIFIC

_SEED = 500
_ALL_PRESETS = (*PRESETS, *brought_presets())
#: A variant or none, the preset, and the number of positions; every preset that a plugin brings by itself.
_GAMES = [("", preset, 400) for preset in PRESETS] + [("", preset, 60) for preset in brought_presets()]
#: Every variant on every second preset; an odd number of the sample draws the others.
_GAMES += [
    (variant, preset, 60)
    for row, variant in enumerate(installed_variants(), DRAW)
    for column, preset in enumerate(_ALL_PRESETS)
    if (row + column) % 2 == 0
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset", "positions"), _GAMES)
def test_both_list_the_same_actions(variant: str, preset: str, positions: int) -> None:
    compared = listed = 0
    for rules, state in islice(random_positions(preset, _SEED, VARIANTS.get(variant)), positions):
        actions, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
        compared += 1
        listed += actions
    assert compared == positions
    assert listed > positions


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset", "positions"), _GAMES)
def test_both_refuse_by_the_same_rule(variant: str, preset: str, positions: int) -> None:
    several = islice(random_positions(preset, _SEED + 1, VARIANTS.get(variant)), positions)
    compared, wrong = wrong_refusals(several, random.Random(_SEED))
    assert not wrong, "\n".join(map(str, wrong.values()))
    assert compared > 5 * positions


def test_only_reasons_are_left_open() -> None:
    """No kind left open has an action legal on one side."""
    for kind in (*OPEN, *ORACLE_LESS_SPECIFIC):
        assert "legal" not in kind
        assert kind[0] != kind[1]
