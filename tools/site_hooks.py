"""Hooks of mkdocs: the changelog as a page, import lines in the reference, an order of search results.

They also mark the tables whose rows stack on a phone; `docs/stylesheets/tables.css` does the rest.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

CHANGELOG: Final = Path(__file__).parents[1] / "CHANGELOG.md"
#: Where users import names from. A name that several of these have is imported from the first.
PUBLIC: Final = (
    *("rummy500", "rummy500.hooks", "rummy500.table", "rummy500.wire", "rummy500.players", "rummy500.simulate"),
    *("rummy500.testing", "rummy500.testing.strategies"),
)
#: How much more a hit counts in the search if its page is under a tab, or is that page: readers first, proofs last.
BOOSTS: Final = {
    "Lessons": 8,
    "Play": 4,
    "Variants": 4,
    "Recipes": 3,
    "About": 2,
    "Explanations": 0.5,
    "Proofs": 0.1,
    "rules/questions.md": 8,
    "rules/catalogue.md": 0.5,
    "changelog.md": 0.1,
}
#: Words that people search and that a page need not say, one word each.
KEYWORDS: Final = {
    "how-to-play.md": ("play", "learn", "beginner", "deck", "wild", "discard"),
    "first-program.md": ("tutorial", "start"),
    "guide.md": ("embed", "save", "load", "undo", "resume"),
    "put-it-online.md": ("server", "online", "multiplayer", "network", "websocket"),
    "write-a-client.md": ("client", "websocket", "javascript", "browser", "protocol"),
    "run-a-server.md": ("server", "security", "trust", "cheat", "update", "upgrade"),
    "play.md": ("browser", "demo", "play", "phone", "undo", "save", "hint", "bots"),
    "rules/questions.md": ("faq", "questions", "rules", "players", "two", "deck", "cards"),
    "variants/michigan.md": ("stop",),
    "rules/index.md": ("options", "presets"),
    "reference/players.md": ("bot", "bots", "ai"),
    "play-in-a-terminal.md": ("terminal", "play", "resume", "console"),
    "cli.md": ("terminal", "install", "resume"),
}
#: The first column of the tables in which readers look something up. On a phone their rows stack: each is a block with
#: its cells below each other. Tables of figures and tables that compare their columns stay as they are.
STACKED: Final = frozenset(
    {
        *("fault", "field", "hook", "id", "law", "line", "matter", "name", "option", "plugin", "preset", "source"),
        *("strategy", "type", "word", "your function gets", "your rule", "your table decides"),
    }
)
_TABLE: Final = re.compile(r"<table>\s*<thead>.*?</table>", re.DOTALL)
_ROW: Final = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_HEAD: Final = re.compile(r"<th(?: [^>]*)?>(.*?)</th>", re.DOTALL)
_CELL: Final = re.compile(r"<td")
_TAG: Final = re.compile(r"<[^>]+>")
#: In stacked rows each cell from the third on has the head of its column before it, unless that is one of these.
_SPEAKS_FOR_ITSELF: Final = frozenset({"in a line", "in words", "meaning", "message", "what it is"})
_HEADING: Final = re.compile(r'<h[2-6] id="(rummy500[\w.]+)" class="doc doc-heading">.*?</h[2-6]>', re.DOTALL)


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the text of a page: of the changelog that of its file, of other pages their own."""
    if page.file.src_uri != "changelog.md":
        return markdown
    return CHANGELOG.read_text("utf-8").replace("](docs/", "](")


def on_page_content(html: str, *, page: Any, **_: object) -> str:
    """Return a page with import lines in the reference and its tables marked, and weigh it for the search."""
    tab = page.ancestors[-1].title if page.ancestors else page.title
    boost = BOOSTS.get(page.file.src_uri, BOOSTS.get(tab, 1))
    page.meta["search"] = {"boost": boost}
    page.meta["tags"] = [*KEYWORDS.get(page.file.src_uri, ())]
    return _TABLE.sub(_with_stacked_rows, _HEADING.sub(_with_import, html))


def _with_stacked_rows(table: re.Match[str]) -> str:
    heads = [_TAG.sub("", head) for head in _HEAD.findall(table[0])]
    if heads[0] not in STACKED:
        return table[0]
    text = table[0].replace("<table>", "<table data-stacked>", 1)
    cells = ["<td" if head in _SPEAKS_FOR_ITSELF else f'<td data-label="{head}"' for head in heads]
    cells[:2] = ["<td"] * len(cells[:2])

    def labelled(row: re.Match[str]) -> str:
        following = iter(cells)
        return _CELL.sub(lambda _: next(following), row[0])

    return _ROW.sub(labelled, text)


def _with_import(heading: re.Match[str]) -> str:
    line = import_line(heading[1])
    return f'{heading[0]}\n<p class="import"><code>{line}</code></p>' if line else heading[0]


def import_line(path: str) -> str:
    """Write the line that imports a documented name; empty for a member of a class.

    Args:
        path: the full path of the name, as in `rummy500.engine.step.apply`.
    """
    module, _, name = path.rpartition(".")
    if module.rpartition(".")[2][:1].isupper() or find_spec(module) is None:
        return ""
    found = getattr(import_module(module), name)
    public = (each for each in PUBLIC if getattr(import_module(each), name, None) is found)
    return f"from {next(public, module)} import {name}"
