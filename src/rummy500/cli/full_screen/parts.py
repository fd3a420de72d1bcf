"""The parts of the table as text: seats, melds by owner, the log of the hand, and the cards of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rummy500.cards import NATURALS, card_text, cards_of, common, rank_of, suit_of
from rummy500.cli.full_screen.cards import Cell
from rummy500.cli.full_screen.melds import MeldLine
from rummy500.cli.show import Reader, Turns, seat_rows
from rummy500.engine.rounds import must_act
from rummy500.melds import meld_text
from rummy500.rules import Rules, notes
from rummy500.state import View
from rummy500.table.table import Moment

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
