"""Random tables: people who send legal actions, garbage and late answers, let go, ask for undos and lose patience."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs

import rummy500 as r5
from rummy500 import RandomBits
from rummy500.notation.actions import action_text
from rummy500.table import (
    Table,
    TableError,
    advance,
    answer_undo,
    ask_undo,
    deal_hand,
    let_go,
    open_table,
    replace_seat,
    submit,
    time_is_up,
    waiting,
)

_GARBAGE: Final = ("", "draw draw", "deck: reshuffle 4h", "0: draw", "discard", "take 4d with", 7, None, "x" * 600)
REFUSED: Final = (TableError, r5.NotationError, r5.IllegalActionError)


@attrs.define
class Driver:
    """Drives a table at random.

    Attributes:
        table: the table.
        rng: chooses what people do, and is the source of chance.
        refused: how often the table refused something.
    """

    table: Table
    rng: random.Random
    refused: int = 0

    def run(self, steps: int, hands: int = 2) -> Iterator[Table]:
        """Yield the table after each of some steps, until so many hands are played."""
        for _ in range(steps):
            now = waiting(self.table)
            if now.kind == "over" or (now.kind == "deal" and len(self.table.match.hands) >= hands):
                return
            if now.kind == "deal":
                self.table = deal_hand(self.table, self.rng)
            elif now.kind == "programs" or self.rng.random() < 0.3:
                self.table = advance(self.table, self.rng, most=3)
            else:
                self._person()
            yield self.table

    def _person(self) -> None:
        now, rng = waiting(self.table), self.rng
        seat = rng.choice(now.seats)
        late = rng.random() < 0.1
        decision = now.decision - rng.randrange(1, 4) if late else now.decision
        try:
            self.table = self._attempt(rng.choice(_DEEDS), seat, decision)
        except REFUSED:
            self.refused += 1

    def _attempt(self, deed: str, seat: int, decision: int) -> Table:
        table, rng = self.table, self.rng
        if table.undo_request is not None and rng.random() < 0.7:
            deed = "answer undo"
        if deed == "let go":
            return let_go(table, seat, decision)
        if deed == "end window":
            return time_is_up(table, decision, "window", rng)
        if deed == "time out":
            return time_is_up(table, decision, waiting(table).kind, rng)
        if deed == "ask undo":
            last = next((moment.action.seat for moment in reversed(table.in_force) if moment.action.seat >= 0), seat)
            return ask_undo(table, last if rng.random() < 0.8 else seat, decision)
        if deed == "answer undo":
            return answer_undo(table, rng.randrange(table.rules.seats), decision, agrees=rng.random() < 0.8)
        if deed == "replace":
            return replace_seat(table, seat, "Somebody else")
        if deed == "garbage":
            return submit(table, seat, decision, rng.choice(_GARBAGE), rng)
        assert table.hand is not None
        legal = tuple(islice(r5.legal_actions(table.rules, table.hand, seat=seat), 60))
        # Discards that pile up, beside melds to lay off on, can be called.
        useful = tuple(action for action in legal if action.verb in ("draw", "meld"))
        chosen = useful if useful and rng.random() < 0.8 else legal
        text = action_text(rng.choice(chosen), table.hand, with_seat=False) if chosen else "draw"
        return submit(table, seat, decision, text, rng)


_DEEDS: Final = (
    *(["act"] * 12),
    *(["let go"] * 2),
    *(["end window"] * 3),
    *(["ask undo"] * 2),
    *(["answer undo"] * 3),
    "time out",
    "garbage",
    "replace",
)


def driver(rules: r5.Rules, seed: int, *, programs: dict[int, str] | None = None) -> Driver:
    """Open a table of rules, and a driver of it."""
    names = [f"Player {seat}" for seat in range(rules.seats)]
    return Driver(open_table(rules, names, programs=programs), random.Random(seed))


def out_of_time(table: Table, source: RandomBits) -> Table:
    """Do what follows when the time for the open decision is up."""
    now = waiting(table)
    return time_is_up(table, now.decision, now.kind, source)
