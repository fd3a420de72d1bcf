"""Collect for pytest: scenarios, each an item that shows position and step if it fails, records, and what a plugin has.

pytest loads `pytest_rummy500`, which loads this module for the first such file. If rummy500 lies on the path without
being installed, `-p rummy500_testing.pytest_plugin` loads both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import attrs
import pytest

from rummy500 import ComposeError, NotationError, Rules, Rummy500Error
from rummy500.hooks.compose import compose
from rummy500.notation.scenario import Scenario, scenario_readers
from rummy500.notation.toml import read_toml_file
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing.available import plugins, presets
from rummy500_testing.checking import check_laws
from rummy500_testing.golden import faults_of_record
from rummy500_testing.law import Law, LawBroken, laws_in, laws_of_file, module_of_file
from rummy500_testing.laws import laws_for
from rummy500_testing.pages import run_page
from rummy500_testing.rule_sets import rule_sets
from rummy500_testing.scenarios import account, missing, problem, unread

pytest_plugins: Final = ("pytest_rummy500",)


#: Square brackets would be a parameter to pytest, and two colons a separator.
_BRACKETS: Final = str.maketrans("[]", "()")
_E = TypeVar("_E", bound=BaseException)


class Problem(Exception):  # noqa: N818 - it carries the text of a report
    """Raised if a test of these does not pass, with a text for the reader."""


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yield the scenarios one by one. Each is read when it runs; one that does not parse fails then."""
        try:
            text = read_toml_file(self.path)
        except (OSError, UnicodeError, NotationError) as error:
            raise self.CollectError(f"{self.path} cannot be read: {error}") from None
        names: set[str] = set()
        try:
            readers = scenario_readers(text)
        except NotationError as error:
            readers = [("", "", partial(_raise, error))]
        for number, (title, rule, read) in enumerate(readers, 1):
            one_line = " ".join(title.translate(_BRACKETS).replace("::", ":").split())
            name = _free(one_line or f"scenario {number}", names)
            names.add(name)
            item: ScenarioItem = cast("Any", ScenarioItem).from_parent(self, name=name)
            item.extra_keyword_matches.add(rule)  # `-k` can select it
            item.read = read
            yield item


class ScenarioItem(pytest.Item):
    """A scenario as a test.

    Attributes:
        read: reads the scenario.
    """

    read: Callable[[], Scenario]

    @cached_property
    def found(self) -> Scenario | NotationError:
        """The scenario, or why it does not parse."""
        try:
            return self.read()
        except NotationError as error:
            return error

    def runtest(self) -> None:
        """Run the scenario, and ask the law that its heading names; skip it if something is not installed."""
        found, files = self.found, cast("list[Path]", self.config.getini("rummy500_laws"))
        absent = () if isinstance(found, NotationError) else missing(found)
        if absent:
            # As a mark does: the summary names the scenario's file, not this one.
            raise pytest.skip.Exception(f"not installed: {', '.join(absent)}", _use_item_location=True)
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

#: How laws are asked under generated rules: costly ones seldom, and in short hands, which a wrong rule may keep going.
_GENERATED: Final[Mapping[str, Any]] = {"hands": 1, "every": 50, "max_turns": 100}
#: How laws are asked under the rules of a table `RULES`.
_CHOSEN: Final[Mapping[str, Any]] = {"hands": 2, "every": 50}
#: In how many hands a fault of a table `FAULTS` must show.
_PLANTED: Final = 100


class PlainItem(pytest.Item):
    """A function as a test."""

    ask: Callable[[], object]

    def runtest(self) -> None:
        """Call it."""
        self.ask()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Format a failure: the text of a problem or a broken law, or for a crash the traceback."""
        wrong = excinfo.value
        return str(wrong) if isinstance(wrong, Problem | LawBroken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[PathLike[str], int, str]:
        """Return the file, its first line, and the name after that of the file."""
        return self.path, 0, f"{self.path.name}: {self.name}"


class RecordFile(pytest.File):
    """A golden playthrough or a file of counts, which is replayed."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield its item."""
        yield _item(self, "plays as recorded", self.replay)

    def replay(self) -> None:
        """Fail with the differences from the record, and the command that records again."""
        again = f"golden update {self.nodeid}" if self.path.name.endswith(".golden.toml") else "perft record"
        if faults := faults_of_record(self.path):
            advice = f"If you changed this on purpose: python -m rummy500_testing.{again}"
            raise Problem("\n".join([*faults, advice]))


