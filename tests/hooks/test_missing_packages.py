"""Tests that a plugin or preset of this project that is not installed is refused with the name of its package."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

import pytest
from tests.hooks.installing import forget_plugins
from tests.hooks.samples import plugin, refusal

from rummy500.hooks import PluginInfo
from rummy500.hooks import plugin as installed

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FOLDERS = sorted(file.parent.name for file in (ROOT / "plugins").glob("*/pyproject.toml"))


def install(monkeypatch: pytest.MonkeyPatch, points: Mapping[str, str]) -> None:
    """Hide all installed plugins but those of some names and modules."""
    found = [metadata.EntryPoint(name, value, installed.GROUP) for name, value in points.items()]
    monkeypatch.setattr(metadata, "entry_points", lambda *, group: found)
    forget_plugins()


@pytest.fixture(autouse=True)
def no_plugin_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide all plugins, as after a plain `pip install rummy500`."""
    install(monkeypatch, {})
    yield
    monkeypatch.undo()
    forget_plugins()


@pytest.mark.parametrize("name", FOLDERS)
def test_missing_plugin_is_refused_with_its_package(name: str) -> None:
    assert refusal(name) == (
        f"plugin {name!r} is not installed; "
        f"install rummy500-{name} (in a clone: pip install ./plugins/{name}), or rummy500[variants] for all variants"
    )


def test_missing_preset_is_refused_with_the_package_of_the_variant_of_that_name() -> None:
    assert refusal(preset="wikipedia") == (
        "there is no preset 'wikipedia'; the variant wikipedia is not installed: "
        "install rummy500-wikipedia (in a clone: pip install ./plugins/wikipedia), "
        "or rummy500[variants] for all variants; "
        'if it has no preset: compose("classic", plugins=["wikipedia"])'
    )


@pytest.mark.parametrize("installed", [True, False])
def test_plugin_given_as_a_preset_is_named_a_plugin(monkeypatch: pytest.MonkeyPatch, installed: bool) -> None:
    plain = plugin("night-rummy")
    if installed:
        install(monkeypatch, {"night-rummy": "tests.hooks.night_rummy"})
        monkeypatch.setitem(sys.modules, "tests.hooks.night_rummy", plain)
    assert refusal(*([] if installed else [plain]), preset="night-rummy") == (
        'night-rummy is a plugin, not a preset: compose("classic", plugins=["night-rummy"])'
    )


def test_missing_requirement_is_refused_with_its_package() -> None:
    persian = plugin("persian", PluginInfo("persian", "", requires=("partnership",)))
    assert refusal(persian) == (
        "plugin persian requires partnership: plugin 'partnership' is not installed; "
        "install rummy500-partnership (in a clone: pip install ./plugins/partnership), "
        "or rummy500[variants] for all variants"
    )


def test_misspelt_plugin__one_that_is_not_installed_is_suggested() -> None:
    assert refusal("oklahom") == "there is no plugin 'oklahom'; did you mean \"oklahoma\"?"


def test_plugin_that_nobody_has_names_no_package() -> None:
    assert refusal("zzz").startswith("there is no plugin 'zzz'; known are add-opponents-hand, boathouse, ")
    assert "--plugin" not in refusal("zzz")  # a program has no command line
    assert refusal(preset="zzz") == "there is no preset 'zzz'; known are classic, family, north-american, pagat"


def test_extra_variants_requires_every_plugin_of_the_repository() -> None:
    required = PROJECT["optional-dependencies"]["variants"]
    assert [each.partition(">")[0] for each in required] == [f"rummy500-{name}" for name in FOLDERS]
    assert sorted(installed.variants()) == FOLDERS
