"""Gymnasium environments of one seat (extra `gymnasium`): `RummySeatEnv` a hand at a time, `RummyVectorEnv` many."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import rummy500 as r5
from rummy500.fast import state_of
from rummy500_learn.batch import ROW_WORDS, ROWS, Batch, Observation

#: Chooses a row for each of some places of a batch, whose seats the learner does not play.
Opponent = Callable[[Batch, Sequence[int]], Sequence[int]]


def at_random(batch: Batch, which: Sequence[int]) -> list[int]:
    """Choose any row; the chance is that of the hand."""
    return [int(batch.sources[place].random() * len(batch.legal[place])) for place in which]


class _Seats:
    """Hands in which a learner has one seat, each in turn, and an opponent the others."""

    def __init__(self, rules: r5.Rules, count: int, opponent: Opponent, rows: int) -> None:
        self.batch, self._opponent = Batch(rules, count, rows=rows), opponent
        self._sources, self._dealt, self.seats = [random.Random() for _ in range(count)], [0] * count, [0] * count
        self.spaces = spaces.Dict(
            {
                "observation": spaces.MultiBinary((len(self.batch.planes), 64)),
                "actions": spaces.Box(0, 1 << 60, (rows, len(ROW_WORDS)), np.int64),
                "action_mask": spaces.MultiBinary(rows),
            }
        )

    def reset(self, seeds: Sequence[int | None]) -> Observation:
        """Deal everywhere; a seed begins the chance of its place anew."""
        for place, seed in enumerate(seeds):
            if seed is not None:
                self._sources[place], self._dealt[place] = random.Random(seed), 0
        self.deal(range(self.batch.size))
        return self.observe()

    def observe(self) -> Observation:
        return self.batch.observe(viewers=self.seats)

    def deal(self, which: Sequence[int]) -> None:
        """Deal at some places, again where the learner would not be asked once."""
        while which:
            for place in which:
                self.seats[place] = self._dealt[place] % self.batch.rules.seats
                self._dealt[place] += 1
            self.batch.deal([self._sources[place].getrandbits(63) for place in which], which)
            which = self._reach(which)

    def _reach(self, which: Sequence[int]) -> list[int]:
        """Play until the learner is asked; return the places whose hands are over before."""
        batch, over = self.batch, list[int]()
        while which := [place for place in which if batch.seats[place] not in (-1, self.seats[place])]:
            over += batch.step(self._opponent(batch, which), which)
        return over

    def step(self, rows: Sequence[int]) -> list[int]:
        """Act for the learner everywhere; return the places whose hands are over."""
        legal = self.batch.legal
        over = self.batch.step([row % len(found) for row, found in zip(rows, legal, strict=True)])
        return over + self._reach(range(self.batch.size))

    def reward(self, place: int) -> float:
        return self.batch.leads(place)[self.seats[place]]


class RummyVectorEnv(VectorEnv):  # type: ignore[misc] # the checks have no gymnasium
    """Many hands; in each the learner has one seat, from hand to hand the next one, and acts when it is asked.

    An action is the number of a row; beyond the last row it counts on from the first. The reward comes with the end of
    a hand: the points of the own side above the mean of the others. Autoreset is `SAME_STEP`: with that reward comes
    the first observation of the next hand, and `infos["final_obs"]` has the end of the one before. Environment i is
    `RummySeatEnv` with the seed plus i.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - gymnasium's

    def __init__(self, rules: r5.Rules, num_envs: int, *, opponent: Opponent = at_random, rows: int = ROWS) -> None:
        self._table, self.num_envs = _Seats(rules, num_envs, opponent, rows), num_envs
        self.single_observation_space, self.single_action_space = self._table.spaces, spaces.Discrete(rows)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal every hand; without a seed chance goes on."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        places = range(self.num_envs)
        seeds = [seed + place for place in places] if isinstance(seed, int) else seed or [None for _ in places]
        return self._table.reset(seeds), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Act everywhere, and deal where a hand is over."""
        over, rewards, ended = (
            self._table.step(actions.tolist()),
            np.zeros(self.num_envs),
            np.zeros(self.num_envs, bool),
        )
        infos: dict[str, Any] = {}
        if over:
            last = self._table.observe()
            for place in over:
                rewards[place], ended[place] = self._table.reward(place), True
                final = {name: each[place] for name, each in last.items()}
                infos = self._add_info(infos, {"final_obs": final, "final_info": {}}, place)
            self._table.deal(over)
        return self._table.observe(), rewards, ended, np.zeros(self.num_envs, bool), infos


class RummySeatEnv(gymnasium.Env):  # type: ignore[misc] # the checks have no gymnasium
    """A hand at a time, by the rules of `RummyVectorEnv`, without its autoreset."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - gymnasium's

    def __init__(
        self, rules: r5.Rules, *, opponent: Opponent = at_random, rows: int = ROWS, render_mode: str | None = None
    ) -> None:
        self._table, self.render_mode = _Seats(rules, 1, opponent, rows), render_mode
        self.observation_space, self.action_space = self._table.spaces, spaces.Discrete(rows)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a hand; without a seed chance goes on."""
        super().reset(seed=seed)
        return self._first(self._table.reset([seed])), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the others act until the learner is asked again or the hand is over."""
        over = self._table.step([int(action)])
        return self._first(self._table.observe()), self._table.reward(0) if over else 0.0, bool(over), False, {}

    @staticmethod
    def _first(observation: Observation) -> Observation:
        return {name: each[0] for name, each in observation.items()}

    def render(self) -> str:
        """The table as the learner sees it, as text."""
        rules, (seat,) = self._table.batch.rules, self._table.seats
        return r5.table_text(rules, r5.observe(rules, state_of(self._table.batch.hands[0]), seat))
