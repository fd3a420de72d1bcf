"""A lesson: train a small network on many hands at once, and show the interval of its lead (extra `gymnasium`).

python -m rummy500_learn.lesson
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import rummy500 as r5
from rummy500.simulate import Interval
from rummy500_learn.batch import Bits, Observation, unpacked
from rummy500_learn.gym import RummyVectorEnv

_UNITS = 64  # of the hidden layer
_CURIOSITY = 0.05  # how often a network that learns takes any action
_STEP = 0.03  # how far the weights move
_SCALE = 100.0  # points that count as 1


class Network:
    """Values each legal action by the bits of the view, of its row, and of the cards that are in hand after it."""

    def __init__(self, planes: int, seed: int) -> None:
        self.source = np.random.default_rng(seed)
        self.first = self.source.normal(0, 0.05, (64 * (planes + 4), _UNITS)).astype(np.float32)
        self.second = self.source.normal(0, 0.05, _UNITS).astype(np.float32)

    def choose(self, seen: Observation, curiosity: float = 0.0) -> tuple[npt.NDArray[np.int64], Bits]:
        """Choose a row in each hand; return also what the network saw of these rows."""
        mask, views = seen["action_mask"] == 1, seen["observation"].reshape(len(seen["observation"]), -1)
        rows, place = unpacked(seen["actions"][mask]), np.nonzero(mask)[0]
        rows = np.concatenate((rows, (views[place, :64] | rows[:, 64:128]) & ~rows[:, :64]), 1)
        hidden = (views @ self.first[:-256])[place] + rows @ self.first[-256:]
        values = np.full(mask.shape, -np.inf)
        values[mask] = np.maximum(hidden, 0) @ self.second
        curious = self.source.random((len(mask), 1)) < curiosity
        choices = np.where(curious & mask, self.source.random(mask.shape), values).argmax(1)
        return choices, np.concatenate((views, rows[np.searchsorted(place, range(len(mask))) + choices]), 1)

    def learn(self, seen: Bits, lead: float) -> None:
        """Move the weights towards the lead that some rows led to."""
        hidden = np.maximum(seen @ self.first, 0)
        error = (lead / _SCALE - hidden @ self.second)[:, None] * _STEP / len(seen)
        self.first += seen.T @ (error * self.second * (hidden > 0))
        self.second += (error * hidden).sum(0)


def train(rules: r5.Rules, *, steps: int, seed: int) -> Network:
    """Let a network play 256 hands at once against random play, and learn from each that is over."""
    envs = RummyVectorEnv(rules, 256)
    network, (seen, _) = Network(len(envs.batch.planes), seed), envs.reset(seed=seed)
    played = [list[Bits]() for _ in range(256)]
    for _ in range(steps):
        choices, chosen = network.choose(seen, _CURIOSITY)
        seen, rewards, ended, *_ = envs.step(choices)
        for own, row in zip(played, chosen, strict=True):
            own.append(row)
        for place in np.flatnonzero(ended):
            network.learn(np.stack(played[place]), rewards[place])
            played[place] = []
    return network


def lead(rules: r5.Rules, network: Network, *, hands: int, seed: int) -> Interval:
    """Play hands against random play, and compute the interval of the network's lead."""
    envs, found = RummyVectorEnv(rules, hands), np.full(hands, np.nan)
    seen, _ = envs.reset(seed=seed)
    while np.isnan(found).any():
        seen, rewards, ended, *_ = envs.step(network.choose(seen)[0])
        found = np.where(ended & np.isnan(found), rewards, found)  # the first hand of each environment
    return Interval.of(found.tolist())


def main() -> None:
    """Train for half a minute, and print what it was good for."""
    rules = r5.compose("pagat", seats=2)
    for word, steps in (("untrained", 0), ("trained", 1000)):
        found = lead(rules, train(rules, steps=steps, seed=1), hands=1000, seed=10_000)
        print(f"lead over random, points a hand: {word:<9} {found}")  # noqa: T201 - a program


if __name__ == "__main__":
    main()
