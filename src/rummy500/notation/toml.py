"""Reads and writes TOML and JSON text within limits, with the place of every key and value for errors."""

from __future__ import annotations

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Final, NoReturn, cast

from rummy500.base.errors import NotationError, Reason, Refusal
from rummy500.base.inputs import quoted

# The longest real documents are a hundred hands (`MAX_HANDS`) of eight random players under `pagat` with a reshuffled
# stock: 586,000 characters in 20,300 lines as a transcript, 598,000 characters as a match in JSON.

#: The longest document, TOML or JSON, in characters; as a file in bytes.
MOST_DOCUMENT: Final = 1024 * 1024
#: The most items of a document: keys, tables and commas. Each costs up to 25 microseconds and half a kilobyte.
MOST_ITEMS: Final = 60_000
#: The most lines of a TOML document: a header or a key on a line of its own costs most.
MOST_LINES: Final = 30_000
#: The most levels of a document: a position has six, and Python's stack bounds the parsers.
_DEEPEST: Final = 32
#: The most dots that the keys of a TOML document may have together: each part of a key may take a kilobyte.
_MOST_DOTS: Final = 10_000
#: The bound of numbers: TOML has none of more than 64 bits, and Python refuses to write very long ones.
_MOST: Final = 2**63
#: The most scenarios of one file, since each may compose other rules, which takes up to 0.1 seconds.
MOST_SCENARIOS: Final = 1000
#: The longest line of notation, in characters; an action with every card of two packs is a tenth of that.
MOST_NOTATION: Final = 10_000
#: The longest action that a player may send, in characters; no action of any rules needs a quarter of that.
MOST_ACTION: Final = 500
_TOO_LONG: Final = Reason("notation.text", "too-long", "this is too long")


def check_length(text: str | bytes, most: int) -> None:
    """Refuse a text that is too long."""
    if len(text) > most:
        unit = "characters" if isinstance(text, str) else "bytes"
        raise NotationError(_TOO_LONG(), expected=f"at most {most:,} {unit}")


def check_items(bare: str, marks: Iterable[str]) -> None:
    """Refuse a document with too many items."""
    if sum(map(bare.count, marks)) > MOST_ITEMS:
        raise NotationError("this has too many items", expected=f"at most {MOST_ITEMS:,} keys, tables and commas")


# ---------------------------------------------------------------- places

#: A path into a document: keys of tables and indices of arrays.
Keys = tuple[str | int, ...]

_SPACE = re.compile(r"\s*")
_GAP = re.compile(r"(?:[ \t\r\n]|\#[^\n]*)*")
_KEY = re.compile(r"""\"(?:[^"\\\n]++|\\.)*+\"|'[^'\n]*'|[A-Za-z0-9_-]+""")
_STRING = re.compile(
    r"""\"\"\"(?:\\.|[^\\])*?\"\"\"(?!\")|'''.*?'''(?!')|\"(?:[^"\\\n]++|\\.)*+\"|'[^'\n]*'""",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]*")


