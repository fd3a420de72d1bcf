"""Tests that the rules of a variant are equal under all presets if its README claims so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from proofs.matrix.orders import differing, hand_fault
from tools import workspace

import rummy500 as r5
from rummy500.base.errors import ComposeError
from rummy500.rules.options import OptionValue
from rummy500_testing import available

CLAIM = "the preset makes no difference to play"
READMES = (Path(__file__).parents[2] / "plugins").glob("*/README.md")
CLAIMED = sorted(page.parent.name for page in READMES if CLAIM in " ".join(page.read_text("utf-8").split()))
#: The hands when the stock has ended the hand and nobody could have taken.
HELD = ("Kc 9d", "Qs Td", "5c 5d", "As 4h")


def test_a_readme_claims_it() -> None:
    assert "oklahoma" in CLAIMED


def composed(plugin: str, seats: int) -> Iterator[tuple[r5.Rules, ...]]:
    """Compose the plugin on every preset, with each combination of its options; leave out refused ones."""
    options = available.own_options(plugin)
    for values in product(*map(available.values, options)):
        given: Mapping[str, OptionValue] = {option.name: value for option, value in zip(options, values, strict=True)}
        try:
            yield tuple(r5.compose(preset, [plugin], given, seats=seats) for preset in available.presets())
        except ComposeError:
            continue


@pytest.mark.slow
@pytest.mark.parametrize("plugin", CLAIMED)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_preset_makes_no_difference(plugin: str, seats: int) -> None:
    if plugin not in workspace.folders() or plugin not in available.plugins():
        pytest.skip(f"{plugin} is not installed")
    blocked = f'phase = "over"\nhands = {list(HELD[:seats])}\npile = ""\nturn = {{ ended = "stock" }}'
    every = list(composed(plugin, seats))
    assert every
    for first, *others in every:
        made = r5.score_hand(first, r5.parse_position(blocked, rules=first).state).by_seat
        for other in others:
            assert differing(first, other) == (), (first, other)
            assert r5.score_hand(other, r5.parse_position(blocked, rules=other).state).by_seat == made, (first, other)
    first, *others = every[0]
    for number, other in enumerate(others):
        assert hand_fault(first, other, f"{plugin} {number}") == ""
