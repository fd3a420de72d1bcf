"""Play a match line by line: show the hands turn by turn, ask people, score."""

from __future__ import annotations

import contextlib

from rummy500 import Match, notes
from rummy500.table import TableError
from rummy500_terminal.game import Asked, Game
from rummy500_terminal.human import MARKS, Again, Ask, Human, Quit, read_command, save, show_outcome, undo
from rummy500_terminal.screen import Screen
from rummy500_terminal.show import (
    TIED,
    TurnLog,
    ending,
    match_line,
    show_notes,
    show_score,
    show_state,
    winners_text,
)


class LineGame:
    """A game that is played line by line at a terminal, or watched."""

    def __init__(self, screen: Screen, game: Game, ask: Ask, *, save_to: str = "") -> None:
        self._screen = screen
        self._game = game
        self._ask = ask
        self._save_to = save_to
        #: How many actions of the hand each seat has been shown, by seat; -1 for a reader who sees every card.
        self._shown: dict[int, int] = {}
        self._lines = len(game.table.match.lines)
        people = game.people
        self._at_screen = people[0] if len(people) == 1 else -1

    def play(self, most: int | None) -> None:
        """Play hands until a player has won."""
        played = 0
        try:
            while True:
                if self._game.table.hand is None:
                    if self._match.is_over or (most is not None and played >= most):
                        break
                    self._begin_hand(pause=bool(played))
                self._play_hand()
                played += 1
        except KeyboardInterrupt:
            self._screen.line()
            self._offer_to_save()
            raise
        except Quit:
            self._offer_to_save()
            self._screen.line("You have left the table.")
            return
        if self._match.is_over:
            self._screen.line()
            self._screen.line(winners_text(self._match, self._game.reader(self._at_screen)), "good")

    @property
    def _match(self) -> Match:
        return self._game.table.match

    def _begin_hand(self, *, pause: bool) -> None:
        screen, game, before = self._screen, self._game, self._match
        if pause and game.people:
            screen.line()
            self._pause("Enter for the next hand, `quit` to stop > ")
        game.deal()
        self._shown = {}
        self._lines = len(before.lines)
        reader = self._game.reader(self._at_screen)
        screen.title(f"Hand {len(before.hands) + 1}: {reader.name(before.dealer)} dealt")
        hand = game.table.hand
        if not game.people and hand is not None:
            show_state(screen, game.table.rules, hand, reader)
            screen.line()

    def _play_hand(self) -> None:
        while (asked := self._game.asked()) is not None:
            if len(self._game.people) > 1:
                self._curtain(asked.seat)
            self._let_answer(asked)
        self._log(self._at_screen).flush()
        if self._game.is_broken_off:
            self._screen.line(f"The hand was broken off after {len(self._game.table.moments)} moves.")
            raise Quit
        self._show_end()

    def _curtain(self, seat: int) -> None:
        """Hide what the last person saw until the next one sits at the screen."""
        if seat == self._at_screen:
            return
        self._at_screen = seat
        self._screen.clear()
        self._pause(f"{self._game.names[seat]}, it is your turn to decide: press Enter when nobody else is looking > ")

    def _pause(self, prompt: str) -> None:
        if read_command(self._ask(prompt))[0] == "quit":
            raise Quit

    def _log(self, seat: int) -> TurnLog:
        """Log the actions that a seat has not been shown."""
        log = TurnLog(self._screen, self._game.table.rules, self._game.reader(seat))
        moments = self._game.table.moments
        for moment in moments[self._shown.get(seat, 0) :]:
            log(moment.before, moment.action, moment.after)
        self._shown[seat] = len(moments)
        return log

    def _let_answer(self, asked: Asked) -> None:
        table = self._game.table
        person = Human(
            self._screen,
            self._ask,
            self._log(asked.seat),
            lambda: self._match.scores,
            reader=self._game.reader(asked.seat),
            commands={"undo": lambda _: self._undo(asked.seat), "save": self._save},
        )
        try:
            action = person.choose(table.rules, asked.view, asked.legal)
        except Again:
            return
        try:
            self._game.answer(asked, action)
        except TableError as error:
            self._screen.line(str(error))
            return
        if action is not None:
            self._log(asked.seat).flush()

    def _undo(self, seat: int) -> None:
        outcome = undo(self._game, seat)
        self._screen.line(outcome.words)
        if outcome.is_done:
            raise Again

    def _offer_to_save(self) -> None:
        """Ask whoever leaves a game that would be lost whether to save it, until it is saved or the person leaves."""
        if self._save_to or not self._game.would_be_lost:
            return
        with contextlib.suppress(Quit):
            while (name := self._ask("Not saved. A file name saves the game, Enter leaves > ")) and not self._save(
                name
            ):
                pass

    def _save(self, name: str) -> bool:
        outcome = save(self._game, name or self._save_to)
        show_outcome(self._screen, outcome)
        return outcome.is_done

    def _show_end(self) -> None:
        game, screen, last = self._game, self._screen, self._game.table.last_hand
        if last is None:
            return
        rules, match, reader = game.table.rules, self._match, self._game.reader(self._at_screen)
        screen.line()
        screen.line(ending(last.end.public, reader))
        if not game.people:
            screen.line()
            show_state(screen, rules, last.end, reader)
        screen.title("Score")
        show_score(screen, last.score, match.scores, reader)
        for line in match.lines[self._lines :]:
            screen.line(match_line(line, reader), indent=4)
        show_notes(screen, notes(rules, match), reader)
        if match.playoff:
            screen.line()
            screen.line(TIED, "good")
        if not game.people:
            screen.line()
            screen.line(MARKS, "quiet", indent=2)
