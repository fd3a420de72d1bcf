"""A PettingZoo environment of one hand (extra `pettingzoo`)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

import rummy500 as r5
from rummy500.fast import points
from rummy500_learn.encoding import TENSOR_SIZE, ListIds, tensor
from rummy500_learn.sequential import Sequential, leads


class RummyEnv(AECEnv):  # type: ignore[misc] # pettingzoo has no types
    """One hand, `game`, for agents `seat_0` and so on; at its end the reward of a seat is its lead, as of `leads`.

    An observation has the tensor of the agent's view, and a mask of its legal actions. `ids` are `ListIds` by default.
    """

    metadata = {"name": "rummy500_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - pettingzoo's

    def __init__(self, rules: r5.Rules, ids: ListIds | None = None, *, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.rules, self.ids, self._source = rules, ids or ListIds(), random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        numbers, mask = spaces.Box(0, 127, (TENSOR_SIZE,), np.int16), spaces.Box(0, 1, (self.ids.size,), np.int8)
        seen = spaces.Dict({"observation": numbers, "action_mask": mask})
        self.observation_space = dict.fromkeys(self.possible_agents, seen).__getitem__
        self.state_space = spaces.Box(0, 127, (rules.seats * TENSOR_SIZE,), np.int16)
        self.action_space = {agent: spaces.Discrete(self.ids.size) for agent in self.possible_agents}.__getitem__

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal a hand; equal seeds and actions give equal hands."""
        if seed is not None:
            self._source = random.Random(seed)
        self.game, self.agents = Sequential(self.rules, self._source.getrandbits(63)), self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        game, self._table = self.game, self.ids.table(self.game)
        self.agent_selection = self.agents[game.question.seat if game.question else 0]
        if game.question is None:
            found = leads(self.rules, points(self.rules, game.state))
            self.rewards = dict(zip(self.agents, found, strict=True))
            done = self.terminations if r5.is_over(game.state) else self.truncations
            done.update(dict.fromkeys(self.agents, True))

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent as numbers, and the mask of its legal actions."""
        mask, numbers = np.zeros(self.ids.size, np.int8), np.zeros(TENSOR_SIZE, np.int16)
        if agent == self.agent_selection:
            mask[list(self._table)] = 1
        tensor(r5.observe(self.rules, self.game.state, self.possible_agents.index(agent)), numbers)
        return {"observation": numbers, "action_mask": mask}

    def state(self) -> npt.NDArray[np.int16]:
        """The views of all agents as numbers, one behind the other: every hand, for critics that see all."""
        numbers = np.zeros((self.rules.seats, TENSOR_SIZE), np.int16)
        for seat, row in enumerate(numbers):
            tensor(r5.observe(self.rules, self.game.state, seat), row)
        return numbers.ravel()

    def render(self) -> str | None:
        """The table as text, in the mode `ansi`: as spectators see it."""
        return r5.table_text(self.rules, r5.observe(self.rules, self.game.state, None)) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""

    def step(self, action: int | None) -> None:
        """Act for the agent that is asked; `ValueError` for the id of an action that is not legal now."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._table:
            raise ValueError(f"{agent} may not take the action {action} now: see its action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.act(self._table[int(action)])
        self._ask()
        self._accumulate_rewards()
