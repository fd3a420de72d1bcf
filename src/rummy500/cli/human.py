"""A person at the terminal, who sees a view, types an action, and reads why it is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from rummy500.actions import DRAW, PASS, TAKE, Action
from rummy500.cli.commands import hint_text, why
from rummy500.cli.screen import Screen
from rummy500.cli.show import Reader, TurnLog, show_score, show_view
from rummy500.cli.typed import MOST_LISTED, Typed, as_cards, lets_go, listed, read_command, read_typed
from rummy500.engine.listing import LegalActions
from rummy500.engine.rounds import must_act
from rummy500.engine.scoring import score_hand
from rummy500.notation.actions import bare_text
from rummy500.players.hints import hint
from rummy500.rulebook.sheet import sheet
from rummy500.rules import Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, PLAY_PHASE, View
from rummy500.translation import action_label

_SHOWN: Final = 24

#: The marks of a table in text.
MARKS: Final = """\
T or 10 is the ten; * is a joker.
m3 is the third meld. Runs are in [ ], groups in { }, and the seat that melded is in ( ).
2:9d in a meld is a card that seat 2 laid off there. *=9h is a joker in the place of the 9h, and *=9 one in a group.
Kd/3 in the pile is the third card from the top."""
_LEGEND: Final = f"""\
Cards: type the rank, A 2 ... 10 J Q K, then s h d c (spades, hearts, diamonds, clubs): 10h.
{MARKS}
score 45 +30: 45 points in the match before this hand, and 30 on the table in this hand."""

_HELP: Final = """\
Type one of these:
  a number      the move of that number
  cards         the cards you want to use: 7h 8h 9h, or one card to take, lay off or discard
  a move        draw, take 4d, meld 7h 8h 9h, lay 3h on m1, discard 9s, or in full: meld [4h 5h *=6h]
  rummy         call "Rummy!" when you may
  all           every legal move, also those that waste a wild card
  why MOVE      whether a move is allowed, and if not, why
  hint          what the greedy player would do, and why
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
    """Read a line from the standard input stream.

    Args:
        prompt: the text before it.

    Raises:
        Quit: at the end of the input.
    """
    try:
        return input(prompt).strip()
    except EOFError:
        raise Quit from None


def prompt_of(rules: Rules, view: View, actions: Sequence[Action]) -> str:
    """Say in a sentence what a seat is asked for.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        actions: what it may do.
    """
    if must_act(rules, view.public, view.seat):
        if view.public.phase == DRAW_PHASE:
            return _beginning(rules, view, actions)
        return _PROMPTS.get(view.public.phase, "Choose one of these moves; `rules` explains them.")
    what = 'call "Rummy!": type a number or `rummy`' if rules.turn.call != "none" else "act out of turn: type a number"
    return f"You may {what}, or Enter to let it go."


def _beginning(rules: Rules, view: View, actions: Sequence[Action]) -> str:
    """Name each kind of move that can begin the turn, moves of plugins by their labels."""
    kinds = {action.verb: action for action in actions}
    labels = {verb: str(action_label(rules, view, kinds[verb])) for verb in kinds if verb not in _BEGINNINGS}
    words = [text for verb, text in _BEGINNINGS.items() if verb in kinds]
    words += [f"{label[:1].lower()}{label[1:]}" for label in dict.fromkeys(labels.values())]
    *first, last = words
    return f"Begin your turn: {''.join(f'{each}, ' for each in first)}{'or ' if first else ''}{last}."


class Human:
    """A person at the terminal.

    Args:
        screen: where to show the view.
        ask: reads a line.
        log: the log of the others' turns; it is written out before each question.
        scores: returns each seat's score in the match.
        reader: how the seats are called; as the view's seat by default.
        commands: further commands, by their word; each is given the rest of the line.
    """

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
        """Ask until the person names a legal action (see `Player.choose`).

        Raises:
            Quit: if the person wants to stop.
            Again: if a command has changed the table.
        """
        self._log.flush()
        on_turn = must_act(rules, view.public, view.seat)
        calls = rules.turn.call != "none"
        self._show(rules, view)
        actions = listed(legal)
        self._screen.line(prompt_of(rules, view, actions), "quiet")
        self._number(view, actions, _SHOWN)
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
            self._screen.line(why(rules, view, as_cards(rest)))
        elif command == "hint":
            self._screen.line(hint_text(hint(rules, view, legal), view))
        elif command == "all":
            self._number(view, tuple(islice(legal, MOST_LISTED)), MOST_LISTED)
        elif command == "show":
            self._show(rules, view)
            self._number(view, listed(legal), _SHOWN)
        elif command == "score":
            reader = self._reader or Reader(view.seat, sides=rules.sides)
            show_score(self._screen, score_hand(rules, view), self._scores(), reader)
        elif command == "rules":
            self._screen.markdown(sheet(rules).markdown(ids=False))
        elif command == "help":
            self._screen.line(_HELP, indent=_INDENT, as_typed=True)
            self._screen.line(_LEGEND, indent=2, as_typed=True)
        elif text:
            return self._read(view, read_typed(rules, view, legal, as_cards(text), self._listed))
        else:
            self._screen.line("Type a number, cards or a move; type `help` for the commands.")
        return None

    def _read(self, view: View, typed: Typed) -> Action | None:
        if typed.choices:
            self._screen.line("Which of these?")
            self._number(view, typed.choices, MOST_LISTED)
        elif typed.words:
            self._screen.line(typed.words)
        return typed.action

    def _show(self, rules: Rules, view: View) -> None:
        self._screen.line()
        show_view(self._screen, rules, view, self._scores(), self._reader)

    def _number(self, view: View, actions: tuple[Action, ...], shown: int) -> None:
        self._listed = actions
        self._screen.columns(
            [f"{number:>2} {bare_text(action, view)}" for number, action in enumerate(actions[:shown], 1)]
        )
        if len(actions) > shown:
            self._screen.line(f"... and {len(actions) - shown} more: `all` lists them.")
