"""RLCard's gin-rummy, written in Python.

The environment as documented (`examples/run_random.py` and `docs/toy-examples.md` of datamllab/rlcard): `rlcard.make`,
`env.set_agents` with a `RandomAgent` for each seat, `env.run(is_training=False)`. It encodes an observation for each
step and keeps the trajectories. Stepped by hand (`env.reset`, `env.step`, the legal actions in the state that they
return) it spares the trajectories and the agents. The game object beneath it (`rlcard.games.gin_rummy.Game`:
`judge.get_legal_actions`, `step`) spares the encoding, too.

The game object is copied by `copy.deepcopy`, there is no other way: `step_back` raises `NotImplementedError` for gin
rummy. The environment cannot be copied: it holds a module, which deepcopy refuses.
"""

from __future__ import annotations

import copy
import importlib
import random
from typing import Any, Final

from benchmarks.measuring import Contestant, Parts, Play, Positions

ENVIRONMENT: Final = "rlcard gin-rummy, environment"
GAME: Final = "rlcard gin-rummy, game object"

_NO_COPY: Final = "its state cannot be copied"


def contestants() -> tuple[Contestant, ...]:
    """The rows of RLCard.

    Raises:
        ImportError: if it is not installed.
    """
    rlcard = importlib.import_module("rlcard")
    agent_class = importlib.import_module("rlcard.agents").RandomAgent
    game_class = importlib.import_module("rlcard.games.gin_rummy").Game
    numpy_random = importlib.import_module("numpy").random
    return (
        Contestant(ENVIRONMENT, _run(rlcard, agent_class, numpy_random), note=f"`env.run` with two agents; {_NO_COPY}"),
        Contestant(f"{ENVIRONMENT} stepped", _stepped(rlcard), note=f"`env.reset` and `env.step` alone; {_NO_COPY}"),
        Contestant(
            GAME,
            _game(game_class, kept=False),
            _game(game_class, kept=True),
            _parts(game_class),
            "no observations; kept by `copy.deepcopy`",
        ),
    )


def _run(rlcard: Any, agent_class: Any, numpy_random: Any) -> Play:
    env = rlcard.make("gin-rummy", config={"seed": 0})
    agent = agent_class(num_actions=env.num_actions)
    env.set_agents([agent for _ in range(env.num_players)])

    def play(hands: int, rng: random.Random) -> int:
        env.seed(rng.getrandbits(31))
        numpy_random.seed(rng.getrandbits(32))
        before = env.timestep
        for _ in range(hands):
            env.run(is_training=False)
        decisions: int = env.timestep - before
        return decisions

    return play


def _stepped(rlcard: Any) -> Play:
    env = rlcard.make("gin-rummy", config={"seed": 0})

    def play(hands: int, rng: random.Random) -> int:
        env.seed(rng.getrandbits(31))
        decisions = 0
        for _ in range(hands):
            state, _player = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _player = env.step(legal[int(rng.random() * len(legal))])
                decisions += 1
        return decisions

    return play


def _begun(game_class: Any, rng: random.Random) -> Any:
    game = game_class()
    game.np_random.seed(rng.getrandbits(32))
    game.init_game()
    return game


def _game(game_class: Any, *, kept: bool) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        game = game_class()
        game.np_random.seed(rng.getrandbits(32))
        for _ in range(hands):
            game.init_game()
            while not game.is_over():
                legal = game.judge.get_legal_actions()
                action = legal[int(rng.random() * len(legal))]
                if kept:
                    game = copy.deepcopy(game)
                game.step(action)
                decisions += 1
        return decisions

    return play


def _parts(game_class: Any) -> Parts:
    def positions(rng: random.Random) -> Positions:
        found: Positions = []
        game = _begun(game_class, rng)
        while not game.is_over():
            action = rng.choice(game.judge.get_legal_actions())
            found.append((copy.deepcopy(game), action))
            game.step(action)
        return found

    def list_all(positions: Positions) -> None:
        for game, _ in positions:
            game.judge.get_legal_actions()

    def apply_all(positions: Positions) -> None:
        for game, action in positions:
            game.step(action)

    return Parts(positions, list_all, apply_all)
