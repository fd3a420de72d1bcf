"""The oracle's positions, and its turns, from which it searches for an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.oracle.cards import Card, read_card, read_faces
from proofs.oracle.shapes import BRACKETS, Kind, Shape, TableMeld, Use, read_use

#: Places the cards of a meld that lies on the table already.
Placer = Callable[[Kind, tuple[Card, ...]], Shape]


@dataclass(frozen=True)
class Position:
    """The `[position]` of a scenario (notation.md), read."""

    to_act: int
    phase: str
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    table: tuple[TableMeld, ...]
    last: int | None
    drawn: tuple[str, ...]
    taken: tuple[str, ...]
    plays: tuple[Use, ...]
    claimed: bool
    stock_only: bool
    stale: bool

    @property
    def seats(self) -> int:
        """Return the number of seats."""
        return len(self.hands)


@dataclass(frozen=True)
class Turn:
    """One seat in the middle of its turn.

    `gained` is what the turn drew, took or claimed; `lone_top` says that this was the top discard alone;
    `played` is every face that the turn put on the table, `lying` the cards of each use with the number of the meld in
    which they lie; `opened` says that a card of the seat lay on the table before this turn.
    """

    seat: int
    hand: tuple[str, ...]
    table: tuple[TableMeld, ...]
    gained: tuple[str, ...] = ()
    lone_top: bool = False
    played: tuple[str, ...] = ()
    lying: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    opened: bool = False


def read_position(source: Mapping[str, Any], place: Placer) -> Position:
    """Read the dict that tomllib gives."""
    turn: Mapping[str, Any] = source.get("turn", {})
    return Position(
        to_act=source["to_act"],
        phase=source["phase"],
        hands=tuple(read_faces(hand) for hand in source["hands"]),
        stock=read_faces(source.get("stock", "")),
        pile=read_faces(source.get("pile", "")),
        table=tuple(read_table_meld(text, place) for text in source.get("melds", [])),
        last=source.get("last"),
        drawn=read_faces(source.get("drawn", "")),
        taken=read_faces(source.get("taken", "")),
        plays=read_plays(turn.get("plays", [])),
        claimed=turn.get("claimed", False),
        stock_only=turn.get("stock_only", False),
        stale=turn.get("stale", False),
    )


def read_plays(texts: Sequence[str]) -> tuple[Use, ...]:
    """Read the plays of this turn."""
    return tuple(read_use(text) for text in texts)


def read_table_meld(text: str, place: Placer) -> TableMeld:
    """Read a meld such as `0 [7h 8h 9h 2:Th]`: its owner, then the cards; `2:` marks another seat's card."""
    owner, _, body = text.strip().partition(" ")
    cards: list[Card] = []
    whose: list[int] = []
    for word in body[1:-1].split():
        seat, colon, card = word.rpartition(":")
        whose.append(int(seat) if colon else int(owner))
        cards.append(read_card(card))
    for kind, (left, right) in BRACKETS.items():
        if body.startswith(left) and body.endswith(right):
            return TableMeld(int(owner), place(kind, tuple(cards)), tuple(whose))
    raise ValueError(f"not a meld on the table: {text!r}")
