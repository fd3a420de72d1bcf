"""Tests of the commands with players that packages install: their errors, and saved games without them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import dist_info, importable

from rummy500.players import registry

Run = Callable[..., click.testing.Result]

MODULE = """
import sys

from rummy500.players import RandomPlayer

class Eager(RandomPlayer):
    "Plays at random."

class Raises(RandomPlayer):
    def choose(self, rules, view, legal):
        raise RuntimeError("no idea")

class Exits(RandomPlayer):
    def choose(self, rules, view, legal):
        sys.exit(3)

class Unmade:
    def __init__(self, random_source):
        raise RuntimeError("no pieces")
"""
POINTS = {
    "eager": "eager_bots:Eager",
    "raises": "eager_bots:Raises",
    "exits": "eager_bots:Exits",
    "unmade": "eager_bots:Unmade",
}


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[str]:
    """A package with players, on `sys.path` for one test; its module."""
    (tmp_path / "eager_bots.py").write_text(MODULE, "utf-8")
    dist_info(tmp_path, "eager-bots", POINTS, group=registry.GROUP)
    with importable(tmp_path):
        vars(registry)["_installed"].cache_clear()
        yield str(tmp_path / "eager_bots.py")
    vars(registry)["_installed"].cache_clear()


def one_line(done: click.testing.Result) -> str:
    """The one line of a command that failed by an error of a player, which is no bug of rummy500."""
    line: str = done.output.splitlines()[-1]
    assert done.exit_code == 2, line
    assert "a bug in rummy500" not in line
    return line


@pytest.mark.parametrize("command", [("simulate", "--matches"), ("duel", "--deals")])
@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("raises", "ended in RuntimeError: no idea; seat 0 (raises) was asked last"),
        ("unmade", "unmade cannot play: Unmade(random_source) raised RuntimeError: no pieces (eager_bots.py, line "),
        ("{module}:Raises", "ended in RuntimeError: no idea; seat 0 (Raises) was asked last"),
    ],
)
def test_a_player_that_fails_in_a_simulation_is_no_bug_of_rummy500(
    run: Run, installed: str, command: tuple[str, str], player: str, words: str
) -> None:
    args = ("--players", f"{player.format(module=installed)},random", "--workers", "1", "--seats", "2", "--seed", "1")
    assert words in one_line(run(*command, "1", *args))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        ("unmade", "the player of seat 2 cannot play: Unmade(random_source) raised RuntimeError('no pieces')"),
        ("raises", "Raises, the player of seat 2, raised this error: RuntimeError: no idea"),
        ("exits", "the player of seat 2 would end the program: SystemExit(3)"),
    ],
)
def test_a_player_that_fails_at_the_table_is_named(run: Run, opponent: str, words: str) -> None:
    assert words in one_line(run("play", "--auto", "--seed", "1", "--opponent", opponent))


def test_a_saved_game_goes_on_without_a_player_that_is_not_installed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    args = ("--opponent", "Zoe=hard", "--opponent", "medium", "--seed", "5", "--save", str(file))
    assert run("play", "--interactive", *args, typed="draw\n").exit_code == 0
    file.write_text(file.read_text("utf-8").replace('"hard"', '"eager"'), "utf-8")
    resumed = ("play", "--resume", str(file))
    assert one_line(run(*resumed, "--interactive")).startswith(
        "rummy500 play: seat 1 (Zoe) had a player that is not installed here, eager; give one with --opponent"
    )
    watched = run(*resumed, "--auto", "--opponent", "medium")
    assert (watched.exit_code, "Score" in watched.output) == (0, True)
    played = run(*resumed, "--interactive", "--opponent", "medium", typed="show\n")
    assert (played.exit_code, "Zoe" in played.output) == (0, True)
    seats = [entry for entry in json.loads(file.read_text("utf-8"))["log"] if "replaced" in entry]
    assert seats == [{"replaced": 1, "name": "Zoe", "player": "medium"}]
