"""Tests of the OpenSpiel contestants, with a game of one card in place of OpenSpiel."""

from __future__ import annotations

import random
import sys
from collections import Counter
from types import SimpleNamespace

import pytest
from benchmarks.contestants.of_openspiel import BY_INDEX, CACHED, GIN, contestants
from benchmarks.measuring import Contestant

CALLS: Counter[str] = Counter()


class State:
    """One node of chance, one decision."""

    def __init__(self, done: int = 0) -> None:
        self.done = done

    def clone(self) -> State:
        return State(self.done)

    def is_terminal(self) -> bool:
        return self.done == 2

    def is_chance_node(self) -> bool:
        return self.done == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def current_player(self) -> int:
        return 0

    def legal_actions(self, player: int = 0) -> list[int]:
        return [player, 1]

    def apply_action(self, action: int) -> None:
        self.done += 1


def new_state() -> State:
    CALLS["new"] += 1
    return State()


def choice(outcomes: tuple[int, ...], p: tuple[float, ...]) -> int:
    CALLS["numpy"] += 1
    return outcomes[p.index(max(p))]


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[str, Contestant]:
    game = SimpleNamespace(new_initial_state=new_state)
    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=lambda _: game))
    numpy = SimpleNamespace(random=SimpleNamespace(seed=lambda _: None, choice=choice))
    monkeypatch.setitem(sys.modules, "numpy", numpy)
    found = {each.name: each for each in contestants()}
    CALLS.clear()
    return found


@pytest.mark.parametrize("mode", ["plain", "kept"])
@pytest.mark.parametrize(
    ("row", "calls"),
    [(GIN, {"new": 5, "numpy": 5}), (CACHED, {"numpy": 5}), (BY_INDEX, {})],
    ids=[GIN, CACHED, BY_INDEX],
)
def test_rows_differ_in_the_first_state_and_in_how_chance_is_drawn(
    rows: dict[str, Contestant], row: str, mode: str, calls: dict[str, int]
) -> None:
    assert getattr(rows[row], mode)(5, random.Random(1)) == 5
    assert calls == CALLS
