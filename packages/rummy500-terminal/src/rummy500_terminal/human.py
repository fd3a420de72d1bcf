"""A person at the terminal: the commands of a game, and what the person is asked."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

import attrs
from rich.text import Text

from rummy500 import LegalActions, Rules, Typed, View, read_typed, score_hand, sheet
from rummy500.engine.turns import must_act
from rummy500.hooks import DRAW_PHASE, PLAY_PHASE
from rummy500.players import hint
from rummy500.players.hints import Hint
from rummy500.rules.actions import DRAW, PASS, TAKE, Action
from rummy500.rules.state import OFFER_PHASE
from rummy500.table import TableError
from rummy500_terminal.files import Trouble, write_text
from rummy500_terminal.game import Game
from rummy500_terminal.screen import Screen, Words, marked
from rummy500_terminal.show import WATCHER, Reader, TurnLog, action_words, answer_words, show_score, show_view

#: The commands of a game, by their own and by other words.
_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{word: word for word in ("all", "help", "hint", "quit", "rules", "save", "score", "show", "undo", "why")},
        "legal": "all",
        "?": "help",
        "h": "help",
        "q": "quit",
        "exit": "quit",
    }
)
_FOR_HELP: Final = " Type `help` for the commands."
#: The most actions that are listed: with wild cards there can be millions.
MOST_LISTED: Final = 500
_LET_GO: Final = ("0", "no", "n", "pass")


def read_command(text: str) -> tuple[str, str]:
    """Read the command that a line begins with."""
    word, _, rest = text.strip().partition(" ")
    return _COMMANDS.get(word.lower(), ""), rest.strip()


def listed(legal: LegalActions) -> tuple[Action, ...]:
    """List the first legal actions that waste no wild card."""
    return tuple(islice(legal.plain(), MOST_LISTED))


def lets_go(text: str) -> bool:
    """Whether a person lets a claim go by this line."""
    return text.lower() in _LET_GO


# ---------------------------------------------------------------- commands
# The commands of a game that both screens have: undo, save, why, hint.


@attrs.frozen
class Outcome:
    """How a command ended."""

    is_done: bool
    words: Words
    command: str = ""


def undo(game: Game, seat: int) -> Outcome:
    """Take back the last action of a person."""
    try:
        undone = Text("; ").join(action_words(moment.action, moment.before) for moment in game.undo(seat))
    except TableError as error:
        return Outcome(is_done=False, words=str(error))
    return Outcome(is_done=True, words=Text.assemble("Taken back: ", undone, "."))


def save(game: Game, file: str) -> Outcome:
    """Save a game."""
    if not file:
        return Outcome(is_done=False, words="Name a file: save game.json")
    try:
        write_text(file, game.saved())
    except Trouble as trouble:
        return Outcome(is_done=False, words=f"{trouble.message}.")
    game.note_saved()
    return saved(game, file)


def saved(game: Game, file: str) -> Outcome:
    """Say that a game is saved, and with which command the person continues it."""
    started = ("uv", "run", "rummy500") if "UV_RUN_RECURSION_DEPTH" in os.environ else ("rummy500",)
    command = shlex.join((*started, "play", *game.code_named, "--resume", file))
    return Outcome(is_done=True, words="Saved. To continue:", command=command)


def show_outcome(screen: Screen, outcome: Outcome) -> None:
    """Show how a command ended, with the command whole, so that it can be copied."""
    screen.line(outcome.words)
    if outcome.command:
        screen.whole(outcome.command)


def why(rules: Rules, view: View, text: str) -> Words:
    """Explain whether an action is allowed."""
    if not text:
        return "Name a move: why meld [4h 5h 6c]"
    found = read_typed(rules, view, text)
    return "That is allowed." if found.actions else answer(found, view)


def answer(typed: Typed, view: View) -> Text:
    """Say why a line is no action, of which action that is, and how to get help."""
    said = answer_words(typed.sentence)
    if typed.guess is not None:
        return Text.assemble(action_words(typed.guess, view), ": ", said)
    return Text.assemble(said, _FOR_HELP if typed.sentence.key == "typed:line:unknown" else "")


def hint_words(found: Hint, view: View) -> Text:
    """Say what a hint proposes, and why."""
    proposed = "let it go" if found.action is None else action_words(found.action, view)
    return Text.assemble("Hint: ", proposed, ". ", WATCHER.words(found.reason))


# ---------------------------------------------------------------- human
# A person at the terminal, who sees a view, types an action, and reads why it is not allowed.

_SHOWN_ACTIONS: Final = 24

#: The marks of a table in text.
MARKS: Final = Text.assemble(
    *("T or 10 is the ten; ", marked("*"), " is a joker.\n"),
    "m3 is the third meld. Runs are in [ ], groups in { }, and the seat that melded is in ( ).\n",
    *("2:", marked("9d"), " in a meld is a card that seat 2 laid off there. "),
    *(marked("*=9h"), " is a joker in the place of the ", marked("9h"), ", and ", marked("*=9"), " one in a group.\n"),
    *(marked("Kd"), "/3 in the pile is the third card from the top."),
)
_LEGEND: Final = f"""\
Cards: type the rank, A 2 ... 10 J Q K, then s h d c (spades, hearts, diamonds, clubs): 10h.
{MARKS.plain}
score 45 +30: 45 points in the match before this hand, and 30 on the table in this hand."""

_HELP: Final = """\
Type one of these:
  a number      the move of that number
  cards         the cards you want to use: 7h 8h 9h, or one card to take, lay off or discard
  a move        draw, take 4d, meld 7h 8h 9h, lay 3h on m1, discard 9s, or in full: meld [4h 5h *=6h]
  rummy         call "Rummy!" when you may
  all           every legal move, also those that waste a wild card
  why MOVE      whether a move is allowed, and if not, why
  hint          what an expert would do, and why
  show          the table again
  score         the score of the hand so far, as far as you can see it
  rules         the rules of this game
  undo          take back your last move, unless a hidden card has been seen since
  save FILE     save the game; `rummy500 play --resume FILE` continues it
  quit          leave; you can save the game then
