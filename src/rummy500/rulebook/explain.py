"""`explain` states every rule in force in words: who set it, its source, and what it replaced."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from rummy500.base.errors import ComposeError, nearest
from rummy500.base.records import replace
from rummy500.cards.cards import ACE, JOKER, NATURALS
from rummy500.rulebook.card_values import in_words, named_cards
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.entry import OURS, RuleEntry, Statement
from rummy500.rules.options import CALLS, CORE_OPTIONS
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place, PointTable


@attrs.frozen
class Matter:
    """A question of the game that no two rules in force may answer differently."""

    decides: str
    answers: tuple[str, ...]  # `{number}` in one stands for any whole number


FIRST_TURN: Final = "first turn"
#: The matters in which rules of the core claim an answer. Those of a plugin begin with its name and a dot.
MATTERS: Final[Mapping[str, Matter]] = MappingProxyType(
    {
        "calls": Matter("which calls there are", tuple(CALLS.choices)),
        "draw": Matter("how many cards a draw from the stock gives", ("{number}",)),
        FIRST_TURN: Matter("who plays the first turn of a hand", ("left of the dealer", "whoever takes the upcard")),
        "going out": Matter("whether melding every card goes out", ("by a meld or a discard", "by a discard")),
        "hands at the stock's end": Matter("whether hands count when the stock ends the hand", ("count", "spared")),
        "jokers": Matter("whether a joker is wild", ("none", "wild", "not wild")),
        "lay-offs": Matter("on whose melds a seat may lay off", ("any meld", "melds of one's side", "one's own melds")),
        "match": Matter("what ends the match", ("{number} points", "two deals", "one hand")),
        "points for going out": Matter("how many points going out earns", ("{number}",)),
        "wild cards": Matter("which cards are wild", ("none", "jokers", "deuces", "deuces and jokers", "others")),
    }
)


def wrong_claim(claims: Mapping[str, str], plugin: str) -> str:
    """Describe a mistake in the claims of a rule; empty if there is none."""

    def is_own(name: str) -> bool:
        return bool(plugin) and name.startswith(f"{plugin}.")

    for name, answer in claims.items():
        answers = MATTERS[name].answers if name in MATTERS else ()
        if not answers and not is_own(name):
            return f"a claim about {name!r}, which is no matter of the core; {nearest(name, MATTERS)}"
        if answers and re.sub(r"[0-9]+", "{number}", answer) not in answers and not is_own(answer):
            own = f", or begin with {plugin!r} and a dot" if plugin else ""
            known = ", ".join(map(repr, answers))
            return f"the claim {answer!r} about {name!r}; the answer must be one of {known}{own}"
    return ""


def claimed_by_two(rules: Rules) -> str:
    """Name two plugins whose rules claim different answers in one matter; empty if there are none."""
    claimed = {FIRST_TURN: (rules.origin.first_by, "")} if rules.origin.first_by else {}
    for plugin, entry in rules.origin.entries:
        statement = entry.under(rules)
        for matter, answer in statement.claims.items() if statement is not None else ():
            other, said = claimed.setdefault(matter, (plugin, answer))
            if other != plugin and said != answer and not overridden(rules, plugin, entry).is_whole:
                decides = MATTERS[matter].decides if matter in MATTERS else matter
                return f"plugins {other} and {plugin} do not go together: each says {decides}"
    return ""


# ---------------------------------------------------------------- overriding

#: How a sentence names each place at which a card can count; `wild`: in the role of another card.
_PLACES: Final = {
    "hand": "in hand", "group": "in a group", "run": "in a run", "low": "as the low end of a run",
    "wild": "as a wild card",
}  # fmt: skip
#: A card and its place, one of `_PLACES`; none for its rank in the draw for the deal.
_Cell = tuple[int, str]


@attrs.frozen
class Overridden:
    """The part of a rule's answers that later plugins override."""

    by: tuple[str, ...] = ()
    is_whole: bool = False  # nothing of the rule is in force
    sentences: tuple[str, ...] = ()  # for each plugin of `by` the cards


