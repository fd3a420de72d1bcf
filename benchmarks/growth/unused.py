"""Measure the cost of unused plugins: equal play with and without them, in fresh processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import attrs
from benchmarks.contestants.of_rummy500 import SEATS, installed_plugins
from benchmarks.measuring import Spread

import rummy500 as r5
from rummy500.hooks.answers import DEEDS
from rummy500.hooks.specs import SPECS
from rummy500.rules.rules import PART_OF, answer_of

_ROOT: Final = Path(__file__).resolve().parents[2]
_HANDS: Final = 60

#: Composes with each plugin named, plays a hand of it, then plays `classic`; prints the CPU time of the last part.
_PLAY: Final = """\
import ast, random, sys, time
from benchmarks.contestants.of_rummy500 import player
import rummy500 as r5
plugins, hands = ast.literal_eval(sys.argv[1])
for name, seats in plugins:
    player(r5.compose("classic", [name], seats=seats))(1, random.Random(0))
play = player(r5.compose("classic"))
play(hands // 4, random.Random(0))
began = time.process_time()
decisions = play(hands, random.Random(1))
print((time.process_time() - began) / decisions)
"""


@attrs.frozen
class Unused:
    """The cost of plugins that are not in play.

    Attributes:
        plugins: the installed plugins.
        ratios: for each pair of processes, the time of a decision of `classic` after composing and playing each of
            them, relative to one without.
    """

    plugins: tuple[str, ...]
    ratios: Spread


def unused_cost(pairs: int, hands: int = _HANDS) -> Unused | None:
    """Measure in some pairs of processes; `None` if no plugin is installed."""
    names = installed_plugins()
    if not names:
        return None
    loaded = tuple((name, SEATS.get(name, 2)) for name in names)
    ratios: list[float] = []
    for number in range(pairs):
        # The order of the two alternates.
        order: tuple[tuple[tuple[str, int], ...], ...] = ((), loaded) if number % 2 else (loaded, ())
        took = {bool(plugins): _run(plugins, hands) for plugins in order}
        ratios.append(took[True] / took[False])
    return Unused(names, Spread.of(ratios))


def _run(plugins: tuple[tuple[str, int], ...], hands: int) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _PLAY, repr((plugins, hands))], check=True, stdout=subprocess.PIPE, text=True, cwd=_ROOT
    )
    return float(done.stdout)


#: The fields of `Rules` with answers of plugins: each is `None` if no plugin answers.
QUESTIONS: Final = (
    *(name for name, spec in SPECS.items() if spec.built_in is not None and name in PART_OF),
    *(f"may_{deed}" for deed in DEEDS if f"may_{deed}" in PART_OF),
)


def answered(rules: r5.Rules) -> tuple[str, ...]:
    """List the fields of these rules with an answer of a plugin that play uses."""
    return tuple(name for name in QUESTIONS if answer_of(rules, name) not in (None, ()))
