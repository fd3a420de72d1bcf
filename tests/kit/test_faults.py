"""Planted faults: patches are read, planted in a copy, and found by laws; nothing is found where nothing is planted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.hooks.installing import dist_info, importable

from rummy500.cli.app import app
from rummy500.hooks.installed import GROUP
from rummy500.testing import cells
from rummy500.testing.faults import PatchError, look, look_for, main, read_plant

ROOT = Path(__file__).parents[2]
FAULTS = ROOT / "tests" / "faults"
GIT = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
INSTALLED = pytest.mark.skipif(not cells.plugins(), reason="needs the plugins in which some are planted")


@INSTALLED
def test_ours_can_be_read() -> None:
    plants = [read_plant(file) for file in sorted(FAULTS.glob("*.patch"))]
    assert len(plants) >= 24
    assert len({plant.fault for plant in plants}) == len(plants)
    planted = {plant.plugin for plant in plants} - {""}
    assert len(planted) >= 4
    assert planted <= set(cells.plugins())


@GIT
def test_a_fault_is_found_by_a_law(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found"
    asked = ["--only", "02", "--root", str(ROOT), "--hands", "4", "--tables", "1", "--workers", "1"]
    assert main([str(FAULTS), *asked, "--json", str(out)]) == 0
    assert "1 of 1 found" in capsys.readouterr().out
    sound, found = json.loads(out.read_text("utf-8"))
    assert sound["laws"] == []
    assert "who played it stays" in found["laws"]
    assert found["tables"] == 1


@GIT
@INSTALLED
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
        ("Fault: it\nRule: x.y\n\n--- a/b\n+++ b/b\n", r"b lies neither in src nor in plugins/\*/src"),
        (
            "Fault: it\nRule: x.y\n\n--- a/src/stranger/a.py\n+++ /dev/null\n",
            "01-it.patch: src/stranger/a.py is of the module stranger, which is no installed plugin's",
        ),
    ],
)
def test_a_patch_that_cannot_be_read_is_told(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "01-it.patch"
    file.write_text(text, "utf-8")
    with pytest.raises(PatchError, match=what):
        read_plant(file)


@GIT
def test_a_patch_that_does_not_apply_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "01-it.patch").write_text(
        "Fault: it\nRule: x.y\n\n--- a/src/rummy500/no.py\n+++ b/src/rummy500/no.py\n@@ -1 +1 @@\n-a\n+b\n", "utf-8"
    )
    assert main([str(tmp_path), "--root", str(tmp_path), "--hands", "1", "--tables", "1", "--workers", "1"]) == 2
    assert "01-it does not apply" in capsys.readouterr().err


def test_a_patch_that_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "01-it.patch").write_bytes(b"\xff\xfe\x00")
    assert main([str(tmp_path)]) == 2
    assert "01-it.patch: it cannot be read: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("folder", "arguments", "what"),
    [
        ("nofolder", (), "there is no folder nofolder"),
        (".", (), "there is no patch file, NN-name.patch, in ."),
        (str(FAULTS), ("--only", "02", "99"), f"there is no fault 99 in {FAULTS}"),
        (str(FAULTS), ("--only", "02", "--root", "."), "there is neither src nor plugins/*/src in "),
        (str(FAULTS), ("--only", "02", "--json", "no/file"), "No such file or directory: 'no/file'"),
    ],
)
def test_nothing_to_plant_is_no_success(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: str,
    arguments: tuple[str, ...],
    what: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([folder, *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert what in told.err


@pytest.mark.parametrize("argument", ["--hands", "--tables", "--workers"])
def test_a_number_that_is_too_small_is_refused(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(FAULTS), argument, "0"])
    assert ended.value.code == 2
    assert f"argument {argument}: it must be at least 1, not 0" in capsys.readouterr().err
    if argument != "--workers":
        hands, most = (0, 1) if argument == "--hands" else (1, 0)
        with pytest.raises(ValueError, match="must be at least 1, not 0"):
            look_for(None, ROOT, seed=0, hands=hands, most=most)
        with pytest.raises(ValueError, match="must be at least 1, not 0"):
            look((), seed=0, hands=hands, most=most)


def test_the_page_has_every_argument(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    arguments = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    page = (ROOT / "docs" / "testing" / "faults.md").read_text("utf-8")
    assert arguments > {"--tables", "--seed"}
    assert [argument for argument in sorted(arguments) if f"{argument} " not in page] == []


# ------------------------------------------------- in a plugin of one's own

#: What a fault adds to a plugin: of the pile only the first card is left when a turn ends.
LOSES_CARDS = """

