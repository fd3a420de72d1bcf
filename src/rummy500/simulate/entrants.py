"""Who plays in a simulation, and who sits where."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import attrs

from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.players import PLAYERS, Player, PlayerError

#: Makes a player for one match, given a random source of its own: a class, or a function.
PlayerMaker = Callable[[random.Random], Player]

T = TypeVar("T")


@attrs.frozen
class Entrant:
    """One who plays in a simulation.

    Attributes:
        name: what it is called in the results.
        make: makes the player for a match, given a random source.
    """

    name: str
    make: PlayerMaker


def entrants(players: Sequence[str | PlayerMaker | Entrant]) -> tuple[Entrant, ...]:
    """Those who play, each with a name.

    Args:
        players: names of players that come with the library, makers of players, called as the class or function is,
            and entrants.

    Raises:
        PlayerError: if there is none, for a name that no player has, a maker without a name, and two makers of one
            name.
    """
    if isinstance(players, str) or not players:
        raise PlayerError("no player is named" if not players else f"players are a list, [{quoted(players)}] say")
    found = tuple(_entrant(player) for player in players)
    makers: dict[str, PlayerMaker] = {}
    for each in found:
        if makers.setdefault(each.name, each.make) != each.make:
            raise PlayerError(f"two players are called {each.name}: give one another name, Entrant(name, make)")
    return found


def _entrant(player: object) -> Entrant:
    if isinstance(player, Entrant):
        return player
    if isinstance(player, str):
        make = PLAYERS.get(player)
        if make is None:
            raise PlayerError(f"there is no player {quoted(player)}; {nearest(player, PLAYERS)}")
        return Entrant(player, make)
    if not callable(player):
        raise PlayerError(
            f"{quoted(player)} makes no player: what plays is made anew for each match, by a class or a function"
        )
    name: object = getattr(player, "__name__", None)
    if not isinstance(name, str):
        raise PlayerError(f"{quoted(player)} has no name: give it one, Entrant(name, make)")
    return Entrant(name, cast("PlayerMaker", player))


def seated(players: Sequence[T], seats: int, number: int) -> tuple[T, ...]:
    """Who sits where in a match: the players in turn, moved on by one seat each match.

    Args:
        players: who plays; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there are more players than seats.
    """
    if len(players) > seats:
        raise PlayerError(f"{len(players)} players for {seats} seats")
    return tuple(players[(seat + number) % seats % len(players)] for seat in range(seats))


def seat_players(players: Sequence[str | PlayerMaker | Entrant], seats: int, number: int) -> tuple[str, ...]:
    """The name of each seat's player in a match: the players in turn, moved on by one seat each match.

    Args:
        players: who plays, as for `simulate`; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there is no player, more players than seats, or a name that no player has.
    """
    return tuple(entrant.name for entrant in seated(entrants(players), seats, number))
