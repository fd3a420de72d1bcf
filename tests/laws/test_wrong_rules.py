"""Tests of common mistakes of plugin authors: the first broken law names the mistake."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import (
    Action,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    ScoreLine,
    State,
    Verdict,
    View,
    core_next_turn,
    replace,
)
from rummy500_testing import check_laws
from rummy500_testing.laws.answers import score_lines_are_valid

Hook = Callable[..., Any]
Lines = Iterable[Any]
RULE: Final = "house.rule"
LINE: Final = ScoreLine(0, 10, RULE, "line", "a line")
HALF: Final[Any] = 0.5


def house(**hooks: Hook) -> r5.Rules:
    """Compose rules with a plugin of some hooks and its own rule id."""
    entry = RuleEntry(RULE, "Scoring", "A rule of the house.", ("house",))
    return r5.compose("classic", [plugin("house", entries=lambda: (entry,), **hooks)], seats=3)


def scoring(*lines: object) -> r5.Rules:
    return house(score_lines=lambda: lambda rules, state: list(lines))


def won_by(told: Callable[[Rules], object]) -> r5.Rules:
    return house(match_winners=lambda rule: lambda rules, tally: told(rules))


def deducted(told: object) -> r5.Rules:
    return house(deducts=lambda rule: lambda rules, state, seat: told)


def takes_forbidden(why: Callable[[Action], Any]) -> r5.Rules:
    """Make a plugin that forbids takes for the reason of `why`; an empty reason allows a take."""

    return house(may=lambda: {"take": lambda rules, view, action: why(action) or None})


def deep(action: Action, *, rule: str = RULE, template: str = "Too deep.", **facts: object) -> Refusal | None:
    return Reason(rule, "deep", template)(**facts) if action.depth > 2 else None


def counting() -> r5.Rules:
    asked: list[int] = []

    def lines(rules: Rules, state: State) -> Lines:
        asked.append(1)
        return [ScoreLine(0, len(asked), RULE, "line", "asked so often")]

    return house(score_lines=lambda: lines)


def once_only() -> r5.Rules:
    seen: set[int] = set()

    def why(action: Action) -> Refusal | None:
        if action.card in seen:
            return Reason(RULE, "once", "Once only.")()
        seen.add(action.card)
        return None

    return takes_forbidden(why)


def write_while_asked() -> r5.Rules:
    def why(_: Rules, view: View, __: Action) -> None:
        object.__setattr__(view.public, "idle", view.public.idle + 1)

    return house(may=lambda: {"take": why})


def another_turn_by_chance() -> r5.Rules:
    def turn_ended() -> Hook:
        def ended(rules: Rules, state: State) -> State:
            after = core_next_turn(rules, state)
            again = after.public.phase == "draw" and random.random() < 0.5
            return replace(after, public=replace(after.public, to_act=state.public.to_act)) if again else after

        return ended

    return house(turn_ended=turn_ended)


LINES: Final = "score lines are valid"
HANDS: Final = "match lines are valid"
AGAIN: Final = "the same question has the same answer"
REFUSALS: Final = "refusals name their rule"
MADE: Final = "near-miss hands have valid answers"

#: Rules with a mistake, the first law that is broken, and its message.
SLIPS: Final[dict[str, tuple[Callable[[], r5.Rules], str, str]]] = {
    "half a point": (lambda: scoring(attrs.evolve(LINE, points=HALF)), LINES, "has no whole number of points"),
    "a seat too many": (
        lambda: scoring(attrs.evolve(LINE, seat=3)),
        LINES,
        "of no seat that plays: they are 0 to 2",
    ),
    "a pair for a line": (
        lambda: scoring((0, 10)),
        LINES,
        "lists lines, each a ScoreLine or Unsettled, not an object of the type tuple",
    ),
    "no lines": (
        lambda: house(score_lines=lambda: lambda rules, state: None),
        LINES,
        "lists lines, each a ScoreLine or Unsettled, not None",
    ),
    "deducts says nothing": (lambda: deducted(None), LINES, "whether the hand of seat 0 counts is said to be None"),
    "a line without its fact": (
        lambda: scoring(attrs.evolve(LINE, template="for {what}")),
        LINES,
        "no sentence can be made of 'for {what}', which is given nothing, not what",
    ),
    "a winner too many": (lambda: won_by(lambda rules: Verdict((3,))), HANDS, "is not a verdict for seats 0 to 2"),
    "winners that are not a verdict": (lambda: won_by(lambda rules: (0,)), HANDS, "a function that returns a Verdict"),
    "winners by chance": (
        lambda: won_by(lambda rules: Verdict((random.randrange(3),))),
        HANDS,
        "comes from the random source of the whole program",
    ),
    "points by count": (counting, HANDS, "is another when asked for again"),
    "a turn by chance": (another_turn_by_chance, AGAIN, "comes from the random source of the whole program"),
    "writes while asked": (write_while_asked, AGAIN, "changes the state that it is asked about"),
    "no such rule": (
        lambda: takes_forbidden(lambda action: deep(action, rule="house.deep")),
        REFUSALS,
        "no rule of these rules is 'house.deep', which a refusal names: Too deep.",
    ),
    "another fact than the sentence has": (
        lambda: takes_forbidden(lambda action: deep(action, template="{card} is too deep.", crad="Kh")),
        REFUSALS,
        "no sentence can be made of '{card} is too deep.', which is given crad, not card",
    ),
    "text for a refusal": (
        lambda: house(may=lambda: {"refusal": lambda rules, view, action, refusal: "Too deep."}),
        AGAIN,
        "hook may must answer 'refusal' by a function that returns a Refusal, not an object of the type str",
    ),
    "whether for why": (
        lambda: takes_forbidden(lambda action: action.depth < 3),
        MADE,
        "hook may must forbid 'take' by a function that returns a Refusal or None, not an object of the type bool",
    ),
    "once only": (once_only, AGAIN, "the list of legal actions is another when asked for again"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compose", "law", "words"),
    [
        pytest.param(*slip, id=name, marks=[pytest.mark.interpreted] if "writes" in name else [])
        for name, slip in SLIPS.items()
    ],
)
def test_the_first_broken_law_describes_the_slip(compose: Callable[[], r5.Rules], law: str, words: str) -> None:
    report = check_laws(compose(), hands=2, max_turns=40)
    assert not report.passed
    broken = report.broken[0]
    assert broken.law == law, str(broken)
    assert words in broken.fault.what


def crash(rules: Rules, state: State) -> Lines:
    raise KeyError("points")


def test_a_crash_names_file_line_and_function_of_the_plugin() -> None:
    (broken,) = check_laws(house(score_lines=lambda: crash), hands=1, laws=[score_lines_are_valid]).broken[:1]
    line = crash.__code__.co_firstlineno + 1
    assert broken.fault.what == f"KeyError: 'points' (test_wrong_rules.py, line {line}, in crash)"


def test_a_stop_names_phase_and_seat() -> None:
    def turn_ended() -> Hook:
        return lambda rules, state: replace(state, public=replace(state.public, phase="limbo"))

    report = check_laws(house(turn_ended=turn_ended), hands=1)
    told = {broken.law: broken.fault.what for broken in report.broken}
    assert told["play can go on"].startswith("nobody can do anything in the phase 'limbo' of the turn of seat ")
    assert told["hands end"].startswith("it stops in the phase 'limbo' of the turn of seat ")
