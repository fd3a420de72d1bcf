"""Builds the duties of a turn, and has every move that ends a turn or the hand asked about them (hook `duties`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import attrs

from rummy500.actions import Action
from rummy500.engine.duties import refuse_end
from rummy500.engine.facts import ViewFacts
from rummy500.engine.opening_minimum import OPENING
from rummy500.errors import Refusal, nearest
from rummy500.hooks.check import check_duty
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.rules import Duty, Move, Rules
from rummy500.state import View


def build_duties(answers: HookAnswers, *, minimum: bool) -> tuple[Duty, ...]:
    """Join the duties of core and plugins, the core's first.

    Args:
        answers: the answers of the plugins.
        minimum: whether an opening minimum may be due.

    Raises:
        ComposeError: for a wrong answer, and for two duties of one name.
    """
    owners = {OPENING.name: "the core"}
    found = [OPENING] if minimum else []
    for plugin, duty in answers.joined("duties"):
        check_duty(plugin, duty)
        if duty.name in owners:
            raise plugin.error("duties", f"has a duty {duty.name!r}, which {owners[duty.name]} has already")
        owners[duty.name] = plugin.info.name
        found.append(duty)
    return tuple(found)


def check_lifted(added: Iterable[tuple[LoadedPlugin, Move]], duties: Collection[Duty]) -> None:
    """Check that the duties that moves lift exist.

    Args:
        added: the moves that plugins add.
        duties: the duties in force; the opening minimum may be lifted even if the options require none.

    Raises:
        ComposeError: for an unknown duty.
    """
    names = dict.fromkeys((OPENING.name, *(duty.name for duty in duties)))
    for plugin, move in added:
        for name in move.lifts:
            if name not in names:
                raise plugin.error("moves", f"has a move {move.verb!r} that lifts {name!r}; {nearest(name, names)}")


def with_duties(move: Move, duties: Collection[Duty]) -> Move:
    """A move of a plugin, without the actions that would end a turn or the hand while a duty is open.

    Where no duty binds the move, it is returned as it is.

    Args:
        move: the move.
        duties: the duties of core and plugins.
    """
    if not move.ends or all(duty.name in move.lifts for duty in duties):
        return move

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        return () if refuse_end(facts.rules, facts.view, move) is not None else listed(facts, plain=plain)

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        return judged(rules, view, action) or refuse_end(rules, view, move)

    listed, judged = move.generate, move.check
    return attrs.evolve(move, generate=generate, check=check)
