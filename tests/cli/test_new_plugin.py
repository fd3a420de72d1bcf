"""Tests of `rummy500 new-plugin`: its files, the names that it accepts, and that it writes all or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import click.testing
import pytest

import rummy500 as r5
import rummy500_cookbook as cookbook
from rummy500_testing_cli import new_plugin
from rummy500_testing_cli.new_plugin import KINDS, plugin_files

Run = Callable[..., click.testing.Result]

FILES = {
    "README.md",
    "pyproject.toml",
    "rummy500_own_rule.py",
    "tests/laws.py",
    "tests/own-rule.scenario.toml",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path) -> Mapping[str, str]:
    """List the files under a folder."""
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()
    }


def plugin(source: str) -> ModuleType:
    """Load the module of a new plugin."""
    module = ModuleType("plugin")
    exec(compile(source, "plugin", "exec"), vars(module))
    return module


def test_the_package_is_written_and_nothing_beside_it(run: Run, folder: Path) -> None:
    done = run("new-plugin", "own-rule")
    assert done.exit_code == 0
    assert done.output.startswith("rummy500-own-rule: a plugin")
    assert [entry.name for entry in folder.iterdir()] == ["rummy500-own-rule"]
    (folder / "plain").mkdir()
    assert (folder / "rummy500-own-rule").stat().st_mode == (folder / "plain").stat().st_mode
    found = written(folder / "rummy500-own-rule")
    assert set(found) == FILES
    assert found == plugin_files("own-rule")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["7up", "class", "a-b-c"])
def test_the_name_is_everywhere_and_no_place_is_left_blank(name: str, kind: str) -> None:
    module = f"rummy500_{name.replace('-', '_')}"
    found = plugin_files(name, kind)
    assert set(found) == {path.replace("rummy500_own_rule", module).replace("own-rule", name) for path in FILES}
    assert [path for path, text in found.items() if KINDS[kind].replace("_", "-") in text] == []
    assert f"{module}.py" in found
    assert f'[project.entry-points."rummy500.plugins"]\n{name} = "{module}"\n' in found["pyproject.toml"]
    assert [path for path in found if "NAME" in path or "MODULE" in path] == []
    assert [path for path, text in found.items() if re.search(r"\$(?! )", text) or "MODULE" in text] == []
    assert r5.compose("classic", [plugin(found[f"{module}.py"])]).identity.plugins == ((name, 1),)


@pytest.mark.parametrize("kind", KINDS)
def test_a_package_begins_with_the_rule_of_its_kind(run: Run, folder: Path, kind: str) -> None:
    assert run("new-plugin", "own-rule", "--kind", kind).exit_code == 0
    found = written(folder / "rummy500-own-rule")
    assert found == plugin_files("own-rule", kind)
    copied = Path(str(cookbook.__file__)).parent
    for path, file in (
        ("rummy500_own_rule.py", f"{KINDS[kind]}.py"),
        ("tests/own-rule.scenario.toml", f"{KINDS[kind]}.scenario.toml"),
    ):
        assert found[path].replace("own-rule", KINDS[kind].replace("_", "-")) == (copied / file).read_text("utf-8")
    about = plugin(found["rummy500_own_rule.py"]).plugin_info().about
    assert f"A house rule for rummy500: {about}.\n" in found["README.md"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_package_has_few_lines_beside_its_rule(kind: str) -> None:
    found = plugin_files("own-rule", kind)
    assert len(found) <= 6
    assert sum(len(text.splitlines()) for path, text in found.items() if path != "rummy500_own_rule.py") <= 110


@pytest.mark.parametrize("kind", KINDS)
def test_lines_fit_whatever_the_name(kind: str) -> None:
    found = plugin_files("a-name-that-nobody-wants-to-type-so-long", kind)  # 40 characters, the most that it may have
    lines = [line for path, text in found.items() if path.endswith(".py") for line in text.splitlines()]
    assert [line for line in lines if len(line) > 120] == []


def test_a_plugin_that_is_installed_is_not_begun_again(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_plugin, "installed", lambda: {"own-rule": ()})
    done = run("new-plugin", "own-rule")
    assert done.exit_code == 2
    assert "a plugin own-rule is installed already" in done.stderr
    assert list(folder.iterdir()) == []


def _full(path: Path) -> None:
    path.mkdir()
    (path / "README.md").write_text("mine", "utf-8")


def _link(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize("make", [_full, _link])
def test_existing_files_are_not_changed(run: Run, folder: Path, make: Callable[[Path], None]) -> None:
    make(folder / "rummy500-own-rule")
    before = written(folder)
    done = run("new-plugin", "own-rule")
    assert done.exit_code == 2
    assert done.stderr == "rummy500: rummy500-own-rule exists already; nothing was written\n"
    assert written(folder) == before
    assert [entry.name for entry in folder.iterdir()] == ["rummy500-own-rule"]


def test_nothing_is_left_of_a_package_that_cannot_be_written(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_plugin, "plugin_files", lambda name, _: {name: "a file", f"{name}/within": "cannot be"})
    done = run("new-plugin", "own-rule")
    assert done.exit_code == 2
    assert done.stderr.startswith("rummy500: cannot write rummy500-own-rule: ")
    assert list(folder.iterdir()) == []
