"""Tests of finders in bags of three and four packs, against the definitions of melds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import attrs
import pytest
from tests.engine.melds.obvious import ONE_PACK, groups, runs

from rummy500.cards.cards import JOKER, bag_of
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import Meld, copies_of, pieces_bag, ranks_with_three, suits_with_run
from rummy500.cards.shapes import MeldShapes

SHAPES: Final = {
    "three packs": MeldShapes(packs=3),
    "four packs": MeldShapes(packs=4),
    "three packs, groups of four": MeldShapes(packs=3, group_max=4),
    "four packs, different suits": MeldShapes(packs=4, different_suits=True),
    "four packs, deuces wild": MeldShapes(packs=4, wilds=(1, 14, 27, 40, JOKER), group_max=5),
    "three packs, different suits, a deuce wild": MeldShapes(packs=3, wilds=(14, JOKER), different_suits=True),
}


def bags(packs: int, *, seed: int, number: int, ranks: int = 13, most: int = 12) -> Iterator[list[int]]:
    """Generate cards of some packs and of a few ranks, so that equal cards are frequent."""
    rng = random.Random(seed)
    for _ in range(number):
        chosen = rng.sample(range(13), ranks)
        cards = sorted(card for card in ONE_PACK * packs if card % 13 in chosen)
        yield sorted(rng.sample(cards, rng.randint(1, min(most, len(cards)))))


@pytest.mark.parametrize("packs", [3, 4])
def test_bits_of_many_packs(packs: int) -> None:
    for cards in bags(packs, seed=1, number=400, ranks=3):
        bag = bag_of(cards)
        of_rank = [[card for card in cards if card % 13 == rank] for rank in range(13)]
        assert ranks_with_three(bag) == [rank for rank in range(13) if len(of_rank[rank]) >= 3]
        for rank in range(13):
            assert copies_of(rank, bag) == tuple(cards.count(suit * 13 + rank) for suit in range(4))
    for cards in bags(packs, seed=2, number=100):
        assert [suit for suit, _ in suits_with_run(bag_of(cards))] == [
            suit for suit in range(4) if runs(cards, MeldShapes(), suit)
        ]


@pytest.mark.parametrize("name", SHAPES)
def test_new_melds_of_natural_cards(name: str) -> None:
    shapes = attrs.evolve(SHAPES[name], wilds=())
    finder = MeldFinder(shapes)
    several = 0
    for cards in bags(shapes.packs, seed=3, number=150, ranks=2):
        found = list(finder.new_groups(bag_of(cards)))
        due = {pieces for rank in range(13) for pieces in groups(cards, shapes, rank)}
        assert len(found) == len(set(found))
        assert set(found) == due
        several += any(len(set(pieces)) < len(pieces) - 1 for pieces in due)
        runs_due = {pieces for suit in range(4) for pieces in runs(cards, shapes, suit)}
        assert set(finder.new_runs(bag_of(cards))) == runs_due
        faces = bag_of(set(cards))
        in_runs, in_groups = finder.in_new_melds(faces)
        assert all(bag_of([piece & 63 for piece in pieces]) & in_groups for pieces in due)
        assert all(pieces_bag(pieces) & ~in_runs == 0 for pieces in runs_due)
    assert several or shapes.different_suits


@pytest.mark.parametrize("name", SHAPES)
def test_lay_offs_on_groups(name: str) -> None:
    shapes = attrs.evolve(SHAPES[name], wilds=())
    finder, rng = MeldFinder(shapes), random.Random(4)
    for cards in bags(shapes.packs, seed=5, number=150, ranks=2):
        rank = cards[0] % 13
        every = sorted(groups(sorted(ONE_PACK * min(shapes.packs, 2)), shapes, rank))
        meld = shapes.new_group(rng.choice(every), 0)
        assert isinstance(meld, Meld)
        tries = groups(cards, MeldShapes(packs=4), rank, least=1)
        due = {pieces for pieces in tries if isinstance(shapes.extend(meld, pieces, 1), Meld)}
        assert set(finder.extensions(bag_of(cards), meld)) == due


@pytest.mark.parametrize("name", SHAPES)
def test_melds_with_wild_cards_are_all_judged_to_be_melds(name: str) -> None:
    """Every group of one rank: choices of natural cards and of wild cards, judged by the shapes."""
    shapes = SHAPES[name]
    finder = MeldFinder(shapes)
    for cards in bags(shapes.packs, seed=6, number=60, ranks=2, most=5):
        bag = bag_of([*cards, 14, 14, 14, JOKER])
        found = list(finder.new_groups(bag))
        assert len(found) == len(set(found))
        for pieces in found:
            assert isinstance(shapes.new_group(pieces, 0), Meld), pieces
            assert bag_of([piece & 63 for piece in pieces]) | bag == bag
        due = {pieces for rank in range(13) for pieces in groups([*cards, 14, 14, 14], shapes, rank)}
        assert due <= set(found)
        for pieces in finder.new_groups(bag, plain=True):
            assert pieces in found
