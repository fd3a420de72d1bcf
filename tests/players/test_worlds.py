"""Tests of `determinize`: worlds that a seat cannot tell from the real one, each equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from types import SimpleNamespace
from typing import Literal

import pytest
from tests.catalogue.every_rules import INSTALLED, PRESETS, composed
from tests.hooks.samples import plugin
from tests.hooks.secret_plugins import sealed_bids
from tests.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.hooks import Pack, PluginInfo
from rummy500.players import RandomPlayer, play_hand

EVERY = [*((preset, ()) for preset in PRESETS), *(("pagat", (each,)) for each in INSTALLED)]


def states(rules: r5.Rules, seed: int, most: int = 60) -> list[r5.State]:
    """Some states of a hand of random players."""
    source, found = random.Random(seed), list[r5.State]()
    players = [RandomPlayer(source) for _ in range(rules.seats)]
    end = play_hand(
        rules, r5.deal(rules, seed=seed), players, source, watch=lambda before, *_: found.append(before)
    ).end
    return [*source.sample(found, min(most, len(found))), end]


def check(rules: r5.Rules, seed: int) -> None:
    for state in states(rules, seed):
        check_state(rules, state, seed)
        check_state(rules, state, seed, "none")


def check_state(rules: r5.Rules, state: r5.State, seed: int, memory: Literal["full", "none"] = "full") -> None:
    for seat in (*range(rules.seats), None):
        view = r5.observe(rules, state, seat, memory=memory)
        world = r5.determinize(rules, view, random.Random(seed))
        assert r5.observe(rules, world, seat, memory=memory) == view
        assert r5.status(rules, world) == ()


@pytest.mark.parametrize(("preset", "plugins"), EVERY)
def test_a_world_looks_like_the_real_one(preset: str, plugins: tuple[str, ...]) -> None:
    rules = composed(preset, plugins, {})
    assert rules is not None
    check(rules, 7)


@pytest.mark.parametrize("call", ["top", "last-discard"])
def test_a_world_after_a_call_looks_like_the_real_one(call: str) -> None:
    for seed in range(4):
        check(r5.compose("pagat", options={"call": call}, seats=2), seed)


@pytest.mark.parametrize("name", COOKBOOK)
def test_a_world_of_the_cookbook_looks_like_the_real_one(name: str) -> None:
    for seats in (3, 4):
        try:
            check(r5.compose("pagat", [COOKBOOK[name]], {"stock.empty": "reshuffle"}, seats=seats), 8)
        except r5.ComposeError:
            assert seats == 3


def test_cards_that_a_seat_showed_stay_with_it_where_it_may_not_look_at_its_hand() -> None:
    """In Dealer's gambit the dealer acts before anybody looks at the hand, here after a card of each was shown."""
    rules = r5.compose("pagat", [COOKBOOK["show-a-card"], "dealers-gambit"], seats=4)
    state = r5.deal(rules, seed=7)
    while state.public.phase == "show":
        state = r5.apply(rules, state, r5.legal_actions(rules, state)[0])
    assert state.public.phase in rules.views.blind_phases
    check_state(rules, state, 7)


def small() -> SimpleNamespace:
    """A plugin with a pack of eight cards."""
    cards = bytes(r5.parse_cards("2h 3h 4h 5h 6h 7h 8h 9h"))
    return plugin(
        "small",
        PluginInfo("small", "eight cards"),
        pack=lambda pack: Pack(cards, pack.side_pack, pack.side_cards, pack.cut_ranks),
    )


def test_each_arrangement_is_equally_likely() -> None:
    """Two cards of the other hand and three of the stock in their order: 60 arrangements, counted in 6,000 worlds."""
    rules = r5.compose("classic", [small()], {"deal.size": 2}, seats=2)
    view = r5.observe(rules, r5.deal(rules, seed=1), 1)
    source, worlds = random.Random(3), 6000
    found = Counter(
        (world.hands[0], world.stock) for world in (r5.determinize(rules, view, source) for _ in range(worlds))
    )
    hidden = set(rules.deal.pack) - set(view.cards) - set(view.public.pile)
    assert len(found) == len({(frozenset(order[:2]), order[2:]) for order in permutations(hidden)}) == 60
    expected = worlds / 60
    assert sum((times - expected) ** 2 / expected for times in found.values()) < 97  # chi-square, 59 degrees, 0.1 %


def test_known_cards_stay_and_the_rest_changes() -> None:
    position = r5.parse_position("""
rules = { preset = "pagat" }
to_act = 0
hands = ["2h 9c Kd", "4d 5s 6c 8s"]
pile = "3h 7c Ks"
stock = "Qd Qh"
""")
    state = r5.apply(position.rules, position.state, r5.parse_action("0: take Ks", position.state))
    state = r5.apply(position.rules, state, r5.parse_action("0: discard 2h", state))
    view = r5.observe(position.rules, state, 1)
    source = random.Random(4)
    hands = Counter(r5.cards_text(r5.determinize(position.rules, view, source).cards(0)) for _ in range(40))
    assert all("Ks" in hand for hand in hands)
    assert len(hands) > 30


def test_equal_chance_gives_equal_worlds_and_a_view_alone_decides() -> None:
    rules = r5.compose("pagat", seats=3)
    for state in states(rules, 5):
        view = r5.observe(rules, state, 2)
        first = r5.determinize(rules, view, random.Random(1))
        again = r5.determinize(rules, r5.observe(rules, first, 2), random.Random(1))
        assert first == again


def test_cards_drawn_by_another_seat_are_guessed() -> None:
    """In Dealer's gambit a seat may block while another has drawn."""
    rules = r5.compose("pagat", options={"discard.barred": "drawn"}, seats=2)
    state = r5.deal(rules, seed=3)
    state = r5.apply(rules, state, r5.parse_action("1: draw", state))
    world = r5.determinize(rules, r5.observe(rules, state, 0), random.Random(1))
    assert (r5.cards_of(world.drawn)[0] in world.cards(1), len(r5.cards_of(world.drawn))) == (True, 1)
    assert r5.determinize(rules, r5.observe(rules, state, 1), random.Random(1)).drawn == state.drawn


def test_a_plugin_that_hides_its_memory_is_refused_by_name() -> None:
    rules = r5.compose("classic", [sealed_bids()], seats=3)
    view = r5.observe(rules, r5.deal(rules, seed=1), 1)
    with pytest.raises(r5.PositionError, match="plugin sealed-bids hides its memory"):
        r5.determinize(rules, view, random.Random(1))


def test_what_is_no_view_or_of_another_table_is_refused() -> None:
    rules, other = r5.compose("classic", seats=3), r5.compose("classic", seats=2)
    state = r5.deal(rules, seed=1)
    with pytest.raises(TypeError, match="a world is made from a View, not from"):
        r5.determinize(rules, state, random.Random(1))  # type: ignore[arg-type] # the mistake that is tested
    with pytest.raises(r5.PositionError, match="the state is of 3 seats, the rules are for 2"):
        r5.determinize(other, r5.observe(rules, state, 1), random.Random(1))
