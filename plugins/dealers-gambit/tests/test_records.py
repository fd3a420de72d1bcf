"""The recorded playthroughs go as recorded, and the counted trees hold; none may be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500.testing.golden import compare_golden, missing_records
from rummy500.testing.perft import check_perft

HERE = Path(__file__).parent / "golden"


def test_the_records_are_there() -> None:
    assert missing_records(HERE, ["dealers-gambit"]) == []


@pytest.mark.parametrize("file", sorted(HERE.glob("*.golden.toml")), ids=lambda file: file.name)
def test_playthrough_goes_as_recorded(file: Path) -> None:
    assert compare_golden(file.read_text("utf-8")) is None


@pytest.mark.parametrize("file", sorted(HERE.glob("*.perft.toml")), ids=lambda file: file.name)
def test_counts_hold(file: Path) -> None:
    assert check_perft(file.read_text("utf-8")) == []
