"""Tests of the tools of laws: near misses, `redealt`, long runs, imports."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

from rummy500 import compose, legal_actions, parse_position
from rummy500.base import records
from rummy500.notation.scenario import parse_scenarios
from rummy500_terminal.judging import run_scenario
from rummy500_testing import Fault, LawBroken, near_miss, nonsense, random_game

RULES = compose("north-american", seats=4)
GAME = random_game(RULES, random.Random(11))
PATH = """
import sys
from rummy500_testing import check_laws
assert not {"hypothesis", "pytest"} & set(sys.modules)
from rummy500_testing.strategies import hands
assert "hypothesis" in sys.modules
"""


def test_only_strategies_load_hypothesis() -> None:
    subprocess.run([sys.executable, "-c", PATH], check=True)


def test_nearly_legal_actions_are_mostly_other_ones() -> None:
    source = random.Random(1)
    changed = refused = 0
    for state in GAME.states[:40]:
        legal = legal_actions(RULES, state)
        for action in legal:
            near = near_miss(RULES, state, action, source)
            changed += near != action
            refused += near not in legal
    assert changed > refused > 40


def test_nonsense_is_of_every_verb() -> None:
    source = random.Random(1)
    assert {nonsense(RULES, source).verb for _ in range(300)} > set(RULES.turn.moves)


def test_a_broken_law_shows_a_scenario_that_reproduces_it() -> None:
    state = GAME.states[6]
    action = legal_actions(RULES, state)[0]
    broken = LawBroken("a law", "It holds.", Fault("it does not", action), RULES, state)
    (scenario,) = parse_scenarios(broken.scenario)
    assert run_scenario(scenario) is None
    text = broken.scenario
    assert parse_position(text).state == state
    back = pickle.loads(pickle.dumps(broken))
    assert (back.law, back.fault, back.state, str(back)) == (broken.law, broken.fault, broken.state, str(broken))


def test_a_state_that_cannot_be_written_is_shown_as_data() -> None:
    unheard_of = nonsense(RULES, random.Random(1))
    broken = LawBroken("a law", "It holds.", Fault("it does not", unheard_of), RULES, GAME.states[6])
    assert records.record_text(unheard_of) in str(broken)
