"""Tests that the pages on simulating and on duels show the output of their programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.test_code_blocks import ROOT, blocks, files

import rummy500 as r5
from rummy500.simulate import simulate

PAGE = ROOT / "docs" / "simulate.md"
DUELS = ROOT / "docs" / "who-is-better.md"


def printed(folder: Path, name: str) -> str:
    """Return the output of a program of the page."""
    for title, code in files(PAGE).items():
        (folder / title).write_text(code, encoding="utf-8")
    return output(folder, name)


def output(folder: Path, name: str) -> str:
    """Return the output of a program in a folder."""
    source = str(Path(r5.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, name], cwd=folder, env={"PYTHONPATH": source}, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_first_program_has_the_output_on_the_page(tmp_path: Path) -> None:
    [shown] = [block.code for block in blocks(PAGE) if block.code.startswith("$ python compare.py\n")]
    assert shown == "$ python compare.py\n" + printed(tmp_path, "compare.py")


def test_the_first_duel_runs_as_a_program_with_worker_processes(tmp_path: Path) -> None:
    program = next(block.code for block in blocks(DUELS) if block.language == "python")
    (tmp_path / "program.py").write_text(program.replace("seed=1)", "seed=1, workers=2)"), encoding="utf-8")
    shown = [line.partition("  # ")[2] for line in program.splitlines() if "  # " in line]
    assert output(tmp_path, "program.py").splitlines() == shown


def test_the_bars_are_those_that_the_page_shows() -> None:
    rules = r5.compose("classic", options={"match.target": 100})
    found = simulate(rules, ["medium", "random"], matches=12, seed=1, workers=1)
    assert found.bars(70) + "\n" in [block.code for block in blocks(PAGE) if block.language == "text"]


def test_the_program_for_a_cluster_runs(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    found = simulate(r5.compose("classic", seats=4), ["medium", "random"], matches=40, seed=1, workers=1)
    assert printed(tmp_path, "cluster.py") == found.table() + "\n"


def test_the_program_that_draws_the_results_runs(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code = files(PAGE)["plots.py"]
    (tmp_path / "plots.py").write_text(code.replace("matches=300", "matches=4"), encoding="utf-8")
    assert output(tmp_path, "plots.py") == ""
    drawn = (tmp_path / "simulate.svg").read_text(encoding="utf-8")
    titles = ("Wins by player", "Wins by seat", "Scores of a match", "Lengths of hands")
    assert [title for title in titles if f"<!-- {title} -->" in drawn] == list(titles)
