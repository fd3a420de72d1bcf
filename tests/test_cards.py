"""Tests of bags: a union counts the copies of each card."""

from __future__ import annotations

import random

import pytest

from rummy500.cards import JOKER, NATURALS, SPARE, add, bag_of, cards_of, union

EVERY = [*range(NATURALS), *range(NATURALS), *[JOKER] * 4, *[SPARE] * 2]


def test_union__what_adding_card_by_card_gives() -> None:
    rng = random.Random(5)
    pairs = thirds = 0
    for _ in range(3000):
        dealt = rng.sample(EVERY, rng.choice((4, 20, 60)))
        cut = rng.randint(0, len(dealt))
        one, other = bag_of(dealt[:cut]), bag_of(dealt[cut:])
        assert sorted(cards_of(union(one, other))) == sorted(dealt)
        pairs += bool(one & other)
        strange = bag_of(rng.sample(EVERY, 6))
        if any(dealt.count(card) + cards_of(strange).count(card) > 2 for card in cards_of(strange) if card < NATURALS):
            thirds += 1
            with pytest.raises(ValueError, match="more than two"):
                union(bag_of(dealt), strange)
    assert pairs > 100
    assert thirds > 100


def test_union__a_joker_beside_a_pair_is_counted() -> None:
    assert cards_of(union(bag_of((3, JOKER)), bag_of((3, JOKER)))) == (3, 3, JOKER, JOKER)
    assert union(add(0, 3), add(0, 3)) == bag_of((3, 3))
