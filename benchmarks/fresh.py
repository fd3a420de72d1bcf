"""What is paid once: `import rummy500` and `compose`, each in fresh processes, by CPU time."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import attrs
from benchmarks.environments import clean_environment
from benchmarks.measuring import Spread

#: What `import rummy500` leaves to those who use it: pluggy and cattrs, and whatever an extra brings.
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
    """What `import rummy500` costs.

    Attributes:
        milliseconds: beyond `import attrs`.
        early: what it loads although it should wait until used.
    """

    milliseconds: Spread
    early: tuple[str, ...]


@attrs.frozen
class Compose:
    """What `compose` costs.

    Attributes:
        preset: the preset.
        plugins: the plugins with it.
        first: milliseconds the first time in a process; loading the plugin is part of it.
        again: milliseconds when asked for the same again.
    """

    preset: str
    plugins: tuple[str, ...]
    first: Spread
    again: Spread

    @property
    def case(self) -> str:
        """What is composed, in words."""
        return " + ".join((self.preset, *self.plugins))


def import_cost(processes: int) -> Import:
    """Measure `import rummy500` in so many processes."""
    found = [import_once() for _ in range(processes + 1)][
        1:
    ]  # the first process leaves the bytecode, as installing does
    early = {name for _, loaded in found for name in loaded if name in LATER}
    return Import(Spread.of(took for took, _ in found), tuple(sorted(early)))


def compose_cost(preset: str, plugins: tuple[str, ...], seats: int, processes: int) -> Compose:
    """Measure `compose` in so many processes.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: how many play.
        processes: how many times over.
    """
    found = [compose_once(preset, plugins, seats) for _ in range(processes + 1)][1:]
    return Compose(preset, plugins, Spread.of(first for first, _ in found), Spread.of(again for _, again in found))


def import_once(python: Path = _THIS) -> tuple[float, list[str]]:
    """Milliseconds of CPU time that `import rummy500` takes in a new process, and the packages that it loads.

    Args:
        python: the interpreter.
    """
    milliseconds, loaded = _run(python, _IMPORT)
    return milliseconds, loaded


def compose_once(preset: str, plugins: tuple[str, ...], seats: int, python: Path = _THIS) -> tuple[float, float]:
    """Milliseconds of CPU time that `compose` takes in a new process: the first time, and when asked again.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: how many play.
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
