"""Tests of card points against their definition: every card, role and place, under every option."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from tests.engine.melds.obvious import melds, naturals, run_cards, windows
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.cards.cards import JOKER, NATURALS, SPARE
from rummy500.cards.pieces import GROUP, Meld, natural_piece, wild_in_group, wild_in_run
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.scoring import CARD_POINTS, wild_cards
from rummy500.rules.scores import WILD_IN_HAND, Place, PointTable
from rummy500_cookbook import wild_by_hand

Ace = Literal["by-use", "one"]
ACES: tuple[Ace, ...] = ("by-use", "one")
PLACES: tuple[Place, ...] = ("hand", "group", "run", "low")
QUEEN = 50  # the queen of spades


def counts(card: int, place: Place, ace: Ace) -> int:
    """Return the points of a card: 2 to 10 their number, J Q K 10, a joker 15, an ace 15, or 1 if it is low."""
    if card == JOKER:
        return 15
    if card == SPARE:
        return 0
    rank = card % 13
    if rank == 0:
        return 1 if ace == "one" or place == "low" else 15
    return [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10][rank - 1]


@pytest.mark.parametrize("ace", ACES)
def test_point_table__in_hand_and_on_the_table(ace: Ace) -> None:
    table = PointTable(CARD_POINTS[ace])
    assert table.in_hand == tuple(counts(card, "hand", ace) for card in range(54))
    for card in (*range(NATURALS), JOKER, SPARE):
        for place in PLACES:
            for piece in (natural_piece(card), wild_in_run(card, 3), wild_in_group(card, 5)):
                assert table.piece(piece, place) == counts(card, place, ace)
                assert table.piece(piece, place) == counts(card, place, ace), "asked again"
        most = max(counts(card, place, ace) for place in PLACES[1:])
        assert (table.most(card), table.most(card)) == (most, most)


def by_role(card: int, role: int, place: Place) -> int:
    """Count a joker as the card that it stands for, and 30 in a group of aces; all else 5, 6 in a group, low 1."""
    if place == "hand":
        return 7
    if card == JOKER:
        return 30 if role == 64 else role % 64 % 13 + 1
    return {"low": 1, "run": 5, "group": 6}[place]


@pytest.mark.parametrize("ace", ACES)
def test_point_table__of_melds_piece_by_piece(ace: Ace) -> None:
    table, shapes = PointTable(CARD_POINTS[ace]), MeldShapes(packs=2)
    for suit in range(4):
        for window in windows(shapes):
            meld = shapes.new_run(naturals(run_cards(suit, window)), 0)
            assert isinstance(meld, Meld)
            points = [counts(card, "run", ace) for card in run_cards(suit, window)]
            if window.start == 0:
                points[0] = 1
            assert table.meld(meld) == points
            assert table.play(meld, meld.pieces) == sum(points)
            for some in (meld.pieces[:1], meld.pieces[1:], meld.pieces[-2:]):
                assert table.play(meld, some) == sum(points[meld.pieces.index(piece)] for piece in some)
    for meld in melds(shapes, seed=1, number=60):
        if not meld.is_run:
            points = [counts(piece & 63, "group", ace) for piece in meld.pieces]
            assert table.meld(meld) == points
            assert table.play(meld, meld.pieces[1:]) == sum(points[1:])


def test_point_table__a_low_joker_and_a_group_at_their_places() -> None:
    table = PointTable(by_role)
    low = Meld(0, 0, 0, (wild_in_run(JOKER, 0), *naturals([1, 2])), bytes(3))
    assert (table.meld(low), table.play(low, low.pieces)) == ([1, 5, 5], 11)
    natural = Meld(0, 0, 0, naturals([0, 1, 2]), bytes(3))
    assert (table.meld(natural), table.play(natural, natural.pieces)) == ([1, 5, 5], 11)
    assert table.play(natural, naturals([1, 2])) == 10
    second = Meld(0, 1, 0, naturals([1, 2, 3]), bytes(3))
    assert (table.meld(second), table.play(second, second.pieces)) == ([5, 5, 5], 15)
    group = Meld(0, GROUP, 0, (*naturals([0, 13]), wild_in_group(JOKER, 0)), bytes(3))
    assert (table.meld(group), table.play(group, group.pieces)) == ([6, 6, 30], 42)


def asked_by(**hooks: Any) -> list[tuple[int, int, str]]:
    """Return the cases for which composing asks a plugin's card points, each once."""
    asked: list[tuple[int, int, str]] = []

    def card_points(card: int, role: int, place: str, points: int) -> int:
        asked.append((card, role, place))
        return points

    r5.compose("pagat", plugins=[plugin("asks", card_points=card_points, **hooks)], seats=2)
    return asked


def test_folded_points__every_card_in_every_role_and_place_that_it_can_have() -> None:
    asked = asked_by()
    own = {(card, card, place) for card in (*range(NATURALS), JOKER, SPARE) for place in PLACES}
    wild = {(JOKER, role, place) for role in range(NATURALS) for place in ("run", "low")}
    wild |= {(JOKER, 64 + rank, "group") for rank in range(13)} | {(JOKER, WILD_IN_HAND, "hand")}
    assert set(asked) == own | wild


@pytest.mark.parametrize(
    ("preset", "plugins", "wild"), [("classic", [], ""), ("pagat", [], "*"), ("pagat", [wild_by_hand], "As Ah Ad Ac *")]
)
def test_what_is_wild_now_is_said_of_a_state_and_of_any_view(preset: str, plugins: list[object], wild: str) -> None:
    rules = r5.compose(preset, plugins, seats=3)
    hand = r5.deal(rules, seed=1)
    for sight in (hand, r5.observe(rules, hand, 0), r5.observe(rules, hand, None)):
        assert sorted(wild_cards(rules, sight)) == sorted(r5.parse_cards(wild))
