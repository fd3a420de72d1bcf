"""Tests that the reference of tables lists every refusal, and that its example runs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import rummy500.table
import rummy500.wire.serving

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "table.md").read_text("utf-8")
SOURCE = [*Path(rummy500.table.__file__).parent.glob("*.py"), Path(rummy500.wire.serving.__file__)]


def refusals() -> set[str]:
    """Find every refusal in the source, as a row of the page."""
    rows: set[str] = set()
    for file in SOURCE:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("decline", "refuse"):
                rule, reason, sentence = node.args[:3]
                if all(isinstance(part, ast.Constant) for part in (rule, reason, sentence)):
                    key = f"`{ast.literal_eval(rule)}`, `{ast.literal_eval(reason)}`"
                    rows.add(f"| {key} | {ast.literal_eval(sentence)} |")
    return rows


def test_the_page_lists_every_refusal() -> None:
    listed = {line for line in PAGE.splitlines() if line.startswith("| `table.")}
    assert listed == refusals()


def test_importing_rummy500_loads_no_table() -> None:
    program = "import rummy500, sys; assert not [name for name in sys.modules if name.startswith('rummy500.table')]"
    subprocess.run([sys.executable, "-c", program], check=True)
