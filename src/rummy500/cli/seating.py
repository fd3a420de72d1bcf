"""Who sits where: the people at this screen, and the players of the other seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs
import click

from rummy500.cli.python_files import load_player, make_player
from rummy500.errors import nearest
from rummy500.inputs import quoted
from rummy500.match import draw_for_deal
from rummy500.players import PLAYERS, Player
from rummy500.players.registry import NAMES
from rummy500.rules import Rules
from rummy500.table import DEFAULT, PERSON, Table, open_table, replace_seat

_SEED_BITS: Final = 63


@attrs.frozen
class Opponent:
    """A player of the seats that no person plays.

    Attributes:
        name: the name to show; empty if nobody named it.
        player: the name of a player that the table knows; `person` for one that it does not know.
        make: makes a player that the table does not know, from a random source.
        text: the player as the command line names it.
    """

    name: str
    player: str
    make: Callable[[random.Random], Any] | None = None
    text: str = ""


def read_opponent(_: click.Context, __: click.Parameter, texts: Sequence[str]) -> tuple[Opponent, ...]:
    """Read the values of --opponent, `[NAME=]PLAYER` each, where a player is a name or `module:Class`."""
    return tuple(_opponent(text) for text in texts)


def _opponent(text: str) -> Opponent:
    name, equals, player = text.rpartition("=")
    name = name.strip()
    if equals and not (name and player):
        raise click.BadParameter(f"{quoted(text)} is not of the form NAME=PLAYER")
    if ":" in player:
        return Opponent(name, PERSON, load_player(player), text)
    if player not in PLAYERS:
        raise click.BadParameter(
            f"there is no player {quoted(player)}; {nearest(player, PLAYERS)}; a class is module:Class"
        )
    return Opponent(name, player)


def read_seats(_: click.Context, __: click.Parameter, texts: Sequence[str]) -> dict[int, str]:
    """Read the values of --seat, `N` or `N=NAME` each: the names of the people by seat, empty for none."""
    people: dict[int, str] = {}
    for text in texts:
        number, _equals, name = text.partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) == 1):
            raise click.BadParameter(f"{quoted(text)} is not a seat: write N, or N=NAME")
        if int(number) in people:
            raise click.BadParameter(f"seat {number} is named twice")
        people[int(number)] = name.strip()
    return people


@attrs.frozen
class Seating:
    """A table with the players that it does not know itself.

    Attributes:
        table: the table.
        players: these players, by seat.
    """

    table: Table
    players: Mapping[int, Player]


def seat_everybody(
    rules: Rules, people: Mapping[int, str], opponents: Sequence[Opponent], source: random.Random
) -> Seating:
    """Open a table with everybody seated.

    Args:
        rules: the rules in force.
        people: the names of the people by seat, empty for `seat N`. Programs that play with people have names, too.
        opponents: the players of the other seats, in order, repeated until every seat is taken.
        source: gives each seat a random source of its own, so that who plays does not change the cards, and decides who
            deals first.

    Raises:
        TableError: for a name that cannot be shown.
    """
    seated = _opponents_by_seat([seat for seat in range(rules.seats) if seat not in people], opponents)
    given = [people[seat] if seat in people else seated[seat].name for seat in range(rules.seats)]
    free = (name for name in NAMES if people and name not in given)
    names = [name or (next(free, "") if seat in seated else "") or f"seat {seat}" for seat, name in enumerate(given)]
    players = _players(seated, rules.seats, source)
    dealer = draw_for_deal(rules, seed=source.getrandbits(_SEED_BITS)).dealer
    programs = {seat: each.player for seat, each in seated.items() if each.make is None}
    return Seating(open_table(rules, names, programs=programs, dealer=dealer), players)


def seat_again(
    table: Table, people: Mapping[int, str], opponents: Sequence[Opponent], source: random.Random
) -> Seating:
    """Seat everybody at a table that was saved; seats of programs keep them unless a person takes the seat.

    Args:
        table: the table.
        people: the names of the people by seat, empty to keep the name.
        opponents: the players of the seats that are free.
        source: as for `seat_everybody`.

    Raises:
        TableError: for a name that cannot be shown.
    """
    seated = _opponents_by_seat(free_again(table, people), opponents)
    wanted = {seat: (name, PERSON) for seat, name in people.items()}
    wanted |= {seat: (each.name, each.player) for seat, each in seated.items()}
    for seat, (name, player) in sorted(wanted.items()):
        now = table.seats[seat]
        if (name or now.name, player) != (now.name, now.player):
            table = replace_seat(table, seat, name or now.name, player)
    return Seating(table, _players(seated, table.rules.seats, source))


def people_again(table: Table, people: Mapping[int, str] | None) -> Mapping[int, str]:
    """The people at a table that was saved: those that are named, or all whom the table has.

    Args:
        table: the table.
        people: the names of the people by seat; `None` where nobody is named.
    """
    if people is not None:
        return people
    return {seat: "" for seat, each in enumerate(table.seats) if each.player == PERSON}


def free_again(table: Table, people: Mapping[int, str]) -> list[int]:
    """The seats of a table that was saved whose players are not there: neither people nor programs of the table.

    Args:
        table: the table.
        people: the people who are there.
    """
    return [seat for seat, each in enumerate(table.seats) if each.player in (PERSON, DEFAULT) and seat not in people]


def _opponents_by_seat(seats: Sequence[int], opponents: Sequence[Opponent]) -> dict[int, Opponent]:
    found: dict[int, Opponent] = {}
    for place, seat in enumerate(seats):
        each = opponents[place % len(opponents)]
        # A name is for one seat; the next that the same player takes has another.
        found[seat] = each if place < len(opponents) else attrs.evolve(each, name="")
    return found


def _players(seated: Mapping[int, Opponent], seats: int, source: random.Random) -> dict[int, Player]:
    sources = [random.Random(source.getrandbits(_SEED_BITS)) for _ in range(seats)]
    return {
        seat: make_player(each.make, each.text.rpartition("=")[2], sources[seat])
        for seat, each in seated.items()
        if each.make is not None
    }
