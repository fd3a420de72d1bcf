"""A player that does anything."""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

from rummy500.actions import Action
from rummy500.engine.listing import LegalActions
from rummy500.rules import Rules
from rummy500.shuffle import below
from rummy500.state import View

#: It chooses among the first so many actions: with many wild cards nobody wants to list them all.
MOST_LOOKED_AT: Final = 512


class RandomPlayer:
    """Each legal action is equally likely; out of turn so is doing nothing.

    Args:
        random_source: where the randomness comes from.
    """

    __slots__ = ("_random",)

    def __init__(self, random_source: random.Random) -> None:
        self._random = random_source

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, as `Player` says."""
        found = tuple(islice(legal, MOST_LOOKED_AT))
        on_turn = view.seat == view.public.to_act
        choice = below(len(found) + (0 if on_turn else 1), self._random)
        return found[choice] if choice < len(found) else None
