"""Tests of the scenario of a broken law: it breaks the law again, and its own mistakes are reported."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import click.testing
import pytest

import rummy500 as r5
from rummy500 import Action, Match, Rules, State
from rummy500.engine.match import match_with_scores
from rummy500.notation.scenario import Scenario, parse_scenarios
from rummy500_terminal.app import app
from rummy500_testing import Counted, Fault, Law, LawBroken, broken_by, check_laws, random_game
from rummy500_testing.altering import hand_in_match
from rummy500_testing.checking import NO_CRASH
from rummy500_testing.laws.scores import count_hand
from rummy500_testing.scenarios import problem

RULES = r5.compose("classic", seats=3)
OVER = random_game(RULES, random.Random(3)).states[-1]
#: A hand played after a tie below the target, which scores alone do not show.
TIED = hand_in_match(OVER, match_with_scores(RULES, (480, 480, 20), dealer=OVER.public.match.dealer, playoff=True))


def saved(broken: LawBroken) -> Scenario:
    """Return the scenario that a broken law prints."""
    (scenario,) = parse_scenarios(broken.scenario)
    return scenario


# ------------------------------------------------- nothing crashes


def test_a_crash_comes_again_in_the_hand_that_the_seed_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash that depends on chance is repeated by playing the whole hand with the same chance."""
    last = random_game(RULES, random.Random("0 1"), name="0 1").actions[-1]

    def crash(rules: Rules, state: State, action: Action) -> State:
        if action == last:
            raise RuntimeError("out of order")
        return r5.apply(rules, state, action)

    state = r5.deal(RULES, seed=1)
    monkeypatch.setattr("rummy500_testing.play.apply", crash)
    assert broken_by(saved(LawBroken(*NO_CRASH, Fault("RuntimeError"), RULES, state))) is None
    again = broken_by(saved(LawBroken(*NO_CRASH, Fault("RuntimeError"), RULES, state, "0 1")))
    assert again is not None
    assert again.fault.what.startswith("RuntimeError: out of order (")


def test_a_crash_is_saved_with_its_hand_and_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(rules: Rules, match: Match, hand: State) -> Counted:
        if any(match.scores):
            raise RuntimeError(f"with {match.scores}")
        return count_hand(rules, match, hand)

    monkeypatch.setattr("rummy500_testing.checking.count_hand", crash)
    monkeypatch.setattr("rummy500_testing.checking.count_hand", crash)
    (found,) = check_laws(RULES, hands=12, laws=()).broken
    assert any(found.position.scores)
    again = broken_by(saved(found))
    assert again is not None
    assert again.fault.what.startswith(f"RuntimeError: with {found.position.scores} (")
    assert (saved(found).notes["seed"], found.seed.partition(" ")[0]) == (found.seed, "0")


# ------------------------------------------------- laws of matches


def hates_playoffs(counted: Counted) -> Fault | None:
    """A law that breaks if a tie is being played on."""
    return Fault(f"{counted.before.scores} are tied") if counted.before.playoff else None


NO_PLAYOFF = Law("no playoff", "No tie is played on.", Counted, hates_playoffs)


@pytest.fixture
def tied(monkeypatch: pytest.MonkeyPatch) -> LawBroken:
    """A law of matches that breaks if a tie is being played on below the target, which scores alone do not show."""
    monkeypatch.setattr("rummy500_testing.checking.laws_for", lambda *_: (NO_PLAYOFF,))
    with pytest.raises(LawBroken) as caught:
        NO_PLAYOFF.check(count_hand(RULES, Match(TIED.public.match), TIED))
    return caught.value


def test_a_broken_law_of_matches_keeps_the_match(tied: LawBroken) -> None:
    again = broken_by(saved(tied))
    assert again is not None
    assert again.fault.what == tied.fault.what == "(480, 480, 20) are tied"
    assert (tied.position.playoff, tied.position.scores) == (True, (480, 480, 20))
    back = pickle.loads(pickle.dumps(tied))
    assert (back.position, str(back)) == (tied.position, str(tied))


def test_the_report_of_a_broken_law_of_matches_shows_the_match(tied: LawBroken) -> None:
    told = problem(saved(tied))
    assert told is not None
    assert "  scores    [480, 480, 20]\n" in told
    assert "  match     { playoff = true }\n" in told


# ------------------------------------------------- plugins passed as objects


# ------------------------------------------------- a law that does not exist

UNKNOWN = """format = "rummy500 scenario 1"
title = "A law of nature"
  law = "gravity"
[position]
hands = ["2c", "3c"]
"""


def test_an_unknown_law_is_reported_with_its_place_everywhere(tmp_path: Path) -> None:
    (scenario,) = parse_scenarios(UNKNOWN)
    with pytest.raises(r5.NotationError) as caught:
        broken_by(scenario)
    place = caught.value.line, caught.value.column
    assert place == scenario.document.place(("law",))
    assert place[0] == 3
    told = problem(scenario)
    assert told is not None
    assert told.startswith(f"line 3, column {place[1]}: there is no law 'gravity'\n")
    file = tmp_path / "a.scenario.toml"
    file.write_text(UNKNOWN, "utf-8")
    done = click.testing.CliRunner().invoke(app, ["check", str(file)])
    assert done.output.startswith(f"{file}:3:{place[1]}: there is no law 'gravity'; expected")
