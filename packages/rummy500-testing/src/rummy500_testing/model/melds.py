"""Find the melds and lay-offs of some cards by trial; those with two wild cards or more are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards.cards import JOKER
from rummy500.cards.pieces import Meld
from rummy500_testing.model.cards import ABOVE_KING, RANKS, SUITS, Faces, as_card, as_itself, as_rank, role
from rummy500_testing.model.shapes import Shapes, wrong_group, wrong_lay_off, wrong_run

#: A use, its pieces in the order of their numbers, and the meld that they are laid on.
Play: TypeAlias = tuple[str, tuple[int, ...], int]


def play(use: str, pieces: Iterable[int], on: int = NONE) -> Play:
    """Write a play in one form, whatever the order of its pieces."""
    return use, tuple(sorted(pieces)), on


def new_melds(shapes: Shapes, cards: Faces) -> set[Play]:
    """List the new melds of some cards, with one wild card at most."""
    return {play(USE_GROUP, pieces) for pieces in _groups(shapes, cards)} | {
        play(USE_RUN, pieces) for pieces in _runs(shapes, cards)
    }


def lay_offs(shapes: Shapes, cards: Faces, table: Sequence[Meld]) -> set[Play]:
    """List the lay-offs of one card each."""
    found: set[Play] = set()
    for on, meld in enumerate(table):
        roles: list[int] = []
        if meld.low >= 0:
            ends = ((meld.low - 1) % RANKS, (meld.low + len(meld.pieces)) % RANKS)
            roles = [meld.line * RANKS + rank for rank in ends]
        for card in cards:
            pieces = [as_itself(card)]
            if card in shapes.wilds:
                pieces += [as_card(card, other) for other in roles] if meld.low >= 0 else [as_rank(card, meld.line)]
            found |= {play(USE_LAY, (piece,), on) for piece in pieces if wrong_lay_off(shapes, meld, (piece,)) is None}
    return found


def _groups(shapes: Shapes, cards: Faces) -> Iterator[tuple[int, ...]]:
    if shapes.joker_groups:
        for many in range(3, cards[JOKER] + 1):
            if wrong_group(shapes, (as_itself(JOKER),) * many) is None:
                yield (as_itself(JOKER),) * many
    for rank in range(RANKS):
        mine = [as_itself(suit * RANKS + rank) for suit in SUITS for _ in range(cards[suit * RANKS + rank])]
        wild = [as_rank(card, rank) for card in shapes.wilds if cards[card]]
        for many in range(2, len(mine) + 1):
            for some in set(combinations(mine, many)):
                for pieces in (some, *((*some, other) for other in wild)):
                    if wrong_group(shapes, pieces) is None:
                        yield pieces


def _runs(shapes: Shapes, cards: Faces) -> Iterator[tuple[int, ...]]:
    for suit in SUITS:
        if sum(cards[suit * RANKS + rank] > 0 for rank in range(RANKS)) < 2:
            continue
        for low in range(ABOVE_KING + 1):
            yield from _runs_from(shapes, cards, suit, low)


def _runs_from(shapes: Shapes, cards: Faces, suit: int, low: int) -> Iterator[tuple[int, ...]]:
    """List the runs of a suit whose first card lies at a place."""
    for high in range(low + 2, min(low + RANKS, ABOVE_KING + 1)):
        roles = [suit * RANKS + place % RANKS for place in range(low, high + 1)]
        missing = [card for card in roles if not cards[card]]
        if len(missing) > 1:
            return
        natural = tuple(as_itself(card) for card in roles)
        if not missing and wrong_run(shapes, natural) is None:
            yield natural
        for card in missing or roles:
            for wild in shapes.wilds:
                with_wild = tuple(as_card(wild, other) if other == card else as_itself(other) for other in roles)
                # a wild natural card may be needed for its own place already
                needed = 1 + sum(role(piece) == wild for piece in with_wild)
                if wild != card and cards[wild] >= needed and wrong_run(shapes, with_wild) is None:
                    yield with_wild
