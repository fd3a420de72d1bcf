"""A sketch of 500 Rummy in Python with hardly any rules: what the language leaves room for.

It is `benchmarks/spike/step.py` with the records of `benchmarks/spike/kinds/sealed.py`: two seats, no jokers, no rule
sets, no reasons for refusals, no views, single lay-offs, a take that does not say what the card is for. Where rummy500
misses a figure that the sketch hardly reaches, that is why.
"""

from __future__ import annotations

import random
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from benchmarks.measuring import Contestant, Play

SKETCH: Final = "sketch without rule sets"

_SPIKE: Final = Path(__file__).resolve().parents[1] / "spike"
_FIRST_CARD: Final = 8
_CARDS: Final = 52


def contestants() -> tuple[Contestant, ...]:
    """The row of the sketch."""
    play = _player(_loaded("records", _SPIKE / "kinds" / "sealed.py"))
    note = "benchmarks/spike: two seats, no jokers, no rule sets, single lay-offs, takes without a use"
    return (Contestant(SKETCH, play, kept=play, note=note),)


def _player(records: ModuleType) -> Play:
    there = sys.modules.get("records")
    sys.modules["records"] = records  # the sketch imports its records by that name
    try:
        step = _loaded("rummy500_spike_step", _SPIKE / "step.py")
    finally:
        if there is None:
            del sys.modules["records"]
        else:
            sys.modules["records"] = there

    def play(hands: int, rng: random.Random) -> int:
        orders = [bytes(rng.sample(range(_FIRST_CARD, _FIRST_CARD + _CARDS), _CARDS)) for _ in range(hands)]
        decisions: int = step.play(orders, rng.random)[0]
        return decisions

    return play


def _loaded(name: str, path: Path) -> ModuleType:
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"there is no module in {path}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
