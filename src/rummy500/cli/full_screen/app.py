"""`FullScreen`: the table on the whole terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import ClassVar, Final

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rummy500.actions import Action
from rummy500.cards import cards_text
from rummy500.cli.files import Trouble, write_text
from rummy500.cli.full_screen.cards import CardRow, coloured
from rummy500.cli.full_screen.pages import Page, columns, sheet_page, text_page
from rummy500.cli.full_screen.parts import hand_cells, log_text, melds_text, pile_cells, seats_text
from rummy500.cli.game import Asked, Game
from rummy500.cli.hint import hint
from rummy500.cli.human import MARKS, prompt_of
from rummy500.cli.show import Reader, ending, score_rows, winners_text
from rummy500.cli.typed import MOST_LISTED, Typed, as_cards, of_cards, read_action, read_typed
from rummy500.engine.scoring import score_hand
from rummy500.errors import IllegalActionError
from rummy500.notation.actions import bare_text
from rummy500.players import PlayerError
from rummy500.rulebook.sheet import sheet
from rummy500.rules import match_notes
from rummy500.selection import completions
from rummy500.table import TableError

_MOST_COMPLETIONS: Final = 30

_LEGEND: Final = f"""\
In the list: the arrows and Enter, or a click, choose an action.

With cards: Tab, or up and down, goes to the pile and to your hand. The arrows move, the blank chooses a card, or a \
click does. The list then shows what uses these cards, and with + what needs more of them. Enter does what uses \
exactly these. A chosen card has a +, and one that you have just drawn a dot.

By typing: / goes to the line, and so does a digit. Type the number of an action, cards (7h 8h 9h), or an action (take \
4d with {{4d 4h 4c}}), suits as s h d c. Or one of: why ACTION, hint, undo, save FILE, score, rules, all, quit.

Keys: ? these marks, h hint, w why the chosen cards are no action, u undo, s your hand by suit or by rank, r the \
rules, p the points so far, Esc chooses nothing, ctrl+s saves, q leaves.

