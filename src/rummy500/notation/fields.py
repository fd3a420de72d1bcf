"""`Fields` reads the keys of one table of a document, and refuses wrong types and unknown keys."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, NoReturn, TypeVar, cast

from rummy500.errors import NotationError, nearest
from rummy500.inputs import quoted
from rummy500.notation.located import Document
from rummy500.notation.places import Keys

T = TypeVar("T")


class Fields:
    """One table of a document, with errors that name the place of a mistake.

    Args:
        document: the document.
        path: the place of the table in the document.
        value: the table.
        what: its name in messages.
        known: the keys that it may have; `None` if any.

    Raises:
        NotationError: if it is not a table, or has an unknown key.
    """

    def __init__(
        self, document: Document, path: Keys, value: object, *, what: str, known: tuple[str, ...] | None
    ) -> None:
        self.document = document
        self.path = path
        self.what = what
        if not isinstance(value, Mapping):
            document.fail(path, f"{what} is {kind_text(value)}", "a table")
        self.table = cast("Mapping[str, Any]", value)
        if known is not None:
            self.check_keys(known)

    def check_keys(self, known: tuple[str, ...], also: Container[str] = ()) -> None:
        """Refuse a key that the table may not have.

        Args:
            known: the keys that it may have.
            also: further keys that it may have, which an error does not suggest.

        Raises:
            NotationError: for the first unknown key.
        """
        for key in self.table:
            if key not in known and key not in also:
                message = f"{self.what} has no {quoted(key)}; {nearest(key, known)}"
                self.document.fail_key((*self.path, key), message)

    def fail(self, key: str, message: str, expected: str = "") -> NoReturn:
        """Raise an error at the place of a key.

        Raises:
            NotationError: always.
        """
        self.document.fail((*self.path, key), message, expected)

    def has(self, key: str) -> bool:
        """Whether the table has a key."""
        return key in self.table

    def text(self, key: str, default: str | None = None) -> str:
        """Read a string; required if there is no default."""
        value = self._get(key, default)
        if not isinstance(value, str):
            self.fail(key, f"{key} is {kind_text(value)}", "a string")
        return value

    def number(self, key: str, default: int | None = None, *, least: int | None = None, most: int | None = None) -> int:
        """Read a whole number within bounds; required if there is no default."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(key, f"{key} is {kind_text(value)}", "a whole number")
        if (least is not None and value < least) or (most is not None and value > most):
            self.fail(key, f"{key} is {value}", f"{least} to {most}" if most is not None else f"{least} or more")
        return value

    def flag(self, key: str) -> bool:
        """Read true or false; false if the key is missing."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.fail(key, f"{key} is {kind_text(value)}", "true or false")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of strings, empty if it is not there; one string is a list of itself."""
        value = self.table.get(key, [])
        if isinstance(value, str):
            return [value]
        items = _items(value)
        found = [item for item in items if isinstance(item, str)]
        if len(found) < len(items):
            self.fail(key, f"{key} is {kind_text(value)}", "a list of strings")
        return found

    def numbers(self, key: str) -> list[int]:
        """Read a list of whole numbers; empty if the key is missing."""
        value = self.table.get(key, [])
        items = _items(value)
        found = [item for item in items if isinstance(item, int) and not isinstance(item, bool)]
        if len(found) < len(items):
            self.fail(key, f"{key} is {kind_text(value)}", "a list of whole numbers")
        return found

    def parsed(self, key: str, parse: Callable[[str], T], default: str = "") -> T:
        """Read a string and parse it; an error has its place in the document."""
        return self._parse((*self.path, key), parse, self.text(key, default))

    def parsed_each(self, key: str, parse: Callable[[str], T], *, most: int | None = None) -> list[T]:
        """Read a list of strings and parse each; a list of more than `most` is refused first."""
        listed = len(self.texts(key))
        if most is not None and listed > most:
            self.fail(key, f"{key} lists {listed} items", f"at most {most}")
        return [self._parse(self._item_path(key, index), parse, item) for index, item in enumerate(self.texts(key))]

    def _item_path(self, key: str, index: int) -> Keys:
        return (*self.path, key) if isinstance(self.table.get(key), str) else (*self.path, key, index)

    def _parse(self, path: Keys, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except NotationError as error:
            self.document.refail(path, error)

    def _get(self, key: str, default: object) -> object:
        if key not in self.table and default is None:
            self.document.fail(self.path, f"{self.what} has no {key}", f"{key} = ...")
        return self.table.get(key, default)


def _items(value: object) -> list[object]:
    """The items of a list; for anything else a single `None`, which no caller accepts."""
    return [*cast("list[object]", value)] if isinstance(value, list) else [None]


def kind_text(value: object) -> str:
    """Name the type of a value for an error: `"a list"`; for `null`, `true` and `false` the value itself."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    for kind, words in ((str, "a string"), (int, "a whole number"), (float, "a number"), (list, "a list")):
        if isinstance(value, kind):
            return words
    return "a table" if isinstance(value, Mapping) else "a date or time"
