"""Measures what `Wilds.now` costs for a rank that is wild for a whole hand, against the same rank declared.

    uv run python -m benchmarks.wild_now

prints the ratio of the two for each preset, the best of several runs. Target: at most 1.05.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Final

import rummy500 as r5
from rummy500.hooks import PluginInfo, Rules, View, Wilds, hookimpl

PRESETS: Final = ("classic", "pagat")
_THREES: Final = tuple(r5.parse_cards("3s 3h 3d 3c"))
_HANDS: Final = 60
_RUNS: Final = 7


class Threes:
    """A plugin whose threes and jokers are wild.

    Args:
        by_now: whether `Wilds.now` says so.
    """

    def __init__(self, *, by_now: bool) -> None:
        self.by_now = by_now

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        """Describe the plugin."""
        return PluginInfo("threes", "threes are wild")

    @hookimpl
    def wilds(self) -> Wilds:
        """Make threes and jokers wild."""
        faces = (*_THREES, *r5.parse_cards("*"))

        def now(_rules: Rules, _view: View) -> tuple[int, ...]:
            return faces

        return Wilds(faces, now=now if self.by_now else None)


def ratio(preset: str, hands: int = _HANDS, runs: int = _RUNS) -> float:
    """Measure how many times as long hands take if `Wilds.now` names the cards that are wild.

    Args:
        preset: the preset.
        hands: how many hands a run plays.
        runs: how many runs; the fastest counts.
    """
    rules = [r5.compose(preset, [Threes(by_now=by_now)], seats=3) for by_now in (False, True)]
    fastest = [
        min(times) for times in zip(*([_seconds(each, hands) for each in rules] for _ in range(runs)), strict=True)
    ]
    return fastest[1] / fastest[0]


def _seconds(rules: Rules, hands: int) -> float:
    begin = time.process_time()
    for seed in range(hands):
        source = random.Random(seed)
        state = r5.deal(rules, seed=seed)
        while not r5.is_over(state):
            legal = r5.legal_actions(rules, state)
            due = r5.chance(rules, state)
            state = r5.apply(rules, state, legal[source.randrange(len(legal))] if due is None else due.sample(source))
    return time.process_time() - begin


def main() -> int:
    """Print the ratio for each preset."""
    for preset in PRESETS:
        sys.stdout.write(f"{preset}: {ratio(preset):.2f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
