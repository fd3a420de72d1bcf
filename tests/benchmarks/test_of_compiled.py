"""Tests of the compiled contestant, which plays in a process of its own and reports decisions and CPU time."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest
from benchmarks.contestants.of_compiled import Worker, contestants
from benchmarks.contestants.of_rummy500 import player
from benchmarks.measuring import sample

import rummy500 as r5

HERE = Path(sys.executable)


def test_worker__plays_the_same_hands_as_this_process() -> None:
    worker = Worker(HERE, os.environ)
    assert worker.engine == ("compiled" if r5.COMPILED else "pure Python")
    here = player(r5.compose("classic"))
    rng, same = random.Random(5), random.Random(5)
    assert worker.play(3, rng) == here(3, random.Random(same.getrandbits(32)))
    before = worker.clock()
    found = sample(worker.play, 4, seed=1, clock=worker.clock)
    assert found.seconds == pytest.approx(worker.clock() - before)
    assert found.seconds > 0


@pytest.mark.skipif(r5.COMPILED, reason="this interpreter has a compiled engine")
def test_contestants__an_interpreter_without_the_compiled_wheel_is_refused() -> None:
    with pytest.raises(ValueError, match="no rummy500 that is compiled"):
        contestants(HERE)