from rummy500.hooks import replace


@hookimpl
def turn_ended(rule):
    def ended(rules, state):
        after = rule(rules, state)
        return replace(after, public=replace(after.public, pile=after.public.pile[:1]))

    return ended
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new plugin, installed, with a folder `faults` in which one is planted in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    assert CliRunner().invoke(app, ["new-plugin", "nightfall"]).exit_code == 0
    package = tmp_path / "rummy500-nightfall"
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    dist_info(package / "src", project["name"], project["entry-points"][GROUP])
    module = "src/rummy500_nightfall/__init__.py"
    lines = (package / module).read_text("utf-8").splitlines(keepends=True)
    diff = unified_diff(lines, [*lines, *LOSES_CARDS.splitlines(keepends=True)], f"a/{module}", f"b/{module}")
    (package / "faults").mkdir()
    heading = "Fault: cards of the pile are lost\nRule: nightfall.points\n\n"
    (package / "faults" / "01-lost.patch").write_text(heading + "".join(diff), "utf-8")
    with importable(package / "src"):
        yield package


@GIT
def test_a_fault_of_a_plugin_of_ones_own_is_looked_for_with_it(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(package)
    out = package / "found"
    assert read_plant(package / "faults" / "01-lost.patch").plugin == "nightfall"
    assert main(["faults", "--hands", "1", "--tables", "1", "--workers", "1", "--json", str(out)]) == 0
    assert "1 of 1 found; without any fault 1 tables hold" in capsys.readouterr().out
    sound, found = json.loads(out.read_text("utf-8"))
    assert (sound["name"], sound["laws"]) == ("none, nightfall", [])
    assert "cards are conserved" in found["laws"]
    assert "plugins=['nightfall']" in found["at"]


@GIT
def test_a_plugin_that_breaks_a_law_without_any_fault_is_told(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(package)
    module = package / "src" / "rummy500_nightfall" / "__init__.py"
    module.write_text(module.read_text("utf-8") + LOSES_CARDS, "utf-8")
    patch = package / "faults" / "01-lost.patch"
    head = patch.read_text("utf-8").partition("--- ")[0]
    added = "--- /dev/null\n+++ b/src/rummy500_nightfall/more.py\n@@ -0,0 +1 @@\n+nothing = 0\n"
    patch.write_text(head + added, "utf-8")
    assert main(["faults", "--hands", "1", "--tables", "1", "--workers", "1"]) == 2
    told = capsys.readouterr().out
    assert re.match(r"without any fault a law is broken at <Rules .* plugins=\['nightfall'\]", told), told


@pytest.mark.parametrize(
    ("path", "plugin"),
    [
        ("src/two/first/rule.py", "first"),
        ("src/two/second.py", "second"),
        ("plugins/another-name/src/two/second.py", "second"),
        ("src/two/shared.py", "first"),
        ("src/alone.py", "alone"),
        ("src/rummy500/cards.py", ""),
        ("src/pytest_rummy500/__init__.py", ""),
    ],
)
def test_the_plugin_is_that_of_the_package_not_of_the_folder(tmp_path: Path, path: str, plugin: str) -> None:
    dist_info(tmp_path, "rummy500-two", {"first": "two.first", "second": "two.second", "alone": "alone"})
    file = tmp_path / "01-it.patch"
    file.write_text(f"Fault: it\nRule: x.y\n\n--- a/{path}\n+++ b/{path}\n", "utf-8")
    with importable(tmp_path):
        assert read_plant(file).plugin == plugin


def test_where_there_is_no_fault_every_law_holds() -> None:
    told = look((), hands=1, seed=1, most=3)
    assert (told["laws"], told["tables"]) == ([], 3)
