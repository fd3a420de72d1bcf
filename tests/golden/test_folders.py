"""Folders of scenarios and records as a suite runs them."""

from __future__ import annotations

from pathlib import Path

from rummy500.testing.folders import record_faults, scenario_cases

GOLDEN = Path(__file__).parent
SCENARIOS = GOLDEN.parent / "scenarios"


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


def test_each_scenario_of_a_folder_is_a_case(tmp_path: Path) -> None:
    text = (SCENARIOS / "draw.toml").read_text("utf-8")
    (tmp_path / "draw.toml").write_text(text, "utf-8")
    cases = scenario_cases(tmp_path)
    assert len(cases) == text.count("[[scenario]]")
    assert all(case.failure() is None and not case.missing and str(case).startswith("draw: ") for case in cases)


def test_a_scenario_whose_plugin_is_not_installed_says_so(tmp_path: Path) -> None:
    head = 'format = "rummy500 scenario 1"\ntitle = "Far away"\n'
    position = '[position]\nrules = { plugins = ["far-away"] }\nhands = ["2c", "3c"]\n'
    (tmp_path / "far.toml").write_text(head + position, "utf-8")
    assert [case.missing for case in scenario_cases(tmp_path)] == [("far-away",)]
