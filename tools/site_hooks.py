"""Hooks of mkdocs: the changelog as a page, paths of files, import lines in the reference, an order of search results.

They also mark the tables whose rows stack on a phone; `docs/stylesheets/tables.css` does the rest.
"""

from __future__ import annotations

import json
import posixpath
import re
from importlib import import_module
from importlib.util import find_spec
from inspect import unwrap
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
CHANGELOG: Final = ROOT / "CHANGELOG.md"
#: Where users import names from. A name that several of these have is imported from the first.
PUBLIC: Final = (
    *("rummy500", "rummy500.hooks", "rummy500.table", "rummy500.wire", "rummy500.players", "rummy500.simulate"),
    *("rummy500.fast", "rummy500_testing", "rummy500_testing.strategies"),
)
#: Runs before the search worker of mkdocs-material, which makes a prefix of each word of a query.
SEARCH: Final = Path(__file__).with_name("site_search.js")
#: How much more a hit counts in the search if its page is under a tab, or is that page: players first.
BOOSTS: Final = {
    "how-to-play.md": 8,
    "rules/questions.md": 8,
    "about.md": 3,
    "Play": 2,
    "Build an app": 2,
    "House rules": 2,
    "Contribute": 0.5,
    "testing/proof.md": 0.1,
    "testing/secrecy.md": 0.1,
    "performance.md": 0.5,
    "reference/hooks.md": 3,
    "rules/catalogue.md": 0.5,
    "testing/scenarios.md": 0.5,
    "changelog.md": 0.1,
}
#: The page that plays takes the place of `docs/play.md`, whose text the search leaves out. It finds this instead.
GAME: Final = {
    "location": "play/",
    "title": "Play in a browser",
    "text": "Play 500 Rummy against the computer on this site, on a computer or a phone, by the rules of your table.",
    "boost": 8,
}
#: Words that people search, and that a page or a section need not say. The search shows them nowhere.
KEYWORDS: Final = {
    "": "play browser demo phone mobile",
    "play/": "play browser online demo phone mobile app",
    "how-to-play/": "play learn beginner",
    "rules/questions/": "faq",
    "rules/questions/#what-is-a-meld": "meld set sets run runs",
    "rules/questions/#must-you-meld": "must",
    "rules/questions/#how-does-a-turn-end": "must",
    "rules/questions/#what-can-a-joker-do": "wild",
    "rules/questions/#what-if-the-stock-runs-out": "shuffle reshuffle reshuffling",
    "rules/questions/#who-wins-the-match": "tie ties win winning",
    "rules/questions/#how-does-a-turn-go": "start starts",
    "rules/questions/#who-may-lay-off-and-where": "laying",
    "how-to-play/#count-the-score": "scoring",
    "play-in-a-terminal/#stop-and-go-on-later": "pause leave quit stop",
    "first-program/": "tutorial getting started quick start python",
    "guide/": "embed embedding",
    "guide/#save-and-resume": "save load resume game",
    "put-it-online/": "server multiplayer online network websocket host deploy website",
    "write-a-client/": "client websocket javascript protocol",
    "run-a-server/": "server security trust cheat update upgrade",
    "run-a-server/#over-plain-http": "polling",
    "reference/table/#show-a-saved-game-step-by-step": "replay saved game viewer",
    "write-a-client/#connect-and-play": "reconnect",
    "write-a-player/": "bot bots ai",
    "play-in-a-terminal/": "terminal console",
    "cli/#install": "install pip",
    "about/": "contact license download ask",
    "rules/#options": "options",
    "write-a-house-rule/": "house rule plugin",
    "reference/players/": "bot bots ai",
    "reference/state/#rummy500.View": "view",
    "performance/": "performance speed fast benchmark",
    "variants/michigan/": "stop",
    "variants/partnership/": "teams pairs partners",
    "variants/oklahoma/": "deuces swap",
}
#: The first column of the tables of figures that are too wide for a phone (`tools.site_widths` lists such tables).
#: There their rows stack: each is a block with its cells below each other.
FIGURES: Final = frozenset(("option by preset",))
#: The first column of the tables in which readers look something up. Their rows stack, too.
_LOOKED_UP: Final = frozenset(
    {
        *(
            "hook",
            "id",
            "law",
            "link",
            "matter",
            "name",
            "option",
        ),
        *("preset", "strategy", "word"),
        *("your function gets", "your rule", "your table decides"),
    }
)
STACKED: Final = FIGURES | _LOOKED_UP
_TABLE: Final = re.compile(r"<table>\s*<thead>.*?</table>", re.DOTALL)
_ROW: Final = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_HEAD: Final = re.compile(r"<th(?: [^>]*)?>(.*?)</th>", re.DOTALL)
_CELL: Final = re.compile(r"<td")
_TAG: Final = re.compile(r"<[^>]+>")
#: In stacked rows each cell from the third on (of figures from the second) has the head of its column before it, unless
#: that is one of these.
_SPEAKS_FOR_ITSELF: Final = frozenset({"in a line", "in words", "meaning", "message", "what it is"})
#: A link that leads out of the page's folder. A forge shows files of the repository, the site only their paths.
_LINK_UP: Final = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]*)[^)\s]*\)")
#: The line at the end of a variant's page that leads a reader on a forge to the README of its plugin.
_README: Final = re.compile(
    r"^For programmers: \[the plugin `[\w-]+`\]\(\.\./\.\./plugins/([\w-]+)/README\.md\).*$", re.MULTILINE
)
_HEADING: Final = re.compile(r'<h[2-6] id="(rummy500[\w.]+)" class="doc doc-heading">.*?</h[2-6]>', re.DOTALL)


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the text of a page with paths in place of links to files; that of the changelog is in its file."""
    name = page.file.src_uri
    if name == "changelog.md":
        markdown = re.sub(r"\]\((?!\w+:|#)", "](../", CHANGELOG.read_text("utf-8")).replace("](../docs/", "](")

    def as_path(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), link[2]))
        if not path.startswith("../"):
            return link[0]
        return link[1] if path.removeprefix("../") in link[1] else f"{link[1]} (`{path.removeprefix('../')}`)"

    return _LINK_UP.sub(as_path, _README.sub(_included, markdown))


def _included(line: re.Match[str]) -> str:
    """Return the README of a plugin as the last section of a page of `docs/variants`."""

    def from_there(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("plugins", line[1], link[1]))
        path = re.sub(r"^plugins/([\w-]+)/README.md$", r"docs/variants/\1.md", path)
        return f"]({posixpath.relpath(path, 'docs/variants')}"

    text = (ROOT / "plugins" / line[1] / "README.md").read_text("utf-8").partition("\n")[2]
    text = re.sub(r"^(##+ )", r"#\1", text, flags=re.MULTILINE)
    return "## For programmers\n" + re.sub(r"\]\((?!\w+:|#)([^)#\s]+)", from_there, text)


def on_page_content(html: str, *, page: Any, **_: object) -> str:
    """Return a page with import lines in the reference and its tables marked, and weigh it for the search."""
    tab = page.ancestors[-1].title if page.ancestors else page.title
    boost = BOOSTS.get(page.file.src_uri, BOOSTS.get(tab, 1))
    page.meta["search"] = {"boost": boost, **page.meta.get("search", {})}
    return _TABLE.sub(_with_stacked_rows, _HEADING.sub(_with_import, html))


def _with_stacked_rows(table: re.Match[str]) -> str:
    heads = [_TAG.sub("", head) for head in _HEAD.findall(table[0])]
    if heads[0] not in STACKED:
        return table[0]
    text = table[0].replace("<table>", "<table data-stacked>", 1)
    cells = ["<td" if head in _SPEAKS_FOR_ITSELF else f'<td data-label="{head}"' for head in heads]
    bare = 1 if heads[0] in FIGURES else 2
    cells[:bare] = ["<td"] * bare

    def labelled(row: re.Match[str]) -> str:
        following = iter(cells)
        return _CELL.sub(lambda _: next(following), row[0])

    return _ROW.sub(labelled, text)


def on_post_build(*, config: Any, **_: object) -> None:
    """Add the keywords and the game to the index of the search, and our lines to its worker."""
    site = Path(config["site_dir"])
    index = site / "search" / "search_index.json"
    found = json.loads(index.read_text("utf-8"))
    found["docs"].append(dict(GAME))
    for entry in found["docs"]:
        entry["keywords"] = KEYWORDS.get(entry["location"], "")
    index.write_text(json.dumps(found, separators=(",", ":")), "utf-8")
    (worker,) = site.glob("assets/javascripts/workers/search.*.js")
    text = worker.read_text("utf-8")
    if not text.startswith(ours := SEARCH.read_text("utf-8")):
        worker.write_text(ours + text, "utf-8")


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
    found = unwrap(getattr(import_module(module), name))
    listing = (each for each in PUBLIC if name in import_module(each).__all__)
    public = next((each for each in listing if unwrap(getattr(import_module(each), name)) is found), module)
    return f"from {public} import {name}"
