"""Checks of values that callers pass, and `quoted`, which shows such values in errors."""

from __future__ import annotations

import sys
from operator import index
from reprlib import Repr
from types import NoneType
from typing import Any, Final, SupportsIndex, cast, get_args

#: The most characters of a value that an error repeats.
MOST_QUOTED: Final = 60
_REPR: Final = Repr()
_REPR.maxlevel = 2
_REPR.maxother = MOST_QUOTED


def quoted(value: object) -> str:
    r"""The `repr` of a value for an error: on one line, at most `MOST_QUOTED` characters, no control characters.

    Examples:
        >>> quoted("9x"), quoted("a\0b")
        ("'9x'", "'a\\x00b'")
    """
    if isinstance(value, str):
        text = repr(value[:MOST_QUOTED])
        whole = len(value) <= MOST_QUOTED and len(text) <= MOST_QUOTED + 2
        return text if whole else f"{text[: MOST_QUOTED + 1]}…{text[0]}"
    try:
        text = _REPR.repr(value)
    except ValueError:  # Python refuses to convert very long numbers to text
        text = "a number too long to show"
    return clipped(text)


def clipped(text: str, most: int = MOST_QUOTED) -> str:
    """A text on one line, cut after `most` characters, with control characters escaped."""
    line = " ".join(text[: most + 1].split())
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
    return line if len(text) <= most and len(line) <= most else f"{line[:most]}…"


def whole_number(value: object, what: str) -> int:
    """Convert a whole number of any type with `__index__`, numpy's too, to an `int`."""
    try:
        if not isinstance(value, bool):
            return index(cast("SupportsIndex", value))
    except TypeError:
        pass
    raise TypeError(f"{what} must be a whole number, not {quoted(value)}")


def require_min(least: int, **given: int) -> None:
    """Check that numbers are not too small."""
    for name, value in given.items():
        number = whole_number(value, name)
        if number < least:
            raise ValueError(f"{name} must be at least {least}, not {quoted(number)}")


def refuse_arguments(error: BaseException) -> None:
    """Refuse an argument of a wrong class, such as a state where rules are needed, once a function has failed by it.

    It looks at the first function in the traceback, so calls that succeed cost nothing. Compiled functions, which have
    no frame, check their arguments themselves.
    """
    if not isinstance(error, (AttributeError, LookupError, TypeError)):
        return
    from traceback import walk_tb  # noqa: PLC0415 - needed when something has gone wrong

    for frame, _ in walk_tb(error.__traceback__):
        function: Any = frame.f_globals.get(frame.f_code.co_name)
        function = getattr(function, "__wrapped__", function)
        if getattr(function, "__code__", None) is frame.f_code:
            for name, value in frame.f_locals.items():
                wanted = function.__annotations__.get(name, "")
                if not _fits(value, wanted, frame.f_globals) and f" {quoted(value)}" not in str(error):
                    given, wanted = type(value).__name__, wanted.replace(" | ", " or ")
                    raise TypeError(f"{name} of {function.__name__} must be {wanted}, not {given}") from None
            return


def _fits(value: object, annotation: str, scope: dict[str, Any]) -> bool:
    """Whether a value may have an annotation such as `State | View`; yes if that names something else than classes."""
    known = {"None": NoneType, **scope}
    named = [known.get(each) or getattr(sys.modules["rummy500"], each, 0) for each in annotation.split(" | ")]
    kinds: tuple[Any, ...] = tuple([kind for each in named for kind in get_args(each) or (each,)])
    try:
        return isinstance(value, kinds)
    except TypeError:
        return True
