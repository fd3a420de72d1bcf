"""Widgets of the full screen: rows of cards, melds by owner, parts that fold, the line where a person types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import attrs
from rich.text import Text
from rich.theme import Theme
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from rummy500_terminal.screen import with_symbols, wrapped

#: The colours of marked cards, for the console of the app.
THEME: Final = Theme({"card.red": "#ff7b72", "card.wild": "#d2a8ff"})


@attrs.frozen
class Cell:
    """A card of a row."""

    card: int
    text: Text
    begins: bool = False


class CardRow(Widget, can_focus=True):
    """A row of cards. The arrows move the cursor, a blank or a click chooses a card, Enter does what is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Left", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("home", "move(-1000)", "First", show=False),
        Binding("end", "move(1000)", "Last", show=False),
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Down", show=False),
        Binding("space", "choose", "Choose", show=False),
        Binding("enter", "submit", "Do it", show=False),
    ]

    class Changed(Message):
        """The chosen cards have changed."""

    class Submitted(Message):
        """The person wants to do what is chosen."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name is textual's
        super().__init__(id=id)
        self._label = ""
        self._cells: tuple[Cell, ...] = ()
        self._chosen: set[int] = set()
        self._cursor = 0
        self._empty = ""

    @property
    def chosen(self) -> tuple[int, ...]:
        """The chosen cards, from left to right."""
        return tuple(self._cells[place].card for place in sorted(self._chosen))

    def show(self, label: str, cells: Sequence[Cell], empty: str) -> None:
        """Show other cards, of which none is chosen."""
        self._label = f"{label} "
        self._cells = tuple(attrs.evolve(cell, text=with_symbols(cell.text)) for cell in cells)
        self._empty = empty
        self._chosen = set()
        self._cursor = min(self._cursor, max(0, len(cells) - 1))
        self.can_focus = bool(cells)
        self.refresh(layout=True)

    def clear_choice(self) -> None:
        """Choose no card."""
        self._chosen = set()
        self.refresh()

    def _places(self, width: int) -> list[tuple[int, int]]:
        """The column and the line of each card."""
        places: list[tuple[int, int]] = []
        column, line = len(self._label), 0
        for place, cell in enumerate(self._cells):
            column += 2 * (cell.begins and place > 0)
            if column + len(cell.text) + 2 > width and column > len(self._label):
                column, line = len(self._label), line + 1
            places.append((column, line))
            column += len(cell.text) + 2
        return places

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the cards take."""
        return max((line for _, line in self._places(width)), default=0) + 1

    def render(self) -> Text:
        """The cards: `>` is the cursor, and `+` marks a chosen card."""
        lines = [Text.assemble((self._label, "bold"), "" if self._cells else self._empty)]
        for place, ((column, line), cell) in enumerate(zip(self._places(self.size.width), self._cells, strict=True)):
            if line == len(lines):
                lines.append(Text())
            lines[line].append(" " * (column - len(lines[line]))).append(self._cell(place, cell))
        return Text("\n").join(lines)

    def _cell(self, place: int, cell: Cell) -> Text:
        cursor = ">" if self.has_focus and place == self._cursor else " "
        shown = Text.assemble(cursor, cell.text, "+" if place in self._chosen else " ")
        if place in self._chosen:
            shown.stylize("reverse")
        return shown

    def on_click(self, event: Click) -> None:
        """Choose the card that was clicked, or choose it no more."""
        for place, (column, line) in enumerate(self._places(self.size.width)):
            if line == event.y and column <= event.x < column + len(self._cells[place].text) + 2:
                self._cursor = place
                self.action_choose()

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._cursor = max(0, min(len(self._cells) - 1, self._cursor + by))
        self.refresh()

    def action_choose(self) -> None:
        """Choose the card at the cursor, or choose it no more."""
        if self._cells:
            self._chosen ^= {self._cursor}
            self.refresh()
            self.post_message(self.Changed())

    def action_submit(self) -> None:
        """Do what is chosen."""
        self.post_message(self.Submitted())


# ---------------------------------------------------------------- melds
# `MeldList`: the melds by owner, which a person may click.


@attrs.frozen
class MeldLine:
    """A line of the list."""

    text: Text
    meld: int = -1


class MeldList(Widget):
    """The melds by owner, and the notes of plugins."""

    class Clicked(Message):
        """A meld was clicked."""

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

    def render(self) -> Text:
        """The lines, with coloured cards."""
        return Text("\n").join(line.text for line in self._wrapped(self.size.width))

    def on_click(self, event: Click) -> None:
        """Report the meld that was clicked."""
        lines = self._wrapped(self.size.width)
        if 0 <= event.y < len(lines) and lines[event.y].meld >= 0:
            self.post_message(self.Clicked(lines[event.y].meld))


# ---------------------------------------------------------------- fold
# `Fold`: a part of the screen with more lines than fit, which knows how many are hidden.


class Fold(VerticalScroll, can_focus=False):
    """Lines of which some may be hidden above and below."""

    class Changed(Message):
        """Other lines are hidden now."""

    @property
    def above(self) -> int:
        """How many lines are hidden above."""
        return max(0, round(self.scroll_y))  # anchored, a part with room left has a position below 0

    @property
    def below(self) -> int:
        """How many lines are hidden below."""
        return max(0, self.max_scroll_y - self.above)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Report that the lines were scrolled."""
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Changed())

    def watch_virtual_size(self) -> None:
        """Report that there are more or fewer lines; an anchored part is scrolled to its end only by the refresh."""
        self.call_after_refresh(self.post_message, self.Changed())

    def on_resize(self) -> None:
        """Report that another number of lines fits."""
        self.post_message(self.Changed())


# ---------------------------------------------------------------- line
# `TypedLine`: the line where a person types.


class TypedLine(Input):
    """The line where a person types. Enter empties it at once, so that the keys after it begin a new line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.clear", "Back to the list"),
        Binding("up", "app.focus_previous", "Up", show=False),
        Binding("down", "app.focus_next", "Down", show=False),
    ]

    def __init__(self, placeholder: str, *, id: str) -> None:  # noqa: A002 - the name is textual's
        # Selected on focus, what was typed before the focus came would be replaced by the next key.
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)

    async def on_key(self, event: Key) -> None:
        """Submit the line on Enter before the next key is read, which a binding would not do."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()

    async def action_submit(self) -> None:
        """Submit the line, and begin a new one."""
        await super().action_submit()
        self.value = ""
