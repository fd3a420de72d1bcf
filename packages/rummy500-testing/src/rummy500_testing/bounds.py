"""Numbers of command lines that must not be too small."""

from __future__ import annotations

import argparse
from collections.abc import Callable


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
