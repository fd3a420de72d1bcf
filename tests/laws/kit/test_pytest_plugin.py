"""Tests of scenario files as pytest items: collection, skips, and reports of failures."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rummy500_testing import LAWS
from rummy500_testing.available import presets

pytest_plugins = ["pytester"]
#: Loads the plugins: pytester forgets modules that a run in this process loads, and their classes would come twice.
PRESETS = presets()

Files = Callable[..., None]
Run = Callable[..., pytest.RunResult]

HEAD = 'format = "rummy500 scenario 1"\n'
HELD = 'position = { hands = ["2c", "3c"], stock = "5h" }\nexpect = { over = false }\n'
PAGE = (Path(__file__).parents[3] / "docs" / "testing" / "scenarios.md").read_text("utf-8")
(FILE,) = re.findall(r'^```toml title="[^"]+"\n(.*?)^```', PAGE, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def one(title: str, rest: str = HELD) -> str:
    """Write a scenario for a file of many."""
    return f'\n[[scenario]]\ntitle = "{title}"\n{rest}'


@pytest.fixture
def files(pytester: pytest.Pytester) -> Files:
    """Write files: `files({"a.scenario.toml": "..."})`."""

    def write(named: Mapping[str, str]) -> None:
        for name, text in named.items():
            (pytester.path / name).write_text(text, "utf-8")

    return write


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Run pytest in the folder in this process, with the plugin."""

    def run_here(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_inprocess("-p", "pytest_rummy500", "-p", "no:cacheprovider", *arguments)

    return run_here


@pytest.fixture
def spawn(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in the folder in a new process, with the plugin."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3] / "src"), prepend=os.pathsep)

    def run_there(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess("-p", "pytest_rummy500", "-p", "no:cacheprovider", *arguments)

    return run_there


def names(result: pytest.RunResult) -> list[str]:
    """Return the items that `--collect-only -q` lists."""
    return [line for line in result.outlines if "::" in line]


def without_headline(result: pytest.RunResult, title: str) -> str:
    """Return the report below the title of a failing item, up to the next one."""
    lines = iter(result.outlines)
    next(line for line in lines if line.strip("_ ") == title)
    shown: list[str] = []
    for line in lines:
        if line.startswith(("___", "===", "---")):
            break
        shown.append(line)
    return "\n".join(shown)


def test_the_file_of_the_page_holds_and_fails_as_the_page_shows(files: Files, run: Run) -> None:
    files({"a.scenario.toml": FILE})
    run().assert_outcomes(passed=2)
    expected = '"2: lay Th on m1", rule = "meld.run"'
    assert expected in FILE
    files({"a.scenario.toml": FILE.replace(expected, expected.replace("meld.run", "meld.ace"))})
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    assert without_headline(result, "A lay-off on the group does not extend the run") == SHOWN[0].strip()
    result.stdout.fnmatch_lines(["FAILED a.scenario.toml::A lay-off on the group * - line*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*.py*")


def test_the_law_and_the_skipped_plugin_of_the_page_are_as_it_says() -> None:
    assert ": not installed: plugin " in SHOWN[1]
    (law,) = re.findall(r'^law = "(.+)"$', PAGE, re.MULTILINE)
    assert law in {law.name for law in LAWS}


@pytest.mark.parametrize(
    ("rest", "shown"),
    [
        (
            HELD.replace("false", "true"),
            [
                "line 6: over is not as expected",
                "position at the end",
                "  expect: over = true",
                "got       False",
            ],
        ),
        (
            'position = { hands = ["2c", "3c"], rules = { options = { "match.target" = 0 } } }',
            ["line 5: the rules are refused", 'rules     { options = { "match.target" = 0 } }', "got       refused: *"],
        ),
        (
            f'{HELD}step = [{{ do = "1: draw" }}, {{ do = "1: dicard 3c" }}]',
            [
                "line 7, column 40: there is no action 'dicard'",
                "expected  draw, *",
                "position before step 2",
                '  1   do = "1: draw"',
                '  2   do = "1: dicard 3c"',
            ],
        ),
        (HELD.replace("3c", "3x"), ["line 5, column 30: '3x' is not a card", "expected  a card such as 7d, Ts or [*]"]),
        ("", ["line 3, column 3: a scenario has no position", "expected  [[]position]"]),
    ],
    ids=["expected", "rules", "step", "card", "no position"],
)
def test_a_parse_error_is_shown_with_its_place(files: Files, run: Run, rest: str, shown: list[str]) -> None:
    files({"a.scenario.toml": HEAD + one("wrong", f"{rest}\n") + one("held")})
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*__ wrong __*", *shown])
    result.stdout.no_fnmatch_line("*.py*")


def test_a_file_that_does_not_parse_is_one_failing_item(files: Files, run: Run) -> None:
    files(
        {"a.scenario.toml": HEAD + "x = [", "b.scenario.toml": one("no format"), "c.scenario.toml": HEAD + one("held")}
    )
    result = run()
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*__ scenario 1 __*", "line 2, column *", "expected  TOML"])
    result.stdout.fnmatch_lines(
        ["*__ scenario 1 __*", "line 1, column 1: this is not a scenario file", "expected  format = *"]
    )


def test_a_file_that_is_no_text_is_an_error_without_a_traceback(pytester: pytest.Pytester, run: Run) -> None:
    (pytester.path / "a.scenario.toml").write_bytes(b"\xff\xfe\xfa")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*a.scenario.toml cannot be read: *"])
    result.stdout.no_fnmatch_line("*.py*")


def test_a_scenario_with_a_missing_plugin_is_skipped_with_its_name(files: Files, run: Run) -> None:
    rules = 'rules = { preset = "toledo", plugins = ["far-away"] }'
    far = f'position = {{ hands = ["2c", "3c"], {rules} }}\nexpect = {{ rules_refused = true }}\n'
    files({"a.scenario.toml": HEAD + one("far", far) + one("near")})
    result = run("-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * a.scenario.toml*: not installed: plugin far-away, preset toledo"])


@pytest.mark.parametrize(
    ("name", "rules"), [("toledo", 'preset = "toledo"'), ("far-away", 'plugins = "far-away"')], ids=["preset", "plugin"]
)
def test_a_name_that_is_meant_to_be_unknown_is_not_skipped(files: Files, run: Run, name: str, rules: str) -> None:
    position = f'unknown = "{name}"\nposition = {{ hands = ["2c", "3c"], rules = {{ {rules} }} }}\n'
    refused = f"{position}expect = {{ rules_refused = true }}\n"
    files({"a.scenario.toml": HEAD + one("refused", refused) + one("composed", position)})
    result = run()
    result.assert_outcomes(passed=1, failed=1)


def test_items_are_selected_by_title_rule_and_id(files: Files, run: Run) -> None:
    other = one("of another rule", f'rule = "meld.layoff"\n{HELD}')
    files({"a.scenario.toml": HEAD + one("first of two") + one("second of two") + other})
    assert names(run("--collect-only", "-q", "-k", "second and two")) == ["a.scenario.toml::second of two"]
    assert names(run("--collect-only", "-q", "-k", "meld.layoff")) == ["a.scenario.toml::of another rule"]
    assert names(run("--collect-only", "-q", "a.scenario.toml::first of two")) == ["a.scenario.toml::first of two"]
    run("a.scenario.toml::second of two").assert_outcomes(passed=1)


def test_titles_become_names_of_their_own(files: Files, run: Run) -> None:
    untitled = f"\n[[scenario]]\n{HELD}"
    files({"a.scenario.toml": HEAD + one("same") * 2 + one("meld [4h 5h 6h] :: at once") + untitled})
    assert names(run("--collect-only", "-q")) == [
        "a.scenario.toml::same",
        "a.scenario.toml::same (2)",
        "a.scenario.toml::meld (4h 5h 6h) : at once",
        "a.scenario.toml::scenario 4",
    ]
    run("a.scenario.toml::same (2)", "a.scenario.toml::meld (4h 5h 6h) : at once").assert_outcomes(passed=2)


@pytest.mark.slow
def test_the_engine_is_not_loaded_before_a_scenario_is_collected(files: Files, spawn: Run) -> None:
    test = "import sys\ndef test_it():\n    assert 'pytest_rummy500' in sys.modules and 'rummy500' {} sys.modules\n"
    files({"test_a.py": test.format("not in")})
    spawn().assert_outcomes(passed=1)
    files({"test_a.py": test.format("in"), "b.scenario.toml": HEAD + one("held")})
    spawn().assert_outcomes(passed=2)


CONSERVED = f'law = "cards are conserved"\n{HELD}'


MINE = """
from rummy500 import Rules
from rummy500_testing import Fault, Law

LAWS = (Law("mine", "It never holds.", Rules, lambda rules: Fault(f"{rules.seats} play")),)
"""


def test_the_law_of_a_file_is_asked_that_the_settings_name(files: Files, run: Run) -> None:
    files({"a.scenario.toml": HEAD + one("asked", f'law = "mine"\n{HELD}'), "laws.py": MINE})
    run().stdout.fnmatch_lines(["*there is no law 'mine'*"])
    files({"pytest.ini": "[pytest]\nrummy500_laws = laws.py\n"})
    run().stdout.fnmatch_lines(["the law 'mine' is broken"])


def test_the_law_of_a_heading_is_asked(files: Files, run: Run) -> None:
    seats = CONSERVED.replace("cards are conserved", "counts match the cards")
    files({"a.scenario.toml": HEAD + one("lost", CONSERVED) + one("counted", seats)})
    result = run()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*__ lost __*",
            "the law 'cards are conserved' is broken",
            "position in which it is broken",
            "  seat 1    3c   <",
            "says      Every card of the pack lies in exactly one place.",
            "found     missing: As 2s *",
        ]
    )
    result.stdout.no_fnmatch_line("*.py*")


def test_a_crash_shows_how_far_the_scenario_came_and_where_it_was(
    files: Files, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: Any) -> None:
        raise ZeroDivisionError("in a plugin")

    monkeypatch.setattr("rummy500_terminal.judging.legal_actions", crash)
    steps = 'step = [{ do = "1: draw" }, { may = "1: discard 3c" }]\n'
    files({"a.scenario.toml": HEAD + one("crash", steps + HELD)})
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "ZeroDivisionError: in a plugin",
            "position before step 2",
            '  1   do = "1: draw"',
            "failing step",
            '  2   may = "1: discard 3c"',
            "*judging.py:*: in *",
            "E   ZeroDivisionError: in a plugin",
        ]
    )
    result.stdout.no_fnmatch_line("*src*pytest_plugin.py*")
