"""Limits of untrusted text, checked before it is parsed: no text takes more than about a second or 100 MB.

The longest real documents are a hundred hands (`MAX_HANDS`) of eight random players under `pagat` with a reshuffled
stock: 586,000 characters in 20,300 lines as a transcript, 598,000 characters as a match in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500.errors import NotationError

#: The longest document, TOML or JSON, in characters; as a file in bytes.
MOST_DOCUMENT: Final = 1024 * 1024
#: The most items of a document: keys, tables and commas. Each costs up to 25 microseconds and half a kilobyte.
MOST_ITEMS: Final = 60_000
#: The most lines of a TOML document: a header or a key on a line of its own costs most.
MOST_LINES: Final = 30_000
#: The longest line of notation, in characters; an action with every card of two packs is a tenth of that.
MOST_NOTATION: Final = 10_000
#: The longest action that a player may send, in characters; no action of any rules needs a quarter of that.
MOST_ACTION: Final = 500


def check_length(text: str | bytes, most: int) -> None:
    """Refuse a text that is too long.

    Args:
        text: the text, or the bytes of a file.
        most: the most characters or bytes that it may have.

    Raises:
        NotationError: if it has more.
    """
    if len(text) > most:
        unit = "characters" if isinstance(text, str) else "bytes"
        raise NotationError("this is too long", expected=f"at most {most:,} {unit}")


def check_items(bare: str, marks: Iterable[str]) -> None:
    """Refuse a document with too many items.

    Args:
        bare: the document without its strings and comments.
        marks: the characters that are counted as items: `"=,["` in TOML.

    Raises:
        NotationError: if it has more than `MOST_ITEMS`.
    """
    if sum(map(bare.count, marks)) > MOST_ITEMS:
        raise NotationError("this has too many items", expected=f"at most {MOST_ITEMS:,} keys, tables and commas")
