"""Reading and writing files, with errors of one line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from rummy500.errors import NotationError

#: Stands for the standard input stream.
STDIN: Final = "-"


class Trouble(click.ClickException):
    """Input that cannot be used: one line, exit code 2."""

    exit_code = 2


def read_text(name: str) -> str:
    """The text of a file.

    Args:
        name: its path; `-` for standard input.

    Raises:
        Trouble: if it cannot be read or is no text.
    """
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise Trouble(f"cannot read {name}: {error.strerror}") from None
    except ValueError:
        # A text that is no UTF-8, or a path with a null character.
        raise Trouble(f"cannot read {name}: this is no text") from None


def write_text(name: str, text: str) -> None:
    """Write a file.

    Args:
        name: its path.
        text: what to write.

    Raises:
        Trouble: if it cannot be written.
    """
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"cannot write {name}: {reason}") from None


def place_text(name: str, error: NotationError) -> str:
    """An error in a file, as `FILE:LINE:COLUMN: what is wrong; expected what`."""
    tail = f"; expected {error.expected}" if error.expected else ""
    return f"{name}:{error.line}:{error.column}: {error.message}{tail}"
