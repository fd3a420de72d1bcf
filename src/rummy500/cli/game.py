"""`Game` lets people at one screen play a table of `rummy500.table` against programs: who is asked next, for what."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from rummy500.actions import Action
from rummy500.cli.python_files import raised_text
from rummy500.engine.advice import ask_order
from rummy500.engine.listing import LegalActions, legal_actions
from rummy500.errors import Rummy500Error
from rummy500.inputs import clipped
from rummy500.notation.actions import action_text, bare_text
from rummy500.notation.transcript import Hand
from rummy500.players import Player, PlayerError
from rummy500.players.drive import ask_player
from rummy500.rules import plugin_note
from rummy500.state import State, View
from rummy500.table import (
    DEFAULT,
    PERSON,
    Table,
    Waiting,
    advance,
    answer_undo,
    append,
    ask_undo,
    end_window,
    let_go,
    next_hand,
    replace_seat,
    submit,
    table_to_json,
    waiting,
)
from rummy500.table.log import opened
from rummy500.view import observe

#: A hand with more actions than this is broken off: players that do anything may never end one.
MOST_ACTIONS: Final = 4_000
_SEED_BITS: Final = 63
_LONGEST_NAME: Final = 16


@attrs.frozen
class Asked:
    """A decision that a person is asked for.

    Attributes:
        seat: the seat of the person.
        decision: its number at the table.
        is_claim: whether the person may let it go, as in a window for calls; the seat on turn is asked again then.
        view: what the seat sees.
        legal: what the seat may do.
    """

    seat: int
    decision: int
    is_claim: bool
    view: View
    legal: LegalActions


class Game:
    """A table, the people who play at this screen, and the programs that the command line names.

    The programs of the table itself, `greedy` say, are played by the table. To the table all others are persons.

    Args:
        table: the table.
        players: the players that the table does not know, by seat.
        source: the random source of decks, of chance and of the table's programs.
        code_named: the arguments of the command line that name code, which a saved game never does.
    """

    def __init__(
        self,
        table: Table,
        players: Mapping[int, Player],
        source: random.Random,
        *,
        code_named: Sequence[str] = (),
    ) -> None:
        self._table = table
        #: The arguments of the command line that name code, which a saved game never does.
        self.code_named: Final = tuple(code_named)
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

    @property
    def is_broken_off(self) -> bool:
        """Whether the hand that goes on has had too many actions."""
        return self._table.hand is not None and len(self._table.moments) > MOST_ACTIONS

    def deal(self) -> None:
        """Deal the next hand.

        Raises:
            TableError: if a hand is going on or the match is over.
        """
        self._table = next_hand(self._table, random.Random(self._source.getrandbits(_SEED_BITS)))

    def asked(self) -> Asked | None:
        """Let programs play until a person is asked.

        Returns:
            The decision of the person; `None` if the hand is over or broken off.

        Raises:
            PlayerError: if a player breaks the contract of `Player` or raises an error.
            TableError: if the log of the table is full.
        """
        while not self.is_broken_off:
            self._table = advance(self._table, self._source)
            now = waiting(self._table)
            if now.kind in ("deal", "over"):
                return None
            if now.kind == "programs":
                continue
            asked = self._question(now)
            if asked is None:
                self._table = end_window(self._table, now.decision, self._source)
            elif asked.seat in self._players:
                self._let_play(asked)
            else:
                return asked
        return None

    def _question(self, now: Waiting) -> Asked | None:
        """The next seat to ask, `None` where a window is held in which nobody has a claim left."""
        rules, state, table = self._table.rules, self._state(), self._table
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

    def _state(self) -> State:
        hand = self._table.hand
        if hand is None:
            raise ValueError("no hand is going on")
        return hand

    def _let_play(self, asked: Asked) -> None:
        seat, player = asked.seat, self._players[asked.seat]
        who = f"the player of {self.names[seat]}, {type(player).__name__},"
        try:
            action = ask_player(self._table.rules, self._state(), player, seat)
        except Rummy500Error:
            raise
        except Exception as error:
            if plugin_note(error):
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
        """Act for a person.

        Args:
            asked: the decision.
            action: the action; `None` to let a claim go.

        Raises:
            IllegalActionError: for an action that is not legal.
            TableError: if the decision is past.
        """
        if action is None:
            self._table = let_go(self._table, asked.seat, asked.decision)
        else:
            self._table = submit(self._table, asked.seat, asked.decision, action_text(action), self._source)

    def undo(self, seat: int) -> tuple[str, ...]:
        """Take back the last action of a person. The others at the screen see it, so they are not asked.

        Args:
            seat: the seat of the person.

        Returns:
            The actions that were taken back as text, the earliest first.

        Raises:
            TableError: if nothing can be taken back, with the reason.
        """
        before = self._table.in_force
        table = ask_undo(self._table, seat, self._table.decision)
        for other, each in enumerate(table.seats):
            if table.undo_request is not None and other != seat and each.player == PERSON:
                table = answer_undo(table, other, table.decision, agrees=True)
        self._table = table
        return tuple(bare_text(moment.action, moment.before) for moment in before[len(table.in_force) :])

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
