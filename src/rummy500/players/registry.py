"""The players that have a name: `greedy` and `random`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.players.greedy import GreedyPlayer
from rummy500.players.player import Player, PlayerError
from rummy500.players.random_player import RandomPlayer


def _greedy(_: random.Random) -> Player:
    return GreedyPlayer()


#: For each name a function that makes the player from a random source.
PLAYERS: Final[Mapping[str, Callable[[random.Random], Player]]] = MappingProxyType(
    {"greedy": _greedy, "random": RandomPlayer}
)

#: Names to show for players that nobody named, in the terminal and on the page in a browser.
NAMES: Final = ("Ada", "Bela", "Cleo", "Dana", "Egon", "Fay", "Gus")


def player_named(name: str, random_source: random.Random) -> Player:
    """Make a player by its name.

    Args:
        name: `greedy` or `random`.
        random_source: the source of its randomness.

    Raises:
        PlayerError: if there is no such player; the error suggests a name.
    """
    make = PLAYERS.get(name)
    if make is None:
        raise PlayerError(f"there is no player {quoted(name)}; {nearest(name, PLAYERS)}")
    return make(random_source)
