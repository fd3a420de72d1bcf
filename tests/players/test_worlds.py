"""Tests of `determinize`: worlds that a seat cannot tell from the real one, each equally likely."""

from __future__ import annotations

import random
from itertools import islice
from typing import Literal

import pytest
from tests.catalogue.every_rules import INSTALLED, PRESETS, composed
from tests.hooks.secret_plugins import sealed_bids
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.engine.scoring import points_on_table
from rummy500.fast import determinize, fast_hand, points, points_of, state_of, worlds
from rummy500.players import RandomPlayer, play_hand

EVERY = [*((preset, ()) for preset in PRESETS), *(("pagat", (each,)) for each in INSTALLED)]


def states(rules: r5.Rules, seed: int, most: int = 20) -> list[r5.State]:
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
        world = determinize(rules, view, random.Random(seed))
        assert r5.observe(rules, world, seat, memory=memory) == view
        assert r5.find_defects(rules, world) == ()


@pytest.mark.parametrize(("preset", "plugins"), EVERY)
def test_a_world_looks_like_the_real_one(preset: str, plugins: tuple[str, ...]) -> None:
    rules = composed(preset, plugins, {})
    assert rules is not None
    check(rules, 7)


@pytest.mark.parametrize(("preset", "plugins"), EVERY)
def test_worlds_in_fast_hands_are_those_of_determinize(preset: str, plugins: tuple[str, ...]) -> None:
    rules = composed(preset, plugins, {})
    assert rules is not None
    for state in states(rules, 7, 8):
        for seat in (*range(rules.seats), None):
            view = r5.observe(rules, state, seat)
            dealt, again = random.Random(3), random.Random(3)
            hands = worlds(rules, view, dealt)
            assert (hands is None) == (fast_hand(rules, state) is None)
            for hand in islice(hands or (), 3):
                world = determinize(rules, view, again)
                assert state_of(hand) == world
                assert points_of(hand) == points(rules, world)
                assert points_of(hand, on_table=True) == points_on_table(rules, world)


@pytest.mark.parametrize("call", ["top", "last-discard"])
def test_a_world_after_a_call_looks_like_the_real_one(call: str) -> None:
    for seed in range(2):
        check(r5.compose("pagat", options={"call": call}, seats=2), seed)


@pytest.mark.parametrize("name", COOKBOOK)
def test_a_world_of_the_cookbook_looks_like_the_real_one(name: str) -> None:
    options = {"stock.empty": "reshuffle"}
    try:
        rules = r5.compose("pagat", [COOKBOOK[name]], options, seats=3)
    except r5.ComposeError:
        rules = r5.compose("pagat", [COOKBOOK[name]], options, seats=4)
    check(rules, 8)


def test_cards_that_a_seat_showed_stay_with_it_where_it_may_not_look_at_its_hand() -> None:
    """In Dealer's gambit the dealer acts before anybody looks at the hand, here after a card of each was shown."""
    rules = r5.compose("pagat", [COOKBOOK["show-a-card"], "dealers-gambit"], seats=4)
    state = r5.deal(rules, seed=7)
    while state.public.phase == "show":
        state = r5.apply(rules, state, r5.legal_actions(rules, state)[0])
    assert state.public.phase in rules.views.blind_phases
    check_state(rules, state, 7)


def test_a_plugin_that_hides_its_memory_is_refused_by_name() -> None:
    rules = r5.compose("classic", [sealed_bids()], seats=3)
    view = r5.observe(rules, r5.deal(rules, seed=1), 1)
    with pytest.raises(r5.PositionError, match="plugin sealed-bids hides its memory"):
        determinize(rules, view, random.Random(1))


def test_what_is_no_view_or_of_another_table_is_refused() -> None:
    rules, other = r5.compose("classic", seats=3), r5.compose("classic", seats=2)
    state = r5.deal(rules, seed=1)
    with pytest.raises(TypeError, match="a world is made from a View, not from"):
        determinize(rules, state, random.Random(1))  # type: ignore[arg-type] # the mistake that is tested
    with pytest.raises(r5.PositionError, match="the state is of 3 seats, the rules are for 2"):
        determinize(other, r5.observe(rules, state, 1), random.Random(1))
