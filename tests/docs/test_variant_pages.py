"""Tests that pages of variants are for players, and lead to a game of the variant and to the README of its plugin."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs

import pytest
from tools.pages import COMMAND
from tools.site_hooks import on_page_markdown

import rummy500 as r5
from rummy500.hooks.plugin import installed

DOCS = Path(__file__).parents[2] / "docs"
EVERY = sorted(page for page in (DOCS / "variants").glob("*.md") if page.stem in installed())
HOUSE = DOCS / "variants" / "house-rules.md"
#: The pages of variants that a source describes.
PAGES = [page for page in EVERY if page != HOUSE]
HEADINGS = [
    "At the table",
    "Choices",
    "With other variants",
    "What the source leaves open",
    "What differs from the base rules",
]
#: The presets of whose rules the source of a variant speaks: the preset that follows the same source.
BASES = {preset.source: preset.title for preset in r5.list_presets()}
#: Options have a place of their own on a page, and programmers a line.
_CHOICES = re.compile(r"^## Choices\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
_FOR_PROGRAMMERS = re.compile(
    r"\nFor programmers: \[the plugin `([\w-]+)`\]\(\.\./\.\./plugins/([\w-]+)/README\.md\),.*\n\Z"
)
_LINK = re.compile(r'<a href="\.\./\.\./play/#([^"]+)">Play it with ([\w ]+) rules</a>')
_BASE = re.compile(r" · \*\*Base rules in the source:\*\* (.+?) · <a ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_the_words_of_players(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.findall(r"^##+ (.*)$", text, re.MULTILINE) == HEADINGS
    for_players = _FOR_PROGRAMMERS.sub("", _CHOICES.sub("", text)).replace(f"`{COMMAND}`", "")
    for_players = re.sub(r"\]\([^)]*\)", "]", for_players)  # without the addresses of links
    assert re.findall(r"`[^`]*`|\*ours\*|\b00[0-4]\b", for_players) == []  # neither ids nor options, code or sources


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.stem)
def test_a_page_ends_with_the_readme_of_its_plugin(page: Path) -> None:
    text = page.read_text("utf-8")
    found = _FOR_PROGRAMMERS.search(text)
    assert found
    assert found.groups() == (page.stem, page.stem)
    plugin = (DOCS.parent / "plugins" / page.stem / "README.md").read_text("utf-8")
    assert f"](../../docs/variants/{page.name})" in plugin
    shown = on_page_markdown(text, page=SimpleNamespace(file=SimpleNamespace(src_uri=f"variants/{page.name}")))
    assert re.search(r"^## For programmers\n.*^### (?:Readings|Rule by rule)\n", shown, re.MULTILINE | re.DOTALL)
    assert "](../../" not in shown
    assert re.search(r"^## (?:Readings|Rule by rule)$", plugin, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_links_to_games_of_its_variant__those_that_the_sources_mean_first(page: Path) -> None:
    (info,) = (each for each in r5.list_plugins() if each.name == page.stem)
    bases = {BASES[source] for source in info.source.split(", ")}
    lead = page.read_text("utf-8").partition("\n## ")[0]
    names = [name for _, name in _LINK.findall(lead)]
    assert {*names[: len(bases)]} == bases
    assert {*names[len(bases) :]} <= {"Standard"}
    assert len(names) == len(set(names))
    named = _BASE.search(lead)
    assert named
    assert re.findall(r"\[([\w ]+)\]\(\.\./how-to-play\.md#choose-your-rules\)", named[1]) == names[: len(bases)]
    for link, name in _LINK.findall(lead):
        game = {key: values[0] for key, values in parse_qs(unescape(link)).items()}
        options = {key.removeprefix("option."): json.loads(game[key]) for key in game if key.startswith("option.")}
        plugins = game["plugins"].split(",") if "plugins" in game else []
        rules = r5.compose(game["preset"], plugins, options, seats=int(game["seats"]))
        assert rules.preset.title == name
        assert page.stem in rules.plugins


def test_the_page_of_house_rules_has_a_value_for_every_option_and_a_game_of_a_group() -> None:
    text = HOUSE.read_text("utf-8")
    rules = r5.compose("pagat", ["house-rules"], seats=3)
    kinds = {name: kind for name, kind in rules.origin.option_kinds.items() if name.startswith("house-rules.")}
    shown = dict(re.findall(r"\| `(house-rules\.[\w-]+) = ([\w-]+)` \|$", text, re.MULTILINE))
    assert shown.keys() == kinds.keys()
    assert all(kinds[name].read(value) != rules.options[name] for name, value in shown.items())
    (link,) = re.findall(r'<a href="\.\./\.\./play/#([^"]+)">', text)
    game = {key.removeprefix("option."): values[0] for key, values in parse_qs(unescape(link)).items()}
    options = {name: json.loads(value) for name, value in game.items() if name in kinds}
    assert set(options) == {"house-rules.wild", "house-rules.out-bonus", "house-rules.pile-after-meld"}
    group = r5.compose(game["preset"], [game["plugins"]], options, seats=int(game["seats"]))
    assert group.options.items() >= options.items()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_lists_what_its_first_game_changes(page: Path) -> None:
    text = page.read_text("utf-8")
    first = _LINK.search(text)
    assert first
    differing = text.partition("\n## What differs from the base rules\n")[2]
    base = "Standard" if first[2].lower() == page.stem else first[2]
    assert f", compared with [{base}](" in differing
    assert re.search(r"^\*\*.+\?\*\*\n\n- ", differing, re.MULTILINE)
