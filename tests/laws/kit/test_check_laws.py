"""Tests of `check_laws`: its report, and that a broken law can be saved as a test."""

from __future__ import annotations

from typing import Any

import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500 import Rules, State
from rummy500.hooks import TurnEnded, core_next_turn, replace
from rummy500.notation.scenario import parse_scenarios
from rummy500_testing import (
    LAWS,
    Counted,
    Fault,
    Game,
    Law,
    LawsBroken,
    Snapshot,
    Step,
    broken_by,
    check_laws,
    hand_under_laws,
    laws_of,
)

RULES = r5.compose("classic", seats=3)
BY_NAME = {law.name: law for law in LAWS}


def test_every_law_has_a_name_of_its_own_and_a_statement() -> None:
    assert len(BY_NAME) == len(LAWS)
    for law in LAWS:
        assert law.statement.endswith(".")
        assert law.function.__doc__
        assert str(law) == law.name


def test_the_report_has_a_row_for_each_law() -> None:
    report = check_laws(RULES, hands=3, seed=5)
    report.require()
    assert [row.name for row in report.rows] == [*(law.name for law in LAWS), "nothing crashes"]
    assert all(row.asked for row in report.rows)
    assert report.rows[-1].asked == 3
    assert "3 hands from seed 5, every law held" in str(report)
    assert str(report) == str(check_laws(RULES, hands=3, seed=5))


def test_a_law_that_was_not_asked_is_not_reported_as_held() -> None:
    report = check_laws(RULES, hands=1, max_turns=1)  # a hand that is cut off is not counted
    assert not any(row.asked for row in report.rows if row.name in {law.name for law in laws_of(Counted)})
    assert "not asked" in report.table


def to_the_right() -> TurnEnded:
    """Let the seat on the right be next when a turn ends."""

    def ended(rules: Rules, state: State) -> State:
        after = core_next_turn(rules, state)
        right = (state.public.to_act - 1) % rules.seats
        return after if after.public.phase == "over" else replace(after, public=replace(after.public, to_act=right))

    return ended


def test_a_law_is_skipped_when_a_plugin_overrides_the_rule_that_it_checks() -> None:
    def never(_: Snapshot) -> Fault:
        return Fault("it is never right")

    mine = Law("mine", "It holds.", Snapshot, never, rests_on=("turn_ended",))
    laws = (BY_NAME["the turn goes on"], BY_NAME["counts match the cards"], mine)
    report = check_laws(r5.compose("classic", [plugin("right", turn_ended=to_the_right)], seats=3), hands=2, laws=laws)
    some, none, every, _ = report.rows
    assert (bool(some.asked), bool(some.skipped), some.result) == (True, True, "yes")
    assert (bool(none.asked), none.skipped, none.result) == (True, 0, "yes")
    assert (every.asked, every.skipped, every.result) == (0, none.asked, "skipped")
    heading, *lines = report.table.splitlines()
    assert heading.split() == ["law", "asked", "skipped", "held"]
    assert lines[2].split() == ["mine", "0", str(every.skipped), "skipped"]
    assert report.passed


@pytest.mark.parametrize("name", ["hands", "every", "max_turns"])
@pytest.mark.parametrize("number", [0, -1])
def test_a_number_that_is_too_small_is_refused_by_name(name: str, number: int) -> None:
    told = f"^{name} must be at least 1, not {number}$"
    few: dict[str, Any] = {name: number}
    with pytest.raises(ValueError, match=told):
        check_laws(RULES, **few)
    if name != "hands":
        with pytest.raises(ValueError, match=told):
            hand_under_laws(RULES, "a hand", **few)


def test_every_broken_law_is_in_the_report_once() -> None:
    def wrong(_: Snapshot) -> Fault:
        return Fault("it is never right")

    laws = (*LAWS[:2], Law("one", "One.", Snapshot, wrong), Law("two", "Two.", Snapshot, wrong))
    report = check_laws(RULES, hands=2, laws=laws)
    assert [broken.law for broken in report.broken] == ["one", "two"]
    assert not report.passed
    assert "2 laws broken" in str(report)
    assert [row.asked for row in report.rows if row.broken] == [1, 1]
    assert str(report).count("it is never right\n") == 2
    with pytest.raises(LawsBroken, match="2 laws broken"):
        report.require()


def test_a_crash_is_in_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("rummy500_testing.play.apply", crash)
    report = check_laws(RULES, hands=5)
    crash_row = report.rows[-1]
    assert crash_row.name == "nothing crashes"
    assert crash_row.broken is not None
    assert "RuntimeError: out of order" in str(crash_row.broken)
    assert isinstance(crash_row.broken.__cause__, RuntimeError)
    assert crash_row.broken.seed == "0 0"  # the name of the hand, which plays it again


# ------------------------------------------------- saved as a test


def forbids_nines(snapshot: Snapshot) -> Fault | None:
    """A law that breaks somewhere in the middle of a hand, by a random choice."""
    nines = [action for action in snapshot.listed if action.verb == "discard" and action.card % 13 == 8]
    return Fault("a nine", nines[0], "may") if nines and snapshot.rng.random() < 0.5 else None


def hates_draws(step: Step) -> Fault | None:
    return Fault(f"{step.rng.random()}") if step.action.verb == "draw" and step.rng.random() < 0.3 else None


def hates_kings(counted: Counted) -> Fault | None:
    return Fault(f"{counted.before.scores}") if sum(counted.before.scores) else None


def hates_stock(game: Game) -> Fault | None:
    return Fault(game.how) if len(game.actions) % 3 == 0 else None


@pytest.mark.parametrize(
    "law",
    [
        Law("a", "Of states.", Snapshot, forbids_nines),
        Law("a", "Of steps.", Step, hates_draws),
        Law("a", "Of matches.", Counted, hates_kings),
        Law("a", "Of hands.", Game, hates_stock),
        Law("a", "Of rules.", Rules, lambda rules: Fault("they are played by three") if rules.seats == 3 else None),
    ],
    ids=lambda law: law.statement,
)
def test_the_scenario_of_a_broken_law_asks_it_again(law: Law[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500_testing.checking.laws_for", lambda *_: (law,))
    (broken,) = check_laws(RULES, hands=12, laws=(law,)).broken
    assert 'law = "a"' in str(broken)
    (scenario,) = parse_scenarios(broken.scenario)
    again = broken_by(scenario)
    assert again is not None
    assert (again.law, again.fault.what, again.fault.action) == ("a", broken.fault.what, broken.fault.action)


def test_a_scenario_with_a_law_that_holds() -> None:
    law = laws_of(Snapshot)[0]
    text = law.broken(Snapshot(RULES, r5.deal(RULES, seed=1), (), True, "5"), Fault("nothing really")).scenario
    (scenario,) = parse_scenarios(text)
    assert broken_by(scenario) is None
    assert scenario.notes == {"law": law.name, "seed": "5", "found": "nothing really"}
