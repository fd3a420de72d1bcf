"""Tools that prove rules: laws of every reachable state, random play, a stress run, hypothesis strategies.

A plugin runs the same laws over its own rules:

    >>> import random
    >>> import rummy500 as r5
    >>> from rummy500.testing import check_step, random_game
    >>> rules = r5.compose("classic", seats=3)
    >>> game = random_game(rules, random.Random(7))
    >>> for state in game.states[:9]:
    ...     actions = check_step(rules, state, random.Random(7))

Strategies are in `rummy500.testing.strategies` and need the extra `testing`; the rest needs nothing.
"""

from rummy500.testing.hidden import redealt
from rummy500.testing.laws import LAWS, check_game, check_step
from rummy500.testing.near import nearly, nonsense
from rummy500.testing.play import MAX_TURNS, Game, random_game, walk
from rummy500.testing.spot import Fault, Law, LawBroken, Spot, look_at

__all__ = [
    "LAWS",
    "MAX_TURNS",
    "Fault",
    "Game",
    "Law",
    "LawBroken",
    "Spot",
    "check_game",
    "check_step",
    "look_at",
    "nearly",
    "nonsense",
    "random_game",
    "redealt",
    "walk",
]
