"""Tests that code, tools and pages do not use idioms that are not English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
#: Idioms as regular expressions, each with what to write instead.
IDIOMS: Final = {
    r"(?<!there )\b(?:is|was) no (?:whole |natural )?"
    r"(?:action|call|card|decision|entry|file|function|group|list|meld|number|object|option|outcome|plugin|run|seat"
    r"|state|table|text|tuple|verdict)\b": 'write "is not a card"',
    r"\botherwise than\b": 'write "not as expected" or "differently from"',
    r"\bcan (?:always )?end so\b": 'write "can end this way"',
    r"\bwas it meant\b": 'write "did you mean to"',
    r"\bsteered by\b": 'write "depends on" or name the options',
    r"\b(?:stock|pile) is made anew\b": 'write "is shuffled and becomes the new stock"',
    r"\bplay goes on at their\b": 'write "play continues on their left"',
    r"\ba player without cards\b": 'write "a player with no cards left"',
    r"\bless what is left in (?:your|the) hand\b": 'write "minus the points of the cards left in your hand"',
    r"\bmay (?:any )?cards of a group be\b": 'write "can a group have"',
}
_FOLDERS: Final = ("docs", "examples", "plugins", "src", "tools")
_KINDS: Final = frozenset((".md", ".py", ".tmpl", ".toml"))


def texts() -> dict[str, str]:
    """Return the text of every file that people read, by its path; lines are joined."""
    files = (file for folder in _FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in _KINDS)
    return {
        file.relative_to(ROOT).as_posix(): re.sub(r'"?\s*\n\s*(?:#:? |f?")?', " ", file.read_text("utf-8"))
        for file in (*files, ROOT / "README.md", ROOT / "CONTRIBUTING.md")
        if not {"site", "node_modules", ".venv"} & set(file.relative_to(ROOT).parts)
    }


@pytest.fixture(scope="module")
def all_texts() -> dict[str, str]:
    """Read all files once."""
    return texts()


@pytest.mark.parametrize("idiom", IDIOMS)
def test_no_text_has_an_idiom_that_is_not_english(all_texts: dict[str, str], idiom: str) -> None:
    pattern = re.compile(idiom, re.IGNORECASE)
    found = [f"{path}: {hit[0]}" for path, text in all_texts.items() for hit in pattern.finditer(text)]
    assert found == [], IDIOMS[idiom]
