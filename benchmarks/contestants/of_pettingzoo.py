"""PettingZoo's gin_rummy_v4, an interface to RLCard's; 1.26.1 is the last release that has it.

As documented (`docs/environments/classic.md` of Farama-Foundation/PettingZoo, "Usage"): `env.reset()`, then
`for agent in env.agent_iter()` with `env.last()`, `env.action_space(agent).sample(observation["action_mask"])` and
`env.step(action)`. A step of a seat after the end of the hand (`action = None`) is no decision.

The state before cannot be kept: a deep copy of the environment is one made anew (gymnasium's `EzPickle`), not the hand.
"""

from __future__ import annotations

import importlib
import os
import random
import warnings
from typing import Any, Final

from benchmarks.measuring import Contestant, Play

ZOO: Final = "pettingzoo gin_rummy_v4"


def contestants() -> tuple[Contestant, ...]:
    """The row of PettingZoo.

    Raises:
        ImportError: if it, pygame or RLCard is not installed, or the release has no gin_rummy_v4.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the release says that the environment will be gone in the next
        module = importlib.import_module("pettingzoo.classic.gin_rummy_v4")
        env = module.env()
    return (Contestant(ZOO, played(env), note="interface to RLCard's; its state cannot be copied"),)


def played(env: Any) -> Play:
    """A function that plays hands of an AEC environment."""

    def play(hands: int, rng: random.Random) -> int:
        for agent in env.possible_agents:
            env.action_space(agent).seed(rng.getrandbits(31))
        env.reset(seed=rng.getrandbits(31))
        decisions = 0
        for number in range(hands):
            if number:
                env.reset()
            for agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    action = None
                else:
                    action = env.action_space(agent).sample(observation["action_mask"])
                    decisions += 1
                env.step(action)
        return decisions

    return play
