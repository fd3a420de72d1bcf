"""Draw a position as players see a table, with all cards open, for failing scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from rummy500.cards.cards import NATURALS, card_text, cards_of, cards_text, suit_of
from rummy500.cards.pieces import meld_text
from rummy500.engine.step import is_over
from rummy500.notation.position import Position, position_table
from rummy500.notation.toml import toml_value
from rummy500.rules.rules import Rules

_WIDTH: Final = 100
_LABEL: Final = 10
#: The keys of a position's table that are drawn; the others are written below, as in the file.
_DRAWN: Final = ("rules", "dealer", "to_act", "phase", "hands", "stock", "pile", "melds")


def render(position: Position) -> list[str]:
    """Draw a position as lines of text.

    Args:
        position: the position.

    Returns:
        The rules and who acts, hands by suit, melds by number, the pile with each card's place from the top, the stock
        from the next card on; then what else the position remembers.
    """
    rules, state = position.rules, position.state
    public = state.public
    lines = labelled("rules", [rules_text(rules)])
    acts = "nobody, the hand is over" if is_over(state) else f"seat {public.to_act}, phase {public.phase}"
    lines += labelled("to act", [f"{acts}; seat {public.match.dealer} dealt"])
    for seat, hand in enumerate(state.hands):
        acting = ["<"] if seat == public.to_act and not is_over(state) else []
        lines += labelled(f"seat {seat}", [*_by_suit(cards_of(hand)), *acting], between="   ")
    for number, meld in enumerate(public.table, 1):
        owner, _, cards = meld_text(meld).partition(" ")
        lines += labelled(f"m{number}", [f"{cards} (seat {owner})"])
    pile = [f"{card_text(card)}/{len(public.pile) - index}" for index, card in enumerate(public.pile)]
    lines += labelled("pile", pile or ["empty"], between="  ")
    lines += labelled("stock", cards_text(state.stock).split() or ["empty"])
    for key, value in _remembered(position):
        lines += labelled(key, toml_value(value).split(" "))
    return lines


def labelled(label: str, parts: Iterable[str], *, between: str = " ") -> list[str]:
    """Write parts after a label, as many a line as fit, the lines after the first indented."""
    lead = f"{label:<{_LABEL - 1}} "
    lines, line = list[str](), lead
    for part in parts:
        if line.strip() and line != lead and len(line) + len(part) > _WIDTH:
            lines.append(line.rstrip())
            line = " " * _LABEL
        line += part + between
    return [*lines, line.rstrip()]


def rules_text(rules: Rules) -> str:
    """Describe rules in a line: the preset, the plugins, the options set, the number of players."""
    identity = rules.identity
    plugins = [name for name, _ in identity.plugins]
    words = [f"{identity.preset} with {', '.join(plugins)}" if plugins else identity.preset]
    words += [f"{name} = {toml_value(value)}" for name, value in identity.options]
    return ", ".join([*words, f"{rules.seats} seats"])


def _by_suit(cards: Iterable[int]) -> list[str]:
    suits = groupby(cards, lambda card: suit_of(card) if card < NATURALS else card)
    return [cards_text(same) for _, same in suits] or ["(no cards)"]


def _remembered(position: Position) -> Iterator[tuple[str, Any]]:
    """Write the parts that are not drawn: cards drawn and taken, scores, the memory of turn and plugins."""
    for key, value in position_table(position).items():
        if key not in _DRAWN:
            yield key, value
