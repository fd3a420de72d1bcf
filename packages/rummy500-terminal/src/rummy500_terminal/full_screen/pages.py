"""Texts of the full screen: parts of the table, actions to offer, and pages over the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar, Final

import attrs
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from rummy500 import Action, Rules, View, actions_for_cards, completions, notes, read_typed
from rummy500.cards.cards import NATURALS, card_text, cards_of, cards_text, common, rank_of, suit_of
from rummy500.engine.turns import must_act
from rummy500.rules.actions import USE_LAY
from rummy500.table.table import Moment
from rummy500_terminal.full_screen.cards import Cell, MeldLine
from rummy500_terminal.game import Asked
from rummy500_terminal.human import MARKS, MOST_LISTED, listed, prompt_of
from rummy500_terminal.screen import Words, marked, with_symbols
from rummy500_terminal.show import WATCHER, Reader, Turns, answer_words, meld_words, pile_words, seat_rows

#: Marks a card that was drawn this turn.
_DRAWN: Final = "\u00b7"


def seats_text(rules: Rules, view: View, scores: Sequence[int], reader: Reader) -> Text:
    """A line for each seat: its cards, its scores, with whom it plays, the cards that everybody knows."""
    width = max(len(reader.label(seat)) for seat in range(rules.seats))
    sides = max(len(reader.side(seat)) for seat in range(rules.seats))
    lines: list[Text] = []
    for row in seat_rows(rules, view, scores):
        mark = ">" if row.seat in must_act(rules, view.public) else " "
        side = f"  {reader.side(row.seat):{sides}}" if sides else ""
        line = f"{mark} {reader.label(row.seat):{width}}{side}  {row.cards:>8}  score {row.score:9}"
        lines.append(Text.assemble(line, " holds ", Text(" ").join(row.known)) if row.known else Text(line.rstrip()))
    return Text("\n").join(lines)


def meld_lines(rules: Rules, view: View, reader: Reader) -> tuple[MeldLine, ...]:
    """The melds by owner, then what plugins show."""
    lines: list[MeldLine] = []
    for seat in range(rules.seats):
        melds = [(place, meld) for place, meld in enumerate(view.public.table) if meld.owner == seat]
        if melds:
            lines.append(MeldLine(Text(", ".join(filter(None, (reader.name(seat), reader.side(seat)))))))
            lines += [MeldLine(Text.assemble(f"  m{place + 1} ", meld_words(meld)), place) for place, meld in melds]
    if not lines:
        lines = [MeldLine(Text("No melds yet."))]
    for note in notes(rules, view):
        whose = f", {reader.name(note.seat)}" if note.seat >= 0 else ""
        lines.append(MeldLine(Text.assemble(f"{note.label}{whose}: ", WATCHER.words(note))))
    return tuple(lines)


def log_text(rules: Rules, moments: Iterable[Moment], reader: Reader) -> Text:
    """The hand so far, a line for each turn, as the reader saw it."""
    lines: list[Text] = []
    turns = Turns(lambda name, done: lines.append(Text.assemble(f"{name}: ", Text(" ").join(done))), rules, reader)
    for moment in moments:
        turns(moment.before, moment.action, moment.after)
    turns.flush()
    return Text("\n").join(lines)


def hand_cells(view: View, *, by_rank: bool) -> tuple[Cell, ...]:
    """The hand by suit, or by rank; each suit or rank is a group. A card that was just drawn has a dot."""
    cards = cards_of(view.hand)
    if by_rank:
        cards = tuple(sorted(cards, key=lambda card: (rank_of(card), suit_of(card)) if card < NATURALS else (99, card)))
    drawn = list(cards_of(common(view.drawn, view.hand)))
    cells: list[Cell] = []
    group = -1
    for card in cards:
        now = 99 + card if card >= NATURALS else rank_of(card) if by_rank else suit_of(card)
        is_new = card in drawn
        if is_new:
            drawn.remove(card)
        cells.append(Cell(card, marked(card_text(card)).append(_DRAWN if is_new else ""), begins=now != group))
        group = now
    return tuple(cells)


def pile_cells(view: View) -> tuple[Cell, ...]:
    """The pile, oldest card first, each with its depth."""
    return tuple(Cell(card, text) for card, text in zip(view.public.pile, pile_words(view.public), strict=True))


# ---------------------------------------------------------------- offers
# Offers: the actions to list if nothing is chosen, for chosen cards, and for a meld that was clicked.

_MOST_COMPLETIONS: Final = 30


@attrs.frozen
class Offer:
    """Actions to choose from, with a sentence about them."""

    actions: tuple[Action, ...]
    words: Words
    notes: tuple[Text, ...] = ()


def every_action(rules: Rules, asked: Asked) -> Offer:
    """Offer the legal actions that waste no wild card."""
    actions = listed(asked.legal)
    return Offer(actions, prompt_of(rules, asked.view, actions))


def with_cards(rules: Rules, asked: Asked, cards: Sequence[int]) -> Offer:
    """Offer the actions that use exactly the chosen cards, then those that need more cards."""
    if not cards:
        return every_action(rules, asked)
    exact = actions_for_cards(rules, asked.view, asked.seat, cards)
    grown = completions(rules, asked.view, asked.seat, cards, limit=_MOST_COMPLETIONS).found
    if len(exact) == 1:
        words = "Enter does what uses exactly these cards."
    elif exact:
        words = "Several moves use exactly these cards."
    else:
        words = "Add a card, or choose a move." if grown else "No move uses exactly these cards: w says why."
    actions = (*exact, *(each.action for each in grown))
    return Offer(actions, words, (*(Text() for _ in exact), *(marked(cards_text(each.add)) for each in grown)))


def on_meld(rules: Rules, asked: Asked, cards: Sequence[int], meld: int, reader: Reader) -> Offer:
    """Offer the lay-offs on a meld: of the chosen cards, or of any where none is chosen."""
    shown = asked.view.public.table[meld]
    if cards:
        fits = tuple(each for each in actions_for_cards(rules, asked.view, asked.seat, cards) if _is_on(each, meld))
        if fits:
            return Offer(fits, "Which of these?")
        typed = read_typed(rules, asked.view, f"lay {cards_text(cards)} on m{meld + 1}")
        return Offer(fits, answer_words(typed.sentence))
    fits = tuple(islice((each for each in asked.legal.plain() if _is_on(each, meld)), MOST_LISTED))
    whose = "yours" if shown.owner == reader.you else reader.name(shown.owner)
    about = Text.assemble(
        f"m{meld + 1} is a {'run' if shown.is_run else 'group'} of {whose}: ", meld_words(shown), ". "
    )
    about.append("The list shows what you can lay off there." if fits else "You cannot lay off there now.")
    return Offer(fits, about)


def _is_on(action: Action, meld: int) -> bool:
    return action.use == USE_LAY and action.on == meld


# ---------------------------------------------------------------- pages
# Pages over the table: to read (rules, score, marks), to pass on the way (curtain, end of a hand), and to leave.

LEGEND: Final = f"""\
{with_symbols(MARKS).plain}
> marks whose turn it is. score 45 +30: 45 points in the match before this hand, and 30 on the table in this hand.

