"""Collect for pytest: scenarios, each an item that shows position and step if it fails, records, and what a plugin has.

pytest loads `pytest_rummy500`, which loads this module for the first such file. If rummy500 lies on the path without
being installed, `-p rummy500_testing.pytest_plugin` loads both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import pytest

from rummy500 import ComposeError, NotationError, Rules, Rummy500Error
from rummy500.hooks.compose import compose
from rummy500.notation.scenario import Scenario, each_scenario
from rummy500.notation.toml import Located, read_toml_file
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing.available import plugins, presets
from rummy500_testing.checking import check_laws
from rummy500_testing.golden import faults_of_record
from rummy500_testing.law import Law, laws_of_file, module_of_file
from rummy500_testing.laws import laws_for
from rummy500_testing.pages import run_page
from rummy500_testing.rule_sets import rule_sets
from rummy500_testing.scenarios import account, missing, problem, unread

pytest_plugins: Final = ("pytest_rummy500",)

#: A question of an item; the answer is what is wrong, empty if nothing is.
_Question: TypeAlias = Callable[[], str]

#: Square brackets would be a parameter to pytest, and two colons a separator.
_BRACKETS: Final = str.maketrans("[]", "()")
_E = TypeVar("_E", bound=BaseException)


class Problem(Exception):  # noqa: N818 - it carries the text of a report
    """Raised if a test of these does not pass, with a text for the reader."""


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
            raise Problem(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Format a failure: the text of a problem, or for a crash the position, the steps done and the traceback."""
        if isinstance(excinfo.value, Problem):
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


# ---------------------------------------------------------------- records, and what every plugin has

#: Costly laws check one state in this many: fewer than in `rummy500 laws`, since there are many sets of rules.
_EVERY: Final = 50
#: Hands under the rules of a table `RULES`; each set of rules that is generated plays one.
_HANDS: Final = 2
#: Hands under generated rules are cut off after this many turns: a wrong rule may keep them from ending.
_MOST_TURNS: Final = 100


class PlainItem(pytest.Item):
    """A question as a test, whose answer is what is wrong."""

    ask: _Question

    def runtest(self) -> None:
        """Ask, and fail with the answer."""
        if wrong := self.ask():
            raise Problem(wrong)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Format a failure: the answer, or for a crash the traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Problem) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[PathLike[str], int, str]:
        """Return the file, its first line, and the name after that of the file."""
        return self.path, 0, f"{self.path.name}: {self.name}"


class RecordFile(pytest.File):
    """A golden playthrough or a file of counts."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield one item, which replays the file."""
        yield _item(self, "plays as recorded", self.differences)

    def differences(self) -> str:
        """Return the differences from the record, and how to record again."""
        again = f"golden update {self.nodeid}" if self.path.name.endswith(".golden.toml") else "perft record"
        faults = faults_of_record(self.path)
        advice = [f"If you changed this on purpose: python -m rummy500_testing.{again}"] if faults else []
        return "\n".join(faults + advice)


class ReadmeFile(pytest.File):
    """The README of a plugin."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield one item, which runs the code, if there is any."""
        if "\n```python\n" in self.path.read_text("utf-8"):
            yield _item(self, "its code runs", self.run)

    def run(self) -> str:
        """Run the code."""
        run_page(self.path)
        return ""


class LawsFile(pytest.File):
    """The laws of a plugin, `tests/laws.py`."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield an item for each set of rules to ask the laws under: those of a table `RULES`, or generated ones."""
        from pytest_rummy500 import plugins_of  # noqa: PLC0415 - pytest must load it first

        names, file = plugins_of(self.path.parents[1]), self.path.resolve()
        try:
            laws = laws_of_file(file)
            table: Mapping[str, Mapping[str, Any]] | None = getattr(module_of_file(file), "RULES", None)
            yield from self.generated(laws, names) if table is None else self.listed(laws, names, table)
        except Rummy500Error as error:
            raise self.CollectError(str(error)) from None

    def generated(self, laws: tuple[Law[Any], ...], names: list[str]) -> Iterator[PlainItem]:
        """Yield an item for each of the rules of `rule_sets`."""
        taken = set[str]()
        for rules in rule_sets(*names):
            name = _free(repr(rules), taken)
            taken.add(name)
            yield _item(self, name, partial(_broken, laws, rules, hands=1, max_turns=_MOST_TURNS))

    def listed(
        self, laws: tuple[Law[Any], ...], names: list[str], table: Mapping[str, Mapping[str, Any]]
    ) -> Iterator[PlainItem]:
        """Yield an item for each entry of a table on each preset of the core, or on its own preset."""
        for kind, arguments in table.items():
            for preset in (arguments["preset"],) if "preset" in arguments else CORE_PRESETS:
                asked = {"plugins": names, **arguments, "preset": preset}
                how = {"seed": f"{kind} {preset}", "hands": _HANDS}
                item = _item(self, f"{kind}, {preset}", partial(_broken, laws, partial(compose, **asked), **how))
                absent = {preset, *asked["plugins"]}.difference(presets(), plugins())
                if absent:
                    item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(sorted(absent))}"))
                yield item


def check_playable(names: list[str]) -> None:
    """Check that plugins are installed, and go together with some preset.

    Raises:
        pytest.UsageError: with the reason in one line.
    """
    for name in names:
        if name not in plugins():
            raise pytest.UsageError(f'the plugin {name} is not installed here: pip install --editable ".[dev]"')
    try:
        next(rule_sets(*names, options=0, beside=False))
    except ComposeError as error:
        raise pytest.UsageError(str(error)) from None


def _item(parent: pytest.File, name: str, ask: _Question) -> PlainItem:
    item: PlainItem = cast("Any", PlainItem).from_parent(parent, name=name.translate(_BRACKETS))
    item.ask = ask
    return item


def _broken(laws: tuple[Law[Any], ...], made: Rules | partial[Rules], **how: Any) -> str:
    """Ask the laws of rummy500 and of a plugin in random hands; return the report of the first that is broken."""
    rules = made if isinstance(made, Rules) else made()
    report = check_laws(rules, laws=laws_for(rules, laws), every=_EVERY, **how)
    return next(map(str, report.broken), "")  # the laws that come later rest on it


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
