"""Hooks of mkdocs: the page Changelog is the file CHANGELOG.md, with its links as seen from `docs`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

CHANGELOG: Final = Path(__file__).parents[1] / "CHANGELOG.md"


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Return the text of a page: of the changelog that of its file, of other pages their own."""
    if page.file.src_uri != "changelog.md":
        return markdown
    return CHANGELOG.read_text("utf-8").replace("](docs/", "](")
