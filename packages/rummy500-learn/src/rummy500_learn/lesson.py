"""A lesson: train a linear player by Monte Carlo control, and show the interval of its lead over `random`.

python -m rummy500_learn.lesson
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import islice

import rummy500 as r5
from rummy500.players import Player
from rummy500.simulate import Entrant, Interval, duel
from rummy500_learn.encoding import FEATURES, features
from rummy500_learn.sequential import Sequential

_MOST_LISTED = 100
_CURIOSITY = 0.1  # how often a player that learns tries any action
_STEP = 0.003  # how far a hand moves the weights
_SCALE = 100.0  # points that count as 1


class LinearPlayer:
    """Chooses the action whose features have the greatest weight.

    Args:
        random_source: the source of chance, for a player that learns.
        weights: the weight of each feature.
        curiosity: how often it tries any action instead.
    """

    def __init__(self, random_source: random.Random, weights: Sequence[float], curiosity: float = 0.0) -> None:
        self.random, self.weights, self.curiosity = random_source, weights, curiosity
        self.chosen: list[float] = []

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose an action, and remember its features in `chosen`."""
        actions: list[r5.Action | None] = [*islice(legal.plain(), _MOST_LISTED)]
        if view.seat not in (view.public.to_act, *view.public.turn.pending):
            actions.append(None)
        rows = features(rules, view, actions)
        best = max(range(len(rows)), key=lambda place: _value(self.weights, rows[place]))
        if self.curiosity and self.random.random() < self.curiosity:
            best = self.random.randrange(len(rows))
        self.chosen = rows[best]
        return actions[best]


def _value(weights: Sequence[float], row: Sequence[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, row, strict=True))


def train(rules: r5.Rules, *, hands: int, seed: int) -> tuple[float, ...]:
    """Let a linear player play against itself, and move its weights towards the points that its actions led to.

    Args:
        rules: the rules in force.
        hands: the number of hands.
        seed: a whole number; equal arguments give equal weights.
    """
    source, weights = random.Random(seed), [0.0] * len(FEATURES)
    for _ in range(hands):
        game = Sequential(rules, source.getrandbits(63))
        player = LinearPlayer(source, weights, _CURIOSITY)
        chosen: list[tuple[int, list[float]]] = []
        while not game.is_over:
            seat = game.seat
            game.act(player.choose(rules, game.view(seat), game.legal()))
            chosen.append((seat, player.chosen))
        points = game.points()
        for seat, row in chosen:
            error = (points[seat] - sum(points) / len(points)) / _SCALE - _value(weights, row)
            for place, number in enumerate(row):
                weights[place] += _STEP * error * number
    return tuple(weights)


def _player(_: object, weights: Sequence[float]) -> Player:
    return LinearPlayer(random.Random(0), weights)  # without curiosity it draws nothing


def lead(rules: r5.Rules, weights: Sequence[float], *, deals: int, seed: int, other: str = "random") -> Interval:
    """Compare a linear player with another over the same decks."""
    learned = Entrant("learned", partial(_player, weights=tuple(weights)))
    return duel(rules, [learned, other], deals=deals, seed=seed).leads["learned"]


def main() -> None:
    """Train for half a minute, and print what was learned."""
    rules = r5.compose("classic", seats=2)
    before = lead(rules, [0.0] * len(FEATURES), deals=200, seed=2)
    weights = train(rules, hands=1000, seed=1)
    for name, weight in sorted(zip(FEATURES, weights, strict=True), key=lambda each: -abs(each[1]))[:6]:
        print(f"{name:<20} {weight:6.2f}")  # noqa: T201 - a program
    print(f"lead over random, points a hand: untrained {before}")  # noqa: T201 - a program
    print(f"lead over random, points a hand: trained   {lead(rules, weights, deals=200, seed=2)}")  # noqa: T201 - a program


if __name__ == "__main__":
    main()
