"""Play one round of `benchmarks/compare.py`: fixed games with the rummy500 that this interpreter imports.

The interpreter of either checkout runs this file, so it uses public names of rummy500 only, and renamed ones under
both names. It prints one JSON object.
"""

from __future__ import annotations

import gc
import hashlib
import json
import random
import sys
import time
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":  # so that imports find the files of this folder, not those of the checkout
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.measuring import Positions
from benchmarks.states import added_bytes

import rummy500

r5: Any = rummy500  # either checkout's
resolve_chance: Final = getattr(r5, "resolve_chance", None) or r5.settle

_WEIGHED_HANDS: Final = 10


class Game:
    """Random play of one set of rules.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: the number of seats.
        plain: choose among `.plain()` actions alone.
        has_chance: an action may include an outcome of chance, which is resolved before it is applied.
        views: list the actions of the seat on turn from its view.
    """

    def __init__(
        self, *, preset: str, plugins: tuple[str, ...], seats: int, plain: bool, has_chance: bool, views: bool
    ) -> None:
        self.rules = r5.compose(preset, plugins, seats=seats)
        self._plain = plain
        self._has_chance = has_chance
        self._views = views

    def play(self, hands: int, seed: int) -> int:
        """Play hands and return the number of decisions."""
        rules, plain, has_chance, rng = self.rules, self._plain, self._has_chance, random.Random(seed)
        views = self._views
        decisions = 0
        for _ in range(hands):
            state = r5.deal(rules, seed=rng.getrandbits(63))
            while not r5.is_over(state):
                actions = r5.legal_actions(rules, r5.observe(rules, state, state.public.to_act) if views else state)
                legal = list(actions.plain() if plain else actions)
                if not legal:
                    state = r5.apply(rules, state, r5.chance(rules, state).sample(rng))
                    continue
                action = legal[int(rng.random() * len(legal))]
                if has_chance:
                    action = resolve_chance(rules, state, action, rng)
                state = r5.apply(rules, state, action)
                decisions += 1
        return decisions

    def positions(self, hands: int, seed: int) -> list[tuple[Positions, str]]:
        """Play hands; return every position, and a digest of each hand: the texts of actions, lengths of lists."""
        rules, rng = self.rules, random.Random(seed)
        played: list[tuple[Positions, str]] = []
        for _ in range(hands):
            positions: Positions = []
            digest = hashlib.sha256()
            state = r5.deal(rules, seed=rng.getrandbits(63))
            while not r5.is_over(state):
                actions = r5.legal_actions(rules, state)
                legal = list(actions.plain() if self._plain else actions)
                if legal:
                    action = legal[int(rng.random() * len(legal))]
                    if self._has_chance:
                        action = resolve_chance(rules, state, action, rng)
                    positions.append((state, action))
                else:
                    action = r5.chance(rules, state).sample(rng)
                digest.update(f"{len(legal)} {action}\n".encode())
                state = r5.apply(rules, state, action)
            played.append((positions, digest.hexdigest()[:12]))
        return played


def work(asked: dict[str, Any]) -> dict[str, Any]:
    """Run a task.

    Args:
        asked: `game`, the arguments of `Game`; `hands` and `seed`; and the `task`:

            - `games`: a digest of each hand, and what a state costs.
            - `time`: the CPU time of hands, after as many others that warm up.
            - `count`: hands for a counter of instructions, after `warm_up` others.
    """
    game = Game(**asked["game"])
    hands, seed = asked["hands"], asked["seed"]
    about = {"compiled": r5.COMPILED, "file": r5.__file__, "python": sys.version.split()[0]}
    if asked["task"] == "games":
        played = game.positions(hands, seed)
        weighed = [positions for positions, _ in played[:_WEIGHED_HANDS]]
        spread = added_bytes(weighed, lambda state, action: r5.apply(game.rules, state, action))
        return about | {
            "digests": [digest for _, digest in played],
            "bytes": [spread.median, spread.least, spread.most],
        }
    if asked["task"] == "count":
        gc.disable()
        game.play(asked["warm_up"], seed)
        return about | {"decisions": game.play(hands, seed + 1)}
    game.play(hands, seed)
    gc.collect()
    gc.freeze()
    began = time.process_time()
    decisions = game.play(hands, seed + 1)
    return about | {"decisions": decisions, "seconds": time.process_time() - began}


if __name__ == "__main__":
    print(json.dumps(work(json.loads(sys.argv[1]))))