def overridden(rules: Rules, plugin: str, entry: RuleEntry) -> Overridden:
    """Find the answers of a rule that later plugins override; the core is the plugin without a name.

    An answer is overridden if a later plugin gives another one. A rule whose sentence names the final points of a card,
    whichever plugin set them, is not overridden for that card.
    """
    answered: dict[_Cell, str] = {}
    before: defaultdict[_Cell, dict[Any, int]] = defaultdict(dict)  # the rule's points that later plugins override
    tables = entry.tables
    if tables is None:  # those that no rule of the plugin says that it states; the rules of the core say all
        stated = {table for owner, each in rules.origin.entries if owner == plugin for table in each.tables or ()}
        tables = tuple(table for table in rules.origin.table_answers if plugin and table not in stated)
    for table in tables:
        is_points = table == "card_points"
        for case, answers in rules.origin.table_answers[table].items():
            mine = [value for name, value in answers if name == plugin]
            if not mine:
                continue
            by, value = answers[-1]
            cell = _cell(*case) if is_points else (case, "")
            if is_points and mine[-1] is not None and value != mine[-1]:
                before[_named_together(cell)][case] = mine[-1]
            if _can_count(rules, *case) if is_points else case in rules.deal.pack:
                answered[cell] = by if value != mine[-1] else answered.get(cell, "")
    if before:
        now = entry.under(rules)
        followed = [cell for cell, points in before.items() if entry.under(_with_points(rules, points)) != now]
        answered |= {cell: "" for cell in answered if cell[1] and _named_together(cell) in followed}
    by_plugin = tuple(name for name in rules.plugins if name in answered.values())
    if by_plugin and all(answered.values()) and entry.tables is not None:
        return Overridden(by_plugin, is_whole=True)
    return Overridden(by_plugin, sentences=tuple(_sentence(name, answered) for name in by_plugin))


def _cell(card: int, role: int, place: str) -> _Cell:
    """The cell of a case of `card_points`."""
    return card, place if role == card or place == "hand" else "wild"


def _can_count(rules: Rules, card: int, role: int, place: str) -> bool:
    """Whether a card can ever count in a case of `card_points`."""
    shapes = rules.melding.shapes
    if card not in rules.deal.pack or (card == JOKER and JOKER not in shapes.wilds):  # then it is its plugin's card
        return False
    if place == "hand":
        return True
    if role == card and card >= NATURALS:
        return False
    is_ace = role < NATURALS and role % 13 == ACE
    return shapes.ace_low and is_ace if place == "low" else place == "group" or shapes.ace_high or not is_ace


def _named_together(cell: _Cell) -> _Cell:
    """A cell that stands for all whose points a sentence names at once: cards of a rank, but for the low ace."""
    card, place = cell
    return card if card >= NATURALS else card % 13, place if place == "low" else ""


def _with_points(rules: Rules, changed: Mapping[tuple[int, int, str], int]) -> Rules:
    """The rules with other points in some cases of `card_points`: a sentence that names these reads otherwise."""
    table, unit = rules.scoring.points, rules.scoring.unit

    def card_points(card: int, role: int, place: Place) -> int:
        if (card, role, place) in changed:
            return changed[card, role, place] // unit
        return table.in_hand[card] if place == "hand" else table.piece(card + 64 * role, place)

    altered = PointTable(card_points, rules.melding.shapes.wilds)
    return replace(rules, scoring=replace(rules.scoring, points=altered))


def _sentence(plugin: str, answered: Mapping[_Cell, str]) -> str:
    """Name the cards for which a plugin overrides a rule."""
    where: dict[int, str] = {}
    for card in dict.fromkeys(card for card, _ in answered):
        places = {place: by == plugin for (other, place), by in answered.items() if other == card}
        changed = [_PLACES[place] for place, is_changed in places.items() if is_changed and place]
        if any(places.values()):
            where[card] = "" if all(places.values()) else f" {' and '.join(changed)}"
    texts = [f"{names}{places}" for places, names in named_cards(where).items()]
    return f"Overridden by {plugin}: {'; '.join(texts)}."


