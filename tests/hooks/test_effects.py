"""Tests of wrapped effects (hook `effects`), and of moves that change other hands."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.samples import answering, plugin, refusal, saying
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.step import carry_out
from rummy500.hooks import (
    EMPTY_BAG,
    Effect,
    HandEmptied,
    HandMemory,
    Move,
    RuleEntry,
    draw_cards,
    give_cards,
    recall,
    remember,
    replace,
)
from rummy500_testing import LAWS, check_laws


def played(rules: r5.Rules, *texts: str) -> r5.State:
    return do(rules, r5.deal(rules, seed=7), *texts)


def wrapping(name: str = "wrapping", **wraps: Callable[[Effect], object]) -> SimpleNamespace:
    """Make a plugin that wraps some effects."""
    return plugin(name, effects=lambda: wraps)


def draws_again(times: int) -> Callable[[Effect], Effect]:
    """Wrap a draw: whoever draws gets the next cards of the stock, too."""

    def drawing(effect: Effect) -> Effect:
        def drawn(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            after = effect(rules, state, action)
            for _ in range(times if after.public.phase == "play" else 0):
                after = draw_cards(after, action.seat)
            return after

        return drawn

    return drawing


@attrs.frozen
class Asked:
    """The seat that wants to draw, -1 for none, and whether the others have let it."""

    drawer: int = -1
    let: bool = False


def asks_first() -> SimpleNamespace:
    """Make a plugin by which a draw waits until all others have let it be made."""

    def drawing(effect: Effect) -> Effect:
        def drawn(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            if recall(rules, state, Asked).let:
                return remember(rules, effect(rules, state, action), Asked())
            asked = replace(state.public, phase="asked", to_act=(action.seat + 1) % rules.seats)
            return remember(rules, replace(state, public=asked), Asked(action.seat))

        return drawn

    def let(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        drawer, following = recall(rules, state, Asked).drawer, (action.seat + 1) % rules.seats
        public = replace(state.public, phase="asked" if following != drawer else "draw", to_act=following)
        if following != drawer:
            return replace(state, public=public)
        waited = remember(rules, replace(state, public=public), Asked(drawer, let=True))
        return carry_out(rules, waited, r5.Action(drawer, "draw"))

    return plugin(
        "asks-first",
        effects=lambda: {"draw": drawing},
        moves=lambda: (saying("let", let, "asked", other_hands=True),),
        memory=lambda: HandMemory(Asked),
    )


def gathers() -> Move:
    """Make a move by which the seat on turn takes the hands of all others."""

    def effect(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        for seat in range(rules.seats):
            if seat != action.seat:
                state = give_cards(state, seat, action.seat, state.hands[seat], shown=False)
        return state

    return saying("gather", effect, other_hands=True)


@pytest.mark.parametrize("seats", [2, 3])
def test_two_plugins_that_wrap_the_draw_play_together(seats: int) -> None:
    plugins = [wrapping("first", draw=draws_again(1)), wrapping("second", draw=draws_again(2))]
    rules = r5.compose("pagat", plugins, seats=seats)
    before, after = played(rules), played(rules, "1: draw")
    assert after.public.hand_size(1) == before.public.hand_size(1) + 4
    assert after.public.stock_count == before.public.stock_count - 4


def test_the_later_plugin_acts_last() -> None:
    done: list[str] = []

    def noting(word: str) -> Callable[[Effect], Effect]:
        def wrap(effect: Effect) -> Effect:
            def act(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
                after = effect(rules, state, action)
                done.append(word)
                return after

            return act

        return wrap

    plugins = [wrapping(word, draw=noting(word)) for word in ("first", "second")]
    played(r5.compose("pagat", plugins, seats=2), "1: draw")
    assert done == ["first", "second"]


def test_explain_says_which_plugin_acts_last() -> None:
    def drawing(name: str) -> SimpleNamespace:
        rule = RuleEntry(f"{name}.draw", "A turn", f"Rule {name}.", ("ours",))
        return plugin(name, effects=lambda: {"draw": draws_again(1)}, entries=lambda: (rule,))

    rules = r5.compose("pagat", [drawing("first"), drawing("second")], seats=2)
    texts = {line.rule: line.text for line in r5.explain(rules)}
    assert texts["first.draw"] == 'Rule first. After its effect on "draw" second acts.'
    assert texts["second.draw"] == "Rule second."


def test_the_law_of_other_hands_stands_back_for_a_declared_move_only() -> None:
    (law,) = (law for law in LAWS if law.name == "other hands do not change")
    for declared in (True, False):
        move = attrs.evolve(gathers(), other_hands=declared)
        report = check_laws(r5.compose("pagat", [plugin(moves=answering((move,)))], seats=3), hands=3, laws=[law])
        assert report.passed == declared


def test_a_draw_waits_for_the_others() -> None:
    rules = r5.compose("pagat", [asks_first(), wrapping(draw=draws_again(1))], seats=3)
    before = played(rules)
    drawn = played(rules, "1: draw", "2: let", "0: let")
    assert (drawn.public.phase, drawn.public.to_act) == ("play", 1)
    assert drawn.public.hand_size(1) == before.public.hand_size(1) + 2


def test_a_wrap_holds_for_moves_of_plugins() -> None:
    silent = wrapping(gather=lambda effect: lambda rules, state, action: state)
    rules = r5.compose("pagat", [plugin("gathers", moves=lambda: (gathers(),)), silent], seats=3)
    assert played(rules, "1: draw", "1: gather") == played(rules, "1: draw")


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

    def emptied() -> HandEmptied:
        def ask(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            asked.append(action.seat)
            return state

        return ask

    def gather(effect: Effect) -> Effect:
        def act(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            after = effect(rules, state, action)
            return replace(after, public=replace(after.public, phase=phase), drawn=EMPTY_BAG)

        return act

    asking = plugin("asking", hand_emptied=emptied, moves=lambda: (gathers(),))
    played(r5.compose("pagat", [asking, wrapping(gather=gather)], seats=4), "1: draw", "1: gather")
    assert asked == [2, 3, 0]


def test_an_emptied_hand_of_another_seat_ends_the_hand_for_that_seat() -> None:
    rules = r5.compose("pagat", [plugin(moves=lambda: (gathers(),))], seats=3)
    after = played(rules, "1: draw", "1: gather")
    assert (after.public.ended, after.public.out) == ("out", 2), "the first on the left goes out, and nobody after"
