"""Tests that an effect of a plugin cannot leave a drawn card where the next seat on turn would see it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import plugin, saying
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.defects import find_defects
from rummy500.hooks import (
    CORE_MOVES,
    DRAW_PHASE,
    EMPTY_BAG,
    PLAY_PHASE,
    Deal,
    Effect,
    Pocket,
    Round,
    bag_of,
    discard_card,
    draw_cards,
    end_turn,
    give_cards,
    hand_ended,
    judged_move,
    play_cards,
    replace,
    set_aside,
)

PLAYING: Final = """
phase  = "play"
to_act = 0
hands  = ["4s 4d 4h 9c Kd", "5c 6c", "7c 8c"]
stock  = "8d 9d"
pile   = "Jc Tc"
drawn  = ["9c"]
"""
REFUSED: Final = (
    "whose drawn cards are in the hand of the seat on turn, or played or discarded by it: change `drawn`, which that "
    "seat sees, too"
)


def playing(*plugins: object, position: str = PLAYING, **options: object) -> tuple[r5.Rules, r5.State]:
    rules = r5.compose("pagat", plugins, options, seats=3)
    return rules, r5.parse_position(position, rules=rules).state


def passed_on(state: r5.State, **changes: Any) -> r5.State:
    """Give the turn to the next seat, and change nothing else of the turn."""
    public = state.public
    return replace(state, public=replace(public, to_act=(public.to_act + 1) % public.seats, **changes))


def a_wrap(effect: Effect) -> Effect:
    return lambda rules, state, action: passed_on(effect(rules, state, action))


def judging(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.View:
    return replace(view, public=replace(view.public, to_act=1))


def draws_again() -> Any:
    """Let the seat begin another turn, and forget that its draw belongs to the turn before."""
    return lambda rules, state: replace(state, public=replace(state.public, phase=DRAW_PHASE))


def played(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    """Forget the plays of the turn, but not what it drew."""
    after = play_cards(rules, state, r5.parse_action("0: meld {4s 4h 4d}", state))
    return replace(after, drawn=bag_of(r5.parse_cards("4h")), public=replace(after.public, turn=state.public.turn))


def for_another(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    """Let another seat draw, and count its card as drawn in this turn."""
    after = draw_cards(state, 1)
    return replace(after, drawn=bag_of(state.stock[:1]))


ASKING: Final = Round(
    "may-i",
    answers=("no", "yes"),
    asks=lambda rules, state: (1,),
    settle=lambda rules, state, answers: state,
    between=True,
)
DRAW: Final = next(move for move in CORE_MOVES if move.verb == "draw")
THANKS: Final = attrs.evolve(saying("thanks", DRAW.effect, whose="others"))


def winking(effect: Effect) -> tuple[SimpleNamespace, str, str]:
    return plugin("leaky", moves=lambda: (saying("wink", effect),)), "wink", "moves"


WRONG: Final[dict[str, tuple[SimpleNamespace, str, str]]] = {
    "a move": winking(lambda rules, state, action: passed_on(state)),
    "a seat that does not play": winking(lambda _, state, __: replace(state, public=replace(state.public, to_act=-1))),
    "plays that are forgotten": winking(played),
    "a draw for another seat": winking(for_another),
    "a hand put aside": winking(lambda _, state, __: replace(state, hands=(EMPTY_BAG, *state.hands[1:]))),
    "a wrap": (plugin("leaky", effects=lambda: {"meld": a_wrap}), "meld {4s 4h 4d}", "effects"),
    "a judged move": (plugin("leaky", moves=lambda: (judged_move("wink", judging),)), "wink", "moves"),
    "an emptied hand": (
        plugin("leaky", hand_emptied=lambda: lambda rules, state, action: passed_on(state)),
        "discard Kd",
        "hand_emptied",
    ),
    "the end of a turn": (
        plugin("leaky", turn_ended=lambda: lambda rules, state: passed_on(state)),
        "discard Kd",
        "turn_ended",
    ),
    "the end of a turn before a round": (
        plugin("leaky", turn_ended=draws_again, dealing=lambda: Deal((ASKING,))),
        "discard Kd",
        "turn_ended",
    ),
    "a draw of the core for a seat not on turn": (plugin("leaky", moves=lambda: (THANKS,)), "1: thanks", "moves"),
}


@pytest.mark.parametrize("what", WRONG)
def test_turn_parts__each_answer_of_a_plugin_that_leaves_a_drawn_card_is_named(what: str) -> None:
    leaky, text, hook = WRONG[what]
    one_card = PLAYING.replace("4s 4d 4h 9c Kd", "Kd").replace('drawn  = ["9c"]', 'drawn  = ["Kd"]')
    rules, state = playing(leaky, position=one_card if what == "an emptied hand" else PLAYING)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        do(rules, state, text if text[0] == "1" else f"0: {text}")
    assert str(caught.value).startswith(f"plugin leaky: hook {hook} ")
    assert str(caught.value).endswith(f"a State {REFUSED}")
    assert caught.value.__notes__[0].startswith(f"plugin leaky (hook {hook}) raised this error in ")
    if what != "a draw of the core for a seat not on turn":
        assert "test_drawn_cards.py" in caught.value.__notes__[0]


def test_turn_parts__a_round_after_a_discard_shows_no_drawn_card() -> None:
    def settle(rules: r5.Rules, state: r5.State, answers: object) -> r5.State:
        return replace(state, drawn=bag_of(r5.parse_cards("5c")))

    rules, state = playing(plugin("leaky", dealing=lambda: Deal((attrs.evolve(ASKING, settle=settle),))))
    with pytest.raises(ValueError, match="hook dealing has a Round 'may-i' whose settle must return a State whose"):
        do(rules, state, "0: discard Kd", "1: may-i yes")


def test_deal__a_step_before_the_first_turn_leaves_nothing_drawn() -> None:
    """With `deal.opening` = extra-card a first turn begins with its play, so a card that is drawn would be of it."""

    def begin(rules: r5.Rules, state: r5.State) -> r5.State:
        return draw_cards(state, state.public.to_act)

    ante = Round(begin=begin), Round("ante", "dealer")
    pay = saying("pay", lambda rules, state, action: end_turn(rules, state), "ante")
    rules = r5.compose(
        "pagat", [plugin(dealing=lambda: Deal(ante), moves=lambda: (pay,))], {"deal.opening": "extra-card"}
    )
    state = r5.deal(rules, seed=3)
    assert r5.observe(rules, state, state.public.to_act).drawn == EMPTY_BAG


@pytest.mark.parametrize(
    "effect",
    [
        lambda rules, state, action: discard_card(state, 0, 48),
        lambda rules, state, action: set_aside(rules, state, "kitty", 0, bag_of([48])),
        lambda rules, state, action: give_cards(state, 0, 1, bag_of([48]), shown=False),
        lambda rules, state, action: give_cards(state, 0, 1, bag_of([48]), shown=True),
        lambda rules, state, action: draw_cards(draw_cards(state, 1), 0),
        lambda rules, state, action: end_turn(rules, state),
        lambda rules, state, action: hand_ended(state, "stopped"),
    ],
    ids=["discard", "set aside", "give", "show and give", "draw for another too", "end the turn", "end the hand"],
)
def test_turn_parts__a_drawn_card_may_leave_the_hand_by_the_tools_of_the_engine(
    effect: Callable[..., r5.State],
) -> None:
    drawn = PLAYING.replace("9c", "Tc").replace("Jc Tc", "Jc 9c")
    rules, state = playing(
        plugin(moves=lambda: (saying("wink", effect),), memory=lambda: Pocket("kitty", "table")), position=drawn
    )
    after = do(rules, state, "0: wink")
    assert "drawn-elsewhere" not in [defect.name for defect in find_defects(rules, after)]


def test_turn_parts__a_seat_that_is_asked_in_a_turn_sees_nothing_and_the_turn_goes_on() -> None:
    """An interrupt that keeps what was drawn, and gives it back with the turn."""
    kept: list[Any] = []

    def ask(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        kept.append(state.drawn)
        return replace(passed_on(state, phase="asked"), drawn=EMPTY_BAG)

    def reply(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        public = replace(state.public, phase=PLAY_PHASE, to_act=0)
        return replace(state, public=public, drawn=kept.pop())

    asks = plugin(moves=lambda: (saying("ask", ask), saying("reply", reply, "asked")))
    rules, state = playing(asks)
    asked = do(rules, state, "0: ask")
    assert r5.observe(rules, asked, 1).drawn == EMPTY_BAG
    assert do(rules, asked, "1: reply") == state
