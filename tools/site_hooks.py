"""Hooks of mkdocs: the page Changelog is the file CHANGELOG.md, and names in the reference have their import line."""

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
_HEADING: Final = re.compile(r'<h[2-6] id="(rummy500[\w.]+)" class="doc doc-heading">.*?</h[2-6]>', re.DOTALL)


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the text of a page: of the changelog that of its file, of other pages their own."""
    if page.file.src_uri != "changelog.md":
        return markdown
    return CHANGELOG.read_text("utf-8").replace("](docs/", "](")


def on_page_content(html: str, **_: object) -> str:
    """Return a page with the import line below the heading of each documented name."""
    return _HEADING.sub(_with_import, html)


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
