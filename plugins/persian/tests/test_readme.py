"""Tests that the code of the README runs."""

from __future__ import annotations

from pathlib import Path

from rummy500_testing.pages import run_page


def test_the_code_of_the_readme_runs() -> None:
    assert "rules" in run_page(Path(__file__).parents[1] / "README.md")
