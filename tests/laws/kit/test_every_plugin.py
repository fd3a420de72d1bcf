"""Tests of what pytest collects of any plugin without a test file: its laws, its records, the code of its README."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rummy500 import compose
from rummy500_testing.available import presets
from rummy500_testing.golden import missing_records, record_golden
from rummy500_testing.perft import perft_text, record_perft

pytest_plugins = ["pytester"]
#: Loads the plugins: pytester forgets modules that a run in this process loads, and their classes would come twice.
PRESETS = presets()

Run = Callable[..., pytest.RunResult]
ROOT = Path(__file__).parents[3]

PROJECT = '[project]\nname = "mine"\n[project.entry-points."rummy500.plugins"]\n"{}" = "mine"\n'
README = "# Mine\n\n```python\nimport rummy500 as r5\n```\n\n```python\nassert r5.compose(seats=3).seats == {}\n```\n"
#: The plugin need not be in play: its laws are then asked all the same.
LAWS = """
from rummy500_testing import Fault, Snapshot, law

RULES = {
    "few": {"plugins": [], "seats": 2},
    "many": {"plugins": [], "seats": 5, "preset": "pagat"},
    "others": {"plugins": ["nobody-has-it"], "seats": 2, "preset": "classic"},
}


@law()
def seats_are_few(snapshot: Snapshot):
    \"\"\"Fewer than five play.\"\"\"
    return Fault("five play") if snapshot.rules.seats == 5 else None
"""


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """Write a package with a plugin, and no test file."""
    found = pytester.path / "mine"
    (found / "tests").mkdir(parents=True)
    rules = compose("classic", seats=2)
    for name, text in (
        ("pyproject.toml", PROJECT.format("mine")),
        ("README.md", README.format(3)),
        ("tests/laws.py", LAWS),
        ("tests/mine.golden.toml", record_golden(rules, seed=1, max_turns=3)),
        ("tests/mine.perft.toml", perft_text([record_perft(rules, seed=1, depths=2)])),
    ):
        (found / name).write_text(text, "utf-8")
    return found


@pytest.fixture
def run(pytester: pytest.Pytester) -> Run:
    """Run pytest in the folder above the package."""
    options = ("-p", "pytest_rummy500", "-p", "no:cacheprovider")
    return lambda *arguments: pytester.runpytest_inprocess(*options, *arguments)


def change(file: Path, was: str, now: str) -> None:
    text = file.read_text("utf-8")
    assert was in text
    file.write_text(text.replace(was, now), "utf-8")


def test_laws_records_and_readme_are_collected_without_a_test_file(folder: Path, run: Run) -> None:
    listed = run("--collect-only", "-q").outlines
    assert [line for line in listed if "::" in line] == [
        "mine/README.md::its code runs",
        "mine/tests/laws.py::few, pagat",
        "mine/tests/laws.py::few, north-american",
        "mine/tests/laws.py::few, classic",
        "mine/tests/laws.py::few, family",
        "mine/tests/laws.py::many, pagat",
        "mine/tests/laws.py::others, classic",
        "mine/tests/mine.golden.toml::plays as recorded",
        "mine/tests/mine.perft.toml::plays as recorded",
    ]
    result = run("-rs", "-k", "not few or classic")
    result.assert_outcomes(passed=4, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*not installed: nobody-has-it", "*1 failed*"])


def test_a_broken_law_is_shown_with_a_scenario(folder: Path, run: Run) -> None:
    result = run("-k", "many")
    result.stdout.fnmatch_lines(
        ["*laws.py: many, pagat*", "the law 'seats are few' is broken: five play", 'format = "rummy500 scenario 1"']
    )
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


FAULTS = """

@law()
def all_play(step: Step):
    \"\"\"Any law.\"\"\"


ANY = compose(seats=2)
FAULTS = ((seats_are_few, lambda: compose(seats=5)), (seats_are_few, lambda: ANY))
"""
A_STEP = '\nFAULTS += ((all_play, lambda: Step(ANY, *3 * [None], "")),)'


@pytest.mark.parametrize("more", [A_STEP, ""])
def test_each_fault_of_a_table_is_a_test_that_its_law_can_fail(folder: Path, run: Run, more: str) -> None:
    file = folder / "tests" / "laws.py"
    change(file, "import Fault,", "import Fault, Step,")
    file.write_text(f"from rummy500 import compose\n{file.read_text('utf-8')}{FAULTS}{more}", "utf-8")
    result = run("-v", "-k", "can and fail")
    if not more:
        result.stdout.fnmatch_lines(["FAULTS has no fault that breaks all play"])
        return
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["*::seats are few can fail PASSED*", "the law 'seats are few' does not find the fault"]
    )


def test_a_difference_from_a_record_is_shown_with_the_command_that_records_again(folder: Path, run: Run) -> None:
    change(folder / "tests" / "mine.golden.toml", "max_turns = 3", "max_turns = 3\nnew = 1")
    change(folder / "tests" / "mine.perft.toml", "counts = [", "counts = [9")
    result = run("-k", "toml")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "*mine.golden.toml: plays as recorded*",
            "line *, column *",
            "*on purpose: python -m rummy500_testing.golden update mine/tests/mine.golden.toml",
            "*mine.perft.toml: plays as recorded*",
            "entry 1 *depth 1: expected 9*",
            "*on purpose: python -m rummy500_testing.perft record",
        ]
    )


def test_code_of_the_readme_that_fails_is_shown(folder: Path, run: Run) -> None:
    change(folder / "README.md", "seats == 3", "seats == 4")
    result = run("-k", "README")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*AssertionError*"])


def test_laws_that_do_not_load_are_one_error(folder: Path, run: Run) -> None:
    (folder / "tests" / "laws.py").write_text("import no_such_module\n", "utf-8")
    result = run("-k", "laws")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*laws.py cannot be run: ModuleNotFoundError: No module named 'no_such_module'"])


def test_only_the_folder_of_a_plugin_has_laws_and_a_readme_to_run(folder: Path, run: Run) -> None:
    change(folder / "pyproject.toml", "rummy500.plugins", "others")
    assert run("mine/README.md", "mine/tests/laws.py", "--collect-only", "-q").ret != 0
    run("-k", "not toml").assert_outcomes()


@pytest.mark.parametrize(
    ("name", "why"),
    [("mine", "the plugin mine is not installed here: pip install --editable ."), ("boathouse", "")],
)
def test_a_plugin_that_cannot_run_is_one_line(folder: Path, run: Run, name: str, why: str) -> None:
    pytest.importorskip("rummy500_boathouse")
    (folder / "pyproject.toml").write_text(PROJECT.format(name) + "[tool.pytest.ini_options]\n", "utf-8")
    result = run("--rootdir", str(folder), str(folder), "-k", "golden")
    assert result.ret == (pytest.ExitCode.USAGE_ERROR if why else pytest.ExitCode.OK)
    assert why in "\n".join(result.errlines)


def test_every_plugin_of_ours_has_laws_records_and_code_in_its_readme() -> None:
    folders = sorted(file.parent for file in ROOT.glob("plugins/*/pyproject.toml"))
    assert len(folders) == 16
    missing = [file for folder in folders for file in missing_records(folder / "tests" / "golden", [folder.name])]
    missing += [str(folder) for folder in folders if "\nRULES" not in (folder / "tests" / "laws.py").read_text("utf-8")]
    missing += [str(folder) for folder in folders if "\n```python\n" not in (folder / "README.md").read_text("utf-8")]
    assert missing == []
