"""Compare engine and oracle in thousands of positions and report: `python -m proofs.agreement`."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import rummy500 as r5
from proofs.agreement import small
from proofs.agreement.compare import Disagreement, compare_lists, compare_refusals
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import near_misses
from proofs.agreement.variants import VARIANTS, brought_presets
from proofs.agreement.verdicts import decided
from rummy500_testing.perft import number_from

Positions = Iterator[tuple[r5.Rules, r5.State]]


class Tally:
    """The results of comparisons."""

    def __init__(self) -> None:
        self.positions = 0
        self.listed = 0
        self.refusals = 0
        self.kinds: Counter[tuple[str, str]] = Counter()
        self.shown: dict[tuple[str, str], Disagreement] = {}
        self.undecided = 0

    def add(self, found: Iterable[Disagreement]) -> None:
        """Count disagreements, and store the first one of each kind."""
        for one in found:
            self.kinds[one.kind] += 1
            self.shown.setdefault(one.kind, one)
            self.undecided += not decided(one)

    def compare(self, positions: Positions, seed: int, near: int) -> None:
        """Compare the lists of all these positions, and some near misses of each."""
        chance = random.Random(seed)
        for rules, state in positions:
            listed, found = compare_lists(rules, state)
            self.positions += 1
            self.listed += listed
            self.add(found)
            if near:
                texts = near_misses(rules, state, chance, near)
                self.refusals += len(texts)
                self.add(compare_refusals(rules, state, texts))

    def report(self, name: str, seconds: float) -> None:
        """Print the number of comparisons and every kind of disagreement with one example."""
        sys.stdout.write(
            f"{name}: {self.positions} positions, {self.listed} legal actions, {self.refusals} nearly legal,"
            f" {sum(self.kinds.values())} disagreements ({self.undecided} of them left open), {seconds:.0f} s\n"
        )
        for kind, times in self.kinds.most_common():
            sys.stdout.write(f"  {times} times engine {kind[0]}, oracle {kind[1]}\n    {self.shown[kind]}\n")


def main() -> int:
    """Compare and report; return 1 if the two sides disagree where the catalogue decides."""
    presets = (*PRESETS, *brought_presets())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4000, help="random positions of each preset")
    parser.add_argument("--seed", type=number_from(0), default=1)
    parser.add_argument("--near", type=int, default=10, help="nearly legal actions of each position, about")
    parser.add_argument("--preset", action="append", choices=presets, help="all if left out")
    parser.add_argument(
        "--variant", action="append", choices=tuple(VARIANTS), help="on each preset, instead of it alone"
    )
    parser.add_argument("--small", action="store_true", help="the small decks too, each in full")
    wanted = parser.parse_args()
    wrong = 0
    for preset in wanted.preset or presets:
        sources: dict[str, Positions] = {"random": islice(random_positions(preset, wanted.seed), wanted.positions)}
        if wanted.small and preset in PRESETS:
            sources["distributions"] = small.every_distribution(preset, every=1)
            sources["trees"] = small.every_tree(preset, cards=2, stock=1)
        if wanted.variant:
            sources = {
                name: islice(random_positions(preset, wanted.seed, VARIANTS[name]), wanted.positions)
                for name in wanted.variant
            }
        for name, positions in sources.items():
            tally, begun = Tally(), time.monotonic()
            tally.compare(positions, wanted.seed, wanted.near if name not in ("distributions", "trees") else 0)
            tally.report(f"{preset}, {name}", time.monotonic() - begun)
            wrong += sum(tally.kinds.values()) - tally.undecided
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
