"""Tests that `redealt` changes everything that a seat may not know, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from tests.hooks.samples import plugin

from rummy500 import Rules, State, compose, deal, observe
from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_max, bag_of, card_text, cards_of, size
from rummy500.engine.defects import find_defects
from rummy500.hooks import HandMemory
from rummy500_testing import available, random_game, redealt

if "dealers-gambit" not in available.plugins():
    pytest.skip("needs the plugins", allow_module_level=True)

PLAIN = compose("pagat", seats=3)
BLIND = compose("pagat", ["dealers-gambit"], seats=4)
DISPLAYED = compose("classic", ["displayed-discards"], seats=3)


def snapshots(rules: Rules, hands: int = 3) -> Iterator[State]:
    for number in range(hands):
        yield from random_game(rules, random.Random(number), max_turns=30).states


def zones(state: State) -> dict[str, object]:
    """Return every place where cards may be hidden."""
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    return {
        "stock": state.stock,
        "drawn": state.drawn,
        "known": state.public.known,
        "taken": state.public.turn.taken,
        **hands,
    }


def varied(rules: Rules, seat: int | None, memory: Any = "full") -> set[str]:
    """Return the places that differ in some sample."""
    rng, found = random.Random(1), set[str]()
    for state in snapshots(rules):
        one, other = zones(state), zones(redealt(rules, state, seat, rng, memory=memory))
        found |= {zone for zone in one if one[zone] != other[zone]}
    return found


def test_the_stock_and_every_other_hand_and_what_others_draw_differ() -> None:
    assert varied(PLAIN, 1) == {"stock", "drawn", "hand 0", "hand 2"}


def test_without_memory_what_was_seen_going_into_a_hand_differs_too() -> None:
    assert varied(PLAIN, 1, "none") == {"stock", "drawn", "known", "taken", "hand 0", "hand 2"}


@pytest.mark.parametrize("memory", ["full", "none"])
@pytest.mark.parametrize("rules", [PLAIN, BLIND, DISPLAYED], ids=repr)
def test_a_redealt_state_looks_the_same_and_has_no_defect(rules: Rules, memory: Any) -> None:
    rng = random.Random(2)
    for state in snapshots(rules, 1):
        for seat in (*range(rules.seats), None):
            other = redealt(rules, state, seat, rng, memory=memory)
            assert observe(rules, other, seat, memory=memory) == observe(rules, state, seat, memory=memory)
            assert find_defects(rules, other) == find_defects(rules, state)
            assert list(map(size, other.hands)) == list(map(size, state.hands))
            assert memory == "none" or size(other.drawn) == size(state.drawn)


def test_fixed_cards_and_the_top_of_the_stock_stay() -> None:
    start, rng = deal(PLAIN, seed=4), random.Random(4)
    fixed = bag_of(start.cards(2)[:3])
    for _ in range(5):
        other = redealt(PLAIN, start, 1, rng, fixed=(EMPTY_BAG, EMPTY_BAG, fixed), top=2)
        assert bag_max(fixed, other.hands[2]) == other.hands[2] != start.hands[2]
        assert other.stock[:2] == start.stock[:2]
        assert other.stock[2:] != start.stock[2:]


@attrs.frozen
class Widow:
    """Two forms of face-down cards."""

    texts: tuple[str, ...] = ()
    bag: Bag = EMPTY_BAG


FACES = {card_text(card): card for card in range(53)}


def widow_cards(record: Widow) -> tuple[int, ...]:
    return (*(FACES[text] for text in record.texts), *cards_of(record.bag))


@pytest.mark.parametrize(
    "held", [lambda cards: Widow(tuple(map(card_text, cards))), lambda cards: Widow((), bag_of(cards))]
)
def test_cards_that_a_plugin_hides_differ_however_its_record_holds_them(held: Any) -> None:
    memory = HandMemory(Widow, cards=widow_cards, seen=lambda rules, record, seat: Widow())
    rules = compose("pagat", [plugin("aside", memory=lambda: memory)], seats=3)
    start = deal(rules, seed=5)
    state = replace(
        start,
        stock=start.stock[3:],
        memories=(held(sorted(start.stock[:3])),),
        public=replace(start.public, stock_count=start.public.stock_count - 3),
    )
    rng = random.Random(5)
    others = [redealt(rules, state, 0, rng) for _ in range(5)]
    assert len({other.memories for other in others}) > 1
    assert redealt(rules, state, 0, rng, records=False).memories == state.memories
    for other in others:
        assert observe(rules, other, 0) == observe(rules, state, 0)
        assert all_cards(other) == all_cards(state) == Counter(rules.deal.pack)


def all_cards(state: State) -> Counter[int]:
    (widow,) = state.memories
    assert isinstance(widow, Widow)
    held = [card for hand in state.hands for card in cards_of(hand)]
    return Counter([*state.stock, *state.public.pile, *held, *widow_cards(widow)])
