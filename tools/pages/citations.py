"""Find the functions and classes that cite a rule id, because they implement the rule.

Text about rules does not count: docstrings of modules, functions that return catalogue entries, options or sentences
of the sheet or that set options, looked-up options, and examples and attributes in docstrings. A constant counts where
a function uses it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import attrs

#: Types whose values are text about rules, built by a function or inside it.
_DESCRIPTIVE: Final = frozenset(("RuleEntry", "Statement", "Option", "Preset", "PluginInfo"))
#: In docstrings: the description of attributes, and examples.
_SHOWN: Final = re.compile(r"^Attributes:.*?(?=^\S)|^Attributes:.*|^ *>>>.*?(?=\n *\n|\Z)", re.DOTALL | re.MULTILINE)
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
#: The strings behind each name at the top of a module.
_Names = Mapping[str, tuple[str, ...]]


def cites(text: str, rule: str) -> bool:
    """Return whether a text has a rule's id in it, not as a part of another name."""
    return rule in text and re.search(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.\w)", text) is not None


def citing(sources: Mapping[str, str], rule: str, *, by_settings: bool = False) -> tuple[str, ...]:
    """List the modules of a package in which a function or class cites a rule.

    Args:
        sources: the text of each module, by its path in the package.
        rule: the rule's id.
        by_settings: whether functions that give settings count, too.
    """
    descriptive = _DESCRIPTIVE if by_settings else _DESCRIPTIVE | {"Settings"}
    strings_of = _strings(tuple(sorted(sources.items())), descriptive)
    return tuple(module for module, text in strings_of.items() if cites(text, rule))


#: The names of plugins' modules with laws, and with positions for them.
_OF_LAWS: Final = ("laws", "made_hands")


@cache
def texts(folder: Path) -> Mapping[str, str]:
    """Read the text of every module in a folder, by its path in there."""
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}


def playing(sources: Mapping[str, str]) -> Mapping[str, str]:
    """Select the modules that play, without the laws of plugins."""
    return {module: text for module, text in sources.items() if not module.rpartition("/")[2].startswith(_OF_LAWS)}


@cache
def _strings(sources: tuple[tuple[str, str], ...], descriptive: Set[str]) -> Mapping[str, str]:
    """Collect the strings of the functions and classes of each module, one a line."""
    trees = {module: ast.parse(text) for module, text in sources}
    constants: dict[str, _Names] = {}
    for _ in range(2):  # a constant may be made of one that another module has
        constants = {
            _dotted(module): _constants(tree, descriptive, _imported(tree, constants)) for module, tree in trees.items()
        }
    strings_of: dict[str, str] = {}
    for module, tree in trees.items():
        reader = _Reader(descriptive, {**_imported(tree, constants), **constants[_dotted(module)]})
        scopes = (node for node in tree.body if isinstance(node, _Scope))
        strings_of[module] = "\n".join(chain.from_iterable(map(reader.strings, scopes)))
    return strings_of


def _dotted(module: str) -> str:
    """Return the name of a module in its package: `moves.take` for `moves/take.py`."""
    return module.removesuffix(".py").removesuffix("__init__").strip("/").replace("/", ".")


def _constants(tree: ast.Module, descriptive: Set[str], imported: _Names) -> _Names:
    """Collect the strings in each constant of a module, except catalogue entries and other text about rules."""
    found = dict(imported)
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            strings = tuple(_Reader(descriptive, found).strings(node.value))
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update((target.id, strings) for target in targets if isinstance(target, ast.Name))
    return found


def _imported(tree: ast.Module, constants: Mapping[str, _Names]) -> _Names:
    """Collect the constants that a module imports from others of its package."""
    found: dict[str, tuple[str, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            there = constants.get((node.module or "").partition(".")[2], {})
            found.update((each.asname or each.name, there.get(each.name, ())) for each in node.names)
    return found


@attrs.frozen
class _Reader:
    """Reads the strings of code.

    Attributes:
        descriptive: the names of functions and types of text about rules.
        names: the strings behind each name.
    """

    descriptive: Set[str]
    names: _Names

    def strings(self, node: ast.AST) -> Iterator[str]:
        """Collect the strings in a piece of code, those behind names too, without text about rules."""
        if self._is_descriptive(node):
            return
        children = list(ast.iter_child_nodes(node))
        if isinstance(node, _Scope) and (docstring := ast.get_docstring(node)) is not None:
            yield _SHOWN.sub("", docstring)
            children.remove(node.body[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from self.names.get(node.id, ())
        for child in children:
            yield from self.strings(child)

    def _is_descriptive(self, node: ast.AST) -> bool:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return node.returns is not None and not self.descriptive.isdisjoint(_names_in(node.returns))
        if isinstance(node, ast.Call):
            return not self.descriptive.isdisjoint(_names_in(node.func))
        # The options of the core are named like the rules that they change: looking one up is not a citation.
        return isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "options"


def _names_in(node: ast.AST) -> Iterator[str]:
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
