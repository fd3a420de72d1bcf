"""Generate text for parsers: random bytes, random tokens, and valid text with mistakes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Final

Change = Callable[[str, random.Random], str]

#: Texts that a careless or hostile writer may insert, for every notation.
ODD: Final = (
    "", " ", "\n", "\t", "\r\n", "\0", "\x7f", "\x0b", "\x1c", "\x85", "\u2028", "\u00a0", "\ufeff", "\udc80",
    "\ud800", "²", "٣", "\uff11", "Ⅷ", "\u017f", "İ", "é", "♥", "🂡", "1", "0", "-1", "10", "9999", "99999",
    "4294967296", "1" * 30, "1" * 5000, "0x" + "F" * 5000, "[", "]", "{", "}", "(", '"', "'", '"""', "\\", "\\u0000",
    "#", ":", "=", "/", ",", ".", "*", "??", "?", "[" * 60, "{" * 60, "[" * 3000, "a." * 1500, "null", "nan", "true",
    "-", "_", "--", "x" * 5000,
)  # fmt: skip

NOTATION: Final = (
    "As", "2h", "9s", "9d", "9c", "Td", "10d", "Kc", "4h", "5h", "6h", "3h", "*", "*d", "??", "*=9h", "*=9", "2s=Kh",
    "=", "=9", "[", "]", "{", "}", "draw", "take", "meld", "lay", "discard", "call", "pass", "reshuffle", "deck:",
    "0:", "1:", "7:", "12:", "with", "on", "m1", "m2", "m0", "m", "/1", "/3", "/5", "/0", "/", ":", "2:9h", "10",
    "T", "A", "s",
)  # fmt: skip

VALUES: Final = (
    "1", "0", "-1", "3", "99", "true", "false", '"x"', '""', '"2c"', '"9h 9s 9d"', "[]", "{}", "1.5", "nan", "inf",
    "1979-05-27", "07:32:00", "null", "[1]", '["2c", "3c"]', "[[]]", "[{}]", '{ preset = "pagat" }',
    '{"preset": "pagat"}', '"draw"', '"play"', '"over"', '"none"', '"1: draw"', "0x" + "F" * 5000, "1" * 400,
    "1" * 5000, "[" * 200 + "]" * 200, "[" * 900 + "]" * 900, '"' + "2c " * 500 + '"', '"??"', '"*d"', '"*d *d"',
    '["??"]', '["m1"]', '["[4h 5h 6h]"]', '["9h on m7"]', '"²"', '"spectator"', "9223372036854775808", '"\\uD800"',
    "'''\n2c x'''", '"0"', '"reshuffle"', '"offer"',
)  # fmt: skip

#: A key that took two gigabytes to parse.
BOMB: Final = "\n" + "a." * 24_000 + "a = 1\n"

TOML: Final = (
    *NOTATION, *VALUES, "[position]", "[[step]]", "[expect]", "[[scenario]]", "[scenario.position]", "rules",
    "dealer", "to_act", "phase", "hands", "stock", "pile", "melds", "last", "drawn", "taken", "scores", "turn",
    "known", "turn.plays", "match.playoff", "do", "refuse", "legal", "may", "may_not", "sees", "of", "seat",
    BOMB,
    "memory", "over", "table", "hand_scores", "winner", 'format = "rummy500 scenario 1"', "title", "=", " = ", "\n",
    "\n", "\n", ",", '"', "'", "#",
)  # fmt: skip

JSON: Final = (
    *VALUES, "{", "}", "[", "]", ":", ",", "\n", '"format": "rummy500 state 1"', '"format": "rummy500 match 1"',
    '"format": "rummy500 rules 1"', '"format": "rummy500 action 1"', '"action"', '"rules"', '"preset"', '"hands"',
    '"hand"', '"seats"', '"core"', '"options"', '"plugins"', '"score"', '"lines"', "NaN", "Infinity", "-Infinity",
    "1e999", "\\u0000",
)  # fmt: skip

_NUMBERS: Final = (
    "0", "1", "2", "3", "8", "9", "11", "53", "-1", "99999", "1" * 40, "²", "٣", "\uff11", "1.5", "0x1F",
)  # fmt: skip
_NUMBER = re.compile(r"\d+")
_INNER = re.compile(r'"[^"\n]*"|\b\d+\b|true|false')
_STRING = re.compile(r'"[^"\n]*"')
_CARD = re.compile(r"\b(?:10|[A2-9TJQK])[shdc]\b|\*")
_CARDS: Final = (
    "As", "Ks", "2c", "9h", "9d", "Th", "10d", "*", "*", "4d", "", "4d 4d", "*=9", "*=9h", "2c=9", "9h 9s", "??", "*d",
)  # fmt: skip
_BRACKETS = frozenset("[]{}()\"'")
_SEPARATOR = re.compile(r"(?: = |: )(?=[^:]*$|[\[{\"])")


def _place(text: str, chance: random.Random) -> int:
    return int(chance.random() * len(text))


