"""The players of a simulation, and their seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import attrs

from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.players import PLAYERS, Player, PlayerError

#: A class or function that makes a player for one match, given a random source.
PlayerMaker = Callable[[random.Random], Player]

T = TypeVar("T")


@attrs.frozen
class Entrant:
    """A player of a simulation: a name, and a maker of the player for each match.

    Attributes:
        name: its name in the results.
        make: makes the player for a match, given a random source.
    """

    name: str
    make: PlayerMaker


def entrants(players: Sequence[str | PlayerMaker | Entrant]) -> tuple[Entrant, ...]:
    """Give each player of a simulation a name.

    Args:
        players: names of players of the library; classes or functions that make players, by their names; entrants.

    Raises:
        PlayerError: if the list is empty, for an unknown name, a maker without a name, or two makers of one name.
    """
    if isinstance(players, str) or not players:
        raise PlayerError(
            "name at least one player" if not players else f"players must be a list, for example [{quoted(players)}]"
        )
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
            f"{quoted(player)} makes no player: give a class or a function that makes a new player for each match"
        )
    name: object = getattr(player, "__name__", None)
    if not isinstance(name, str):
        raise PlayerError(f"{quoted(player)} has no name: give it one, Entrant(name, make)")
    return Entrant(name, cast("PlayerMaker", player))


def seated(players: Sequence[T], seats: int, number: int) -> tuple[T, ...]:
    """Seat the players of a match in turn, moved on by one seat each match.

    Args:
        players: the players; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there are more players than seats.
    """
    if len(players) > seats:
        raise PlayerError(f"{len(players)} players for {seats} seats")
    return tuple(players[(seat + number) % seats % len(players)] for seat in range(seats))


def seat_players(players: Sequence[str | PlayerMaker | Entrant], seats: int, number: int) -> tuple[str, ...]:
    """Return the name of each seat's player in a match, moved on by one seat each match.

    Args:
        players: the players, as for `simulate`; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there is no player, if there are more players than seats, or for an unknown name.
    """
    return tuple(entrant.name for entrant in seated(entrants(players), seats, number))
