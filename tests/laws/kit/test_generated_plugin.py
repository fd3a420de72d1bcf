"""Tests of a plugin that `new-plugin` has written: its tests pass, and fail with a clear message for a wrong rule."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.drawn import DRAW
from tests.hooks.installing import dist_info

from rummy500.hooks.plugin import GROUP
from rummy500_terminal.app import app
from rummy500_testing_cli.new_plugin import KINDS

ROOT = Path(__file__).parents[3]
NAME = "house-queen"
MODULE = Path("rummy500_house_queen.py")
#: Every other plugin of ours stands beside a new one: of its rules it plays each eighth, some of every kind.
SOME_RULES = """
def pytest_collection_modifyitems(items):
    some = [item for item in items if item.path.name == "laws.py"][::8]
    items[:] = [item for item in items if item.path.name != "laws.py" or item in some]
"""
CARD_POINTS = re.compile(r"@hookimpl\ndef card_points.*?\n\n\n", re.DOTALL)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a new plugin."""
    monkeypatch.chdir(tmp_path)
    return begin(tmp_path, NAME)[0]


def begin(folder: Path, name: str, *options: str) -> tuple[Path, str]:
    """Begin a plugin in the current folder and install it; return its folder and the output."""
    done = CliRunner().invoke(app, ["new-plugin", name, *options])
    assert done.exit_code == 0, done.output
    package = folder / f"rummy500-{name}"
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    dist_info(package, project["name"], project["entry-points"][GROUP], project["version"])
    return package, done.output


def run_tests(package: Path, *arguments: str) -> tuple[int, str]:
    """Run a package's tests as its author does, who has rummy500 installed; return exit code and output."""
    return run(package, "pytest", "-q", "-p", "no:cacheprovider", "-p", "pytest_rummy500", *arguments)


