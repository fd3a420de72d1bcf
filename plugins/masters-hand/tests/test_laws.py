"""A few random hands of each kind under the laws of `rummy500.testing`; `rummy500.testing.stress` plays thousands."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.testing import lawful_hand

KINDS: dict[str, tuple[list[str], dict[str, object], int]] = {
    "alone": (["masters-hand"], {}, 3),
    "runs of seven, many jokers": (
        ["masters-hand"],
        {"deck.jokers": 4, "deck.packs": 2, "deal.size": 7, "meld.run-min": 7, "out.discard": "required"},
        2,
    ),
}


@pytest.mark.parametrize("preset", ["pagat", "north-american", "classic", "family"])
@pytest.mark.parametrize("kind", KINDS)
def test_laws_hold(kind: str, preset: str) -> None:
    plugins, options, seats = KINDS[kind]
    rules = r5.compose(preset, plugins, options, seats=seats)
    for number in range(2):
        lawful_hand(rules, f"{kind} {preset} {number}")
