"""Measure costs that a process pays once, in fresh processes, by CPU time: loading the engine, and `compose`."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

import attrs
from benchmarks.games import Game
from benchmarks.measuring import Spread

#: Packages that a game without plugins must not load: pluggy, and the packages of extras.
LATER: Final = ("pluggy", "click", "rich", "hypothesis", "pytest")

_IMPORT: Final = """\
import sys, time, attrs
already = set(sys.modules)
began = time.process_time()
from rummy500 import apply, compose, deal, legal_actions, observe
took = time.process_time() - began
print((took * 1e3, sorted({name.partition(".")[0] for name in set(sys.modules) - already})))
"""

_AGAIN: Final = 100
_COMPOSE: Final = """\
import sys, time
from rummy500 import apply, compose, deal, legal_actions, observe
preset, plugins, seats, again = eval(sys.argv[1])
began = time.process_time()
compose(preset, plugins, seats=seats)
first = time.process_time()
for _ in range(again):
    compose(preset, plugins, seats=seats)
print(((first - began) * 1e3, (time.process_time() - first) / again * 1e3))
"""


@attrs.frozen
class Import:
    """The cost of loading the engine, which happens at the first use of its names.

    Attributes:
        milliseconds: beyond `import attrs`.
        early: the packages that it loads too early.
    """

    milliseconds: Spread
    early: tuple[str, ...]


@attrs.frozen
class Compose:
    """The cost of `compose`.

    Attributes:
        game: the rules.
        first: milliseconds of the first call in a process, loading the plugin included.
        again: milliseconds of an equal call after that.
    """

    game: Game
    first: Spread
    again: Spread


def import_cost(processes: int) -> Import:
    """Measure loading the engine in some processes."""
    import_once()  # writes the bytecode, as an installation does
    found = [import_once() for _ in range(processes)]
    early = {name for _, loaded in found for name in loaded if name in LATER}
    return Import(Spread.of(took for took, _ in found), tuple(sorted(early)))


def compose_cost(game: Game, processes: int) -> Compose:
    """Measure `compose` of a game in some processes."""
    compose_once(game)
    found = [compose_once(game) for _ in range(processes)]
    return Compose(game, Spread.of(first for first, _ in found), Spread.of(again for _, again in found))


def import_once(environment: Mapping[str, str] = os.environ) -> tuple[float, list[str]]:
    """Measure loading the engine in a new process: milliseconds of CPU time, and the packages that it loads."""
    milliseconds, loaded = _run(environment, _IMPORT)
    return milliseconds, loaded


def compose_once(game: Game, environment: Mapping[str, str] = os.environ) -> tuple[float, float]:
    """Measure `compose` in a new process: milliseconds of CPU time of the first call and of another one."""
    first, again = _run(environment, _COMPOSE, repr((game.preset, game.plugins, game.seats, _AGAIN)))
    return first, again


def _run(environment: Mapping[str, str], program: str, *arguments: str) -> Any:
    variables = {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", program, *arguments]
    return ast.literal_eval(
        subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=variables).stdout
    )
