"""Every Python block of the documentation runs, page by page, and every TOML block reads."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rummy500.notation.check import run_scenario
from rummy500.notation.position import parse_position
from rummy500.notation.scenario import parse_scenarios

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [code for found, code in BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_python_blocks_of_a_page_run_one_after_the_other(page: Path) -> None:
    names: dict[str, object] = {"__name__": "__page__"}
    for code in blocks(page, "python"):
        exec(compile(code, str(page), "exec"), names)


def test_some_page_has_python_to_run() -> None:
    assert sum(len(blocks(page, "python")) for page in PAGES) >= 10


@pytest.mark.parametrize(
    "code",
    [code for page in PAGES for code in blocks(page, "toml") if "hands" in code],
)
def test_positions_and_scenarios_of_the_pages_hold(code: str) -> None:
    if "format" in tomllib.loads(code):
        assert [run_scenario(scenario) for scenario in parse_scenarios(code)] == [None]
    else:
        assert len(parse_position(code).state.hands) >= 2
