"""Collect scenario files for pytest: each scenario is an item, and a failing one shows position and step.

pytest loads `pytest_rummy500`, which loads this module for the first `*.scenario.toml`. If rummy500 lies on the path
without being installed, `-p rummy500_testing.pytest_plugin` loads both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pytest

from rummy500 import NotationError
from rummy500.notation.scenario import Scenario, each_scenario
from rummy500.notation.toml import Located, read_toml_file
from rummy500_testing.law import laws_of_file
from rummy500_testing.scenarios import account, missing, problem, unread

pytest_plugins: Final = ("pytest_rummy500",)

#: Square brackets would be a parameter to pytest, and two colons a separator.
_BRACKETS: Final = str.maketrans("[]", "()")
_E = TypeVar("_E", bound=BaseException)


class ScenarioProblem(Exception):  # noqa: N818 - it carries the text of a report
    """Raised if a scenario did not hold or does not parse, with a text for the reader."""


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield the scenarios one by one; one that does not parse is an item that fails."""
        try:
            text = read_toml_file(self.path)
        except (OSError, UnicodeError, NotationError) as error:
            raise self.CollectError(f"{self.path} cannot be read: {error}") from None
        names: set[str] = set()
        titles = cache(partial(_titles, text))
        for number, found in enumerate(each_scenario(text), 1):
            title = titles().get(number, "") if isinstance(found, NotationError) else found.title
            one_line = " ".join(title.translate(_BRACKETS).replace("::", ":").split())
            name = _free(one_line or f"scenario {number}", names)
            names.add(name)
            item: ScenarioItem = cast("Any", ScenarioItem).from_parent(self, name=name)
            item.hold(found)
            yield item


class ScenarioItem(pytest.Item):
    """A scenario as a test.

    Attributes:
        found: the scenario, or why it does not parse.
    """

    found: Scenario | NotationError

    def hold(self, found: Scenario | NotationError) -> None:
        """Attach the scenario; `-k` can select its rule, and it is skipped if something is not installed."""
        self.found = found
        if isinstance(found, NotationError):
            return
        self.extra_keyword_matches.add(found.rule)
        absent = missing(found)
        if absent:
            self.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(absent)}"))

    def runtest(self) -> None:
        """Run the scenario, and ask the law that its heading names."""
        found, files = self.found, cast("list[Path]", self.config.getini("rummy500_laws"))
        laws = [law for file in files for law in laws_of_file(file)]
        wrong = unread(found) if isinstance(found, NotationError) else problem(found, laws)
        if wrong is not None:
            raise ScenarioProblem(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Format a failure: the text of a problem, or for a crash the position, the steps done and the traceback."""
        if isinstance(excinfo.value, ScenarioProblem):
            return str(excinfo.value)
        if excinfo.errisinstance(Exception) and isinstance(self.found, Scenario):
            crash = excinfo.getrepr(style="short", tbfilter=_below_this_file)
            head = f"{type(excinfo.value).__name__}: {excinfo.value}"
            return "\n\n".join([head, *account(self.found), str(crash)])
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[PathLike[str], int, str]:
        """Return the file, the line from 0, and the title."""
        found = self.found
        line = found.line if isinstance(found, NotationError) else found.document.place(found.path)[0]
        return self.path, line - 1, self.name


def _below_this_file(excinfo: pytest.ExceptionInfo[_E]) -> Any:
    """Cut the frames of pytest and this file from a traceback."""
    return excinfo.traceback.cut(path=__file__)[1:] or excinfo.traceback


def _free(name: str, taken: set[str]) -> str:
    """Add a number to a name that an earlier scenario of the file has."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def _titles(text: str) -> dict[int, str]:
    """Read the titles in a file that does not parse, as far as it can be read at all."""
    try:
        data = Located(text).data
    except NotationError:
        return {}
    tables: object = data.get("scenario", [data])
    each = enumerate(cast("list[object]", tables), 1) if isinstance(tables, list) else ()
    named = (
        (number, cast("dict[str, object]", table).get("title")) for number, table in each if isinstance(table, dict)
    )
    return {number: title for number, title in named if isinstance(title, str)}
