"""Tests that costly laws check states of every phase, every kind of move, and any place in a hand."""

from __future__ import annotations

from collections import Counter

import pytest

import rummy500 as r5
from rummy500.hooks import (
    State,
)
from rummy500_testing import Law, LawRunner, Snapshot, Step
from rummy500_testing.model import own_move

RARELY = 100_000


class Recorder:
    """Costly laws that record the states that they check."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.steps: list[Step] = []
        self.laws = (
            Law("states", "Each state is kept.", Snapshot, self._keep_state, costly=True),
            Law("steps", "Each action is kept.", Step, self._keep_step, costly=True),
        )

    def _keep_state(self, snapshot: Snapshot) -> None:
        self.states.append(snapshot.state)

    def _keep_step(self, step: Step) -> None:
        self.steps.append(step)


@pytest.mark.parametrize("plugins", [[], ["dealers-gambit"], ["throw-down"]], ids=str)
def test_the_first_state_of_each_phase_and_the_first_move_of_each_kind_are_checked(plugins: list[object]) -> None:
    try:
        rules = r5.compose("pagat", plugins, seats=3)
    except r5.ComposeError:
        pytest.skip("needs the plugin")
    seen, whole = Recorder(), Recorder()
    some, every = LawRunner(rules, seen.laws, every=RARELY), LawRunner(rules, whole.laws, every=1)
    for number in range(6):
        some.hand(str(number))
        every.hand(str(number))
    assert len(seen.steps) < len(whole.steps) / 10
    firsts: dict[tuple[str, ...], Step] = {}
    due: dict[tuple[str, ...], list[Step]] = {}
    phases: dict[str, State] = {}
    for state in whole.states:
        phases.setdefault(state.public.phase, state)
    for step in whole.steps:
        kind = (step.action.verb, *step.action.extra[:1])
        firsts.setdefault(kind, step)
        few = due.setdefault(kind, [])
        if len(few) < (4 if own_move(rules, step.action, step.before.public.phase) else 1):
            few.append(step)
    assert Counter(step.action for step in seen.steps) == Counter(step.action for few in due.values() for step in few)
    assert {step.after for step in firsts.values()} | set(phases.values()) <= set(seen.states)


def checked_in(every: int, hands: int) -> list[list[int]]:
    """Return the positions, within each hand, of the states that costly laws checked, without first and last."""
    rules = r5.compose("classic", seats=3)
    runner = LawRunner(rules, (recorder := Recorder()).laws, every=every)
    runner.hand("the kinds of moves, met for the first time")
    found: list[list[int]] = []
    for number in range(hands):
        recorder.states.clear()
        game = runner.hand(f"hand {number}")
        assert game is not None
        places = [game.states.index(state) for state in recorder.states]
        found.append([place for place in places if 0 < place < len(game.states) - 1])
    return found


def test_every_place_in_a_hand_is_checked_in_one_hand_or_another() -> None:
    found = checked_in(every=10, hands=60)
    assert {place % 10 for places in found for place in places} == set(range(10))
    assert {place for places in found for place in places} >= set(range(1, 10))
