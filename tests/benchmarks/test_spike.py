"""Tests of the sketch as a contestant: it leaves no modules behind."""

from __future__ import annotations

import random
import sys

from benchmarks.contestants.of_spike import SKETCH, contestants


def test_the_sketch_plays_and_its_records_are_no_module_of_the_program() -> None:
    (row,) = contestants()
    assert row.name == SKETCH
    assert row.plain(3, random.Random(1)) > 100
    assert row.plain(3, random.Random(1)) == row.plain(3, random.Random(1))
    assert "records" not in sys.modules
