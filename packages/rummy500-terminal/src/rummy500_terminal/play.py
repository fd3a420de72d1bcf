"""`rummy500 play`."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Final, cast

import click

from rummy500 import ComposeError, NotationError, Rules
from rummy500.notation.transcript import match_text, transcript_text
from rummy500.players import player_names
from rummy500.players.drive import MAX_HANDS
from rummy500.table import PERSON, Table, table_from_json
from rummy500.table.entries import DEFAULT
from rummy500_terminal.files import SUFFIX, Trouble, check_writable, place_text, plugins_named, read_text, write_text
from rummy500_terminal.game import (
    Game,
    Opponent,
    free_again,
    read_opponent,
    read_seats,
    seat_again,
    seat_everybody,
)
from rummy500_terminal.hands import LineGame
from rummy500_terminal.human import ask_terminal, saved, show_outcome
from rummy500_terminal.options import composed_rules, given, with_rules_options, with_seed
from rummy500_terminal.screen import Screen, can_write
from rummy500_terminal.show import rules_name, target_text

#: The format of a game that the page in the browser has saved; it contains the table, as the terminal saves it.
_SAVED_BY_PAGE: Final = "rummy500 play 1"


@click.command("play")
@with_rules_options
@with_seed
@click.option(
    "--seat",
    "people",
    multiple=True,
    callback=read_seats,
    metavar="N[=NAME]",
    help="Your seat, 0 by default, and your name; repeat it for several people at this screen.",
)
@click.option(
    "--opponent",
    "opponents",
    multiple=True,
    default=("easy",),
    callback=read_opponent,
    metavar="[NAME=]PLAYER",
    help="Who plays the other seats: easy (the default), medium, hard, expert, random, module:Class; repeat it.",
)
@click.option(
    "--hands", metavar="N", type=click.IntRange(1), help="Stop after this many hands; by default when the match is won."
)
@click.option("--auto", is_flag=True, help="Watch programs in every seat, for one hand or --hands.")
@click.option("--plain", is_flag=True, help="Play line by line, not in the full screen.")
@click.option(
    "--cards",
    type=click.Choice(["symbols", "letters"]),
    help="How suits are shown; symbols by default if the terminal has them.",
)
@click.option("--save", "save_to", metavar="FILE", help="Save the game there when you leave.")
@click.option("--resume", metavar="FILE", help="Continue a saved game, and save it there when you leave.")
@click.option("--transcript", metavar="FILE", help="Save a transcript, which `rummy500 replay` reads.")
@click.option("--interactive", is_flag=True, hidden=True, help="Ask even where there is no terminal.")
@click.pass_context
def command(  # noqa: PLR0913 - one argument for each option
    context: click.Context,
    *,
    preset: str,
    plugins: Sequence[str],
    options: Sequence[str],
    seats: int,
    seed: int,
    people: Mapping[int, str],
    opponents: Sequence[Opponent],
    hands: int | None,
    auto: bool,
    plain: bool,
    cards: str | None,
    save_to: str | None,
    resume: str | None,
    transcript: str | None,
    interactive: bool,
) -> int:
    """Play against the computer until the match is won, or watch it play.

    With the extra `tui` the game fills the terminal; with --plain you play line by line, and `help` lists the commands.
    With --auto, or without a terminal, programs play one hand and every card is shown.
    """
    asks = not auto and (interactive or _is_at_terminal())
    source = random.Random(seed)
    if resume is None:
        rules = composed_rules(preset, plugins, options, seats)
        people = people or {0: ""}
        _check_seats(people, rules)
        game = seat_everybody(rules, people if asks else {}, opponents, source)
    else:
        _check_resume(context, is_watched=auto or asks)
        table = _saved(resume, plugins)
        rules = table.rules
        _check_seats(people, rules)
        there = {seat: "" for seat, each in enumerate(table.seats) if each.player == PERSON}
        here = (people or there) if asks else {}
        _check_opponents(context, table, here if asks else None)
        game = seat_again(table, here, opponents, source)
        # A saved game that programs finish while a person watches stays as it was saved.
        save_to = save_to or (resume if asks else None)
    if transcript is not None:
        if hands is not None and hands > MAX_HANDS:
            raise click.BadParameter(f"a transcript holds {MAX_HANDS} hands at most", param_hint="--hands")
        check_writable(transcript)
    if save_to is not None:
        check_writable(save_to)
    game.code_named = _code_named(plugins, opponents)
    title = f"{rules_name(rules)}, {rules.seats} seats, {f'seed {seed}' if resume is None else 'resumed'}"
    most = hands or (1 if not asks else MAX_HANDS if transcript is not None else None)
    try:
        if asks and not plain and not interactive and _has_full_screen():
            full_screen = importlib.import_module("rummy500_terminal.full_screen")
            left_in = full_screen.run(game, title, most=most, save_to=save_to or "")
            if left_in:
                show_outcome(Screen(wraps=True), saved(game, left_in))
        else:
            screen = Screen(wraps=True, symbols=_uses_symbols(cards))
            screen.line(f"500 Rummy, {title}", "title")
            if asks:
                _greet(screen, game)
            elif not auto:
                screen.line("Nobody is at a terminal, so programs play every seat, as with --auto.")
            LineGame(screen, game, ask_terminal, save_to=save_to or "").play(most)
    finally:
        if save_to is not None and len(game.table.log) > 1:
            write_text(save_to, game.saved())
            if asks and not game.table.match.is_over:
                show_outcome(Screen(wraps=True), saved(game, save_to))
        if transcript is not None:
            _write(transcript, game, title)
    return 0


def _check_seats(people: Mapping[int, str], rules: Rules) -> None:
    for seat in people:
        if seat >= rules.seats:
            raise click.BadParameter(f"there is no seat {seat}: seats are 0 to {rules.seats - 1}", param_hint="--seat")


def _check_opponents(context: click.Context, table: Table, people: Mapping[int, str] | None) -> None:
    """Refuse to guess who plays the seats of a saved game that are free, and to ignore an opponent."""
    if people is None:
        return
    free = free_again(table, people)
    if given(context, "opponents"):
        if not free:
            raise click.UsageError(
                "--opponent has no seat: everybody of the saved game keeps theirs; --seat names who is at this screen",
                context,
            )
        return
    for seat in free:
        player = table.seats[seat].player
        if player != PERSON:
            lost = "that a saved game cannot name" if player == DEFAULT else f"that is not installed here, {player}"
            raise click.UsageError(
                f"seat {seat} ({table.seats[seat].name}) had a player {lost}; "
                "give one with --opponent, the class of before or medium",
                context,
            )


def _check_resume(context: click.Context, *, is_watched: bool) -> None:
    """Refuse to let programs play the seat of a person who is not there, and rules beside those of the file."""
    if not is_watched:
        raise click.UsageError("continuing a saved game needs a terminal; with --auto programs play it", context)
    others = given(context, "preset", "options", "seats")
    if others:
        raise click.UsageError(f"{others[0]} does not go with --resume, whose file has the rules", context)


def _saved(file: str, plugins: Sequence[str]) -> Table:
    """Read a saved game. Code that its rules need is named by the command line alone."""
    plugins_named(plugins)
    try:
        return _read_table(read_text(file))
    except NotationError as error:
        reason = "this is not a saved game of this version, or only a part of one"
        raise Trouble(f"cannot resume: {reason}: {place_text(file, error)}") from None
    except ComposeError as error:
        raise Trouble(f"cannot resume {file}: {error}") from None


def _read_table(text: str) -> Table:
    """Read a saved table, also from a file of the page in the browser, which has more beside it."""
    named: list[str] = []  # the players of the file, installed here or not

    def note(fields: dict[str, object]) -> dict[str, object]:
        if isinstance(player := fields.get("player"), str):
            named.append(player)
        return fields

    with contextlib.suppress(ValueError, RecursionError):  # the table is read below, and says what is wrong
        saved = json.loads(text, object_hook=note)
        fields = cast("dict[str, object]", saved) if isinstance(saved, dict) else {}
        text = json.dumps(fields.get("table")) if fields.get("format") == _SAVED_BY_PAGE else text
    return table_from_json(text, players=(*player_names(), *named))


def _code_named(plugins: Sequence[str], opponents: Sequence[Opponent]) -> list[str]:
    """List the arguments that name code."""
    words = [word for path in plugins if path.endswith(SUFFIX) for word in ("--plugin", path)]
    classes = [word for each in opponents if each.make is not None for word in ("--opponent", each.text)]
    return [*words, *classes]


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _has_full_screen() -> bool:
    """Whether the full screen can be used: its library is there, and the terminal moves its cursor."""
    return os.environ.get("TERM", "") not in ("", "dumb") and importlib.util.find_spec("textual") is not None


def _uses_symbols(cards: str | None) -> bool:
    if cards is not None:
        return cards == "symbols"
    return sys.stdout.isatty() and can_write("♠♥♦♣")


def _greet(screen: Screen, game: Game) -> None:
    with contextlib.suppress(ImportError):
        importlib.import_module("readline")  # lines can be edited where Python has it
    rules = game.table.rules
    people, target = game.people, f"{target_text(rules)}{' points' if rules.match.target else ''}"
    if len(people) == 1:
        screen.line(f"You are seat {people[0]} and play {target}; type `help` for the commands.")
    elif people:
        *first, last = (game.names[seat] for seat in people)
        screen.line(f"{', '.join(first)} and {last} play {target}; type `help` for the commands.")


def _write(name: str, game: Game, title: str) -> None:
    hands, rules = game.hands(), game.table.rules
    if not hands:
        return
    first, *more = hands
    if more:
        write_text(name, match_text(rules, hands, title=title))
    else:
        write_text(name, transcript_text(rules, first.start, first.actions, title=title))
