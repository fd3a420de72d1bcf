"""Read and write the list of mutants, and change the source of a function as a mutant says."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, cast

import attrs

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "rummy500"
#: The one file of the terminal that is mutated: what judges scenarios. It is a room of its own.
JUDGING: Final = "rummy500_terminal/judging.py"
LIST: Final = Path(__file__).with_name("list.toml")
_KEY: Final = "mutant"


@attrs.frozen
class Mutant:
    """One line of one function, changed.

    Attributes:
        file: the file, from `src/rummy500`; or `JUDGING`.
        function: the function, with its class and the functions around it: `MeldShapes.new_run`.
        before: the line, without indentation.
        after: the line that takes its place.
        nth: the number of equal lines of the function before it.
        found: the test that finds it, or the reason why none can; empty as long as nobody knows.
    """

    file: str
    function: str
    before: str
    after: str
    nth: int = 0
    found: str = ""

    @property
    def key(self) -> tuple[str, str, str, int, str]:
        """The change, whatever finds it."""
        return self.file, self.function, self.before, self.nth, self.after

    @property
    def room(self) -> str:
        """The folder of the file, or the file itself."""
        return self.file if self.file == JUDGING else self.file.partition("/")[0]

    @property
    def explained(self) -> bool:
        """Whether `found` is a reason, not a test."""
        return bool(self.found) and "::" not in self.found

    def __str__(self) -> str:
        """The mutant in a line."""
        return f"{self.file} {self.function}: {self.before}  =>  {self.after}"


def path_of(place: str) -> Path:
    """Return the path of a file or a room."""
    return ROOT / "packages" / "rummy500-terminal" / "src" / place if place == JUDGING else SOURCE / place


class StaleError(Exception):
    """Raised for a mutant whose line is not in its function any more."""


def read_mutants(file: Path = LIST) -> list[Mutant]:
    """Read the list, in its order."""
    entries = tomllib.loads(file.read_text(encoding="utf-8")).get(_KEY, []) if file.exists() else []
    return [Mutant(**entry) for entry in cast("list[dict[str, Any]]", entries)]


def write_mutants(mutants: Iterable[Mutant], file: Path = LIST) -> None:
    """Write the list, by file and function."""
    sections: list[str] = []
    for mutant in sorted(mutants, key=lambda each: each.key):
        fields = attrs.asdict(mutant)
        if not mutant.nth:
            del fields["nth"]
        # JSON's texts and numbers are TOML's, too
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
        sections.append("\n".join([f"[[{_KEY}]]", *lines, ""]))
    file.write_text("\n".join(sections), encoding="utf-8")


def mutated(mutant: Mutant, source: str) -> str:
    """Return the source of the mutant's file with its line changed.

    Raises:
        StaleError: if the function or the line is not there.
    """
    lines = source.splitlines(keepends=True)
    first, last = lines_of(mutant.function, source)
    places = [place for place in range(first, last) if lines[place].strip() == mutant.before]
    if len(places) <= mutant.nth:
        raise StaleError(f"{mutant.file}: {mutant.function or 'the module'} has no line {mutant.before!r}")
    line = lines[places[mutant.nth]]
    indent = line[: len(line) - len(line.lstrip())]
    lines[places[mutant.nth]] = f"{indent}{mutant.after}\n"
    return "".join(lines)


def lines_of(function: str, source: str) -> tuple[int, int]:
    """Return the first line of a function, from 0, and the line after it.

    Raises:
        StaleError: if there is no such function.
    """
    for name, node in functions(source):
        if name == function:
            return node.lineno - 1, cast("int", node.end_lineno)
    raise StaleError(f"there is no function {function}")


def functions(source: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """List the functions of a module and of its classes; a function inside of a function is part of it."""
    return _functions(ast.parse(source), "")


def _functions(tree: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.If | ast.Try):
            yield from _functions(node, prefix)
