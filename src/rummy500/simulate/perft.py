"""Count game trees: how many sequences of actions there are from a state, in all and under each first action."""

from __future__ import annotations

import random
from typing import Final

from rummy500.base.inputs import require_min
from rummy500.cards.cards import shuffled
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance
from rummy500.fast.reading import fast_hand
from rummy500.notation.actions import action_text
from rummy500.rules.rules import Rules
from rummy500.rules.state import State

#: From this depth on a fast hand counts: reading one costs more than a shallow tree.
_FAST_FROM: Final = 2


def perft(rules: Rules, state: State, depth: int, *, fast: bool = True) -> int:
    """Count the sequences of exactly `depth` actions by any seats.

    As in chess programs, a sequence that ends earlier, because the hand is over, is not counted. Chance does not
    multiply the tree: where it is due, one fixed outcome is applied, which is not an action of the sequence; an action
    is applied without the chance that is part of it (`resolve_chance`), so a card that is tossed lands on no other.

    Args:
        rules: the rules in force.
        state: where the sequences begin.
        depth: the number of actions, 0 or more; 0 has one sequence, the empty one.
        fast: whether fast hands may count, where the rules have a fast form; the count is the same.

    Raises:
        ValueError: if `depth` is negative.
    """
    require_min(0, depth=depth)
    if depth == 0:
        return 1
    hand = fast_hand(rules, state) if fast and depth >= _FAST_FROM else None
    if hand is not None:
        return hand.count(depth, lambda cards: shuffled(cards, random.Random(0)))
    state = _decided(rules, state)
    actions = legal_actions(rules, state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, apply(rules, state, action), depth - 1, fast=False) for action in actions)


def divide(rules: Rules, state: State, depth: int, *, fast: bool = True) -> dict[str, int]:
    """Count as `perft` does, by the text of the first action, in the order of `legal_actions`.

    Arguments and errors are those of `perft`. With the depth 0 there is no first action.
    """
    require_min(0, depth=depth)
    if depth == 0:
        return {}
    state = _decided(rules, state)
    return {
        action_text(action, state): perft(rules, apply(rules, state, action), depth - 1, fast=fast)
        for action in legal_actions(rules, state)
    }


def _decided(rules: Rules, state: State) -> State:
    """Resolve all chance that is due."""
    while (due := chance(rules, state)) is not None:
        state = apply(rules, state, due.sample(random.Random(0)))
    return state
