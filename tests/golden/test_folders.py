"""Folders of records as a suite runs them."""

from __future__ import annotations

from pathlib import Path

from rummy500.testing.folders import record_faults

GOLDEN = Path(__file__).parent


def test_the_records_of_the_presets_hold_together() -> None:
    assert record_faults(GOLDEN, ["pagat", "north-american", "classic", "family"]) == []


def test_a_record_that_is_missing_or_otherwise_is_named(tmp_path: Path) -> None:
    golden = (GOLDEN / "classic.golden.toml").read_text("utf-8")
    (tmp_path / "classic.golden.toml").write_text(golden.replace(": draw", ": pass", 1), "utf-8")
    perft = (GOLDEN / "classic.perft.toml").read_text("utf-8")
    (tmp_path / "classic.perft.toml").write_text(perft.replace("counts = [", "counts = [9"), "utf-8")
    missing, *others = record_faults(tmp_path, ["classic", "pagat"])
    assert "pagat.golden.toml" in missing
    assert any(fault.startswith("classic.golden.toml: ") for fault in others)
    assert any(fault.startswith("classic.perft.toml: ") for fault in others)
