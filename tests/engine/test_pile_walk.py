"""Tests that looked-up takes and calls of natural cards are those of the search, in the order of the list."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.neighbours import RULES, positions

from rummy500.cards.cards import EMPTY_BAG, Bag, bag_of, faces_bag
from rummy500.engine import facts as pile_walk
from rummy500.engine.plays import PlayFinder, allowed
from rummy500.rules.actions import CALL, NONE, TAKE, USE_LAY, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import View

NATURAL = {name: rules for name, rules in RULES.items() if rules.melding.may_meld is None}
EVERY = pytest.mark.parametrize("rules", NATURAL.values(), ids=NATURAL)


def looked_up(rules: Rules, view: View, verb: str, hand: Bag, pile: bytes, **asked: Any) -> list[Action]:
    takings = rules.cache.actions.takes if verb == TAKE else rules.cache.actions.calls
    return pile_walk.down_the_pile(
        rules, view, takings, view.seat, hand, pile, faces_bag(pile), faces_bag(pile, hand), **asked
    )


@EVERY
@pytest.mark.parametrize("verb", [TAKE, CALL])
def test_down_the_pile__what_a_search_finds(rules: Rules, verb: str) -> None:
    some = 0
    for number, (view, cards, pile) in enumerate(positions(rules, number=600)):
        hand = bag_of(cards) if verb == TAKE else EMPTY_BAG
        if faces_bag(bytes(pile), hand) & rules.melding.finder.wild_bits:
            continue
        new_melds, lay_offs_to = ((True, 99), (True, 1), (True, 0), (False, 99))[number % 4]
        asked: dict[str, Any] = {"new_melds": new_melds, "lay_offs_to": lay_offs_to}
        finder = PlayFinder(rules, view, faces_bag(bytes(pile), hand))
        by_search = [
            Action(1, verb, pile[-depth] if verb == TAKE else NONE, depth, use, pieces, on)
            for depth, use, pieces, on in finder.down_the_pile(hand, bytes(pile), **asked)
        ]
        table = view.public.table
        if rules.only_natural:
            by_search.sort(key=lambda each: (each.depth, each.use == USE_LAY and not table[each.on].is_run))
        for _ in range(2):  # the second time it is looked up
            assert looked_up(rules, view, verb, hand, bytes(pile), **asked) == by_search
        some += len(by_search)
    assert some > 10


def test_allowed__of_what_is_looked_up_a_plugin_is_asked_about_each() -> None:
    rules = RULES["no spades"]
    refused = 0
    for view, hand, _ in positions(rules, number=300):
        bag = bag_of(hand)
        plays = [*rules.cache.actions.melds(1, bag)]
        for on, meld, wanted in rules.melding.finder.targets(view.public.table, bag):
            plays += rules.cache.actions.lay_offs(1, on, meld, bag, wanted)
        found = [(play.use, play.pieces, play.on) for play in allowed(rules, view, plays)]
        assert found == list(PlayFinder(rules, view, bag).plays(bag))
        refused += len(plays) - len(found)
    assert refused > 10
