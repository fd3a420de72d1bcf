"""TOML read with the place of every string, so that an error in a value is reported where it stands in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, cast

from rummy500.errors import NotationError

#: A path into a document: keys and places in arrays.
Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<long>\"\"\"(?:\\.|[^\\])*?\"\"\"(?!\")|'''.*?'''(?!'))
    |(?P<basic>\"(?:\\.|[^"\\\n])*\")
    |(?P<literal>'[^'\n]*')""",
    re.VERBOSE | re.DOTALL,
)


class Document:
    """Data read from a text, with the place of every string of it.

    Args:
        text: the text.
        data: what was read from it.
    """

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.text = text
        self.data = data
        self._strings: dict[str, list[int]] | None = None

    def place(self, path: Path) -> tuple[int, int]:
        """The line and column where the value at a path begins, counted from 1.

        Strings are found exactly; other values at the line of their key, as nearly as the text tells.
        """
        value = _value(self.data, path)
        if isinstance(value, str):
            offset = self._string_place(path, value)
            if offset is not None:
                return self._line_column(offset)
        keys = [part for part in path if isinstance(part, str)]
        for key in reversed(keys):
            found = re.search(rf"(?m)(?:^|[\[{{,.])\s*\"?({re.escape(key)})\"?\s*(?:[=:]|\])", self.text)
            if found:
                return self._line_column(found.start(1))
        return 1, 1

    def fail(self, path: Path, message: str, expected: str = "") -> NoReturn:
        """Raise the error for a value.

        Raises:
            NotationError: always.
        """
        line, column = self.place(path)
        raise NotationError(message, line=line, column=column, expected=expected)

    def refail(self, path: Path, error: NotationError) -> NoReturn:
        """Raise an error inside a string value at its place in the file.

        Raises:
            NotationError: always.
        """
        line, column = self.place(path)
        value = _value(self.data, path)
        inside = error.line == 1 and isinstance(value, str) and "\n" not in value
        raise NotationError(
            error.message, line=line, column=column + (error.column if inside else 0), expected=error.expected
        ) from None

    def _string_place(self, path: Path, value: str) -> int | None:
        places = self._all_strings().get(value, [])
        if len(places) <= 1:
            return places[0] if places else None
        before = 0
        for other_path, other in _strings_in(self.data, ()):
            if other_path == path:
                break
            before += other == value
        return places[min(before, len(places) - 1)]

    def _all_strings(self) -> dict[str, list[int]]:
        if self._strings is None:
            self._strings = {}
            for token in _TOKEN.finditer(self.text):
                if token.lastgroup == "comment":
                    continue
                try:
                    value = tomllib.loads(f"v = {token[0]}")["v"]
                except tomllib.TOMLDecodeError:
                    continue
                self._strings.setdefault(value, []).append(token.start())
        return self._strings

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
        line, column = (int(found[1]), int(found[2])) if found else (text.count("\n") + 1, 1)
        message = str(error).split(" (at ", maxsplit=1)[0]
        raise NotationError(message, line=line, column=column, expected="TOML") from None
    except RecursionError:
        raise NotationError("this is nested too deeply", expected="a shallow document") from None
    except ValueError as error:  # a number longer than Python reads
        raise NotationError(str(error), expected="TOML") from None


def _value(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _strings_in(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in cast("Mapping[str, Any]", value).items():
            yield from _strings_in(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(cast("list[object]", value)):
            yield from _strings_in(inner, (*path, index))
