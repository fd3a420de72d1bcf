"""Change valid texts by what careless and hostile writers do, or make texts of nothing but words and bytes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any, Final

WORDS: Final = (
    "As", "9s", "10d", "4h", "3h", "*", "*d", "??", "*=9h", "*=9", "2s=Kh", "=9", "[", "]", "{", "}", "draw", "take",
    "meld", "lay", "discard", "call", "pass", "reshuffle", "deck:", "0:", "7:", "12:", "with", "on", "m1", "m0", "m",
    "/1", "/5", "/0", "2:9h", "rules", "[position]", "[[step]]", "[expect]", "hands", "turn.plays", "=", '"', "NaN",
)  # fmt: skip
_VALUES: Final = (
    "1", "0", "-1", "3", "99", "true", '"x"', '""', '"2c"', '"9h 9s 9d"', "[]", "{}", "1.5", "nan", "inf", "1e999",
    "1979-05-27", "null", "[1]", '["2c", "3c"]', "[[]]", '{ preset = "pagat" }', '{"preset": "pagat"}', '"draw"',
    '"play"', '"over"', '"1: draw"', "0x" + "F" * 5000, "1" * 400, "1" * 5000, "[" * 900 + "]" * 900, '"??"',
    '"' + "2c " * 500 + '"', '"*d *d"', '["[4h 5h 6h]"]', '"²"', '"spectator"', "9223372036854775808", '"\\uD800"',
    "'''\n2c x'''", '"reshuffle"', "a." * 24_000 + "a = 1",
)  # fmt: skip
_ODD: Final = (
    "", " ", "\n", "\t", "\0", "\x7f", "\x0b", "\x85", "\u2028", "\u00a0", "\ufeff", "\udc80", "\ud800", "²", "٣",
    "\uff11", "Ⅷ", "\u017f", "İ", "♥", "🂡", "4294967296", "1" * 5000, "(", "'", '"""', "\\", "\\u0000", "#", ":", "/",
    ",", ".", "[" * 3000, "a." * 1500, "-", "_", "x" * 5000,
)  # fmt: skip
_CARDS: Final = ("As", "Ks", "2c", "9h", "9d", "Th", "*", "4d", "", "4d 4d", "*=9h", "2c=9", "9h 9s", "??", "*d")
_NUMBERS: Final = ("0", "1", "2", "8", "11", "53", "-1", "99999", "1" * 40, "²", "\uff11", "1.5", "0x1F")
#: What is replaced, and by what: by another one of the text where nothing is listed.
_REPLACED: Final[tuple[tuple[str, Sequence[str]], ...]] = (
    (r"\b(?:10|[A2-9TJQK])[shdc]\b|\*", _CARDS),
    (r"\d+", _NUMBERS),
    (r"\d", "0123456789"),
    (r"[\[\]{}()\"']", "[]{}\"' "),
    (r"\S+", WORDS),
    (r'"[^"\n]*"', ()),
    (r'"[^"\n]*"|\b\d+\b|true|false', _VALUES),
    (r'(?<== )[^=\n]*$|(?<=: )[\[{"][^:\n]*$', _VALUES),
    (r"(?s).?", _ODD),
    (r"(?s).", ("",)),
)
_TIMES: Final = (0, *[1] * 15, *[2] * 9, *[3] * 3, *[4] * 2)


def spoiled(text: str, chance: random.Random) -> str:
    """Return a text with one to four changes, or unchanged one time in thirty."""
    for _ in range(chance.choice(_TIMES)):
        kind = chance.random()
        if kind < 0.7:
            text = _replaced(text, *chance.choice(_REPLACED), chance)
        elif kind < 0.8:
            text = _other_value(text, chance)
        elif kind < 0.9:
            text = _moved(text, "\n", chance)
        else:
            text = _moved(text, "", chance)
    return text


def garbage(texts: Sequence[str], chance: random.Random) -> str:
    """Return a spoiled text, in three of ten times nothing but bytes or words."""
    kind = chance.random()
    if kind < 0.1:
        data = chance.randbytes(int(chance.random() ** 2 * 40))
        return data.decode("latin-1") if chance.random() < 0.5 else data.decode("utf-8", "surrogateescape")
    if kind < 0.3:
        return chance.choice((" ", " ", "")).join(chance.choices(WORDS, k=1 + int(chance.random() ** 2 * 12)))
    return spoiled(chance.choice(texts), chance)


def _replaced(text: str, pattern: str, by: Sequence[str], chance: random.Random) -> str:
    found = list(re.finditer(pattern, text, re.MULTILINE))
    if not found:
        return text
    old, new = chance.choice(found), chance.choice(by or [match[0] for match in found])
    return text[: old.start()] + new + text[old.end() :]


def _other_value(text: str, chance: random.Random) -> str:
    """Replace a value of a JSON document by another one of it, or by one that may contradict the rest."""
    try:
        data = json.loads(text)
        if not (places := _places(data)):
            return text
        (holder, key), (other, name) = chance.choice(places), chance.choice(places)
        holder[key] = chance.choice((other[name], [], [0], [0, 1], {}, None, True, "", "over", "2c"))
        return json.dumps(data, indent=2)
    except (ValueError, RecursionError):  # it is no JSON, or too deep, or holds itself now
        return text


def _places(value: Any) -> list[tuple[Any, Any]]:
    """List every place of a document that has a value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *_places(value[key]))]


def _moved(text: str, between: str, chance: random.Random) -> str:
    """Drop, double or move some lines, or some letters."""
    parts = text.split(between) if between else list(text)
    start, end = sorted(chance.choices(range(len(parts) + 1), k=2))
    end = min(end, start + 1) if chance.random() < 0.5 else end
    piece, rest = parts[start:end], parts[:start] + parts[end:]
    place = chance.randrange(len(rest) + 1)
    return between.join(chance.choice((rest, parts[:end] + piece + parts[end:], rest[:place] + piece + rest[place:])))
