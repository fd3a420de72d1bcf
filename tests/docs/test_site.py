"""Tests that readers find what they look for on the site, and need not read much."""

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
_FENCED: Final = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
_IMAGE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_UNSEEN: Final = re.compile(r"<!--.*?-->|<[^>]+>|(?<=\])\([^)]*\)", re.DOTALL)
_TABLE_HEAD: Final = re.compile(r"^\| ([^|]+) \|.*\n\| ---", re.MULTILINE)
_WORD: Final = re.compile(r"\w[\w'.,-]*")

#: What each reader must read. A page that somebody reads only for one purpose is not among them.
MUST_READ: Final = {
    "player": (1_500, ["how-to-play.md"]),
    "app author": (3_000, ["first-program.md", "guide.md", "show-it.md", "put-it-online.md", "write-a-client.md"]),
    "author of a first house rule": (1_200, ["write-a-house-rule.md"]),
    "rule author": (4_000, ["write-a-house-rule.md", "testing/index.md"]),
}


def words(page: Path) -> int:
    """Count the words of a page as a reader would: no blocks of code, no texts in the place of pictures."""
    text = page.read_text("utf-8")
    for left_out in (_FENCED, _IMAGE, _UNSEEN):
        text = left_out.sub("", text)
    return len(_WORD.findall(text))


@pytest.mark.parametrize("reader", MUST_READ)
def test_a_reader_need_not_read_much(reader: str) -> None:
    most, pages = MUST_READ[reader]
    assert 100 < sum(words(DOCS / page) for page in pages) <= most


def test_pages_and_code_are_told_apart_when_words_are_counted(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A [page](of/words.md)\n\n```python\nprint(1)\n```\n\n![a picture](x.svg) <!-- a note --> of rummy500's.\n"
    )
    assert words(page) == 4


# ---------------------------------------------------------------- finding


def opening(page: Path) -> str:
    """Return the headings of a page, and its first paragraph, in small letters."""
    text = _FENCED.sub("", page.read_text("utf-8"))
    headings = re.findall(r"^#+ .*", text, re.MULTILINE)
    first = next((part for part in text.split("\n\n") if part and part[0] not in "#!<"), "")
    return "\n".join([*headings, first]).lower()


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("embed", "guide.md"),
        ("server", "guide.md"),
        ("server", "put-it-online.md"),
        ("server", "run-a-server.md"),
        ("client", "write-a-client.md"),
        ("bot", "write-a-bot.md"),
        ("websocket", "guide.md"),
        ("browser", "put-the-page-on-your-site.md"),
        ("terminal", "play-in-a-terminal.md"),
        ("undo", "guide.md"),
        ("save", "guide.md"),
        ("resume", "guide.md"),
        ("tutorial", "first-program.md"),
        ("glossary", "how-to-play.md"),
        ("glossary", "design/words.md"),
        ("how to play", "how-to-play.md"),
        ("changelog", "about.md"),
        ("licence", "about.md"),
        ("version", "about.md"),
    ],
)
def test_a_page_opens_with_the_word_that_readers_search(word: str, page: str) -> None:
    assert word in opening(DOCS / page)


def test_pages_and_tabs_that_the_search_weighs_exist() -> None:
    known = {page.relative_to(DOCS).as_posix() for page in PAGES} | set(tabs())
    assert set(BOOSTS) - known == set()


def test_proofs_are_found_after_lessons() -> None:
    assert BOOSTS["Proofs"] < 1 < BOOSTS["Lessons"]


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


def test_a_column_of_sentences_has_no_label() -> None:
    assert "data-label" not in shown(rows("field|type|meaning", "seat|number|the seat."))
    assert ' data-label="default">pagat' in shown(rows("option|what it does|default", "--preset|the rules|pagat"))


def test_stacked_figures_have_the_heads_of_all_columns() -> None:
    labels = re.findall(r'data-label="(\w+)"', shown(rows("area|mutants|killed", "melds|120|118")))
    assert labels == ["mutants", "killed"]


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


def test_home_leads_to_four_doors() -> None:
    home = (DOCS / "index.md").read_text("utf-8")
    doors = re.findall(r"\*\*\[[^\]]+\]\(([^)]+)\)\*\*", home)
    assert doors == ["play.md", "how-to-play.md", "first-program.md", "write-a-house-rule.md"]
    assert set(doors[1:]) <= set(tabs()["Lessons"])


def test_home_leads_to_both_ways_to_play() -> None:
    home = (DOCS / "index.md").read_text("utf-8")
    ways = tabs()["Play"]
    assert ways == ["play.md", "play-in-a-terminal.md"]
    assert [way for way in ways if f"]({way})" not in home] == []
    assert words(DOCS / ways[1]) <= 400  # the command line has a page of its own


def test_proofs_are_apart() -> None:
    proofs = set(tabs()["Proofs"])
    assert {"rules/table.md", "rules/matrix.md", "rules/sources.md", "testing/proof.md"} <= proofs
    assert {page for page in proofs if page.startswith("rules/source-")} == {
        f"rules/source-00{number}.md" for number in range(5)
    }


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
