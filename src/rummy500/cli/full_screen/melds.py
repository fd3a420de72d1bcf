"""`MeldList`: the melds by owner, which a person may click."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from rummy500.cli.full_screen.cards import coloured
from rummy500.cli.screen import with_symbols, wrapped


@attrs.frozen
class MeldLine:
    """A line of the list.

    Attributes:
        text: the text.
        meld: the place of the meld on the table, from 0; -1 for a line that is not a meld.
    """

    text: str
    meld: int = -1


class MeldList(Widget):
    """The melds by owner, and the notes of plugins."""

    class Clicked(Message):
        """A meld was clicked.

        Args:
            meld: its place on the table, from 0.
        """

        def __init__(self, meld: int) -> None:
            super().__init__()
            self.meld = meld

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name is textual's
        super().__init__(id=id)
        self._lines: tuple[MeldLine, ...] = ()

    def show(self, lines: Sequence[MeldLine]) -> None:
        """Show other lines."""
        self._lines = tuple(attrs.evolve(line, text=with_symbols(line.text)) for line in lines)
        self.refresh(layout=True)

    def _wrapped(self, width: int) -> list[MeldLine]:
        return [attrs.evolve(line, text=part) for line in self._lines for part in wrapped(line.text, width, indent=5)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the melds take."""
        return len(self._wrapped(width))

    def render(self) -> Content:
        """The lines, with coloured cards."""
        return Content("\n").join(coloured(line.text) for line in self._wrapped(self.size.width))

    def on_click(self, event: Click) -> None:
        """Report the meld that was clicked."""
        lines = self._wrapped(self.size.width)
        if 0 <= event.y < len(lines) and lines[event.y].meld >= 0:
            self.post_message(self.Clicked(lines[event.y].meld))
