"""Tests that the reference of tables lists every refusal, and that its example runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import rummy500 as r5

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "table.md").read_text("utf-8")


def refusals() -> set[str]:
    """Make a row of the page for every refusal of a table."""
    found = [each for each in r5.sentences(r5.compose(seats=2)) if each.key.startswith("refusal:table.")]
    return {"| `{}`, `{}` | {} |".format(*each.key.split(":")[1:], each.template) for each in found}


def test_the_page_lists_every_refusal() -> None:
    listed = {line for line in PAGE.splitlines() if line.startswith("| `table.")}
    assert listed == refusals()


def test_importing_rummy500_loads_no_table() -> None:
    program = "import rummy500, sys; assert not [name for name in sys.modules if name.startswith('rummy500.table')]"
    subprocess.run([sys.executable, "-c", program], check=True)
