"""Tests that the pages of variants are for players, and lead to a game of the variant and to the page of its plugin."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tools.rulebook_pages import COMMAND

import rummy500 as r5
from rummy500.hooks.installed import installed

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page for page in (DOCS / "variants").glob("*.md") if page.stem in installed())
HEADINGS = ["At the table", "Choices", "With other variants", "The whole rules on a sheet"]
#: Options have a place of their own on a page, and programmers a line.
_CHOICES = re.compile(r"^## Choices\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
_FOR_PROGRAMMERS = re.compile(
    r"\nFor programmers: \[the plugin `([\w-]+)`\]\(\.\./reference/variants/([\w-]+)\.md\),.*\n\Z"
)
_LINK = re.compile(r'<a href="\.\./\.\./play/#([^"]+)">Play it</a>')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_the_words_of_players(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.findall(r"^##+ (.*)$", text, re.MULTILINE) == HEADINGS
    for_players = _FOR_PROGRAMMERS.sub("", _CHOICES.sub("", text)).replace(f"`{COMMAND}`", "")
    assert re.findall(r"`[^`]*`|\*ours\*|\b00[0-4]\b", for_players) == []  # neither ids nor options, code or sources


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_ends_with_the_page_for_programmers(page: Path) -> None:
    found = _FOR_PROGRAMMERS.search(page.read_text("utf-8"))
    assert found
    assert found.groups() == (page.stem, page.stem)
    plugin = (DOCS / "reference" / "variants" / page.name).read_text("utf-8")
    assert f"](../../variants/{page.name})" in plugin
    assert re.search(r"^## (?:Readings|Rule by rule)$", plugin, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_links_to_a_game_of_its_variant(page: Path) -> None:
    link = _LINK.search(page.read_text("utf-8").partition("\n## ")[0])
    assert link
    game = {key: values[0] for key, values in parse_qs(unescape(link[1])).items()}
    options = {key.removeprefix("option."): json.loads(game[key]) for key in game if key.startswith("option.")}
    plugins = game["plugins"].split(",") if "plugins" in game else []
    rules = r5.compose(game["preset"], plugins, options, seats=int(game["seats"]))
    assert page.stem in rules.plugins
