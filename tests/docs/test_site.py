"""Tests of the site: its navigation, its tables on a phone, its changelog, the links that it offers."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
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


#: The pages for a developer of apps, in the order in which they are read.
PATH: Final = ("first-program", "guide", "put-it-online", "run-a-server", "write-a-client", "translate")


def test_the_path_for_apps_is_one__in_the_nav_and_by_the_end_of_each_page() -> None:
    assert tabs()["Build an app"][: len(PATH)] == [f"{page}.md" for page in PATH]
    for page, after in pairwise((*PATH, "reference/index")):
        last = (DOCS / f"{page}.md").read_text("utf-8").rpartition("\n## ")[2]
        assert re.match(r"Next\n\n\[[^]]+\]\(([^)]+)\.md\)", last), page
        assert re.findall(r"\]\(([^)#]+)\.md", last)[0] == after


def rows(*rows: str) -> str:
    """Return a table as the site shows it, from rows of cells between bars."""
    head, *body = (row.split("|") for row in rows)
    heads = "".join(f"<th>{cell}</th>\n" for cell in head)
    lines = "".join(f"<tr>\n{''.join(f'<td>{cell}</td>{chr(10)}' for cell in row)}</tr>\n" for row in body)
    table = f"<table>\n<thead>\n<tr>\n{heads}</tr>\n</thead>\n<tbody>\n{lines}</tbody>\n</table>"
    page = SimpleNamespace(file=SimpleNamespace(src_uri="guide.md"), ancestors=[], title="", meta={})
    return on_page_content(table, page=page)


def test_rows_that_readers_look_up_stack_on_a_phone__with_the_heads_of_their_columns() -> None:
    found = rows("option|what it decides|pagat|classic", "meld.ace|where an ace lies|both|high")
    assert "<table data-stacked>" in found
    assert re.findall(r"<td([^>]*)>(.*?)</td>", found) == [
        ("", "meld.ace"),
        ("", "where an ace lies"),
        (' data-label="pagat"', "both"),
        (' data-label="classic"', "high"),
    ]
    figures = rows("option by preset|pagat|classic", "meld.ace|both|high")  # their second column has its head, too
    assert re.findall(r'data-label="(\w+)"', figures) == ["pagat", "classic"]
    assert "data-stacked" not in rows("card|on the table", "king|10")


def test_tables_that_stack_exist() -> None:
    heads = re.findall(r"^\| ([^|]+) \|.*\n\| ---", "".join(page.read_text("utf-8") for page in PAGES), re.MULTILINE)
    assert set(heads) >= STACKED


def test_links_can_be_read_on_white() -> None:
    style = (DOCS / "stylesheets" / "links.css").read_text("utf-8")
    (colour,) = re.findall(r"--md-typeset-a-color: #(\w{6});", style)
    levels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    luminance = sum(part * level for part, level in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.5  # WCAG 2, level AA


def test_a_file_that_only_a_forge_shows_is_a_path_on_the_site() -> None:
    page = at("rules/index.md")
    assert on_page_markdown("[lists](../../proofs/rules/README.md)", page=page) == "lists (`proofs/rules/README.md`)"
    assert on_page_markdown("[`web/README.md`](../../web/README.md)", page=page) == "`web/README.md`"
    assert on_page_markdown("[guide](../guide.md#undo)", page=page) == "[guide](../guide.md#undo)"


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
