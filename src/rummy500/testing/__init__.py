"""Tools that prove rules: laws of every reachable state, random play, a stress run, hypothesis strategies.

A plugin runs the same laws over its own rules:

    >>> import rummy500 as r5
    >>> from rummy500.testing import lawful_hand
    >>> rules = r5.compose("classic", seats=3)
    >>> lawful_hand(rules, "the first hand of three").how
    'out'

Strategies are in `rummy500.testing.strategies` and need the extra `testing`; the rest needs nothing.
"""

from rummy500.testing.hidden import redealt
from rummy500.testing.lawful import lawful_hand
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
    "lawful_hand",
    "look_at",
    "nearly",
    "nonsense",
    "random_game",
    "redealt",
    "walk",
]
