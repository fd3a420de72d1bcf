"""Find runs, groups and lay-offs of natural cards by their definitions, slowly; generate bags and melds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from rummy500.cards.cards import NATURALS
from rummy500.cards.pieces import Meld, Pieces, natural_piece
from rummy500.cards.shapes import MeldShapes

#: The places of a suit: the ace before the two, the two to the king, the ace after the king.
PLACES = range(14)
ONE_PACK = list(range(NATURALS))
TWO_PACKS = sorted(ONE_PACK * 2)

SHAPES = {
    "usual": MeldShapes(),
    "runs of four": MeldShapes(run_min=4),
    "runs of seven": MeldShapes(run_min=7),
    "aces high": MeldShapes(ace_low=False),
    "aces low": MeldShapes(ace_high=False),
    "round the corner": MeldShapes(ace_low=False, round_corner=True),
    "runs of four round the corner": MeldShapes(run_min=4, ace_low=False, round_corner=True),
    "two packs": MeldShapes(packs=2),
    "two packs, groups of five": MeldShapes(packs=2, group_max=5),
    "two packs, groups of three": MeldShapes(packs=2, group_max=3),
    "different suits": MeldShapes(packs=2, different_suits=True),
    "different suits, groups of three": MeldShapes(packs=2, different_suits=True, group_max=3),
    "no jokers": MeldShapes(packs=2, wilds=()),
    "jokers for themselves": MeldShapes(packs=2, wilds=(), joker_groups=True),
}


def bags(number: int, *, seed: int, most: int = 30) -> Iterator[list[int]]:
    """Generate cards of two packs, in order."""
    rng = random.Random(seed)
    for _ in range(number):
        yield sorted(rng.sample(TWO_PACKS, rng.randint(1, most)))


def windows(shapes: MeldShapes, least: int = 3) -> list[range]:
    """List the places of every run; in a run of all thirteen the ace is low if it may be."""
    if shapes.round_corner:  # from each of thirteen cards on, but all thirteen from the two on only
        sizes = range(max(least, shapes.run_min), 14)
        return [range(low, low + size) for low in range(1, 14) for size in sizes if size < 13 or low == 1]
    lows = [place for place in PLACES if place > 0 or shapes.ace_low]
    highs = [place for place in PLACES if place < 13 or shapes.ace_high]
    found = [range(low, high + 1) for low in lows for high in highs if high - low + 1 >= max(least, shapes.run_min)]
    return [window for window in found if len(window) <= 13 and not (window == range(1, 14) and shapes.ace_low)]


def run_cards(suit: int, window: range) -> list[int]:
    """Order the cards of a run as it is written: all thirteen from the ace on."""
    cards = [suit * 13 + place % 13 for place in window]
    return sorted(cards) if len(cards) == 13 else cards


def runs(cards: list[int], shapes: MeldShapes, suit: int) -> list[Pieces]:
    """List the runs of a suit that cards can make, from the low end up."""
    return [
        naturals(run_cards(suit, window)) for window in windows(shapes) if set(run_cards(suit, window)) <= set(cards)
    ]


def groups(cards: list[int], shapes: MeldShapes, rank: int, least: int = 3) -> set[Pieces]:
    """List the groups of natural cards of a rank that cards can make; `least` allows lay-offs, too."""
    of_rank = [card for card in cards if card < NATURALS and card % 13 == rank]
    found: set[Pieces] = set()
    for size in range(least, len(of_rank) + 1):
        for chosen in combinations(of_rank, size):
            if size <= most_of_a_rank(shapes) and not (shapes.different_suits and len(set(chosen)) < size):
                found.add(naturals(sorted(chosen)))
    return found


def most_of_a_rank(shapes: MeldShapes) -> int:
    """Return the most cards of a group."""
    there = 4 if shapes.different_suits else 4 * shapes.packs
    return min(there, shapes.group_max or there)


def naturals(cards: list[int]) -> Pieces:
    """Return the pieces of cards that stand for themselves."""
    return tuple(natural_piece(card) for card in cards)


def melds(shapes: MeldShapes, *, seed: int, number: int) -> list[Meld]:
    """Generate melds of natural cards of every size, begun by seat 0 or 1."""
    rng = random.Random(seed)
    found: list[Meld] = []
    for _ in range(number):
        if rng.random() < 0.6:
            made = shapes.new_run(naturals(run_cards(rng.randrange(4), rng.choice(windows(shapes)))), rng.randrange(2))
        else:
            every = groups(TWO_PACKS if shapes.packs == 2 else ONE_PACK, shapes, rng.randrange(13))
            made = shapes.new_group(rng.choice(sorted(every)), rng.randrange(2))
        assert isinstance(made, Meld), made
        found.append(made)
    return found
