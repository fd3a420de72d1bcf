"""Check a broken law again with the scenario that it printed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, chance, is_over, resolve_chance, why_not
from rummy500.errors import ComposeError
from rummy500.notation.actions import parse_action
from rummy500.notation.position import Position
from rummy500.notation.scenario import Scenario
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Fault, Law, LawBroken, Subject, crash_text
from rummy500_testing.laws import laws_for
from rummy500_testing.laws.matches import count_hand
from rummy500_testing.play import Game
from rummy500_testing.runner import NO_CRASH, LawRunner
from rummy500_testing.snapshot import Step, snapshot_of


def broken_by(scenario: Scenario, more: Iterable[Law[Any]] = ()) -> LawBroken | None:
    """Check the law that a scenario names in its heading, such as `law = "cards are conserved"`.

    The law is checked on the position and on the state after each step `do`, with the random choices of the heading
    `seed`. For a law of whole hands, the hand that `seed` names is played again. For "nothing crashes", all actions of
    the position are listed and applied, the hand is scored and, if it is over, counted; then the hand that `seed` names
    is played again.

    Args:
        scenario: the scenario.
        more: laws of files that the scenario may name.

    Returns:
        The broken law; `None` if it holds, if the scenario names no law or if its rules are refused.

    Raises:
        NotationError: for an unknown law or a step that does not parse, with its place.
        ComposeError: if the laws of a plugin in play do not load.
    """
    name = scenario.notes.get("law", "")
    if not name or isinstance(scenario.position, ComposeError):
        return None
    seed = scenario.notes.get("seed", "")
    if name == NO_CRASH[0]:
        return _crash_again(scenario.position, seed)
    laws = laws_for(scenario.position.rules, more)
    law = next((law for law in laws if law.name == name), None)
    if law is None:
        expected = "a name that `rummy500 laws --list` shows; a law of a file needs that file, too (`--laws`)"
        scenario.document.fail((*scenario.path, "law"), f"there is no law {name!r}", expected)
    try:
        if law.of is Game:
            found = scenario.notes.get("found", "")
            _play_again(scenario.position, seed, [law for law in laws if law.of is Game], found)
        else:
            for subject in _subjects(scenario, scenario.position, seed):
                if isinstance(subject, law.of):
                    law.check(subject)
    except LawBroken as broken:
        return broken
    return None


def _crash_again(position: Position, seed: str) -> LawBroken | None:
    """Repeat a crash of play, at the position or in the named hand, with the same chance."""
    rules, state = position.rules, position.state
    try:
        _play_on(rules, state, random.Random(seed))
        score_hand(rules, state)
        if is_over(state):
            count_hand(rules, position.match, state)
        if seed:
            _play_again(position, seed, (), "")
    except LawBroken as broken:
        return broken
    except Exception as error:  # noqa: BLE001 - any error is what is looked for
        return LawBroken(*NO_CRASH, Fault(crash_text(error)), rules, state, seed)
    return None


def _play_on(rules: Rules, state: State, rng: random.Random) -> None:
    """Apply each listed action of a state, or resolve the chance that is due there."""
    listed, due = snapshot_of(rules, state, "").listed, chance(rules, state)
    if due is not None:
        apply(rules, state, due.sample(rng))
    for action in listed if due is None else ():
        apply(rules, state, resolve_chance(rules, state, action, rng))


def _play_again(position: Position, name: str, laws: Sequence[Law[Any]], found: str) -> None:
    """Play the named hand again in the match of a position, from its deal and from its late position.

    Both may break a law; the one with the fault that was found is raised.
    """
    broken: list[LawBroken] = []
    for late in (False, True):
        try:
            LawRunner(position.rules, laws, match=position.match).hand(name, late=late)
        except LawBroken as again:
            broken.append(again)
    if broken:
        raise next((again for again in broken if again.found == found), broken[0])


def _subjects(scenario: Scenario, position: Position, seed: str) -> Iterator[Subject]:
    rules, state = position.rules, position.state
    yield rules
    yield snapshot_of(rules, state, seed)
    for step in scenario.steps:
        if step.kind != "do":
            continue
        before = state
        action = step.fields.parsed("do", partial(parse_action, where=before, rules=rules))
        if why_not(rules, before, action) is not None:
            return  # the expectation of this step failed: running the scenario reports it
        state = apply(rules, before, action)
        yield Step(rules, before, action, state, seed)
        yield snapshot_of(rules, state, seed)
    if is_over(state):
        yield count_hand(rules, position.match, state)
