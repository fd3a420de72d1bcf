"""Tests that a source distribution has the source and what building needs, and every distribution the licence."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

import pytest
from tools.licences import without_licence

ROOT: Final = Path(__file__).parents[1]
#: Beside the source: metadata, .gitignore (hatchling adds it), and the hook of the compiled wheel with what it runs.
FOR_BUILDING: Final = {
    *("pyproject.toml", "PKG-INFO", "README.md", "LICENSE", ".gitignore"),
    *("tools/compiled_wheel.py", "tools/write_records.py"),
}
#: Files that running the project leaves in a tree: a server's database, built pages, caches.
LEFT_BEHIND: Final = (
    *("examples/online-table/tables.sqlite3", "tables.sqlite3", "examples/online-table/page/play/index.html"),
    *("site/play/library.zip", "build/web/package.json", "dist/old.tar.gz", "uv.lock", ".venv/pyvenv.cfg"),
    *("src/rummy500/__pycache__/cards.cpython-311.pyc", "docs/notes.md", "tests/test_mine.py", "game.json"),
)

pytestmark = [
    pytest.mark.skipif(shutil.which("uv") is None, reason="uv builds it"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="git lists the files of the source"),
]


def tracked(*folders: str) -> set[str]:
    """List the files in git, those that are deleted in this tree left out."""
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, check=True, capture_output=True, text=True)
    return {name for name in listed.stdout.split("\0") if (ROOT / name).is_file()}


def wheel_files(folder: Path) -> dict[str, bytes]:
    """Read the only wheel of a folder."""
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which a server ran and pages were built, with the distributions in `out`."""
    folder = tmp_path_factory.mktemp("tree")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in LEFT_BEHIND:
        assert not (folder / name).exists()
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("secret", "utf-8")
    for out, kinds in (("out/sdist-first", ()), ("out/direct", ("--wheel",))):
        subprocess.run(["uv", "build", "--quiet", *kinds, "--out-dir", out], cwd=folder, check=True)
    return folder


@pytest.mark.slow
def test_it_has_the_source_in_git_and_what_building_needs(tree: Path) -> None:
    (file,) = (tree / "out/sdist-first").glob("*.tar.gz")
    with tarfile.open(file) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert names - FOR_BUILDING == tracked("src")
    assert names >= FOR_BUILDING


def test_the_wheel_built_from_it_is_that_of_the_tree(tree: Path) -> None:
    direct = wheel_files(tree / "out/direct")
    assert wheel_files(tree / "out/sdist-first") == direct
    about = {name for name in direct if ".dist-info/" in name}
    assert {f"src/{name}" for name in {*direct} - about} == tracked("src")


def test_the_files_for_the_compiled_wheel_are_those_that_its_hook_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["path"]
    assert hook in FOR_BUILDING
    named = {name for name in tracked("tools") if f'"{Path(name).name}"' in (ROOT / hook).read_text("utf-8")}
    assert named == {name for name in FOR_BUILDING if name.startswith("tools/")} - {hook}


# ---------------------------------------------------------------- the licence

MEMBERS: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["workspace"]["members"]
PACKAGES: Final = [ROOT, *sorted(file.parent for each in MEMBERS for file in ROOT.glob(f"{each}/pyproject.toml"))]


def test_every_package_has_the_licence() -> None:
    """A copy, and no link: pip builds a plugin in its own folder, and links are not made on every system."""
    assert len(PACKAGES) == 20
    for folder in PACKAGES:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
        assert not (folder / "LICENSE").is_symlink()
        assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_a_distribution_without_the_licence_is_found(tmp_path: Path) -> None:
    """The session `wheels` asks this of all distributions."""
    with zipfile.ZipFile(tmp_path / "bare-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("bare-1.dist-info/METADATA", "License-File: LICENSE")
    with tarfile.open(tmp_path / "other-1.tar.gz", "w:gz") as source:
        source.add(ROOT / "README.md", "other-1/LICENSE")
    with tarfile.open(tmp_path / "whole-1.tar.gz", "w:gz") as source:
        source.add(ROOT / "LICENSE", "whole-1/LICENSE")
    assert without_licence(tmp_path) == ["bare-1-py3-none-any.whl", "other-1.tar.gz"]
