"""Random positions of each installed variant: both sides list the same actions, and refuse for the same reason."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.drawn import DRAW

from proofs.agreement.compare import compare_lists
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import wrong_refusals
from proofs.agreement.variants import VARIANTS, brought_presets, installed_variants

_POSITIONS = 60
_SEED = 500
_ALL_PRESETS = (*PRESETS, *brought_presets())
#: Every variant on every second preset; an odd number of the sample draws the others.
_GAMES = [
    (variant, preset)
    for row, variant in enumerate(installed_variants(), DRAW)
    for column, preset in enumerate(_ALL_PRESETS)
    if (row + column) % 2 == 0
]
#: Every preset that a plugin brings by itself.
_GAMES += [("", preset) for preset in brought_presets()]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset"), _GAMES)
def test_both_list_the_same_actions(variant: str, preset: str) -> None:
    positions = 0
    for rules, state in islice(random_positions(preset, _SEED, VARIANTS.get(variant)), _POSITIONS):
        _, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
        positions += 1
    assert positions == _POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset"), _GAMES)
def test_both_refuse_by_the_same_rule(variant: str, preset: str) -> None:
    positions = islice(random_positions(preset, _SEED + 1, VARIANTS.get(variant)), _POSITIONS)
    compared, wrong = wrong_refusals(positions, random.Random(_SEED))
    assert not wrong, "\n".join(map(str, wrong.values()))
    assert compared > 5 * _POSITIONS
