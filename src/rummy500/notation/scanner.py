"""`Scanner` reads notation from left to right, with the place of every error."""

from __future__ import annotations

from typing import NoReturn, cast

from rummy500.cards import JOKER, RANKS, SPARE, SUITS, UNKNOWN
from rummy500.errors import NotationError
from rummy500.inputs import quoted
from rummy500.melds.pieces import IN_GROUP, natural_piece
from rummy500.notation.limits import MOST_NOTATION, check_length


class Scanner:
    """A line of notation and the current place in it.

    Args:
        text: one line of notation.

    Raises:
        NotationError: if it is longer than `MOST_NOTATION` characters.
        TypeError: if it is not text.
    """

    def __init__(self, text: str) -> None:
        if not isinstance(cast("object", text), str):
            raise TypeError(f"notation is text, not {quoted(text)}")
        check_length(text, MOST_NOTATION)
        self.text = text
        self.at = 0
        self.last = 0

    def fail(self, message: str, expected: str, *, at: int | None = None) -> NoReturn:
        """Raise an error at the current place, or at another.

        Raises:
            NotationError: always.
        """
        place = self.at if at is None else at
        line = self.text.count("\n", 0, place) + 1
        column = place - (self.text.rfind("\n", 0, place) + 1) + 1
        raise NotationError(message, line=line, column=column, expected=expected)

    def skip(self) -> None:
        """Skip white space."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def at_end(self) -> bool:
        """Whether only white space is left."""
        self.skip()
        return self.at == len(self.text)

    def end(self, after: str) -> None:
        """Expect the end of the text."""
        if not self.at_end():
            self.fail(f"unexpected {self.peek_word()} after {after}", "the end")

    def rest(self) -> list[str]:
        """Read every word up to the end, and set `last` to the place of the first."""
        self.skip()
        self.last = self.at
        self.at = len(self.text)
        return self.text[self.last :].split()

    def accept(self, mark: str) -> bool:
        """Skip a mark if it comes next, and return whether it does."""
        self.skip()
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def touching(self, mark: str) -> bool:
        """Skip a mark if it comes next without a space before it, and return whether it does."""
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def expect(self, mark: str, expected: str) -> None:
        """Skip a mark that must come next."""
        if not self.accept(mark):
            self.fail(self._found(), expected)

    def peek_word(self) -> str:
        """The next word, quoted for an error; empty at the end of the text."""
        self.skip()
        word = self.text[self.at :].split(maxsplit=1)[0] if self.at < len(self.text) else ""
        return quoted(word) if word else ""

    def _found(self) -> str:
        word = self.peek_word()
        return f"found {word}" if word else "something is missing at the end"

    def word(self, expected: str) -> str:
        """Read the next word of letters, digits, hyphens and underscores."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and (
            self.text[self.at] in "-_" or (self.text[self.at].isascii() and self.text[self.at].isalnum())
        ):
            self.at += 1
        if start == self.at:
            self.fail(self._found(), expected)
        return self.text[start : self.at]

    def number(self, expected: str) -> int:
        """Read the next whole number of at most four digits."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        digits = self.text[start : self.at]
        if not 1 <= len(digits) <= 4:
            self.at = start
            self.fail(self._found(), expected)
        return int(digits)

    def card(self) -> int:
        """Read the next card.

        Raises:
            NotationError: if none comes next.
        """
        self.skip()
        start = self.at
        text = self.text
        if text.startswith("??", start):
            self.at += 2
            return UNKNOWN
        if text.startswith("*d", start):
            self.at += 2
            return SPARE
        if text.startswith("*", start):
            self.at += 1
            return JOKER
        length = 2 if text.startswith("10", start) else 1
        rank = "T" if length == 2 else text[start : start + 1]
        suit = text[start + length : start + length + 1]
        if not rank or rank not in RANKS or not suit or suit not in SUITS:
            self.fail(f"{self.peek_word()} is not a card" if rank else self._found(), _CARD)
        self.at = start + length + 1
        if self.at < len(text) and text[self.at].isalnum():
            self.fail(f"{text[start : self.at + 1]!r} is not a card", _CARD, at=start)
        return SUITS.index(suit) * 13 + RANKS.index(rank)

    def piece(self) -> int:
        """Read the next card in its role: `9h`, `*=9h`, `*=9`."""
        card = self.card()
        return self.role(card) if self.touching("=") else natural_piece(card)

    def role(self, card: int) -> int:
        """Read the role of a card, which is a card or a rank, and return the piece."""
        text = self.text
        length = 2 if text.startswith("10", self.at) else 1
        rank = "T" if length == 2 else text[self.at : self.at + 1]
        after = text[self.at + length : self.at + length + 1]
        if rank and rank in RANKS and (not after or not after.isalnum()):
            self.at += length
            return card + 64 * (IN_GROUP + RANKS.index(rank))
        start = self.at
        role = self.card()
        if role >= JOKER:
            self.fail("a wild card stands for a card or a rank", "a card such as 9h or a rank such as 9", at=start)
        return card + 64 * role

    def cards(self) -> list[int]:
        """Read every card up to the end."""
        found: list[int] = []
        while not self.at_end():
            found.append(self.card())
            if self.at < len(self.text) and not self.text[self.at].isspace():
                self.fail(f"{self.peek_word()} touches the card before it", "a space")
        return found


_CARD = "a card such as 7d, Ts or *"
