"""Enumerate every conceivable use of some cards, legal or not, except those that can be no meld at all.

Left out are sets of cards of several suits and ranks (meld.run, meld.group) and sets of one suit with a gap
(meld.run). Stretches go round the corner, groups have any suits and any number of wild cards: the catalogue
judges those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from proofs.oracle.cards import RANKS, SUITS, Card
from proofs.oracle.shapes import LayOff, NewMeld, Run, TableMeld, Use, rank_at

#: Returns whether a face may be played in a role.
Wild = Callable[[str], bool]


def every_use(cards: Iterable[str], table: Sequence[TableMeld], wild: Wild) -> Iterator[Use]:
    """List every new meld and lay-off that might be made of these cards."""
    have = sorted(cards)
    counts = Counter(have)
    wilds = [face for face in counts if wild(face)]
    for suit in SUITS:
        runs = [meld.shape for meld in table]
        numbers = [n for n, shape in enumerate(runs, 1) if isinstance(shape, Run) and shape.suit == suit]
        for place in range(1, 14):
            for stretch in every_stretch(counts, suit, place, 13, wilds):
                yield NewMeld("run", stretch)
                for number in numbers:
                    yield LayOff(stretch, number)
    for rank in RANKS:
        groups = [meld.shape for meld in table]
        numbers = [n for n, shape in enumerate(groups, 1) if not isinstance(shape, Run) and shape.rank == rank]
        for chosen in every_of_rank(have, rank, wild):
            yield NewMeld("group", chosen)
            for number in numbers:
                yield LayOff(chosen, number)


def every_stretch(
    have: Counter[str], suit: str, place: int, longest: int, wilds: Sequence[str]
) -> Iterator[tuple[Card, ...]]:
    """List every stretch of the suit that begins at this place, each place filled by its card or by a wild one."""
    role = rank_at(place) + suit
    fillers = [Card(role)] if have[role] else []
    fillers += [Card(face, role) for face in wilds if have[face]]
    for filler in fillers:
        yield (filler,)
        if longest > 1:
            have[filler.face] -= 1  # until all that follow this card have been given
            for more in every_stretch(have, suit, place + 1, longest - 1, wilds):
                yield (filler, *more)
            have[filler.face] += 1


def every_of_rank(have: Sequence[str], rank: str, wild: Wild) -> Iterator[tuple[Card, ...]]:
    """List every set of cards of the rank, with any number of wild cards."""
    fitting = [Card(face) for face in have if face[0] == rank]
    fitting += [Card(face, rank) for face in have if wild(face)]
    for size in range(1, len(fitting) + 1):
        yield from dict.fromkeys(combinations(fitting, size))
