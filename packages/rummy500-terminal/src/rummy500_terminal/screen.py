"""Write text to the terminal, with coloured cards if it has colours.

Cards are marked where a text is made, from cards and from the facts of a sentence. Nothing looks for cards in a text.
"""

from __future__ import annotations

import errno
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from rummy500.cards.cards import RANKS, SUITS

#: Text in which every card is marked by a style, or plain text without a marked card.
Words = str | Text

#: The style of a card that is only marked, without a colour.
_BLACK: Final = "card.black"
_THEME: Final = Theme(
    {_BLACK: "", "card.red": "red", "card.wild": "magenta", "title": "bold", "quiet": "dim", "good": "green"}
)
#: Each card with the symbol of its suit, and a rank of which that is not the letter.
_SYMBOLS: Final = {"T": "10"} | {
    f"{rank}{suit}": f"{'10' if rank == 'T' else rank}{symbol}"
    for suit, symbol in zip(SUITS, "♠♥♦♣", strict=True)
    for rank in RANKS
}


def marked(cards: str) -> Text:
    """Mark cards, which are written as in facts: `Kd`, or `9h *=Th`."""
    return Text(" ").join(Text.assemble((card, _style(card))) for card in cards.split(" "))


def _style(card: str) -> str:
    if "=" in card or card[:1] == "*":
        return "card.wild"
    return "card.red" if card[1:] in ("h", "d") else _BLACK


def with_symbols(text: Words) -> Text:
    """Write the marked cards of a text with the symbols of their suits: `4♥` for `4h`, `10♥` for `Th`."""
    text, shown, end = Text.assemble(text), Text(), 0
    for span in text.spans:
        card, equals, role = text.plain[span.start : span.end].partition("=")
        shown.append(text.plain[end : span.start])
        colour = "" if span.style == _BLACK else span.style
        shown.append(f"{_SYMBOLS.get(card, card)}{equals}{_SYMBOLS.get(role, role)}", colour)
        end = span.end
    return shown.append(text.plain[end:])


def can_write(text: str) -> bool:
    """Whether the standard output stream has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def wrapped(text: Text, width: int, indent: int = 0) -> list[Text]:
    """Wrap a line between words. A word that is longer than a line, such as the path of a file, stays whole."""
    if len(text) <= width:
        return [text]
    lines, end = list[Text](), 0
    for line in textwrap.wrap(
        text.plain, width, subsequent_indent=" " * indent, break_on_hyphens=False,
        break_long_words=False, drop_whitespace=True, expand_tabs=False, replace_whitespace=False,
    ):  # fmt: skip
        begin = text.plain.index(line[indent:] if lines else line, end)
        end = begin + len(line) - (indent if lines else 0)
        lines.append(Text(" " * indent if lines else "") + text[begin:end])
    return lines


class _Console(Console):
    """A console that raises an error when the output is closed."""

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would exit with 1, which has another meaning here."""
        raise BrokenPipeError(errno.EPIPE, "the output is closed")


class Screen:
    """The standard output stream, as wide as the terminal, or 80 columns without one."""

    def __init__(self, *, wraps: bool = False, symbols: bool = False) -> None:
        self._console = _Console(theme=_THEME, markup=False, emoji=False, highlight=False, soft_wrap=True)
        self._wraps = wraps or self._console.is_terminal
        self._symbols = symbols

    @property
    def width(self) -> int:
        """Return how many characters fit on a line."""
        return self._console.width

    @property
    def console(self) -> Console:
        """Return the console of rich, for callers that need one."""
        return self._console

    def _shown(self, text: Words) -> Text:
        return with_symbols(text) if self._symbols else Text.assemble(text)

    def line(self, text: Words = "", style: str | None = None, *, indent: int = 0) -> None:
        """Write a line; the lines after its first are indented."""
        for line in self._shown(text).split("\n", allow_blank=True):
            line.rstrip()
            for part in wrapped(line, self.width, indent) if self._wraps else [line]:
                self._console.print(part, style=style)

    def whole(self, text: str) -> None:
        """Write a line as it is, however long: what is copied from it must have no line breaks."""
        self._console.print(text)

    def markdown(self, text: str) -> None:
        """Write a text in Markdown: with headings, lists and tables set where lines wrap, else unchanged."""
        if self._wraps:
            from rich.markdown import Markdown  # noqa: PLC0415 - slow to import, and only the rule sheet is in Markdown

            self._console.print(Markdown(text), soft_wrap=False)
        else:
            self._console.file.write(text)

    def clear(self) -> None:
        """Clear the terminal, so that the next person does not read what the last one saw."""
        if self._console.is_terminal:
            # `Console.clear` leaves what has scrolled out of sight.
            self._console.control(Control((ControlType.CLEAR,), (ControlType.HOME,)))
            self._console.file.write("\x1b[3J")
        else:
            self._console.print("-" * self.width)

    def title(self, text: str) -> None:
        """Write a heading with an empty line before it."""
        self._console.print()
        self._console.print(text, style="title")

    def packed(self, label: str, parts: Iterable[Words], *, between: str = "  ", indent: int = 10) -> None:
        """Write a label and parts after it, as many a line as fit, the lines after the first indented."""
        lead = label.ljust(indent - 1) + " "
        line = Text(lead)
        for part in map(self._shown, parts):  # a ten is longer with its symbol
            if line.plain not in (lead, " " * indent) and len(line) + len(part) > self.width:
                self.line(line)
                line = Text(" " * indent)
            line.append(part).append(between)
        self.line(line)

    def columns(self, parts: Sequence[Words]) -> None:
        """Write parts in columns, read downwards."""
        if not parts:
            return
        shown = [self._shown(part) for part in parts]
        widest = max(map(len, shown)) + 2
        across = max(1, self.width // widest)
        down = -(-len(shown) // across)
        for part in shown:
            part.align("left", widest)
        for row in range(down):
            self.line(Text().join(shown[row::down]))

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[Words]],
        *,
        right: Iterable[int] = (),
        fold: Iterable[int] = (),
    ) -> None:
        """Write a table."""
        table = Table(box=None, pad_edge=False, header_style="quiet", padding=(0, 2, 0, 0))
        numbers, giving = set(right), set(fold)
        for index, head in enumerate(heads):
            table.add_column(
                head, justify="right" if index in numbers else "left", no_wrap=bool(giving) and index not in giving
            )
        for row in rows:
            table.add_row(*map(self._shown, row))
        self._console.print(table, soft_wrap=False)
