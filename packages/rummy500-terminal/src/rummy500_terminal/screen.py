"""Write text to the terminal, with coloured cards if it has colours."""

from __future__ import annotations

import errno
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rich.console import Console
from rich.control import Control
from rich.highlighter import RegexHighlighter
from rich.segment import ControlType
from rich.table import Table
from rich.theme import Theme

#: A pattern for a rank as it is shown.
RANK: Final = "(?:10|[A2-9TJQK])"


class _Cards(RegexHighlighter):
    """Highlights cards in text: red suits and wild cards."""

    base_style = "card."
    highlights: ClassVar[Sequence[str]] = [
        rf"(?<![\w*=])(?P<red>{RANK}[hd♥♦])(?!\w)",
        rf"(?P<wild>\*(={RANK}[shdc♠♥♦♣]?)?|{RANK}[shdc♠♥♦♣]={RANK}[shdc♠♥♦♣]?)(?!\w)",
    ]


_THEME = Theme({"card.red": "red", "card.wild": "magenta", "title": "bold", "quiet": "dim", "good": "green"})


#: A card, or the rank after `=` of a wild card in a group.
_CARD: Final = re.compile(r"((?<![\w*=])[A2-9TJQK]|(?<==)[A2-9TJQK])([shdc])(?!\w)|(?<==)(T)(?!\w)")
_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def with_symbols(text: str) -> str:
    """Write cards in a text with the symbols of their suits: `4♥` for `4h`, `10♥` for `Th`."""
    return _CARD.sub(_symbol, text)


def _symbol(found: re.Match[str]) -> str:
    rank = found[1] or found[3]
    return f"{'10' if rank == 'T' else rank}{_SUITS[found[2]] if found[2] else ''}"


def can_write(text: str) -> bool:
    """Whether the standard output stream has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Wrap a line between words. A word that is longer than a line, such as the path of a file, stays whole."""
    if len(text) <= width:
        return [text]
    return textwrap.wrap(
        text, width, subsequent_indent=" " * indent, break_on_hyphens=False,
        break_long_words=False, drop_whitespace=True, replace_whitespace=False,
    )  # fmt: skip


class _Console(Console):
    """A console that raises an error when the output is closed."""

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would exit with 1, which has another meaning here."""
        raise BrokenPipeError(errno.EPIPE, "the output is closed")


class Screen:
    """The standard output stream, as wide as the terminal, or 80 columns without one."""

    def __init__(self, *, wraps: bool = False, symbols: bool = False) -> None:
        self._console = _Console(
            highlighter=_Cards(), theme=_THEME, markup=False, emoji=False, highlight=True, soft_wrap=True
        )
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

    def line(self, text: str = "", style: str | None = None, *, indent: int = 0, as_typed: bool = False) -> None:
        """Write a line; the lines after its first are indented."""
        if self._symbols and not as_typed:
            text = with_symbols(text)
        for line in text.split("\n"):
            for part in wrapped(line, self.width, indent) if self._wraps else [line]:
                self._console.print(part, style=style)

    def whole(self, text: str) -> None:
        """Write a line as it is, however long: what is copied from it must have no line breaks."""
        self._console.print(text, highlight=False)

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
        self._console.print(text, style="title", highlight=False)

    def packed(self, label: str, parts: Iterable[str], *, between: str = "  ", indent: int = 10) -> None:
        """Write a label and parts after it, as many a line as fit, the lines after the first indented."""
        if self._symbols:  # a ten is longer with its symbol
            parts = map(with_symbols, parts)
        lead = label.ljust(indent - 1) + " "
        line = lead
        for part in parts:
            if line not in (lead, " " * indent) and len(line) + len(part) > self.width:
                self.line(line.rstrip())
                line = " " * indent
            line += part + between
        self.line(line.rstrip())

    def columns(self, parts: Sequence[str]) -> None:
        """Write parts in columns, read downwards."""
        if not parts:
            return
        if self._symbols:
            parts = [with_symbols(part) for part in parts]
        widest = max(map(len, parts)) + 2
        across = max(1, self.width // widest)
        down = -(-len(parts) // across)
        for row in range(down):
            cells = [part.ljust(widest) for part in parts[row::down]]
            self.line("".join(cells).rstrip())

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        right: Iterable[int] = (),
        fold: Iterable[int] = (),
    ) -> None:
        """Write a table."""
        table = Table(box=None, pad_edge=False, header_style="quiet", highlight=True, padding=(0, 2, 0, 0))
        numbers, giving = set(right), set(fold)
        for index, head in enumerate(heads):
            table.add_column(
                head, justify="right" if index in numbers else "left", no_wrap=bool(giving) and index not in giving
            )
        for row in rows:
            table.add_row(*(map(with_symbols, row) if self._symbols else row))
        self._console.print(table, soft_wrap=False)
