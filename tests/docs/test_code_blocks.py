"""Tests that every code block of the documentation runs, page by page.

- Python runs, block after block in one namespace, and prints the texts in the comments at its `print` lines.
- TOML is read: positions, scenarios, which must hold, and a `pyproject.toml`, whose package is installed.
- A block with a title is the file of that name, in a folder of the page's own. It can be imported from there, and a
  page may show several versions of it.
- The name of a file between two lines `--8<--` is its text, as on the built page.
- On a page with such files, shell lines that call rummy500, its tools or pytest run, too. Lines of the output that
  begin with `> ` are typed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

import attrs
import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner
from tests.hooks.installing import dist_info, forget_files, forget_plugins, importable

from rummy500.hooks.plugin import GROUP
from rummy500.notation.position import parse_position
from rummy500.notation.scenario import parse_scenarios
from rummy500_terminal.app import app
from rummy500_terminal.judging import run_scenario
from rummy500_testing import golden, perft

ROOT: Final = Path(__file__).parents[2]
#: `tests/hooks/test_house_rules.py` proves the laws of the page's rules with each number of seats.
ONE_TABLE: Final = "not laws_hold or 3"
#: `tests/laws/kit/test_cookbook.py` runs the scenarios of these pages, with their rules installed.
COOKBOOK: Final = "cookbook"
_PLUGINS: Final = {point.name for point in entry_points(group=GROUP)}
#: The pages of variants whose plugin is not installed, and others that show one of them, which are left out.
MISSING: Final = {page for page in (ROOT / "docs").rglob("variants/*.md") if page.stem not in {"index", *_PLUGINS}} | (
    set()
    if {"boathouse", "persian"} <= _PLUGINS
    else {ROOT / "docs" / "show-it.md", ROOT / "docs" / "variants" / "index.md"}
)
#: The READMEs of installed plugins are the last sections of the pages of variants.
READMES: Final = {page for page in ROOT.glob("plugins/*/README.md") if page.parent.name in _PLUGINS}
PAGES: Final = sorted({ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *READMES} - MISSING)
_BLOCK: Final = re.compile(
    r'^( *)```(\w+)(?: title="([^"]+)")?(?: hl_lines="[^"]+")?\n(.*?)^\1```', re.MULTILINE | re.DOTALL
)
#: A file that a page includes, with the name of a section between two markers or none.
_INCLUDED: Final = re.compile(r"^--8<--\n([^\n:]+)(?::(\w+))?\n--8<--$", re.MULTILINE)
#: A comment with printed text: after a `print`, or on the next line.
_PRINTED: Final = re.compile(r"^ *print\(.*\)(?:  # (.+)|((?:\n *# .+)+))$", re.MULTILINE)


@attrs.frozen
class Block:
    """A fenced block of a page.

    Attributes:
        language: the language after its fence.
        title: the name of its file, empty if it is none.
        code: its text.
    """

    language: str
    title: str
    code: str


def blocks(page: Path) -> list[Block]:
    """List the fenced blocks of a page."""
    found = _BLOCK.findall(_INCLUDED.sub(included, page.read_text(encoding="utf-8")))
    return [Block(language, title, textwrap.dedent(code)) for _, language, title, code in found]


def included(line: re.Match[str]) -> str:
    """Return the text of a file, or of a section of it, that a line includes."""
    text = (ROOT / line[1]).read_text(encoding="utf-8")
    if line[2]:
        text = text.partition(f"[start:{line[2]}]\n")[2].rpartition(f"# --8<-- [end:{line[2]}]")[0]
    assert text
    return text.rstrip("\n")


def files(page: Path) -> dict[str, str]:
    """Return the files that a page shows, by their names."""
    return {block.title: block.code for block in blocks(page) if block.title}


def pages_with_python() -> Iterator[ParameterSet]:
    """List the pages that have Python; those that run pytest are slow."""
    for page in PAGES:
        text = page.read_text("utf-8")
        if "```python" in text:
            yield pytest.param(page, id=page.name, marks=[pytest.mark.slow] if "$ pytest" in text else [])


@pytest.mark.parametrize("page", [*pages_with_python()])
def test_blocks_of_a_page_run_one_after_the_other(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    shown = files(page)
    if shown:
        monkeypatch.chdir(tmp_path)
    with importable(tmp_path):
        for block in blocks(page):
            if block.title:
                write_file(tmp_path / block.title, block.code)
            elif block.language == "python":
                run_python(page, block.code, names)
            elif block.language == "console" and shown:
                for command, output in shell_lines(block.code):
                    run_command(tmp_path, command, output)


def write_file(file: Path, text: str) -> None:
    """Write a file of a page; install the package of a `pyproject.toml`, and run scenarios."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".py" and file.stem in sys.modules:  # the page shows a later version of it
        del sys.modules[file.stem]
        forget_plugins()
    file.write_text(text, encoding="utf-8")
    if file.name == "pyproject.toml":
        project = tomllib.loads(text)["project"]
        dist_info(file.parent, project["name"], project["entry-points"][GROUP], project["version"])
        forget_files()
    elif file.suffix == ".toml":
        scenarios = parse_scenarios(text)
        assert scenarios
        assert [run_scenario(scenario) for scenario in scenarios] == [None] * len(scenarios)