"""
_INDENT: Final = 16

_PROMPTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        PLAY_PHASE: "Meld or lay off if you like, and end your turn with a discard.",
        OFFER_PHASE: "You are offered the upcard before the first turn: take it, or pass.",
    }
)


#: The core's moves of the draw phase, in words.
_BEGINNINGS: Final[Mapping[str, str]] = MappingProxyType(
    {DRAW: "draw from the stock", TAKE: "take cards from the pile", PASS: "pass"}
)


class Quit(Exception):  # noqa: N818 - it is not an error
    """Raised when the person wants to stop."""


class Again(Exception):  # noqa: N818 - it is not an error
    """Raised when a command has changed the table: the question is another one."""


#: Reads a line; raises `Quit` at the end of the input.
Ask = Callable[[str], str]


def ask_terminal(prompt: str) -> str:
    """Read a line from the standard input stream."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise Quit from None


def prompt_of(rules: Rules, view: View, actions: Sequence[Action]) -> str:
    """Say in a sentence what a seat is asked for."""
    if view.seat in must_act(rules, view.public):
        if view.public.phase == DRAW_PHASE:
            return _beginning(rules, view, actions)
        return _PROMPTS.get(view.public.phase, "Choose one of these moves; `rules` explains them.")
    what = 'call "Rummy!": type a number or `rummy`' if rules.turn.call != "none" else "act out of turn: type a number"
    return f"You may {what}, or Enter to let it go."


def _beginning(rules: Rules, view: View, actions: Sequence[Action]) -> str:
    """Name each kind of move that can begin the turn, moves of plugins by their labels."""
    kinds = {action.verb: action for action in actions}
    moves = [rules.turn.move_of(kinds[verb], DRAW_PHASE) for verb in kinds if verb not in _BEGINNINGS]
    words = [text for verb, text in _BEGINNINGS.items() if verb in kinds]
    words += [f"{label[:1].lower()}{label[1:]}" for label in dict.fromkeys(move.label for move in moves if move)]
    *first, last = words
    return f"Begin your turn: {''.join(f'{each}, ' for each in first)}{'or ' if first else ''}{last}."


class Human:
    """A person at the terminal."""

    def __init__(
        self,
        screen: Screen,
        ask: Ask,
        log: TurnLog,
        scores: Callable[[], Sequence[int]],
        *,
        reader: Reader | None = None,
        commands: Mapping[str, Callable[[str], object]] = MappingProxyType({}),
    ) -> None:
        self._screen = screen
        self._ask = ask
        self._log = log
        self._scores = scores
        self._reader = reader
        self._commands = commands
        self._listed: tuple[Action, ...] = ()

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Ask until the person names a legal action (see `Player.choose`)."""
        self._log.flush()
        on_turn = view.seat in must_act(rules, view.public)
        calls = rules.turn.call != "none"
        self._show(rules, view)
        actions = listed(legal)
        self._screen.line(prompt_of(rules, view, actions), "quiet")
        self._number(view, actions, _SHOWN_ACTIONS)
        while True:
            text = self._ask("> " if on_turn else "rummy? > " if calls else "now? > ")
            if not on_turn and (not text or lets_go(text)):
                return None
            action = self._answer(rules, view, legal, text)
            if action is not None:
                return action

    def _answer(self, rules: Rules, view: View, legal: LegalActions, text: str) -> Action | None:
        """Handle one line: return an action, or show something and return `None`."""
        command, rest = read_command(text)
        if command == "quit":
            raise Quit
        if command in self._commands:
            self._commands[command](rest)
        elif command == "why":
            self._screen.line(why(rules, view, rest))
        elif command == "hint":
            self._screen.line(hint_words(hint(rules, view, legal), view))
        elif command == "all":
            self._number(view, tuple(islice(legal, MOST_LISTED)), MOST_LISTED)
        elif command == "show":
            self._show(rules, view)
            self._number(view, listed(legal), _SHOWN_ACTIONS)
        elif command == "score":
            reader = self._reader or Reader(view.seat, sides=rules.sides)
            show_score(self._screen, score_hand(rules, view), self._scores(), reader)
        elif command == "rules":
            self._screen.markdown(sheet(rules).markdown(ids=False))
        elif command == "help":
            self._screen.line(_HELP, indent=_INDENT)
            self._screen.line(_LEGEND, indent=2)
        elif text:
            return self._read(view, read_typed(rules, view, text, self._listed))
        else:
            self._screen.line(f"Type a number, cards or a move.{_FOR_HELP}")
        return None

    def _read(self, view: View, typed: Typed) -> Action | None:
        if len(typed.actions) > 1:
            self._screen.line(answer_words(typed.sentence))
            self._number(view, typed.actions, MOST_LISTED)
        elif typed.action is None:
            self._screen.line(answer(typed, view))
        return typed.action

    def _show(self, rules: Rules, view: View) -> None:
        self._screen.line()
        show_view(self._screen, rules, view, self._scores(), self._reader)

    def _number(self, view: View, actions: tuple[Action, ...], shown: int) -> None:
        self._listed = actions
        every = (action_words(action, view) for action in actions[:shown])
        self._screen.columns([Text.assemble(f"{number:>2} ", words) for number, words in enumerate(every, 1)])
        if len(actions) > shown:
            self._screen.line(f"... and {len(actions) - shown} more: `all` lists them.")
