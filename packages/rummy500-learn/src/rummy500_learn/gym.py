"""Gymnasium environments in which a learner has one seat (extra `gymnasium`): many hands, or a hand at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import rummy500 as r5
from rummy500_learn.batch import ROW_WORDS, ROWS, Batch, Observation

#: Chooses a row at each of some places of a batch.
Opponent: TypeAlias = Callable[[Batch, Sequence[int]], Sequence[int]]


def at_random(batch: Batch, which: Sequence[int]) -> list[int]:
    """Choose any row; the chance is that of the hand."""
    return [int(batch.sources[place].random() * len(batch.legal[place])) for place in which]


class RummyVectorEnv(VectorEnv):  # type: ignore[misc] # gymnasium is not there
    """Many hands, in each of which the learner has a seat that is drawn, and acts when it is asked.

    An action is the number of a row; beyond the last row it counts on from the first. The reward comes with the end of
    a hand: the learner's lead, as of `Batch.leads`. Autoreset is `SAME_STEP`: with that reward comes the first
    observation of the next hand, and `infos["final_obs"]` has the last one of the hand before. Environment i is
    `RummySeatEnv` with the seed plus i.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - gymnasium's

    def __init__(self, rules: r5.Rules, num_envs: int, *, opponent: Opponent = at_random, rows: int = ROWS) -> None:
        self.batch, self._opponent, self._resets = Batch(rules, num_envs, rows=rows), opponent, True
        self.num_envs = num_envs
        self.seats, self._sources = [0] * num_envs, [random.Random() for _ in range(num_envs)]
        self.single_action_space = spaces.Discrete(rows)
        self.single_observation_space = spaces.Dict({
            "observation": spaces.MultiBinary((len(self.batch.planes), 64)),
            "actions": spaces.Box(0, 1 << 60, (rows, len(ROW_WORDS)), np.int64),
            "action_mask": spaces.MultiBinary(rows),
        })  # fmt: skip
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[Observation, dict[str, Any]]:
        """Deal every hand; without a seed chance goes on."""
        super().reset(seed=seed)
        if seed is not None:
            self._sources = [random.Random(seed + place) for place in range(self.num_envs)]
        self._deal(range(self.num_envs))
        return self.batch.observe(viewers=self.seats), {}

    def _deal(self, which: Sequence[int]) -> None:
        """Deal, and again where a hand is over before the learner is asked."""
        while which:
            for place in which:
                self.seats[place] = self._sources[place].randrange(self.batch.rules.seats)
            self.batch.deal([self._sources[place].getrandbits(63) for place in which], which)
            which = self._until_asked(which)

    def _until_asked(self, which: Sequence[int]) -> list[int]:
        """Play until the learner is asked; return the places whose hands are over before."""
        seats, over = self.batch.seats, list[int]()
        while which := [place for place in which if seats[place] not in (-1, self.seats[place])]:
            over += self.batch.step(self._opponent(self.batch, which), which)
        return over

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Act everywhere, and deal where a hand is over."""
        batch, infos = self.batch, dict[str, Any]()
        choices = [int(row) % len(legal) for row, legal in zip(actions, batch.legal, strict=True)]
        over = [*batch.step(choices), *self._until_asked(range(self.num_envs))]
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        for place in over:
            rewards[place], ended[place] = batch.leads(place)[self.seats[place]], True
        seen = batch.observe(viewers=self.seats)
        if over and self._resets:
            for place in over:
                final = {name: each[place] for name, each in seen.items()}
                infos = self._add_info(infos, {"final_obs": final, "final_info": {}}, place)
            self._deal(over)
            seen = batch.observe(viewers=self.seats)
        return seen, rewards, ended, np.zeros_like(ended), infos


class RummySeatEnv(gymnasium.Env):  # type: ignore[misc] # gymnasium is not there
    """A hand at a time, by the rules of `RummyVectorEnv`, without its autoreset."""

    def __init__(self, rules: r5.Rules, *, opponent: Opponent = at_random, rows: int = ROWS) -> None:
        self._envs = RummyVectorEnv(rules, 1, opponent=opponent, rows=rows)
        self._envs._resets = False
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[Observation, dict[str, Any]]:
        """Deal a hand; without a seed chance goes on."""
        super().reset(seed=seed)
        seen, infos = self._envs.reset(seed=seed)
        return {name: each[0] for name, each in seen.items()}, infos

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let others act until the learner is asked again or the hand is over."""
        seen, rewards, ended, _, infos = self._envs.step([action])
        return {name: each[0] for name, each in seen.items()}, float(rewards[0]), bool(ended[0]), False, infos
