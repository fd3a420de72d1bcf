"""Small decks: distributions of a few cards, and small game trees, each position of which is compared."""

from __future__ import annotations

import pytest
from tests.drawn import DRAW

from proofs.agreement.compare import compare_lists
from proofs.agreement.games import PRESETS
from proofs.agreement.small import every_distribution, every_tree

#: Of the distributions the suite compares each such; `python -m proofs.agreement --small`
#: compares all.
_EVERY = 97


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_distributions_of_a_few_cards(preset: str) -> None:
    positions = 0
    for rules, state in every_distribution(preset, every=_EVERY, turn=DRAW):
        _, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
        positions += 1
    assert positions > 600


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "positions"), [("pagat", 743), ("north-american", 743), ("classic", 258), ("family", 578)]
)
def test_every_position_of_small_trees(preset: str, positions: int) -> None:
    compared = 0
    for rules, state in every_tree(preset, cards=1, stock=1):
        _, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
        compared += 1
    assert compared == positions


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_of_larger_trees(preset: str) -> None:
    for rules, state in every_tree(preset, cards=2, stock=1):
        _, found = compare_lists(rules, state)
        assert not found, "\n".join(map(str, found))