Marks:
{MARKS}
> is whose turn it is. score 45 +30: 45 points in the match before this hand, and 30 on the table in this hand."""


class FullScreen(App[None]):
    """The table on the whole terminal.

    Args:
        game: the game.
        title: the rules and the seed, in a line.
        most: the most hands, `None` for no limit.
        save_to: the file in which the game is saved when it is left; empty for none.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { background: $panel; text-style: bold; padding: 0 1; height: 1; }
    #seats { padding: 0 1; height: auto; border-bottom: solid $panel; }
    #middle { height: 1fr; min-height: 4; }
    #melds { width: 1fr; padding: 0 1; }
    #actions { width: 45%; height: 100%; border: none; padding: 0; }
    #log { height: 4; padding: 0 1; border-top: solid $panel; color: $text-muted; }
    #pile, #hand { height: auto; padding: 0 1; }
    #prompt { height: auto; max-height: 4; padding: 0 1; text-style: italic; }
    #typed { height: 1; border: none; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "marks", "Marks", key_display="?"),
        Binding("h", "hint", "Hint"),
        Binding("w", "why", "Why"),
        Binding("u", "undo", "Undo"),
        Binding("s", "sort", "Sort"),
        Binding("r", "rules", "Rules"),
        Binding("p", "points", "Points"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("escape", "clear", "Clear", show=False),
        Binding("q,ctrl+q", "leave", "Leave", key_display="q", priority=False),
    ]

    def __init__(self, game: Game, title: str, *, most: int | None, save_to: str) -> None:
        super().__init__()
        self._game = game
        self._line = title
        self._most = most
        self._save_to = save_to
        self._played = 0
        people = game.people
        self._at_screen = people[0] if len(people) == 1 else -1
        self._asked: Asked | None = None
        self._listed: tuple[Action, ...] = ()
        self._by_rank = False
        #: The error that ended the game.
        self.failure: Exception | None = None

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="title")
        yield Static(id="seats")
        with Horizontal(id="middle"):
            with VerticalScroll(id="melds", can_focus=False):
                yield Static(id="melded")
            yield OptionList(id="actions")
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="turns")
        yield CardRow(id="pile")
        yield CardRow(id="hand")
        yield Static(id="prompt")
        yield Input(placeholder="/ to type a number, cards or an action", id="typed", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        """Begin, or go on with, the first hand."""
        self._go_on()

    # ------------------------------------------------- the course of the game

    def _go_on(self) -> None:
        """Let programs play until a person is asked, or the hand is over."""
        try:
            if self._game.table.hand is None and not self._is_finished():
                self._game.deal()
            asked = self._game.asked()
        except Exception as error:  # noqa: BLE001 - the command line writes its line about any error
            self._fail(error)
            return
        if asked is None:
            self._end_hand()
        elif asked.seat != self._at_screen and len(self._game.people) > 1:
            self._curtain(asked)
        else:
            self._ask(asked)

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.exit()

    def _is_finished(self) -> bool:
        return self._game.table.match.is_over or (self._most is not None and self._played >= self._most)

    def _curtain(self, asked: Asked) -> None:
        """Hide the table until the next person is alone."""
        name = self._game.names[asked.seat]

        def drawn(is_alone: bool | None) -> None:  # noqa: FBT001 - textual passes it by position
            if is_alone:
                self._at_screen = asked.seat
                self._ask(asked)
            else:
                self.exit()

        self._asked = None
        self.push_screen(
            text_page(f"{name} decides", f"{name}, press Enter when you are alone.", go_on="show", leave="leave"),
            drawn,
        )

    def _end_hand(self) -> None:
        """Show the score of the hand, and whether anybody has won."""
        game = self._game
        if game.is_broken_off:
            self._fail(PlayerError(f"the hand was broken off after {len(game.table.moments)} actions"))
            return
        last, match = game.table.last_hand, game.table.match
        reader = self._reader(self._at_screen)
        self._played += 1
        if last is None:
            self.exit()
            return
        text = columns(*score_rows(last.score, match.scores, reader), right=1)
        text += "".join(f"\n{reader.name(line.seat)}: {line.points:+d} {line.about}" for line in match.lines)
        text += "".join(f"\n{note.label}: {note.text}" for note in match_notes(game.table.rules, match))
        if match.is_over:
            text += f"\n\n{winners_text(match, reader)}"
        finished = self._is_finished()

        def seen(goes_on: bool | None) -> None:  # noqa: FBT001 - textual passes it by position
            if goes_on and not finished:
                if len(game.people) > 1:
                    self._at_screen = -1
                self._go_on()
            else:
                self.exit()

        heading = f"Hand {len(match.hands)}: {ending(last.end.public, reader)}"
        go_on, leave = ("leave", "leave") if finished else ("next hand", "leave")
        self.push_screen(text_page(heading, text, go_on=go_on, leave=leave), seen)

    def _reader(self, seat: int) -> Reader:
        return Reader(seat, self._game.names, self._game.table.rules.sides)

    # ------------------------------------------------- the screen

    def _ask(self, asked: Asked) -> None:
        """Show the table, and ask for a decision."""
        self._asked = asked
        self._draw()
        self.query_one("#actions", OptionList).focus()

    def _draw(self) -> None:
        asked, table = self._asked, self._game.table
        if asked is None:
            return
        rules, view, reader = table.rules, asked.view, self._reader(asked.seat)
        options = rules.options
        target = f"{'more than ' if options['match.reached'] == 'exceed' else ''}{options['match.target']}"
        self._put("title", f"500 Rummy, {self._line}. Hand {len(table.match.hands) + 1}, to {target}")
        self._put("seats", seats_text(rules, view, table.match.scores, reader))
        self._put("melded", melds_text(rules, view, reader))
        self._put("turns", log_text(rules, table.in_force, reader))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        self.query_one("#pile", CardRow).show(f"stock {view.public.stock_count}, pile", pile_cells(view), "empty")
        hidden = not view.hand and view.public.hand_size(view.seat) > 0
        self.query_one("#hand", CardRow).show(
            "your hand", hand_cells(view, by_rank=self._by_rank), "not looked at yet" if hidden else "no cards"
        )
        self._say(prompt_of(rules, view))
        self._list_all()

    def _put(self, part: str, text: str) -> None:
        self.query_one(f"#{part}", Static).update(coloured(text))

    def _say(self, text: str) -> None:
        self._put("prompt", text)

    def _list_all(self) -> None:
        asked = self._asked
        if asked is not None:
            self._list(tuple(islice(asked.legal.plain(), MOST_LISTED)))

    def _list(self, actions: Sequence[Action], added: Sequence[str] = ()) -> None:
        """List actions with numbers; of a claim also that it may be let go."""
        asked = self._asked
        if asked is None:
            return
        self._listed = tuple(actions)
        options = [
            Option(coloured(f"{number:>2} {bare_text(action, asked.view)}{more}"), id=str(number))
            for number, (action, more) in enumerate(
                zip(actions, (*added, *[""] * (len(actions) - len(added))), strict=True), 1
            )
        ]
        if asked.is_claim:
            options.append(Option(Content(" 0 let it go"), id="0"))
        found = self.query_one("#actions", OptionList)
        found.clear_options()
        found.add_options(options)
        if options:
            found.highlighted = 0

    # ------------------------------------------------- choices

    @on(OptionList.OptionSelected, "#actions")
    def _option(self, event: OptionList.OptionSelected) -> None:
        number = int(event.option.id or 0)
        self._do(self._listed[number - 1] if number else None)

    def _do(self, action: Action | None) -> None:
        asked = self._asked
        if asked is None:
            return
        try:
            self._game.answer(asked, action)
        except (IllegalActionError, TableError) as error:
            self._say(str(error))
        except Exception as error:  # noqa: BLE001 - the command line writes its line about any error
            self._fail(error)
        else:
            self._go_on()

    def _chosen(self) -> tuple[int, ...]:
        return (*self.query_one("#hand", CardRow).chosen, *self.query_one("#pile", CardRow).chosen)

    @on(CardRow.Changed)
    def _cards_changed(self) -> None:
        """List the actions that use the chosen cards, then those that need more cards."""
        asked, cards = self._asked, self._chosen()
        if asked is None:
            return
        if not cards:
            self._say(prompt_of(self._game.table.rules, asked.view))
            self._list_all()
            return
        rules = self._game.table.rules
        exact = self._typed(of_cards(rules, asked.view, cards))
        grown = completions(rules, asked.view, asked.seat, cards, limit=_MOST_COMPLETIONS).found
        more = [f"   + {cards_text(each.add)}" for each in grown]
        self._list((*exact, *(each.action for each in grown)), [*[""] * len(exact), *more])
        if exact:
            self._say("Enter does what uses exactly these cards." if len(exact) == 1 else "Several actions use these.")
        else:
            self._say("No action uses exactly these cards: w says why." if not grown else "Add a card, or choose one.")

    @staticmethod
    def _typed(typed: Typed) -> tuple[Action, ...]:
        return (typed.action,) if typed.action is not None else typed.choices

    @on(CardRow.Submitted)
    def _cards_submitted(self) -> None:
        asked, cards = self._asked, self._chosen()
        if asked is None:
            return
        if not cards:
            self._say("Choose cards with the blank first.")
            return
        self._take(of_cards(self._game.table.rules, asked.view, cards))

    def _take(self, typed: Typed) -> None:
        """Do what was chosen or typed, list what it may mean, or say why it is no action."""
        if typed.action is not None:
            self._do(typed.action)
        elif typed.choices:
            self._list(typed.choices)
            self._say("Which of these?")
            self.query_one("#actions", OptionList).focus()
        else:
            self._say(typed.words)

    @on(Input.Submitted, "#typed")
    def _line_typed(self, event: Input.Submitted) -> None:
        text = as_cards(event.value.strip())
        event.input.value = ""
        self.query_one("#actions", OptionList).focus()
        word, _, rest = text.partition(" ")
        asked = self._asked
        if asked is None or not text:
            return
        rules = self._game.table.rules
        commands = {
            "hint": self.action_hint, "undo": self.action_undo, "rules": self.action_rules, "help": self.action_marks,
            "score": self.action_points, "quit": self.action_leave,
        }  # fmt: skip
        if word.lower() in commands:
            commands[word.lower()]()
        elif word.lower() == "save":
            self._save(rest.strip())
        elif word.lower() == "all":
            self._list(tuple(islice(asked.legal, MOST_LISTED)))
        elif word.lower() == "why":
            self._say(read_action(rules, asked.view, rest).words or "That is allowed.")
        elif asked.is_claim and text in ("0", "no", "pass"):
            self._do(None)
        else:
            self._take(read_typed(rules, asked.view, asked.legal, text, self._listed))

    def on_key(self, event: Key) -> None:
        """Take a digit to the line where one types: it begins a number or a card."""
        line = self.query_one("#typed", Input) if self.query("#typed") else None
        if line is not None and not line.has_focus and event.character is not None and event.character.isdecimal():
            line.focus()
            line.value = event.character
            line.cursor_position = 1
            event.stop()

    # ------------------------------------------------- keys

    def action_type(self) -> None:
        """Go to the line where one types."""
        self.query_one("#typed", Input).focus()

    def action_clear(self) -> None:
        """Choose no card, and leave the line where one types."""
        self.query_one("#typed", Input).value = ""
        for row in self.query(CardRow):
            row.clear_choice()
        self.query_one("#actions", OptionList).focus()
        if self._asked is not None:
            self._say(prompt_of(self._game.table.rules, self._asked.view))
            self._list_all()

    def action_hint(self) -> None:
        """Say what the greedy player would do, and why."""
        if self._asked is not None:
            self._say(hint(self._game.table.rules, self._asked.view, self._asked.legal)[1])

    def action_why(self) -> None:
        """Say why no action uses the chosen cards."""
        asked, cards = self._asked, self._chosen()
        if asked is None:
            return
        if not cards:
            self._say("Choose cards first, or type why and an action: why meld [4h 5h 6c]")
            return
        self._say(of_cards(self._game.table.rules, asked.view, cards).words or "That is allowed.")

    def action_undo(self) -> None:
        """Take back the last action."""
        if self._asked is None:
            return
        try:
            undone = self._game.undo(self._asked.seat)
        except TableError as error:
            self._say(f"That cannot be taken back: {error}")
            return
        self._go_on()
        self._say(f"Taken back: {'; '.join(undone)}.")

    def action_sort(self) -> None:
        """Sort the hand by rank, or by suit again."""
        self._by_rank = not self._by_rank
        self._draw()

    def action_rules(self) -> None:
        """Show the rule sheet."""
        self.push_screen(sheet_page(sheet(self._game.table.rules).markdown(ids=False)))

    def action_marks(self) -> None:
        """Show the keys and the marks of the screen."""
        self.push_screen(Page("Keys and marks", Static(Content(_LEGEND)), go_on="back", leave="back"))

    def action_points(self) -> None:
        """Show the score of the hand so far."""
        asked, table = self._asked, self._game.table
        if asked is not None:
            rows = score_rows(score_hand(table.rules, asked.view), table.match.scores, self._reader(asked.seat))
            self.push_screen(text_page("The score so far, as far as you can see it", columns(*rows, right=1)))

    def action_save(self) -> None:
        """Save the game in the file of the command line."""
        self._save("")

    def _save(self, name: str) -> None:
        file = name or self._save_to
        if not file:
            self._say("Type / save FILE")
            return
        try:
            write_text(file, self._game.saved())
        except Trouble as trouble:
            self._say(f"{trouble.message}.")
        else:
            self._say(f"Saved: rummy500 play --resume {file}")

    def action_leave(self) -> None:
        """Leave the game; ask first if it would be lost."""
        if self._save_to:
            self.exit()
            return
        self.push_screen(
            text_page("Leave the game?", "It is not saved: type save FILE first.", go_on="leave", leave="stay"),
            lambda leaves: self.exit() if leaves else None,
        )
