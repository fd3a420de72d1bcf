"""A lesson: train a linear player by Monte Carlo control, and show the interval of its lead over `random`.

python -m rummy500_learn.lesson
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import islice

import rummy500 as r5
from rummy500.fast import points
from rummy500.players import play_hand
from rummy500.simulate import Entrant, Interval, duel
from rummy500_learn.encoding import FEATURES, features

_CURIOSITY = 0.1  # how often a player that learns tries any action
_STEP = 0.003  # how far an action moves the weights
_SCALE = 100.0  # points that count as 1


class LinearPlayer:
    """Chooses the action whose features have the greatest weight, and now and then any action, if it is curious."""

    def __init__(self, random_source: random.Random, weights: Sequence[float], curiosity: float = 0.0) -> None:
        self.random, self.weights, self.curiosity = random_source, weights, curiosity
        self.chosen: list[tuple[int, list[float]]] = []

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose an action, and add the seat and its features to `chosen`."""
        actions: list[r5.Action | None] = [*islice(legal.plain(), 100)]
        if view.seat not in (view.public.to_act, *view.public.turn.pending):
            actions.append(None)
        rows = features(rules, view, actions)
        best = max(range(len(rows)), key=lambda place: _value(self.weights, rows[place]))
        if self.random.random() < self.curiosity:
            best = self.random.randrange(len(rows))
        self.chosen.append((view.seat, rows[best]))
        return actions[best]


def _value(weights: Sequence[float], row: Sequence[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, row, strict=True))


def train(rules: r5.Rules, *, hands: int, seed: int) -> list[float]:
    """Let a linear player play against itself, and move its weights towards the points that its actions led to."""
    source, weights = random.Random(seed), [0.0] * len(FEATURES)
    for _ in range(hands):
        player = LinearPlayer(source, weights, _CURIOSITY)
        dealt = r5.deal(rules, seed=source.getrandbits(63))
        counted = points(rules, play_hand(rules, dealt, [player] * rules.seats, source).end)
        for seat, row in player.chosen:
            error = (counted[seat] - sum(counted) / len(counted)) / _SCALE - _value(weights, row)
            weights = [weight + _STEP * error * number for weight, number in zip(weights, row, strict=True)]
    return weights


def lead(rules: r5.Rules, weights: Sequence[float], *, deals: int, seed: int) -> Interval:
    """Compare a linear player with `random` over the same decks."""
    learned = Entrant("learned", partial(LinearPlayer, weights=weights))
    return duel(rules, [learned, "random"], deals=deals, seed=seed).leads["learned"]


def main() -> None:
    """Train for half a minute, and print what was learned."""
    rules = r5.compose("classic", seats=2)
    weights = train(rules, hands=1000, seed=1)
    for name, weight in sorted(zip(FEATURES, weights, strict=True), key=lambda each: -abs(each[1]))[:6]:
        print(f"{name:<20} {weight:6.2f}")  # noqa: T201 - a program
    for word, each in (("untrained", [0.0] * len(weights)), ("trained", weights)):
        print(f"lead over random, points a hand: {word:<9} {lead(rules, each, deals=200, seed=2)}")  # noqa: T201 - a program


if __name__ == "__main__":
    main()
