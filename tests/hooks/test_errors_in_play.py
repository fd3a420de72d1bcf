"""Tests of plugins that raise errors in play: the error names plugin, file and line, with its type and cause."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from tests.dealt import dealt_under
from tests.hooks.installing import Install
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.fast import playouts
from rummy500.hooks import Deal, HandMemory, RuleEntry
from rummy500.players import RandomPlayer, play_hand
from rummy500.simulate import MatchFailedError, simulate
from rummy500.table import Table, advance, deal_hand, open_table

FILE: Final = Path(__file__).name


def faulty(hook: str, answer: Callable[..., Any]) -> SimpleNamespace:
    """Make a plugin with one hook."""
    return plugin("faulty", **{hook: answer})


@attrs.frozen
class Nothing:
    """A record without fields."""


def _divides(*_: object) -> Any:
    raise ZeroDivisionError


def dealt(rules: r5.Rules) -> r5.State:
    return r5.deal(rules, seed=7)


def discard(rules: r5.Rules) -> r5.State:
    """Discard under some rules, after a draw under those without the plugin."""
    plain = r5.compose(rules.preset.name, seats=rules.seats)
    hand = r5.apply(plain, dealt(plain), r5.parse_action("1: draw"))
    action = next(each for each in r5.legal_actions(plain, hand) if each.verb == "discard")
    return r5.apply(rules, dealt_under(rules, hand), action)


def play_on(rules: r5.Rules) -> None:
    """Play at random until an error is raised."""
    source = random.Random(1)
    hand = dealt(rules)
    while not r5.is_over(hand):
        hand = r5.apply(rules, hand, source.choice(list(r5.legal_actions(rules, hand))))


def at_a_table(rules: r5.Rules) -> Table:
    """Deal to three programs at a table."""
    return deal_hand(open_table(rules, ["a", "b", "c"], programs=dict.fromkeys(range(3), "random")), random.Random(1))


DRAW: Final[tuple[str, Callable[..., Any]]] = ("may", lambda: {"draw": lambda rules, view: 1 // 0})
SEEN: Final[tuple[str, Callable[..., Any]]] = ("memory", lambda: HandMemory(Nothing, seen=_divides))
IN_PLAY: Final[dict[str, tuple[str, Callable[..., Any], Callable[[r5.Rules], object]]]] = {
    "a list": ("may", lambda: {"meld": lambda rules, view, meld, on: 1 // 0}, play_on),
    "whether there is an action": (*DRAW, lambda rules: bool(r5.legal_actions(rules, dealt(rules)))),
    "the first action": (*DRAW, lambda rules: r5.legal_actions(rules, dealt(rules))[0]),
    "a refusal": (*DRAW, lambda rules: r5.why_not(rules, dealt(rules), r5.parse_action("1: draw"))),
    "an action in a list": (*DRAW, lambda rules: r5.parse_action("1: draw") in r5.legal_actions(rules, dealt(rules))),
    "a step": ("turn_ended", lambda: lambda rules, state: 1 // 0, discard),
    "a memory": ("memory", lambda: HandMemory(Nothing, after=_divides), discard),
    "a score": ("score_lines", lambda: lambda rules, state: 1 // 0, lambda rules: r5.score_hand(rules, dealt(rules))),
    "a deal at a table": ("dealing", lambda: Deal(first_player=lambda rules, state: 1 // 0), at_a_table),
    "a table that plays on step by step": (
        "score_lines",
        lambda: lambda rules, state: 1 // 0,
        lambda rules: advance(at_a_table(rules), random.Random(1)),
    ),
    "a playout": (
        "deducts",
        lambda rule: lambda rules, state, seat: 1 // 0,
        lambda rules: playouts(rules, dealt(rules), 1, random.Random(1), "random"),
    ),
    "a view": (*SEEN, lambda rules: r5.observe(rules, dealt(rules), 0)),
    "a decision from outside": (*SEEN, lambda rules: r5.decide(rules, dealt(rules), 1, "draw", random.Random(1))),
    "the view without memory": (
        "memory",
        lambda: HandMemory(Nothing, open_cards=_divides),
        lambda rules: r5.observe(rules, dealt(rules), 0, memory="none"),
    ),
    "a sentence of a rule": (
        "entries",
        lambda: (RuleEntry("faulty.rule", "Scoring", "It.", ("ours",), statement=_divides),),
        r5.sheet,
    ),
}


@pytest.mark.parametrize("what", IN_PLAY)
def test_the_note_of_an_error_names_plugin_file_and_line(what: str) -> None:
    hook, answer, do = IN_PLAY[what]
    rules = r5.compose("pagat", [faulty(hook, answer)], seats=3)
    with pytest.raises(ZeroDivisionError) as caught:
        do(rules)
    (note,) = caught.value.__notes__
    line = caught.traceback[-1].lineno + 1
    # `_divides` is inside no hook.
    who = "plugin faulty" if hook in ("memory", "entries") else f"plugin faulty (hook {hook})"
    assert note.startswith(f"{who} raised this error in {FILE}, line {line}, in "), note


#: Wild cards make this list a lazy one.
WILD: Final = 'phase = "play"\nto_act = 0\nhands = ["9h 9s 9d 2c 3c 4c * Kd", "5c 6c"]\nstock = "8d"\npile = "9c"'


def breaking(*calls: int) -> SimpleNamespace:
    """Make a plugin that raises an error in some of its calls."""
    called = 0

    def counting(rules: r5.Rules, view: r5.View, meld: object, on: int) -> None:
        nonlocal called
        called += 1
        if called in calls:
            raise ZeroDivisionError

    return faulty("may", lambda: {"meld": counting})


ASKED: Final[dict[str, Callable[[r5.LegalActions], object]]] = {
    "list": list,
    "the last": lambda legal: legal[-1],
    "a late one": lambda legal: legal[40],
}


@pytest.mark.parametrize("again", ASKED)
@pytest.mark.parametrize("first", ASKED)
def test_a_list_cut_short_by_an_error_is_not_given_as_whole(first: str, again: str) -> None:
    always = r5.compose("pagat", [breaking(*range(8, 10_000))])
    legal = r5.legal_actions(always, r5.parse_position(WILD, rules=always).state)
    for ask in (first, again, again):
        with pytest.raises(ZeroDivisionError):
            ASKED[ask](legal)


@pytest.mark.parametrize("first", ASKED)
def test_a_list_goes_on_after_an_error_that_is_gone(first: str) -> None:
    plain = r5.compose("pagat")
    once = r5.compose("pagat", [breaking(12)])
    legal = r5.legal_actions(once, r5.parse_position(WILD, rules=once).state)
    with pytest.raises(ZeroDivisionError):
        ASKED[first](legal)
    assert list(legal) == list(r5.legal_actions(plain, r5.parse_position(WILD, rules=plain).state))
    assert len(legal) == len(set(legal))


def test_an_error_of_whoever_asks_is_nobodys() -> None:
    rules = r5.compose("classic", [faulty("may", lambda: {"draw": lambda rules, view: None})])
    with pytest.raises(TypeError) as caught:
        r5.why_not(rules, dealt(rules), "draw")  # type: ignore[arg-type] # wrong on purpose
    assert not hasattr(caught.value, "__notes__")
    with pytest.raises(r5.IllegalActionError) as refused:
        r5.apply(rules, dealt(rules), r5.parse_action("0: draw", dealt(rules)))
    assert not hasattr(refused.value, "__notes__")


class Breaks(RandomPlayer):
    """A player that fails; a plugin of the same module has no part in it."""

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        raise ZeroDivisionError


def test_an_error_of_a_player_is_not_of_a_plugin_beside_it() -> None:
    rules = r5.compose("classic", [faulty("may", lambda: {"draw": lambda rules, view: None})], seats=2)
    source = random.Random(1)
    with pytest.raises(ZeroDivisionError) as caught:
        play_hand(rules, dealt(rules), [Breaks(source), Breaks(source)], source)
    assert caught.value.__notes__ == ["Breaks, the player of seat 1, raised this error"]


def test_an_installed_plugin_is_named_by_its_module(install: Install) -> None:
    source = """
from rummy500.hooks import PluginInfo, hookimpl
class Score:
    def lines(self, rules, state):
        return {}["points"]
SCORE = Score()
@hookimpl
def plugin_info():
    return PluginInfo("faulty", "looks up what is not there")
@hookimpl
def score_lines():
    return SCORE.lines
"""
    install("faulty", source)
    rules = r5.compose("classic", ["faulty"])
    with pytest.raises(KeyError) as caught:
        r5.score_hand(rules, dealt(rules))
    assert caught.value.__notes__ == ["plugin faulty raised this error in installed_faulty.py, line 5, in lines"]


def test_a_match_of_a_simulation_that_fails_names_the_plugin() -> None:
    rules = r5.compose("classic", [faulty("score_lines", lambda: lambda rules, state: 1 // 0)])
    with pytest.raises(
        MatchFailedError, match=rf"plugin faulty \(hook score_lines\) raised .* {FILE}, line \d+"
    ) as error:
        simulate(rules, ["random"], matches=1, seed=1, workers=1)
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    assert error.value.__notes__ == error.value.__cause__.__notes__
