"""Chance: the reshuffle that is due, and chance that is part of a decision (what a tossed card covers)."""

from __future__ import annotations

import attrs

from rummy500.actions import Action, reshuffle
from rummy500.rules import Move, Rules, name_plugin
from rummy500.shuffle import RandomBits, shuffled
from rummy500.state import RESHUFFLE_PHASE, State, View


@attrs.frozen
class Chance:
    """The chance that is due.

    Attributes:
        what: its kind; `reshuffle` in the core.
        cards: the cards whose order it decides, which lie open.
    """

    what: str
    cards: bytes

    def sample(self, random_source: RandomBits) -> Action:
        """One possible outcome, each equally likely.

        Args:
            random_source: where the randomness comes from; a `random.Random` is one.
        """
        return reshuffle(shuffled(self.cards, random_source))


def chance(rules: Rules, state: State | View) -> Chance | None:
    """The chance that is due before anybody decides again, `None` if none is.

    Args:
        rules: the rules in force.
        state: a state or a view.
    """
    if state.public.phase != RESHUFFLE_PHASE:
        return None
    return Chance("reshuffle", state.public.pile[:-1])


def resolve_chance(rules: Rules, state: State, action: Action, random_source: RandomBits) -> Action:
    """A decision with the chance that is part of it: what a program applies after a player has decided.

    Legal actions are decisions, listed without the outcome: `discard 9s`. Where chance is part of one, a tossed card
    that may land on others say, its outcome is sampled and stands in the action: `discard 9s over 4d 7c`.

    Args:
        rules: the rules in force.
        state: the state in which the action is to be applied.
        action: a decision that your program chose or checked; for text from outside use `decide`.
        random_source: where the randomness comes from; a `random.Random` is one.

    Returns:
        The action with its outcome; the action itself where no chance is part of it or it has its outcome already. It
        is no more legal than it was: `apply` checks it.
    """
    if action.extra or not rules.turn.suffixed:
        return action
    for (verb, _), move in rules.turn.suffixed.items():
        if verb == action.verb and move.outcome is not None and state.public.phase in move.phases:
            try:
                return move.outcome(rules, state, action, random_source)
            except Exception as error:
                name_plugin(rules, error)
                raise
    return action


def outcome_move(rules: Rules, action: Action) -> Move | None:
    """The kind of move whose outcome an action has in it, `None` for a decision."""
    move = rules.turn.suffixed.get((action.verb, action.extra[0])) if action.extra else None
    return move if move is not None and move.outcome is not None else None
