"""rummy500-learn: its PettingZoo environment and its batch of 256 hands, both with views and legal actions as numbers.

The environment as PettingZoo documents it (`of_pettingzoo`). The batch with all bits: those of the views, and of every
row with an action; numpy chooses one of them for each hand.
"""

from __future__ import annotations

import random
from typing import Any, Final

from benchmarks.contestants.of_pettingzoo import played
from benchmarks.contestants.of_rummy500 import named
from benchmarks.measuring import Contestant, Play

import rummy500 as r5

AEC: Final = f"{named('pagat', 2)}, learn, AEC environment"
BATCH: Final = f"{named('pagat', 2)}, learn, batch"
_SIDE_BY_SIDE: Final = 256


def contestants() -> tuple[Contestant, ...]:
    """The rows of rummy500-learn.

    Raises:
        ImportError: if it, PettingZoo or numpy is not installed.
    """
    import numpy as np  # noqa: PLC0415 - may be absent

    from rummy500_learn import aec, batch  # noqa: PLC0415 - may be absent

    rules = r5.compose("pagat", seats=2)
    hands = batch.Batch(rules, _SIDE_BY_SIDE)
    hands.deal(range(_SIDE_BY_SIDE))
    return (
        Contestant(AEC, played(aec.RummyEnv(rules)), note="tensor and mask of each decision"),
        Contestant(
            BATCH, _batched(hands, batch.unpacked, np), note=f"{_SIDE_BY_SIDE} hands; all bits of each decision"
        ),
    )


def _batched(batch: Any, unpacked: Any, np: Any) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        chance, steps, ended = np.random.default_rng(rng.getrandbits(31)), 0, 0
        while ended < hands:
            seen = batch.observe()
            mask = seen["action_mask"]
            unpacked(seen["actions"][mask == 1])
            over = batch.step((chance.random(_SIDE_BY_SIDE) * mask.sum(1)).astype(np.int64).tolist())
            batch.deal([rng.getrandbits(63) for _ in over], over)
            ended, steps = ended + len(over), steps + 1
        return steps * _SIDE_BY_SIDE

    return play