def _drop(text: str, chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + text[at + 1 :]


def _double(text: str, chance: random.Random) -> str:
    at = _place(text, chance)
    return text[: at + 1] + text[at:]


def _swap(text: str, chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


def _cut(text: str, chance: random.Random) -> str:
    at, to = sorted((_place(text, chance), _place(text, chance)))
    return text[:at] + text[to:]


def _repeat(text: str, chance: random.Random) -> str:
    at, to = sorted((_place(text, chance), _place(text, chance)))
    return text[:to] + text[at:to] * (1 + int(chance.random() * 3)) + text[to:]


def _break_bracket(text: str, chance: random.Random) -> str:
    places = [index for index, letter in enumerate(text) if letter in _BRACKETS]
    if not places:
        return _drop(text, chance)
    at = chance.choice(places)
    return text[:at] + chance.choice("[]{}\"' ") + text[at + 1 :]


def _number(text: str, chance: random.Random) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return _odd(text, chance)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(_NUMBERS) + text[one.end() :]


def _odd(text: str, chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + chance.choice(ODD) + text[at + chance.randrange(2) :]


def _case(text: str, chance: random.Random) -> str:
    at = _place(text, chance)
    return text[:at] + text[at : at + 1].swapcase() + text[at + 1 :]


def _token(text: str, chance: random.Random) -> str:
    words = text.split(" ")
    words[_place("x" * len(words), chance)] = chance.choice(NOTATION)
    return " ".join(words)


def _lose_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _move_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = lines[chance.randrange(len(lines))]
    lines.insert(chance.randrange(len(lines)), line)
    return "\n".join(lines)


def _value(text: str, chance: random.Random) -> str:
    """Replace the value of a key, maybe by one of another type."""
    lines = text.split("\n")
    index = chance.randrange(len(lines))
    found = _SEPARATOR.search(lines[index])
    if found is None:
        return _token(text, chance)
    comma = "," if lines[index].endswith(",") else ""
    lines[index] = lines[index][: found.end()] + chance.choice(VALUES) + comma
    return "\n".join(lines)


def _inner(text: str, chance: random.Random) -> str:
    """Replace a value inside a list or an inline table."""
    found = list(_INNER.finditer(text))
    if not found:
        return _odd(text, chance)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(VALUES) + text[one.end() :]


def _card(text: str, chance: random.Random) -> str:
    """Replace a card, so that most of the text can still be read."""
    found = list(_CARD.finditer(text))
    if not found:
        return _token(text, chance)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(_CARDS) + text[one.end() :]


def _digit(text: str, chance: random.Random) -> str:
    """Replace a digit."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return _token(text, chance)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice("0123456789") + text[one.end() :]


def _strings(text: str, chance: random.Random) -> str:
    """Replace a string by another one of the text."""
    found = list(_STRING.finditer(text))
    if not found:
        return _odd(text, chance)
    one, other = chance.choice(found), chance.choice(found)
    return text[: one.start()] + other[0] + text[one.end() :]


#: Values that contradict the rest of a saved state or match, by key.
_CONTRADICTIONS: Final[tuple[tuple[str, object], ...]] = (
    ("winners", [0]), ("winners", [1]), ("winners", [0, 1]), ("winners", []), ("playoff", True), ("playoff", False),
    ("scores", [0, 0]), ("scores", [1, 2, 3]), ("hands", []), ("phase", "over"), ("phase", "play"),
    ("known", ["As", ""]), ("turn", {"ended": "out"}), ("turn", {"plays": ["{9s 9d 9c}"]}), ("drawn", ["2c"]),
    ("hands", ["", "2c"]), ("hands", ["", "2c", "3c"]), ("hand", None), ("stock", ""), ("pile", ""),
)  # fmt: skip


def _contradict(text: str, chance: random.Random) -> str:
    """Replace the value of a key of a saved state, of a match, or of a match's current hand."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(data, dict):
        return text
    table: dict[str, object] = data
    hand = table.get("hand")
    key, value = chance.choice(_CONTRADICTIONS)
    if isinstance(hand, dict) and chance.random() < 0.5:
        hand[key] = value
    else:
        table[key] = value
    return json.dumps(table, indent=2)


SMALL: Final[tuple[Change, ...]] = (
    _drop, _double, _swap, _cut, _repeat, _break_bracket, _number, _odd, _case, _token, _token,
    _card, _card, _digit,
)  # fmt: skip
LARGE: Final[tuple[Change, ...]] = (
    *SMALL, _lose_line, _lose_line, _move_line, _value, _value, _value, _inner, _inner, _inner, _number,
    _card, _card, _card, _card, _digit, _digit, _digit, _strings, _strings, _strings,
)  # fmt: skip


SAVED: Final[tuple[Change, ...]] = (*LARGE, *[_contradict] * 12)

_MANY: Final = (0, *[1] * 15, *[2] * 9, *[3] * 3, *[4] * 2)


def random_bytes(chance: random.Random) -> str:
    """Generate random bytes, decoded as Latin-1, or as UTF-8 with surrogates for invalid bytes."""
    found = chance.randbytes(int(chance.random() ** 2 * 40))
    return found.decode("latin-1") if chance.random() < 0.5 else found.decode("utf-8", "surrogateescape")


def random_tokens(tokens: Sequence[str], chance: random.Random) -> str:
    """Generate words of the notation in any order."""
    words = chance.choices(tokens, k=1 + int(chance.random() ** 2 * 12))
    return chance.choice((" ", " ", "")).join(words)


def nearly(text: str, changes: Sequence[Change], chance: random.Random) -> str:
    """Generate a valid text with one to four mistakes, or unchanged one time in thirty."""
    for _ in range(chance.choice(_MANY)):
        if not text:
            break
        text = chance.choice(changes)(text, chance)
    return text
