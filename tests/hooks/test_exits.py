"""Tests of plugins that would end the program, or never end: the error names plugin, hook and place instead."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import dealing, ends, plugin, refusal, taking

import rummy500 as r5
from rummy500.hooks import Effect, HandMemory, Takes, Wilds
from rummy500.players import play_hand, player_named

FILE: Final = "test_exits.py"


@attrs.frozen
class Nothing:
    """A record without fields."""


def leave(*_: object, **__: object) -> Any:
    sys.exit(3)


def interrupt(*_: object, **__: object) -> Any:
    raise KeyboardInterrupt


def leaving(function: Callable[..., Any]) -> dict[str, SimpleNamespace]:
    """Make a plugin of each hook whose answer calls a function."""
    wilds = Wilds((r5.parse_card("*"),), now=function)
    return {
        "must_use": plugin("quits", takes=taking(must_use=function)),
        "collects": plugin("quits", takes=taking(collects=function)),
        "opening_minimum": plugin("quits", opening_minimum=lambda rule: function),
        "may": plugin("quits", may=lambda: {"draw": function}),
        "effects": plugin("quits", effects=lambda: {"draw": lambda effect: function}),
        "moves": plugin("quits", moves=lambda: (attrs.evolve(ends(), candidates=function),)),
        "memory": plugin("quits", memory=lambda: HandMemory(Nothing, after=function)),
        "turn_ended": plugin("quits", turn_ended=lambda: function),
        "wilds": plugin("quits", wilds=lambda: wilds),
        "score_lines": plugin("quits", score_lines=lambda: function),
        "first_player": plugin("quits", dealing=dealing(first_player=function)),
    }


def played(rules: r5.Rules, level: str = "medium") -> None:
    """Play a hand with programs."""
    players = [player_named(level, random.Random(seat)) for seat in range(3)]
    play_hand(rules, r5.deal(rules, seed=3), players, random.Random(1), max_turns=30)


@pytest.mark.parametrize("level", ["random", "medium"])
@pytest.mark.parametrize("hook", leaving(leave))
def test_a_rule_that_would_end_the_program_is_named_and_no_player(hook: str, level: str) -> None:
    rules = r5.compose("pagat", [leaving(leave)[hook]], seats=3)
    with pytest.raises(RuntimeError) as caught:
        played(rules, level)
    assert str(caught.value) == "plugin quits would end the program: SystemExit(3)"
    assert isinstance(caught.value.__cause__, SystemExit)
    (note,) = caught.value.__notes__
    assert note.startswith(f"plugin quits raised this error in {FILE}, line ")
    assert note.endswith(", in leave")


def test_a_rule_that_would_end_the_program_is_named_with_its_hook() -> None:
    def takes(rule: Takes) -> Takes:
        return attrs.evolve(rule, must_use=lambda rules, view, depth: sys.exit("no more"))

    rules = r5.compose("pagat", [plugin("quits", takes=takes)], seats=3)
    state = r5.deal(rules, seed=3)
    take = r5.parse_action(f"1: take {r5.cards_text(state.public.pile[-1:])}", state)
    for ask in (
        lambda: played(rules),
        lambda: r5.apply(rules, state, take),
        lambda: r5.why_not(rules, state, take),
        lambda: list(r5.legal_actions(rules, state)),
        lambda: r5.decide(rules, state, 1, r5.action_text(take, state), random.Random(1)),
    ):
        with pytest.raises(RuntimeError, match=r"^plugin quits \(hook takes\) would end the program: SystemExit"):
            ask()


@pytest.mark.parametrize("hook", leaving(interrupt))
def test_ctrl_c_in_a_rule_ends_the_program(hook: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        played(r5.compose("pagat", [leaving(interrupt)[hook]], seats=3))


def dividing(effect: Effect) -> Effect:
    raise ZeroDivisionError("here")


@pytest.mark.parametrize(("wrap", "error"), [(dividing, "ZeroDivisionError: here"), (leave, "SystemExit: 3")])
def test_a_wrap_that_raises_is_named_with_plugin_hook_and_place(wrap: Any, error: str) -> None:
    message = refusal(plugin("evil", effects=lambda: {"draw": wrap}))
    start, _, place = message.partition(f" ({FILE}, line ")
    assert start == f"plugin evil: hook effects wraps 'draw' by a function that raised {error}"
    assert place.endswith(f", in {wrap.__name__})")
