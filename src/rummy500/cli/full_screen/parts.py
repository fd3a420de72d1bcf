"""The parts of the screen as text: seats, melds by owner, the log of the hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rummy500.cards import NATURALS, card_text, cards_of, cards_text, common, rank_of, suit_of
from rummy500.cli.full_screen.cards import Cell
from rummy500.cli.show import Reader, melded_points, move_words
from rummy500.engine.rounds import must_act
from rummy500.engine.step import is_over
from rummy500.melds import meld_text
from rummy500.rules import Rules, notes
from rummy500.state import View
from rummy500.table.table import Moment

#: Marks a card that was drawn this turn.
_DRAWN: Final = "\u00b7"


def seats_text(rules: Rules, view: View, scores: Sequence[int], reader: Reader) -> str:
    """A line for each seat: its cards, its scores, with whom it plays, the cards that everybody knows."""
    public, melded = view.public, melded_points(rules, view)
    width = max(len(reader.label(seat)) for seat in range(rules.seats))
    sides = max(len(reader.side(seat)) for seat in range(rules.seats))
    lines: list[str] = []
    for seat in range(rules.seats):
        mark = ">" if must_act(rules, public, seat) else " "
        size = public.hand_size(seat)
        score = f"{scores[seat]}{f' {melded[seat]:+}' if melded[seat] else ''}"
        known = cards_text(cards_of(public.known[seat])) if seat != view.seat else ""
        side = f"  {reader.side(seat):{sides}}" if sides else ""
        cards = f"{size:2} card{' ' if size == 1 else 's'}"
        lines.append(
            f"{mark} {reader.label(seat):{width}}{side}  {cards}  score {score:9}{f' holds {known}' if known else ''}"
        )
    return "\n".join(line.rstrip() for line in lines)


def melds_text(rules: Rules, view: View, reader: Reader) -> str:
    """The melds by owner, then what plugins show."""
    public = view.public
    lines: list[str] = []
    for seat in range(rules.seats):
        melds = [(number, meld) for number, meld in enumerate(public.table, 1) if meld.owner == seat]
        if melds:
            lines.append(f"{reader.name(seat)}{f', {reader.side(seat)}' if reader.side(seat) else ''}")
            lines += [f"  m{number} {meld_text(meld).partition(' ')[2]}" for number, meld in melds]
    if not lines:
        lines = ["No melds yet."]
    for note in notes(rules, view):
        whose = f", {reader.name(note.seat)}" if note.seat >= 0 else ""
        lines.append(f"{note.label}{whose}: {note.text}")
    return "\n".join(lines)


def log_text(rules: Rules, moments: Iterable[Moment], reader: Reader) -> str:
    """The hand so far, a line for each turn, as the reader is told of it."""
    lines: list[str] = []
    seat, ended = -2, True
    for moment in moments:
        words = move_words(rules, moment.before, moment.action, moment.after, reader.you)
        if ended or moment.action.seat != seat:
            lines.append(f"{reader.name(moment.action.seat)}: {words}")
        else:
            lines[-1] += f"; {words}"
        seat = moment.action.seat
        ended = is_over(moment.after) or moment.after.public.last != moment.before.public.last
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
