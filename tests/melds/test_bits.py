"""Tests of the bit operations on bags against lists of cards: all cases of few cards, random ones of many."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.melds.obvious import ONE_PACK, TWO_PACKS, bags, naturals, times

from rummy500.cards import pieces as bits
from rummy500.cards.cards import BIT, NATURALS, SUIT_BITS, bag_of
from rummy500.cards.natural import as_written
from rummy500.cards.pieces import (
    CARD_SHIFT,
    PIECE,
    RANK_BITS,
    SUIT_SHIFT,
    copies_of,
    in_a_row,
    ranks_with_three,
    row_around,
    row_table,
    suit_mask,
    suits_with_run,
)

#: Three ranks in a row, the ace at both ends.
ROWS = [{start, start + 1, (start + 2) % 13} for start in range(12)]


def suits_by_cards(cards: list[int]) -> list[tuple[int, int]]:
    by_suit = [{card % 13 for card in cards if card // 13 == suit} for suit in range(4)]
    return [
        (suit, sum(1 << rank for rank in ranks))
        for suit, ranks in enumerate(by_suit)
        if any(row <= ranks for row in ROWS)
    ]


def ranks_by_cards(cards: list[int]) -> list[int]:
    return [rank for rank in range(13) if sum(card % 13 == rank for card in cards) >= 3]


def test_suits_with_run__every_three_cards_of_a_pack() -> None:
    for three in combinations(ONE_PACK, 3):
        assert suits_with_run(bag_of(three)) == suits_by_cards(list(three)), three


@pytest.mark.parametrize("seed", range(3))
def test_suits_with_run__cards_of_two_packs(seed: int) -> None:
    for cards in bags(300, seed=seed):
        assert suits_with_run(bag_of(cards)) == suits_by_cards(cards), cards


def test_suits_with_run__no_suit_is_looked_at_where_none_has_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(mask: int) -> int:
        raise AssertionError(f"{mask:013b} was looked at")

    monkeypatch.setattr(bits, "in_a_row", never)
    for cards in (*combinations(ONE_PACK[:26], 3), *bags(300, seed=7, most=12)):
        if not suits_by_cards(list(cards)):
            assert suits_with_run(bag_of(cards)) == []


def test_ranks_with_three__every_three_cards_of_a_pack() -> None:
    for three in combinations(ONE_PACK, 3):
        assert ranks_with_three(bag_of(three)) == ranks_by_cards(list(three)), three


def test_ranks_with_three__every_three_cards_of_a_rank_of_two_packs() -> None:
    for rank in range(13):
        of_rank = [card for card in TWO_PACKS if card % 13 == rank]
        other = [(rank + 1) % 13, (rank + 1) % 13]  # a second copy of another rank
        for size in (1, 2, 3, 4):
            for some in combinations(of_rank, size):
                for cards in ([*some], [*some, *other]):
                    assert ranks_with_three(bag_of(cards)) == ranks_by_cards(cards), cards


@pytest.mark.parametrize("seed", range(3))
def test_ranks_with_three__cards_of_two_packs(seed: int) -> None:
    for cards in bags(300, seed=seed):
        assert ranks_with_three(bag_of(cards)) == ranks_by_cards(cards), cards


def test_in_a_row__every_suit() -> None:
    for mask in range(SUIT_BITS + 1):
        ranks = {rank for rank in range(13) if mask >> rank & 1}
        assert in_a_row(mask) == sum(1 << start for start, row in enumerate(ROWS) if row <= ranks), ranks


def test_row_table__the_cards_of_every_row_of_three() -> None:
    for mask, inside in enumerate(row_table()):
        ranks = {rank for rank in range(13) if mask >> rank & 1}
        assert inside == sum(1 << rank for rank in set().union(*(row for row in ROWS if row <= ranks)))


def test_row_around__the_ranks_that_lie_in_a_row_with_one() -> None:
    for mask in range(1, SUIT_BITS + 1, 7):
        for rank in (rank for rank in range(13) if mask >> rank & 1):
            there = {rank}
            for step in (1, -1):
                for start in (0, 13) if rank == 0 else (rank,):
                    place = start + step
                    while 0 <= place <= 13 and mask >> place % 13 & 1:
                        there.add(place % 13)
                        place += step
            assert row_around(mask, rank) == sum(1 << each for each in there)


@pytest.mark.parametrize("jokers", [0, 3])
def test_copies_and_suits__cards_of_two_packs(jokers: int) -> None:
    for cards in bags(100, seed=1, most=90):
        bag, there = bag_of(cards) + jokers, times(cards)
        for rank in range(13):
            assert copies_of(rank, bag) == tuple(there[suit * 13 + rank] for suit in range(4))
        for suit in range(4):
            assert suit_mask(bag, suit) == sum(1 << rank for rank in range(13) if there[suit * 13 + rank])


def test_tables__each_card_has_its_bits() -> None:
    for card in range(NATURALS):
        suit, rank = divmod(card, 13)
        assert BIT[card] == 1 << SUIT_SHIFT[suit] + rank
        assert CARD_SHIFT[card] == SUIT_SHIFT[suit]
        assert PIECE[card] == card + 64 * card
        assert RANK_BITS[rank] & BIT[card]
    assert len(RANK_BITS) == 13
    assert len(PIECE) == len(CARD_SHIFT) == NATURALS
    assert [bits.bit_count() for bits in RANK_BITS] == [4] * 13


def test_as_written__all_thirteen_from_the_ace_on_others_by_place() -> None:
    for suit in range(4):
        cards = [suit * 13 + rank for rank in range(13)]
        assert as_written(naturals([*cards[1:], cards[0]])) == naturals(cards)
        assert as_written(naturals(cards)) == naturals(cards)
        assert as_written(naturals([*cards[2:], cards[0]])) == naturals([*cards[2:], cards[0]])
