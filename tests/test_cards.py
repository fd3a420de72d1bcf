"""Tests of bags: they count the copies of each card, of up to four packs."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rummy500.cards.cards import (
    JOKER,
    NATURALS,
    SPARE,
    UNKNOWN,
    Bag,
    add,
    bag_max,
    bag_of,
    cards_of,
    common,
    count,
    faces_of,
    minus,
    remove,
    size,
    union,
    without,
)
from rummy500.rules.actions import NONE


def every_card(packs: int) -> list[int]:
    return [*range(NATURALS)] * packs + [JOKER] * 4 + [SPARE] * 2


@pytest.mark.parametrize("packs", [2, 3, 4])
def test_union__what_adding_card_by_card_gives(packs: int) -> None:
    rng = random.Random(5)
    pairs = 0
    for _ in range(3000):
        dealt = rng.sample(every_card(packs), rng.choice((4, 20, 60)))
        cut = rng.randint(0, len(dealt))
        one, other = bag_of(dealt[:cut]), bag_of(dealt[cut:])
        assert sorted(cards_of(union(one, other))) == sorted(dealt)
        pairs += bool(one & other)
    assert pairs > 100


@pytest.mark.parametrize("packs", [1, 2, 3, 4])
def test_bags_count_as_lists_do(packs: int) -> None:
    rng = random.Random(packs)
    every = every_card(packs)
    for _ in range(500):
        held, others = (Counter(rng.sample(every, rng.choice((3, 15, 50)))) for _ in range(2))
        part = Counter(rng.sample(sorted(held.elements()), rng.randint(1, held.total())))
        bag, other = bag_of(held.elements()), bag_of(others.elements())
        assert cards_of(bag) == tuple(sorted(held.elements()))
        assert size(bag) == held.total()
        assert all(count(bag, card) == held[card] for card in range(SPARE + 1))
        assert faces_of(bag) == tuple(sorted(held))
        assert cards_of(minus(bag, bag_of(part.elements()))) == tuple(sorted((held - part).elements()))
        assert cards_of(common(bag, other)) == tuple(sorted((held & others).elements()))
        assert cards_of(without(bag, other)) == tuple(sorted((held - others).elements()))
        assert cards_of(bag_max(bag, other)) == tuple(sorted((held | others).elements()))
        card = rng.choice(sorted(held))
        assert cards_of(remove(bag, card)) == tuple(sorted((held - Counter([card])).elements()))
        assert add(remove(bag, card), card) == bag


def test_one_and_two_packs_keep_their_layout() -> None:
    assert bag_of(range(NATURALS)) < 1 << 60
    assert bag_of((*range(NATURALS), *range(NATURALS))) < 1 << 112


def test_no_card_is_in_no_bag() -> None:
    rng = random.Random(5)
    for _ in range(200):
        bag = bag_of(rng.sample([*range(52), *range(52), JOKER, SPARE], 14))
        assert (count(bag, NONE), count(bag, UNKNOWN)) == (0, 0)


@pytest.mark.parametrize("number", [-1, -5, -(1 << 60), -(1 << 300)])
def test_a_number_below_0_is_no_bag(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is no set of cards"):
        cards_of(Bag(number))


def test_union__five_equal_cards_are_refused() -> None:
    for many in (1, 2, 3, 4):
        with pytest.raises(ValueError, match="more than four"):
            union(bag_of([3] * many), bag_of([3] * (5 - many)))
