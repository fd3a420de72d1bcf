"""Tests of the names of players: those of the library, and those that installed packages add."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.hooks.installing import dist_info, importable

from rummy500 import compose, deal
from rummy500.players import PlayerError, play_hand, player_named, player_names, registry
from rummy500.players.registry import player_maker
from rummy500.simulate import simulate

MODULE = """
from rummy500.players import RandomPlayer

class Cautious(RandomPlayer):
    "Plays at random, with care."

BROKEN = 7
"""


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A package that adds players, on `sys.path` for one test."""
    (tmp_path / "careful_bots.py").write_text(MODULE, "utf-8")
    points = {
        "cautious": "careful_bots:Cautious",
        "broken": "careful_bots:BROKEN",
        "missing": "careful_bots:Missing",
        "random": "careful_bots:Cautious",
        "person": "careful_bots:Cautious",
        "greedy": "careful_bots:Cautious",  # which saved games have for medium
        "Not a name": "careful_bots:Cautious",
    }
    dist_info(tmp_path, "careful-bots", points, group=registry.GROUP)
    with importable(tmp_path):
        vars(registry)["_installed"].cache_clear()
        yield tmp_path
    vars(registry)["_installed"].cache_clear()


@pytest.mark.parametrize(
    ("name", "words"), [("randon", "'randon' here; did you mean \"random\""), (None, "None here; known are ")]
)
def test_an_unknown_name_is_refused_with_a_near_one(name: Any, words: str) -> None:
    with pytest.raises(PlayerError, match=f"^there is no player {words}"):
        player_named(name, random.Random(1))


def test_a_package_adds_a_player(package: Path) -> None:
    assert player_names() == (*registry.SHIPPED, "broken", "cautious", "missing")
    assert "careful_bots" not in sys.modules  # a name imports nothing
    rules = compose("classic", seats=2)
    players = [player_named("cautious", random.Random(seat)) for seat in range(2)]
    assert type(players[0]).__name__ == "Cautious"
    assert not play_hand(rules, deal(rules, seed=1), players, random.Random(1)).truncated
    found = simulate(rules, ["cautious", "random"], matches=1, seed=1, workers=1)
    assert set(found.by_player) == {"cautious", "random"}


@pytest.mark.usefixtures("package")
def test_a_package_takes_no_name_of_the_library() -> None:
    assert player_maker("random") is registry.SHIPPED["random"]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("broken", "player broken: its entry point 'careful_bots:BROKEN' is no class or function that makes players"),
        ("missing", r"player missing: its entry point 'careful_bots:Missing' does not load \(AttributeError: "),
    ],
)
def test_a_player_that_does_not_load_is_named(name: str, error: str) -> None:
    with pytest.raises(PlayerError, match=error):
        player_maker(name)


def test_a_name_that_two_packages_claim_is_refused(package: Path) -> None:
    dist_info(package, "other-bots", {"cautious": "careful_bots:Cautious"}, group=registry.GROUP)
    vars(registry)["_installed"].cache_clear()
    with pytest.raises(PlayerError, match="player cautious: the name is claimed by careful-bots and other-bots"):
        player_maker("cautious")
