"""Pages over the table: to read (rules, score, marks), to pass on the way (curtain, end of a hand), and to leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Markdown, Static

from rummy500.cli.full_screen.cards import coloured
from rummy500.cli.human import MARKS
from rummy500.cli.screen import with_symbols

_LEGEND: Final = f"""\
{with_symbols(MARKS)}
> marks whose turn it is. score 45 +30: 45 points in the match before this hand, and 30 on the table in this hand.

Keys: ? this page, h hint, w why the chosen cards are no move, u undo, s sort your hand by rank or by suit, r the \
rules, p the points so far, l the whole log of the hand, Esc choose nothing, Ctrl-S save, q leave (also Ctrl-C and \
Ctrl-D).

In the list: choose a move with the arrows and Enter, or with a click.

With cards: Tab, or up and down, goes to the pile and to your hand. The arrows move the cursor; the space bar or a \
click chooses a card. The list then shows the moves that use these cards, and with + those that need more cards. \
Enter makes the move that uses exactly these cards. A chosen card has a +, and a card that you have just drawn a dot.

With melds: PageUp and PageDown show those that do not fit on the screen. A click lays the chosen cards off on a meld. \
If none is chosen, it shows what the meld is and what fits.

By typing: / or a digit goes to the line; Esc, or Enter on an empty line, goes back to the list. Type the number of a \
move, cards (7h 8h 9h), or a move (meld 7h 8h 9h), with s h d c for the suits and 10 or T for ten. Or one of: why \
MOVE, hint, undo, save FILE, score, rules, all, quit."""


class Page(Screen[None]):
    """A page to read over the table. Enter and Esc close it.

    Args:
        heading: its heading.
        parts: what it shows, from top to bottom.
        keys: what the keys do, in words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", "Back", priority=True),
        Binding("escape", "close", "Back"),
    ]
    CSS = """
    #heading { text-style: bold; padding: 0 1; background: $panel; }
    #body { padding: 1 1 0 1; overflow-x: auto; }
    .rows { width: auto; text-wrap: nowrap; }
    #file { border: none; padding: 0 1; height: 1; }
    """

    def __init__(self, heading: str, *parts: Widget, keys: str = "Enter: back") -> None:
        super().__init__()
        self._heading = heading
        self._parts = parts
        self._keys = keys

    def compose(self) -> ComposeResult:
        """The heading, the body and the keys."""
        yield Static(Content(self._heading), id="heading")
        with VerticalScroll(id="body"):
            yield from self._parts
        yield Static(Content(f" {self._keys}"), id="keys")

    async def action_close(self) -> None:
        """Close the page."""
        self.dismiss()


class LogPage(Page):
    """The log of the hand, from its last turn.

    Args:
        turns: the log, a line for each turn.
    """

    def __init__(self, turns: str) -> None:
        super().__init__("The hand so far", Static(coloured(turns)))

    def on_mount(self) -> None:
        """Show the last turn."""
        self.query_one("#body", VerticalScroll).scroll_end(animate=False)


class Stop(Page):
    """A page at which the game waits. Enter goes on; Esc asks to leave.

    Args:
        heading: its heading.
        text: what it shows.
        rows: a table over the text, whose lines are not wrapped.
        go_on: what Enter does, in words; empty where the game is over, so that Enter leaves.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.leave", "Leave")]

    def __init__(self, heading: str, text: str, *, rows: str = "", go_on: str) -> None:
        keys = f"Enter: {go_on}    Esc: leave" if go_on else "Enter: leave"
        super().__init__(heading, _table(rows), Static(coloured(text)), keys=keys)
        self._goes_on = bool(go_on)

    async def action_close(self) -> None:
        """Go on, or leave where the game is over."""
        if self._goes_on:
            self.dismiss()
        else:
            await self.run_action("app.leave")


class Leaving(Screen[str | None]):
    """Asks whoever leaves a game that would be lost for a file. It returns the file, and `None` to stay.

    Args:
        trouble: why the last file could not be written; empty for none.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay", priority=True)]
    CSS = Page.CSS

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The question, and the line for the answer."""
        yield Static("Leave the game?", id="heading")
        text = f"{self._trouble}\n\n" if self._trouble else ""
        with VerticalScroll(id="body", can_focus=False):
            yield Static(Content(f"{text}The game is not saved. To save it, type the name of a file."))
        yield Input(placeholder="a name such as game.json, or nothing", id="file", compact=True)
        yield Static(" Enter: leave, and save if you typed a name    Esc: stay", id="keys")

    def on_mount(self) -> None:
        """Let the person type."""
        self.query_one("#file", Input).focus()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_stay(self) -> None:
        """Go back to the game."""
        self.dismiss(None)


def _table(rows: str) -> Static:
    return Static(coloured(rows), classes="rows")


def table_page(heading: str, rows: str) -> Page:
    """A page with a table."""
    return Page(heading, _table(rows))


def sheet_page(text: str) -> Page:
    """The rule sheet."""
    return Page("The rules of this game", Markdown(text))


def marks_page() -> Page:
    """The marks of the table and the keys."""
    return Page("Marks and keys", Static(Content(_LEGEND)))


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], right: int) -> str:
    """Write a table as text."""
    table = [tuple(map(with_symbols, row)) for row in (heads, *rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    lines = (
        "  ".join(
            cell.rjust(width) if column == right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    )
    return "\n".join(line.rstrip() for line in lines)
