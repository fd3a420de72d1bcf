"""The options that several commands share: rules and seed."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click

from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options
from rummy500.errors import ComposeError
from rummy500.options import Option, OptionValue
from rummy500.options import read_option as option_of
from rummy500.presets import DEFAULT_PRESET

_SEATS: Final = 3
_SEED_BITS: Final = 31

_RULES_OPTIONS: Final = (
    click.option("--preset", default=DEFAULT_PRESET, show_default=True, metavar="NAME", help="Rules to begin with."),
    click.option(
        "--plugin", "plugins", multiple=True, metavar="NAME", help="A plugin in play; may be given several times."
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rules, match.target=250 say; may be given several times.",
    ),
    click.option(
        "--seats",
        type=click.IntRange(FEWEST_SEATS, MOST_SEATS),
        default=_SEATS,
        show_default=True,
        help="How many play.",
    ),
)


def with_rules(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options --preset, --plugin, --option and --seats to a command, and pass it the composed `rules`."""

    @functools.wraps(command)
    def composed(*, preset: str, plugins: Sequence[str], options: Sequence[str], seats: int, **rest: Any) -> int:
        kinds = known_options(preset, plugins)
        chosen = dict(read_option(option, kinds) for option in options)
        return command(rules=compose(preset, plugins, chosen, seats=seats), **rest)

    for option in reversed(_RULES_OPTIONS):
        composed = option(composed)
    return composed


def with_seed(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --seed to a command and pass it a `seed`, a random one by default."""

    @functools.wraps(command)
    def seeded(*, seed: int | None, **rest: Any) -> int:
        return command(seed=random.SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed, **rest)

    return click.option("--seed", type=click.IntRange(0), help="0 or more; the same seed gives the same game.")(seeded)


def read_option(text: str, kinds: Mapping[str, Option]) -> tuple[str, OptionValue]:
    """Read an option of the rules with `rummy500.options.read_option`, with errors that name --option.

    Args:
        text: for example `match.target=250`.
        kinds: the known options, and the values of each.

    Raises:
        click.BadParameter: if the text is not of that form, or the option does not take the value.
    """
    try:
        return option_of(text, kinds)
    except ComposeError as error:
        raise click.BadParameter(str(error), param_hint="--option") from None
