"""Random hands of each counted variant: both sides count the same for each seat, and name the same winners."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from proofs.agreement.games import PRESETS
from proofs.agreement.scores import compare_score, compare_winners, played_out
from proofs.agreement.variants import VARIANTS, brought_presets, counted_variants

_HANDS = 12
_SEED = 500


@pytest.mark.slow
@pytest.mark.parametrize("preset", [*PRESETS, *brought_presets()])
@pytest.mark.parametrize("variant", counted_variants())
def test_both_count_the_same(variant: str, preset: str) -> None:
    chance = random.Random(_SEED)
    hands = 0
    for hand in islice(played_out(preset, _SEED, VARIANTS[variant]), _HANDS):
        found = compare_score(hand) or compare_winners(hand, chance)
        assert not found, found
        hands += 1
    assert hands == _HANDS
