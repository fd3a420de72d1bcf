"""The parts of the table as text, and the actions to offer for what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import attrs

from rummy500.actions import USE_LAY, Action
from rummy500.cards.cards import NATURALS, card_text, cards_of, cards_text, common, rank_of, suit_of
from rummy500.cards.pieces import meld_text
from rummy500.cli.full_screen.cards import Cell, MeldLine
from rummy500.cli.game import Asked
from rummy500.cli.human import MOST_LISTED, listed, of_cards, prompt_of, read_action
from rummy500.cli.show import Reader, Turns, seat_rows
from rummy500.engine.turns import must_act
from rummy500.rules.memory import notes
from rummy500.rules.rules import Rules
from rummy500.selection import actions_for_cards, completions
from rummy500.state import View
from rummy500.table.table import Moment

# ---------------------------------------------------------------- parts
# The parts of the table as text: seats, melds by owner, the log of the hand, and the cards of rows.

#: Marks a card that was drawn this turn.
_DRAWN: Final = "\u00b7"


def seats_text(rules: Rules, view: View, scores: Sequence[int], reader: Reader) -> str:
    """A line for each seat: its cards, its scores, with whom it plays, the cards that everybody knows."""
    width = max(len(reader.label(seat)) for seat in range(rules.seats))
    sides = max(len(reader.side(seat)) for seat in range(rules.seats))
    lines: list[str] = []
    for row in seat_rows(rules, view, scores):
        mark = ">" if must_act(rules, view.public, row.seat) else " "
        side = f"  {reader.side(row.seat):{sides}}" if sides else ""
        known = f" holds {' '.join(row.known)}" if row.known else ""
        lines.append(
            f"{mark} {reader.label(row.seat):{width}}{side}  {row.cards:>8}  score {row.score:9}{known}".rstrip()
        )
    return "\n".join(lines)


def meld_lines(rules: Rules, view: View, reader: Reader) -> tuple[MeldLine, ...]:
    """The melds by owner, then what plugins show."""
    lines: list[MeldLine] = []
    for seat in range(rules.seats):
        melds = [(place, meld) for place, meld in enumerate(view.public.table) if meld.owner == seat]
        if melds:
            lines.append(MeldLine(f"{reader.name(seat)}{f', {reader.side(seat)}' if reader.side(seat) else ''}"))
            lines += [MeldLine(f"  m{place + 1} {meld_text(meld).partition(' ')[2]}", place) for place, meld in melds]
    if not lines:
        lines = [MeldLine("No melds yet.")]
    for note in notes(rules, view):
        whose = f", {reader.name(note.seat)}" if note.seat >= 0 else ""
        lines.append(MeldLine(f"{note.label}{whose}: {note.text}"))
    return tuple(lines)


def log_text(rules: Rules, moments: Iterable[Moment], reader: Reader) -> str:
    """The hand so far, a line for each turn, as the reader saw it."""
    lines: list[str] = []
    turns = Turns(lambda name, done: lines.append(f"{name}: {' '.join(done)}"), rules, reader)
    for moment in moments:
        turns(moment.before, moment.action, moment.after)
    turns.flush()
    return "\n".join(lines)


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
        cells.append(Cell(card, card_text(card) + (_DRAWN if is_new else ""), begins=now != group))
        group = now
    return tuple(cells)


def pile_cells(view: View) -> tuple[Cell, ...]:
    """The pile, oldest card first, each with its depth."""
    pile = view.public.pile
    return tuple(Cell(card, f"{card_text(card)}/{len(pile) - place}") for place, card in enumerate(pile))


# ---------------------------------------------------------------- offers
# Offers: the actions to list if nothing is chosen, for chosen cards, and for a meld that was clicked.

_MOST_COMPLETIONS: Final = 30


@attrs.frozen
class Offer:
    """Actions to choose from, with a sentence about them.

    Attributes:
        actions: the actions.
        words: the sentence.
        added: the cards that must be added to the chosen ones, for each of the last actions.
    """

    actions: tuple[Action, ...]
    words: str
    added: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The cards to add for each action; empty where the chosen cards are enough."""
        return (*[""] * (len(self.actions) - len(self.added)), *self.added)


def every_action(rules: Rules, asked: Asked) -> Offer:
    """Offer the legal actions that waste no wild card."""
    actions = listed(asked.legal)
    return Offer(actions, prompt_of(rules, asked.view, actions))


def with_cards(rules: Rules, asked: Asked, cards: Sequence[int]) -> Offer:
    """Offer the actions that use exactly the chosen cards, then those that need more cards."""
    if not cards:
        return every_action(rules, asked)
    exact = of_cards(rules, asked.view, cards).actions
    grown = completions(rules, asked.view, asked.seat, cards, limit=_MOST_COMPLETIONS).found
    if len(exact) == 1:
        words = "Enter does what uses exactly these cards."
    elif exact:
        words = "Several moves use exactly these cards."
    else:
        words = "Add a card, or choose a move." if grown else "No move uses exactly these cards: w says why."
    actions = (*exact, *(each.action for each in grown))
    return Offer(actions, words, tuple(cards_text(each.add) for each in grown))


def on_meld(rules: Rules, asked: Asked, cards: Sequence[int], meld: int, reader: Reader) -> Offer:
    """Offer the lay-offs on a meld: of the chosen cards, or of any where none is chosen.

    Returns:
        The lay-offs. Where there is none, the sentence says why the cards do not go there, or describes the meld.
    """
    shown = asked.view.public.table[meld]
    about = f"m{meld + 1} is a {'run' if shown.is_run else 'group'} of {reader.name(shown.owner)}"
    about = f"{about.replace(' of you', ' of yours')}: {meld_text(shown).partition(' ')[2]}."
    if cards:
        fits = tuple(each for each in actions_for_cards(rules, asked.view, asked.seat, cards) if _is_on(each, meld))
        why = "" if fits else read_action(rules, asked.view, f"lay {cards_text(cards)} on m{meld + 1}").words
        return Offer(fits, why or "Which of these?")
    fits = tuple(islice((each for each in asked.legal.plain() if _is_on(each, meld)), MOST_LISTED))
    return Offer(
        fits, f"{about} {'The list shows what you can lay off there.' if fits else 'You cannot lay off there now.'}"
    )


def _is_on(action: Action, meld: int) -> bool:
    return action.use == USE_LAY and action.on == meld
