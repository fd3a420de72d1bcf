"""Tests of duties at the end of a turn or of the hand, for every move that ends one."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.hooks.samples import ends, forbidding, plugin, refusal, saying
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.hooks import Duty, Move, Reason, hand_ended

PLACES = (
    'to_act = 1\nphase = "play"\nhands = ["Kc", "2h 3h 4h 5s 5d 5c Kd 9s"]\nstock = "8c Jd"\npile = "3d"\nmelds = []\n'
)


def knock() -> Move:
    """Make a move `knock`, which ends the hand."""
    return saying("knock", lambda rules, state, action: hand_ended(state, "knock"), ends="hand")


def must(name: str, shape: Literal["run", "group"], end: Literal["turn", "hand"] = "turn") -> Duty:
    """Make a duty: a run, or a group, in each turn."""

    def why(rules: r5.Rules, view: r5.View) -> r5.Refusal | None:
        if any(play.use == shape for play in view.public.turn.plays):
            return None
        return Reason(name, "due", "You meld a {shape} first.")(shape=shape)

    return Duty(why, end)


def rules_with(*duties: Duty, moves: tuple[Move, ...] = (), minimum: int = 0) -> r5.Rules:
    hooks = plugin("house", may=forbidding(end=duties), moves=lambda: (ends(), *moves))
    return r5.compose("pagat", [hooks], {"meld.first-minimum": minimum, "call": "none"}, seats=2)


def after(rules: r5.Rules, *texts: str, places: str = PLACES) -> r5.State:
    return do(rules, r5.parse_position(places, rules=rules).state, *texts)


def why(rules: r5.Rules, state: r5.State, text: str) -> str:
    """Return the id of the rule by which an action is refused, empty if it is legal; listing must agree."""
    action = r5.parse_action(text, state, rules=rules)
    found = r5.why_not(rules, state, action)
    assert (found is None) == (action in list(r5.legal_actions(rules, state)))
    return "" if found is None else found.rule


ENDS = ("1: discard 9s", "1: end", "1: knock")


@pytest.mark.parametrize("ending", ENDS)
def test_first_minimum__no_move_ends_turn_or_hand_below_it(ending: str) -> None:
    rules = rules_with(moves=(knock(),), minimum=15)
    assert why(rules, after(rules), ending) == "", "nothing is begun"
    assert why(rules, after(rules, "1: meld [2h 3h 4h]"), ending) == "meld.first-minimum"
    assert why(rules, after(rules, "1: meld [2h 3h 4h]", "1: meld {5s 5d 5c}"), ending) == ""


@pytest.mark.parametrize("ending", ENDS)
def test_a_duty_binds_every_move_that_ends_a_turn(ending: str) -> None:
    rules = rules_with(must("house.run", "run"), moves=(knock(),))
    assert why(rules, after(rules), ending) == "house.run"
    assert why(rules, after(rules, "1: meld {5s 5d 5c}"), ending) == "house.run"
    assert why(rules, after(rules, "1: meld [2h 3h 4h]"), ending) == ""


def test_a_duty_of_the_hand_binds_only_who_ends_the_hand() -> None:
    rules = rules_with(must("house.run", "run", "hand"), moves=(knock(),))
    assert [why(rules, after(rules), ending) for ending in ENDS] == ["", "", "house.run"]


def test_a_duty_of_the_hand_binds_the_last_card() -> None:
    rules = rules_with(must("house.run", "run", "hand"))
    places = PLACES.replace("2h 3h 4h 5s 5d 5c Kd 9s", "5s 5d 5c 9s")
    assert why(rules, after(rules, places=places), "1: meld {5s 5d 5c}") == "house.run", "only the last card would stay"
    only = PLACES.replace("2h 3h 4h 5s 5d 5c Kd 9s", "5s 5d 5c")
    assert why(rules, after(rules, places=only), "1: meld {5s 5d 5c}") == "house.run", "that would go out"


def test_a_duty_that_no_play_can_meet_yields() -> None:
    rules = rules_with(must("house.run", "run"), moves=(knock(),))
    places = PLACES.replace("2h 3h 4h", "2h 3h 6h")
    assert [why(rules, after(rules, places=places), ending) for ending in ENDS] == ["", "", ""]
    assert why(rules, after(rules, places=places), "1: meld {5s 5d 5c}") == "", "other plays stay legal"


def test_a_play_after_which_a_duty_could_not_be_met_is_refused() -> None:
    rules = rules_with(must("house.run", "run"))
    places = PLACES.replace("2h 3h 4h 5s 5d 5c", "2h 3h 4h 4s 4d")
    assert why(rules, after(rules, places=places), "1: meld {4s 4h 4d}") == "house.run"
    assert why(rules, after(rules, places=places), "1: meld [2h 3h 4h]") == ""


def test_an_end_by_the_stock_asks_no_duty() -> None:
    rules = rules_with(must("house.run", "run"))
    places = PLACES.replace('"play"', '"draw"').replace("8c Jd", "").replace("5c Kd 9s", "5c Kd")
    assert why(rules, after(rules, places=places), "1: pass") == ""


WRONG_WHY = Duty(lambda rules: None)  # type: ignore[arg-type,misc] # wrong on purpose
WRONG_END = Duty(lambda rules, view: None, "match")  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.parametrize(
    ("duty", "error"),
    [
        (WRONG_WHY, "has a Duty whose why must be a function of 2 arguments (rules, view)"),
        (WRONG_END, "has a Duty whose ends must be turn or hand, not 'match'"),
        (3, "hook may must demand something before an end by a Duty or a tuple of them, not 3"),
    ],
)
def test_a_wrong_duty_is_refused_by_name(duty: object, error: str) -> None:
    assert error in refusal(plugin("house", may=forbidding(end=duty)))


def test_fields_that_are_no_more_are_refused_with_what_to_write() -> None:
    with pytest.raises(TypeError, match="Duty has no field 'name' any more: a Duty has no name; its refusal names"):
        Duty(name="house.run", why=lambda rules, view: None)  # type: ignore[call-arg] # no more
    with pytest.raises(TypeError, match="Move has no field 'lifts' any more: the function of a Duty allows"):
        Move("knock", effect=knock().effect, lifts=("house.run",))  # type: ignore[call-arg] # no more
