"""`Places` finds the place of every key and value in a TOML or JSON text, for errors."""

from __future__ import annotations

import re
import tomllib

#: A path into a document: keys of tables and indices of arrays.
Keys = tuple[str | int, ...]

_GAP = re.compile(r"(?:[ \t\r\n]|\#[^\n]*)*")
_BEGINS_GAP = frozenset(" \t\r\n#")
_KEY = re.compile(r"""\"(?:[^"\\\n]++|\\.)*+\"|'[^'\n]*'|[A-Za-z0-9_-]+""")
_STRING = re.compile(
    r"""\"\"\"(?:\\.|[^\\])*?\"\"\"(?!\")|'''.*?'''(?!')|\"(?:[^"\\\n]++|\\.)*+\"|'[^'\n]*'""",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]*")


class Places:
    """The place of every key and value of a text that has been parsed as TOML or as a JSON object.

    Args:
        text: the text.

    Attributes:
        keys: the offset of the key of each path; an item of an array has none.
        values: the offset of the value of each path.
    """

    def __init__(self, text: str) -> None:
        self.keys: dict[Keys, int] = {}
        self.values: dict[Keys, int] = {}
        self._text = text
        self._at = 0
        self._many: dict[Keys, int] = {}
        self._gap()
        if text.startswith("{", self._at):
            self._value(())
        else:
            self._lines()

    def _gap(self) -> None:
        if self._text[self._at : self._at + 1] in _BEGINS_GAP:
            self._pass(_GAP)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[0]

    def _accept(self, mark: str) -> bool:
        self._gap()
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True

    def _lines(self) -> None:
        base: Keys = ()
        while self._at < len(self._text):
            before = self._at
            if self._accept("[["):
                base = self._header(many=True)
                self._accept("]]")
            elif self._accept("["):
                base = self._header(many=False)
                self._accept("]")
            else:
                self._pair(base)
            self._gap()
            if self._at == before:  # the text is not as TOML allows: stop
                return

    def _header(self, *, many: bool) -> Keys:
        path: Keys = ()
        parts = self._dotted()
        for number, (part, start) in enumerate(parts, 1):
            path = (*path, part)
            self._record(path, start, start)
            if many and number == len(parts):
                self._many[path] = self._many.get(path, 0) + 1
            if path in self._many:
                path = (*path, self._many[path] - 1)
                self._record(path, start, start)
        return path

    def _dotted(self) -> list[tuple[str, int]]:
        parts: list[tuple[str, int]] = []
        while not parts or self._accept("."):
            self._gap()
            start = self._at
            parts.append((_unquoted(self._pass(_KEY)), start))
        return parts

    def _pair(self, base: Keys) -> None:
        start = 0
        for part, start in self._dotted():
            base = (*base, part)
            self._record(base, start, start)
        if self._accept("=") or self._accept(":"):
            self._gap()
            self.values.pop(base, None)
            self._value(base)

    def _record(self, path: Keys, key: int, value: int) -> None:
        self.keys.setdefault(path, key)
        self.values.setdefault(path, value)

    def _value(self, path: Keys) -> None:
        self.values[path] = self._at
        if self._accept("["):
            index = 0
            while not self._accept("]") and self._at < len(self._text):
                self._value((*path, index))
                self._accept(",")
                index += 1
        elif self._accept("{"):
            while not self._accept("}") and self._at < len(self._text):
                self._pair(path)
                self._accept(",")
        else:
            self._pass(_STRING if self._text[self._at : self._at + 1] in ("'", '"') else _SCALAR)


def string_start(text: str, place: int, value: str) -> int | None:
    """Find the offset of a string's characters in a text; `None` if the text has escapes instead.

    Args:
        text: the text.
        place: the offset of its opening quotes.
        value: the string.
    """
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
