"""Format drawn values for the failing examples that hypothesis prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from rummy500.cards.cards import card_text, cards_text
from rummy500.rules.rules import Rules

T = TypeVar("T")


class _Printer(Protocol):
    """The printer of hypothesis."""

    def text(self, obj: str) -> None: ...

    def break_(self) -> None: ...


class Readable:
    """A value that hypothesis prints by its `repr`, line by line, not field by field."""

    __slots__ = ()

    def _repr_pretty_(self, printer: _Printer, _: object) -> None:
        for number, line in enumerate(repr(self).splitlines()):
            if number:
                printer.break_()
            printer.text(line)


class Card(int):
    """A card that prints as one: an `int` like any other card.

    >>> Card(35), Card(35) == 35
    (Td, True)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Format the card as text."""
        return card_text(self)


class Cards(bytes):
    """Cards in an order, which print as the call that reads them: `bytes` like any other deck.

    >>> Cards([0, 35])
    parse_cards('As Td')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Format the call that reads the cards."""
        return f"parse_cards({cards_text(self)!r})"


def shown(draw: st.DrawFn, value: T, reader: str, text: str) -> T:
    """Make a strategy of a value, which hypothesis prints as the call that reads it from its text.

    Args:
        draw: given by hypothesis.
        value: the value.
        reader: the name of the function that reads it.
        text: its text.
    """

    def read(_: str) -> T:
        return value

    read.__name__ = read.__qualname__ = reader
    return draw(st.just(text).map(read))


def written(write: Callable[[], str], rules: Rules) -> str:
    """Write a scenario, or a comment with the reason if the notation has no form for it.

    Args:
        write: writes a scenario.
        rules: its rules.
    """
    try:
        return write()
    except Exception as error:  # noqa: BLE001 - a broken rule is what is looked for; its example must be shown anyway
        return f"# no scenario can say it ({type(error).__name__}: {error})\n# {rules!r}\n"
