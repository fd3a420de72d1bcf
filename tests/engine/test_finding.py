"""Tests of the play finder: it finds the plays of right shape and place, down the pile and with a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from tests.engine.neighbours import EVERY, RULES, positions
from tests.rules.tables import table

import rummy500 as r5
from rummy500.actions import NONE
from rummy500.cards.cards import JOKER, add, bag_of, faces_bag
from rummy500.cards.natural import NaturalFinder
from rummy500.cards.pieces import Meld, natural_piece
from rummy500.engine.play_finder import Play, PlayFinder
from rummy500.engine.views import seat_view
from rummy500.rules.rules import Rules
from rummy500.state import View


def by_definition(rules: Rules, view: View, bag: int) -> list[Play]:
    """List every play of some cards: each meld that the meld finder finds, each lay-off on each meld."""
    found: list[Play] = [("run", pieces, NONE) for pieces in rules.melding.finder.new_runs(bag)]
    found += [("group", pieces, NONE) for pieces in rules.melding.finder.new_groups(bag)]
    for on, meld in enumerate(view.public.table):
        if rules.melding.may_lay is None or rules.melding.may_lay(rules, view, on) is None:
            found += [("lay", pieces, on) for pieces in rules.melding.finder.extensions(bag, meld)]
    if rules.melding.may_meld is not None:
        found = [play for play in found if allowed(rules, view, play)]
    return found


def allowed(rules: Rules, view: View, play: Play) -> bool:
    use, pieces, on = play
    table = view.public.table
    made = (
        rules.melding.finder.extended(table[on], pieces, 1)
        if use == "lay"
        else rules.melding.finder.new_meld(pieces, 1, is_run=use == "run")
    )
    assert isinstance(made, Meld)
    assert rules.melding.may_meld is not None
    return rules.melding.may_meld(rules, view, made, on) is None


def holding(plays: Iterable[Play], card: int) -> list[Play]:
    return [play for play in plays if card in {piece & 63 for piece in play[1]}]


@EVERY
def test_plays__every_new_meld_and_every_lay_off_once(rules: Rules) -> None:
    for view, hand, pile in positions(rules, number=25):
        for cards in (hand, hand + pile):
            bag = bag_of(cards)
            finder = PlayFinder(rules, view, bag)
            every = by_definition(rules, view, bag)
            assert list(finder.plays(bag)) == every
            assert list(finder.new_melds(bag)) == [play for play in every if play[0] != "lay"]
            assert list(finder.lay_offs(bag)) == [play for play in every if play[0] == "lay"]
            for card in set(cards):
                assert list(finder.plays_with(bag, card)) == holding(every, card)


@EVERY
@pytest.mark.parametrize("new_melds", [True, False])
@pytest.mark.parametrize("lay_offs_to", [0, 1, 3, 99])
def test_down_the_pile__the_plays_that_hold_the_deepest_card_taken(
    rules: Rules, new_melds: bool, lay_offs_to: int
) -> None:
    for view, hand, pile in positions(rules, number=25):
        finder = PlayFinder(rules, view, faces_bag(bytes(pile), bag_of(hand)))
        expected: list[tuple[int, str, tuple[int, ...], int]] = []
        bag = bag_of(hand)
        for depth in range(1, len(pile) + 1):
            card = pile[-depth]
            if rules.turn.collects is None:
                bag = add(bag, card)
            elif depth % 2:
                bag = add(bag_of(hand), card)
            else:
                continue
            for use, pieces, on in holding(by_definition(rules, view, bag), card):
                if (depth <= lay_offs_to) if use == "lay" else new_melds:
                    expected.append((depth, use, pieces, on))
        asked: dict[str, Any] = {"new_melds": new_melds, "lay_offs_to": lay_offs_to}
        if rules.turn.collects is not None:
            asked["collected_places"] = [rules.turn.collects(rules, view, depth) for depth in range(1, len(pile) + 1)]
        found = list(finder.down_the_pile(bag_of(hand), bytes(pile), **asked))
        assert sorted(found) == sorted(expected)
        assert [depth for depth, *_ in found] == sorted(depth for depth, *_ in found), "the top first"


@pytest.mark.parametrize("suit", range(4))
def test_down_the_pile__each_run_of_three_with_each_of_its_cards_on_the_pile(suit: int) -> None:
    rules = RULES["classic"]
    view = seat_view(rules, table("classic").state, 1)
    for start in range(13):
        cards = [suit * 13 + (start + step) % 13 for step in range(3)]
        for card in cards:
            hand = bag_of(other for other in cards if other != card)
            finder = PlayFinder(rules, view, faces_bag(bytes([card]), hand))
            found = list(finder.down_the_pile(hand, bytes([card]), new_melds=True, lay_offs_to=1))
            run = rules.melding.shapes.new_run(tuple(map(natural_piece, cards)), 1)
            assert found == ([] if start == 12 else [(1, "run", run.pieces, NONE)] if isinstance(run, Meld) else [])
            assert (start == 12) == isinstance(run, r5.Refusal)


def test_down_the_pile__a_card_is_taken_with_those_above_by_default() -> None:
    rules = RULES["every other"]
    for view, hand, pile in positions(rules, number=10):
        finder = PlayFinder(rules, view, faces_bag(bytes(pile), bag_of(hand)))
        loose = RULES["classic"]
        every = PlayFinder(loose, view, faces_bag(bytes(pile), bag_of(hand)))
        asked: dict[str, Any] = {"new_melds": True, "lay_offs_to": 99}
        assert list(finder.down_the_pile(bag_of(hand), bytes(pile), **asked)) == list(
            every.down_the_pile(bag_of(hand), bytes(pile), **asked)
        )


@pytest.mark.parametrize("preset", ["pagat", "north-american"])
def test_down_the_pile__with_wild_cards_and_plain_ones_among_them(preset: str) -> None:
    rules = r5.compose(preset, seats=2, options={"deck.packs": 2, "meld.layoff": "any"})
    for view, dealt, discards in positions(rules, number=25):
        hand, pile = dealt[:4], discards[:3]
        if JOKER not in (*hand, *pile):
            hand.append(JOKER)
        finder = PlayFinder(rules, view, faces_bag(bytes(pile), bag_of(hand)))
        assert rules.melding.finder.has_wild(faces_bag(bytes(pile), bag_of(hand)))
        asked: dict[str, Any] = {"new_melds": True, "lay_offs_to": 2}
        every, bag = [], bag_of(hand)
        for depth in range(1, len(pile) + 1):
            bag = add(bag, pile[-depth])
            found = holding(by_definition(rules, view, bag), pile[-depth])
            every += [(depth, *play) for play in found if play[0] != "lay" or depth <= 2]
        walked = list(finder.down_the_pile(bag_of(hand), bytes(pile), **asked))
        assert sorted(walked) == sorted(every)
        plain = list(finder.down_the_pile(bag_of(hand), bytes(pile), plain=True, **asked))
        assert set(plain) <= set(walked)
        assert bool(plain) == bool(walked)
        bag = bag_of(hand)
        assert list(finder.plays(bag, plain=True)) == [
            *finder.new_melds(bag, plain=True),
            *finder.lay_offs(bag, plain=True),
        ]
        for card in set(hand):
            assert list(finder.plays_with(bag, card)) == holding(finder.plays(bag), card)


# ------------------------------------------------------------------ what is not looked for


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """Record the questions to the finder of natural cards, by name."""
    asked: dict[str, list[Any]] = {name: [] for name in ("runs_with", "groups", "stretches", "additions")}

    def watched(name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        def ask(finder: NaturalFinder, *about: Any) -> Any:
            asked[name].append(about)
            return inner(finder, *about)

        return ask

    for name in asked:
        monkeypatch.setattr(NaturalFinder, name, watched(name, getattr(NaturalFinder, name)))
    return asked


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["classic", "two packs", "own melds"])
def test_lay_offs__only_melds_that_want_a_card_at_hand_are_asked(looked: dict[str, list[Any]], name: str) -> None:
    rules = RULES[name]
    for view, hand, _ in positions(rules, number=25):
        for about in looked.values():
            about.clear()
        bag = bag_of(hand)
        list(PlayFinder(rules, view, bag).lay_offs(bag))
        asked = looked["stretches"] + looked["additions"]
        allowed = [
            meld
            for on, meld in enumerate(view.public.table)
            if bag & rules.melding.finder.natural.wanted(meld)
            and (rules.melding.may_lay is None or not rules.melding.may_lay(rules, view, on))
        ]
        assert [meld for meld, _ in asked] == [*filter(_run, allowed), *[meld for meld in allowed if not meld.is_run]]


def _run(meld: Meld) -> bool:
    return meld.is_run


@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["classic", "two packs"])
def test_new_melds__only_ranks_with_three_cards_are_asked(looked: dict[str, list[Any]], name: str) -> None:
    rules = RULES[name]
    for view, hand, pile in positions(rules, number=40):
        looked["groups"].clear()
        bag = bag_of(hand + pile)
        list(PlayFinder(rules, view, bag).new_melds(bag))
        cards = hand + pile
        assert [rank for rank, _ in looked["groups"]] == [
            rank for rank in range(13) if sum(card % 13 == rank for card in cards) >= 3
        ]
