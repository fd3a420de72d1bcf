"""Sample mutants by place, so that an operator with eleven replacements weighs no more than one with one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.mutation.mutants import Mutant


def in_order(mutants: Iterable[Mutant], seed: int) -> Iterator[Mutant]:
    """Shuffle all mutants: one of each place first, then a second of each place with more, and so on.

    Args:
        mutants: the mutants.
        seed: the seed of the order, 0 or more.
    """
    rng = random.Random(seed)
    by_place: defaultdict[tuple[str, int, int, str], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_place[mutant.place].append(mutant)
    places = [by_place[place] for place in sorted(by_place)]
    for each in places:
        rng.shuffle(each)
    rng.shuffle(places)
    while places:
        yield from (each.pop() for each in places)
        places = [each for each in places if each]
