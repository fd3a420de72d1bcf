"""Measure costs that a process pays once: `import rummy500` and `compose`, in fresh processes, by CPU time."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import attrs
from benchmarks.environments import clean_environment
from benchmarks.measuring import Spread

#: Packages that `import rummy500` must not load: pluggy, cattrs, and the packages of extras.
LATER: Final = ("pluggy", "cattrs", "click", "rich", "hypothesis", "pytest")

_THIS: Final = Path(sys.executable)
_IMPORT: Final = """\
import sys, time, attrs
already = set(sys.modules)
began = time.process_time()
import rummy500
took = time.process_time() - began
print((took * 1e3, sorted({name.partition(".")[0] for name in set(sys.modules) - already})))
"""

_AGAIN: Final = 100
_COMPOSE: Final = """\
import sys, time
import rummy500
preset, plugins, seats, again = eval(sys.argv[1])
began = time.process_time()
rummy500.compose(preset, plugins, seats=seats)
first = time.process_time()
for _ in range(again):
    rummy500.compose(preset, plugins, seats=seats)
print(((first - began) * 1e3, (time.process_time() - first) / again * 1e3))
"""


@attrs.frozen
class Import:
    """The cost of `import rummy500`.

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
        preset: the preset.
        plugins: the plugins with it.
        first: milliseconds of the first call in a process, loading the plugin included.
        again: milliseconds of an equal call after that.
    """

    preset: str
    plugins: tuple[str, ...]
    first: Spread
    again: Spread

    @property
    def case(self) -> str:
        """Describe the rules."""
        return " + ".join((self.preset, *self.plugins))


def import_cost(processes: int) -> Import:
    """Measure `import rummy500` in some processes."""
    found = [import_once() for _ in range(processes + 1)][
        1:
    ]  # the first process writes the bytecode, as an installation does
    early = {name for _, loaded in found for name in loaded if name in LATER}
    return Import(Spread.of(took for took, _ in found), tuple(sorted(early)))


def compose_cost(preset: str, plugins: tuple[str, ...], seats: int, processes: int) -> Compose:
    """Measure `compose` in some processes.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: the number of seats.
        processes: the number of processes.
    """
    found = [compose_once(preset, plugins, seats) for _ in range(processes + 1)][1:]
    return Compose(preset, plugins, Spread.of(first for first, _ in found), Spread.of(again for _, again in found))


def import_once(python: Path = _THIS) -> tuple[float, list[str]]:
    """Measure `import rummy500` in a new process: milliseconds of CPU time, and the packages that it loads.

    Args:
        python: the interpreter.
    """
    milliseconds, loaded = _run(python, _IMPORT)
    return milliseconds, loaded


def compose_once(preset: str, plugins: tuple[str, ...], seats: int, python: Path = _THIS) -> tuple[float, float]:
    """Measure `compose` in a new process: milliseconds of CPU time of the first call and of another one.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: the number of seats.
        python: the interpreter.
    """
    first, again = _run(python, _COMPOSE, repr((preset, plugins, seats, _AGAIN)))
    return first, again


def _run(python: Path, program: str, *arguments: str) -> Any:
    environment = clean_environment()
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [str(python), "-c", program, *arguments], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    return ast.literal_eval(done.stdout)
