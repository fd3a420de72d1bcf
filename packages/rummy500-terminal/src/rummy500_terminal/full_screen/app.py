"""`FullScreen`: the course of a game on the whole terminal: who is asked, who waits, who leaves.

`table` is the screen with the table, and `pages` are the pages over it.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Markdown, Static

from rummy500 import IllegalActionError, notes, score_hand, sheet
from rummy500.players import PlayerError
from rummy500.simulate.matches import in_thread
from rummy500.table import TableError
from rummy500_terminal.full_screen.cards import THEME
from rummy500_terminal.full_screen.pages import LEGEND, Leaving, Page, Stop, columns, table_of
from rummy500_terminal.full_screen.table import TableScreen
from rummy500_terminal.game import Asked, Game
from rummy500_terminal.human import save, undo
from rummy500_terminal.screen import Words
from rummy500_terminal.show import TIED, WATCHER, Reader, ending, match_line, score_rows, winners_text

#: After this many seconds a person sees that programs are still thinking, and what they have done so far.
_PATIENCE: Final = 0.3


class FullScreen(App[None]):
    """A game on the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = TableScreen.CSS  # textual reads the styles of a screen when it is pushed, and the first one never is
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "leave", "Leave", show=False, priority=True)
    ]

    def __init__(self, game: Game, title: str, *, most: int | None, save_to: str) -> None:
        super().__init__()
        self.console.push_theme(THEME)
        self._game = game
        self._table = TableScreen(game, title)
        self._most = most
        self._save_to = save_to
        self._played = 0
        self._lines = len(game.table.match.lines)
        people = game.people
        self._at_screen = people[0] if len(people) == 1 else -1
        #: The error that ended the game.
        self.failure: Exception | None = None
        #: The file in which somebody saved the game on leaving it; empty for none.
        self.left_in = ""

    def get_default_screen(self) -> Screen[None]:
        """The table."""
        return self._table

    def on_ready(self) -> None:
        """Begin, or go on with, the first hand."""
        self._go_on()

    # ------------------------------------------------- who is asked

    def _go_on(self, words: Words = "") -> None:
        """Let programs play until a person is asked, or the hand is over."""
        self.run_worker(self._play_on(words), exclusive=True)

    async def _play_on(self, words: Words) -> None:
        game = self._game
        try:
            if game.table.hand is None and not self._is_finished:
                self._lines = len(game.table.match.lines)
                game.deal()
            # Python does not wait at its end for this thread, so no program that never answers keeps a person here.
            playing = asyncio.wrap_future(in_thread(game.asked))
            while not (await asyncio.wait([playing], timeout=_PATIENCE))[0]:
                self._table.wait(self._at_screen)
            asked = playing.result()
        except Exception as error:  # noqa: BLE001 - the command line writes its line about any error
            self._fail(error)
            return
        if asked is None:
            self._end_hand()
        elif asked.seat != self._at_screen and len(game.people) > 1:
            self._curtain(asked)
        else:
            self._table.ask(asked, words)

    @on(TableScreen.Answered)
    def _answered(self, event: TableScreen.Answered) -> None:
        try:
            self._game.answer(event.asked, event.action)
        except (IllegalActionError, TableError) as error:
            self._table.ask(event.asked, WATCHER.words(error.refusal))
        except Exception as error:  # noqa: BLE001 - the command line writes its line about any error
            self._fail(error)
        else:
            self._go_on()

    def _curtain(self, asked: Asked) -> None:
        """Hide the table until the next person is alone."""
        name = self._game.names[asked.seat]

        def drawn(_: None) -> None:
            self._at_screen = asked.seat
            self._table.ask(asked)

        self.push_screen(
            Stop(f"{name} decides", f"{name}, press Enter when nobody else is looking.", go_on="show"), drawn
        )

    def _end_hand(self) -> None:
        """Show the score of the hand, and whether anybody has won."""
        game = self._game
        if game.is_broken_off:
            self._fail(PlayerError(f"the hand was broken off after {len(game.table.moments)} moves"))
            return
        last, match = game.table.last_hand, game.table.match
        reader = self._reader
        self._played += 1
        if last is None:
            self.exit()
            return
        rows = columns(*score_rows(last.score, match.scores, reader), right=1)
        lines = [match_line(line, reader) for line in match.lines[self._lines :]]
        lines += [Text.assemble(f"{note.label}: ", WATCHER.words(note)) for note in notes(game.table.rules, match)]
        if match.is_over or match.playoff:
            lines += [Text(), Text(winners_text(match, reader) if match.is_over else TIED)]

        def seen(_: None) -> None:
            if len(game.people) > 1:
                self._at_screen = -1
            self._go_on()

        heading = f"Hand {len(match.hands)}: {ending(last.end.public, reader)}"
        go_on = "" if self._is_finished else "next hand"
        self.push_screen(Stop(heading, Text("\n").join(lines), rows=rows, go_on=go_on), seen)

    @property
    def _reader(self) -> Reader:
        return self._game.reader(self._at_screen)

    @property
    def _is_finished(self) -> bool:
        return self._game.table.match.is_over or (self._most is not None and self._played >= self._most)

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.exit()

    # ------------------------------------------------- pages to read

    def action_rules(self) -> None:
        """Show the rule sheet."""
        text = sheet(self._game.table.rules).markdown(ids=False)
        self.push_screen(Page("The rules of this game", Markdown(text)))

    def action_marks(self) -> None:
        """Show the keys and the marks of the screen."""
        self.push_screen(Page("Marks and keys", Static(Content(LEGEND))))

    def action_turns(self) -> None:
        """Show the whole log of the hand."""
        self.push_screen(Page("The hand so far", Static(self._table.turns), at_end=True))

    def action_points(self) -> None:
        """Show the score of the hand so far."""
        asked, table = self._table.asked, self._game.table
        if asked is not None:
            rows = score_rows(score_hand(table.rules, asked.view), table.match.scores, self._reader)
            self.push_screen(Page("The score so far, as far as you can see it", table_of(columns(*rows, right=1))))

    # ------------------------------------------------- undo, save, leave

    def action_undo(self) -> None:
        """Take back the last action of the person who is asked."""
        asked = self._table.asked
        if asked is None:
            return
        outcome = undo(self._game, asked.seat)
        if outcome.is_done:
            self._go_on(outcome.words)
        else:
            self._table.say(outcome.words)

    def action_save(self, file: str = "") -> None:
        """Save the game in a file; by default in that of the command line, and without one ask for a name."""
        file = file or self._save_to
        if not file:
            self._table.action_type("save ")
            self._table.say("Type the name of a file, such as game.json.")
            return
        outcome = save(self._game, file)
        self._table.say(f"{outcome.words} {outcome.command}".rstrip())

    def action_leave(self) -> None:
        """Leave the game; ask first if it would be lost."""
        if isinstance(self.screen, Leaving) or self._save_to or not self._game.would_be_lost:
            self.exit()
        else:
            self.push_screen(Leaving(), self._leave)

    def _leave(self, file: str | None) -> None:
        if file is None:
            return
        outcome = save(self._game, file) if file else None
        if outcome is not None and not outcome.is_done:
            self.push_screen(Leaving(str(outcome.words)), self._leave)
        else:
            self.left_in = file
            self.exit()
