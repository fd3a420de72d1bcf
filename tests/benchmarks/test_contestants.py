"""Tests of the contestants of the benchmark: they play whole hands."""

from __future__ import annotations

import random
from importlib.util import find_spec
from itertools import pairwise

import pytest
from benchmarks.contestants import of_rummy500
from benchmarks.contestants.of_rummy500 import PRESETS, hand_positions, installed_plugins, named, player
from benchmarks.measuring import Contestant
from benchmarks.peers import PEERS
from benchmarks.wanted import PURE

import rummy500 as r5

MODULES = {"open-spiel": "pyspiel", "rlcard": "rlcard", "pettingzoo": "pettingzoo", "chess": "chess"}


@pytest.mark.parametrize(
    ("preset", "options", "seats"),
    [
        ("classic", {}, 2),
        ("pagat", {}, 3),
        ("classic", {"stock.empty": "reshuffle"}, 2),
    ],
)
def test_random_play_makes_every_decision_of_a_hand(preset: str, options: dict[str, object], seats: int) -> None:
    rules = r5.compose(preset, options=options, seats=seats)
    for seed in range(5):
        decided = len(hand_positions(rules, random.Random(seed)))
        assert player(rules)(1, random.Random(seed)) == decided > 0


def test_positions_follow_each_other() -> None:
    rules = r5.compose("classic")
    positions = hand_positions(rules, random.Random(3))
    for (state, action), (after, _) in pairwise(positions):
        assert r5.apply(rules, state, action) == after
    assert r5.is_over(r5.apply(rules, *positions[-1]))


def test_every_preset_and_every_plugin_has_a_row() -> None:
    rows = [each.name for each in of_rummy500.contestants()]
    assert len(rows) == len(set(rows))
    assert {named(preset, seats) for preset, seats in PRESETS} <= set(rows)
    assert {f"rummy500 + {name}" for name in installed_plugins()} <= set(rows)


@pytest.mark.skipif("oklahoma" not in installed_plugins(), reason="needs the plugin")
def test_every_figure_of_rummy500_that_is_wanted_has_its_row() -> None:
    rows = {each.name for each in of_rummy500.contestants()}
    assert {each.ours for each in PURE} <= rows


@pytest.mark.parametrize("contestant", of_rummy500.contestants(), ids=lambda each: each.name)
def test_rummy500_keeps_its_states_in_any_case(contestant: Contestant) -> None:
    assert contestant.kept is contestant.plain
    assert contestant.plain(1, random.Random(1)) > 1
    assert contestant.parts is not None
    positions = contestant.parts.positions(random.Random(1))
    contestant.parts.list_all(positions)
    contestant.parts.apply_all(positions)


@pytest.mark.parametrize("package", PEERS)
def test_a_peer_plays_whole_hands_in_each_mode(package: str) -> None:
    if find_spec(MODULES[package]) is None:
        pytest.skip(f"{package} comes with the dependency group `peers`")
    for contestant in PEERS[package]():
        assert contestant.plain(2, random.Random(1)) > 10
        assert contestant.kept is not contestant.plain
        assert contestant.kept is None or contestant.kept(1, random.Random(1)) > 5
        if contestant.parts is not None:
            positions = contestant.parts.positions(random.Random(1))
            assert len(positions) > 5
            contestant.parts.list_all(positions)
            contestant.parts.apply_all(positions)


def test_every_peer_that_figures_are_about_is_there() -> None:
    missing = [package for package in PEERS if find_spec(MODULES[package]) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} come with the dependency group `peers`")
    rows = {each.name for contestants in PEERS.values() for each in contestants()}
    assert {each.theirs for each in PURE} <= rows
