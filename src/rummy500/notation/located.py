"""TOML read with the place of every key and value, so that an error is reported where it stands in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, NoReturn, cast

from rummy500.errors import NotationError
from rummy500.notation.places import Path, Places, string_start

#: How deep a document may be nested, and the numbers of it are below this.
_DEEPEST: Final = 32
_MOST: Final = 2**63


class Document:
    """Data read from a text, with the place of everything in it.

    Args:
        text: the text.
        data: what was read from it.

    Raises:
        NotationError: if it is nested too deeply, or holds a number of more than 64 bits.
    """

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.text = text
        self.data = data
        self._found: Places | None = None
        _check_depth(data)
        number = _too_great(data, ())
        if number is not None:
            self.fail(number, "this number is too great", "a number of at most 64 bits")

    def place(self, path: Path) -> tuple[int, int]:
        """The line and column, from 1: of a string or an item of an array where it begins, else of the key.

        What is not there has the place of the nearest thing around it.
        """
        if isinstance(_value(self.data, path), str) or (path and isinstance(path[-1], int)):
            return self._line_column(self._nearest(self._places.values, path))
        return self.key_place(path)

    def key_place(self, path: Path) -> tuple[int, int]:
        """The line and column of a key, from 1."""
        return self._line_column(self._nearest(self._places.keys, path))

    def fail(self, path: Path, message: str, expected: str = "") -> NoReturn:
        """Raise the error for a value.

        Raises:
            NotationError: always.
        """
        line, column = self.place(path)
        raise NotationError(message, line=line, column=column, expected=expected)

    def fail_key(self, path: Path, message: str, expected: str = "") -> NoReturn:
        """Raise the error for a key.

        Raises:
            NotationError: always.
        """
        line, column = self.key_place(path)
        raise NotationError(message, line=line, column=column, expected=expected)

    def refail(self, path: Path, error: NotationError) -> NoReturn:
        """Raise an error inside a string value at its place in the file.

        Raises:
            NotationError: always.
        """
        line, column = self.place(path)
        value = _value(self.data, path)
        start = string_start(self.text, self._nearest(self._places.values, path), value) if _is_text(value) else None
        if start is not None:
            lines = value.split("\n")[: error.line - 1]
            line, column = self._line_column(start + sum(len(each) + 1 for each in lines) + error.column - 1)
        raise NotationError(error.message, line=line, column=column, expected=error.expected) from None

    @property
    def _places(self) -> Places:
        if self._found is None:
            self._found = Places(self.text)
        return self._found

    @staticmethod
    def _nearest(places: Mapping[Path, int], path: Path) -> int:
        for length in range(len(path), 0, -1):
            if path[:length] in places:
                return places[path[:length]]
        return 0

    def _line_column(self, offset: int) -> tuple[int, int]:
        return self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset)


class Located(Document):
    """A TOML document that remembers its text.

    Args:
        text: the document.

    Raises:
        NotationError: if it is no TOML.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text, _read_toml(text))


def _read_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        end = text.count("\n") + 1, len(text) - text.rfind("\n")
        line, column = (int(found[1]), int(found[2])) if found else end
        message = str(error).split(" (at ", maxsplit=1)[0]
        raise NotationError(message, line=line, column=column, expected="TOML") from None
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:  # a number longer than Python reads
        raise NotationError(str(error), expected="TOML") from None


def too_deep() -> NotationError:
    """The error for a document that is nested too deeply."""
    return NotationError("this is nested too deeply", expected="a shallow document")


def _check_depth(data: Mapping[str, Any]) -> None:
    """Refuse what is nested so deeply that reading it would end in a `RecursionError`."""
    level: list[object] = [data]
    for _ in range(_DEEPEST):
        level = [item for inside in level for item in _items(inside)]
        if not level:
            return
    raise too_deep()


def _items(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return [*cast("Mapping[str, object]", value).values()]
    return cast("list[object]", value) if isinstance(value, list) else []


def _too_great(value: object, path: Path) -> Path | None:
    """The path of a number that has more than 64 bits; TOML has none, and Python does not write the longest."""
    if isinstance(value, int):
        return None if -_MOST <= value < _MOST else path
    if isinstance(value, Mapping):
        pairs: list[tuple[str | int, object]] = [*cast("Mapping[str | int, object]", value).items()]
    elif isinstance(value, list):
        pairs = [*enumerate(cast("list[object]", value))]
    else:
        return None
    for key, inner in pairs:
        if not isinstance(inner, str):
            found = _too_great(inner, (*path, key))
            if found is not None:
                return found
    return None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _value(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = None if isinstance(data, str) else data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data
