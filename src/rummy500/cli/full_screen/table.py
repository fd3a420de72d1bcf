"""`TableScreen`: the table that a person sees, and the choices made there by list, cards, melds, keys or typing."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rummy500.actions import Action
from rummy500.cli.commands import hint_text, why
from rummy500.cli.full_screen.cards import CardRow, coloured
from rummy500.cli.full_screen.melds import MeldList
from rummy500.cli.full_screen.offers import Offer, every_action, on_meld, with_cards
from rummy500.cli.full_screen.parts import hand_cells, log_text, meld_lines, pile_cells, seats_text
from rummy500.cli.game import Asked, Game
from rummy500.cli.show import Reader, target_text
from rummy500.cli.typed import MOST_LISTED, Typed, as_cards, lets_go, of_cards, read_command, read_typed
from rummy500.notation.actions import bare_text
from rummy500.players.hint import hint
from rummy500.state import View
from rummy500.view import observe

_WAIT: Final = "The others are playing."
#: The commands that have a key, with the action of the key.
_KEYED: Final = {
    "help": "app.marks", "hint": "hint", "quit": "app.leave", "rules": "app.rules", "score": "app.points",
    "show": "clear", "undo": "app.undo",
}  # fmt: skip


class TableScreen(Screen[None]):
    """The table.

    Args:
        game: the game.
        title: the rules and the seed, in a line.
    """

    CSS = """
    #title { background: $panel; text-style: bold; padding: 0 1; height: 1; }
    #seats { padding: 0 1; height: auto; border-bottom: solid $panel; }
    #middle { height: 1fr; min-height: 4; }
    #table { width: 1fr; padding: 0 1; }
    #melds { height: auto; }
    #actions { width: 45%; height: 100%; border: none; padding: 0; }
    #log { height: 4; padding: 0 1; border-top: solid $panel; color: $text-muted; }
    #pile, #hand { height: auto; padding: 0 1; }
    #prompt { height: auto; max-height: 4; padding: 0 1; text-style: italic; }
    #typed { height: 1; border: none; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.leave", "Leave"),
        Binding("question_mark,f1", "app.marks", "Marks", key_display="?"),
        Binding("h", "hint", "Hint"),
        Binding("w", "why", "Why"),
        Binding("u", "app.undo", "Undo"),
        Binding("s", "sort", "Sort"),
        Binding("r", "app.rules", "Rules"),
        Binding("p", "app.points", "Points"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("ctrl+s", "save", "Save", show=False),
        Binding("escape", "clear", "Clear", show=False),
    ]

    class Answered(Message):
        """A person has chosen.

        Args:
            asked: the decision.
            action: the action; `None` to let a claim go.
        """

        def __init__(self, asked: Asked, action: Action | None) -> None:
            super().__init__()
            self.asked = asked
            self.action = action

    class Saved(Message):
        """A person saves the game.

        Args:
            file: the file; empty for that of the command line.
        """

        def __init__(self, file: str) -> None:
            super().__init__()
            self.file = file

    def __init__(self, game: Game, title: str) -> None:
        super().__init__()
        self._game = game
        self._line = title
        self._asked: Asked | None = None
        self._listed: tuple[Action, ...] = ()
        self._by_rank = False

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="title")
        yield Static(id="seats")
        with Horizontal(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield MeldList(id="melds")
            yield OptionList(id="actions")
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="turns")
        yield CardRow(id="pile")
        yield CardRow(id="hand")
        yield Static(id="prompt")
        yield Input(placeholder="/ to type a number, cards or an action", id="typed", compact=True)
        yield Footer()

    # ------------------------------------------------- what it shows

    @property
    def asked(self) -> Asked | None:
        """The decision that it asks for, `None` while others play."""
        return self._asked

    def ask(self, asked: Asked, words: str = "") -> None:
        """Show the table, and ask for a decision.

        Args:
            asked: the decision.
            words: the sentence to show; empty for what is asked.
        """
        self._asked = asked
        self._draw(asked.view)
        self._offer(every_action(self._game.table.rules, asked))
        if words:
            self.say(words)
        self._list_widget.focus()

    def wait(self, seat: int) -> None:
        """Show the table while others play.

        Args:
            seat: the seat of the person at the screen; -1 where nobody is, so that no hand is shown.
        """
        self._asked = None
        hand = self._game.table.hand
        if hand is not None and seat >= 0:
            self._draw(observe(self._game.table.rules, hand, seat))
        self._list_widget.clear_options()
        self.say(_WAIT)

    def say(self, text: str) -> None:
        """Show a sentence over the line where one types."""
        self.query_one("#prompt", Static).update(coloured(text))

    @property
    def _list_widget(self) -> OptionList:
        return self.query_one("#actions", OptionList)

    def _draw(self, view: View) -> None:
        table, rules = self._game.table, self._game.table.rules
        reader = self._reader(view)
        heading = f"Hand {len(table.match.hands) + 1}, {target_text(rules)}: {self._line}"
        self.query_one("#title", Static).update(Content(heading))
        self.query_one("#seats", Static).update(coloured(seats_text(rules, view, table.match.scores, reader)))
        self.query_one("#melds", MeldList).show(meld_lines(rules, view, reader))
        self.query_one("#turns", Static).update(coloured(log_text(rules, table.in_force, reader)))
        self.query_one("#log", VerticalScroll).anchor()
        self.query_one("#pile", CardRow).show(f"stock {view.public.stock_count}, pile", pile_cells(view), "empty")
        hidden = not view.hand and view.public.hand_size(view.seat) > 0
        self.query_one("#hand", CardRow).show(
            "your hand", hand_cells(view, by_rank=self._by_rank), "not looked at yet" if hidden else "no cards"
        )

    def _reader(self, view: View) -> Reader:
        return Reader(view.seat, self._game.names, self._game.table.rules.sides)

    def _offer(self, offer: Offer) -> None:
        """List actions with numbers, for a claim also that it may be let go, and the sentence about them."""
        asked = self._asked
        if asked is None:
            return
        self._listed = offer.actions
        options = [
            Option(
                coloured(f"{number:>2} {bare_text(action, asked.view)}{f'   + {more}' if more else ''}"), str(number)
            )
            for number, (action, more) in enumerate(zip(offer.actions, offer.notes, strict=True), 1)
        ]
        if asked.is_claim:
            options.append(Option(Content(" 0 let it go"), id="0"))
        found = self._list_widget
        found.clear_options()
        found.add_options(options)
        if options:
            found.highlighted = 0
        self.say(offer.words)

    # ------------------------------------------------- choices

    def _answer(self, action: Action | None) -> None:
        asked, self._asked = self._asked, None
        if asked is not None:
            self.post_message(self.Answered(asked, action))

    @on(OptionList.OptionSelected, "#actions")
    def _option(self, event: OptionList.OptionSelected) -> None:
        number = int(event.option.id or 0)
        self._answer(self._listed[number - 1] if number else None)

    @property
    def _chosen(self) -> tuple[int, ...]:
        return (*self.query_one("#hand", CardRow).chosen, *self.query_one("#pile", CardRow).chosen)

    @on(CardRow.Changed)
    def _cards_changed(self) -> None:
        if self._asked is not None:
            self._offer(with_cards(self._game.table.rules, self._asked, self._chosen))

    @on(CardRow.Submitted)
    def _cards_submitted(self) -> None:
        if self._asked is None:
            return
        if not self._chosen:
            self.say("Choose cards with the space bar first.")
            return
        self._take(of_cards(self._game.table.rules, self._asked.view, self._chosen))

    @on(MeldList.Clicked)
    def _meld_clicked(self, event: MeldList.Clicked) -> None:
        """Lay the chosen cards off on the meld, or show what fits there."""
        asked = self._asked
        if asked is None:
            return
        offer = on_meld(self._game.table.rules, asked, self._chosen, event.meld, self._reader(asked.view))
        if self._chosen and len(offer.actions) == 1:
            self._answer(offer.actions[0])
        elif offer.actions:
            self._offer(offer)
        else:
            self.say(offer.words)

    def _take(self, typed: Typed) -> None:
        """Do what was chosen or typed, list what it may mean, or say why it is no action."""
        if typed.action is not None:
            self._answer(typed.action)
        elif typed.choices:
            self._offer(Offer(typed.choices, "Which of these?"))
            self._list_widget.focus()
        else:
            self.say(typed.words)

    @on(Input.Submitted, "#typed")
    async def _line_typed(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.value = ""
        self._list_widget.focus()
        command, rest = read_command(text)
        asked, rules = self._asked, self._game.table.rules
        if command in _KEYED:
            await self.run_action(_KEYED[command])
        elif command == "save":
            self.post_message(self.Saved(rest))
        elif asked is None or not text:
            return
        elif command == "all":
            self._offer(Offer(tuple(islice(asked.legal, MOST_LISTED)), "Every legal action."))
        elif command == "why":
            self.say(why(rules, asked.view, as_cards(rest)))
        elif asked.is_claim and lets_go(text):
            self._answer(None)
        else:
            self._take(read_typed(rules, asked.view, asked.legal, as_cards(text), self._listed))

    def on_key(self, event: Key) -> None:
        """Take a digit to the line where one types: it begins a number or a card."""
        line = self.query_one("#typed", Input)
        if not line.has_focus and event.character is not None and event.character.isdecimal():
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
        self._list_widget.focus()
        if self._asked is not None:
            self._offer(every_action(self._game.table.rules, self._asked))

    def action_hint(self) -> None:
        """Say what the greedy player would do, and why; the cursor goes to it, so that Enter does it."""
        asked, rules = self._asked, self._game.table.rules
        if asked is None:
            return
        found = hint(rules, asked.view, asked.legal)
        action = found.action
        for row in self.query(CardRow):
            row.clear_choice()
        actions = every_action(rules, asked).actions
        if action is not None and action not in actions:
            actions = (action, *actions)
        self._offer(Offer(actions, f"{hint_text(found, asked.view)} Enter does it."))
        self._list_widget.highlighted = len(actions) if action is None else actions.index(action)
        self._list_widget.focus()

    def action_why(self) -> None:
        """Say why no action uses the chosen cards."""
        if self._asked is None:
            return
        if not self._chosen:
            self.say("Choose cards first, or type why and an action: why meld [4h 5h 6c]")
            return
        self.say(of_cards(self._game.table.rules, self._asked.view, self._chosen).words or "That is allowed.")

    def action_save(self) -> None:
        """Save the game in the file of the command line."""
        self.post_message(self.Saved(""))

    def action_sort(self) -> None:
        """Sort the hand by rank, or by suit again."""
        self._by_rank = not self._by_rank
        if self._asked is not None:
            self.ask(self._asked)
