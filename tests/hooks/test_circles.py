"""Tests of functions of plugins that ask for what they help to answer, list without end, or return a wrong type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final, cast

import attrs
import pytest
from tests.counted import at_most
from tests.hooks.samples import plugin, saying, taking
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.stranding import may_go_on
from rummy500.hooks import Bar, Duty, Move, Reason, Use, Wilds, bag_of, can_finish, judged_move, replace

#: Seat 0 may discard nothing that it holds but the king, which a bar of the tests keeps.
BARRED: Final = """
phase  = "play"
to_act = 0
hands  = ["Kd", "5c 6c"]
stock  = "8d 9d"
pile   = "9c Tc"
"""
KING: Final = Reason("kings.stay", "king", "A king stays.")
NO_KING: Final = Bar(lambda rules, view: bag_of([38]), lambda card: KING())


def nothing(*_: object) -> Any:
    """Return nothing where something is due."""


def wink(**fields: Any) -> Move:
    """Make a move `wink`, which does nothing."""
    return attrs.evolve(saying("wink", lambda rules, state, action: state), **fields)


def rules_with(**fields: Any) -> r5.Rules:
    return r5.compose("classic", [plugin("winks", moves=lambda: (wink(**fields),), may=lambda: {"discard": NO_KING})])


def barred(rules: r5.Rules) -> r5.State:
    return r5.parse_position(BARRED, rules=rules).state


def asks_whether_it_can_finish(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.View | r5.Refusal:
    return view if can_finish(rules, view) else KING()


def asks_what_may_go_on(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.View | r5.Refusal:
    return view if may_go_on(rules, view) else KING()


@pytest.mark.parametrize("judge", [asks_whether_it_can_finish, asks_what_may_go_on])
def test_follow_ups__of_a_judge_that_asks_the_look_ahead_are_refused_at_once(judge: Callable[..., Any]) -> None:
    rules = judging(numbered([1]), judge)
    with pytest.raises(RuntimeError) as caught, at_most(100_000):
        list(r5.legal_actions(rules, barred(rules)))
    assert type(caught.value) is RuntimeError
    assert str(caught.value) == (
        "asked whether the turn can end while that is judged: let judge return the view after each action, the engine"
        " asks that of each"
    )
    assert caught.value.__notes__[0].startswith("plugin winks raised this error in test_circles.py, line ")
    assert caught.value.__notes__[0].endswith(f", in {judge.__name__}")


def test_follow_ups__the_look_ahead_may_be_asked_again_between_two_views() -> None:
    def judge(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.View:
        return replace(view, hand=bag_of([3] if action.extra == ("2",) else []))

    listed = [r5.legal_actions(rules, barred(rules)) for rules in (rules_with(), judging(numbered([1, 2]), judge))]
    assert [[action.verb for action in each] for each in listed] == [["discard", "wink"], ["wink", "wink"]]


def test_candidates__that_list_without_end_is_an_error_that_names_it() -> None:
    def candidates(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
        return (r5.Action(view.seat, "wink", extra=(str(number),)) for number in count())

    rules = rules_with(candidates=candidates, fields=("extra",))
    with pytest.raises(RuntimeError) as caught:
        len(r5.legal_actions(rules, barred(rules)))
    must = "plugin winks: hook moves has a move 'wink' whose candidates must list actions, at most 100,000"
    assert str(caught.value) == must
    assert caught.value.__notes__[0].startswith("plugin winks (hook moves) raised this error in test_circles.py")


def judging(candidates: Any, judge: Any) -> r5.Rules:
    """Make rules with a `judged_move` whose actions have a number as their last word."""
    move = judged_move("wink", judge, candidates, fields=("extra",))
    return r5.compose("classic", [plugin("winks", moves=lambda: (move,), may=lambda: {"discard": NO_KING})], seats=2)


def numbered(numbers: Iterable[int]) -> Callable[..., Iterable[r5.Action]]:
    return lambda rules, view: (r5.Action(view.seat, "wink", extra=(str(number),)) for number in numbers)


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules, state: len(r5.legal_actions(rules, state)),
        lambda rules, state: can_finish(rules, r5.observe(rules, state, 0)),
    ],
)
def test_judged_move__refused_candidates_without_end_are_an_error_that_names_it(ask: Callable[..., Any]) -> None:
    rules = judging(numbered(count()), lambda rules, view, action: KING())
    with pytest.raises(RuntimeError) as caught:
        ask(rules, barred(rules))
    must = "plugin winks: hook moves has a move 'wink' whose candidates must list actions, at most 100,000"
    assert str(caught.value) == must
    assert caught.value.__notes__[0].startswith("plugin winks (hook moves) raised this error in test_circles.py")


def duty(why: Any) -> Callable[[], object]:
    """Make a hook of a duty."""
    return lambda: {"end": Duty(why)}


def asks_itself(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    """Ask whether the action is legal, which this function decides."""
    return r5.why_not(rules, view, action)


def ask(rules: r5.Rules) -> None:
    """List actions in both phases, and judge one."""
    text = 'phase = "{}"\nto_act = 0\nhands = ["4s 4d 4h Kd", "5c 6c"]\nstock = "8d 9d"\npile = "9c 4c"'
    for phase in ("draw", "play"):
        state = r5.parse_position(text.format(phase), rules=rules).state
        list(r5.legal_actions(rules, state))
        r5.why_not(rules, state, r5.Action(0, "wink"))


@pytest.mark.parametrize(
    ("hook", "answer"),
    [
        ("may", lambda: {"meld": lambda rules, view, meld, on: len(r5.legal_actions(rules, view)) and None}),
        ("takes", taking(must_use=lambda rules, view, depth: len(r5.legal_actions(rules, view)) > 1)),
        ("may", duty(lambda rules, view: can_finish(rules, view) or None)),
        ("opening_minimum", lambda rule: lambda rules, view: len(r5.legal_actions(rules, view))),
        ("moves", lambda: (wink(check=asks_itself),)),
    ],
)
def test_a_function_that_asks_for_its_own_answer_is_named(hook: str, answer: Callable[..., Any]) -> None:
    rules = r5.compose("classic", [plugin("winks", **{hook: answer})])
    with pytest.raises(RecursionError) as caught, at_most(100_000):
        ask(rules)
    assert caught.value.__notes__[0].startswith("plugin winks")


PLAYING: Final = BARRED.replace("Kd", "4s 4d 4h Kd").replace("9c Tc", "9c Tc 4c")
DRAWING: Final = PLAYING.replace('"play"', '"draw"')


@pytest.mark.parametrize(
    ("hook", "answer", "text", "must"),
    [
        ("may", lambda: {"refusal": lambda rules, view, action, refusal: 0}, "0: discard 2c", "returns a Refusal"),
        ("may", duty(lambda rules, view: True), "0: discard Kd", "why must return a Refusal or"),
        ("turn_ended", lambda: lambda rules, state: 1, "0: discard Kd", "returns None or a State, not"),
        (
            "hand_emptied",
            lambda: lambda rules, state, action: 1,
            "0: discard Kd",
            "returns None or a State, not",
        ),
        ("moves", lambda: (wink(check=lambda *_: True),), "0: wink", "check must return a Refusal or"),
        ("moves", lambda: (wink(candidates=lambda rules, view: iter([1])),), "", "candidates must list actions, not"),
        ("moves", lambda: (wink(candidates=lambda rules, view: None),), "", "candidates must list actions, not None"),
        ("may", lambda: {"discard": Bar(lambda *_: bag_of([38]), nothing)}, "0: discard Kd", "a Refusal, not"),
        ("opening_minimum", lambda rule: lambda rules, view: None, "", "returns a whole number, not None"),
        ("takes", taking(collects=lambda rules, view, depth: None), "0: take 4c", "return a tuple, not"),
        ("takes", taking(collects=lambda rules, view, depth: (9, 9)), "0: take 4c", "a tuple of depths from 1"),
    ],
)
def test_a_function_that_returns_a_wrong_type_is_named(
    hook: str, answer: Callable[..., Any], text: str, must: str
) -> None:
    rules = r5.compose("pagat", [plugin("odd", **{hook: answer})])
    position = DRAWING if "take" in text else PLAYING
    position = position.replace("4s 4d 4h Kd", "Kd") if hook == "hand_emptied" else position
    state = r5.parse_position(position, rules=rules).state
    with pytest.raises((TypeError, ValueError)) as caught:
        do(rules, state, text) if text else list(r5.legal_actions(rules, state))
    assert str(caught.value).startswith(f"plugin odd: hook {hook} ")
    assert must in str(caught.value)
    assert caught.value.__notes__[0].startswith(f"plugin odd (hook {hook}) raised this error in test_circles.py")


@pytest.mark.parametrize(
    ("hook", "answer", "must"),
    [
        (
            "moves",
            lambda: (judged_move("wink", nothing, cast("Any", lambda rules, view: None)),),
            "candidates must list actions",
        ),
        (
            "moves",
            lambda: (judged_move("wink", nothing, numbered([1]), fields=("extra",)),),
            "judge must return a View",
        ),
        (
            "moves",
            lambda: (judged_move("wink", nothing, phases=("draw",), whose="others", possible=nothing),),
            "whose possible must return a bool, not",
        ),
        ("may", lambda: {"discard": Bar(nothing, lambda card: KING())}, "Bar whose cards must return an int,"),
        ("takes", taking(must_use=lambda rules, view, depth: None), "whose must_use must return a bool, not None"),
        ("pack", lambda pack: attrs.evolve(pack, side_cards=lambda *_: None), "whose side_cards must return an int,"),
        ("wilds", lambda: Wilds((1,), now=nothing), "whose now must return faces, not None"),
        ("wilds", lambda: Wilds((1,), now=lambda *_: (1, 14)), "now must return some of its faces (1,), not (1, 14)"),
        ("uses", lambda: (Use("swop", nothing, lambda *_: KING()),), "whose find must list pieces and"),
        ("uses", lambda: (Use("swop", lambda *_: [], lambda *_: KING(), nothing),), "whose wants must return"),
    ],
)
def test_a_function_that_returns_a_wrong_type_is_named_when_actions_are_listed(
    hook: str, answer: Callable[..., Any], must: str
) -> None:
    rules = r5.compose("pagat", [plugin("odd", **{hook: answer})], seats=2)
    with pytest.raises((TypeError, ValueError)) as caught:
        ask(rules)
    assert str(caught.value).startswith(f"plugin odd: hook {hook} ")
    assert must in str(caught.value)
    assert caught.value.__notes__[0].startswith(f"plugin odd (hook {hook}) raised this error in test_circles.py")


def test_deducts__that_asks_for_the_score_is_refused_with_advice() -> None:
    asking = plugin("odd", deducts=lambda rule: lambda rules, sight, seat: r5.score_hand(rules, sight).final)
    rules = r5.compose("classic", [asking])
    with pytest.raises(RuntimeError) as caught:
        r5.score_hand(rules, r5.deal(rules, seed=7))
    assert str(caught.value) == (
        "plugin odd: hook deducts asks for the score that it is part of: a LinesAfter gets the lines so far"
    )
    assert caught.value.__notes__[0].startswith("plugin odd (hook deducts) raised this error in test_circles.py")
