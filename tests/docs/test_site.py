"""Tests of the site: its navigation, its tables on a phone, its changelog, the links that it offers."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from urllib.parse import parse_qs

import pytest
from tools.site_hooks import BOOSTS, on_page_markdown

import rummy500 as r5

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
NAV: Final = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
PAGES: Final = sorted(DOCS.rglob("*.md"))


def test_pages_and_tabs_that_the_search_weighs_exist() -> None:
    known = {page.relative_to(DOCS).as_posix() for page in PAGES} | set(tabs())
    assert set(BOOSTS) - known == set()


def test_the_navigation_stays_small() -> None:
    """A word is what `wc -w` counts in the source of a page. A new page needs another to be shortened."""
    named = set(re.findall(r"[\w./-]+\.md", NAV))
    words = sum(len((DOCS / name).read_text("utf-8").split()) for name in named)
    assert (len(named) <= 72, words <= 95_000) == (True, True), f"{len(named)} pages, {words:,} words"


def test_every_page_is_in_the_nav_once() -> None:
    listed = re.findall(r"([\w/-]+\.md)$", NAV, re.MULTILINE)
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


def tabs() -> dict[str, list[str]]:
    """List the pages of each tab of the site."""
    found: dict[str, list[str]] = {}
    for line in NAV.splitlines():
        if tab := re.match(r"  - ([\w ]+):", line):
            found[tab[1]] = []
        found[next(reversed(found))] += re.findall(r"([\w/-]+\.md)$", line)
    return found


# ---------------------------------------------------------------- about


def test_the_version_is_the_package_s() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == r5.__version__
    assert f"rummy500 {r5.__version__}," in (DOCS / "about.md").read_text("utf-8")


def at(src_uri: str) -> SimpleNamespace:
    """Make a page as far as the hook asks for it."""
    return SimpleNamespace(file=SimpleNamespace(src_uri=src_uri))


def test_the_site_has_the_changelog__with_links_to_pages_that_are_there() -> None:
    text = on_page_markdown("", page=at("changelog.md"))
    assert text.startswith("# Changelog\n")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not (DOCS / link).exists()] == []
    assert on_page_markdown("# Other\n", page=at("other.md")) == "# Other\n"


def test_files_of_the_repository_that_pages_link_to_exist() -> None:
    links = {
        (page, link) for page in PAGES for link in re.findall(r"\]\(((?:\.\./)+[^)#\s]+)", page.read_text("utf-8"))
    }
    assert [(page.name, link) for page, link in sorted(links) if not (page.parent / link).exists()] == []


def test_the_links_that_hosts_may_write_open_a_game() -> None:
    page = (DOCS / "put-it-online.md").read_text("utf-8")
    links = [parse_qs(link) for link in re.findall(r"`play/#(preset[^`]*)`", page)]
    assert len(links) == 3
    for plugin in ("rummy500_floating", "rummy500_michigan"):
        pytest.importorskip(plugin)
    for game in links:
        options = {key.removeprefix("option."): json.loads(game[key][0]) for key in game if key.startswith("option.")}
        plugins = game["plugins"][0].split(",") if "plugins" in game else []
        r5.compose(game["preset"][0], plugins, options, seats=int(game.get("seats", ["3"])[0]))
