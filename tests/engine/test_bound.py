"""Tests of the upper bound on points in the opening turn (`meld.first-minimum`)."""

from __future__ import annotations

import random

import attrs
import pytest
from tests.engine.melds.obvious import melds
from tests.rules.tables import Options, table

import rummy500 as r5
from rummy500.cards.cards import JOKER, NATURALS, Bag, bag_of, cards_of
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.opening_minimum import playable
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.views import seat_view
from rummy500.records import replace
from rummy500.state import View

GAMES: dict[str, Options] = {
    "one pack": {"deck.packs": 1},
    "two packs": {"deck.packs": 2},
    "any suits": {"deck.packs": 2, "meld.group-suits": "any"},
    "small groups, long runs": {"deck.packs": 2, "meld.group-suits": "any", "meld.group-max": 3, "meld.run-min": 4},
    "aces high": {"deck.packs": 1, "meld.ace": "high"},
    "aces low": {"deck.packs": 1, "meld.ace": "low"},
}
EVERY = pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)


def at_table(options: Options, *, seed: int, number: int) -> r5.Position:
    """Make a position with some melds; the hands are added later."""
    where = table("pagat", options)
    shapes = where.rules.melding.shapes
    natural = MeldShapes(
        run_min=shapes.run_min, group_max=shapes.group_max, different_suits=shapes.different_suits,
        ace_low=shapes.ace_low, ace_high=shapes.ace_high, packs=shapes.packs, wilds=(),
    )  # fmt: skip
    lying = tuple(melds(natural, seed=seed, number=number))
    state = replace(where.state, public=replace(where.state.public, table=lying))
    return attrs.evolve(where, state=state)


def view_of(where: r5.Position) -> View:
    return seat_view(where.rules, where.state, 1)


def in_plays(rules: r5.Rules, view: View, bag: Bag) -> set[int]:
    """Return each natural face in some play of these cards."""
    finder = PlayFinder(rules, view, bag)
    return {piece & 63 for _, pieces, _ in finder.plays(bag) for piece in pieces if piece & 63 < NATURALS}


def near(rng: random.Random, packs: int, most: int) -> list[int]:
    """Choose cards of few ranks and suits, so that many fit."""
    rank, suits = rng.randrange(13), rng.sample(range(4), 3)
    fitting = [card for card in range(NATURALS) if (card % 13 - rank) % 13 < 7 and card // 13 in suits] * packs
    return rng.sample(fitting, rng.randint(1, most))


@EVERY
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_playable__each_card_that_a_play_could_hold_and_no_other(options: Options, jokers: int) -> None:
    rng = random.Random(jokers)
    for seed in range(40):
        where = at_table(options, seed=seed, number=rng.randrange(3))
        rules, view = where.rules, view_of(where)
        cards = near(rng, rules.deal.packs, 9)
        bag = bag_of([*cards, *[JOKER] * jokers])
        found, _ = playable(rules, view, bag)
        faces = set(cards_of(found))
        assert faces - {JOKER} == in_plays(rules, view, bag), cards
        assert cards_of(found) == tuple(card for card in cards_of(bag) if card in faces)
        assert (JOKER in faces) == bool(jokers)


@pytest.mark.parametrize(
    ("cards", "jokers", "points"),
    [
        ("", 1, 15),
        ("4h 5h 6h", 0, 15),
        ("4h 5h 6h 9s", 0, 15),
        ("4h 5h 6h 9s Js", 1, 49),  # 4-5-6 needs no joker; the joker is the ten
        ("4h 5h 6h 9s Jd", 1, 30),  # nothing that the joker helps
        ("4h 5h", 1, 24),
        ("4h 5h 9s 9d", 1, 33),  # the joker helps either pair: the better one counts
        ("4h 5h 9s 9d", 2, 57),  # a joker for each of the pairs
        ("4h 5h 9s 9d Qs Qd", 2, 69),  # the queens, and 9-10-J-Q with both jokers: no more than that
        ("4h 5h 9s 9d Qs Qd", 1, 35),
        ("9s", 1, 15),
        ("9s", 2, 48),  # in a group and in a run: the bound may use a card twice
        ("Ah 2h", 1, 32),  # an ace may count 15
    ],
)
def test_playable__each_wild_card_helps_the_cards_of_one_line(cards: str, jokers: int, points: int) -> None:
    where = table("pagat", {"deck.jokers": 2})
    bag = bag_of([*r5.parse_cards(cards), *[JOKER] * jokers])
    assert playable(where.rules, view_of(where), bag)[1] == points
