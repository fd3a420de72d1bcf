"""A broken law asked again, of the scenario that it has printed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from rummy500.engine.legal import why_not
from rummy500.engine.outcomes import settle
from rummy500.engine.score import score_hand
from rummy500.engine.step import apply, is_over
from rummy500.errors import ComposeError, NotationError
from rummy500.notation.actions import parse_action
from rummy500.notation.position import Position
from rummy500.notation.scenario import Scenario
from rummy500.rules import Rules
from rummy500.testing.inquiry import NO_CRASH, Inquiry
from rummy500.testing.law import Fault, LawBroken, Subject, crash_text
from rummy500.testing.laws import laws_for
from rummy500.testing.laws.matches import count_hand
from rummy500.testing.play import Game
from rummy500.testing.spot import Step, spot_of


def broken_by(scenario: Scenario) -> LawBroken | None:
    """Ask the law that a scenario names in its heading, `law = "cards are conserved"` say.

    It is asked about the position and about what comes of each step `do`, with the random choices that the heading
    `seed` tells. A law of whole hands plays the hand again that `seed` names.

    Args:
        scenario: the scenario.

    Returns:
        How the law is broken; `None` if it holds, and where the scenario names no law or its rules are refused.

    Raises:
        NotationError: for a law that does not exist, and for a step that does not parse.
    """
    name = scenario.notes.get("law", "")
    if not name or isinstance(scenario.position, ComposeError):
        return None
    if name == NO_CRASH[0]:
        return _crash_again(scenario.position)
    law = next((law for law in laws_for(scenario.position.rules) if law.name == name), None)
    if law is None:
        raise NotationError(f"there is no law {name!r}", expected="a name that `rummy500 laws --list` tells")
    seed = scenario.notes.get("seed", "")
    try:
        if law.of is Game:
            _play_again(scenario.position.rules, seed)
        else:
            for subject in _subjects(scenario, scenario.position, seed):
                if isinstance(subject, law.of):
                    law.check(subject)
    except LawBroken as broken:
        return broken
    return None


def _crash_again(position: Position) -> LawBroken | None:
    """How the position crashes when it is listed, when an action of it is done, or when it is scored."""
    rules, state = position.rules, position.state
    try:
        for action in spot_of(rules, state, "").listed:
            apply(rules, state, settle(rules, state, action, random.Random(0)))
        score_hand(rules, state)
    except Exception as error:  # noqa: BLE001 - any error is what is looked for
        return LawBroken(*NO_CRASH, Fault(crash_text(error)), rules, state)
    return None


def _play_again(rules: Rules, name: str) -> None:
    """The hand of that name, whichever way it began."""
    for ripe in (False, True):
        Inquiry(rules, [law for law in laws_for(rules) if law.of is Game]).hand(name, ripe=ripe)


def _subjects(scenario: Scenario, position: Position, seed: str) -> Iterator[Subject]:
    rules, state = position.rules, position.state
    yield rules
    yield spot_of(rules, state, seed)
    for step in scenario.steps:
        if step.kind != "do":
            continue
        before = state
        action = step.fields.parsed("do", partial(parse_action, where=before, rules=rules))
        if why_not(rules, before, action) is not None:
            return  # what the step expects has not come: running the scenario says so
        state = apply(rules, before, action)
        yield Step(rules, before, action, state, seed)
        yield spot_of(rules, state, seed)
    if is_over(state):
        yield count_hand(rules, position.match, state)
