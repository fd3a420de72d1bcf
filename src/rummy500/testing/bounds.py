"""Check that the numbers that callers pass are not too small."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from rummy500.inputs import quoted, whole_number


def at_least(least: int, **given: int) -> None:
    """Check that numbers are not too small.

    Args:
        least: the least allowed number.
        given: the numbers by their names.

    Raises:
        ValueError: for the first number that is smaller, with its name.
        TypeError: for a value that is not a whole number.

    Examples:
        >>> at_least(1, hands=0)
        Traceback (most recent call last):
        ...
        ValueError: hands must be at least 1, not 0
    """
    for name, value in given.items():
        number = whole_number(value, name)
        if number < least:
            raise ValueError(f"{name} must be at least {least}, not {quoted(number)}")


def number_from(least: int) -> Callable[[str], int]:
    """Make a type for command-line arguments: a whole number that is not too small.

    Args:
        least: the least allowed number.
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"it must be at least {least}, not {number}")
        return number

    return read
