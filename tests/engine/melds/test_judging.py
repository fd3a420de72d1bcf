"""Tests of judging melds: their cards and places, and the rule and reason of each refusal."""

from __future__ import annotations

from itertools import combinations, product

import attrs
import pytest
from tests.engine.melds.obvious import SHAPES, melds, most_of_a_rank, naturals, run_cards, windows

from rummy500.base.errors import Refusal
from rummy500.cards.cards import JOKER, NATURALS, SPARE, card_text
from rummy500.cards.pieces import GROUP, Meld, Pieces, natural_piece, wild_in_group, wild_in_run
from rummy500.cards.shapes import MeldShapes

EVERY = pytest.mark.parametrize("shapes", SHAPES.values(), ids=SHAPES)
USUAL = MeldShapes()


def said(judged: Meld | Refusal) -> tuple[str, str] | None:
    return None if isinstance(judged, Meld) else (judged.rule, judged.reason)


@EVERY
def test_new_run__the_cards_decide_the_places(shapes: MeldShapes) -> None:
    for suit in range(4):
        for window in windows(shapes):
            pieces = naturals(run_cards(suit, window))
            for order in (pieces, pieces[::-1]):
                assert shapes.new_run(order, 5) == Meld(5, window.start, suit, pieces, bytes([5]) * len(pieces))


def run_refused(ranks: set[int], shapes: MeldShapes) -> tuple[str, str] | None:
    """Return why three different ranks of a suit are not a run."""
    places = [{place % 13 for place in window} for window in windows(MeldShapes())]
    if shapes.round_corner:
        places = [{place % 13 for place in window} for window in windows(attrs.evolve(shapes, run_min=3))]
        return None if ranks in places else ("meld.run", "gap")
    if ranks in places:
        if (0 in ranks and 1 in ranks and not shapes.ace_low) or (0 in ranks and 12 in ranks and not shapes.ace_high):
            return ace_refused(shapes)
        return ("meld.run-min", "short") if shapes.run_min > 3 else None
    return ace_refused(shapes) if ranks == {12, 0, 1} else ("meld.run", "gap")


def ace_refused(shapes: MeldShapes) -> tuple[str, str]:
    if shapes.round_corner:
        return "meld.ace", "closed"
    if shapes.ace_low and shapes.ace_high:
        return "meld.ace", "corner"
    return "meld.ace", "high-only" if shapes.ace_high else "low-only"


@pytest.mark.parametrize("name", ["usual", "aces high", "aces low", "round the corner", "runs of four"])
def test_new_run__every_three_cards_of_a_suit(name: str) -> None:
    shapes = SHAPES[name]
    for ranks in combinations(range(13), 3):
        for suit in (0, 3):
            judged = shapes.new_run(naturals([suit * 13 + rank for rank in ranks]), 0)
            refusal = run_refused(set(ranks), shapes)
            if refusal == ("meld.run", "gap") and said(judged) == ace_refused(shapes):
                assert 0 in ranks and 12 in ranks and 1 in ranks  # noqa: PT018 - round the corner, with a gap elsewhere
            else:
                assert said(judged) == refusal, ranks


@pytest.mark.parametrize("name", ["usual", "aces high", "aces low", "round the corner"])
def test_new_run__a_second_ace_on_all_thirteen(name: str) -> None:
    shapes = SHAPES[name]
    assert said(shapes.new_run((*naturals(list(range(13))), wild_in_run(JOKER, 0)), 0)) == ace_refused(shapes)
    assert said(shapes.new_run((*naturals(list(range(13))), wild_in_run(JOKER, 4)), 0)) == ("meld.run", "twice")
    assert said(shapes.new_run((*naturals(list(range(12))), wild_in_run(JOKER, 0)), 0)) == ("meld.run", "twice")


