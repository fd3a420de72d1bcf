"""`rummy500 legal` and `rummy500 perft`: the actions of a position, listed and counted."""

from __future__ import annotations

from typing import Final

import click

from rummy500 import (
    ComposeError,
    NotationError,
    Position,
    Rules,
    action_text,
    deal,
    legal_actions,
    parse_cards,
    parse_position,
)
from rummy500.fast import divide, perft
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.toml import Located
from rummy500_terminal.files import Trouble, reading, with_plugin_files
from rummy500_terminal.options import given, with_rules


@click.command("legal")
@with_plugin_files
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="N", type=click.IntRange(0), help="Only the actions of this seat.")
@click.option("--plain", is_flag=True, help="Leave out melds that waste a wild card.")
@click.option("--scenario", metavar="N", type=click.IntRange(1), help="Which scenario of the file.")
def legal(*, file: str, seat: int | None, plain: bool, scenario: int | None) -> int:
    """List the legal actions of a position, or of the position of a scenario, one a line; `-` is standard input."""
    with reading(file) as text:
        position = _position(file, text, scenario)
    rules, state = position.rules, position.state
    if seat is not None and seat >= rules.seats:
        raise click.BadParameter(f"there is no seat {seat}: seats are 0 to {rules.seats - 1}", param_hint="--seat")
    legal = legal_actions(rules, state, seat=seat)
    for action in legal.plain() if plain else legal:
        click.echo(action_text(action, state))
    return 0


def _position(file: str, text: str, wanted: int | None) -> Position:
    """Read the position of a file, or of the scenario that is asked for."""
    if "scenario" not in Located(text).data:
        return parse_position(text)
    scenarios = parse_scenarios(text)
    if wanted is None or wanted > len(scenarios):
        raise Trouble(f"{file} holds {len(scenarios)} scenarios: choose one with --scenario NUMBER")
    position = scenarios[wanted - 1].position
    if isinstance(position, ComposeError):
        raise position
    return position


# ---------------------------------------------------------------- perft
# `rummy500 perft`.

#: The parameters that describe the deal; `--position` replaces all of them.
_OF_A_DEAL: Final = ("preset", "plugins", "options", "seats", "seed", "deck", "dealer")

_EXAMPLES: Final = """\b
Examples:
  rummy500 perft --preset classic --seats 3 --seed 7 --depth 4
  rummy500 perft --preset classic --seats 3 --seed 7 --depth 4 --divide
Counts are kept in files by `python -m rummy500_testing.perft record` and `check`.
"""


@click.command("perft", epilog=_EXAMPLES)
@with_rules
@click.option("--seed", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="Shuffles the pack.")
@click.option(
    "--deck", metavar="CARDS", help="The whole pack in order, in place of a seed; the first card is dealt first."
)
@click.option(
    "--dealer", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="The seat that deals."
)
@click.option("--position", metavar="FILE", help="Count from a position with its own rules; `-` is standard input.")
@click.option(
    "--depth", metavar="N", type=click.IntRange(1), default=3, show_default=True, help="The number of actions."
)
@click.option("--divide", "divided", is_flag=True, help="Show the count at that depth under each first action.")
@click.pass_context
def perft_command(
    context: click.Context,
    *,
    rules: Rules,
    seed: int,
    deck: str | None,
    dealer: int,
    position: str | None,
    depth: int,
    divided: bool,
) -> int:
    """Count the sequences of actions from a deal, at depth 1, 2 and so on.

    Two implementations with the same counts agree on the legal actions. Where they differ, --divide shows the counts
    under each first action, in lines for `diff`. A sequence that ends earlier is not counted. Chance does not multiply
    the tree: where it is due, one fixed outcome is applied.
    """
    if position is None:
        if deck is not None and given(context, "seed"):
            raise click.UsageError("--seed does not go with --deck, which is shuffled already", context)
        state = deal(rules, seed=seed, dealer=dealer) if deck is None else deal(rules, deck=_cards(deck), dealer=dealer)
    else:
        others = given(context, *_OF_A_DEAL)
        if others:
            raise click.UsageError(f"{others[0]} does not go with --position, whose file has the whole deal", context)
        with reading(position) as text:
            if "scenario" in Located(text).data:
                raise Trouble(f"{position} holds many scenarios: --position takes a file of one, or of a position")
            found = parse_position(text)
        rules, state = found.rules, found.state
    if divided:
        counts = divide(rules, state, depth)
        for action, count in counts.items():
            click.echo(f"{action}: {count}")
        click.echo(f"total: {sum(counts.values())}")
        return 0
    for reached in range(1, depth + 1):
        click.echo(f"depth {reached}: {perft(rules, state, reached)}")
    return 0


def _cards(deck: str) -> list[int]:
    try:
        return list(parse_cards(deck))
    except NotationError as error:
        raise click.BadParameter(f"{error.message}; expected {error.expected}", param_hint="--deck") from None