class Cursor:
    """A text and the place up to which it has been read; `gap` is what may lie between its parts."""

    def __init__(self, text: str, gap: re.Pattern[str] = _SPACE) -> None:
        self.text = text
        self.at = 0
        self._gap = gap

    def read(self, pattern: re.Pattern[str]) -> str:
        """Read what a pattern matches here; empty if it matches nothing."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def skip(self) -> int:
        """Skip a gap, and return the place after it."""
        self.read(self._gap)
        return self.at

    def accept(self, mark: str) -> bool:
        """Skip a mark if it comes next, and return whether it does."""
        self.skip()
        return self.touching(mark)

    def touching(self, mark: str) -> bool:
        """Skip a mark if it comes next without a gap before it, and return whether it does."""
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True


class Places(Cursor):
    """The place of every key and value of a text that has been parsed as TOML or as a JSON object."""

    def __init__(self, text: str) -> None:
        super().__init__(text, _GAP)
        self.keys: dict[Keys, int] = {}
        self.values: dict[Keys, int] = {}
        self._many: dict[Keys, int] = {}
        if text.startswith("{", self.skip()):
            self._value(())
        else:
            self._lines()

    def _lines(self) -> None:
        base: Keys = ()
        while self.at < len(self.text):
            before = self.at
            if self.accept("[["):
                base = self._header(many=True)
                self.accept("]]")
            elif self.accept("["):
                base = self._header(many=False)
                self.accept("]")
            else:
                self._pair(base)
            if self.skip() == before:  # the text is not as TOML allows: stop
                return

    def _header(self, *, many: bool) -> Keys:
        path: Keys = ()
        parts = self._dotted()
        for number, (part, start) in enumerate(parts, 1):
            path = (*path, part)
            self._record(path, start)
            if many and number == len(parts):
                self._many[path] = self._many.get(path, 0) + 1
            if path in self._many:
                path = (*path, self._many[path] - 1)
                self._record(path, start)
        return path

    def _dotted(self) -> list[tuple[str, int]]:
        parts: list[tuple[str, int]] = []
        while not parts or self.accept("."):
            start = self.skip()
            parts.append((_unquoted(self.read(_KEY)), start))
        return parts

    def _pair(self, base: Keys) -> None:
        for part, start in self._dotted():
            base = (*base, part)
            self._record(base, start)
        if self.accept("=") or self.accept(":"):
            self._value(base)

    def _record(self, path: Keys, place: int) -> None:
        self.keys.setdefault(path, place)
        self.values.setdefault(path, place)

    def _value(self, path: Keys) -> None:
        self.values[path] = self.skip()
        if self.accept("["):
            index = 0
            while not self.accept("]") and self.at < len(self.text):
                self._value((*path, index))
                self.accept(",")
                index += 1
        elif self.accept("{"):
            while not self.accept("}") and self.at < len(self.text):
                self._pair(path)
                self.accept(",")
        else:
            self.read(_STRING if self.text.startswith(("'", '"'), self.at) else _SCALAR)


def string_start(text: str, place: int, value: str) -> int | None:
    """Find the offset of a string's characters in a text; `None` if the text has escapes instead."""
    mark = text[place : place + 1]
    if mark not in ("'", '"'):
        return None
    start = place + 1
    if text.startswith(mark * 3, place) and (value or text.startswith(mark * 6, place)):
        start = place + 3
        start += 1 if text.startswith("\n", start) else 2 if text.startswith("\r\n", start) else 0
    return start if text.startswith(value, start) else None


def _unquoted(key: str) -> str:
    if key[:1] not in ("'", '"'):
        return key
    if "\\" not in key:
        return key[1:-1]
    try:
        return str(tomllib.loads(f"v = {key}")["v"])
    except tomllib.TOMLDecodeError:  # JSON has some escapes that TOML does not
        return key[1:-1]


# ---------------------------------------------------------------- located

#: The parts of a TOML document without keys: comments and strings; after an unclosed string, all the rest.
_NO_KEY: Final = re.compile(
    r"""\#[^\n]*+
    | \"{3} (?: [^"\\]++ | \\. | "(?!"") )*+ "{3,5}+
    | '{3} (?: [^']++ | '(?!'') )*+ '{3,5}+
    | " (?: [^"\\\n]++ | \\. )*+ "
    | ' [^'\n]*+ '
    | ["'] .*""",
    re.DOTALL | re.VERBOSE,
)
_BETWEEN_KEYS: Final = re.compile(r"[\n=,{}\[\]]")


