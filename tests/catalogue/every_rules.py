"""Rules of every kind: each preset with each installed plugin, and with each value of each option."""

from collections.abc import Iterator, Sequence
from functools import cache

import rummy500 as r5
from rummy500.compose import known_options
from rummy500.options import Option, OptionValue
from rummy500.plugging.discover import installed
from rummy500.presets import CORE_PRESETS

SEATS = (4, 3, 2, 5)
#: Each preset by itself and with each plugin that is installed.
GAMES = [(preset, plugins) for preset in CORE_PRESETS for plugins in [(), *((name,) for name in sorted(installed()))]]


def values(option: Option) -> Iterator[OptionValue]:
    """Values of an option: every word, both flags, some numbers."""
    yield from option.choices
    if option.flag:
        yield from (True, False)
    if option.zero:
        yield 0
    if option.least is not None:
        most = option.least + 1 if option.most is None else min(option.least + 2, option.most)
        yield from range(option.least, most + 1)


def composed(preset: str, plugins: Sequence[str], options: dict[str, OptionValue]) -> r5.Rules | None:
    """The rules for a number of seats that they allow, `None` if they are refused for all."""
    for seats in SEATS:
        try:
            return r5.compose(preset, plugins, options, seats=seats)
        except r5.ComposeError:
            continue
    return None


@cache
def every(preset: str, plugins: tuple[str, ...]) -> tuple[r5.Rules, ...]:
    """The rules of a game, and those with one option set, each value that is not refused."""
    games = [composed(preset, plugins, {})]
    for name, option in known_options(preset, plugins).items():
        games += [composed(preset, plugins, {name: value}) for value in values(option)]
    return tuple(game for game in games if game is not None)
