"""The tools around the laws: what is nearly legal, what is dealt anew, the stress run, what an import loads."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.hooks.installing import dist_info, importable

from rummy500 import Rules, compose, legal_actions, observe, parse_position, score_hand
from rummy500.notation.check import run_scenario
from rummy500.notation.scenario import parse_scenarios
from rummy500.testing import Fault, Law, LawBroken, Spot, nearly, nonsense, random_game, redealt
from rummy500.testing.stress import Job, Tally, jobs, main

RULES = compose("north-american", seats=4)
GAME = random_game(RULES, random.Random(11))
#: A plugin as a stranger might write it, and what more it may have.
PLUGIN = """
from rummy500.hooks import PluginInfo, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo(__name__, "for a test")
"""
PRESET = """
import attrs
from rummy500.hooks import Option
from rummy500.presets import CORE_PRESETS

@hookimpl
def options():
    return (Option("two.much", "match.target", "for a test", flag=True),)

@hookimpl
def presets():
    return (attrs.evolve(CORE_PRESETS["classic"], name="two-evening", plugins=("two",)),)
"""
ANYBODY = """
@hookimpl
def turn_ended(rule):
    return lambda rules, state: rule(rules, state)
"""
PATH = """
import sys
import rummy500
assert not {"hypothesis", "pytest"} & set(sys.modules)
import rummy500.testing.stress
assert not {"hypothesis", "pytest"} & set(sys.modules)
import rummy500.testing.strategies
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
            near = nearly(RULES, state, action, source)
            changed += near != action
            refused += near not in legal
    assert changed > refused > 40


def test_nonsense_is_of_every_verb() -> None:
    source = random.Random(1)
    assert {nonsense(RULES, source).verb for _ in range(300)} > set(RULES.turn.moves)


def test_redealt_changes_what_a_seat_cannot_see() -> None:
    source = random.Random(1)
    for state in GAME.states[:-1:5]:
        for seat in (0, 1, 2, 3, None):
            other = redealt(RULES, state, seat, source)
            assert other != state
            assert observe(RULES, other, seat) == observe(RULES, state, seat)
            assert len(other.stock) == len(state.stock)


def test_the_same_source_plays_the_same_hand() -> None:
    assert random_game(RULES, random.Random(11)) == GAME
    assert GAME.how == GAME.states[-1].public.ended
    assert score_hand(RULES, GAME.states[-1]).final


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
    assert repr(unheard_of) in str(broken)


def test_stress_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", "60", "--workers", "2", "--seed", "5"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 1 + 4 * 7 + 1
    assert told[-1].startswith("60 hands, ")
    assert told[-1].endswith("every law held")


def test_stress_run_that_finds_a_fault(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise LawBroken("a law", "It holds.", Fault("it does not"), RULES, GAME.states[6])

    monkeypatch.setattr("rummy500.testing.law.Law.check", broken)
    assert main(["--hands", "10", "--workers", "1", "--presets", "pagat"]) == 1
    told = capsys.readouterr().out
    assert "the rules of pagat with 2 seats, seed 0" in told
    assert 'format = "rummy500 scenario 1"' in told


def test_stress_run_asks_each_law_of_rules_once_of_each_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Rules] = []
    rules_law = Law("of rules", "They are asked.", Rules, asked.append)
    monkeypatch.setattr("rummy500.testing.inquiry.laws_for", lambda _: (rules_law,))
    assert main(["--hands", "200", "--workers", "1", "--max-turns", "1", "--presets", "classic"]) == 0
    assert [rules.seats for rules in asked] == list(range(2, 9))


