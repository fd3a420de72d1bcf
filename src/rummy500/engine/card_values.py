"""The points of a card (`score.values`, `score.ace-one`).

`rules/points.py` gives each card of a meld its place: `low` is the ace below the two.
"""

from __future__ import annotations

from rummy500.cards import ACE, JOKER, NATURALS
from rummy500.rules import CardPoints, Place

FACE = 10
ACE_POINTS = 15
JOKER_POINTS = 15


def points_by_use(card: int, role: int, place: Place) -> int:
    """`score.values`: 2-10 face value, J Q K 10, joker 15, ace 15 but 1 at the low end of a run."""
    if card == JOKER:
        return JOKER_POINTS
    if card >= NATURALS:
        return 0
    rank = card % 13
    if rank == ACE:
        return 1 if place == "low" else ACE_POINTS
    return min(rank + 1, FACE)


def points_ace_one(card: int, role: int, place: Place) -> int:
    """`score.ace-one`: as `score.values`, but an ace is always 1."""
    return 1 if card < NATURALS and card % 13 == ACE else points_by_use(card, role, place)


CARD_POINTS: dict[str, CardPoints] = {"by-use": points_by_use, "one": points_ace_one}
