"""Tests that type checkers know a bag from other integers.

mypy (`warn_unused_ignores`) and pyright (the next line) refuse a `type: ignore` here that ignores no error.
"""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from typing import assert_type

from rummy500.cards.cards import Bag, bag_of, cards_of, size, union


def test_a_sum_of_bags_is_no_hand() -> None:
    hands, more = [bag_of([3])], bag_of([3])
    assert_type(hands[0] + more, int)
    hands[0] += more  # type: ignore[call-overload] # the error is the test
    assert list(map(cards_of, hands)) == [(4,)], "two equal bits make the next face"


def test_a_union_of_bags_is_a_hand() -> None:
    hands, more = [bag_of([3])], bag_of([3])
    hands[0] = assert_type(union(hands[0], more), Bag)
    assert cards_of(hands[0]) == (3, 3)


def test_a_card_is_no_bag() -> None:
    card = 3
    assert size(card) != 1  # type: ignore[arg-type] # the error is the test
    assert size(bag_of([card])) == 1
