"""`diff_rules` finds the differences between two sets of rules, by the questions that players ask before they deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from rummy500.rulebook.card_values import different_values
from rummy500.rulebook.core import QUESTIONS
from rummy500.rulebook.sheet import VALUE_RULES, Place, SheetEntry, core_place, sheet_entries
from rummy500.rules import Rules

_VALUES_QUESTION: Final = QUESTIONS[VALUE_RULES[0]]
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


#: The place of a question, the place of a rule, and the difference: answers to one question are sorted together.
_Row = tuple[Place, Place, Difference]


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
    counted = _values(first, second, {**here, **there})
    rows: list[_Row] = []
    if counted is not None:
        rows.append((core_place(_FIRST[_VALUES_QUESTION]), core_place(VALUE_RULES[0]), counted))
    covered = VALUE_RULES if counted is not None else ()
    for rule in here.keys() | there.keys():
        sentences = _sentence(here.get(rule)), _sentence(there.get(rule))
        if sentences[0] != sentences[1] and rule not in covered:
            in_force = [each for each in (here.get(rule), there.get(rule)) if each is not None]
            instead = _instead(rule, sheets[1] if rule in here else sheets[0]) if len(in_force) == 1 else ()
            rows.append(min((_row(each, sentences, instead) for each in in_force), key=_order))
    return _by_question(rows)


def _instead(rule: str, others: Iterable[SheetEntry]) -> tuple[str, ...]:
    """The rules that replace or override a rule which is not in force."""
    others = tuple(others)
    idle = [each for each in others if each.entry.id == rule]
    return tuple(
        sorted(
            each.entry.id
            for each in others
            if rule in each.entry.replaces or any(_overrides(each, other) for other in idle)
        )
    )


def _overrides(rule: SheetEntry, idle: SheetEntry) -> bool:
    by_plugin = any(rule.in_force.set_by == f"plugin {name}" for name in idle.in_force.overridden_by)
    return by_plugin and not {*(rule.entry.tables or ())}.isdisjoint(idle.entry.tables or ())


def _sentence(rule: SheetEntry | None) -> str:
    return rule.in_force.text if rule is not None else ""


def _row(rule: SheetEntry, sentences: tuple[str, str], instead: tuple[str, ...]) -> _Row:
    ids = (rule.entry.id,)
    own = rule.entry.question
    if own:
        place = core_place(_FIRST[own]) if own in _FIRST else rule.place
        return place, rule.place, Difference(own, ids, *sentences, instead)
    for known in (rule.entry.id, *rule.entry.replaces):
        question = QUESTIONS.get(known, "")
        if question:
            return core_place(_FIRST[question]), rule.place, Difference(question, ids, *sentences, instead)
    return rule.place, rule.place, Difference(rule.section, ids, *sentences, instead)


def _order(row: _Row) -> tuple[Place, Place, tuple[str, ...], str]:
    return *row[:2], row[2].rules, row[2].question


def _values(first: Rules, second: Rules, entries: Mapping[str, SheetEntry]) -> Difference | None:
    """The difference of the cards that count differently, `None` if there are none."""
    rows = different_values(first, second)
    if rows == ((), ()):
        return None
    about = sorted(
        (each for each in entries.values() if each.is_of_values), key=lambda each: (each.place, each.entry.id)
    )
    sentences = [" ".join(row.words for row in side) or "There is no such card." for side in rows]
    return Difference(_VALUES_QUESTION, tuple(each.entry.id for each in about), sentences[0], sentences[1])


def _by_question(rows: Iterable[_Row]) -> tuple[Difference, ...]:
    """Sort the differences; those of a question follow the first of them."""
    by_question: dict[str, list[Difference]] = {}
    for _, _, difference in sorted(rows, key=_order):
        by_question.setdefault(difference.question, []).append(difference)
    return tuple(difference for of_question in by_question.values() for difference in of_question)