def test_roles__only_wild_cards_have_another_role() -> None:
    assert said(USUAL.new_run((*naturals([4, 5]), wild_in_run(30, 6)), 0)) == ("meld.joker", "not-wild")
    assert said(USUAL.new_run((*naturals([4, 5]), natural_piece(JOKER)), 0)) == ("meld.joker-role", "unsaid")
    assert said(USUAL.new_run((*naturals([4, 5]), wild_in_group(JOKER, 6)), 0)) == ("meld.joker-role", "unsaid")
    assert said(USUAL.new_group((*naturals([4, 17]), wild_in_group(30, 4)), 0)) == ("meld.joker", "not-wild")
    assert said(USUAL.new_group((*naturals([4, 17]), wild_in_run(JOKER, 30)), 0)) == ("meld.joker-role", "unsaid")
    assert said(USUAL.new_group((*naturals([4, 17]), natural_piece(JOKER)), 0)) == ("meld.joker-role", "unsaid")
    none = MeldShapes(wilds=())
    assert said(none.new_run((*naturals([4, 5]), wild_in_run(JOKER, 6)), 0)) == ("meld.joker", "not-wild")
    assert said(none.new_group((*naturals([4, 17]), wild_in_group(JOKER, 4)), 0)) == ("meld.joker", "not-wild")
    refusal = USUAL.new_run((*naturals([4, 5]), natural_piece(JOKER)), 0)
    assert isinstance(refusal, Refusal)
    assert dict(refusal.facts) == {"card": "*"}


def test_roles__a_wild_card_that_is_natural_there_stands_for_no_other() -> None:
    deuces = MeldShapes(packs=2, wilds=(1, 14, JOKER))
    assert said(deuces.new_group((*naturals([1, 27]), wild_in_group(14, 1)), 0)) == ("meld.joker-role", "natural")
    assert said(deuces.new_group((*naturals([2, 28]), wild_in_group(14, 2)), 0)) is None
    assert said(deuces.new_group(naturals([1, 14, 27]), 0)) is None
    assert said(deuces.new_run((natural_piece(0), natural_piece(1), wild_in_run(14, 2)), 0)) is None


def test_joker_count__at_least_one_natural_card() -> None:
    run = tuple(wild_in_run(JOKER, card) for card in (4, 5, 6))
    assert said(USUAL.new_run(run, 0)) == ("meld.joker-count", "only-wild")
    assert said(USUAL.new_run((*run[:2], natural_piece(6)), 0)) is None
    group = tuple(wild_in_group(JOKER, 4) for _ in range(3))
    assert said(USUAL.new_group(group, 0)) == ("meld.joker-count", "only-wild")
    assert said(USUAL.new_group((*group[:2], natural_piece(4)), 0)) is None


@EVERY
def test_new_group__every_number_of_cards_of_a_rank(shapes: MeldShapes) -> None:
    for jokers in (0, 1, 2) if shapes.wilds else (0,):
        for natural in range(1, 4 * shapes.packs + 1):
            cards = (
                sorted([6, 19, 32, 45] * shapes.packs)[:natural] if not shapes.different_suits else [6, 19, 32, 45, 6]
            )
            pieces = naturals(sorted(cards[:natural])) + (wild_in_group(JOKER, 6),) * jokers
            size = len(pieces)
            twice = shapes.different_suits and len(set(cards[:natural])) < len(cards[:natural])
            there = 4 if shapes.different_suits else 4 * shapes.packs
            if size < 3:
                rule = ("meld.size", "small")
            elif twice:
                rule = ("meld.group-suits", "same-suit")
            elif size > there and jokers:
                rule = ("meld.joker-role", "no-such-card")
            elif size > most_of_a_rank(shapes):
                rule = ("meld.group-max", "full")
            else:
                assert shapes.new_group(pieces[::-1], 2) == Meld(2, GROUP, 6, pieces, bytes([2]) * size)
                continue
            assert said(shapes.new_group(pieces, 2)) == rule, (natural, jokers)


