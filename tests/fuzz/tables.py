"""Turn bytes into rules, and a position of a hand under them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Final

from tests.fuzz.source import Bytes

import rummy500 as r5
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS, known_options
from rummy500.hooks.plugin import installed
from rummy500.rules.options import CORE_PRESETS, Option, OptionValue
from rummy500_testing.play import walk
from rummy500_testing.positions import late_position

#: This order never changes, because a byte of the corpus is an index. Plugins that are not installed are left out.
FAMILY: Final = (
    "add-opponents-hand", "boathouse", "dealers-gambit", "displayed-discards", "five-ten-fifteen", "floating",
    "masters-hand", "michigan", "must-go-out", "oklahoma", "partnership", "persian", "scoring", "throw-down",
    "wikipedia",
)  # fmt: skip
PRESETS: Final = (*CORE_PRESETS, "wikipedia")

Settings = tuple[tuple[str, OptionValue], ...]

#: Bytes choose among this many entries, some of them empty, so that a further plugin changes no input.
_PLACES: Final = 32
_PLUGINS: Final = (0, 0, 1, 1, 1, 2, 2, 3)
_OPTIONS: Final = (0, 0, 0, 1, 1, 2, 3, 4)
#: How many numbers are tried of an option without a greatest one; a few much greater ones are added.
_NEXT: Final = 12
_FAR: Final = (30, 50, 100)
_STEPS: Final = (0, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55)
_KEPT: Final = 1000
_KEPT_POSITIONS: Final = 10_000


def table(chance: Bytes, always: tuple[str, ...] = ()) -> tuple[r5.Rules, r5.State]:
    """Make rules and a position under them: some random play after a deal, or a late position.

    Args:
        chance: chooses.
        always: plugins that are in play whatever the bytes say.
    """
    rules = _rules(chance, always)
    dealer, seed = chance.randrange(rules.seats), chance.getrandbits(16)
    return rules, position(rules, dealer, seed, chance.choice(_STEPS), ripe=chance.randrange(2) == 1)


@lru_cache(maxsize=_KEPT_POSITIONS)
def position(rules: r5.Rules, dealer: int, seed: int, steps: int, *, ripe: bool) -> r5.State:
    """Return the position some steps after a deal; cached, because it is slow and many inputs begin alike."""
    state = r5.deal(rules, seed=seed, dealer=dealer)
    source = random.Random(seed)
    if ripe:
        state = late_position(rules, state, source)
    for _, after in islice(walk(rules, state, source), steps):
        state = after
    return state


def _rules(chance: Bytes, always: tuple[str, ...]) -> r5.Rules:
    preset = chance.choice(PRESETS)
    seats = chance.randint(FEWEST_SEATS, MOST_SEATS)
    places = [chance.randrange(_PLACES) for _ in range(chance.choice(_PLUGINS))]
    family = dict.fromkeys(FAMILY[place] for place in places if place < len(FAMILY))
    plugins = (*always, *(name for name in family if name in installed() and name not in always))
    preset = _base(preset, always)
    plugins, kinds = _together(preset, plugins, len(always))
    wanted = (chance.choice(tuple(kinds)) for _ in range(chance.choice(_OPTIONS)))
    settings = {name: _value(kinds[name], chance) for name in wanted}
    return _composed(preset, plugins, len(always), tuple(settings.items()), seats)


@lru_cache(maxsize=_KEPT)
def _together(preset: str, plugins: tuple[str, ...], always: int) -> tuple[tuple[str, ...], Mapping[str, Option]]:
    """Leave out the last plugins until the others go together, and collect the options of a game with them."""
    for many in range(len(plugins), always, -1):
        with contextlib.suppress(r5.ComposeError):
            return plugins[:many], known_options(preset, plugins[:many])
    return plugins[:always], known_options(preset, plugins[:always])


def _value(option: Option, chance: Bytes) -> OptionValue:
    values: list[OptionValue] = [*option.choices]
    if option.flag:
        values += [False, True]
    if option.zero:
        values.append(0)
    if option.least is not None:
        most = option.least + _NEXT if option.most is None else option.most
        values += [*range(option.least, most + 1), *(_FAR if option.most is None else ())]
    return chance.choice(values)


@lru_cache(maxsize=_KEPT)
def _composed(preset: str, plugins: tuple[str, ...], always: int, settings: Settings, seats: int) -> r5.Rules:
    """Compose the rules, or if they are refused rules with fewer plugins, no settings or other seats."""
    for many in range(len(plugins), always - 1, -1):
        for some in (settings, ()):
            rules = _seated(preset, plugins[:many], some, seats)
            if rules is not None:
                return rules
    return r5.compose(preset, plugins[:always], seats=seats)  # which says why not


@lru_cache(maxsize=_KEPT)
def _base(preset: str, plugins: tuple[str, ...]) -> str:
    """Return the preset, or the first of the core's that the plugins go with."""
    every = (preset, *CORE_PRESETS)
    return next((name for name in every if _seated(name, plugins, (), FEWEST_SEATS) is not None), preset)


def _seated(preset: str, plugins: tuple[str, ...], settings: Settings, seats: int) -> r5.Rules | None:
    """Compose the rules with a number of seats, or with one that they allow; `None` if they are refused."""
    for count in (seats, 4, *range(FEWEST_SEATS, MOST_SEATS + 1)):
        with contextlib.suppress(r5.ComposeError):
            return r5.compose(preset, plugins, dict(settings), seats=count)
    return None
