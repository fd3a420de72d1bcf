"""Tests that recorded playthroughs replay, that counted trees are right, and that none is missing."""

from __future__ import annotations

from pathlib import Path

from rummy500_testing.golden import record_faults


def test_the_records_are_there_and_hold() -> None:
    assert record_faults(Path(__file__).parent / "golden", ["must-go-out"]) == []
