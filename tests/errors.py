"""A catalogue of errors: the whole message of each situation, in a text file beside the tests.

`ERRORS=write uv run pytest tests/hooks` writes the files (without `-n`). Review them as you review pages: each line is
read by the person who has made that mistake.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

#: An address differs in every run, a line number whenever the tests are edited.
_CHANGING: Final = re.compile(r" at 0x\w+|(?<=\.py), line \d+")
WRITES: Final = os.environ.get("ERRORS") == "write"


class Errors:
    """Situations by name, each a function that raises or returns what a user is told, and what is written about them.

    Beside `test_errors.py` lies `errors.txt`. A line has the situation, and the type, message and notes of the error,
    or what was returned.
    """

    def __init__(self, tests: str, situations: Mapping[str, Callable[[], object]]) -> None:
        self.file = Path(tests).with_name(Path(tests).stem.removeprefix("test_") + ".txt")
        self.situations = situations
        lines = self.file.read_text("utf-8").splitlines() if self.file.exists() else []
        self.known = dict(line.split(" -> ", 1) for line in lines)

    @property
    def names(self) -> list[str]:
        """The situations; also those that only the file has, which fail."""
        return [*self.situations, *(name for name in self.known if name not in self.situations and not WRITES)]

    def raised(self, name: str) -> str:
        """Return what a situation raises, the type, the message and the notes, or what it tells, in one line."""
        if name not in self.situations:
            pytest.fail(f"{self.file.name} has a situation that the tests do not have")
        try:
            told = self.situations[name]()
        except AssertionError:
            raise  # of the situation itself
        except Exception as error:  # noqa: BLE001 - its type is written, too
            notes = "".join(f" [{note}]" for note in getattr(error, "__notes__", ()))
            return _CHANGING.sub("", f"{type(error).__name__}: {error}{notes}").replace("\n", r"\n")
        return told.replace("\n", r"\n") if isinstance(told, str) else pytest.fail("nothing is raised")

    def written(self, name: str, said: str) -> str:
        """Return what the file has for a situation; with `ERRORS=write`, write what was said."""
        if WRITES:
            self.known[name] = said
            lines = [f"{each} -> {self.known[each]}\n" for each in self.situations if each in self.known]
            self.file.write_text("".join(lines), "utf-8")
        return self.known.get(name, f"nothing in {self.file.name}: write it with ERRORS=write")
