"""Tests that the pages of variants have one shape, and that each leads to a game of its variant."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs

import pytest

import rummy500 as r5
from rummy500.hooks.installed import installed

PAGES = sorted(
    page for page in (Path(__file__).parents[2] / "docs" / "variants").glob("*.md") if page.stem in installed()
)
HEADINGS = ["At the table", "Choices", "With other variants", "The whole rules on a sheet", "In detail"]
_LINK = re.compile(r'<a href="\.\./\.\./play/#([^"]+)">Play it</a>')


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_begins_with_what_changes_for_players(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    for_players = text.partition("\n## Choices\n")[0]
    assert re.findall(r"`[^`]*`|\*ours\*", for_players) == []  # neither ids nor options nor code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_links_to_a_game_of_its_variant(page: Path) -> None:
    link = _LINK.search(page.read_text("utf-8").partition("\n## ")[0])
    assert link
    game = {key: values[0] for key, values in parse_qs(unescape(link[1])).items()}
    options = {key.removeprefix("option."): json.loads(game[key]) for key in game if key.startswith("option.")}
    plugins = game["plugins"].split(",") if "plugins" in game else []
    rules = r5.compose(game["preset"], plugins, options, seats=int(game["seats"]))
    assert page.stem in rules.plugins
