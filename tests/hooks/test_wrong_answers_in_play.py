"""Tests of plugins whose functions return what their hook does not allow: the error names plugin, hook and answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import pytest
from tests.errors import Errors
from tests.hooks.samples import plugin, saying
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.hooks import Verdict
from rummy500.hooks.specs import SPECS
from rummy500.rules.blame import plugin_error_text
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


def wrapping(verb: str, answer: Callable[[r5.State], Any]) -> Callable[..., Any]:
    """Make a hook `effects` that returns something made of the state after a move."""

    def wrap(effect: Any) -> Any:
        def forgetful(rules: r5.Rules, state: r5.State, action: r5.Action) -> Any:
            return answer(effect(rules, state, action))

        return forgetful

    return lambda: {verb: wrap}


def handing_on(effect: Any) -> Any:
    return lambda rules, state, action: effect(rules, state, action)  # noqa: PLW0108 - a plugin's function is outside


LINE: Final = r5.ScoreLine(0, 5, "bonus.five", "five", "five more")
#: A hand that the next discard ends.
LAST: Final = 'phase = "play"\nto_act = 0\nhands = ["3c", "4c"]\nstock = "5d"\npile = "6d"'
DRAWING: Final = PLAYING.replace('phase  = "play"', "")
MELD: Final = "0: meld {4s 4h 4d}"


def melding(*plugins: object, text: str = MELD) -> Callable[[], object]:
    def play() -> object:
        rules = r5.compose("classic", plugins)
        return do(rules, r5.parse_position(PLAYING, rules=rules).state, text)

    return play


def scoring(answer: Callable[[], Any]) -> Callable[[], object]:
    def score() -> object:
        rules = r5.compose("classic", [plugin("bonus", score_lines=lambda: lambda rules, sight: answer())])
        return r5.score_hand(rules, r5.deal(rules, seed=7))

    return score


def ending_a_match() -> None:
    wrong = Verdict(lines=cast("Any", (None,)))
    rules = r5.compose("classic", [plugin("bonus", match_winners=lambda rule: lambda rules, tally: wrong)])
    over = do(rules, r5.parse_position(LAST, rules=rules).state, "0: discard 3c")
    r5.record_hand(rules, r5.start_match(rules), over)


def refusing(deed: str, position: str, text: str) -> Callable[[], object]:
    def refuse() -> object:
        rules = r5.compose("pagat", [plugin("strict", may=lambda: {deed: lambda *_: True})])
        state = r5.parse_position(position, rules=rules).state
        return r5.why_not(rules, state, r5.parse_action(text, state, rules=rules))

    return refuse


nothing = plugin("lucky", effects=wrapping("meld", lambda _: None))
around = plugin("outer", effects=lambda: {"meld": handing_on})

ERRORS = Errors(
    __file__,
    {
        "an effect that returns nothing": melding(nothing),
        "an effect that returns a pair with hidden cards": melding(
            plugin("lucky", effects=wrapping("meld", lambda after: (after, 1)))
        ),
        "the first of two effects returns nothing": melding(nothing, around),
        "the effect of its own move": melding(
            plugin("winks", moves=lambda: (saying("wink", cast("Any", lambda *_: None)),)), text="0: wink"
        ),
        "score lines that are nothing": scoring(lambda: None),
        "score lines that are one line": scoring(lambda: LINE),
        "score lines, the second nothing": scoring(lambda: (line for line in (LINE, None))),
        "match lines": ending_a_match,
        "a draw refused by True": refusing("draw", DRAWING, "0: draw"),
        "a meld refused by True": refusing("meld", PLAYING, MELD),
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_an_error_of_a_plugin_in_words_names_it_first() -> None:
    with pytest.raises(TypeError) as caught:
        melding(nothing)()
    words = plugin_error_text(caught.value)
    assert words.startswith("plugin lucky (hook effects) raised TypeError: plugin lucky: hook ")


def test_a_broken_law_names_the_function() -> None:
    rules = r5.compose("classic", [plugin("lucky", effects=wrapping("draw", lambda _: None))])
    report = check_laws(rules, hands=1, max_turns=2)
    assert f", from {FILE}, line " in report.broken[0].fault.what


def test_score_lines__may_be_generated() -> None:
    rules = r5.compose("classic", [plugin("bonus", score_lines=lambda: lambda rules, sight: (each for each in [LINE]))])
    assert LINE in r5.score_hand(rules, r5.deal(rules, seed=7)).lines


class Uncomparable:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize("hook", ["uses", "moves", "may", "takes", "dealing", "wilds", "score_lines"])
def test_an_answer_that_cannot_be_compared_is_refused_by_name(hook: str) -> None:
    arguments = ", ".join(SPECS[hook].arguments)
    answers = eval(f"lambda {arguments}: answer", {"answer": Uncomparable()})
    with pytest.raises(r5.ComposeError, match="plugin stranger"):
        r5.compose("pagat", [plugin("stranger", **{hook: answers})], seats=3)
