"""Read whole numbers of any type that has an index, and no truth values."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, cast

from rummy500.quoting import quoted


def whole_number(value: object, what: str) -> int:
    """Convert a whole number of any type that has an index, as numpy's have, to a plain one.

    Args:
        value: the number.
        what: its name in the error, `"a seed"` say.

    Raises:
        TypeError: for anything else, and for a truth value, which Python counts among the whole numbers.

    Examples:
        >>> whole_number(3, "a seed")
        3
        >>> whole_number("3", "a seed")
        Traceback (most recent call last):
        TypeError: a seed is a whole number, not '3'
    """
    try:
        if not isinstance(value, bool):
            return index(cast("SupportsIndex", value))
    except TypeError:
        pass
    raise TypeError(f"{what} is a whole number, not {quoted(value)}")