def test_new_group__facts_of_the_refusals() -> None:
    kings = (*naturals([12, 25, 38, 51]), wild_in_group(JOKER, 12))
    refusal = USUAL.new_group(kings, 0)
    assert isinstance(refusal, Refusal)
    assert dict(refusal.facts) == {"rank": "K"}
    refusal = MeldShapes(group_max=3).new_group(kings[:4], 0)
    assert isinstance(refusal, Refusal)
    assert dict(refusal.facts) == {"maximum": "3"}
    refusal = MeldShapes(run_min=5).new_run(naturals([4, 5, 6, 7]), 0)
    assert isinstance(refusal, Refusal)
    assert dict(refusal.facts) == {"minimum": "5", "number": "4"}


def test_jokers_for_themselves__make_groups_of_their_own_alone() -> None:
    shapes = SHAPES["jokers for themselves"]
    joker = natural_piece(JOKER)
    assert shapes.new_group((joker,) * 4, 1) == Meld(1, GROUP, 13, (joker,) * 4, bytes([1]) * 4)
    assert said(shapes.new_group((*naturals([4, 17]), joker), 0)) == ("meld.group", "rank")
    assert said(shapes.new_run((*naturals([4, 5]), joker), 0)) == ("meld.joker", "not-wild")
    different = MeldShapes(packs=2, wilds=(), joker_groups=True, different_suits=True)
    assert said(different.new_group((joker,) * 3, 0)) is None
    wild = MeldShapes(packs=2, joker_groups=True)
    assert said(wild.new_group((joker,) * 3, 0)) == ("meld.joker-role", "unsaid")


# ------------------------------------------------------------------ laying off


@pytest.mark.parametrize("name", [name for name, shapes in SHAPES.items() if not shapes.round_corner])
def test_extend__a_stretch_at_each_end_of_each_run(name: str) -> None:
    shapes = SHAPES[name]
    for meld in [meld for meld in melds(shapes, seed=1, number=60) if meld.is_run]:
        for low in range(14):
            for high in range(low, 14):
                check_stretch(shapes, meld, range(low, high + 1))


def check_stretch(shapes: MeldShapes, meld: Meld, stretch: range) -> None:
    """Check that cards extend a run where they continue it, upwards rather than downwards."""
    cards = [meld.line * 13 + place % 13 for place in stretch]
    pieces, seat = naturals(cards), 3
    longer = [range(meld.low, stretch.stop), range(stretch.start, meld.high + 1)]
    fits_up = stretch.start == meld.high + 1
    fits_down = stretch.stop == meld.low
    judged = shapes.extend(meld, pieces[::-1], seat)
    for fits, window in zip((fits_up, fits_down), longer, strict=True):
        if fits and (window in windows(shapes) or (window == range(1, 14) and shapes.ace_high)):
            assert isinstance(judged, Meld)
            low = 0 if window == range(1, 14) and shapes.ace_low else window.start
            assert (judged.owner, judged.low, judged.line) == (meld.owner, low, meld.line)
            assert judged.pieces == naturals(run_cards(meld.line, window))
            by = dict.fromkeys(meld.pieces, meld.owner) | dict.fromkeys(pieces, seat)
            assert list(judged.by) == [by[piece] for piece in judged.pieces]
            return
    if not (fits_up or fits_down) and 0 not in [card % 13 for card in cards] and 13 not in (meld.low, meld.high):
        assert said(judged) in (
            ("meld.run", "place"),
            ("meld.run", "twice"),
            *([ace_refused(shapes)] * (meld.low == 0)),
        )