def run(package: Path, module: str, *arguments: str) -> tuple[int, str]:
    """Run a program of a module in a package's folder; return exit code and output."""
    path = os.pathsep.join([str(package), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
        # No bytecode: a rule that changes within a second to one of equal length would run in its old form.
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.returncode, done.stdout + done.stderr


def put_in(package: Path, rule: str) -> None:
    """Replace the rule of the package, or add one."""
    source = (package / MODULE).read_text("utf-8")
    if "card_p" in rule:
        assert CARD_POINTS.search(source)
        source = CARD_POINTS.sub("", source)
    (package / MODULE).write_text(f"{source}\n\n{rule}", "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS][DRAW % 2 :: 2])
def test_the_tests_of_a_new_plugin_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.chdir(tmp_path)
    package, _ = begin(tmp_path, NAME, "--kind", kind)
    (package / "tests" / "conftest.py").write_text(SOME_RULES, "utf-8")
    code, printed = run_tests(package, "-vv")
    assert code == 0, printed
    passed = re.findall(r"^(\S+?)::.* PASSED", printed, re.MULTILINE)
    assert passed.count("tests/laws.py") >= 6
    assert set(passed) == {"tests/laws.py", f"tests/{NAME}.scenario.toml"}
    assert "SKIPPED" not in printed


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_command_of_the_readme_runs_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Nothing is installed: the command names the file."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["new-plugin", NAME, "--kind", kind]).exit_code == 0
    package = tmp_path / f"rummy500-{NAME}"
    command = re.findall(r"^\$ rummy500 (.*)$", (package / "README.md").read_text("utf-8"), re.MULTILINE)[0]
    code, printed = run(package, "rummy500", *command.split())
    assert code == 0, printed
    assert printed.endswith(" held, 0 failed\n")


WRONG_POINTS = """
@hookimpl
def card_points(card: int) -> int | None:
    return 30 if card == QUEEN_OF_SPADES else None
"""

LAW_THAT_IS_BROKEN = '''
from rummy500.hooks import Rules
from rummy500_testing import Fault, law


@law()
def never(rules: Rules):
    """It never holds."""
    return Fault("it was asked")
'''


@pytest.mark.slow
def test_the_laws_of_the_plugin_are_asked_as_in_the_readme(package: Path) -> None:
    (command,) = re.findall(r"^\$ rummy500 (laws .*)$", (package / "README.md").read_text("utf-8"), re.MULTILINE)
    code, printed = run(package, "rummy500", *command.split())
    assert code == 0, printed
    assert re.search(r"^house-queen: queen in hand +\d+ +0 +yes$", printed, re.MULTILINE), printed
    put_in(package, WRONG_POINTS)
    code, printed = run(package, "rummy500", *command.split(), "--hands", "1")
    assert code == 1
    assert "the law 'house-queen: queen in hand' is broken: in hand the queen of spades counts 30" in printed
    code, printed = run_tests(package, "-x", "tests/laws.py")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "the law 'house-queen: queen in hand' is broken: in hand the queen of spades counts 30" in printed


@pytest.mark.slow
def test_laws_are_published_as_the_page_shows(package: Path) -> None:
    """The page's table in `pyproject.toml` has the form of the installed metadata."""
    page = (ROOT / "docs" / "testing" / "laws.md").read_text("utf-8")
    (table,) = re.findall(
        r'^```toml\n(\[project\.entry-points\."rummy500\.laws"\].*?)^```', page, re.MULTILINE | re.DOTALL
    )
    table = table.replace("my-rule", NAME).replace("my_rule.laws", f"{NAME.replace('-', '_')}_laws")
    (package / MODULE).with_name("rummy500_house_queen_laws.py").write_text(LAW_THAT_IS_BROKEN, "utf-8")
    ((group, points),) = tomllib.loads(table)["project"]["entry-points"].items()
    (installed,) = package.glob("*.dist-info/entry_points.txt")
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    installed.write_text(f"{installed.read_text('utf-8')}\n[{group}]\n{lines}", "utf-8")
    code, printed = run_tests(package, "-x", "tests/laws.py")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "the law 'house-queen: never' is broken: it was asked" in printed


# ------------------------------------------------- docs/testing/index.md

PAGE = (ROOT / "docs" / "testing" / "index.md").read_text("utf-8")


def shown(language: str, beginning: str) -> str:
    """Return the last block of the page in which a line begins with a text."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    *_, found = (block for block in blocks if re.search(rf"^{re.escape(beginning)}", block, re.MULTILINE))
    return str(found)


def plain(text: str) -> str:
    """Remove the rulers around headings, which are as long as the terminal is wide."""
    return "\n".join(re.sub("_{2,}", "", line).strip() for line in text.splitlines())


def shows(block: str, printed: str) -> bool:
    """Return whether the output has a block of the page; a line `...` of it matches any lines."""
    at = 0
    for part in re.split(r"^\.\.\.$", plain(block), flags=re.MULTILINE):
        at = plain(printed).find(part.strip(), at)
        if at < 0:
            return False
    return True


def test_the_page_shows_the_output_and_files_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    package, printed = begin(tmp_path, "queen")
    assert shown("console", "$ rummy500 new-plugin") == f"$ rummy500 new-plugin queen\n{printed}"
    told = [line.split()[0] for line in shown("text", "rummy500-queen/").splitlines()[1:]]
    files = [file.relative_to(package) for file in package.rglob("*") if file.is_file()]
    assert sorted(told) == sorted(file.as_posix() for file in files if not file.parent.name.endswith(".dist-info"))


@pytest.mark.slow
def test_the_page_shows_the_output_of_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page from top to bottom: a scenario, a mistake in the rule, a misspelt hook, the repair."""
    monkeypatch.chdir(tmp_path)
    package, _ = begin(tmp_path, "queen")
    module = package / "rummy500_queen.py"
    scenarios = package / "tests" / "queen.scenario.toml"
    said = scenarios.read_text("utf-8")
    for key in ("title", "hand_scores"):
        said = re.sub(rf"^{key} .*\n", shown("toml", key), said, count=1, flags=re.MULTILINE)
    scenarios.write_text(said, "utf-8")

    rule = shown("py", "def card_points")
    source = CARD_POINTS.sub("", module.read_text("utf-8"))
    module.write_text(f"{source}\n{rule}", "utf-8")
    _, printed = run_tests(package, "-k", "not laws")
    assert shows(shown("text", "line 20"), printed), printed

    module.write_text(f"{source}\n{rule.replace('card_points', 'card_pionts')}", "utf-8")
    assert shows(shown("text", "ERROR"), run_tests(package)[1])

    mended = f"{source}\n{rule.replace('!=', '==')}"
    module.write_text(mended, "utf-8")
    assert run_tests(package, "-k", "not laws")[0] == 0
