"""Tests of the titles of presets and plugins: what players read in place of names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.hooks.samples import described, plugin

import rummy500 as r5
from rummy500.hooks import PluginInfo, Preset
from rummy500.players.registry import HOW_LEVELS_LOSE, LEVELS
from rummy500.wire.serving import choices_message, rules_message

DOCS = Path(__file__).parents[2] / "docs"
HOME = Preset("our-home", "house", "as we play it", {}, ("sample",))


def test_a_title_is_the_name_with_a_capital_letter_unless_it_is_declared() -> None:
    assert HOME.title == "Our home"
    assert PluginInfo("two-at-once", "a draw gives two cards").title == "Two at once"
    assert PluginInfo("two-at-once", "a draw gives two cards", title="2 at once").title == "2 at once"
    assert {each.name: each.title for each in r5.list_presets() if not each.plugin} == {
        "pagat": "Standard", "north-american": "North American", "classic": "Classic", "family": "Family",
    }  # fmt: skip


def test_the_titles_of_variants_are_those_of_the_site() -> None:
    index = (DOCS / "variants" / "index.md").read_text("utf-8")
    titles = {name: title for title, name in re.findall(r"^\| \[(.+?)\]\((.+?)\.md\)", index, re.MULTILINE)}
    found = {each.name: each.title for each in r5.list_plugins() if each.name in titles}
    assert found == {name: titles[name] for name in found}
    how = (DOCS / "how-to-play.md").read_text("utf-8")
    assert all(f"| {each.title} (`{each.name}`) |" in how for each in r5.list_presets() if not each.plugin)


def test_a_title_is_a_text() -> None:
    wrong: Any = 3
    with pytest.raises(TypeError, match="title must be str, not 3"):
        PluginInfo("sample", "a sample", title=wrong)
    bad: tuple[Any, ...] = (3, " ")
    for title in bad:
        presets = (attrs.evolve(HOME, title=title),)
        with pytest.raises(r5.ComposeError, match="has a preset 'our-home' whose title must be a text"):
            r5.compose("classic", [plugin("sample", described(presets=presets))])


def test_rules_are_named_by_titles__without_plugins_that_come_with_others() -> None:
    pytest.importorskip("rummy500_persian")
    rules = r5.compose("pagat", ["persian"], seats=4)
    assert rules.origin.titles == rules_message(rules).titles == ("Standard", "Persian")
    assert r5.sheet(rules).title == "500 Rummy: Standard with Persian, for 4 players"
    assert r5.sheet(r5.compose("classic", [plugin("sample")])).title.startswith("500 Rummy: Classic with Sample, for")


def test_each_level_says_how_it_loses__on_its_page_too() -> None:
    assert list(HOW_LEVELS_LOSE) == list(LEVELS)
    page = (DOCS / "opponents.md").read_text("utf-8")
    for level, sentence in HOW_LEVELS_LOSE.items():
        assert f"- **{level.capitalize()}.** {sentence}\n" in page
    told = choices_message("pagat").levels
    assert {each.name: each.about for each in told} == HOW_LEVELS_LOSE
