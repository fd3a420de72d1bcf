"""Tests of wrapped effects (hook `effects`), and of moves that change other hands."""

from __future__ import annotations

from typing import Any

import pytest
from tests.hooks.effect_plugins import draws_again, gathers, may_i, swaps_hands, wrapping
from tests.hooks.samples import plugin, refusal

import rummy500 as r5
from rummy500.hooks import HandEmptied
from rummy500.records import replace
from rummy500_testing import LAWS, LawBroken

LAW = {law.name: law for law in LAWS}


def played(rules: r5.Rules, *texts: str, seed: int = 7) -> r5.State:
    state = r5.deal(rules, seed=seed)
    for text in texts:
        state = r5.apply(rules, state, r5.parse_action(text, state, rules=rules))
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_two_plugins_that_wrap_the_draw_play_together(seats: int) -> None:
    rules = r5.compose("pagat", [draws_again("first"), draws_again("second", 2)], seats=seats)
    before, after = played(rules), played(rules, "1: draw")
    assert after.public.hand_size(1) == before.public.hand_size(1) + 4
    assert after.public.stock_count == before.public.stock_count - 4


def test_the_later_plugin_acts_last() -> None:
    done: list[str] = []

    def saying(word: str) -> Any:
        def wrap(effect: Any) -> Any:
            def act(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
                after: r5.State = effect(rules, state, action)
                done.append(word)
                return after

            return act

        return plugin(word, effects=lambda: {"draw": wrap})

    played(r5.compose("pagat", [saying("first"), saying("second")], seats=2), "1: draw")
    assert done == ["first", "second"]


def test_a_draw_waits_for_the_others() -> None:
    rules = r5.compose("pagat", [may_i()], seats=3)
    asked = played(rules, "1: draw")
    assert (asked.public.phase, asked.public.to_act) == ("may-i", 2)
    drawn = played(rules, "1: draw", "2: let", "0: let")
    assert (drawn.public.phase, drawn.public.to_act) == ("play", 1)
    assert drawn.public.hand_size(1) == asked.public.hand_size(1) + 1
    bought = played(rules, "1: draw", "2: let", "0: buy")
    assert (bought.public.phase, bought.public.to_act) == ("play", 1)
    assert bought.public.hand_size(0) == asked.public.hand_size(0) + 2


def test_a_wrap_holds_for_moves_of_plugins() -> None:
    rules = r5.compose("pagat", [may_i(), wrapping(let=lambda effect: lambda rules, state, action: state)], seats=3)
    assert played(rules, "1: draw", "2: let") == played(rules, "1: draw")


@pytest.mark.parametrize(
    ("effects", "error"),
    [
        ({"darw": lambda effect: effect}, "wraps an unknown verb 'darw'; did you mean \"draw\"?"),
        ({"draw": 3}, "must wrap 'draw' by a function of 1 argument (effect), not 3"),
        (
            {"draw": lambda effect: None},
            "must wrap the effect of 'draw' by a function of 3 arguments (rules, state, action), not None",
        ),
    ],
)
def test_a_wrong_wrap_is_refused_by_name(effects: Any, error: str) -> None:
    assert refusal(wrapping(**effects)) == f"plugin wrapping: hook effects {error}"


@pytest.mark.parametrize("phase", ["play", "draw"])
def test_whoever_s_hand_is_emptied_is_asked_the_actor_first_then_clockwise(phase: str) -> None:
    asked: list[int] = []

    def emptied(rule: HandEmptied) -> HandEmptied:
        def ask(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            asked.append(action.seat)
            return state

        return ask

    def gather(effect: Any) -> Any:
        def act(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            after: r5.State = effect(rules, state, action)
            return replace(after, public=replace(after.public, phase=phase), drawn=())

        return act

    asking = plugin("asking", hand_emptied=emptied)
    rules = r5.compose("pagat", [gathers(), asking, wrapping(gather=gather)], seats=4)
    played(rules, "1: draw", "1: gather")
    assert asked == [2, 3, 0]


def test_an_emptied_hand_of_another_seat_ends_the_hand_for_that_seat() -> None:
    rules = r5.compose("pagat", [gathers()], seats=3)
    after = played(rules, "1: draw", "1: gather")
    assert (after.public.ended, after.public.out) == ("out", 2), "the first on the left goes out, and nobody after"


def test_the_law_of_other_hands_stands_back_for_a_declared_move_only() -> None:
    LAW["other hands do not change"](r5.compose("pagat", [swaps_hands()], seats=3), hands=3)
    with pytest.raises(LawBroken, match=r"seat . acts and the hand of seat . changes"):
        LAW["other hands do not change"](r5.compose("pagat", [swaps_hands(declared=False)], seats=3), hands=3)
