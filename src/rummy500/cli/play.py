"""`rummy500 play`."""

from __future__ import annotations

import contextlib
import importlib
import random
import sys

import click

from rummy500.cli.files import check_writable, write_text
from rummy500.cli.hands import Table
from rummy500.cli.human import ask_terminal
from rummy500.cli.options import with_rules, with_seed
from rummy500.cli.screen import Screen
from rummy500.cli.show import rules_name
from rummy500.notation.transcript import match_text, transcript_text
from rummy500.players import MAX_HANDS, PLAYERS
from rummy500.rules import Rules


@click.command("play")
@with_rules
@with_seed
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option(
    "--opponent",
    type=click.Choice(sorted(PLAYERS)),
    default="greedy",
    show_default=True,
    help="Who plays the other seats.",
)
@click.option("--hands", type=click.IntRange(1), help="Stop after so many hands; else when the match is won.")
@click.option("--auto", is_flag=True, help="Machine players play every seat, one hand unless --hands says more.")
@click.option("--transcript", metavar="FILE", help="Write down what was played, to be replayed.")
@click.option("--interactive", is_flag=True, hidden=True, help="Ask even where there is no terminal.")
def command(
    *,
    rules: Rules,
    seed: int,
    seat: int,
    opponent: str,
    hands: int | None,
    auto: bool,
    transcript: str | None,
    interactive: bool,
) -> int:
    """Play against machine players until the match is won, or watch them play.

    Without a terminal, or with --auto, machine players play one hand and everything is shown. When you play, type
    `help` to see what can be typed.
    """
    if seat >= rules.seats:
        raise click.BadParameter(f"there is no seat {seat}: seats are 0 to {rules.seats - 1}", param_hint="--seat")
    if transcript is not None:
        if hands is not None and hands > MAX_HANDS:
            raise click.BadParameter(f"a transcript holds {MAX_HANDS} hands at most", param_hint="--hands")
        check_writable(transcript)
    screen = Screen()
    asks = not auto and (interactive or (sys.stdin.isatty() and sys.stdout.isatty()))
    table = Table(screen, rules, random.Random(seed), opponent)
    screen.line(f"500 Rummy, {rules_name(rules)}, {rules.seats} seats, seed {seed}", "title")
    if asks:
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # lines can be edited where Python has it
        target = f"{'more than ' if rules.options['match.reached'] == 'exceed' else ''}{rules.options['match.target']}"
        screen.line(f"You are seat {seat} and play to {target} points; `help` tells what can be typed.")
        table.seat_human(seat, ask_terminal)
    try:
        table.play(hands or (1 if not asks else MAX_HANDS if transcript is not None else None))
    finally:
        if transcript is not None and table.hands:
            _write(transcript, rules, table, seed)
    return 0


def _write(name: str, rules: Rules, table: Table, seed: int) -> None:
    title = f"{rules_name(rules)}, {rules.seats} seats, seed {seed}"
    first, *more = table.hands
    if more:
        write_text(name, match_text(rules, table.hands, title=title))
    else:
        write_text(name, transcript_text(rules, first.start, first.actions, title=title))
