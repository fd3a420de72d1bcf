"""`sheet`: the rules that hold as a sheet for the table, in plain language and in the order in which players need them.

Every line is a sentence of a rule that `explain` finds in force, or a row of the card values that scores are made with.
So the sheet says what the engine does, whatever preset, plugins and options have made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import attrs

from rummy500.rulebook.card_values import card_values
from rummy500.rulebook.headings import SCORING, VALUE_RULES, Placed, core_place, left_out, placed
from rummy500.rules import Rules

_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")


@attrs.frozen
class SheetLine:
    """A line of a sheet.

    Attributes:
        section: the heading that it stands under.
        text: what holds, in a sentence or more.
        rules: the ids of the rules that say so.
        cells: for what cards count, the row of the table that Markdown shows in place of the text; else empty.
    """

    section: str
    text: str
    rules: tuple[str, ...]
    cells: tuple[str, ...] = ()


@attrs.frozen
class Sheet:
    """The rules that hold, for the table.

    Attributes:
        title: preset, plugins and seats in a line.
        lines: the lines in the order in which they are read; those of a section stand together.
    """

    title: str
    lines: tuple[SheetLine, ...]

    def markdown(self, *, ids: bool = True) -> str:
        """The sheet in Markdown.

        Args:
            ids: whether each line ends with the ids of its rules, as refusals do.
        """
        parts = [f"# {self.title}\n"]
        for section, lines in groupby(self.lines, key=lambda line: line.section):
            parts.append(f"## {section}\n")
            for is_table, block in groupby(lines, key=lambda line: line.cells != ()):
                parts.append((_table if is_table else _list)(tuple(block), ids=ids))
        return "\n".join(parts)


def _list(lines: tuple[SheetLine, ...], *, ids: bool) -> str:
    return "".join(f"- {line.text}{_cited(line.rules) if ids else ''}\n" for line in lines)


def _table(lines: tuple[SheetLine, ...], *, ids: bool) -> str:
    rows = ("card", "on the table", "left in hand"), ("---", "---", "---"), *(line.cells for line in lines)
    rules = dict.fromkeys(rule for line in lines for rule in line.rules)
    below = f"\n{_cited(tuple(rules)).strip()}\n" if ids else ""
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + below


def _cited(rules: tuple[str, ...]) -> str:
    return f" ({', '.join(rules)})"


def sheet(rules: Rules) -> Sheet:
    """The rules that hold as a sheet for the table.

    Args:
        rules: the rules.

    Returns:
        The sheet; the sheets of equal rules are equal.

    Examples:
        >>> import rummy500 as r5
        >>> made = r5.sheet(r5.compose("classic", seats=4))
        >>> made.title
        '500 Rummy: classic, for 4 players'
        >>> next(line.text for line in made.lines if line.rules == ("draw.top",))
        'The top discard alone may be taken only if it is used at once.'
    """
    held = placed(rules)
    silent = left_out(rules, held)
    lines = [(core_place(VALUE_RULES[0]), line) for line in _value_lines(rules, held)]
    lines += [
        (each.place, SheetLine(each.heading, each.in_force.text, (each.entry.id,)))
        for each in held
        if each.entry.id not in silent
    ]
    return Sheet(_title(rules), _merged(line for _, line in sorted(lines, key=lambda placed_line: placed_line[0])))


def _value_lines(rules: Rules, held: Iterable[Placed]) -> list[SheetLine]:
    """The rows of what cards count; they carry the ids of every rule that is about it."""
    ids = tuple(each.entry.id for each in held if each.is_of_values)
    return [
        SheetLine(SCORING, value.words, ids, (value.cards, value.table, value.hand)) for value in card_values(rules)
    ]


def _merged(lines: Iterable[SheetLine]) -> tuple[SheetLine, ...]:
    """The lines with no sentence twice: where it stands first it carries the ids of all rules that say it."""
    merged: list[SheetLine] = []
    first: dict[str, int] = {}
    for line in lines:
        new: list[str] = []
        for sentence in _SENTENCE_ENDS.split(line.text):
            before = first.setdefault(sentence, len(merged))
            if before == len(merged):
                new.append(sentence)
            else:
                rules = dict.fromkeys((*merged[before].rules, *line.rules))
                merged[before] = attrs.evolve(merged[before], rules=tuple(rules))
        if new:
            merged.append(attrs.evolve(line, text=" ".join(new)))
    return tuple(merged)


def _title(rules: Rules) -> str:
    beside = tuple(name for name in rules.plugins if name not in rules.preset.plugins)
    with_plugins = f" with {_listed(beside)}" if beside else ""
    return f"500 Rummy: {rules.preset.name}{with_plugins}, for {rules.seats} players"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
