"""Generate mutants: every place that an operator of cosmic-ray can change, except those without effect."""

from __future__ import annotations

import ast
import random
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

import attrs

#: Operators that need arguments, so that they cannot be used on all code.
_NEED_ARGUMENTS: Final = ("VariableReplacer", "VariableInserter")
#: Small numbers and words of the code are one object wherever they are equal.
_SAME_FOR_SMALL_VALUES: Final = tuple(
    f"ReplaceComparisonOperator_{one}_{other}"
    for one, other in (("Eq", "Is"), ("NotEq", "IsNot"), ("Is", "Eq"), ("IsNot", "NotEq"))
)


@attrs.frozen
class Mutant:
    """A change at one place of a file.

    Attributes:
        file: the file, counted from the project.
        line: the line, from 1.
        column: the column, from 0.
        operator: the operator of cosmic-ray.
        occurrence: the number of earlier places of the file that the operator changes.
    """

    file: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def place(self) -> tuple[str, int, int, str]:
        """Return the place and the kind of change: such mutants change the same code differently."""
        return self.file, self.line, self.column, self.operator.split("_")[0]


@lru_cache
def operators() -> dict[str, Any]:
    """Return the operators of cosmic-ray that work on any code, by name, ready to use.

    Raises:
        ModuleNotFoundError: without cosmic-ray.
    """
    provider = import_module("cosmic_ray.operators.provider").OperatorProvider()
    names = [name for name in provider if name not in _NEED_ARGUMENTS and name not in _SAME_FOR_SMALL_VALUES]
    return {name: provider[name]() for name in names}


def mutants_of(file: str, code: str) -> list[Mutant]:
    """List every mutant of a file, in the order of operators and places.

    Args:
        file: the file, counted from the project.
        code: its code.
    """
    trees = import_module("cosmic_ray.ast")
    nodes = list(trees.ast_nodes(trees.get_ast(code)))
    unseen = _unseen(ast.parse(code))
    left_out = [((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)) for node in unseen]
    found: list[Mutant] = []
    for name, operator in operators().items():
        positions = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, ((line, column), _) in enumerate(positions):
            if not any(first <= (line, column) < last for first, last in left_out):
                found.append(Mutant(file, line, column, name, occurrence))
    return found


def mutated(code: str, mutant: Mutant) -> str | None:
    """Return the changed code, `None` if it is not Python or has the same meaning.

    Args:
        code: the code of the mutant's file.
        mutant: the mutant.
    """
    operator = operators()[mutant.operator]
    changed: str | None = import_module("cosmic_ray.mutating").mutate_code(code, operator, mutant.occurrence)
    if changed is None:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(changed)
            compile(changed, mutant.file, "exec")
    except SyntaxError:
        return None
    return None if _meaning(tree) == _meaning(ast.parse(code)) else changed


def in_order(mutants: Iterable[Mutant], seed: int) -> Iterator[Mutant]:
    """Shuffle all mutants: one of each place first, then a second of each place with more, and so on.

    Args:
        mutants: the mutants.
        seed: the seed of the order, 0 or more.
    """
    rng = random.Random(seed)
    by_place: defaultdict[tuple[str, int, int, str], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_place[mutant.place].append(mutant)
    places = [by_place[place] for place in sorted(by_place)]
    for each in places:
        rng.shuffle(each)
    rng.shuffle(places)
    while places:
        yield from (each.pop() for each in places)
        places = [each for each in places if each]


def changed_line(before: str, after: str) -> tuple[str, str]:
    """Return the first line that differs, before and after; a deleted line is empty after."""
    old, new = ([*(line for line in code.splitlines() if line.strip()), ""] for code in (before, after))
    place = next(place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    gone = new[place] == old[place + 1]
    return old[place].strip(), "" if gone else new[place].strip()


def _meaning(tree: ast.Module) -> str:
    """Remove parts of the code that only callers and type checkers read: keyword-only marks and overloads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [each for each in node.decorator_list if ast.unparse(each) != "overload"]
        if isinstance(node, ast.arguments):
            node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
            node.posonlyargs, node.kwonlyargs = [], []
            node.defaults = [*node.defaults, *(each for each in node.kw_defaults if each is not None)]
            node.kw_defaults = []
    return ast.dump(tree)


def name_at(code: str, line: int) -> str:
    """Return the function or class around a line, such as `MeldShapes.new_run`; empty for a line of the module."""
    names: list[str] = []
    nodes: Iterable[ast.AST] = ast.parse(code).body
    while True:
        around = next((node for node in nodes if _begins(node) <= line <= getattr(node, "end_lineno", 0)), None)
        if around is None:
            return ".".join(names)
        if isinstance(around, ast.FunctionDef | ast.ClassDef):
            names.append(around.name)
        nodes = list(ast.iter_child_nodes(around))


def _begins(node: ast.AST) -> float:
    lines: list[float] = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
    return min([*lines, getattr(node, "lineno", float("inf"))])


def _unseen(tree: ast.Module) -> Iterator[Any]:
    """Find code without an effect that a test could see: types and texts for developers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef):
            if node.returns is not None:
                yield node.returns
            if node.name == "__repr__":
                yield node
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield node
        elif (
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and "None" in ast.unparse(node).split(" | ")
        ):
            yield node  # a type by its name: `Refusal | None`
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("cast", "TypeVar"):
            yield node.args[0]