def test_meld_ace__round_the_corner_each_run_grows_at_both_ends_until_it_has_all_thirteen() -> None:
    shapes = SHAPES["round the corner"]
    for first, length in product(range(13), range(3, 14)):
        run = shapes.new_run(naturals(ring(first, length)), 0)
        assert isinstance(run, Meld)
        for start, more in product(range(13), range(1, 13)):
            judged = shapes.extend(run, naturals(ring(start, more))[::-1], 1)
            low = 1 if length == 13 else first
            on_top, below = start == (low + length) % 13, (start + more) % 13 == low
            if length + more <= 13 and (on_top or below):
                begins = 0 if length + more == 13 else first if on_top else start
                assert isinstance(judged, Meld)
                assert judged.pieces == naturals(ring(begins, length + more))
                assert judged.low == (1 if length + more == 13 else begins or 13)
                assert judged.by.count(1) == more
                assert {piece for piece, seat in zip(judged.pieces, judged.by, strict=True) if seat} == set(
                    naturals(ring(start, more))
                )
            else:
                refusal = ("meld.ace", "closed") if on_top or below else ("meld.run", "place")
                assert said(judged) == refusal, (first, length, start, more)


def ring(first: int, length: int) -> list[int]:
    """List cards of a suit from a rank on, round the corner."""
    return [(first + step) % 13 for step in range(length)]


@pytest.mark.parametrize(
    ("name", "meld", "cards", "refusal"),
    [
        ("usual", [0, 1, 2], [12], ("meld.ace", "corner")),
        ("usual", [11, 12, 0], [1], ("meld.ace", "corner")),
        ("usual", [11, 12, 0], [1, 2], ("meld.ace", "corner")),
        ("usual", [0, 1, 2], [11, 12], ("meld.ace", "corner")),
        ("usual", [1, 2, 3], [12, 0], ("meld.ace", "corner")),
        ("usual", [10, 11, 12], [0, 1], ("meld.ace", "corner")),
        ("usual", [1, 2, 3], [5], ("meld.run", "place")),
        ("usual", [4, 5, 6], [2], ("meld.run", "place")),
        ("usual", [4, 5, 6], [0], ("meld.run", "place")),
        ("usual", [4, 5, 6], [3, 7], ("meld.run", "place")),
        ("usual", [4, 5, 6], [7, 9], ("meld.run", "place")),
        ("usual", [4, 5, 6], [2, 3, 7, 8], ("meld.run", "place")),
        ("usual", [4, 5, 6], [5], ("meld.run", "place")),
        ("usual", [4, 5, 6], [20], ("meld.run", "suit")),
        ("usual", [4, 5, 6], [7, 21], ("meld.run", "suit")),
        ("aces high", [1, 2, 3], [0], ("meld.ace", "high-only")),
        ("aces low", [10, 11, 12], [0], ("meld.ace", "low-only")),
        ("aces low", [0, 1, 2], [12], ("meld.ace", "low-only")),
        ("round the corner", [11, 12, 0, 1], [3], ("meld.run", "place")),
        ("round the corner", [11, 12, 0, 1], [9], ("meld.run", "place")),
        ("round the corner", [11, 12, 0, 1], [2, 10], ("meld.run", "place")),
        ("round the corner", [11, 12, 0, 1], [24], ("meld.run", "suit")),
        ("round the corner", [*range(5, 13), 0, 1, 2], [3, 4, 5], ("meld.ace", "closed")),
        ("round the corner", list(range(13)), [0], ("meld.ace", "closed")),
    ],
)
def test_extend__what_does_not_continue_a_run(
    name: str, meld: list[int], cards: list[int], refusal: tuple[str, str]
) -> None:
    shapes = SHAPES[name]
    run = shapes.new_run(naturals(meld), 0)
    assert isinstance(run, Meld)
    assert said(shapes.extend(run, naturals(cards), 1)) == refusal


@pytest.mark.parametrize(("suit", "name"), list(enumerate(("spades", "hearts", "diamonds", "clubs"))))
def test_extend__the_refusal_names_the_card_and_the_suit_of_the_run(suit: int, name: str) -> None:
    run = USUAL.new_run(naturals([suit * 13 + rank for rank in (4, 5, 6)]), 0)
    assert isinstance(run, Meld)
    stray = (suit * 13 + 20) % NATURALS
    refusal = USUAL.extend(run, naturals([suit * 13 + 7, stray]), 1)
    assert isinstance(refusal, Refusal)
    assert str(refusal).startswith(f"{card_text(stray)} cannot be laid off on a run of {name}.")