class ReadmeFile(pytest.File):
    """The README of a plugin, whose code runs."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield its item, if it has code."""
        if "\n```python\n" in self.path.read_text("utf-8"):
            yield _item(self, "its code runs", partial(run_page, self.path))


class LawsFile(pytest.File):
    """The laws of a plugin, `tests/laws.py`."""

    def collect(self) -> Iterator[PlainItem]:
        """Yield an item for each set of rules to ask the laws under: those of a table `RULES`, or generated ones.

        If there is a table `FAULTS`, also one for each fault that a law must find.
        """
        from pytest_rummy500 import plugins_of  # noqa: PLC0415 - pytest must load it first

        mine, names = plugins_of(self.path.parents[1]), set[str]()
        try:
            laws, module = laws_of_file(self.path), module_of_file(self.path.resolve())
            table: Mapping[str, Mapping[str, Any]] | None = getattr(module, "RULES", None)
            for rules in rule_sets(*mine) if table is None else ():
                name = _free(repr(rules), names)
                names.add(name)
                yield _item(self, name, partial(_ask, laws, rules, **_GENERATED))
        except Rummy500Error as error:
            raise self.CollectError(str(error)) from None
        for kind, arguments in (table or {}).items():
            for preset in (arguments["preset"],) if "preset" in arguments else CORE_PRESETS:
                chosen = {"plugins": mine, **arguments, "preset": preset}
                ask = partial(_ask, laws, partial(compose, **chosen), seed=f"{kind} {preset}", **_CHOSEN)
                item = _item(self, f"{kind}, {preset}", ask)
                if absent := {preset, *chosen["plugins"]}.difference(presets(), plugins()):
                    item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(sorted(absent))}"))
                yield item
        for law, plant in (faults := getattr(module, "FAULTS", ())):
            names.add(name := _free(f"{law.name} can fail", names))
            yield _item(self, name, partial(_breaks, attrs.evolve(law, plugin=laws[0].plugin), plant))
        if faults and (other := {law.name for law in laws_in(module)}.difference(law.name for law, _ in faults)):
            raise self.CollectError(f"FAULTS has no fault that breaks {', '.join(sorted(other))}")


def check_playable(names: list[str]) -> None:
    """Check that plugins are installed, and go together with some preset.

    Raises:
        pytest.UsageError: with the reason in one line.
    """
    for name in set(names).difference(plugins()):
        raise pytest.UsageError(f"the plugin {name} is not installed here: pip install --editable .")
    try:
        next(rule_sets(*names, options=0, beside=False))
    except ComposeError as error:
        raise pytest.UsageError(str(error)) from None


def _item(parent: pytest.File, name: str, ask: Callable[[], object]) -> PlainItem:
    item: PlainItem = cast("Any", PlainItem).from_parent(parent, name=name.translate(_BRACKETS))
    item.ask = ask
    return item


def _ask(laws: tuple[Law[Any], ...], made: Rules | partial[Rules], **how: Any) -> None:
    """Ask the laws of rummy500 and of a plugin in random hands."""
    rules = made if isinstance(made, Rules) else made()
    for broken in check_laws(rules, laws=laws_for(rules, laws), **how).broken:
        raise broken  # the first one: the laws that come later rest on it


def _breaks(law: Law[Any], plant: Callable[[], Any]) -> None:
    """Fail if a law does not find a planted fault, or crashes."""
    subject = plant()
    try:
        for number in range(_PLANTED):
            law(subject, hands=1, seed=number) if isinstance(subject, Rules) else law.check(subject)
    except LawBroken as broken:
        if broken.__cause__ is not None:
            raise
    else:
        raise Problem(f"the law {law.name!r} does not find the fault")


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


def _raise(error: NotationError) -> Scenario:
    raise error
