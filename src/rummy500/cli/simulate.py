"""`rummy500 simulate`."""

from __future__ import annotations

from collections.abc import Iterable

import click
from rich.console import Console
from rich.progress import track

from rummy500.cli.options import with_rules, with_seed
from rummy500.cli.screen import Screen
from rummy500.cli.show import rules_name
from rummy500.players import MAX_HANDS, MAX_TURNS
from rummy500.rules import Rules
from rummy500.simulate import MatchResult, Simulation, Standing, each_match, seat_players, summarise


@click.command("simulate")
@with_rules
@with_seed
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="How many matches.")
@click.option(
    "--players",
    default="greedy,random",
    show_default=True,
    metavar="NAMES",
    help="Who plays: greedy or random, with commas between; repeated until every seat is taken.",
)
@click.option("--max-turns", type=click.IntRange(1), default=MAX_TURNS, show_default=True, help="Cut a hand off.")
@click.option("--max-hands", type=click.IntRange(1), default=MAX_HANDS, show_default=True, help="Cut a match off.")
def command(*, rules: Rules, seed: int, matches: int, players: str, max_turns: int, max_hands: int) -> int:
    """Let machine players play many matches and count who wins.

    Players move on by one seat each match. The same seed gives the same results.
    """
    names = [name.strip() for name in players.split(",") if name.strip()]
    seat_players(names, rules.seats, 0)
    results: Iterable[MatchResult] = each_match(
        rules, names, matches=matches, seed=seed, max_turns=max_turns, max_hands=max_hands
    )
    watcher = Console(stderr=True)
    if watcher.is_terminal:
        results = track(results, "matches", total=matches, console=watcher, transient=True)
    _show(Screen(), rules, summarise(results), seed)
    return 0


def _show(screen: Screen, rules: Rules, found: Simulation, seed: int) -> None:
    matches = len(found.matches)
    screen.line(
        f"{rules_name(rules)}, {rules.seats} seats, {matches} match{'es' if matches > 1 else ''}, seed {seed}", "title"
    )
    screen.line()
    heads = ("", "played", "won", "won %", "mean score", "lowest", "highest")
    rows = [_row(name, standing) for name, standing in found.by_player.items()]
    rows += [_row(f"seat {seat}", standing) for seat, standing in enumerate(found.by_seat)]
    screen.table(heads, rows, right=range(1, len(heads)))
    screen.line()
    screen.line(f"hands per match {found.hands_per_match:.1f}, turns per hand {found.turns_per_hand:.1f}")
    if found.truncated:
        screen.line(f"{found.truncated} cut off before somebody had won: nobody's win, but scores count")


def _row(name: str, standing: Standing) -> tuple[str, ...]:
    return (
        name,
        str(standing.played),
        str(standing.wins),
        f"{100 * standing.wins / standing.played:.1f}",
        f"{standing.mean:.1f}",
        str(standing.least),
        str(standing.most),
    )