def test_extend__nothing_is_no_lay_off() -> None:
    for meld in melds(USUAL, seed=2, number=5):
        assert said(USUAL.extend(meld, (), 0)) == ("meld.layoff", "nothing")


def test_extend__wild_cards_with_their_role() -> None:
    run = USUAL.new_run(naturals([4, 5, 6]), 0)
    assert isinstance(run, Meld)
    assert said(USUAL.extend(run, (wild_in_run(JOKER, 7),), 1)) is None
    assert said(USUAL.extend(run, (wild_in_run(JOKER, 8),), 1)) == ("meld.run", "place")
    assert said(USUAL.extend(run, (natural_piece(JOKER),), 1)) == ("meld.joker-role", "unsaid")
    assert said(USUAL.extend(run, (wild_in_run(20, 7),), 1)) == ("meld.joker", "not-wild")


def test_extend__a_group_keeps_its_order_and_who_played_what() -> None:
    shapes = SHAPES["two packs"]
    group = shapes.new_group(naturals([6, 19, 45]), 0)
    assert isinstance(group, Meld)
    longer = shapes.extend(group, (wild_in_group(JOKER, 6), *naturals([32, 19])), 2)
    assert isinstance(longer, Meld)
    assert longer.pieces == (*naturals([6, 19, 19, 32, 45]), wild_in_group(JOKER, 6))
    assert list(longer.by) == [0, 0, 2, 2, 0, 2]
    assert (longer.owner, longer.low, longer.line) == (0, GROUP, 6)
    assert said(shapes.extend(group, naturals([7]), 1)) == ("meld.group", "rank")


def test_extend__no_further_card_than_a_group_holds() -> None:
    group = USUAL.new_group(naturals([6, 19, 32]), 0)
    assert isinstance(group, Meld)
    assert said(USUAL.extend(group, (natural_piece(45), wild_in_group(JOKER, 6)), 1)) == (
        "meld.joker-role",
        "no-such-card",
    )
    assert said(MeldShapes(group_max=3).extend(group, naturals([45]), 1)) == ("meld.group-max", "full")
    filled = USUAL.extend(group, (wild_in_group(JOKER, 6),), 1)
    assert isinstance(filled, Meld)
    full = USUAL.extend(filled, naturals([45]), 1)
    assert isinstance(full, Refusal)
    assert (said(full), dict(full.facts)) == (("meld.joker-role", "full"), {"wild": "joker", "rank": "7"})
    deuces = MeldShapes(wilds=(1, JOKER)).extend(filled, naturals([45]), 1)
    assert isinstance(deuces, Refusal)
    assert deuces.facts["wild"] == "wild card"


def test_spare_cards__are_judged_as_wild_cards_where_they_are_wild() -> None:
    shapes = MeldShapes(wilds=(SPARE,))
    pieces: Pieces = (natural_piece(4), natural_piece(5), wild_in_run(SPARE, 6))
    assert said(shapes.new_run(pieces, 0)) is None
    assert said(USUAL.new_run(pieces, 0)) == ("meld.joker", "not-wild")


def test_extend__a_wild_card_that_lies_is_one_whatever_is_wild_now() -> None:
    lying = MeldShapes(wilds=(JOKER,)).new_group((*map(natural_piece, (4, 17)), wild_in_group(JOKER, 4)), 0)
    assert isinstance(lying, Meld)
    none_now = MeldShapes(wilds=())
    longer = none_now.extend(lying, (natural_piece(30),), 1)
    assert isinstance(longer, Meld)
    assert longer.pieces == (natural_piece(4), natural_piece(17), natural_piece(30), wild_in_group(JOKER, 4))
    assert isinstance(none_now.extend(lying, (wild_in_group(JOKER, 4),), 1), Refusal)
