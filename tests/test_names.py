"""Tests of names: one public name stands for one thing, the glossary is short, and a struck word is gone."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
LIBRARY: Final = ROOT / "src" / "rummy500"
WORDS: Final = ROOT / "docs" / "design" / "words.md"
#: The public names that two modules of the library may define, with the reason: at most three.
DOUBLE: Final = {
    "generate": "each kind of move has a module with the function that lists it",
    "check": "each kind of move has a module with the function that refuses it",
    "effect": "each kind of move has a module with the function that carries it out",
}
MOST_WORDS: Final = 45
#: The most names of each package that an app imports from: those who read a list of names read all of it.
MOST_NAMES: Final = {
    "rummy500": 74,
    "rummy500.table": 32,
    "rummy500.wire": 18,
    "rummy500.players": 16,
    "rummy500.simulate": 16,
}
#: The words that we used once, each with the word that took its place. They are compared as whole identifiers.
STRUCK: Final = {
    "settled": "`rules_now` and `with_wilds` for rules with fixed wild cards, *resolved* for chance",
    "unsettled": "`Rules.base`",
    "piled": "`pile_faces`",
    "faces[.]py": "`base/lazy.py`",
    "at_least": "`require_min` for a check, `bag_max` for bags",
    "name_plugin": "`blame`",
    "names_plugin": "`blame`",
    "names_plugins": "`blame`",
    "note_plugin": "`blame`",
    "plugin_note": "`blamed`",
    "lone_card": "`lone_top`",
    "[Bb]ots?": "*player*, and *program* beside persons",
}
#: What arguments of these names are. A number is no `cards`; inside of the finder it is a bag.
ARGUMENTS: Final = {
    "view": re.compile(r"(r5\.)?View"),
    "state": re.compile(r"(r5\.)?State( \| None)?|State \| View|S|Any|_State"),
    "sight": re.compile(r"StateOrView|State \| View|S"),
    "cards": re.compile(r"(?!int$).*"),
}
BITS: Final = {"src/rummy500/cards/finder.py"}


def sources() -> Iterator[Path]:
    for folder in ("src", "packages", "plugins"):
        yield from (file for file in (ROOT / folder).rglob("*.py*") if file.suffix in {".py", ".pyi"} and is_ours(file))


def is_ours(file: Path) -> bool:
    inside = file.relative_to(ROOT).parts
    return inside[0] == "src" or "src" in inside[:3]


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")]


def glossary() -> list[list[str]]:
    rows = [line.strip("|").split("|") for line in WORDS.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows if row[0].strip() not in {"word", "---"}]


def test_a_public_name_stands_for_one_thing() -> None:
    modules: defaultdict[str, set[str]] = defaultdict(set)
    for file in LIBRARY.rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                modules[node.name].add(file.relative_to(LIBRARY).as_posix())
    assert len(DOUBLE) <= 3
    assert {name: where for name, where in modules.items() if len(where) > 1 and name not in DOUBLE} == {}
    assert [name for name in DOUBLE if len(modules[name]) < 2] == []


def test_public_names_are_few_and_in_one_list_each_but_those_that_authors_need_too() -> None:
    names = {package: set(import_module(package).__all__) for package in (*MOST_NAMES, "rummy500.fast")}
    assert {package: len(names[package]) for package, most in MOST_NAMES.items() if len(names[package]) > most} == {}
    assert [name for name, lists in Counter(chain(*names.values())).items() if lists > 1] == []


def test_the_glossary_is_short_and_names_files() -> None:
    words = [word for row in glossary() for word in row[0].split(", ")]
    assert len(words) <= MOST_WORDS
    assert len(words) == len(set(words))
    for _, _, files in glossary():
        for name in re.findall(r"`([\w/.]+)`", files):
            homes = (LIBRARY / name, ROOT / name, ROOT / "packages" / "rummy500-testing" / "src" / name)
            assert any(home.exists() for home in homes), name


@pytest.mark.parametrize("word", STRUCK)
def test_a_struck_word_is_gone(word: str) -> None:
    pattern = re.compile(rf"(?<![\w./-])_?{word}(?![\w-])")
    files = [*sources(), *pages()]
    assert len(files) > 300
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == [], STRUCK[word]


def test_state_view_sight_and_cards_are_one_thing_each() -> None:
    wrong: list[str] = []
    for file in sources():
        place = file.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.arguments) and place not in BITS:
                named = [each for each in (*node.posonlyargs, *node.args, *node.kwonlyargs) if each.arg in ARGUMENTS]
                kinds = [(each.arg, ast.unparse(each.annotation)) for each in named if each.annotation is not None]
                wrong += [f"{place}: {name}: {kind}" for name, kind in kinds if not ARGUMENTS[name].fullmatch(kind)]
    assert wrong == []
