"""`TableScreen`: the table that a person sees, and the choices made there by list, cards, melds, keys or typing."""

from __future__ import annotations

from itertools import chain, count, islice, repeat
from string import digits
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from rummy500 import Action, Typed, View, cards_text, observe, read_typed
from rummy500.players import hint
from rummy500_terminal.full_screen.cards import CardRow, Fold, MeldList, TypedLine
from rummy500_terminal.full_screen.pages import (
    Offer,
    every_action,
    hand_cells,
    log_text,
    meld_lines,
    on_meld,
    pile_cells,
    seats_text,
    with_cards,
)
from rummy500_terminal.game import Asked, Game
from rummy500_terminal.human import MOST_LISTED, answer, hint_words, lets_go, read_command, why
from rummy500_terminal.screen import Words, with_symbols
from rummy500_terminal.show import action_words, target_text

_WAIT: Final = "The others are playing."
#: The commands that have a key, with the action of the key.
_KEYED: Final = {
    "help": "app.marks", "hint": "hint", "quit": "app.leave", "rules": "app.rules", "score": "app.points",
    "undo": "app.undo",
}  # fmt: skip


class TableScreen(Screen[None]):
    """The table."""

    CSS = """
    #title { background: $panel; text-style: bold; padding: 0 1; height: 1; }
    #seats { padding: 0 1; height: auto; border-bottom: solid $panel; border-subtitle-align: left; }
    #seats, #log { border-title-color: $text; border-subtitle-color: $text; }
    #middle { height: 1fr; min-height: 4; }
    #table { width: 1fr; padding: 0 1; }
    #melds { height: auto; }
    #actions { width: 45%; height: 100%; border: none; padding: 0; }
    #log { height: 4; padding: 0 1; border-top: solid $panel; color: $text-muted; }
    #pile, #hand { height: auto; padding: 0 1; }
    #prompt { height: auto; max-height: 4; padding: 0 1; text-style: italic; }
    #typed { height: 1; border: none; padding: 0 1; }
    Footer { padding-left: 1; }
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
        Binding("l", "app.turns", "Log"),
        Binding("slash", "type", "Type", key_display="/", priority=True),
        *(Binding(digit, f"type('{digit}')", show=False, priority=True) for digit in digits),
        Binding("pageup", "scroll_melds(-1)", "Melds up", show=False, priority=True),
        Binding("pagedown", "scroll_melds(1)", "Melds down", show=False, priority=True),
        Binding("ctrl+s", "app.save", "Save", show=False),
        Binding("escape", "clear", "Clear", show=False),
    ]

    class Answered(Message):
        """A person has chosen."""

        def __init__(self, asked: Asked, action: Action | None) -> None:
            super().__init__()
            self.asked = asked
            self.action = action

    def __init__(self, game: Game, title: str) -> None:
        super().__init__()
        self._game = game
        self._line = title
        #: The decision that it asks for, `None` while others play.
        self.asked: Asked | None = None
        self._listed: tuple[Action, ...] = ()
        self._by_rank = False
        #: The log of the hand as it is shown, a line for each turn.
        self.turns = Text()

    def compose(self) -> ComposeResult:
        """The parts of the screen, from top to bottom."""
        yield Static(id="title")
        yield Static(id="seats")
        with Horizontal(id="middle"):
            with Fold(id="table"):
                yield MeldList(id="melds")
            yield OptionList(id="actions")
        with Fold(id="log"):
            yield Static(id="turns")
        yield CardRow(id="pile")
        yield CardRow(id="hand")
        yield Static(id="prompt")
        yield TypedLine("/ to type a number, cards or a move", id="typed")
        yield Footer(compact=True)

    # ------------------------------------------------- what it shows

    def ask(self, asked: Asked, words: Words = "") -> None:
        """Show the table, and ask for a decision."""
        self.asked = asked
        self._draw(asked.view)
        self._offer(every_action(self._game.table.rules, asked))
        if words:
            self.say(words)
        self._go_to_list()

    def wait(self, seat: int) -> None:
        """Show the table while others play."""
        self.asked = None
        hand = self._game.table.hand
        if hand is not None and seat >= 0:
            self._draw(observe(self._game.table.rules, hand, seat))
        self._list_widget.clear_options()
        self.say(_WAIT)

    def say(self, text: Words) -> None:
        """Show a sentence over the line where one types."""
        self.query_one("#prompt", Static).update(with_symbols(text))

    @property
    def _list_widget(self) -> OptionList:
        return self.query_one("#actions", OptionList)

    @property
    def _typed_line(self) -> TypedLine:
        return self.query_one("#typed", TypedLine)

    @property
    def _is_typing(self) -> bool:
        return self.focused is self._typed_line  # `has_focus` of the line changes later

    def _draw(self, view: View) -> None:
        table, rules = self._game.table, self._game.table.rules
        reader = self._game.reader(view.seat)
        heading = f"Hand {len(table.match.hands) + 1}, {target_text(rules)}: {self._line}"
        self.query_one("#title", Static).update(Content(heading))
        self.query_one("#seats", Static).update(with_symbols(seats_text(rules, view, table.match.scores, reader)))
        self.query_one("#melds", MeldList).show(meld_lines(rules, view, reader))
        self.turns = with_symbols(log_text(rules, table.in_force, reader))
        self.query_one("#turns", Static).update(self.turns)
        self.query_one("#log", Fold).anchor()
        self.query_one("#pile", CardRow).show(f"stock {view.public.stock_count}, pile", pile_cells(view), "empty")
        hidden = not view.hand and view.public.hand_size(view.seat) > 0
        self.query_one("#hand", CardRow).show(
            "your hand", hand_cells(view, by_rank=self._by_rank), "not looked at yet" if hidden else "no cards"
        )

    def _offer(self, offer: Offer) -> None:
        """List actions with numbers, for a claim also that it may be let go, and the sentence about them."""
        asked = self.asked
        if asked is None:
            return
        self._listed = offer.actions
        texts = [action_words(action, asked.view) for action in offer.actions]
        notes = chain((Text.assemble("   + ", more) if more else more for more in offer.notes), repeat(Text()))
        options = [
            Option(with_symbols(Text.assemble(f"{number:>2} ", text, note)), str(number))
            for number, text, note in zip(count(1), texts, notes, strict=False)
        ]
        if asked.is_claim:
            options.append(Option(Content(" 0 let it go"), id="0"))
        found = self._list_widget
        found.clear_options()
        found.add_options(options)
        if options:
            found.highlighted = 0
        self.say(offer.words)

    @on(Fold.Changed)
    def _folded(self) -> None:
        """Say on the borders how many lines of the melds and of the log are hidden, and which key shows them."""
        melds, log = self.query_one("#table", Fold), self.query_one("#log", Fold)
        below = f"▼ {melds.below} more: PageDown" if melds.below else ""
        earlier = f"▲ {log.above} earlier: l" if log.above else ""
        self.query_one("#seats", Static).border_subtitle = f"▲ {melds.above} more: PageUp" if melds.above else ""
        log.border_title = " ── ".join(filter(None, (below, earlier)))

    # ------------------------------------------------- choices

    def _answer(self, action: Action | None) -> None:
        asked, self.asked = self.asked, None
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
        if self.asked is not None:
            self._offer(with_cards(self._game.table.rules, self.asked, self._chosen))

    @on(CardRow.Submitted)
    def _cards_submitted(self) -> None:
        if self.asked is None:
            return
        if not self._chosen:
            self.say("Choose cards with the space bar first.")
            return
        self._take(read_typed(self._game.table.rules, self.asked.view, cards_text(self._chosen)), self.asked)

    @on(MeldList.Clicked)
    def _meld_clicked(self, event: MeldList.Clicked) -> None:
        """Lay the chosen cards off on the meld, or show what fits there."""
        asked = self.asked
        if asked is None:
            return
        offer = on_meld(self._game.table.rules, asked, self._chosen, event.meld, self._game.reader(asked.seat))
        if self._chosen and len(offer.actions) == 1:
            self._answer(offer.actions[0])
        elif offer.actions:
            self._offer(offer)
        else:
            self.say(offer.words)

    def _take(self, typed: Typed, asked: Asked) -> None:
        """Do what was chosen or typed, list what it may mean, or say why it is not an action."""
        if typed.action is not None:
            self._answer(typed.action)
        elif typed.actions:
            self._offer(Offer(typed.actions, "Which of these? Type its number."))
            self._go_to_list()
        else:
            self.say(answer(typed, asked.view))

    @on(TypedLine.Submitted)
    async def _line_typed(self, event: TypedLine.Submitted) -> None:
        text = event.value.strip().removeprefix("/")
        command, rest = read_command(text)
        asked, rules = self.asked, self._game.table.rules
        if command in _KEYED:
            await self.run_action(_KEYED[command])
        elif command == "save":
            await self.run_action(f"app.save({rest!r})")
        elif not text:
            self._leave_line()
        elif asked is None:
            self._keep_typed(text)
        elif command == "all":
            self._offer(Offer(tuple(islice(asked.legal, MOST_LISTED)), "Every legal move."))
        elif command == "show":
            self._offer(every_action(rules, asked))
        elif command == "why":
            self.say(why(rules, asked.view, rest))
        else:
            if asked.is_claim and lets_go(text):
                self._answer(None)
            else:
                self._take(read_typed(rules, asked.view, text, self._listed), asked)
            if self.asked is None:
                self._leave_line()

    def _go_to_list(self) -> None:
        """Go to the list, unless the person types: keys that belong to the line would act in the list."""
        if not self._is_typing:
            self.set_focus(self._list_widget)

    def _leave_line(self) -> None:
        """Go from the line to the list, unless the next line has been begun."""
        if not self._typed_line.value:
            self.set_focus(self._list_widget)

    def _keep_typed(self, text: str) -> None:
        """Put back a line that was typed while others play: Enter does it later, and another line replaces it."""
        line = self._typed_line
        if not line.value:
            line.value = text
            line.select_all()
        self.set_focus(line)

    @on(TypedLine.Changed)
    def _typed_ahead(self, event: TypedLine.Changed) -> None:
        """Go back to the line if a key reached it after it was left: the next keys belong to it."""
        if event.value and not self._is_typing:
            self.set_focus(event.input)

    # ------------------------------------------------- keys

    def action_type(self, begun: str = "") -> None:
        """Go to the line where one types, at once: the next key may have been pressed already."""
        line = self._typed_line
        self.set_focus(line)
        if begun:
            line.value = begun
            line.cursor_position = len(begun)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys that go to the line to the line while it is typed."""
        return action != "type" or not self._is_typing

    def action_clear(self) -> None:
        """Choose no card, and leave the line where one types."""
        self._typed_line.value = ""
        for row in self.query(CardRow):
            row.clear_choice()
        self._list_widget.focus()
        if self.asked is not None:
            self._offer(every_action(self._game.table.rules, self.asked))

    def action_hint(self) -> None:
        """Say what an expert would do, and why; the cursor goes to it, so that Enter does it."""
        asked, rules = self.asked, self._game.table.rules
        if asked is None:
            return
        found = hint(rules, asked.view, asked.legal)
        action = found.action
        for row in self.query(CardRow):
            row.clear_choice()
        actions = every_action(rules, asked).actions
        if action is not None and action not in actions:
            actions = (action, *actions)
        place = len(actions) if action is None else actions.index(action)
        does_it = f"Type {0 if action is None else place + 1} to do it." if self._is_typing else "Enter does it."
        self._offer(Offer(actions, Text.assemble(hint_words(found, asked.view), f" {does_it}")))
        self._list_widget.highlighted = place
        self._go_to_list()

    def action_why(self) -> None:
        """Say why no action uses the chosen cards."""
        if self.asked is None:
            return
        if not self._chosen:
            self.say("Choose cards first, or type why and a move: why meld [4h 5h 6c]")
            return
        self.say(why(self._game.table.rules, self.asked.view, cards_text(self._chosen)))

    def action_scroll_melds(self, pages: int) -> None:
        """Show the melds further up or down."""
        melds = self.query_one("#table", Fold)
        melds.scroll_relative(y=pages * max(1, melds.size.height - 1), animate=False)

    def action_sort(self) -> None:
        """Sort the hand by rank, or by suit again."""
        self._by_rank = not self._by_rank
        if self.asked is not None:
            self.ask(self.asked)
