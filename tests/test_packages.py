"""Tests of the packages of this repository: one version, which one command changes, and bounds of what they require."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from tools.version import ROOT, set_version

import rummy500 as r5

PROJECTS: Final = sorted(
    file.relative_to(ROOT) for files in ("pyproject.toml", "*/*/pyproject.toml") for file in ROOT.glob(files)
)
#: The files beside them that name the version.
BESIDE: Final = [
    *map(Path, ("CHANGELOG.md", "README.md", "SECURITY.md", "docs/about.md", "docs/write-a-house-rule.md")),
    Path("src/rummy500/__init__.py"),
]


def project(file: Path, root: Path = ROOT) -> Any:
    return tomllib.loads((root / file).read_text("utf-8"))


def of_users(file: Path, root: Path = ROOT) -> Iterator[Requirement]:
    """List what a package requires of those who use it."""
    yield from map(Requirement, project(file, root)["project"].get("dependencies", ()))


def of_extras_and_groups(file: Path, root: Path = ROOT) -> Iterator[Requirement]:
    found = project(file, root)
    lists = (*found["project"].get("optional-dependencies", {}).values(), *found.get("dependency-groups", {}).values())
    yield from (Requirement(each) for some in lists for each in some if isinstance(each, str))


def assert_one_version(version: str, root: Path = ROOT) -> None:
    """Assert that every place names a version, and that each package may be installed beside the others."""
    assert {project(file, root)["project"]["version"] for file in PROJECTS} == {version}
    for file in PROJECTS:
        for each in (*of_users(file, root), *of_extras_and_groups(file, root)):
            if each.name.startswith("rummy500"):
                assert each.specifier.contains(version, prereleases=True), f"{file}: {each}"
    assert f'__version__: Final[str] = "{version}"\n' in (root / "src/rummy500/__init__.py").read_text("utf-8")
    assert f"**Status:** {version}," in (root / "README.md").read_text("utf-8")
    assert f"at present {version} " in (root / "SECURITY.md").read_text("utf-8")
    assert f"describe rummy500 {version}," in (root / "docs" / "about.md").read_text("utf-8")


def test_every_package_has_the_version_of_the_library() -> None:
    assert len(PROJECTS) == 21
    assert_one_version(r5.__version__)


def test_the_changelog_begins_with_what_is_not_released__then_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    unreleased, *released = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    assert unreleased == "Unreleased"
    if "Nothing is released yet." in changelog:
        assert released == []
    else:
        assert released[0] == r5.__version__


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the files that name the version."""
    for file in (*PROJECTS, *BESIDE):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


@pytest.mark.parametrize("version", ["98.1.0rc1", "99.0.0"])
def test_one_command_changes_the_version_everywhere(tree: Path, version: str) -> None:
    before = {file: (tree / file).read_text("utf-8").splitlines() for file in (*PROJECTS, *BESIDE)}
    set_version(version, tree)
    assert_one_version(version, tree)
    for file, lines in before.items():
        now = (tree / file).read_text("utf-8").splitlines()
        if file.name == "CHANGELOG.md":
            place = now.index("## [Unreleased]") + 2
            assert re.fullmatch(rf"## \[{version}\] - \d{{4}}-\d\d-\d\d", now[place])
            del now[place - 1 : place + 1]
            assert now == lines
        else:
            changed = [(old, new) for old, new in zip(lines, now, strict=True) if old != new]
            assert changed
            assert all(version in new for _, new in changed)
            assert [old for old in now if f"{r5.__version__}" in old and "rummy500" in old] == []
    set_version(version, tree)  # a second time changes nothing more
    assert (tree / "CHANGELOG.md").read_text("utf-8").count(f"## [{version}]") == 1


@pytest.mark.parametrize("version", ["", "0.2", "v0.2.0", "0.2.0+local", "new"])
def test_a_version_that_is_none_changes_nothing(tree: Path, version: str) -> None:
    with pytest.raises(ValueError, match="is not a version such as"):
        set_version(version, tree)
    assert_one_version(r5.__version__, tree)


def test_an_upper_bound_for_users_has_a_reason_beside_it() -> None:
    """A bound without a reason keeps others from installing what would work."""
    for file in (file for file in PROJECTS if file.parts[0] in ("pyproject.toml", "plugins")):
        bounded = [
            each.name for each in of_users(file) if "<" in str(each.specifier) and not each.name.startswith("rummy500")
        ]
        lines = (ROOT / file).read_text("utf-8").splitlines()
        assert [name for name in bounded if not any(f'"{name}>=' in line and " # " in line for line in lines)] == []


def test_extras_and_groups_are_bounded() -> None:
    """README's commands install them: a new release of a tool must not break a clone of today."""
    bare = {each.name for file in PROJECTS for each in of_extras_and_groups(file) if not each.specifier}
    assert bare == {"rummy500", "rummy500-learn"}  # of this repository
    for file in PROJECTS:
        for each in of_extras_and_groups(file):
            operators = {one.operator for one in each.specifier}
            assert not each.specifier or operators & {"<", "<=", "=="}, f"{file}: {each}"
