"""Time lists of legal actions of `pagat` by the jokers in reach, and moves, for `docs/performance.md`.

uv run python -m benchmarks.wild_cards

In random hands, and where a draw is due and cards lie as given. Each list is made once, as in play. CPU time in
microseconds: the median, what 19 of 20 need at most, and the longest.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from typing import Final

import attrs
from benchmarks.games import hand_positions

import rummy500 as r5
from rummy500.cards.cards import JOKER, cards_text, count

_HANDS: Final = 500
_POSITIONS: Final = 100


@attrs.frozen
class Table:
    """Cards of one seat and of the pile, and how many of them are jokers."""

    hand: int
    pile: int
    held: int = 0
    piled: int = 0

    def __str__(self) -> str:
        """Format the row's name."""
        return f"{self.hand} in hand, {self.held} jokers; {self.pile} in the pile, {self.piled} jokers"

    def position(self, rng: random.Random) -> r5.Position:
        """Deal a position."""
        cards = rng.sample(range(52), 52)
        hand, cards = [*cards[: self.hand - self.held], *[JOKER] * self.held], cards[self.hand - self.held :]
        pile, cards = [*cards[: self.pile - self.piled], *[JOKER] * self.piled], cards[self.pile - self.piled :]
        rng.shuffle(pile)
        rest = [*cards[1:], *[JOKER] * (2 - self.held - self.piled)]
        hands = f'["{cards_text(hand)}", "{cards_text(cards[:1])}"]'
        return r5.parse_position(
            f'to_act = 0\nhands = {hands}\nstock = "{cards_text(rest)}"\npile = "{cards_text(pile)}"\n'
        )


TABLES: Final = (Table(7, 10), Table(7, 10, held=2), Table(7, 10, piled=2), Table(13, 20), Table(13, 20, held=2),
                 Table(13, 20, piled=2))  # fmt: skip


def _listed(rules: r5.Rules, state: r5.State) -> float:
    began = time.process_time_ns()
    actions = list(r5.legal_actions(rules, state))
    took = time.process_time_ns() - began
    del actions
    return took / 1e3


def _applied(rules: r5.Rules, state: r5.State, action: r5.Action) -> float:
    began = time.process_time_ns()
    r5.apply(rules, state, action)
    return (time.process_time_ns() - began) / 1e3


def _print(name: str, times: Sequence[float]) -> None:
    high = statistics.quantiles(times, n=20)[-1]
    print(f"{name:<50} {len(times):>6} {statistics.median(times):>9.1f} {high:>9.1f} {max(times):>9.1f}")


def main() -> None:
    """Print the figures."""
    rules, rng = r5.compose("pagat", seats=2), random.Random(1)
    lists: dict[str, list[float]] = {}
    moves: list[float] = []
    for state, action in [step for _ in range(_HANDS) for step in hand_positions(rules, rng)]:
        public = state.public
        reach = count(state.hands[public.to_act], JOKER) + public.pile.count(JOKER) * (public.phase == "draw")
        lists.setdefault(f"lists of random hands, {reach} jokers in reach", []).append(_listed(rules, state))
        moves.append(_applied(rules, state, action))
    for name, times in sorted(lists.items()):
        _print(name, times)
    _print("moves of random hands", moves)
    for table in TABLES:
        dealt = [table.position(rng) for _ in range(_POSITIONS)]
        _print(str(table), [_listed(each.rules, each.state) for each in dealt])


if __name__ == "__main__":
    main()
