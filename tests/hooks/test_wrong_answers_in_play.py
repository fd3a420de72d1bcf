"""Tests of plugins whose functions return what their hook does not allow: the error names plugin, hook and answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.moves import CORE_MOVES
from rummy500.hooks import Action, Move, NaturalTwo, PluginInfo, Reason, Rules, ScoreLine, State, hookimpl, wrong_phase
from rummy500.rules.plugin_errors import plugin_error_text
from rummy500_testing import check_laws

FILE: Final = Path(__file__).name
PLAYING: Final = """
phase  = "play"
to_act = 0
hands  = ["4s 4d 4h Kd", "5c 6c"]
stock  = "8d 9d"
pile   = "9c Tc"
melds  = ["0 {Ks Kh Kc}"]
"""


def plugin(name: str, **hooks: Callable[..., Any]) -> SimpleNamespace:
    """Make a plugin; pluggy needs a new function for each hook."""
    info = hookimpl(lambda: PluginInfo(name, "answers wrongly"))
    return SimpleNamespace(plugin_info=info, **{hook: hookimpl(answer) for hook, answer in hooks.items()})


def wrapping(verb: str, answer: Callable[[State], Any]) -> Callable[..., Any]:
    """Make a hook `effects` that returns something made of the state after a move."""

    def wrap(effect: Any) -> Any:
        def forgetful(rules: Rules, state: State, action: Action) -> Any:
            return answer(effect(rules, state, action))

        return forgetful

    return lambda: {verb: wrap}


def handing_on(effect: Any) -> Any:
    return lambda rules, state, action: effect(rules, state, action)  # noqa: PLW0108 - a plugin's function is outside


def failing(rules: Rules, position: str, text: str) -> TypeError:
    """Return the error of an action."""
    state = r5.parse_position(position, rules=rules).state
    with pytest.raises(TypeError) as caught:
        do(rules, state, text)
    return caught.value


# ------------------------------------------------- effects


def test_an_effect_that_returns_no_state_is_refused_with_plugin_verb_and_answer() -> None:
    error = failing(
        r5.compose("classic", [plugin("lucky", effects=wrapping("meld", lambda _: None))]),
        PLAYING,
        "0: meld {4s 4h 4d}",
    )
    assert str(error) == "plugin lucky: hook effects must wrap 'meld' by a function that returns a State, not None"
    (note,) = error.__notes__
    assert note.startswith(f"plugin lucky (hook effects) raised this error in {FILE}, line ")
    assert note.endswith(", in forgetful")
    assert plugin_error_text(error).startswith("plugin lucky (hook effects) raised TypeError: plugin lucky: hook ")


def test_the_error_has_the_type_of_an_answer_and_no_hidden_cards() -> None:
    rules = r5.compose("classic", [plugin("lucky", effects=wrapping("meld", lambda after: (after, 1)))])
    assert str(failing(rules, PLAYING, "0: meld {4s 4h 4d}")).endswith("a State, not an object of the type tuple")


@pytest.mark.parametrize("order", [("inner", "outer"), ("outer", "inner")])
def test_of_two_plugins_that_change_a_move_the_one_that_returns_no_state_is_named(order: tuple[str, str]) -> None:
    hooks = {"inner": wrapping("meld", lambda _: None), "outer": lambda: {"meld": handing_on}}
    rules = r5.compose("classic", [plugin(name, effects=hooks[name]) for name in order])
    error = failing(rules, PLAYING, "0: meld {4s 4h 4d}")
    assert str(error).startswith("plugin inner: ")
    assert [note.partition(" raised")[0] for note in error.__notes__] == ["plugin inner (hook effects)"]


def wink(effect: Any) -> Move:
    return Move("wink", ("play",), "turn", lambda facts, *, plain: (), lambda *_: None, effect, wrong_phase)


def test_an_effect_of_a_plugins_own_move_must_return_a_state() -> None:
    rules = r5.compose("classic", [plugin("winks", moves=lambda: (wink(lambda rules, state, action: None),))])
    error = failing(rules, PLAYING, "0: wink")
    assert str(error) == "plugin winks: hook moves has a move 'wink' whose effect must return a State, not None"
    assert error.__notes__[0].startswith(f"plugin winks (hook moves) raised this error in {FILE}, line ")


def test_effects_of_the_core_are_not_wrapped() -> None:
    core = {move.verb: move.effect for move in CORE_MOVES}
    moves = r5.compose("classic", [plugin("winks", moves=lambda: (wink(core["draw"]),))]).turn.moves
    assert {verb: (move.effect, move.wrapped_effect) for verb, move in moves.items()} == {
        verb: (effect, None) for verb, effect in {**core, "wink": core["draw"]}.items()
    }


def test_a_broken_law_names_the_function() -> None:
    rules = r5.compose("classic", [plugin("lucky", effects=wrapping("draw", lambda _: None))])
    report = check_laws(rules, hands=1, max_turns=2)
    assert f", from {FILE}, line " in report.broken[0].fault.what


# ------------------------------------------------- lines of a score

LINE: Final = ScoreLine(0, 5, "bonus.five", "five", "five more")
WANTED: Final = "ScoreLine or Unsettled"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda: None, f"a function that returns a list of {WANTED}, not None"),
        (lambda: LINE, f"a function that returns a list of {WANTED}, not an object of the type ScoreLine"),
        (lambda: [(0, 5)], f"a function whose lines are each a {WANTED}, not an object of the type tuple"),
        (lambda: (line for line in (LINE, None)), f"a function whose lines are each a {WANTED}, not None"),
    ],
)
def test_score_lines__are_score_lines(answer: Callable[[], Any], message: str) -> None:
    rules = r5.compose("classic", [plugin("bonus", score_lines=lambda: lambda rules, sight: answer())])
    with pytest.raises(TypeError) as caught:
        r5.score_hand(rules, r5.deal(rules, seed=7))
    assert str(caught.value) == f"plugin bonus: hook score_lines must return {message}"
    assert caught.value.__notes__[0].startswith("plugin bonus (hook score_lines) raised this error in ")


def test_score_lines__may_be_generated() -> None:
    rules = r5.compose("classic", [plugin("bonus", score_lines=lambda: lambda rules, sight: (each for each in [LINE]))])
    assert LINE in r5.score_hand(rules, r5.deal(rules, seed=7)).lines


def test_match_lines__are_score_lines() -> None:
    rules = r5.compose("classic", [plugin("bonus", match_lines=lambda: lambda rules, tally, verdict: [None])])
    out = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["3c", "4c"]\nstock = "5d"\npile = "6d"', rules=rules)
    over = do(rules, out.state, "0: discard 3c")
    with pytest.raises(TypeError, match=r"^plugin bonus: hook match_lines must return a function whose lines"):
        r5.record_hand(rules, r5.start_match(rules), over)


# ------------------------------------------------- what is forbidden

DRAWING: Final = PLAYING.replace('phase  = "play"', "")


@pytest.mark.parametrize(
    ("deed", "position", "text"),
    [
        ("draw", DRAWING, "0: draw"),
        ("take", DRAWING, "0: take Tc"),
        ("meld", PLAYING, "0: meld {4s 4h 4d}"),
        ("lay", PLAYING, "0: lay Kd on m1"),
    ],
)
def test_may__refuses_by_a_refusal(deed: str, position: str, text: str) -> None:
    rules = r5.compose("pagat", [plugin("strict", may=lambda: {deed: lambda *_: True})])
    state = r5.parse_position(position, rules=rules).state
    with pytest.raises(TypeError) as caught:
        r5.why_not(rules, state, r5.parse_action(text, state, rules=rules))
    must = f"must forbid {deed!r} by a function that returns a Refusal or None, not an object of the type bool"
    assert str(caught.value) == f"plugin strict: hook may {must}"


def test_may__an_answer_that_the_engine_knows_stays_as_it_is() -> None:
    known = NaturalTwo(Reason("twos.natural", "wild", "The two after a low ace is natural.")())
    assert r5.compose("classic", [plugin("twos", may=lambda: {"meld": known})]).melding.may_meld is known
