"""Tests of Michigan: beside a house rule, by default, refusals, `explain`; the examples of its rules are scenarios."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.hooks import (
    HandEmptied,
    Move,
    PluginInfo,
    Rules,
    State,
    end_turn,
    hookimpl,
    replace,
)
from rummy500_michigan import Stop

STOPPED = """
    dealer = 2
    to_act = 2
    phase  = "stop"
    last   = 0
    hands  = ["2c Kc Qh", "2d Kd", "Ks"]
    stock  = "8c Jd"
    pile   = "3d"
    melds  = ["0 [7h 8h 9h 2:Th]"]
    plugin = { michigan = { due = 1 } }
"""


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")


class GoesOn:
    """A house rule by which an empty hand ends the turn only, once its player has said so."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("goes-on", "an empty hand ends the turn")

    @hookimpl
    def hand_emptied(self) -> HandEmptied:
        def asked(rules: Rules, state: State, action: r5.Action) -> State:
            del rules, action
            return replace(state, public=replace(state.public, phase="ask"))

        return asked

    @hookimpl
    def moves(self) -> tuple[Move, ...]:
        def effect(rules: Rules, state: State, action: r5.Action) -> State:
            del action
            return end_turn(rules, state)

        return (Move("pass", effect=effect, phases=("ask",)),)


class Sides:
    """Two sides of two."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("sides", "two sides", seats=(4, 4))

    @hookimpl
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)


@pytest.mark.parametrize("first", [True, False])
def test_call_stop_where_a_last_card_does_not_end_the_hand_the_turn_that_was_put_off_comes_next(first: bool) -> None:
    plugins: list[object] = ["michigan", GoesOn()]
    rules = r5.compose("classic", plugins if first else plugins[::-1], seats=3)
    state = r5.parse_position(STOPPED, rules=rules).state
    state = r5.apply(rules, state, r5.parse_action("2: discard Ks", state))
    assert (state.public.phase, state.memories) == ("ask", (Stop(due=1),))
    state = r5.apply(rules, state, r5.parse_action("2: pass", state))
    assert (state.public.phase, state.public.to_act, state.public.last, state.memories) == ("draw", 1, 2, (Stop(),))


def test_call_stop_by_default_the_caller_passes() -> None:
    rules = r5.compose("classic", ["michigan"], seats=3)
    state = r5.parse_position(STOPPED, rules=rules).state
    assert r5.default_action(rules, state, 2) == r5.parse_action("2: pass", state)
    assert r5.ask_order(rules, state) == (2,)


@pytest.mark.parametrize(
    ("other", "options", "why"),
    [
        ("", {"call": "full"}, "it must be 'last-discard', the call of Michigan is \"Stop\""),
        ("", {"match.target": 250}, r"match\.target has no effect with plugin michigan: each hand"),
        ("add-opponents-hand", {}, "michigan and add-opponents-hand do not go together: .*every player deducts"),
        ("must-go-out", {}, "michigan and must-go-out do not go together: .*the highest score wins, whoever has gone"),
    ],
)
def test_michigan_refusals_tell_the_reason(other: str, options: dict[str, object], why: str) -> None:
    plugins: list[object] = ["michigan", Named(other)] if other else ["michigan"]
    for order in (plugins, plugins[::-1]):
        with pytest.raises(r5.ComposeError, match=why):
            r5.compose("pagat", order, options)


def test_explain_tells_of_stop_and_of_hands_that_are_games() -> None:
    for plugins, seats, who in ((["michigan"], 3, "player"), (["michigan", Sides()], 4, "side")):
        holds = {one.rule: one for one in r5.explain(r5.compose("classic", plugins, seats=seats))}
        assert not {"call.none", "call.last-discard", "match.target", "match.highest", "match.tie"} & holds.keys()
        for rule in ("call.stop", "call.not-own", "call.window", "score.michigan"):
            assert holds[rule].set_by == "plugin michigan"
        assert f"{who} with the highest score wins" in holds["score.michigan"].text
