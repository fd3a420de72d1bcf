"""`Game` lets people at one screen play a table against programs: who sits where, and who is asked next."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, cycle
from typing import Any, Final, cast

import attrs
import click

from rummy500 import Action, LegalActions, Rules, State, View, ask_order, draw_for_deal, legal_actions, observe
from rummy500.base.errors import Rummy500Error, nearest
from rummy500.base.inputs import clipped, quoted
from rummy500.notation.actions import action_text
from rummy500.notation.transcript import Hand
from rummy500.players import Player, PlayerError, player_names
from rummy500.players.drive import ask_player
from rummy500.players.players import NAMES
from rummy500.rules.blame import blame, raised_text
from rummy500.table import (
    PERSON,
    Table,
    Waiting,
    advance,
    answer_undo,
    ask_undo,
    deal_hand,
    let_go,
    open_table,
    replace_seat,
    submit,
    table_to_json,
    time_is_up,
    waiting,
)
from rummy500.table.entries import DEFAULT
from rummy500.table.log import append, opened
from rummy500.table.table import Moment
from rummy500_terminal.files import load_player, make_player
from rummy500_terminal.show import Reader

_SEED_BITS: Final = 63


@attrs.frozen
class Opponent:
    """A player of the seats that no person plays."""

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
    if player not in player_names():
        raise click.BadParameter(
            f"there is no player {quoted(player)}; {nearest(player, player_names(), '; a class is module:Class')}"
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


def seat_everybody(
    rules: Rules, people: Mapping[int, str], opponents: Sequence[Opponent], source: random.Random
) -> Game:
    """Open a table with everybody seated."""
    seated = _opponents_by_seat([seat for seat in range(rules.seats) if seat not in people], opponents)
    given = [people[seat] if seat in people else seated[seat].name for seat in range(rules.seats)]
    free = (name for name in NAMES if people and name not in given)
    names = [name or (next(free, "") if seat in seated else "") or f"seat {seat}" for seat, name in enumerate(given)]
    players = _players(seated, rules.seats, source)
    dealer = draw_for_deal(rules, seed=source.getrandbits(_SEED_BITS)).dealer
    programs = {seat: each.player for seat, each in seated.items() if each.make is None}
    return Game(open_table(rules, names, programs=programs, dealer=dealer), players, source)


def seat_again(table: Table, people: Mapping[int, str], opponents: Sequence[Opponent], source: random.Random) -> Game:
    """Seat everybody at a table that was saved; seats of programs keep them unless a person takes the seat."""
    seated = _opponents_by_seat(free_again(table, people), opponents)
    wanted = {seat: (name, PERSON) for seat, name in people.items()}
    wanted |= {seat: (each.name, each.player) for seat, each in seated.items()}
    for seat, (name, player) in sorted(wanted.items()):
        now = table.seats[seat]
        if (name or now.name, player) != (now.name, now.player):
            table = replace_seat(table, seat, name or now.name, player)
    return Game(table, _players(seated, table.rules.seats, source), source)


def free_again(table: Table, people: Mapping[int, str]) -> list[int]:
    """The seats of a saved table that need a player: a person is not at this screen, or a program is not installed."""
    return [seat for seat, each in enumerate(table.seats) if each.player not in player_names() and seat not in people]


def _opponents_by_seat(seats: Sequence[int], opponents: Sequence[Opponent]) -> dict[int, Opponent]:
    # A name is for one seat; the next that the same player takes has another.
    unnamed = [attrs.evolve(each, name="") for each in opponents]
    return dict(zip(seats, chain(opponents, cycle(unnamed)), strict=False))


def _players(seated: Mapping[int, Opponent], seats: int, source: random.Random) -> dict[int, Player]:
    sources = [random.Random(source.getrandbits(_SEED_BITS)) for _ in range(seats)]
    return {
        seat: make_player(each.make, each.text.rpartition("=")[2], sources[seat])
        for seat, each in seated.items()
        if each.make is not None
    }


# ---------------------------------------------------------------- game
# `Game` lets people at one screen play a table of `rummy500.table` against programs: who is asked next, for what.

#: A hand with more actions than this is broken off: players that do anything may never end one.
MOST_ACTIONS: Final = 4_000
_LONGEST_NAME: Final = 16


@attrs.frozen
class Asked:
    """A decision that a person is asked for."""

    seat: int
    decision: int
    is_claim: bool
    view: View
    legal: LegalActions


class Game:
    """A table, the people who play at this screen, and the programs that the command line names.

    The programs of the table itself, `medium` say, are played by the table. To the table all others are persons.
    """

    def __init__(self, table: Table, players: Mapping[int, Player], source: random.Random) -> None:
        self._table = table
        #: The arguments of the command line that name code, which a saved game never does.
        self.code_named: Sequence[str] = ()
        self._players = players
        self._source = source
        self._saved = table

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._table

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people at this screen play."""
        return tuple(
            seat for seat, each in enumerate(self._table.seats) if each.player == PERSON and seat not in self._players
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats; long ones are cut, so that lines fit."""
        return tuple(clipped(seat.name, _LONGEST_NAME) for seat in self._table.seats)

    def reader(self, seat: int) -> Reader:
        """Who reads at a seat; -1 for a reader who may see every card."""
        return Reader(seat, self.names, self._table.rules.sides)

    @property
    def is_broken_off(self) -> bool:
        """Whether the hand that goes on has had too many actions."""
        return self._table.hand is not None and len(self._table.moments) > MOST_ACTIONS

    def deal(self) -> None:
        """Deal the next hand."""
        self._table = deal_hand(self._table, random.Random(self._source.getrandbits(_SEED_BITS)))

    def asked(self) -> Asked | None:
        """Let programs play until a person is asked."""
        while not self.is_broken_off:
            self._table = advance(self._table, self._source)
            now = waiting(self._table)
            if now.kind in ("deal", "over"):
                return None
            if now.kind == "programs":
                continue
            asked = self._question(now)
            if asked is None:
                self._table = time_is_up(self._table, now.decision, now.kind, self._source)
            elif asked.seat in self._players:
                self._let_play(asked)
            else:
                return asked
        return None

    def _question(self, now: Waiting) -> Asked | None:
        """The next seat to ask, `None` where a window is held in which nobody has a claim left."""
        rules, state, table = self._table.rules, cast("State", self._table.hand), self._table
        if now.kind != "window":
            seat, is_claim = now.seats[0], False
        else:
            answered = table.let_go if table.kept is None else (*table.let_go, now.on_turn)
            claiming = [each for each in ask_order(rules, state)[:-1] if each in now.seats]
            seat = next((each for each in claiming if each not in answered), -1)
            if seat < 0:
                return None
            is_claim = True
        view = observe(rules, state, seat)
        return Asked(seat, now.decision, is_claim, view, legal_actions(rules, view))

    def _let_play(self, asked: Asked) -> None:
        seat, player = asked.seat, self._players[asked.seat]
        who = f"the player of {self.names[seat]}, {type(player).__name__},"
        try:
            action = ask_player(self._table.rules, asked.view, player)
        except Rummy500Error:
            raise
        except Exception as error:
            if blame(error, self._table.rules):
                raise
            raise PlayerError(
                f"{who} raised an error in choose(rules, view, legal): {raised_text(error)}", seat=seat
            ) from error
        if action is None and not asked.is_claim:
            raise PlayerError(f"{who} does not act on its turn", seat=seat)
        try:
            self.answer(asked, action)
        except Rummy500Error as error:
            raise PlayerError(f"{who} returned an illegal action: {error}", seat=seat) from error

    def answer(self, asked: Asked, action: Action | None) -> None:
        """Act for a person."""
        if action is None:
            self._table = let_go(self._table, asked.seat, asked.decision)
        else:
            self._table = submit(self._table, asked.seat, asked.decision, action_text(action), self._source)

    def undo(self, seat: int) -> tuple[Moment, ...]:
        """Take back the last action of a person. The others at the screen see it, so they are not asked."""
        before = self._table.in_force
        table = ask_undo(self._table, seat, self._table.decision)
        for other, each in enumerate(table.seats):
            if table.undo_request is not None and other != seat and each.player == PERSON:
                table = answer_undo(table, other, table.decision, agrees=True)
        self._table = table
        return before[len(table.in_force) :]

    def saved(self) -> str:
        """The table as text that `--resume` reads; it has every hidden card.

        It names no code, so the seats of the command line's players have the player `default` there. That of a person
        would ask whoever resumes the game to play them, and show their hands.
        """
        table = self._table
        for seat in self._players:
            table = replace_seat(table, seat, table.seats[seat].name, DEFAULT)
        return table_to_json(table)

    def note_saved(self) -> None:
        """Note that the table as it is now is in a file."""
        self._saved = self._table

    @property
    def would_be_lost(self) -> bool:
        """Whether people would lose what they have played if they left now."""
        return bool(self.people) and not self._table.match.is_over and self._table is not self._saved

    def hands(self) -> tuple[Hand, ...]:
        """Every hand of the table for a transcript, an unfinished one too, without what was taken back."""
        first, *rest = self._table.log
        table, found = opened(self._table.rules, first), list[Hand]()
        for entry in rest:
            dealt = table.hand is None
            table = append(table, entry)
            hand = table.hand
            if dealt and hand is not None:
                found.append(Hand(hand, ()))
            elif found:
                found[-1] = Hand(found[-1].start, tuple(moment.action for moment in table.in_force))
        return tuple(found)
