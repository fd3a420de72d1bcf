"""Writes transcripts: a whole hand as a scenario, for a server or for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from rummy500.base.errors import NotationError
from rummy500.cards.cards import cards_of, cards_text, without
from rummy500.engine.match import Match, MatchError, record_hand
from rummy500.engine.observe import cards_shown, hand_texts, observe, redact, stock_text
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, is_over
from rummy500.engine.views import SPECTATOR
from rummy500.notation.actions import action_text
from rummy500.notation.position import Position, position_table
from rummy500.notation.scenario import FORMAT, SEAT_FORMAT, scenario_text
from rummy500.notation.toml import check_document, toml_lines, toml_value
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View


@attrs.frozen
class Hand:
    """A hand to be written as a transcript."""

    start: State
    actions: tuple[Action, ...]


def transcript_text(rules: Rules, start: State, actions: Iterable[Action], *, title: str = "A hand") -> str:
    """Write the transcript of one hand.

    Args:
        rules: the rules in force.
        start: the state in which the hand began.
        actions: every action from there on, outcomes of chance too.
        title: its title, in a line.

    Returns:
        A scenario file that `rummy500 replay` and `rummy500 check` read.

    Raises:
        IllegalActionError: if an action is not legal in its turn.
        MatchError: if the file is too long to be read again; a hundred hands of any rules fit.
    """
    position, steps, expect = _parts(rules, Hand(start, tuple(actions)))
    return _readable(scenario_text(position, [{"do": text} for text in steps], expect, title=title))


def match_text(rules: Rules, hands: Sequence[Hand], *, title: str = "A match") -> str:
    """Write the transcript of several hands, in order, in one file, with a `[[scenario]]` for each.

    The other arguments, the answer and the errors are those of `transcript_text`.
    """
    lines = toml_lines({"format": FORMAT})
    for number, hand in enumerate(hands, 1):
        position, steps, expect = _parts(rules, hand)
        lines += ["", "[[scenario]]", *toml_lines({"title": f"{title}, hand {number}"}), "step = ["]
        lines += [f"    {toml_value({'do': text})}," for text in steps]
        lines += ["]", "", "[scenario.position]", *toml_lines(position_table(position))]
        lines += ["", "[scenario.expect]", *toml_lines(expect)]
    return _readable("\n".join(lines) + "\n")


def _readable(text: str) -> str:
    """Check that a transcript is short enough to be read again, and return it."""
    try:
        check_document(text)
    except NotationError as error:
        raise MatchError(f"the transcript is too long; a file has {error.expected}") from None
    return text


def _parts(rules: Rules, hand: Hand) -> tuple[Position, list[str], dict[str, Any]]:
    """Make the position, the steps as text, and the expected result of a hand."""
    state, steps = hand.start, list[str]()
    for action in hand.actions:
        steps.append(action_text(action, state))
        state = apply(rules, state, action)
    expect: dict[str, Any] = {
        "over": is_over(state),
        "hand_scores": list(score_hand(rules, state).by_seat),
        "scores": list(state.public.match.scores),
    }
    if is_over(state):
        match = record_hand(rules, Match(state.public.match), state)
        expect["scores"] = list(match.scores)
        expect["winner"] = list(match.winners) or "none"
    return Position(rules, hand.start), steps, expect


# ---------------------------------------------------------------- seat transcript


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
        PositionError: for a seat that does not play, or a state of other rules.
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
    gained = without(holds, held)
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
    state = State(public=view.public, hands=tuple(hands), drawn=view.drawn, stock=b"", memories=view.memories)
    table = position_table(Position(rules, state))
    return {**table, "hands": hand_texts(view), "stock": stock_text(view)}
