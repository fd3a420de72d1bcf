"""Cards as text: faces such as `9h` and `*`, and cards in a role such as `*=9h` (notation.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "shdc"
JOKER = "*"

FACE = re.compile(rf"[{RANKS}][{SUITS}]|\*")
ROLE = re.compile(rf"[{RANKS}][{SUITS}]?")


class RefusedError(ValueError):
    """Something is forbidden; the message is the id of the rule."""


def refuse_if(condition: bool, rule: str) -> None:
    """Refuse in the name of the rule if the condition holds."""
    if condition:
        raise RefusedError(rule)


@dataclass(frozen=True)
class Card:
    """A card as it is played: its face and, if it is played as a wild card, its role."""

    face: str
    role: str = ""

    @property
    def natural(self) -> bool:
        """Return whether the card stands for itself (a joker without a role stands for nothing)."""
        return not self.role and self.face != JOKER

    @property
    def rank(self) -> str:
        """Return the rank that it stands for."""
        return (self.role or self.face)[0]

    @property
    def suit(self) -> str:
        """Return the suit that it stands for; empty for a wild card in a group."""
        return (self.role or self.face)[1:]

    def __str__(self) -> str:
        return f"{self.face}={self.role}" if self.role else self.face


def read_face(text: str) -> str:
    """Read a face: `9h`, `*`; `10d` is read as `Td`."""
    face = text.replace("10", "T")
    if not FACE.fullmatch(face):
        raise ValueError(f"not a card: {text!r}")
    return face


def read_card(text: str) -> Card:
    """Read a card that may have a role: `9h`, `*`, `*=9h`, `*=9`."""
    face, equals, role = text.replace("10", "T").partition("=")
    if equals and not ROLE.fullmatch(role):
        raise ValueError(f"not a role: {text!r}")
    return Card(read_face(face), role)


def read_faces(text: str | Sequence[str]) -> tuple[str, ...]:
    """Read faces in their order, from one text or from a list of texts."""
    joined = text if isinstance(text, str) else " ".join(text)
    return tuple(read_face(word) for word in joined.split())


def faces(cards: Iterable[Card]) -> list[str]:
    """Return the faces of cards."""
    return [card.face for card in cards]


def holds(owned: Iterable[str], wanted: Iterable[str]) -> bool:
    """Return whether the owned cards contain all wanted ones, copies counted."""
    return Counter(wanted) <= Counter(owned)


def without(owned: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Remove cards from the owned ones; return the rest in a fixed order."""
    return tuple(sorted((Counter(owned) - Counter(gone)).elements()))
