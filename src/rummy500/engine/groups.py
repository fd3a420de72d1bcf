"""Cutting the cards of a rank up into groups: with how many wild cards they all lie, and in which groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from rummy500.melds.pieces import Pieces, is_natural
from rummy500.melds.shapes import SMALLEST, MeldShapes

_RANKS: Final = 13

#: What lies in each group: the cards by suit and the wild cards. The groups of the table come first.
Groups = tuple[tuple[tuple[int, ...], int], ...]


def fills(shapes: MeldShapes, counts: tuple[int, ...], lying: tuple[Pieces, ...]) -> int:
    """With how many wild cards cards of one rank can all lie in groups, as bits.

    Args:
        shapes: what makes a group.
        counts: the cards by suit.
        lying: the groups of the rank that may be laid off on.
    """
    if not lying and not any(counts):
        return 1
    found = 0
    for chosen, fewest, most in _next_group(shapes, counts, lying):
        others = fills(shapes, tuple(held - taken for held, taken in zip(counts, chosen, strict=True)), lying[1:])
        for wilds in range(fewest, most + 1):
            found |= others << wilds
    return found


def groups_of(shapes: MeldShapes, counts: tuple[int, ...], lying: tuple[Pieces, ...], wilds: int) -> Groups | None:
    """Groups in which the cards and just so many wild cards lie, `None` if there are none; as for `fills`."""
    if not lying and not any(counts):
        return None if wilds else ()
    for chosen, fewest, most in _next_group(shapes, counts, lying):
        rest = tuple(held - taken for held, taken in zip(counts, chosen, strict=True))
        for spent in range(fewest, min(most, wilds) + 1):
            others = groups_of(shapes, rest, lying[1:], wilds - spent)
            if others is not None:
                return ((chosen, spent), *others)
    return None


def _next_group(
    shapes: MeldShapes, counts: tuple[int, ...], lying: tuple[Pieces, ...]
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """What the next group may take of some cards, and with how few and how many wild cards."""
    cap = shapes.group_cap
    if lying:
        room, fewest = cap - len(lying[0]), 0
        there = {(piece & 63) // _RANKS for piece in lying[0] if is_natural(piece)}
        most = [min(held, suit not in there) if shapes.different_suits else held for suit, held in enumerate(counts)]
    else:
        room, fewest = cap, SMALLEST
        most = [min(held, 1) if shapes.different_suits else held for held in counts]
    first = next((suit for suit, held in enumerate(counts) if held), 0)
    for chosen in product(*(range(held + 1) for held in most)):
        cards = sum(chosen)
        if cards > room or (fewest and not chosen[first]):
            continue
        least = max(0, fewest - cards)
        if shapes.wilds:
            yield chosen, least, room - cards
        elif not least:
            yield chosen, 0, 0