def test_stress_run_that_finds_a_fault_in_a_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = Law("of states", "It holds.", Spot, lambda _: Fault("it does not"))
    monkeypatch.setattr("rummy500.testing.inquiry.laws_for", lambda _: (law,))
    assert main(["--hands", "10", "--workers", "1", "--presets", "pagat"]) == 1
    assert "hand 0 of pagat with 2 seats, seed 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("--plugin nope", "there is no plugin 'nope'"),
        ("--plugins nope", "there is no plugin 'nope'"),
        ("--presets classic clasic", "there is no preset 'clasic'"),
        ("--option call", "'call' is not of the form NAME=VALUE"),
        ("--option call=zz", "option call cannot be 'zz'"),
        ("--option no.such=1", "no.such"),
        ("--hands 0", "argument --hands: it must be at least 1, not 0"),
        ("--hands -4", "argument --hands: it must be at least 1, not -4"),
        ("--hands many", "argument --hands: 'many' is no whole number"),
        ("--every 0", "argument --every: it must be at least 1, not 0"),
        ("--max-turns 0", "argument --max-turns: it must be at least 1, not 0"),
        ("--workers 0", "argument --workers: it must be at least 1, not 0"),
    ],
)
def test_stress_run_that_cannot_be_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], arguments: str, what: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--workers", "1", *arguments.split()])
    assert ended.value.code == 2
    assert what in capsys.readouterr().err.splitlines()[-1]


def test_jobs_of_no_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="hands must be at least 1, not -4"):
        list(jobs(-4, ["classic"], seed=0, every=50, max_turns=5))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[None]:
    """Two plugins, `one` and `two`, the second with an option and a preset."""
    for name, source in (("one", PLUGIN), ("two", PLUGIN + PRESET)):
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
        dist_info(tmp_path, f"rummy500-{name}", {name: name})
    with importable(tmp_path):
        yield


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("said", ["--plugins one two", "--plugin one --plugin two", "--plugins one --plugin two"])
def test_stress_run_takes_plugins_one_by_one_or_together(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    played: list[Job] = []

    def play(todo: Sequence[Job], _: int) -> dict[tuple[str, int], Tally]:
        played.extend(todo)
        return {}

    monkeypatch.setattr("rummy500.testing.stress.stress", play)
    assert main(["--hands", "2", "--presets", "classic", *said.split()]) == 0
    assert {job.plugins for job in played} == {("one", "two")}


@pytest.mark.usefixtures("house")
def test_stress_run_takes_the_preset_of_a_plugin_and_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--hands", "7", "--workers", "1", "--max-turns", "2", "--presets", "two-evening"]
    assert main([*asked, "--option", "two.much=true"]) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()[1:-1]} == {"two-evening"}
    with pytest.raises(SystemExit):
        main([*asked, "--option", "two.much=maybe"])
    assert "option two.much cannot be 'maybe'" in capsys.readouterr().err


def test_stress_run_lists_the_laws_that_a_plugin_had_skipped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "anybody.py").write_text(PLUGIN + ANYBODY, "utf-8")
    dist_info(tmp_path, "rummy500-anybody", {"anybody": "anybody"})
    asked = ["--hands", "7", "--workers", "1", "--max-turns", "5", "--presets", "classic"]
    assert main(asked) == 0
    assert "skipped" not in capsys.readouterr().out
    with importable(tmp_path):
        assert main([*asked, "--plugin", "anybody"]) == 0
    _, skipped, last = capsys.readouterr().out.split("\n\n")
    heading, columns, *laws = skipped.splitlines()
    assert heading == "skipped, because a plugin overrides the rule that the law checks:"
    assert columns.split() == ["law", "asked", "skipped"]
    counts = {name.strip(): int(many) for name, _, many in (line.rsplit(maxsplit=2) for line in laws)}
    assert counts["the turn goes on"] > 0
    assert "cards are conserved" not in counts
    assert last.endswith("every law held\n")


def test_stress_run_cuts_long_hands_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--hands", "14", "--workers", "1", "--max-turns", "3", "--presets", "classic"]) == 0
    assert "14 cut off after 3 turns" in capsys.readouterr().out


def test_stress_run_reports_a_crash(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("rummy500.testing.play.apply", crash)
    monkeypatch.setattr("rummy500.testing.inquiry.laws_for", lambda _: ())
    assert main(["--hands", "1", "--workers", "1"]) == 1
    assert "'nothing crashes' is broken: RuntimeError: out of order" in capsys.readouterr().out
