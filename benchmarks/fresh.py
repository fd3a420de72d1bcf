"""What is paid once: `import rummy500` and `compose`, each in fresh processes, by CPU time."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from typing import Any, Final

import attrs
from benchmarks.measuring import Spread

#: What `import rummy500` leaves to those who use it: pluggy and cattrs, and whatever an extra brings.
LATER: Final = ("pluggy", "cattrs", "click", "rich", "hypothesis", "pytest")

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
    milliseconds: list[float] = []
    early: set[str] = set()
    for took, loaded in _runs(processes, _IMPORT):
        milliseconds.append(took)
        early.update(set(loaded) & set(LATER))
    return Import(Spread.of(milliseconds), tuple(sorted(early)))


def compose_cost(preset: str, plugins: tuple[str, ...], seats: int, processes: int) -> Compose:
    """Measure `compose` in so many processes.

    Args:
        preset: the preset.
        plugins: names of installed plugins.
        seats: how many play.
        processes: how many times over.
    """
    given = repr((preset, plugins, seats, _AGAIN))
    found = _runs(processes, _COMPOSE, given)
    return Compose(preset, plugins, Spread.of(first for first, _ in found), Spread.of(again for _, again in found))


def _runs(processes: int, program: str, *arguments: str) -> list[Any]:
    """What a program prints in so many processes; one before them leaves the bytecode, as installing does."""
    return [_run(program, *arguments) for _ in range(processes + 1)][1:]


def _run(program: str, *arguments: str) -> Any:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    return ast.literal_eval(done.stdout)
