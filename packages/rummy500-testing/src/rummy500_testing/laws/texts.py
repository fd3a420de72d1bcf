"""Collect every text that a seat may be shown: views, labels, selections, log lines, errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import attrs

from rummy500.actions import Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, outcome_move, why_not
from rummy500.errors import NotationError
from rummy500.game.view import hand_texts, stock_text
from rummy500.notation.actions import action_text, bare_text, parse_action
from rummy500.notation.fields import hand_memory_table
from rummy500.notation.position import Position
from rummy500.rules.memory import notes
from rummy500.rules.rules import Rules
from rummy500.selection import actions_for_cards
from rummy500.state import State, View


def spelled(value: object) -> object:
    """Convert a value to plain data with every field of every record, also fields that are not compared or shown.

    Args:
        value: a view, say.
    """
    fields = _fields(cast("Any", type(value)))
    if fields:
        return (type(value).__name__, *(spelled(getattr(value, field)) for field in fields))
    if isinstance(value, tuple | list):
        return tuple(spelled(item) for item in cast("Sequence[object]", value))
    return value


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    return cast("tuple[str, ...]", getattr(kind, "__match_args__", ()))


def texts_for(
    rules: Rules, state: State, view: View, asked: Sequence[Action], picks: Sequence[Sequence[int]]
) -> Iterator[tuple[str, str]]:
    """Collect every text that a program would show or log for a seat.

    Args:
        rules: the rules in force.
        state: the state.
        view: what the seat sees of it.
        asked: what it asks about.
        picks: the cards that its user selects.

    Yields:
        A label, and the text.
    """
    for about, value in (("a state", state), ("a view", view)):
        yield f"{about} in a log", f"{value!r} {value} {value!s:>9} {[value]}"
    yield "a position in a log", repr(Position(rules, state))
    yield "the chance that is due", repr(chance(rules, state))
    yield "what a view shows", " | ".join([*hand_texts(view), stock_text(view)])
    yield "what plugins remember", repr(hand_memory_table(rules, view.public, view.slots))
    yield "the notes of plugins", repr(notes(rules, view))
    yield from _wrong_questions(rules, state, view)
    if view.seat < 0:
        return
    yield "a list in a log", repr(legal_actions(rules, state, seat=view.seat))
    for action in asked:
        yield from _about(rules, state, view, action)
    for pick in picks:
        yield "how picked cards are read", repr(actions_for_cards(rules, state, view.seat, pick))


def _about(rules: Rules, state: State, view: View, action: Action) -> Iterator[tuple[str, str]]:
    """Collect the texts about an action: its labels, its refusal, how a part of its text is read."""
    text = action_text(action, state)
    yield "a label", f"{text} | {bare_text(action, state)} | {action_text(action, view)} | {action} | {action!r}"
    yield "how text is read", _read(rules, state, text)
    yield "why text is not an action", _read(rules, state, text[: len(text) // 2])
    refusal = why_not(rules, view, action)
    yield "a refusal", f"{refusal} {refusal!r} {'' if refusal is None else refusal.facts}"
    if action.seat == view.seat and refusal is not None and outcome_move(rules, action) is None:
        yield "an illegal action", _raised(rules, state, action)


def _read(rules: Rules, where: State, text: str) -> str:
    try:
        return repr(parse_action(text, where, rules=rules))
    except NotationError as error:
        return f"{error} {error.message} {error.expected}"


def _raised(rules: Rules, state: Any, action: Any) -> str:
    """Collect the error of an action that cannot be applied."""
    try:
        apply(rules, state, action)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error} {error!r} {error.args!r}"
    return "done"


def _wrong_questions(rules: Rules, state: State, view: View) -> Iterator[tuple[str, str]]:
    """Collect the errors that wrong calls of a program raise."""
    yield "an action on a view", _raised(rules, view, Action(view.seat, "draw"))
    yield "an action that is text", _raised(rules, state, "draw")
    try:
        legal_actions(rules, state, seat=rules.seats)
    except ValueError as error:
        yield "a seat that does not play", repr(error)
