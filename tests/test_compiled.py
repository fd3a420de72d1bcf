"""Tests of the compiled build: its modules, and that a build knows whether it is compiled."""

from __future__ import annotations

import importlib
import re
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import rummy500 as r5

ROOT = Path(__file__).parents[1]
TARGETS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
HOOK = TARGETS["wheel"]["hooks"]["custom"]
MODULES = HOOK["modules"]


def test_the_list_is_sorted_names_no_module_twice_and_none_that_is_gone() -> None:
    assert sorted(set(MODULES)) == MODULES
    assert [module for module in MODULES if not (ROOT / "src" / "rummy500" / f"{module}.py").is_file()] == []


def test_a_compiled_module_imports_no_interpreted_module_of_the_engine() -> None:
    interpreted = {
        (module, name)
        for module in MODULES
        for name in re.findall(
            r"^from rummy500\.(engine\.\S+) import",
            (ROOT / "src" / "rummy500" / f"{module}.py").read_text("utf-8"),
            re.MULTILINE,
        )
        # A package is no module, and `deal`, asked once a hand, is interpreted on purpose (pyproject.toml says why).
        # Players and fast hands deal hidden cards by `observe`, once a decision.
        if name not in ("engine.moves", "engine.match", "engine.observe") and name.replace(".", "/") not in MODULES
    }
    assert interpreted == set()


def test_two_classes_of_attrs_are_in_compiled_modules_and_nobody_compares_these() -> None:
    """Compiled, such a class has fields of erased types, and `==` of two is `is`: a record of memory cannot be one."""
    sources = [(ROOT / "src" / "rummy500" / f"{module}.py").read_text("utf-8") for module in MODULES]
    found = {name for source in sources for name in re.findall(r"^@attrs\..*\nclass (\w+)", source, re.MULTILINE)}
    assert found == {"Chance", "MeldShapes"}


def test_nothing_is_compiled_unless_asked_for() -> None:
    assert HOOK["enable-by-default"] is False


def test_either_every_module_of_the_list_is_compiled_or_none() -> None:
    files = [str(importlib.import_module(f"rummy500.{module.replace('/', '.')}").__file__) for module in MODULES]
    assert {file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files} == {r5.COMPILED}
