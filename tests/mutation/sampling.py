"""A sample of mutants: by place, so that an operator with eleven replacements weighs no more than one with a single."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tests.mutation.mutants import Mutant


def in_order(mutants: Iterable[Mutant], seed: int) -> Iterator[Mutant]:
    """All mutants in an order of chance: one of each place, then a second of each place that has another, and so on.

    Args:
        mutants: the mutants.
        seed: the same seed, 0 or more, gives the same order.
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
