"""Tests of pieces: a card in a role, its text and its order."""

from __future__ import annotations

import random

import pytest

from rummy500.cards.cards import JOKER, NATURALS, SPARE, bag_of
from rummy500.cards.pieces import (
    Meld,
    group_order,
    is_natural,
    natural_order,
    natural_piece,
    piece_text,
    pieces_bag,
    role_rank,
    run_order,
    wild_in_group,
    wild_in_run,
)

KINGS = (12, 25, 38, 51)


@pytest.mark.parametrize(
    ("piece", "text", "rank"),
    [
        (natural_piece(0), "As", 0),
        (natural_piece(51), "Kc", 12),
        (natural_piece(JOKER), "*", 13),
        (wild_in_run(JOKER, 21), "*=9h", 8),
        (wild_in_run(1, 25), "2s=Kh", 12),
        (wild_in_run(JOKER, 0), "*=As", 0),
        (wild_in_group(JOKER, 8), "*=9", 8),
        (wild_in_group(14, 0), "2h=A", 0),
        (wild_in_group(SPARE, 12), "*d=K", 12),
    ],
)
def test_piece__its_text_and_rank(piece: int, text: str, rank: int) -> None:
    assert piece_text(piece) == text
    assert role_rank(piece) == rank
    assert is_natural(piece) == ("=" not in text)


def test_pieces_bag__the_cards_that_were_played() -> None:
    for cards in (
        [5],
        [5, 5],
        [5, 6, 5],
        [5, 6, 5, 5, 5],
        [JOKER] * 4,
        [5, JOKER, SPARE, 51, JOKER],
        [SPARE, SPARE],
        [*range(NATURALS)],
    ):
        pieces = tuple(wild_in_run(card, 7) for card in cards)
        assert pieces_bag(pieces) == bag_of(cards), cards
    with pytest.raises(ValueError, match="more than four 6s"):
        pieces_bag(tuple(map(natural_piece, (5, 5, 5, 5, 5))))


def test_group_order__naturals_by_suit_then_wild_cards() -> None:
    group = (*map(natural_piece, KINGS), wild_in_group(1, 12), wild_in_group(JOKER, 12))
    shuffled = list(group)
    random.Random(1).shuffle(shuffled)
    assert group_order(shuffled) == group == natural_order(shuffled)


@pytest.mark.parametrize(
    "ranks",
    [
        (0, 1, 2), (5, 6, 7, 8), (10, 11, 12), (11, 12, 0), (9, 10, 11, 12, 0), tuple(range(13)), tuple(range(1, 12)),
        (12, 0, 1), (11, 12, 0, 1, 2), (*range(5, 13), *range(4)), (2, 12, 0),
    ],
)  # fmt: skip
def test_run_order__upwards_the_ace_and_what_continues_it_after_a_king(ranks: tuple[int, ...]) -> None:
    run = [natural_piece(13 + rank) for rank in ranks]
    run[1] = wild_in_run(JOKER, 13 + ranks[1])
    shuffled = run.copy()
    random.Random(2).shuffle(shuffled)
    assert run_order(shuffled) == tuple(run) == natural_order(shuffled)


def test_meld__its_kind_and_its_text() -> None:
    run = Meld(0, 6, 1, tuple(map(natural_piece, (19, 20, 21))), bytes((0, 0, 2)))
    assert (run.is_run, run.high, str(run)) == (True, 8, "0 [7h 8h 2:9h]")
    low = Meld(1, 0, 0, tuple(map(natural_piece, (0, 1, 2))), bytes((1, 1, 1)))
    assert (low.is_run, low.high, str(low)) == (True, 2, "1 [As 2s 3s]")
    group = Meld(3, -1, 12, tuple(map(natural_piece, KINGS)), bytes((3, 3, 1, 3)))
    assert (group.is_run, str(group)) == (False, "3 {Ks Kh 1:Kd Kc}")
