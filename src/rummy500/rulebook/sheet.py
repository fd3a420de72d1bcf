"""The rules in force for players: the sheet, and the differences between two sets of rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Final

import attrs

from rummy500.rulebook.card_values import card_values, different_values, in_words
from rummy500.rulebook.core import CORE_ENTRIES, QUESTIONS
from rummy500.rulebook.explain import RuleInForce, entries_in_force
from rummy500.rules.entry import RuleEntry
from rummy500.rules.options import CORE_OPTIONS
from rummy500.rules.rules import Rules

# Every line is a sentence of a rule that `explain` finds in force, or a row of the card points that the engine counts.
# So the sheet is right under every preset, with all plugins and options.

#: The sections of a sheet, in order. The section of a plugin follows the first, which describes players and cards.
SECTIONS: Final = tuple(dict.fromkeys(entry.section for entry in CORE_ENTRIES))
#: The core's rules about card points; a sheet has the table of card values in their place.
VALUE_RULES: Final = tuple(entry.id for entry in CORE_ENTRIES if "card_points" in (entry.tables or ()))
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")


@attrs.frozen
class SheetLine:
    """A line of a sheet.

    Attributes:
        section: its heading.
        text: the rule, in a sentence or more.
        rules: the ids of the rules.
        cells: for card points, the row of the table that Markdown shows in place of the text; else empty.
    """

    section: str
    text: str
    rules: tuple[str, ...]
    cells: tuple[str, ...] = ()


@attrs.frozen
class Sheet:
    """The rules in force, as a sheet for players at the table.

    Attributes:
        title: preset, plugins and seats in a line.
        lines: the lines in order, section by section.
    """

    title: str
    lines: tuple[SheetLine, ...]

    def __repr__(self) -> str:
        """The title and the number of lines."""
        return f"<Sheet {self.title!r}, {len(self.lines)} lines>"

    def markdown(self, *, ids: bool = True) -> str:
        """The sheet in Markdown.

        Args:
            ids: whether each line ends with the ids of its rules, as refusals do.
        """
        parts = [f"# {self.title}\n"]
        for section, lines in groupby(self.lines, key=lambda line: line.section):
            parts.append(f"## {section}\n")
            for is_table, block in groupby(lines, key=lambda line: line.cells != ()):
                if is_table:
                    parts.append(_table(tuple(block), ids=ids))
                else:
                    parts.append("".join(f"- {line.text}{_cited(line.rules) if ids else ''}\n" for line in block))
        return "\n".join(parts)


def _table(lines: tuple[SheetLine, ...], *, ids: bool) -> str:
    rows = ("card", "on the table", "left in hand"), ("---", "---", "---"), *(line.cells for line in lines)
    rules = dict.fromkeys(rule for line in lines for rule in line.rules)
    below = f"\n{_cited(tuple(rules)).strip()}\n" if ids else ""
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + below


def _cited(rules: tuple[str, ...]) -> str:
    return f" ({', '.join(rules)})"


def sheet(rules: Rules) -> Sheet:
    """Make a sheet of the rules in force, for players at the table.

    Args:
        rules: the rules.

    Returns:
        The sheet; the sheets of equal rules are equal.

    Examples:
        >>> import rummy500 as r5
        >>> classic = r5.sheet(r5.compose("classic", seats=4))
        >>> classic.title
        '500 Rummy: Classic, for 4 players'
        >>> next(line.text for line in classic.lines if line.rules == ("draw.top",))
        'If you take just the top discard, you must use it at once.'
    """
    entries = sheet_entries(rules)
    omitted = omissions(rules, entries)
    about_values = tuple(each.entry.id for each in entries if each.is_of_values)
    lines = [
        (_VALUES, SheetLine(_VALUES[1], value.words, about_values, (value.cards, value.table, value.hand)))
        for value in card_values(rules)
    ]
    lines += [
        (each.place, SheetLine(each.section, each.in_force.text, (each.entry.id,)))
        for each in entries
        if each.entry.id not in omitted
    ]
    preset, *beside = rules.origin.titles
    with_plugins = f" with {in_words(beside)}" if beside else ""
    title = f"500 Rummy: {preset}{with_plugins}, for {rules.seats} players"
    return Sheet(title, _merged(line for _, line in sorted(lines, key=lambda placed_line: placed_line[0])))


#: The place of a rule on a sheet: the rank of its section, the section, its place in that.
Place = tuple[int, str, int]


@attrs.frozen
class SheetEntry:
    """A rule in force with its place on the sheet."""

    entry: RuleEntry
    in_force: RuleInForce
    place: Place

    @property
    def section(self) -> str:
        """The heading of the rule."""
        return self.place[1]

    @property
    def is_of_values(self) -> bool:
        """Whether it is a rule about card points, of the core or in place of one of the core."""
        return not self.in_force.is_idle and any(rule in VALUE_RULES for rule in (self.entry.id, *self.entry.replaces))


def sheet_entries(rules: Rules) -> tuple[SheetEntry, ...]:
    """Place every rule in force, in the order of a sheet."""
    found = (SheetEntry(entry, in_force, place_of(entry)) for entry, in_force in entries_in_force(rules))
    return tuple(sorted(found, key=lambda each: each.place))


def omissions(rules: Rules, entries: Sequence[SheetEntry]) -> Mapping[str, str]:
    """Name the rules in force that have no line on the sheet, each with the reason."""
    of_core = {each.entry.id for each in entries if each.entry in CORE_ENTRIES}
    found: dict[str, str] = {}
    for each in entries:
        left = each.entry.omission
        if each.in_force.is_idle:
            found[each.entry.id] = f"overridden by {' and '.join(each.in_force.overridden_by)}"
        elif left is not None and left.when(rules) and (not left.instead or left.instead in of_core):
            found[each.entry.id] = left.why
    return found


#: The place of each rule of the core, by the order of the catalogue.
_CORE_PLACES: Final[Mapping[str, Place]] = {
    entry.id: (2 * SECTIONS.index(entry.section), entry.section, 2 * number)
    for number, entry in enumerate(CORE_ENTRIES)
}
#: The place of the table of card values.
_VALUES: Final = _CORE_PLACES[VALUE_RULES[0]]


def place_of(entry: RuleEntry) -> Place:
    """The place of a rule: that of the rule it replaces, or after related rules, or last in its section."""
    there = [core.id for core in CORE_ENTRIES if core.section == entry.section]
    if not there:
        return 1, entry.section, 0
    for rule in (entry.id, *entry.replaces):
        if rule in there:
            return _CORE_PLACES[rule]
    steered = [CORE_OPTIONS[name].rule for name in entry.options if name in CORE_OPTIONS]
    family = entry.id.partition(".")[0]
    related = [rule for rule in there if rule in steered or rule.partition(".")[0] == family]
    rank, section, number = _CORE_PLACES[(related or there)[-1]]
    return rank, section, number + (1 if related else 2)


def _merged(lines: Iterable[SheetLine]) -> tuple[SheetLine, ...]:
    """Remove repeated sentences; the first line with a sentence is given the ids of all its rules."""
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


# ---------------------------------------------------------------- diff

#: For each question the first rule that answers it.
_FIRST: Final = {question: rule for rule, question in reversed(tuple(QUESTIONS.items()))}


@attrs.frozen
class Difference:
    """One difference between two sets of rules.

    Attributes:
        question: the question of players that it answers; for a rule without a question, its heading.
        rules: the rule id; for cards that count differently, the ids of all rules about card points.
        first: the sentence in the first set of rules, empty if the rule is not in force there.
        second: the sentence in the second set, likewise.
        instead: the rules in its place in the other set, if the rule is in force in only one.
    """

    question: str
    rules: tuple[str, ...]
    first: str
    second: str
    instead: tuple[str, ...] = ()


def diff_rules(first: Rules, second: Rules) -> tuple[Difference, ...]:
    """Find the differences between two sets of rules.

    Args:
        first: some rules.
        second: some other rules.

    Returns:
        A difference for each rule id that has another sentence in the other set or is in force in only one, and one for
        the cards that count differently; in the order of a rule sheet, with those of one question together. Empty if
        the rules have the same sentences.

    Examples:
        >>> import rummy500 as r5
        >>> long, short = r5.compose("classic"), r5.compose("classic", options={"match.target": 250})
        >>> [(each.question, each.rules) for each in r5.diff_rules(long, short)]
        [('When does the match end?', ('match.target',))]
    """
    sheets = sheet_entries(first), sheet_entries(second)
    here, there = ({each.entry.id: each for each in sheet if not each.in_force.is_idle} for sheet in sheets)
    # Each after the places of its question and of its rule.
    found: list[tuple[Place, Place, Difference]] = []
    counted = different_values(first, second)
    covered = VALUE_RULES if any(counted) else ()
    if covered:
        either = sorted((here | there).values(), key=lambda each: (each.place, each.entry.id))
        about = tuple(each.entry.id for each in either if each.is_of_values)
        one, other = (" ".join(row.words for row in side) or "There is no such card." for side in counted)
        question = QUESTIONS[VALUE_RULES[0]]
        found.append((_CORE_PLACES[_FIRST[question]], _VALUES, Difference(question, about, one, other)))
    for rule in here.keys() | there.keys():
        both = here.get(rule), there.get(rule)
        one, other = (each.in_force.text if each is not None else "" for each in both)
        if one != other and rule not in covered:
            in_force = [each for each in both if each is not None]
            instead = _instead(rule, sheets[1] if rule in here else sheets[0]) if len(in_force) == 1 else ()
            asked_at, place, question = min(_asked(each) for each in in_force)
            found.append((asked_at, place, Difference(question, (rule,), one, other, instead)))
    by_question: dict[str, list[Difference]] = {}
    for *_, each in sorted(found, key=lambda placed: (*placed[:2], placed[2].rules, placed[2].question)):
        by_question.setdefault(each.question, []).append(each)
    return tuple(chain.from_iterable(by_question.values()))


def _instead(rule: str, others: Sequence[SheetEntry]) -> tuple[str, ...]:
    """The rules that replace or override a rule which is not in force."""
    found = {each.entry.id for each in others if rule in each.entry.replaces}
    for idle in (each for each in others if each.entry.id == rule):
        plugins, tables = {f"plugin {name}" for name in idle.in_force.overridden_by}, set(idle.entry.tables or ())
        by = [each.entry for each in others if each.in_force.set_by in plugins]
        found |= {entry.id for entry in by if not tables.isdisjoint(entry.tables or ())}
    return tuple(sorted(found))


def _asked(rule: SheetEntry) -> tuple[Place, Place, str]:
    """The place of the question that a rule answers, the place of the rule, and the question."""
    known = (QUESTIONS.get(each, "") for each in (rule.entry.id, *rule.entry.replaces))
    question = next(filter(None, (rule.entry.question, *known)), rule.section)
    return _CORE_PLACES[_FIRST[question]] if question in _FIRST else rule.place, rule.place, question
