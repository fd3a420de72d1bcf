"""Runs, groups, melds on the table, and the two uses of cards: a new meld or a lay-off."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from proofs.oracle.cards import RANKS, SUITS, Card, read_card

Kind = Literal["run", "group"]
BRACKETS: dict[Kind, tuple[str, str]] = {"run": ("[", "]"), "group": ("{", "}")}


@dataclass(frozen=True)
class Run:
    """Cards in ascending order; `low` is the place of the first: 1 an ace low, 2 ... 13, 14 an ace high."""

    cards: tuple[Card, ...]
    low: int

    @property
    def suit(self) -> str:
        """Return the suit of all its cards."""
        return self.cards[0].suit

    @property
    def high(self) -> int:
        """Return the place of the last card."""
        return self.low + len(self.cards) - 1


@dataclass(frozen=True)
class Group:
    """Cards of one rank in their written order."""

    cards: tuple[Card, ...]

    @property
    def rank(self) -> str:
        """Return the rank of all its cards."""
        return self.cards[0].rank


Shape = Run | Group


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table: its owner, its shape, and the seats that played the cards (in no order)."""

    owner: int
    shape: Shape
    whose: tuple[int, ...]


@dataclass(frozen=True)
class NewMeld:
    """Cards laid down as a new run or group."""

    kind: Kind
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class LayOff:
    """Cards laid off on the meld of that number, counted from 1."""

    cards: tuple[Card, ...]
    number: int


Use = NewMeld | LayOff


def rank_at(place: int) -> str:
    """Return the rank at a place of a run; the places go round, so that 14 is the ace and 15 the deuce."""
    return RANKS[(place - 1) % 13]


def group_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Order a group: naturals by suit, s h d c, then wild cards."""
    return tuple(sorted(cards, key=lambda card: (not card.natural, SUITS.find(card.suit), card.face)))


def read_use(text: str) -> Use:
    """Read a use: `[4h 5h *=6h]`, `{9s 9d 9c}` or `Th Jh on m1`."""
    words = text.strip()
    laid = re.fullmatch(r"(.+) on m(\d+)", words)
    if laid:
        return LayOff(read_cards(laid[1]), int(laid[2]))
    for kind, (left, right) in BRACKETS.items():
        if words.startswith(left) and words.endswith(right):
            return NewMeld(kind, read_cards(words[1:-1]))
    raise ValueError(f"neither a meld nor a lay-off: {text!r}")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read one card or more, in any order."""
    cards = tuple(read_card(word) for word in text.split())
    if not cards:
        raise ValueError("no cards")
    return cards


def write_use(use: Use, words: Iterable[str]) -> str:
    """Write a use with the given texts of its cards."""
    joined = " ".join(words)
    if isinstance(use, LayOff):
        return f"{joined} on m{use.number}"
    left, right = BRACKETS[use.kind]
    return f"{left}{joined}{right}"
