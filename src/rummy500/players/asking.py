"""Whom to ask next, one seat at a time, with "I let it go" as an answer.

Seats that may act out of turn are asked first, in the order of `ask_order`; the seat on turn is asked last, and its
action waits until the others have let their calls go. `play_hand` and `rummy500.table` follow this reading.
"""

from __future__ import annotations

import attrs

from rummy500.actions import Action
from rummy500.engine.advice import ask_order
from rummy500.players.player import PlayerError
from rummy500.rules import Rules
from rummy500.state import State


@attrs.frozen
class Question:
    """A decision that some seats take together: the seats that are still to be asked.

    Attributes:
        seats: the seats in the order to ask them, the seat asked now first. The last of them must act.
        kept: an action that the last seat has chosen in an earlier place, and that waits for the others; `None` without
            one.
    """

    seats: tuple[int, ...]
    kept: Action | None = None

    @property
    def seat(self) -> int:
        """The seat that is asked now."""
        return self.seats[0]

    @property
    def must_act(self) -> bool:
        """Whether the seat that is asked now cannot let others act."""
        return len(self.seats) == 1


def first_question(rules: Rules, state: State) -> Question:
    """The question that begins a decision.

    Args:
        rules: the rules in force.
        state: a state in which somebody must act.

    Raises:
        ValueError: where nobody can act, because the hand is over or chance is due.
        PositionError: for a state of another number of seats.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=3)
        >>> first_question(rules, r5.deal(rules, seed=7))
        Question(seats=(1,), kept=None)
    """
    seats = ask_order(rules, state)
    if not seats:
        raise ValueError("nobody can act: the hand is over or chance is due")
    return Question(seats)


def answer(rules: Rules, state: State, question: Question, action: Action | None) -> Question | Action:
    """Answer a question for the seat that is asked.

    Args:
        rules: the rules in force.
        state: the state of the question.
        question: the question.
        action: a legal action of the seat, or `None` to let others act.

    Returns:
        The next question; or the action that decides, ready for `resolve_chance` and `apply`.

    Raises:
        PlayerError: if the seat must act and lets others act.
    """
    seat, *rest = question.seats
    if not rest:
        if action is None:
            raise PlayerError(f"the player of seat {seat} does not act on its turn", seat=seat)
        return action
    if action is not None and (seat != rest[-1] or is_claim(rules, state, action)):
        return action
    kept = action or question.kept
    return kept if kept is not None and len(rest) == 1 else Question(tuple(rest), kept)


def is_claim(rules: Rules, state: State, action: Action) -> bool:
    """Whether an action is one that any seat may make out of turn, such as a call.

    Args:
        rules: the rules in force.
        state: the state before it.
        action: the action.
    """
    move = rules.turn.move_of(action, state.public.phase)
    return move is not None and move.whose == "others"
