"""The commands of a game that both screens have: undo, save, why, hint."""

from __future__ import annotations

import os
import shlex

import attrs

from rummy500.cli.files import Trouble, write_text
from rummy500.cli.game import Game
from rummy500.cli.screen import Screen
from rummy500.cli.typed import read_action
from rummy500.notation.actions import bare_text
from rummy500.players.hints import Hint
from rummy500.rules import Rules
from rummy500.state import View
from rummy500.table import TableError


@attrs.frozen
class Outcome:
    """How a command ended.

    Attributes:
        is_done: whether it did what it should.
        words: the line to show.
        command: a command line to show after it, on a line of its own; empty for none.
    """

    is_done: bool
    words: str
    command: str = ""


def undo(game: Game, seat: int) -> Outcome:
    """Take back the last action of a person.

    Args:
        game: the game.
        seat: the seat of the person.
    """
    try:
        undone = game.undo(seat)
    except TableError as error:
        return Outcome(is_done=False, words=str(error))
    return Outcome(is_done=True, words=f"Taken back: {'; '.join(undone)}.")


def save(game: Game, file: str) -> Outcome:
    """Save a game.

    Args:
        game: the game.
        file: the path; empty where the person named none.
    """
    if not file:
        return Outcome(is_done=False, words="Name a file: save game.json")
    try:
        write_text(file, game.saved())
    except Trouble as trouble:
        return Outcome(is_done=False, words=f"{trouble.message}.")
    game.note_saved()
    return saved(game, file)


def saved(game: Game, file: str) -> Outcome:
    """Say that a game is saved, and with which command the person continues it.

    Args:
        game: the game.
        file: the path.
    """
    started = ("uv", "run", "rummy500") if "UV_RUN_RECURSION_DEPTH" in os.environ else ("rummy500",)
    command = shlex.join((*started, "play", *game.code_named, "--resume", file))
    return Outcome(is_done=True, words="Saved. To continue:", command=command)


def show_outcome(screen: Screen, outcome: Outcome) -> None:
    """Show how a command ended, with the command whole, so that it can be copied.

    Args:
        screen: where to show it.
        outcome: how it ended.
    """
    screen.line(outcome.words)
    if outcome.command:
        screen.whole(outcome.command)


def why(rules: Rules, view: View, text: str) -> str:
    """Explain whether an action is allowed.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        text: the action.
    """
    if not text:
        return "Name a move: why meld [4h 5h 6c]"
    return read_action(rules, view, text).words or "That is allowed."


def hint_text(found: Hint, view: View) -> str:
    """Say what a hint proposes, and why.

    Args:
        found: the hint.
        view: what the seat sees.
    """
    proposed = "let it go" if found.action is None else bare_text(found.action, view)
    return f"Hint: {proposed}. {found.reason}"
