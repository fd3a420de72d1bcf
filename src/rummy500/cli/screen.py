"""Write text to the terminal, with coloured cards if it has colours."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.table import Table
from rich.theme import Theme


class _Cards(RegexHighlighter):
    """Highlights cards in text: red suits and wild cards."""

    base_style = "card."
    highlights: ClassVar[Sequence[str]] = [
        r"(?<![\w*=])(?P<red>[A23456789TJQK][hd])(?!\w)",
        r"(?P<wild>\*(=[A23456789TJQK][shdc]?)?|[A23456789TJQK][shdc]=[A23456789TJQK][shdc]?)(?!\w)",
    ]


_THEME = Theme({"card.red": "red", "card.wild": "magenta", "title": "bold", "quiet": "dim", "good": "green"})


class _Console(Console):
    """A console that raises an error when the output is closed."""

    def on_broken_pipe(self) -> None:
        """Raise the error; rich would exit with 1, which has another meaning here."""
        raise BrokenPipeError(errno.EPIPE, "the output is closed")


class Screen:
    """The standard output stream, as wide as the terminal, or 80 columns without one."""

    def __init__(self) -> None:
        self._console = _Console(
            highlighter=_Cards(), theme=_THEME, markup=False, emoji=False, highlight=True, soft_wrap=True
        )

    @property
    def width(self) -> int:
        """Return how many characters fit on a line."""
        return self._console.width

    @property
    def is_terminal(self) -> bool:
        """Return whether the output goes to a terminal."""
        return self._console.is_terminal

    @property
    def console(self) -> Console:
        """Return the console of rich, for callers that need one."""
        return self._console

    def line(self, text: str = "", style: str | None = None) -> None:
        """Write a line."""
        self._console.print(text, style=style)

    def title(self, text: str) -> None:
        """Write a heading with an empty line before it."""
        self._console.print()
        self._console.print(text, style="title", highlight=False)

    def packed(self, label: str, parts: Iterable[str], *, between: str = "  ", indent: int = 10) -> None:
        """Write a label and parts after it, as many a line as fit, the lines after the first indented."""
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
        """Write a table.

        Args:
            heads: the headings of the columns.
            rows: the cells, row by row.
            right: the columns aligned to the right.
            fold: the columns that wrap if the table is too wide; any by default.
        """
        table = Table(box=None, pad_edge=False, header_style="quiet", highlight=True, padding=(0, 2, 0, 0))
        numbers, giving = set(right), set(fold)
        for index, head in enumerate(heads):
            table.add_column(
                head, justify="right" if index in numbers else "left", no_wrap=bool(giving) and index not in giving
            )
        for row in rows:
            table.add_row(*row)
        self._console.print(table, soft_wrap=False)
