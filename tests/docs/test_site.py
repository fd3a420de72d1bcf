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
from tools.site_hooks import BOOSTS, STACKED, on_page_content, on_page_markdown

import rummy500 as r5

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
NAV: Final = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
PAGES: Final = sorted(DOCS.rglob("*.md"))
_TABLE_HEAD: Final = re.compile(r"^\| ([^|]+) \|.*\n\| ---", re.MULTILINE)


def test_pages_and_tabs_that_the_search_weighs_exist() -> None:
    known = {page.relative_to(DOCS).as_posix() for page in PAGES} | set(tabs())
    assert set(BOOSTS) - known == set()


def shown(table: str, page: str = "guide.md") -> str:
    """Return a table as the site shows it."""
    made = SimpleNamespace(file=SimpleNamespace(src_uri=page), ancestors=[], title="", meta={})
    return on_page_content(table, page=made)


def rows(*rows: str) -> str:
    """Write a table as Markdown does, from rows of cells between bars."""
    head, *body = (row.split("|") for row in rows)
    heads = "".join(f"<th>{cell}</th>\n" for cell in head)
    lines = "".join(f"<tr>\n{''.join(f'<td>{cell}</td>{chr(10)}' for cell in row)}</tr>\n" for row in body)
    return f"<table>\n<thead>\n<tr>\n{heads}</tr>\n</thead>\n<tbody>\n{lines}</tbody>\n</table>"


def test_rows_that_readers_look_up_stack_on_a_phone() -> None:
    assert "<table data-stacked>" in shown(rows("id|rule", "meld.run|A run is of one suit."))
    assert "data-stacked" not in shown(rows("card|on the table", "king|10"))


def test_stacked_cells_have_the_head_of_their_column_from_the_third_on() -> None:
    found = shown(rows("option|what it decides|pagat|classic", "meld.ace|where an ace lies|both|high"))
    cells = re.findall(r"<td([^>]*)>(.*?)</td>", found)
    assert cells == [
        ("", "meld.ace"),
        ("", "where an ace lies"),
        (' data-label="pagat"', "both"),
        (' data-label="classic"', "high"),
    ]


def test_stacked_figures_have_the_heads_of_all_columns() -> None:
    labels = re.findall(r'data-label="(\w+)"', shown(rows("game|hands|actions", "pagat|120|118")))
    assert labels == ["hands", "actions"]


def test_tables_that_stack_exist() -> None:
    heads = {head for page in PAGES for head in _TABLE_HEAD.findall(page.read_text("utf-8"))}
    assert heads >= STACKED


def test_links_can_be_read_on_white() -> None:
    style = (DOCS / "stylesheets" / "links.css").read_text("utf-8")
    (colour,) = re.findall(r"--md-typeset-a-color: #(\w{6});", style)
    levels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    luminance = sum(part * level for part, level in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.5  # WCAG 2, level AA


def test_every_page_is_in_the_nav_once() -> None:
    listed = re.findall(r"([\w/-]+\.md)$", NAV, re.MULTILINE)
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


def test_the_sidebar_names_every_page() -> None:
    """With indexes in the navigation, a page named index would hide behind the title of its section."""
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "navigation.indexes" not in config
    assert re.findall(r"^ +- ([\w/-]+\.md)$", NAV, re.MULTILINE) == []


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


def test_a_file_that_only_a_forge_shows_is_a_path_on_the_site() -> None:
    page = at("rules/index.md")
    assert on_page_markdown("[lists](../../proofs/rules/README.md)", page=page) == "lists (`proofs/rules/README.md`)"
    assert on_page_markdown("[`web/README.md`](../../web/README.md)", page=page) == "`web/README.md`"
    assert on_page_markdown("[guide](../guide.md#undo)", page=page) == "[guide](../guide.md#undo)"


def test_files_of_the_repository_that_pages_link_to_exist() -> None:
    links = {
        (page, link) for page in PAGES for link in re.findall(r"\]\(((?:\.\./)+[^)#\s]+)", page.read_text("utf-8"))
    }
    assert [(page.name, link) for page, link in sorted(links) if not (page.parent / link).exists()] == []


def test_the_links_that_hosts_may_write_open_a_game() -> None:
    page = (DOCS / "put-the-page-on-your-site.md").read_text("utf-8")
    links = [parse_qs(link) for link in re.findall(r"`play/#(preset[^`]*)`", page)]
    assert len(links) == 3
    for plugin in ("rummy500_floating", "rummy500_michigan"):
        pytest.importorskip(plugin)
    for game in links:
        options = {key.removeprefix("option."): json.loads(game[key][0]) for key in game if key.startswith("option.")}
        plugins = game["plugins"][0].split(",") if "plugins" in game else []
        r5.compose(game["preset"][0], plugins, options, seats=int(game.get("seats", ["3"])[0]))
