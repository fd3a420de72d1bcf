"""Pages over the table: the rule sheet, the score, the marks, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Markdown, Static

from rummy500.cli.full_screen.cards import coloured


class Page(Screen[bool]):
    """A page that hides the table. It is left with `True` by Enter, and with `False` by Esc.

    Args:
        heading: its heading.
        body: what it shows.
        leave: what Esc does, in words.
        go_on: what Enter does, in words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close(True)", "Go on", priority=True),
        Binding("escape", "close(False)", "Back"),
    ]
    DEFAULT_CSS = """
    Page > #heading { text-style: bold; padding: 0 1; background: $panel; }
    Page > VerticalScroll { padding: 1 1 0 1; }
    """

    def __init__(self, heading: str, body: Widget, *, go_on: str, leave: str) -> None:
        super().__init__()
        self._heading = heading
        self._body = body
        self._keys = Content(f" Enter: {go_on}{f'    Esc: {leave}' if leave != go_on else ''}")

    def compose(self) -> ComposeResult:
        """The heading, the body and the keys."""
        yield Static(Content(self._heading), id="heading")
        with VerticalScroll():
            yield self._body
        yield Static(self._keys, id="keys")

    def action_close(self, agrees: bool) -> None:  # noqa: FBT001 - textual passes it by position
        """Leave the page."""
        self.dismiss(agrees)


def text_page(heading: str, text: str, *, go_on: str = "back", leave: str = "back") -> Page:
    """A page of text."""
    return Page(heading, Static(coloured(text)), go_on=go_on, leave=leave)


def sheet_page(text: str) -> Page:
    """The rule sheet."""
    return Page("The rules of this game", Markdown(text), go_on="back", leave="back")


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], right: int) -> str:
    """Write a table as text.

    Args:
        heads: the headings.
        rows: the cells, row by row.
        right: the column that is aligned to the right.
    """
    table = [tuple(heads), *map(tuple, rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    lines = (
        "  ".join(
            cell.rjust(width) if column == right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    )
    return "\n".join(line.rstrip() for line in lines)
