"""Tests that the finder of natural melds and lay-offs agrees with their definitions and with the judge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest
from tests.engine.melds.obvious import (
    ONE_PACK,
    SHAPES,
    bags,
    groups,
    melds,
    naturals,
    run_cards,
    runs,
    windows,
)

from rummy500.cards.cards import BIT, COUNT_BITS, JOKER, bag_of
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import GROUP, Meld, Pieces, natural_piece, suit_mask
from rummy500.cards.shapes import MeldShapes, partners_in_three

EVERY = pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES)


@EVERY
def test_runs__those_of_each_suit_from_the_low_end_up(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for cards in (*bags(60, seed=1), ONE_PACK):
        for suit in range(4):
            mask, every = suit_mask(bag_of(cards), suit), runs(cards, shapes, suit)
            assert list(finder.runs(suit, mask)) == every, cards
            assert list(finder.runs(suit, mask)) == every, "asked again"
            for rank in range(13):
                holding = [run for run in every if natural_piece(suit * 13 + rank) in run]
                found = finder.new_runs(bag_of(cards), must=suit * 13 + rank)
                assert list(found) == holding, (cards, rank)
                found = finder.new_runs(bag_of(cards), must=suit * 13 + rank)
                assert list(found) == holding, "asked again"


@EVERY
def test_groups_and_additions__every_hand_of_a_rank_asked_of_one_finder(shapes: MeldShapes) -> None:
    finder, rank = MeldFinder(shapes), 8
    table = [meld for meld in melds(shapes, seed=20, number=120) if meld.line == rank and not meld.is_run][:4]
    for copies in product(range(shapes.packs + 1), repeat=4):
        cards = [suit * 13 + rank for suit in range(4) for _ in range(copies[suit])]
        for more in ([], [rank + 1, rank + 1][: shapes.packs]):
            bag = bag_of(cards + more)
            assert sorted(finder.groups(rank, bag)) == sorted(groups(cards, shapes, rank))
            for meld in table:
                assert sorted(finder.extensions(bag, meld)) == sorted(laid_off(meld, cards, shapes)), str(meld)


@EVERY
def test_new_melds__every_one_once_and_with_a_card_those_that_hold_it(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for cards in bags(40, seed=4):
        bag = bag_of(cards)
        every_run = [run for suit in range(4) for run in runs(cards, shapes, suit)]
        every_group = sorted(group for rank in range(13) for group in groups(cards, shapes, rank))
        assert list(finder.new_runs(bag)) == every_run
        assert sorted(finder.new_groups(bag)) == every_group
        for card in ONE_PACK:
            piece = natural_piece(card)
            assert list(finder.new_runs(bag, must=card)) == [run for run in every_run if piece in run]
            assert sorted(finder.new_groups(bag, must=card)) == [group for group in every_group if piece in group]


@EVERY
def test_wanted__the_cards_that_the_judge_lets_lie_on_a_meld(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for meld in melds(shapes, seed=5, number=80):
        fitting = [card for card in ONE_PACK if isinstance(shapes.extend(meld, (natural_piece(card),), 1), Meld)]
        assert finder.wanted(meld) == sum(BIT[card] for card in fitting), str(meld)
        assert finder.wanted(meld) == sum(BIT[card] for card in fitting), "asked again"


@EVERY
def test_extensions__stretches_at_either_end_of_a_run_and_cards_of_a_groups_rank(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for meld, cards in zip(melds(shapes, seed=6, number=60), bags(60, seed=7), strict=True):
        allowed = laid_off(meld, cards, shapes)
        found = list(finder.extensions(bag_of(cards), meld))
        assert sorted(found) == sorted(allowed), f"{meld} {naturals(cards)}"
        assert list(finder.extensions(bag_of(cards), meld)) == found, "asked again"
        for card in set(cards):
            holding = [pieces for pieces in found if natural_piece(card) in pieces]
            assert list(finder.extensions(bag_of(cards), meld, must=card)) == holding, f"{meld} {card}"


def laid_off(meld: Meld, cards: list[int], shapes: MeldShapes) -> list[Pieces]:
    """List the cards that extend a meld according to the judge."""
    if meld.is_run:
        suit = [card for card in sorted(set(cards)) if card // 13 == meld.line]
        tries = {naturals(run_cards(meld.line, window)) for window in places_of(suit)}
    else:
        tries = groups(cards, MeldShapes(packs=2), meld.line, least=1)
    return [pieces for pieces in tries if isinstance(shapes.extend(meld, pieces, 1), Meld)]


def places_of(suit: list[int]) -> list[range]:
    ranks = {card % 13 for card in suit}
    every = [range(low, high) for low in range(14) for high in range(low + 1, 27)]
    return [window for window in every if len(window) < 13 and {place % 13 for place in window} <= ranks]


@EVERY
def test_extended__as_the_judge_has_it_for_every_card(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for meld in melds(shapes, seed=8, number=40):
        for piece in (*naturals(ONE_PACK), natural_piece(JOKER), JOKER + 64 * 20, JOKER + 64 * 69):
            assert finder.extended(meld, (piece,), 3) == shapes.extend(meld, (piece,), 3), f"{meld} {piece}"


@EVERY
def test_new_meld__as_the_judge_has_it_the_first_time_and_again(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    seen: set[Pieces] = set()
    for meld in melds(shapes, seed=11, number=40):
        assert finder.is_known(meld.pieces) == (meld.pieces in seen)
        seen.add(meld.pieces)
        for _ in range(2):
            assert finder.new_meld(meld.pieces, 3, is_run=meld.is_run) == (
                shapes.new_run(meld.pieces, 3) if meld.is_run else shapes.new_group(meld.pieces, 3)
            )
        assert finder.is_known(meld.pieces)
        backwards = meld.pieces[::-1]
        if backwards != meld.pieces:
            assert finder.new_meld(backwards, 0, is_run=meld.is_run) == (
                shapes.new_run(backwards, 0) if meld.is_run else shapes.new_group(backwards, 0)
            )
            assert not finder.is_known(backwards)


@EVERY
def test_targets__melds_that_can_grow_with_the_fitting_cards(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    first, second = tuple(melds(shapes, seed=12, number=8)), tuple(melds(shapes, seed=13, number=8))
    for table in (first, second, first, ()):
        growing = [(on, meld, finder.wanted(meld)) for on, meld in enumerate(table) if finder.wanted(meld)]
        assert finder.targets(table, -1) == growing
        assert finder.targets(table, -1) == growing, "asked again"
        for cards in bags(10, seed=14, most=5):
            bag = bag_of(cards)
            assert finder.targets(table, bag) == [target for target in growing if bag & target[2]]


def test_groups_of_jokers__where_they_stand_for_themselves() -> None:
    shapes = MeldShapes(packs=2, wilds=(), joker_groups=True, group_max=4)
    finder = MeldFinder(shapes)
    joker = natural_piece(JOKER)
    for held in range(7):
        sizes = [size for size in (3, 4) if size <= held]
        assert finder.groups_of_jokers(held) == [(joker,) * size for size in sizes]
        assert list(finder.new_groups(held | BIT[3])) == [(joker,) * size for size in sizes]
        assert list(finder.new_groups(held | BIT[3], must=JOKER)) == [(joker,) * size for size in sizes]
        assert list(finder.new_groups(held | BIT[3], must=3)) == []
        meld = Meld(0, GROUP, 13, (joker,) * 3, bytes(3))
        assert finder.wanted(meld) == COUNT_BITS
        assert list(finder.extensions(held, meld)) == ([(joker,)] if held else [])
    assert finder.wanted(Meld(0, GROUP, 13, (joker,) * 4, bytes(4))) == 0
    assert not MeldFinder(SHAPES["no jokers"]).joker_groups
    assert not list(MeldFinder(SHAPES["no jokers"]).new_groups(5))


# ------------------------------------------------------------------ what is looked up is not worked out again


def never(*_: object, **__: object) -> None:
    raise AssertionError("worked out again")


def assert_not_judged_again(
    finder: MeldFinder, plays: Sequence[tuple[Meld, Pieces]], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = [finder.shapes.extend(meld, pieces, 1) for meld, pieces in plays]
    monkeypatch.setattr(MeldShapes, "extend", never)
    assert [finder.extended(meld, pieces, 1) for meld, pieces in plays] == judged


@pytest.mark.interpreted
@EVERY
def test_extended__one_natural_card_that_fits_is_not_judged_again(
    shapes: MeldShapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, table = MeldFinder(shapes), melds(shapes, seed=17, number=30)
    fitting = [(meld, (natural_piece(card),)) for meld in table for card in ONE_PACK if finder.wanted(meld) & BIT[card]]
    assert_not_judged_again(finder, fitting, monkeypatch)


@pytest.mark.interpreted
@EVERY
def test_extended__several_natural_cards_that_fit_are_not_judged_again(
    shapes: MeldShapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, table = MeldFinder(shapes), melds(shapes, seed=17, number=30)
    deck = bag_of((*ONE_PACK, *ONE_PACK)) if shapes.packs > 1 else bag_of(ONE_PACK)
    fitting = [(meld, pieces) for meld in table for pieces in finder.extensions(deck, meld)]
    once = [(meld, pieces) for meld, pieces in fitting if len(set(pieces)) == len(pieces)]
    assert any(len(pieces) > 1 for _, pieces in once)
    assert_not_judged_again(finder, once, monkeypatch)


@pytest.mark.interpreted
def test_groups__fewer_than_three_cards_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MeldFinder, "_search_group", never)
    finder = MeldFinder(SHAPES["two packs"])
    for cards in ([8], [8, 21], [8, 8], [8, 9, 10, 21], [8, 8, 9, 9], [7, 7, 7 + 13, 8, 8]):
        assert finder.groups(8, bag_of(cards)) == ()


@pytest.mark.interpreted
@EVERY
def test_targets__of_the_same_melds_are_not_worked_out_again(
    shapes: MeldShapes, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, table = MeldFinder(shapes), tuple(melds(shapes, seed=21, number=5))
    more, other = melds(shapes, seed=22, number=2)
    asked: list[Meld] = []
    wanted = MeldFinder.wanted

    def ask(finder: MeldFinder, meld: Meld) -> int:
        asked.append(meld)
        return wanted(finder, meld)

    monkeypatch.setattr(MeldFinder, "wanted", ask)
    for there, new in (
        (table, list(table)),
        (table, []),
        ((*table, more), [more]),
        ((*table[:2], other, *table[3:], more), [other]),
        (table[:2], []),
        ((other, *table[:2]), [other, *table[:2]]),
    ):
        asked.clear()
        finder.targets(there, 0)
        finder.targets(there, bag_of(ONE_PACK))
        assert asked == new


@pytest.mark.parametrize("name", ["usual", "aces high", "aces low", "round the corner", "runs of four"])
def test_partners_are_the_pairs_of_all_melds_of_three(name: str) -> None:
    shapes = SHAPES[name]
    threes = [run_cards(suit, each) for suit in range(4) for each in windows(shapes) if len(each) == 3]
    threes += [list(three) for rank in range(13) for three in combinations(range(rank, 52, 13), 3)]
    found = partners_in_three(
        shapes.run_min, ace_low=shapes.ace_low, ace_high=shapes.ace_high, round_corner=shapes.round_corner
    )
    for card in range(52):
        thirds: dict[int, int] = {}
        for three in (three for three in threes if card in three):
            for other, third in permutations([each for each in three if each != card]):
                thirds[other] = thirds.get(other, 0) | BIT[third]
        assert dict(found[card]) == thirds
