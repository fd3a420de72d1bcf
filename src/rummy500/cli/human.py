"""A person at the terminal as a player, who sees a view, types an action, and reads why it is not allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from rummy500.actions import CALL, Action
from rummy500.cli.screen import Screen
from rummy500.cli.show import TurnLog, show_score, show_view
from rummy500.engine.listing import LegalActions
from rummy500.engine.rounds import must_act
from rummy500.engine.scoring import score_hand
from rummy500.errors import IllegalActionError, NotationError
from rummy500.no_action import why_no_action
from rummy500.notation.actions import bare_text, parse_cards
from rummy500.notation.untrusted import read_decision
from rummy500.players import GreedyPlayer
from rummy500.rules import Rules, plugin_note
from rummy500.selection import actions_for_cards
from rummy500.state import View

_SHOWN: Final = 24
_MOST: Final = 500
#: The most digits of a number in the list; Python refuses to read numbers of several thousand digits.
_DIGITS: Final = 9
_CARD: Final = re.compile(r"(?<![\w*=])(10|[2-9atjqk])([shdc])(?!\w)", re.IGNORECASE)

_HELP: Final = """\
Type one of these:
  a number             the action of that number
  cards                the cards you want to use: 7h 8h 9h, or one to take, lay off or discard
  an action            draw, take 4d with {4d 4h 4c}, meld [4h 5h *=6h], lay 3h on m1, discard 9s
  rummy                call "Rummy!" while the window is open
  all                  every legal action, also those that spend wild cards freely
  why ACTION           whether an action is allowed, and if not, why
  hint                 what the greedy player would do
  show                 the table again
  score                the score of the hand so far, as far as you can see it
  quit                 stop playing
Cards: rank A 2 ... 9 T J Q K, then suit s h d c; * is a joker, *=9h a joker in the place of the 9h.
Runs stand in [ ], groups in { }. In the pile, Kd/3 is the third card from the top."""


class Quit(Exception):  # noqa: N818 - it is no error
    """Raised when the person wants to stop."""


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


class Human:
    """A person at the terminal.

    Args:
        screen: where to show the view.
        ask: reads a line.
        log: the log of the others' turns; it is written out before each question.
        scores: returns each seat's score in the match.
    """

    def __init__(self, screen: Screen, ask: Ask, log: TurnLog, scores: Callable[[], Sequence[int]]) -> None:
        self._screen = screen
        self._ask = ask
        self._log = log
        self._scores = scores
        self._listed: tuple[Action, ...] = ()

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Ask until the person names a legal action (see `Player.choose`).

        Raises:
            Quit: if the person wants to stop.
        """
        self._log.flush()
        on_turn = must_act(rules, view.public, view.seat)
        self._show(rules, view)
        calls = rules.turn.call != "none"
        if not on_turn:
            what = 'call "Rummy!": type a number or `rummy`' if calls else "act out of turn: type a number"
            self._screen.line(f"You may {what}, or Enter to let it go.")
        self._list(view, legal)
        while True:
            text = _CARD.sub(_as_card, self._ask("> " if on_turn else "rummy? > " if calls else "now? > "))
            if not on_turn and text.lower() in ("", "no", "n", "pass"):
                return None
            action = self._answer(rules, view, legal, text)
            if action is not None:
                return action

    def _answer(self, rules: Rules, view: View, legal: LegalActions, text: str) -> Action | None:
        """Handle one line: return an action, or show something and return `None`."""
        word, _, rest = text.partition(" ")
        word = word.lower()
        if word in ("quit", "q", "exit"):
            raise Quit
        if word == "rummy":
            return self._call(rules, view, legal)
        if word == "why":
            self._why(rules, view, rest)
        elif word == "hint":
            wanted = GreedyPlayer().choose(rules, view, legal)
            self._screen.line(bare_text(wanted, view) if wanted else "Let it go.")
        elif word in ("all", "legal"):
            self._number(view, tuple(islice(legal, _MOST)), _MOST)
        elif word == "show":
            self._show(rules, view)
            self._list(view, legal)
        elif word == "score":
            show_score(self._screen, score_hand(rules, view), self._scores(), view.seat)
        elif word in ("help", "?", "h"):
            self._screen.line(_HELP)
        elif text.isdecimal():
            return self._numbered(text)
        elif word in rules.turn.moves or (word.rstrip(":").isdecimal() and ":" in word):
            return self._typed(rules, view, text)
        elif text:
            return self._selected(rules, view, text)
        else:
            self._screen.line("Type a number, cards or an action; `help` tells more.")
        return None

    def _show(self, rules: Rules, view: View) -> None:
        self._screen.line()
        show_view(self._screen, rules, view, self._scores())

    def _list(self, view: View, legal: LegalActions) -> None:
        found = tuple(islice(legal.plain(), _MOST))
        self._number(view, found, _SHOWN)

    def _number(self, view: View, actions: tuple[Action, ...], shown: int) -> None:
        self._listed = actions
        self._screen.columns(
            [f"{number:>2} {bare_text(action, view)}" for number, action in enumerate(actions[:shown], 1)]
        )
        if len(actions) > shown:
            self._screen.line(f"... and {len(actions) - shown} more: `all` lists them.")

    def _numbered(self, text: str) -> Action | None:
        if len(text) > _DIGITS:
            self._screen.line("There is no number of so many digits in the list.")
            return None
        number = int(text)
        if 1 <= number <= len(self._listed):
            return self._listed[number - 1]
        self._screen.line(f"There is no number {number} in the list.")
        return None

    def _call(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        calls = tuple(action for action in islice(legal.plain(), _MOST) if action.verb == CALL)
        if len(calls) == 1:
            return calls[0]
        if calls:
            self._which(view, calls)
        elif rules.turn.call == "none":
            self._screen.line('There is no calling "Rummy!" in these rules.')
        else:
            self._screen.line("There is nothing that you can call now.")
        return None

    def _which(self, view: View, actions: tuple[Action, ...]) -> None:
        self._screen.line("Which of these?")
        self._number(view, actions, _MOST)

    def _typed(self, rules: Rules, view: View, text: str) -> Action | None:
        try:
            return read_decision(rules, view, text)
        except NotationError as error:
            self._screen.line(f"{error.message}; expected {error.expected}" if error.expected else error.message)
        except IllegalActionError as error:
            self._screen.line(str(error))
        return None

    def _why(self, rules: Rules, view: View, text: str) -> None:
        if self._typed(rules, view, text) is not None:
            self._screen.line("That is allowed.")

    def _selected(self, rules: Rules, view: View, text: str) -> Action | None:
        """Handle a list of cards: return the only action with them, ask which one, or explain why there is none."""
        try:
            cards = parse_cards(text)
            found = actions_for_cards(rules, view, view.seat, cards)
        except NotationError as error:
            self._screen.line(f"{error.message}; `help` tells what can be typed.")
            return None
        except ValueError as error:
            if plugin_note(error):
                raise
            self._screen.line(f"{error}.")
            return None
        if len(found) == 1:
            return found[0]
        if found:
            self._which(view, found)
            return None
        if refused := why_no_action(rules, view, view.seat, cards):
            self._screen.line(f"{bare_text(refused.guess, view)}: {refused.refusal}")
        return None


def _as_card(found: re.Match[str]) -> str:
    return found[1].upper() + found[2].lower()
