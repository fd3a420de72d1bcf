"""A PettingZoo environment of one hand (extra `pettingzoo`)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import rummy500 as r5
from rummy500_learn.encoding import TENSOR_SIZE, Ids, ListIds, tensor
from rummy500_learn.sequential import Sequential


class RummyEnv(AECEnv):  # type: ignore[misc] # pettingzoo has no types
    """One hand, for agents `seat_0` and so on; at its end a reward: the points above the others' mean.

    An observation has the tensor of the agent's view, and a mask of its legal actions.

    Args:
        rules: the rules in force.
        ids: the ids of actions; `ListIds` by default.
        render_mode: `human` to print the table.
    """

    metadata = {"name": "rummy500_v0", "render_modes": ["human"], "is_parallelizable": False}  # noqa: RUF012 - pettingzoo's

    def __init__(self, rules: r5.Rules, ids: Ids | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules, self.ids, self.render_mode = rules, ids or ListIds(), render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (TENSOR_SIZE,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.ids.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = {agent: spaces.Discrete(self.ids.size) for agent in self.possible_agents}
        self._source = random.Random()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal a hand; equal seeds and actions give equal hands."""
        if seed is not None:
            self._source = random.Random(seed)
        self.game = Sequential(self.rules, self._source.getrandbits(63))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        game, self._table = self.game, dict[int, "r5.Action | None"]()
        if not game.is_over:
            self.agent_selection = self.possible_agents[game.seat]
            self._table = self.ids.table(game.state.public, game.legal())
            if game.may_let_go:
                self._table[self.ids.let_go] = None
            return
        points = game.points()
        for agent, own in zip(self.possible_agents, points, strict=True):
            self.rewards[agent] = float(own - (sum(points) - own) / (len(points) - 1))
        done = self.terminations if r5.is_over(game.state) else self.truncations
        done.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent as numbers, and the mask of its legal actions."""
        mask, numbers = np.zeros(self.ids.size, np.int8), np.zeros(TENSOR_SIZE, np.int16)
        if agent == self.agent_selection and self._table:
            mask[list(self._table)] = 1
        tensor(self.game.view(self.possible_agents.index(agent)), numbers)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Act for the agent that is asked.

        Raises:
            ValueError: for the id of an action that is not legal now.
        """
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

    def render(self) -> None:
        """Print the table as a spectator sees it."""
        print(r5.table_text(self.rules, r5.observe(self.rules, self.game.state, None)))  # noqa: T201 - what it is for

    def close(self) -> None:
        """Do nothing: nothing is open."""
