"""Read and write files, with errors of one line."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import click

from rummy500.errors import NotationError
from rummy500.notation.located import read_toml_file

#: The file name of the standard input stream.
STDIN: Final = "-"


class Trouble(click.ClickException):
    """Input that cannot be used: one line, exit code 2."""

    exit_code = 2


class PluginTrouble(Trouble):
    """An error that a plugin raised in play: one line, exit code 70."""

    exit_code = 70


def read_text(name: str) -> str:
    """Read the text of a file.

    Args:
        name: its path; `-` for standard input.

    Raises:
        Trouble: if it cannot be read, is not text, or is longer than any file of rummy500.
    """
    try:
        return read_toml_file(sys.stdin.buffer if name == STDIN else Path(name))
    except OSError as error:
        raise Trouble(f"cannot read {name}: {error.strerror}") from None
    except NotationError as error:
        raise Trouble(f"cannot read {name}: {error.message}; expected {error.expected}") from None
    except ValueError:
        # A text that is not UTF-8, or a path with a null character.
        raise Trouble(f"cannot read {name}: this is not text") from None


@contextlib.contextmanager
def writing(name: str | Path) -> Generator[None, None, None]:
    """Name the file in the error if writing it fails.

    Args:
        name: its path.

    Raises:
        Trouble: if the file cannot be written, with the reason.
    """
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"cannot write {name}: {reason}") from None


@contextlib.contextmanager
def _beside(path: Path) -> Generator[Path, None, None]:
    """Name a new file in the folder of another, and remove it afterwards if it is still there."""
    beside = path.with_name(f".rummy500-{os.getpid()}.tmp")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def _is_replaced(path: Path) -> bool:
    """Whether a file can be written beside its old one: no pipe, no device, and in a folder that takes files."""
    return (path.is_file() or not path.exists()) and os.access(path.parent, os.W_OK)


def write_text(name: str, text: str) -> None:
    """Write a file, and leave the old one whole until the new one is.

    Args:
        name: its path.
        text: what to write.

    Raises:
        Trouble: if it cannot be written.
    """
    with writing(name):
        # A link stays one: the file that it points to is replaced.
        path = Path(os.path.realpath(name))
        if not _is_replaced(path):
            path.write_text(text, encoding="utf-8")
            return
        with _beside(path) as beside:
            beside.write_text(text, encoding="utf-8")
            if path.exists():
                path.open("ab").close()  # a file that is read-only stays as it is
                shutil.copymode(path, beside)
            beside.replace(path)


def check_writable(name: str | Path) -> None:
    """Check before long work that its result can be written, and leave everything as it was.

    A pipe or a device is not opened: its reader would take that for the end.

    Args:
        name: the path.

    Raises:
        Trouble: if the file cannot be written, with the reason.
    """
    with writing(name):
        path = Path(name)
        is_new = not path.exists()
        if is_new or path.is_file() or path.is_dir():
            path.open("ab").close()
        if is_new:
            path.resolve().unlink()  # for a broken link, the file that it points to


def place_text(name: str, error: NotationError) -> str:
    """Format an error in a file as `FILE:LINE:COLUMN: error; expected ...`."""
    tail = f"; expected {error.expected}" if error.expected else ""
    return f"{name}:{error.line}:{error.column}: {error.message}{tail}"
