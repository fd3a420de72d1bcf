"""Writes the transcript of a hand for one seat: its first view, and each action as the seat saw it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rummy500.actions import Action
from rummy500.cards import cards_of, cards_text, common, minus
from rummy500.engine.step import apply
from rummy500.engine.views import SPECTATOR
from rummy500.notation.actions import action_text
from rummy500.notation.position import Position, position_table
from rummy500.notation.scenario import SEAT_FORMAT
from rummy500.notation.toml import toml_lines, toml_value
from rummy500.rules import Rules
from rummy500.state import State, View
from rummy500.view import cards_shown, hand_texts, observe, redact, stock_text


def seat_transcript(
    rules: Rules, start: State, actions: Iterable[Action], seat: int | None, *, title: str = "A hand"
) -> str:
    """Write the transcript of one hand for one seat: nothing in it was hidden from the seat.

    Args:
        rules: the rules in force.
        start: the state in which the hand began.
        actions: every action from there on, outcomes of chance too.
        seat: the seat, of any type with `__index__`; `None` for a spectator.
        title: its title, in a line.

    Returns:
        A TOML document with the first view of the seat and, for each action, the action as the seat saw it, the
        cards that its hand got, and the cards that it was shown. It cannot be replayed.

    Raises:
        IllegalActionError: if an action is not legal in its turn.
        PositionError: for a seat that does not play, or a state of another number of seats.
        TypeError: for a seat that is not a whole number.
    """
    view = observe(rules, start, seat)
    whose = "spectator" if view.seat == SPECTATOR else view.seat
    lines = [*toml_lines({"format": SEAT_FORMAT, "title": title, "seat": whose}), "step = ["]
    state = start
    for action in actions:
        after = apply(rules, state, action)
        lines.append(f"    {toml_value(_step(rules, state, action, after, seat))},")
        state = after
    return "\n".join([*lines, "]", "", "[view]", *toml_lines(view_table(rules, view))]) + "\n"


def _step(rules: Rules, before: State, action: Action, after: State, seat: int | None) -> dict[str, str]:
    step = {"action": action_text(redact(rules, before, action, seat), before)}
    held, holds = observe(rules, before, seat).hand, observe(rules, after, seat).hand
    gained = minus(holds, common(holds, held))
    for key, cards in (("gets", gained), ("shown", cards_shown(rules, before, action, seat))):
        if cards:
            step[key] = cards_text(cards_of(cards))
    return step


def view_table(rules: Rules, view: View) -> dict[str, Any]:
    """Write a view as a table of text: a position in which each hidden card is `??`.

    Args:
        rules: the rules in force.
        view: the view of a seat or a spectator.
    """
    hands = [view.hand if seat == view.seat else known for seat, known in enumerate(view.public.known)]
    table = position_table(Position(rules, State(view.public, tuple(hands), view.drawn, b"", view.slots)))
    return {**table, "hands": hand_texts(view), "stock": stock_text(view)}
