"""Tests of the census of stranding questions, in runs too short to mean anything. None asserts a time."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from benchmarks.growth.positions import Layout, begun
from benchmarks.stranding import Crew, Question, RuleSet, Tally, batches, listening, play_hands, rule_sets, show
from benchmarks.stranding_worst import QUESTIONS, Spot, answers, layout_of, search
from tests.engine.test_stranding import MANY, all_gained, view_of

import rummy500 as r5
from benchmarks import stranding, stranding_worst
from rummy500.engine.stranding import LIMIT, can_finish
from rummy500.rules.options import CORE_PRESETS

pytestmark = pytest.mark.skipif(r5.COMPILED, reason="the questions of the compiled engine cannot be counted")

#: Rules under which each turn asks questions.
ASKING = RuleSet("classic", settings=(("meld.first-minimum", 30),))


def test_a_question_is_counted_with_its_answer_and_its_cost() -> None:
    where = all_gained(MANY)
    heard: list[tuple[bool | None, int]] = []
    with listening(heard.append):
        assert can_finish(where.rules, view_of(where))
    assert heard == [(None, LIMIT)], "it reaches the limit"
    assert can_finish(where.rules, view_of(where))
    assert len(heard) == 1, "nothing is counted any more"


def test_the_same_hands_are_played_in_any_batches() -> None:
    alone = play_hands(ASKING, range(6), seed=3)
    assert alone == play_hands(ASKING, range(2), seed=3) + play_hands(ASKING, range(2, 6), seed=3)
    assert alone.hands == 6
    assert alone.questions >= alone.searched > 0
    assert alone.unknown == 0
    assert alone != play_hands(ASKING, range(6), seed=4)
    assert [number for batch in batches(250) for number in batch] == list(range(250))


def test_tallies__of_equally_dear_questions_the_first_is_reported() -> None:
    first, second = Tally(dearest=Question(5, 1, 2)), Tally(dearest=Question(5, 3, 4))
    assert (first + second).dearest == first.dearest
    assert (first + Tally(dearest=Question(6, 7, 8))).dearest.hand == 7


def test_the_position_of_the_dearest_question_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranding, "rule_sets", lambda _: [ASKING])
    tally = play_hands(ASKING, range(3), seed=1)
    text = show(str(ASKING), tally.dearest.hand, seed=1)
    assert text.startswith(f"# {tally.dearest.cost} plays\n")
    where = r5.parse_position(text)
    heard: list[tuple[bool | None, int]] = []
    with listening(heard.append):
        list(r5.legal_actions(where.rules, where.state))
    assert max(cost for _, cost in heard) == tally.dearest.cost
    with pytest.raises(r5.ComposeError, match="called 'none'"):
        show("none", 1, seed=1)


def test_each_value_of_each_option_is_played() -> None:
    played = {setting for each in rule_sets("options") for setting in each.settings}
    assert {("meld.first-minimum", 200), ("meld.layoff", "own"), ("deck.packs", 2), ("draw.top", "free")} <= played
    assert len({str(each) for each in rule_sets("options")}) == len(rule_sets("options"))
    assert set(CORE_PRESETS) <= {str(each) for each in rule_sets("presets")}


def test_ctrl_c_ends_the_work_and_leaves_what_was_found() -> None:
    def work(_: RuleSet, share: int, seed: int) -> int:
        if share == 2:
            raise KeyboardInterrupt
        return share + seed

    crew = Crew(1, 60, seed=10)
    assert list(crew.each(work, [ASKING], [0, 1, 2, 3])) == [(ASKING, 10), (ASKING, 11)]
    assert crew.stopped
    late = Crew(1, 0, seed=10)
    assert len(list(late.each(work, [ASKING], [0, 1]))) == 1
    assert late.stopped


def test_a_spot_is_the_same_position_each_time_with_a_minimum_that_fits_it() -> None:
    rules = r5.compose("pagat", options={"deck.packs": 2, "deck.jokers": 4, "meld.first-minimum": 200})
    start, rng = begun(rules, 1), random.Random(1)
    minimums = set()
    for _ in range(20):
        spot = Spot.random(rules, rng)
        found, state = spot.position(rules, start)
        assert spot.position(rules, start) == (found, state)
        assert sum(1 for _ in answers("why_not", found, state)) > 0
        minimums.add(found.melding.opening_minimum)
    assert len(minimums) > 5
    layouts: list[Layout] = [layout_of(rules, rng) for _ in range(50)]
    assert {each.phase for each in layouts} == {"draw", "play"}


def test_a_search_finds_an_answer_to_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranding_worst, "_SAMPLE", 1)
    monkeypatch.setattr(stranding_worst, "_SWAPS", 1)
    monkeypatch.setattr(stranding_worst, "_ENOUGH", 0.01)
    found = search(r5.compose("family"), 0, seed=1)
    assert tuple(found) == QUESTIONS
    for answer in found.values():
        assert answer.seconds > 0
        assert r5.parse_position(answer.position).rules.identity.preset == "family"


def test_the_command_prints_tables_and_writes_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(stranding, "rule_sets", lambda _: [ASKING])
    monkeypatch.setattr(stranding_worst, "_SAMPLE", 1)
    monkeypatch.setattr(stranding_worst, "_SWAPS", 0)
    monkeypatch.setattr(stranding_worst, "_ENOUGH", 0.01)
    file = tmp_path / "run.json"
    assert stranding.main(["--only", "presets", "worst", "--hands", "2", "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "| classic meld.first-minimum=30 | 2 |" in printed
    assert "why_not" in printed
    found = json.loads(file.read_text("utf-8"))
    assert found["presets"][str(ASKING)]["hands"] == 2
    assert set(found["worst"][str(ASKING)]) == set(QUESTIONS)
