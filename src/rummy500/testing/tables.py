"""Tables to try a rule at: every preset, few and many seats, other options, and beside every other plugin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final

from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options
from rummy500.errors import ComposeError
from rummy500.options import OptionValue
from rummy500.rules import Rules
from rummy500.testing import cells

_SEATS: Final = range(FEWEST_SEATS, MOST_SEATS + 1)
_MOST_OPTIONS: Final = 3
#: How often rules with other options are tried until some compose.
_TRIES: Final = 20


def tables(*plugins: object, options: int = 12, beside: bool = True, seed: int = 0) -> Iterator[Rules]:
    """Rules to try a rule under: what a suite asks the laws of, beside a rule of its own.

    First every preset that goes together with the plugins, by few, some and many seats; then random values of the
    options of core and plugins; then the plugins beside each other one that is installed, in both orders. What is
    refused is left out.

    Args:
        plugins: the plugins that are tried, by name or as objects; none for the core alone.
        options: how many rules with other options.
        beside: try them beside every other installed plugin, too.
        seed: the same seed gives the same rules.

    Yields:
        The rules.

    Raises:
        ComposeError: if the plugins go together with no preset, as the first one says it.

    Examples:
        >>> len({(rules.preset.name, rules.seats) for rules in tables(options=0, beside=False)}) >= 12
        True
    """
    rng = random.Random(seed)
    found = 0
    for preset in cells.presets():
        for few in (range(2, 3), range(3, 5), range(5, 9)):
            rules = _first(preset, plugins, {}, rng.sample(few, len(few)))
            if rules is not None:
                found += 1
                yield rules
    if not found:
        compose(next(iter(cells.presets())), plugins, seats=4)
    for _ in range(options):
        rules = next(filter(None, (_with_options(plugins, rng) for _ in range(_TRIES))), None)
        if rules is not None:
            yield rules
    for other in cells.plugins() if beside else ():
        presets = rng.sample(tuple(cells.presets()), len(cells.presets()))
        for order in permutations((*plugins, other)) if len(plugins) == 1 else ((*plugins, other),):
            tried = (_first(preset, order, {}, rng.sample(_SEATS, len(_SEATS))) for preset in presets)
            rules = next(filter(None, tried), None)
            if rules is not None:
                yield rules


def _with_options(plugins: Sequence[object], rng: random.Random) -> Rules | None:
    preset = rng.choice(tuple(cells.presets()))
    try:
        kinds = known_options(preset, plugins)
    except ComposeError:
        return None
    names = rng.sample(tuple(kinds), rng.randint(1, _MOST_OPTIONS))
    chosen = {name: rng.choice(cells.values(kinds[name])) for name in names}
    return _first(preset, plugins, chosen, rng.sample(_SEATS, len(_SEATS)))


def _first(
    preset: str, plugins: Sequence[object], options: Mapping[str, OptionValue], seats: Sequence[int]
) -> Rules | None:
    """The rules with the first number of seats that composes, `None` if none does."""
    for number in seats:
        try:
            return compose(preset, plugins, options, seats=number)
        except ComposeError:
            continue
    return None
