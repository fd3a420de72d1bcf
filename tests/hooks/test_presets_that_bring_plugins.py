"""Tests of presets with plugins: other plugins override these, and they know that the preset added them."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from tests.hooks.installing import Install
from tests.hooks.samples import plugin, refusal

import rummy500 as r5
from rummy500.hooks import OptionValue, PluginInfo, Preset, Settings, hookimpl
from rummy500.rules.options import CORE_PRESETS

PAGAT = CORE_PRESETS["pagat"]


class Table:
    """A plugin with its own target, unless the preset adds it."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("table", "a table of its own")

    @hookimpl
    def settings(self, options: Mapping[str, OptionValue], by_preset: bool) -> Settings:
        return Settings(sets={} if by_preset else {"match.target": 300})

    @hookimpl
    def draw_count(self) -> int:
        return 2


class Home:
    """A plugin with a preset that contains `Table`."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        housed = Preset("housed", "house", "with a table", PAGAT.options, plugins=("home", "table"))
        return PluginInfo("home", "the home of a preset", presets=(housed,))


def rival(**more: Any) -> SimpleNamespace:
    info = PluginInfo("rival", "another table", **more)
    return plugin("rival", info)


@pytest.mark.parametrize(("preset", "target"), [("housed", 500), ("pagat", 300)])
def test_settings_know_whether_the_preset_adds_the_plugin(preset: str, target: int) -> None:
    assert r5.compose(preset, [Home(), Table()]).match.target == target


def test_a_plugin_that_displaces_another_leaves_one_that_the_caller_names() -> None:
    both = r5.compose("pagat", [Table(), rival(displaces=("table",))])
    assert list(both.plugins) == ["table", "rival"]
    message = refusal(Table(), rival(displaces=("table",), conflicts={"table": "two tables"}))
    assert message == "plugins rival and table do not go together: two tables"


def test_displaces_holds_names() -> None:
    with pytest.raises(TypeError, match="displaces must be tuple, not 'table'"):
        PluginInfo("rival", "", displaces="table")  # type: ignore[arg-type] # wrong on purpose


def test_a_preset_of_an_installed_plugin_that_requires_another_is_found(install: Install) -> None:
    source = """
from rummy500 import compose
from rummy500.hooks import PluginInfo, Preset, hookimpl

@hookimpl
def plugin_info():
    name = __name__.removeprefix("installed_")
    if name == "below":
        return PluginInfo(name, "what another needs")
    homely = Preset("homely", "a homely game", "with two plugins", compose("pagat").preset.options, plugins=(name,))
    return PluginInfo(name, "with a preset", requires=("below",), presets=(homely,))
"""
    install("below", source)
    install("above", source)
    assert list(r5.compose("homely").plugins) == ["below", "above"]