Keys: ? this page, h hint, w why the chosen cards are no move, u undo, s sort your hand by rank or by suit, r the \
rules, p the points so far, l the whole log of the hand, Esc choose nothing, Ctrl-S save, q leave (also Ctrl-C and \
Ctrl-D).

In the list: choose a move with the arrows and Enter, or with a click.

With cards: Tab, or up and down, goes to the pile and to your hand. The arrows move the cursor; the space bar or a \
click chooses a card. The list then shows the moves that use these cards, and with + those that need more cards. \
Enter makes the move that uses exactly these cards. A chosen card has a +, and a card that you have just drawn a dot.

With melds: PageUp and PageDown show those that do not fit on the screen. A click lays the chosen cards off on a meld. \
If none is chosen, it shows what the meld is and what fits.

By typing: / or a digit goes to the line; Esc, or Enter on an empty line, goes back to the list. Type the number of a \
move, cards (7h 8h 9h), or a move (meld 7h 8h 9h), with s h d c for the suits and 10 or T for ten. Or one of: why \
MOVE, hint, undo, save FILE, score, rules, all, quit."""


class Page(Screen[None]):
    """A page to read over the table. Enter and Esc close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", "Back", priority=True),
        Binding("escape", "close", "Back"),
    ]
    CSS = """
    #heading { text-style: bold; padding: 0 1; background: $panel; }
    #body { padding: 1 1 0 1; overflow-x: auto; }
    .rows { width: auto; text-wrap: nowrap; }
    #file { border: none; padding: 0 1; height: 1; }
    """

    def __init__(self, heading: str, *parts: Widget, keys: str = "Enter: back", at_end: bool = False) -> None:
        super().__init__()
        self._heading = heading
        self._parts = parts
        self._keys = keys
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """The heading, the body and the keys."""
        yield Static(Content(self._heading), id="heading")
        with VerticalScroll(id="body"):
            yield from self._parts
        yield Static(Content(f" {self._keys}"), id="keys")

    def on_mount(self) -> None:
        """Show the end, where that is asked for."""
        if self._at_end:
            self.query_one("#body", VerticalScroll).scroll_end(animate=False)

    async def action_close(self) -> None:
        """Close the page."""
        self.dismiss()


class Stop(Page):
    """A page at which the game waits. Enter goes on; Esc asks to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.leave", "Leave")]

    def __init__(self, heading: str, text: Words, *, rows: Text | None = None, go_on: str) -> None:
        keys = f"Enter: {go_on}    Esc: leave" if go_on else "Enter: leave"
        super().__init__(heading, table_of(rows or Text()), Static(with_symbols(text)), keys=keys)
        self._goes_on = bool(go_on)

    async def action_close(self) -> None:
        """Go on, or leave where the game is over."""
        if self._goes_on:
            self.dismiss()
        else:
            await self.run_action("app.leave")


class Leaving(Screen[str | None]):
    """Asks for a file when a person leaves a game that would be lost. It returns the file, or `None` to stay."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay", priority=True)]
    CSS = Page.CSS

    def __init__(self, trouble: str = "") -> None:
        super().__init__()
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """The question, and the line for the answer."""
        yield Static("Leave the game?", id="heading")
        text = f"{self._trouble}\n\n" if self._trouble else ""
        with VerticalScroll(id="body", can_focus=False):
            yield Static(Content(f"{text}The game is not saved. To save it, type the name of a file."))
        yield Input(placeholder="a name such as game.json, or nothing", id="file", compact=True)
        yield Static(" Enter: leave, and save if you typed a name    Esc: stay", id="keys")

    def on_mount(self) -> None:
        """Let the person type."""
        self.query_one("#file", Input).focus()

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_stay(self) -> None:
        """Go back to the game."""
        self.dismiss(None)


def table_of(rows: Text) -> Static:
    """A table, whose lines are not wrapped."""
    return Static(rows, classes="rows")


def columns(heads: Sequence[str], rows: Sequence[Sequence[Words]], right: int) -> Text:
    """Write a table as text."""
    table = [[with_symbols(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines: list[Text] = []
    for row in table:
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            cell.align("right" if column == right else "left", width)
        lines.append(Text("  ").join(row))
        lines[-1].rstrip()
    return Text("\n").join(lines)