# ---------------------------------------------------------------- explain

CORE: Final = "core"
OPTION: Final = "option"
_PRESET: Final = "preset "
_PLUGIN: Final = "plugin "
#: The rules of the core about wild cards; a plugin may make other cards wild than jokers.
_WILD_CARD_RULES: Final = ("meld.joker", "meld.joker-role", "meld.joker-count")


@attrs.frozen
class RuleInForce:
    """A rule that is in force in a game, in words.

    Attributes:
        rule: the rule id.
        text: the rule, in a sentence or two.
        set_by: who set it: `core`, `preset NAME`, `plugin NAME` or `option`.
        source: the source documents of it, by the first three digits of their names, and `ours` if a reading is ours;
            separated by `, `.
        replaced: the sentence of the preset, if a plugin or an option changed it; empty if nothing was replaced.
        overridden_by: the plugins that override the rule, for all or for some cards; `text` names the cards.
        is_idle: whether they override all of it, so that nothing of the rule is in force.
    """

    rule: str
    text: str
    set_by: str
    source: str
    replaced: str = ""
    overridden_by: tuple[str, ...] = ()
    is_idle: bool = False


def explain(rules: Rules) -> tuple[RuleInForce, ...]:
    """Explain a set of rules in words, rule id by rule id.

    Args:
        rules: the rules.

    Returns:
        A line for each rule id that is in force: the core's in the order of the catalogue, then the plugins'. A rule
        that a later plugin overrides has a line that says so.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", options={"match.target": 250})
        >>> next(line for line in r5.explain(rules) if line.rule == "match.target")
        ... # doctest: +NORMALIZE_WHITESPACE
        RuleInForce(rule='match.target',
                text='The match ends after the hand in which somebody first has 250 points or more.',
                set_by='option', source='001, 002, 003, 004',
                replaced='The match ends after the hand in which somebody first has 500 points or more.',
                overridden_by=(), is_idle=False)
    """
    return tuple(in_force for _, in_force in entries_in_force(rules))


def entries_in_force(rules: Rules) -> tuple[tuple[RuleEntry, RuleInForce], ...]:
    """Pair each rule that is in force with its entry, in the order of `explain`."""
    before = _preset_of(rules)
    beneath = _without_options(rules, before)
    replaced = {core for _, entry in rules.origin.entries if entry.under(rules) is not None for core in entry.replaces}
    core = [("", entry) for entry in CORE_ENTRIES if entry.id not in replaced]
    return tuple(
        (entry, _in_force(rules, plugin, entry, statement, (before, beneath)))
        for plugin, entry in (*core, *rules.origin.entries)
        if (statement := entry.under(rules)) is not None
    )


def _in_force(
    rules: Rules, plugin: str, entry: RuleEntry, statement: Statement, others: tuple[Rules, Rules]
) -> RuleInForce:
    """Explain a rule; `others` are the preset alone, and the rules without the core options that the caller set."""
    if plugin:
        set_by, source = _PLUGIN + plugin, ", ".join(statement.sources)
        # Plugins of the preset belong to it and replace nothing.
        replaces = () if plugin in rules.preset.plugins else entry.replaces
        replaced = " ".join(filter(None, (_said(core, others[0]) for core in CORE_ENTRIES if core.id in replaces)))
    else:
        set_by, replaced = _core_origin(rules, entry, statement.sentence, *(_said(entry, each) for each in others))
        source = _core_source(rules, entry, statement, set_by)
    found = overridden(rules, plugin, entry)
    text = f"Idle: overridden by {' and '.join(found.by)}."
    if not found.is_whole:
        text = " ".join((statement.sentence, *_remarks(rules, plugin, entry.id), *found.sentences))
    return RuleInForce(entry.id, text, set_by, source, replaced, found.by, found.is_whole)


