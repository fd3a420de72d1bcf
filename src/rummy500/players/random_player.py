"""`RandomPlayer` chooses among the legal actions at random."""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

from rummy500.actions import Action
from rummy500.engine.listing import LegalActions
from rummy500.engine.rounds import must_act
from rummy500.rules import Rules
from rummy500.shuffle import below
from rummy500.state import View

#: The most legal actions that it lists and chooses from: with many wild cards there can be millions.
MOST_LISTED: Final = 512


class RandomPlayer:
    """Chooses each legal action with equal probability; out of turn, to decline is as likely as each action.

    Args:
        random_source: the source of randomness.
    """

    __slots__ = ("_random",)

    def __init__(self, random_source: random.Random) -> None:
        self._random = random_source

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal, MOST_LISTED))
        on_turn = must_act(rules, view.public, view.seat)
        choice = below(len(found) + (0 if on_turn else 1), self._random)
        return found[choice] if choice < len(found) else None
