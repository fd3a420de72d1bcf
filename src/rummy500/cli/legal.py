"""`rummy500 legal`."""

from __future__ import annotations

import click

from rummy500.cli.files import Trouble, place_text, read_text
from rummy500.cli.python_files import with_plugin_files
from rummy500.engine.listing import legal_actions
from rummy500.errors import ComposeError, NotationError
from rummy500.notation.actions import action_text
from rummy500.notation.located import Located
from rummy500.notation.position import Position, parse_position
from rummy500.notation.scenario import parse_scenarios


@click.command("legal")
@with_plugin_files
@click.argument("file", metavar="FILE")
@click.option("--seat", metavar="N", type=click.IntRange(0), help="Only the actions of this seat.")
@click.option("--plain", is_flag=True, help="Leave out melds that waste a wild card.")
@click.option("--scenario", metavar="N", type=click.IntRange(1), help="Which scenario of the file.")
def command(*, file: str, seat: int | None, plain: bool, scenario: int | None) -> int:
    """List the legal actions of a position, or of the position of a scenario, one a line; `-` is standard input."""
    try:
        position = _position(file, read_text(file), scenario)
    except NotationError as error:
        raise Trouble(place_text(file, error)) from None
    except ComposeError as error:
        raise Trouble(f"{file}: {error}") from None
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
