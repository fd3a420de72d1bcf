"""The recorded playthroughs go as recorded, and the counted trees hold; none may be missing."""

from __future__ import annotations

from pathlib import Path

from rummy500.testing.folders import record_faults


def test_the_records_are_there_and_hold() -> None:
    assert record_faults(Path(__file__).parent / "golden", ["masters-hand"]) == []
