"""Tests of the stateful test: it passes right rules, and reports planted faults with a scenario."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from rummy500 import Action, Rules, State, compose, deal, legal_actions, parse_action
from rummy500.base.records import replace
from rummy500.engine.match import match_with_scores
from rummy500.hooks import PluginInfo, ScoreLine, ScoreLines, hookimpl
from rummy500.notation.position import Position
from rummy500.notation.scenario import parse_scenarios
from rummy500_testing import Fault, Law, LawBroken, Snapshot
from rummy500_testing import strategies as r5st
from rummy500_testing.altering import alter, hand_in_match
from rummy500_testing.available import plugins
from rummy500_testing.laws.scores import scores_add_up
from rummy500_testing.machine import HandDiffers, WatchedHand, hand_machine

Effect = Callable[[Rules, State, Action], State]
PAGAT = compose("pagat", seats=3)
quick = settings(
    max_examples=15,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.generate, Phase.shrink],
)

TestPagat = hand_machine(PAGAT).TestCase
TestPagat.settings = quick
TestClassic = hand_machine(compose("classic", options={"stock.empty": "reshuffle"})).TestCase
TestClassic.settings = quick
TestAnyRules = hand_machine(r5st.rules(among=plugins()), late=False).TestCase
TestAnyRules.settings = quick


def with_effect(rules: Rules, verb: str, effect: Effect) -> Rules:
    """Replace the effect of a move by a fault."""
    return alter(rules, moves={**rules.turn.moves, verb: attrs.evolve(rules.turn.moves[verb], effect=effect)})


def failure(rules: Rules, kind: type[Exception], phases: Sequence[Phase] = (Phase.generate,), **how: Any) -> Exception:
    """Return the error of the stateful test."""
    searching = settings(quick, max_examples=300, database=None, phases=phases)
    with pytest.raises(kind) as caught:
        run_state_machine_as_test(hand_machine(rules, **how), settings=searching)
    return caught.value


def credited_wrongly(rules: Rules, state: State, action: Action) -> State:
    """Plant a fault: a card that is laid off counts for the seat that began the meld."""
    after = PAGAT.turn.moves["lay"].effect(rules, state, action)
    table = list(after.public.table)
    meld = table[action.on]
    table[action.on] = replace(meld, by=bytes([meld.owner]) * len(meld.by))
    return replace(after, public=replace(after.public, table=tuple(table)))


@pytest.mark.slow
def test_a_lay_off_credited_wrongly_differs_from_the_model() -> None:
    found = failure(with_effect(PAGAT, "lay", credited_wrongly), HandDiffers, tuple(Phase)[:-1], laws=())
    assert isinstance(found, HandDiffers)
    first, *_ = str(found).splitlines()
    assert re.match(r"a card of m\d+ counts for another seat", first)
    (scenario,) = parse_scenarios(found.scenario)
    (step,) = scenario.steps
    assert step.kind == "do"
    assert " lay " in step.fields.text("do")
    steps = "\n".join(found.__notes__)
    assert "state.act(pick=" in steps or "state.go_on(picks=[" in steps
    assert step.fields.text("do") in steps


def test_the_laws_of_the_rules_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws of plugins in play are checked by default; given laws replace them."""
    mine = Law("of a plugin", "It never holds.", Snapshot, lambda snapshot: Fault(f"{snapshot.rules.seats} play"))
    monkeypatch.setattr("rummy500_testing.machine.laws_for", lambda rules: (mine,) if rules == PAGAT else ())
    found = failure(PAGAT, LawBroken)
    assert "the law 'of a plugin' is broken: 3 play" in str(found)
    given = Law("given", "Nor does it.", Snapshot, lambda _: Fault("given"))
    assert "the law 'given' is broken" in str(failure(PAGAT, LawBroken, laws=iter([given])))


class Rich:
    """A plugin with a fault, which can be pickled: it crashes if three melds lie on the table."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("rich", "points for melds that are not there")

    @hookimpl
    def score_lines(self) -> ScoreLines:
        return lambda _, sight: [ScoreLine(0, 100 // (3 - len(sight.public.table)), "score.hand", "line", "a share")]


def test_a_plugin_that_crashes_ends_the_machine_with_the_position() -> None:
    found = failure(
        compose("classic", plugins=[Rich()], seats=2),
        LawBroken,
        laws=[scores_add_up],
    )
    assert re.match("the law 'scores add up' is broken: ZeroDivisionError", str(found))
    assert "\n\n# needs the plugin rich: install it, or name the file: --plugin ./FILE.py\nformat = " in str(found)
    (scenario,) = parse_scenarios(str(found).partition("\n\n")[2].replace('plugins = ["rich"]', "plugins = []"))
    assert scenario.steps == ()


# ------------------------------------------------------------ step by step


def test_a_costly_law_is_asked_of_the_state_alone() -> None:
    looked: list[Snapshot] = []
    costly = Law("costly", "It is asked by itself.", Snapshot, looked.append, costly=True)
    hand = WatchedHand(PAGAT, deal(PAGAT, seed=7), [costly])
    hand.act(0)
    assert not looked
    hand.ask(3)
    assert (looked[0].state, looked[0].seed) == (hand.state, "3")


def in_its_second_hand(rules: Rules) -> WatchedHand:
    """Watch a hand that follows another one."""
    hand = WatchedHand(rules, deal(rules, seed=7))
    source = random.Random(7)
    while not hand.is_over:
        hand.act(source.getrandbits(16))
    hand.count_and_deal(8)
    return hand


def test_a_difference_is_reported_with_the_scores_of_the_match() -> None:
    hand = in_its_second_hand(compose("classic", seats=3, options={"match.target": 100_000}))
    hand.state = replace(hand.state, stock=hand.state.stock[::-1])
    with pytest.raises(HandDiffers) as caught:
        hand.compare()
    found = caught.value
    assert any(found.state.public.match.scores)
    (scenario,) = parse_scenarios(found.scenario)
    assert isinstance(scenario.position, Position)
    assert scenario.position.match.so_far == found.state.public.match
    assert pickle.loads(pickle.dumps(found)).scenario == found.scenario


@pytest.mark.parametrize("how", ["text", "json", "pickle"])
def test_a_hand_is_saved_with_the_scores_of_its_match(how: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from rummy500_testing import machine as watched

    hand = in_its_second_hand(compose("classic", seats=3, options={"match.target": 100_000}))
    hand.save_and_load(how)
    first = match_with_scores(hand.rules, (0, 0, 0), dealer=hand.state.public.match.dealer)
    forgetful = Position(hand.rules, hand_in_match(hand.state, first))
    reader = {"text": "parse_position", "json": "state_from_json", "pickle": "pickled"}[how]
    monkeypatch.setattr(watched, reader, lambda *_, **__: forgetful)
    with pytest.raises(HandDiffers, match=f"what was saved as {how} is not what is read back"):
        hand.save_and_load(how)


def test_a_whole_match_goes_on_hand_after_hand() -> None:
    told: list[str] = []
    hand = WatchedHand(compose("classic", seats=2), deal(compose("classic", seats=2), seed=1), note=told.append)
    for number in range(3):
        while not hand.is_over:
            hand.act(number)
        hand.act(number)  # no action is left
        hand.count_and_deal(number)
    hand.compare()
    assert sum(line.startswith("the match stands at") for line in told) == 3
    assert parse_action("1: draw") in legal_actions(hand.rules, deal(hand.rules, seed=1))