def run_python(page: Path, code: str, names: dict[str, object]) -> None:
    """Run a block; its output must have the texts of its comments in their order."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(page), "exec"), names)
    lines = iter(printed.getvalue().splitlines())
    for behind, after in _PRINTED.findall(code):
        for said in [behind] if behind else [line.strip().removeprefix("# ") for line in after.strip().splitlines()]:
            # A comment may have more text than is printed: "None, or a refusal: ..."
            found = any(line and (line in said or said in line) for line in lines)
            assert found, f"{said!r} is not printed in its place: {printed.getvalue()}"


def shell_lines(code: str) -> Iterator[tuple[str, str]]:
    """List each command of a console block, with its output in the block."""
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def run_command(folder: Path, command: str, shown: str) -> None:
    """Run a shell line of rummy500; a line `...` of its output matches any lines, and so does no output at all."""
    match shlex.split(command):
        case ["rummy500", *arguments]:
            runner = CliRunner(env={"COLUMNS": "80", "TERM": "dumb"})
            typed = re.findall(r"^> (.+)$", shown, re.MULTILINE)
            at_terminal = ["--interactive", "--cards", "symbols"] if typed else []
            lines = "".join(f"{line}\n" for line in (*typed, ""))
            done = runner.invoke(app, [*expanded(folder, arguments), *at_terminal], input=lines)
            assert done.exit_code == 0, done.output
            shown = re.sub(r"^> .+\n", "> ", shown or "...\n", flags=re.MULTILINE)
            printed = "".join(f"{line.rstrip()}\n" for line in done.output.splitlines())
            assert re.fullmatch(re.escape(shown).replace(re.escape("...\n"), "(?:.*\n)*"), printed), printed
        case ["python", "-m", "rummy500_testing.golden", *arguments]:
            assert golden.main(expanded(folder, arguments)) == 0
        case ["python", "-m", "rummy500_testing.perft", *arguments]:
            assert perft.main(expanded(folder, arguments)) == 0
        case ["pytest", *arguments]:
            run_pytest(folder, arguments)
        case [word, *_]:
            assert word in ("cd", "pip", "python", "twine"), f"{command!r} is not a shell line that this test knows"


def expanded(folder: Path, arguments: Sequence[str]) -> list[str]:
    """Expand patterns in arguments to file names."""
    found: list[str] = []
    for argument in arguments:
        matching = sorted(str(file.relative_to(folder)) for file in folder.glob(argument)) if "*" in argument else []
        found += matching or [argument]
    return found


def run_pytest(folder: Path, arguments: Sequence[str]) -> None:
    """Run the tests of a page, as its reader would; of tests for several numbers of seats only those for three."""
    path = os.pathsep.join([str(ROOT / "src"), str(folder)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ONE_TABLE, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_positions_and_scenarios_of_the_pages_hold() -> None:
    shown = [(page, block) for page in PAGES if page.parent.name != COOKBOOK for block in blocks(page)]
    codes = [(page, block.code) for page, block in shown if block.language == "toml" and not block.title]
    assert codes
    for page, code in codes:
        if "hands" in code and "format" in tomllib.loads(code):
            assert [run_scenario(scenario) for scenario in parse_scenarios(code)] == [None], page
        elif "hands" in code:
            assert len(parse_position(code).state.hands) >= 2, page
