"""`overridden` finds the answers of a rule that later plugins override, and names the cards."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

import attrs

from rummy500.cards import ACE, JOKER, NATURALS
from rummy500.rulebook.card_values import named_cards
from rummy500.rulebook.entry import RuleEntry, RulesSummary
from rummy500.rules import WILD_IN_HAND, Rules

#: The name of the core among the answers of a table, before all plugins.
CORE_STAGE: Final = ""
_PLACES: Final = {"hand": "in hand", "group": "in a group", "run": "in a run", "low": "as the low end of a run"}
_WILD: Final = "as a wild card"
#: A card, and its place: one of `_PLACES`, or `_WILD`.
_Cell = tuple[int, str]


@attrs.frozen
class Overridden:
    """The part of a rule's answers that later plugins override.

    Attributes:
        by: the plugins that override answers of the rule, in order.
        is_whole: whether they override every answer, so that nothing of the rule is in force.
        sentences: for each of these plugins, the cards for which it overrides the rule.
    """

    by: tuple[str, ...] = ()
    is_whole: bool = False
    sentences: tuple[str, ...] = ()


#: Nothing is overridden.
NOTHING: Final = Overridden()


def overridden(rules: Rules, plugin: str, entry: RuleEntry, summary: RulesSummary) -> Overridden:
    """Find the answers of a rule that later plugins override.

    An answer is overridden if a later plugin gives another one. A rule whose sentence names the final points of aces or
    jokers is not overridden for these.

    Args:
        rules: the rules.
        plugin: the plugin that has the rule, `CORE_STAGE` for the core.
        entry: the rule.
        summary: a summary of the rules.
    """
    answered: dict[_Cell, str] = {}
    for table in _unstated(rules, plugin) if entry.tables is None else entry.tables:
        if not rules.origin.table_answers[table]:
            continue
        followed = _followed(rules, plugin, entry, summary) if table == "card_points" else ()
        for case, answers in rules.origin.table_answers[table].items():
            mine = [value for name, value in answers if name == plugin]
            cell = _cell(rules, *case) if table == "card_points" else (case, "") if case in rules.deal.pack else None
            if not mine or cell is None:
                continue
            by, value = answers[-1]
            differs = value != mine[-1] and cell not in followed
            answered[cell] = by if differs else answered.get(cell, "")
    by_plugin = [name for name in rules.plugins if name in answered.values()]
    if not by_plugin:
        return NOTHING
    if all(answered.values()) and entry.tables is not None:
        return Overridden(tuple(by_plugin), is_whole=True)
    return Overridden(tuple(by_plugin), sentences=tuple(_sentence(name, answered) for name in by_plugin))


def _unstated(rules: Rules, plugin: str) -> tuple[str, ...]:
    """The tables that no rule of a plugin says that it states, none for the core, whose rules say all."""
    stated = {table for owner, entry in rules.origin.entries if owner == plugin for table in entry.tables or ()}
    return tuple(table for table in rules.origin.table_answers if plugin and table not in stated)


def _cell(rules: Rules, card: int, role: int, place: str) -> _Cell | None:
    """The cell of a case of `card_points`, `None` if a card can never count there."""
    shapes = rules.melding.shapes
    if card not in rules.deal.pack or (
        card == JOKER and JOKER not in shapes.wilds
    ):  # then it is a card of its plugin's
        return None
    if place == "hand":
        return card, place
    if role == card and card >= NATURALS:
        return None
    is_ace = role < NATURALS and role % 13 == ACE
    if (place == "low" and not (is_ace and shapes.ace_low)) or (place == "run" and is_ace and not shapes.ace_high):
        return None
    return card, place if role == card else _WILD


def _followed(rules: Rules, plugin: str, entry: RuleEntry, summary: RulesSummary) -> Container[_Cell]:
    """The cells for which the sentence of a rule names the final points, whichever plugin set them."""
    answers = rules.origin.table_answers["card_points"]
    aces = range(ACE, NATURALS, 13)
    cells: set[_Cell] = set()
    now = entry.under(summary)
    for case, follow in (
        (
            (JOKER, WILD_IN_HAND if JOKER in rules.melding.shapes.wilds else JOKER, "hand"),
            [(JOKER, place) for place in (*_PLACES, _WILD)],
        ),
        ((ACE, ACE, "low"), [(ace, "low") for ace in aces]),
        ((ACE, ACE, "run"), [(ace, place) for ace in aces for place in ("hand", "group", "run")]),
    ):
        then = next((value for name, value in reversed(answers[case]) if name == plugin), None)
        if then is not None and entry.under(_with_points(summary, case, then // rules.scoring.unit)) != now:
            cells.update(follow)
    return cells


def _with_points(summary: RulesSummary, case: tuple[int, int, str], points: int) -> RulesSummary:
    """The summary, changed as if a joker, a low ace or another ace counted some points."""
    if case[0] == JOKER:
        return attrs.evolve(summary, joker_points=points)
    return (
        attrs.evolve(summary, low_ace_points=points) if case[2] == "low" else attrs.evolve(summary, ace_points=points)
    )


def _sentence(plugin: str, answered: Mapping[_Cell, str]) -> str:
    """Name the cards for which a plugin overrides a rule."""
    where: dict[int, str] = {}
    for card in dict.fromkeys(card for card, _ in answered):
        places = {place: by == plugin for (other, place), by in answered.items() if other == card}
        if any(places.values()):
            changed = [_PLACES.get(place, place) for place, is_changed in places.items() if is_changed]
            where[card] = "" if all(places.values()) else f" {' and '.join(changed)}"
    cards = [f"{names}{places}" for places, names in named_cards(where).items()]
    return f"Overridden by {plugin}: {'; '.join(cards)}."