def _said(entry: RuleEntry, rules: Rules) -> str:
    """The sentence of a rule under some rules, empty if it is idle."""
    statement = entry.under(rules)
    return statement.sentence if statement is not None else ""


#: The events that several plugins may deal with, by their hooks.
_EVENTS: Final = {
    "hand_emptied": "When a player has no card left",
    "turn_ended": "When a turn ends",
    "score_lines": "When the points of a hand are counted",
}


def _remarks(rules: Rules, plugin: str, rule: str) -> Iterator[str]:
    """Say of the first rule of a plugin which plugin acts after it."""
    if plugin and rule == next(entry.id for owner, entry in rules.origin.entries if owner == plugin):
        for verb, names in rules.origin.effect_wraps.items():
            if plugin in names[:-1]:
                yield f'After its effect on "{verb}" {names[-1]} acts.'
        for event, names in rules.origin.asked.items():
            if plugin in names[:-1]:
                yield f"{_EVENTS[event]}, it comes before {in_words(names[names.index(plugin) + 1 :])}."


def _preset_of(rules: Rules) -> Rules:
    """The preset of some rules, without plugins and options, for as many seats and the same sides."""
    try:
        return replace(rules.origin.preset_alone(), sides=rules.sides)
    except ComposeError:  # so many cannot play it without the options: nothing is replaced
        return rules


def _without_options(rules: Rules, before: Rules) -> Rules:
    """The preset and the plugins without the core options that the caller set."""
    if not any(name in CORE_OPTIONS for name, _ in rules.identity.options):
        return rules
    if not rules.plugins:
        return before
    of_plugins = tuple((name, value) for name, value in rules.identity.options if name not in CORE_OPTIONS)
    try:
        return rules.origin.recompose(attrs.evolve(rules.identity, options=of_plugins), rules.origin.passed_plugins)
    except ComposeError:  # a plugin needs one of those options
        return before


def _core_origin(rules: Rules, entry: RuleEntry, now: str, before: str, beneath: str) -> tuple[str, str]:
    """Who set a rule of the core, and the sentence of the preset that they replaced.

    `before` and `beneath` are its sentences under the preset alone, and without the core options of the caller.
    """
    by = rules.origin.set_by
    changed = [
        name
        for name in entry.options
        if not by[name].startswith(_PRESET)
        and (CORE_OPTIONS[name].rule == entry.id or now != (beneath if by[name] == OPTION else before))
    ]
    setters = [by[name] for name in changed]
    if entry.id in _WILD_CARD_RULES and any(face < JOKER for face in rules.melding.shapes.wilds):
        set_by = _PLUGIN + [name for name, hooks in rules.origin.hook_functions.items() if "wilds" in hooks][-1]
    elif not entry.options:
        set_by = CORE
    elif not setters:
        set_by = _PRESET + rules.preset.name
    else:
        set_by = OPTION if OPTION in setters else setters[-1]
    values = {name: rules.preset.options[name] for name in changed if rules.options[name] != rules.preset.options[name]}
    if values and before not in ("", now):
        return set_by, before
    # Another option of the rule may have changed, too, without an effect on this sentence.
    words = [CORE_OPTIONS[name].meaning(value) for name, value in values.items() if by[name] == set_by]
    return set_by, " ".join(f"{each[:1].upper()}{each[1:]}." for each in words)


def _core_source(rules: Rules, entry: RuleEntry, statement: Statement, set_by: str) -> str:
    source = rules.preset.source
    if set_by.startswith(_PRESET) and source in statement.sources:
        is_partly_ours = source != OURS and (OURS in statement.sources or source in entry.partly_for)
        return f"{source}, {OURS}" if is_partly_ours else source
    if set_by.startswith((CORE, _PRESET)) and source in entry.ours_for:
        return OURS
    return ", ".join(statement.sources)
