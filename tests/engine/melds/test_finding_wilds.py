"""Tests of melds with wild cards: each one that the judge allows is found once, and plain ones waste no wild card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import attrs
import pytest
from tests.counted import at_most
from tests.engine.melds.obvious import melds, windows

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import ACE, JOKER, KING, NATURALS, bag_of
from rummy500.cards.finder import MeldFinder, choose_wilds
from rummy500.cards.pieces import (
    Meld,
    Pieces,
    group_order,
    is_natural,
    natural_piece,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.cards.shapes import ACE_HIGH, MeldShapes

DEUCES = (1, 14, 27, 40)
SHAPES = {
    "jokers": MeldShapes(),
    "jokers, different suits": MeldShapes(packs=2, different_suits=True),
    "jokers, groups of three": MeldShapes(group_max=3),
    "jokers, runs of five": MeldShapes(run_min=5),
    "jokers, aces high": MeldShapes(ace_low=False),
    "jokers, aces low": MeldShapes(ace_high=False),
    "jokers, round the corner": MeldShapes(ace_low=False, round_corner=True),
    "deuces": MeldShapes(wilds=DEUCES),
    "deuces and jokers": MeldShapes(packs=2, wilds=(*DEUCES, JOKER)),
    "deuces and jokers, round the corner": MeldShapes(
        packs=2, wilds=(*DEUCES, JOKER), ace_low=False, round_corner=True
    ),
    "a deuce after jokers, different suits": MeldShapes(packs=2, wilds=(JOKER, 14), different_suits=True),
}
EVERY = pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES)


def hands(shapes: MeldShapes, *, seed: int, number: int, most: int = 6) -> Iterator[list[int]]:
    """Generate a few neighbouring cards, and one to three wild ones."""
    rng = random.Random(seed)
    faces = [*range(NATURALS), *range(NATURALS)] if shapes.packs == 2 else list(range(NATURALS))
    for _ in range(number):
        suit, rank = rng.randrange(4), rng.randrange(13)
        near = [card for card in faces if card // 13 == suit or card % 13 == rank]
        cards = rng.sample(near, rng.randint(1, most)) + [rng.choice(shapes.wilds) for _ in range(rng.randint(1, 3))]
        held = Counter(cards)
        yield sorted(card for card in held for _ in range(min(held[card], 3 if card == JOKER else shapes.packs)))


def is_plain(pieces: Pieces, cards: list[int], shapes: MeldShapes, *, downwards: bool = False) -> bool:
    """Return whether a meld wastes no wild card, and has kinds of wild cards in order."""
    used = Counter(piece & 63 for piece in pieces)
    wilds = [piece for piece in pieces if not is_natural(piece)]
    in_group = any(piece >> 6 >= 64 for piece in wilds)
    if in_group:
        rank = (wilds[0] >> 6) - 64
        free = [card for card in cards if card % 13 == rank and card < NATURALS]
        room = len(set(free)) if shapes.different_suits else len(free)
        kinds = [face for face in sorted(set(cards)) if face in shapes.wilds and (face == JOKER or face % 13 != rank)]
        in_order = [face for face in kinds for _ in range(cards.count(face))]
        return len(pieces) - len(wilds) == room and [piece & 63 for piece in wilds] == in_order[: len(wilds)]
    left = Counter(cards)
    for piece in reversed(pieces) if downwards else pieces:
        card, role = piece & 63, piece >> 6
        kinds = [face for face in shapes.wilds if left[face] and face != role]
        if card != (role if left[role] else kinds[0]):
            return False
        left[card] -= 1
    return used <= Counter(cards)


def filled(roles: list[int], cards: Counter[int], shapes: MeldShapes) -> Iterator[Pieces]:
    """List every run at some places with cards of a hand."""
    if not roles:
        yield ()
        return
    role, *others = roles
    pieces = [natural_piece(role), *(wild_in_run(face, role) for face in shapes.wilds if face != role)]
    for piece in pieces:
        if cards[piece & 63]:
            for rest in filled(others, cards - Counter([piece & 63]), shapes):
                yield (piece, *rest)


def runs_by_judge(cards: list[int], shapes: MeldShapes) -> set[Pieces]:
    found: set[Pieces] = set()
    for suit in range(4):
        for window in windows(shapes):
            for pieces in filled([suit * 13 + place % 13 for place in window], Counter(cards), shapes):
                made = shapes.new_run(pieces, 0)
                if isinstance(made, Meld):
                    found.add(made.pieces)
    return found


def of_a_rank(cards: list[int], shapes: MeldShapes, rank: int, least: int) -> set[Pieces]:
    """List every choice of cards for a group of a rank."""
    every = [
        natural_piece(card) if card < NATURALS and card % 13 == rank else wild_in_group(card, rank)
        for card in cards
        if card % 13 == rank or card in shapes.wilds
    ]
    every = [piece for piece in every if piece >> 6 < NATURALS or piece >> 6 >= 64]
    sizes = range(least, len(every) + 1)
    return {group_order(chosen) for size in sizes for chosen in combinations(every, size)}


def groups_by_judge(cards: list[int], shapes: MeldShapes) -> set[Pieces]:
    every = (chosen for rank in range(13) for chosen in of_a_rank(cards, shapes, rank, 3))
    return {chosen for chosen in every if isinstance(shapes.new_group(chosen, 0), Meld)}


@EVERY
def test_new_runs__all_that_the_judge_allows_once_each(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for cards in hands(shapes, seed=1, number=12):
        bag = bag_of(cards)
        found = list(finder.new_runs(bag))
        assert len(found) == len(set(found))
        assert set(found) == runs_by_judge(cards, shapes), cards
        plain = list(finder.new_runs(bag, plain=True))
        assert plain == [pieces for pieces in found if is_plain(unwritten(pieces, shapes), cards, shapes)], cards
        assert bool(plain) == bool(found)
        for card in set(cards):
            held = [pieces for pieces in found if card in {piece & 63 for piece in pieces}]
            assert list(finder.new_runs(bag, must=card)) == held, card


def unwritten(pieces: Pieces, shapes: MeldShapes) -> Pieces:
    """Reorder a run of all thirteen by its places if the ace is high, the order of the search."""
    return pieces[1:] + pieces[:1] if len(pieces) == 13 and not shapes.ace_low else pieces


@EVERY
def test_new_groups__all_that_the_judge_allows_once_each(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    for cards in hands(shapes, seed=2, number=15):
        bag = bag_of(cards)
        found = list(finder.new_groups(bag))
        assert len(found) == len(set(found))
        assert all(group_order(pieces) == pieces for pieces in found)
        assert set(found) == groups_by_judge(cards, shapes), cards
        plain = list(finder.new_groups(bag, plain=True))
        with_wild = [pieces for pieces in found if not all(map(is_natural, pieces))]
        assert [p for p in plain if p in with_wild] == [p for p in with_wild if is_plain(p, cards, shapes)], cards
        assert [p for p in plain if p not in with_wild] == [p for p in found if p not in with_wild]
        for card in set(cards):
            held = [pieces for pieces in found if card in {piece & 63 for piece in pieces}]
            assert list(finder.new_groups(bag, must=card)) == held, card


@EVERY
def test_extensions__all_that_the_judge_allows_once_each(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    table = melds(attrs.evolve(shapes, wilds=(JOKER,)), seed=3, number=40)
    for meld, cards in zip(table, hands(shapes, seed=4, number=40, most=4), strict=True):
        bag = bag_of(cards)
        found = list(finder.extensions(bag, meld))
        allowed = stretches_by_judge(meld, cards, shapes) if meld.is_run else additions_by_judge(meld, cards, shapes)
        assert len(found) == len(set(found))
        assert set(found) == allowed, f"{meld} {cards}"
        plain = list(finder.extensions(bag, meld, plain=True))
        assert set(plain) <= set(found)
        assert bool(plain) == bool(found)
        if meld.is_run:
            up = [pieces for pieces in found if is_above(meld, pieces, shapes)]
            down = [pieces for pieces in found if not is_above(meld, pieces, shapes)]
            assert plain == [p for p in up if is_plain(p, cards, shapes)] + [
                p for p in down if is_plain(p, cards, shapes, downwards=True)
            ], f"{meld} {cards}"
        for card in set(cards):
            held = [pieces for pieces in found if card in {piece & 63 for piece in pieces}]
            assert list(finder.extensions(bag, meld, must=card)) == held, card


def is_above(meld: Meld, pieces: Pieces, shapes: MeldShapes) -> bool:
    fits = meld.high + len(pieces) <= 13 or shapes.round_corner
    return fits and (pieces[0] >> 6) % 13 == (meld.high + 1) % 13


def stretches_by_judge(meld: Meld, cards: list[int], shapes: MeldShapes) -> set[Pieces]:
    found: set[Pieces] = set()
    for low in range(14):
        for high in range(low, low + 12 if shapes.round_corner else 14):
            window = range(low, high + 1)
            if shapes.round_corner or high < meld.low or low > meld.high:
                for pieces in filled([meld.line * 13 + place % 13 for place in window], Counter(cards), shapes):
                    if isinstance(shapes.extend(meld, pieces, 1), Meld):
                        found.add(run_order(pieces))
    return found


def additions_by_judge(meld: Meld, cards: list[int], shapes: MeldShapes) -> set[Pieces]:
    every = of_a_rank(cards, shapes, meld.line, 1)
    return {chosen for chosen in every if isinstance(shapes.extend(meld, chosen, 1), Meld)}


def test_choose_wilds__by_kind_fewer_first() -> None:
    wild = {14: 2, JOKER: 1}
    assert list(choose_wilds(wild, 0, 3)) == [
        (), (14,), (JOKER,), (14, 14), (14, JOKER), (14, 14, JOKER)
    ]  # fmt: skip
    assert list(choose_wilds(wild, 2, 2)) == [(14, 14), (14, JOKER)]
    assert list(choose_wilds({}, 0, 0)) == [()]
    assert list(choose_wilds({}, 1, 1)) == []


def test_runs__an_ace_of_a_joker_counts_at_either_end() -> None:
    shapes = MeldShapes()
    found = set(MeldFinder(shapes).new_runs(bag_of([1, 2, 11, KING, JOKER])))
    assert {run for run in found if any(piece >> 6 == ACE for piece in run)} == {
        (wild_in_run(JOKER, ACE), natural_piece(1), natural_piece(2)),
        (natural_piece(11), natural_piece(KING), wild_in_run(JOKER, ACE)),
    }


NATURAL_TWO = Reason("twos.natural", "wild", "The two after a low ace is natural.")()


def test_new_runs__where_no_wild_card_follows_a_low_ace_only_those_are_left_out() -> None:
    for every, shapes in ((shapes, attrs.evolve(shapes, natural_two=NATURAL_TWO)) for shapes in SHAPES.values()):
        for cards in hands(shapes, seed=5, number=20):
            bag = bag_of([*cards, ACE] if ACE not in cards else cards)
            for plain in (False, True):
                found = list(MeldFinder(every).new_runs(bag, plain=plain))
                kept = [pieces for pieces in found if not is_low_before_wild(every, pieces)]
                assert list(MeldFinder(shapes).new_runs(bag, plain=plain)) == kept, cards


def test_extensions__where_no_wild_card_follows_a_low_ace_only_those_are_left_out() -> None:
    some = 0
    for every, shapes in ((shapes, attrs.evolve(shapes, natural_two=NATURAL_TWO)) for shapes in SHAPES.values()):
        finder, finder_of_some = MeldFinder(every), MeldFinder(shapes)
        for seed, cards in enumerate(hands(shapes, seed=7, number=40)):
            bag = bag_of([*cards, ACE, 13] if not {ACE, 13} & {*cards} else cards)
            for natural in (bag, bag & ~finder.wild_bits):
                for meld in runs_near_the_ace(every, seed=seed):
                    for plain in (False, True):
                        found = list(finder.extensions(natural, meld, plain=plain))
                        kept = [pieces for pieces in found if not lies_low(every.extend(meld, pieces, 0))]
                        assert list(finder_of_some.extensions(natural, meld, plain=plain)) == kept, (meld, cards)
                        some += len(found) - len(kept)
    assert some > 100


def runs_near_the_ace(shapes: MeldShapes, *, seed: int) -> Iterator[Meld]:
    """List short and long runs that begin with a natural or a wild two, three or four."""
    rng = random.Random(seed)
    for low, suit in ((low, suit) for low in (1, 2, 3) for suit in (0, 1)):
        high = rng.choice([low + max(shapes.run_min, 3) - 1, KING, ACE_HIGH])
        roles = [13 * suit + place % 13 for place in range(low, high + 1)]
        pieces = [natural_piece(role) for role in roles]
        wild = rng.choice([face for face in shapes.wilds if face not in roles] or [JOKER])
        if rng.random() < 0.7:
            pieces[0] = wild_in_run(wild, roles[0])
        made = shapes.new_run(tuple(pieces), 0)
        if isinstance(made, Meld):
            yield made


def is_low_before_wild(shapes: MeldShapes, pieces: Pieces) -> bool:
    """Return whether a run begins with a low ace and a wild card."""
    return lies_low(shapes.new_run(pieces, 0))


def lies_low(made: Meld | Refusal) -> bool:
    return isinstance(made, Meld) and made.low == 0 and not is_natural(made.pieces[1])


# ------------------------------------------------------------------ what is not looked for


@pytest.mark.interpreted
def test_new_runs__the_first_is_found_at_once_whatever_is_wild() -> None:
    """In a few hundred calls of functions; a search of every choice makes many thousands."""
    finder = MeldFinder(SHAPES["deuces and jokers"])
    for card in range(NATURALS):
        bag = bag_of([card, *DEUCES, *(deuce for deuce in DEUCES if deuce != card), *[JOKER] * 4])
        with at_most(1000):
            assert next(iter(finder.new_runs(bag)))


@EVERY
def test_found_meld__what_the_judge_makes_of_it(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    some = 0
    for cards in [*hands(shapes, seed=11, number=15), list(range(13)), [*range(1, 13), shapes.wilds[0]]]:
        for pieces in finder.new_runs(bag_of(cards), plain=True):
            assert finder.found_meld(pieces, 1, is_run=True) == shapes.new_run(pieces, 1)
            some += 1
        for pieces in finder.new_groups(bag_of(cards)):
            assert finder.found_meld(pieces, 1, is_run=False) == shapes.new_group(pieces, 1)
            some += 1
    assert some > 50


@EVERY
def test_joined__what_the_judge_makes_of_a_lay_off_that_is_found(shapes: MeldShapes) -> None:
    finder = MeldFinder(shapes)
    table = melds(attrs.evolve(shapes, wilds=(JOKER,)), seed=12, number=60)
    lying = [*zip(table, hands(shapes, seed=13, number=60, most=4), strict=True)]
    longest = shapes.new_run(tuple(map(natural_piece, range(1, 13))), 0)
    assert isinstance(longest, Meld)
    lying.append((longest, [ACE]))
    both_ends = shapes.new_run(tuple(map(natural_piece, range(4, 10))), 0)
    assert isinstance(both_ends, Meld)
    lying.append((both_ends, [ACE, 1, 2, 3, 10, 11, 12]))
    some = 0
    for meld, cards in lying:
        for pieces in finder.extensions(bag_of(cards), meld):
            assert shapes.joined(meld, pieces, 1) == shapes.extend(meld, pieces, 1), f"{meld} {pieces}"
            some += 1
    assert some > 50
