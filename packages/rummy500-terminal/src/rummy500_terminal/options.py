"""The options that several commands share: rules and seed."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import click
from click.core import ParameterSource

from rummy500 import ComposeError, Rules
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options
from rummy500.rules.options import CORE_PRESETS, DEFAULT_PRESET, Option, OptionValue
from rummy500.rules.options import read_option as option_of
from rummy500_terminal.files import plugins_named

_SEATS: Final = 3
_SEED_BITS: Final = 31

Command = Callable[..., int]


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Add options to a command, in the order in which its help lists them."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


#: Adds the options --preset, --plugin, --option and --seats to a command, and passes it their values.
with_rules_options: Final = with_options(
    click.option(
        "--preset",
        default=DEFAULT_PRESET,
        show_default=True,
        metavar="NAME",
        help=f"The rules to start from: {', '.join(CORE_PRESETS)} or a plugin's.",
    ),
    click.option(
        "--plugin",
        "plugins",
        multiple=True,
        metavar="NAME",
        help="A plugin, or its file ./rule.py; repeat it for several. `rummy500 list` shows the names.",
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rules, match.target=250 say; repeat it for several.",
    ),
    click.option(
        "--seats",
        metavar="N",
        type=click.IntRange(FEWEST_SEATS, MOST_SEATS),
        default=_SEATS,
        show_default=True,
        help="The number of players.",
    ),
)


def with_rules(command: Command) -> Command:
    """Add the options --preset, --plugin, --option and --seats to a command, and pass it the composed `rules`."""

    @functools.wraps(command)
    def composed(*, preset: str, plugins: Sequence[str], options: Sequence[str], seats: int, **rest: Any) -> int:
        return command(rules=composed_rules(preset, plugins, options, seats), **rest)

    return with_rules_options(composed)


def given(context: click.Context, *names: str) -> list[str]:
    """List the options with these names that the command line gives, as it writes them."""
    source = context.get_parameter_source
    options = [(each.name, each.opts[0]) for each in context.command.params if each.name in names]
    return [option for name, option in options if name and source(name) is ParameterSource.COMMANDLINE]


def composed_rules(preset: str, plugins: Sequence[str], options: Sequence[str], seats: int, *against: str) -> Rules:
    """Compose the rules that the options of a command ask for."""
    named = plugins_named(plugins)
    kinds = known_options(preset, named)
    read = [read_option(each, kinds) for each in options] + [read_option(each, kinds, "--against") for each in against]
    return compose(preset, named, dict(read), seats=seats)


def with_seed(command: Command) -> Command:
    """Add the option --seed to a command and pass it a `seed`, a random one by default."""

    @functools.wraps(command)
    def seeded(*, seed: int | None, **rest: Any) -> int:
        return command(seed=random.SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed, **rest)

    return click.option(
        "--seed",
        metavar="N",
        type=click.IntRange(0),
        help="The same seed gives the same game; a random one by default.",
    )(seeded)


def read_option(text: str, kinds: Mapping[str, Option], named: str = "--option") -> tuple[str, OptionValue]:
    """Read an option of the rules with `rummy500.rules.options.read_option`, with errors of the command line."""
    try:
        return option_of(text, kinds)
    except ComposeError as error:
        raise click.BadParameter(str(error), param_hint=named) from None
