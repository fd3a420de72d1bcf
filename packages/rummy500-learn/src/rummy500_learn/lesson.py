"""A lesson: train a small network on many hands at once, and show the interval of its lead over `random` (extra `batch`).

python -m rummy500_learn.lesson
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

import rummy500 as r5
from rummy500.simulate import Interval
from rummy500_learn.batch import Batch, at_random, unpacked

_UNITS = 64  # of the hidden layer
_CURIOSITY = 0.05  # how often a player that learns takes any action
_SCALE = 100.0  # points that count as 1
_STEP = 0.001  # how far a weight moves (Adam)


class Network:
    """Values each legal action by the view, by its row, and by the cards that would be in hand after it."""

    def __init__(self, planes: int, seed: int) -> None:
        source = np.random.default_rng(seed)
        inputs = 64 * (planes + 4)
        shapes = ((inputs, _UNITS), (_UNITS,), (_UNITS,))
        self.weights = [source.normal(0, 0.05, shape).astype(np.float32) for shape in shapes]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.steps, self.source = 0, source

    def choose(
        self, batch: Batch, which: Sequence[int], curiosity: float = 0.0
    ) -> tuple[list[int], npt.NDArray[np.int8]]:
        """Choose a row at each place; return also what the network saw of these rows."""
        first, bias, second = self.weights
        seen = batch.observe(which)
        mask = seen["action_mask"] == 1
        owner, views = np.nonzero(mask)[0], seen["observation"].reshape(len(which), -1)
        rows = unpacked(seen["actions"][mask])
        after = (views[owner, :64] | rows[:, 64:128]) & ~rows[:, :64]
        rows = np.concatenate((rows, after), 1)
        hidden = (views @ first[: views.shape[1]])[owner] + rows @ first[views.shape[1] :] + bias
        values = np.full(mask.shape, -np.inf)
        values[mask] = np.maximum(hidden, 0) @ second
        choices = values.argmax(1)
        curious = self.source.random(len(which)) < curiosity
        choices[curious] = (self.source.random(curious.sum()) * mask[curious].sum(1)).astype(int)
        chosen = np.cumsum(mask.sum(1)) - mask.sum(1) + choices
        return choices.tolist(), np.concatenate((views, rows[chosen]), 1)

    def learn(self, seen: npt.NDArray[np.int8], leads: npt.NDArray[np.float32]) -> None:
        """Move the weights a step towards the leads that some rows led to."""
        first, bias, second = self.weights
        inputs = seen.astype(np.float32)
        hidden = np.maximum(inputs @ first + bias, 0)
        error = (hidden @ second - leads) / len(leads)
        back = error[:, None] * second * (hidden > 0)
        self.steps += 1
        for weights, (mean, square), slope in zip(
            self.weights, self.moments, (inputs.T @ back, back.sum(0), error @ hidden), strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            weights -= _STEP * mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def train(rules: r5.Rules, *, steps: int, seed: int, hands: int = 256) -> Network:
    """Let a network play all seats of many hands, so many decisions in each."""
    batch = Batch(rules, hands)
    network = Network(len(batch.planes), seed)
    deals = iter(range(seed << 32, 2**63))
    batch.deal([next(deals) for _ in range(hands)])
    played: list[list[tuple[int, npt.NDArray[np.int8]]]] = [[] for _ in range(hands)]
    seen: list[npt.NDArray[np.int8]] = []
    leads: list[float] = []
    for _ in range(steps):
        seats = batch.seats[:]
        choices, inputs = network.choose(batch, range(hands), _CURIOSITY)
        for own, seat, each in zip(played, seats, inputs, strict=True):
            own.append((seat, each))
        over = batch.step(choices)
        for place in over:
            found = batch.leads(place)
            leads += [found[seat] / _SCALE for seat, _ in played[place]]
            seen += [each for _, each in played[place]]
            played[place] = []
        batch.deal([next(deals) for _ in over], over)
        while len(seen) >= 512:
            network.learn(np.stack(seen[:512]), np.array(leads[:512], np.float32))
            del seen[:512], leads[:512]
    return network


def lead(rules: r5.Rules, network: Network, opponent, *, deals: int, seed: int) -> Interval:
    """Compare a network with an opponent over the same decks, in every seat."""
    seats = rules.seats
    batch = Batch(rules, deals * seats)
    batch.deal([seed + place // seats for place in range(batch.size)])
    while places := [place for place, legal in enumerate(batch.legal) if legal]:
        own = [place for place in places if batch.seats[place] == place % seats]
        others = [place for place in places if batch.seats[place] != place % seats]
        if own:
            batch.step(network.choose(batch, own)[0], own)
        if others:
            batch.step(opponent(batch, others), others)
    found = [batch.leads(place)[place % seats] for place in range(batch.size)]
    return Interval.of([sum(found[each * seats : each * seats + seats]) / seats for each in range(deals)])
