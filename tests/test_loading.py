"""Tests of `import rummy500`: the modules that it loads, and those that it loads on use."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import make_archive
from types import ModuleType

import pytest
from tests.hooks.installing import dist_info
from tools.site_hooks import PUBLIC

import rummy500 as r5
from rummy500.hooks.compose import recompose
from rummy500.rules.options import CORE_PRESETS

SOURCE = Path(__file__).parents[1] / "src"
NEEDED = {"attr", "attrs", "rummy500", "typing_extensions"}
#: Slow modules of the standard library that a game without plugins and files never uses.
DEAR = {"importlib.metadata", "zipfile", "email", "tomllib", "json", "dataclasses", "difflib", "asyncio", "pathlib"}

ONLY_IMPORTED = """
import sys
before = set(sys.modules)
import rummy500
print(*(set(sys.modules) - before))
"""
A_HAND = """
import random, sys
before = set(sys.modules)
import rummy500 as r5
rules = r5.compose("classic", seats=3)
hand, source = r5.deal(rules, seed=7), random.Random(7)
while not r5.is_over(hand):
    chance = r5.chance(rules, hand)
    action = chance.sample(source) if chance else source.choice(r5.legal_actions(rules, hand))
    assert r5.why_not(rules, hand, action) is None
    hand = r5.apply(rules, hand, action)
r5.score_hand(rules, hand), r5.observe(rules, hand, 1)
print(*(set(sys.modules) - before))
"""
COMMANDS = """
import contextlib, io, sys
from rummy500_terminal.app import app
def loaded(*line):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        app(line)
    return {f"{line[0]}:{module}" for module in sys.modules}
print(*loaded("--help"), *loaded("play", "--auto", "--seed", "7"))
"""
JUDGED = """
import sys
before = set(sys.modules)
from rummy500_terminal import judging, time_limit
scenario = 'format = "rummy500 scenario 1"\\nposition = { hands = ["2c", "3c"], stock = "5h" }'
print(*(set(sys.modules) - before), *(f"moment:{action}" for action, _ in judging.replay(scenario)))
"""
A_PLUGIN = """
import sys
before = set(sys.modules)
import rummy500
assert rummy500.compose("classic", ["draw-two"]).turn.draw_count == 2
print(*(set(sys.modules) - before))
"""
DRAW_TWO = """
from rummy500.hooks import PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo("draw-two", "a plugin of the tests")

@hookimpl
def settings():
    return Settings(draw_count=2)
"""
ALL_NAMES = """
import rummy500
assert "rummy500.engine.match" not in __import__("sys").modules
print(*dir(rummy500))
from rummy500 import *
assert all(name in globals() for name in rummy500.__all__)
"""
THREADS = """
import sys
from threading import Barrier, Thread
import rummy500
sys.setswitchinterval(1e-6)
names, found, barrier = [name for name in rummy500.__all__ if name not in vars(rummy500)], [], Barrier(8)
def ask():
    barrier.wait()
    found.append([getattr(rummy500, name) for name in names])
threads = [Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(found) == 8 and len(names) > 20
print(all(each is first for every in found for each, first in zip(every, found[0])))
"""


def fresh(program: str, *folders: Path) -> set[str]:
    """Return the words that a program prints in a new process."""
    path = os.pathsep.join(map(str, (SOURCE, *folders)))
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def packages(modules: set[str]) -> set[str]:
    """Return the packages of modules, without the standard library."""
    return {module.partition(".")[0] for module in modules} - sys.stdlib_module_names


@pytest.mark.parametrize("program", [ONLY_IMPORTED, A_HAND], ids=["imported", "a hand played"])
def test_nothing_of_an_extra_and_no_pluggy_is_loaded(program: str) -> None:
    loaded = fresh(program)
    assert ("rummy500.engine.step" in loaded) == (program is A_HAND)
    assert packages(loaded) <= NEEDED
    assert not loaded & DEAR


def test_help_loads_no_engine_and_a_game_no_markdown() -> None:
    loaded = fresh(COMMANDS)
    assert {"--help:click", "play:rummy500.engine.step"} <= loaded
    assert not [name for name in loaded if name.startswith(("--help:rummy500.engine", "--help:rummy500.rules.rules"))]
    assert not loaded & {"--help:attrs", "--help:rich", "play:rich.markdown"}


def test_what_judges_scenarios_loads_no_package_of_the_terminal() -> None:
    loaded = fresh(JUDGED)
    assert {"moment:None", "rummy500_terminal.judging"} <= loaded
    assert packages({name for name in loaded if ":" not in name}) <= {*NEEDED, "rummy500_terminal"}


def test_a_plugin_loads_pluggy_and_nothing_else_of_others(tmp_path: Path) -> None:
    (tmp_path / "draw_two.py").write_text(DRAW_TWO, "utf-8")
    dist_info(tmp_path, "draw-two", {"draw-two": "draw_two"})
    loaded = fresh(A_PLUGIN, tmp_path)
    assert "rummy500.hooks.load" in loaded
    assert packages(loaded) <= {*NEEDED, "draw_two", "pluggy"}


# ------------------------------------------------- names that are loaded when they are asked for


@pytest.mark.parametrize("package", PUBLIC)
def test_every_name_is_there__even_where_a_module_has_it_too(package: str) -> None:
    face = importlib.import_module(package)
    for name in face.__all__:
        if find_spec(f"{package}.{name}"):
            importlib.import_module(f"{package}.{name}")
        assert getattr(face, name) is not None
        assert not isinstance(getattr(face, name), ModuleType)


@pytest.mark.parametrize("package", PUBLIC)
def test_the_names_are_those_that_type_checkers_read_in_the_stub(package: str) -> None:
    face = importlib.import_module(package)
    body = ast.parse(Path(face.__file__ or "").with_suffix(".pyi").read_text("utf-8")).body
    imports = [node for node in body if isinstance(node, ast.ImportFrom) and node.module != "typing"]
    names = {name.asname for node in imports for name in node.names}
    declared = {ast.unparse(node.target) for node in body if isinstance(node, ast.AnnAssign)}
    assert names | declared - {"__all__", "__version__"} == set(face.__all__)


def test_every_name_is_listed_and_imported_with_the_others_before_it_is_loaded() -> None:
    assert set(r5.__all__) <= fresh(ALL_NAMES)


def test_a_name_that_is_not_there() -> None:
    assert not hasattr(r5, "no_such_name")
    with pytest.raises(AttributeError, match="module 'rummy500' has no attribute 'no_such_name'"):
        getattr(r5, "no_such_name")  # noqa: B009 - type checkers know that it is not there


def test_a_library_in_a_zip_has_its_names(tmp_path: Path) -> None:
    packed = make_archive(str(tmp_path / "library"), "zip", SOURCE)
    program = f"import sys; sys.path.insert(0, {packed!r}); import rummy500 as r5; print(r5.__file__, r5.compose)"
    assert "library.zip" in " ".join(fresh(program))


def test_threads_that_ask_at_once_get_the_same() -> None:
    assert fresh(THREADS) == {"True"}


# ------------------------------------------------- composed again


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_composing_the_same_again_gives_the_very_same_rules(preset: str) -> None:
    rules = r5.compose(preset, (), {"match.target": 250}, seats=3)
    assert r5.compose(preset, [], {"match.target": 250}, 3) is rules
    assert r5.compose(preset, (), {"match.target": 251}, seats=3) is not rules
    assert recompose(rules.identity) is rules