class Document:
    """Data that was read from a text, with the place of each key and value."""

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.text = text
        self.data = data
        great = _great_number(data)
        if great is not None:
            self.fail(great, "this number is too great", "a number of at most 64 bits")

    def place(self, path: Keys) -> tuple[int, int]:
        """The line and column, from 1: of the value for a string or an item of an array, else of the key.

        A path that does not exist has the place of the nearest part of it that does.
        """
        if isinstance(_value(self.data, path), str) or (path and isinstance(path[-1], int)):
            return self._line_column(self._nearest(self._places.values, path))
        return self.key_place(path)

    def key_place(self, path: Keys) -> tuple[int, int]:
        """The line and column of a key, from 1."""
        return self._line_column(self._nearest(self._places.keys, path))

    def fail(self, path: Keys, message: str | Refusal, expected: str = "") -> NoReturn:
        """Raise an error at the place of a value."""
        line, column = self.place(path)
        raise NotationError(message, line=line, column=column, expected=expected)

    def fail_key(self, path: Keys, message: str, expected: str = "") -> NoReturn:
        """Raise an error at the place of a key."""
        line, column = self.key_place(path)
        raise NotationError(message, line=line, column=column, expected=expected)

    def refail(self, path: Keys, error: NotationError) -> NoReturn:
        """Raise an error inside a string again, with its place in the document."""
        line, column = self.place(path)
        value = _value(self.data, path)
        start = None
        if isinstance(value, str):
            start = string_start(self.text, self._nearest(self._places.values, path), value)
        if start is not None:
            lines = value.split("\n")[: error.line - 1]
            line, column = self._line_column(start + sum(len(each) + 1 for each in lines) + error.column - 1)
        raise NotationError(error.message, line=line, column=column, expected=error.expected) from None

    @cached_property
    def _places(self) -> Places:
        return Places(self.text)

    @cached_property
    def _lines(self) -> list[int]:
        """Where each line begins: a document may have many errors."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @staticmethod
    def _nearest(places: Mapping[Keys, int], path: Keys) -> int:
        for length in range(len(path), 0, -1):
            if path[:length] in places:
                return places[path[:length]]
        return 0

    def _line_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


class Located(Document):
    """A TOML document, parsed, with its text.

    Its size, its number of keys and their parts are bounded before it is parsed: time and memory of the parser grow
    with the square of a key's parts.
    """

    def __init__(self, text: str) -> None:
        check_document(text)
        _check_keys(text)
        super().__init__(text, parsed(tomllib.loads, text, "TOML"))


def parsed(parse: Callable[[str], Any], text: str, form: str) -> Any:
    """Parse a document; an error of the parser has the place that it names."""
    try:
        return parse(text)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        message, line, column = f"this is not JSON: {error.msg}", error.lineno, error.colno
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        end = text.count("\n") + 1, len(text) - text.rfind("\n")
        line, column = map(int, re.findall(r"\d+", place)) if place.startswith("line") else end
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:  # Python refuses to read very long numbers
        message, line, column = str(error), 1, 1
    raise NotationError(message, line=line, column=column, expected=form)


def check_document(text: object) -> None:
    """Refuse a document that is not text or is too long."""
    if not isinstance(text, str):
        raise TypeError(f"a document is text, not {quoted(text)}")
    check_length(text, MOST_DOCUMENT)


def read_toml_file(file: Path | IO[bytes]) -> str:
    """Read the text of a TOML file, but no more than a document may have."""
    if isinstance(file, Path):
        with file.open("rb") as stream:
            return read_toml_file(stream)
    data = file.read(MOST_DOCUMENT + 1)
    check_length(data, MOST_DOCUMENT)
    return data.decode("utf-8-sig")


def _check_keys(text: str) -> None:
    """Refuse too many lines, items and parts of keys, counted by dots: only keys, numbers and times have dots."""
    if text.count("\n") > MOST_LINES:
        raise NotationError("this has too many lines", expected=f"at most {MOST_LINES:,}")
    bare = _NO_KEY.sub(lambda found: "\n" * found[0].count("\n"), text)
    check_items(bare, "=,[")
    if bare.count(".") > _MOST_DOTS:
        raise NotationError("this has too many dotted keys", expected=f"at most {_MOST_DOTS:,} dots in keys")
    if any(key.count(".") > _DEEPEST for key in _BETWEEN_KEYS.split(bare)):
        line = next(n for n, each in enumerate(bare.split("\n"), 1) if each.count(".") > _DEEPEST)
        raise too_deep(line)


def too_deep(line: int = 1) -> NotationError:
    """Make the error for a document that is nested too deeply."""
    return NotationError("this is nested too deeply", line=line, expected="a shallow document")


def _great_number(data: Mapping[str, Any]) -> Keys | None:
    """Find the path of a number that is too great, level by level; refuse too many levels."""
    level: list[tuple[Keys, Any]] = [((), data)]
    for _ in range(_DEEPEST - 1):
        inside: list[tuple[Keys, Any]] = []
        for path, value in level:
            for key, item in value.items() if hasattr(value, "items") else enumerate(value):
                if item and type(item) in (dict, list):
                    inside.append(((*path, key), item))
                elif isinstance(item, int) and not -_MOST <= item < _MOST:
                    return (*path, key)
        if not inside:
            return None
        level = inside
    raise too_deep()


def _value(data: Any, path: Keys) -> Any:
    for part in path:
        try:
            data = None if isinstance(data, str) else data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


# ---------------------------------------------------------------- toml

_WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_value(value: Any) -> str:
    """Write a value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON and TOML have the same escapes, except for the delete character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{toml_key(key)} = {toml_value(item)}" for key, item in cast("Mapping[str, Any]", value).items()
        )
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, cast('list[Any]', value)))}]"
    return str(value)


def toml_key(key: str) -> str:
    """Write a key as TOML, quoted if necessary."""
    return key if _BARE.match(key) else toml_value(key)


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """Write a table as lines `key = value`; a list that is too long has one item on a line."""
    lines: list[str] = []
    for key, value in table.items():
        line = f"{toml_key(key)} = {toml_value(value)}"
        if len(line) > _WIDTH and isinstance(value, (list, tuple)):
            lines.append(f"{toml_key(key)} = [")
            lines.extend(f"    {toml_value(item)}," for item in cast("list[Any]", value))
            lines.append("]")
        else:
            lines.append(line)
    return lines
