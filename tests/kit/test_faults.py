"""Planted faults: patches are read, planted in a copy, and found by laws; nothing is found where nothing is planted."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rummy500.testing.faults import PatchError, look, main, read_plant

ROOT = Path(__file__).parents[2]
FAULTS = ROOT / "tests" / "faults"


def test_ours_are_twenty_and_can_be_read() -> None:
    plants = [read_plant(file) for file in sorted(FAULTS.glob("*.patch"))]
    assert len(plants) >= 20
    assert len({plant.fault for plant in plants}) == len(plants)
    assert sum(bool(plant.plugin) for plant in plants) >= 4


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_fault_is_found_by_a_law(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found"
    asked = ["--only", "02", "--root", str(ROOT), "--hands", "4", "--tables", "1", "--workers", "1"]
    assert main([str(FAULTS), *asked, "--json", str(out)]) == 0
    assert "1 of 1 found" in capsys.readouterr().out
    sound, found = json.loads(out.read_text("utf-8"))
    assert sound["laws"] == []
    assert "who played it stays" in found["laws"]
    assert found["tables"] == 1


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_ours_apply_to_the_sources(tmp_path: Path) -> None:
    for source in (ROOT / "src", *sorted(ROOT.glob("plugins/*/src"))):
        shutil.copytree(source, tmp_path / source.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__"))
    for file in sorted(FAULTS.glob("*.patch")):
        checked = subprocess.run(
            ["git", "apply", "--check", "-p1", "-"],
            input=read_plant(file).patch,
            cwd=tmp_path,
            text=True,
            capture_output=True,
            check=False,
        )
        assert checked.returncode == 0, f"{file.name}: {checked.stderr}"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Rule: x.y\n\n--- a/b\n+++ b/b\n", "no line `Fault: ...`"),
        ("Fault: it\n\n--- a/b\n+++ b/b\n", "no line `Rule: ...`"),
        ("Fault: it\nRule: x.y\n\nnothing\n", "no diff"),
    ],
)
def test_a_patch_that_cannot_be_read_is_told(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "01-it.patch"
    file.write_text(text, "utf-8")
    with pytest.raises(PatchError, match=what):
        read_plant(file)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_patch_that_does_not_apply_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "01-it.patch").write_text(
        "Fault: it\nRule: x.y\n\n--- a/src/no.py\n+++ b/src/no.py\n@@ -1 +1 @@\n-a\n+b\n", "utf-8"
    )
    assert main([str(tmp_path), "--root", str(tmp_path), "--hands", "0", "--workers", "1"]) == 2
    assert "01-it does not apply" in capsys.readouterr().err


def test_where_there_is_no_fault_every_law_holds() -> None:
    told = look((), hands=1, seed=1, most=3)
    assert (told["laws"], told["tables"]) == ([], 3)
