"""`explain` states every rule in force in words: who set it, its source, and what it replaced."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs

from rummy500.base.errors import ComposeError, nearest
from rummy500.base.records import replace
from rummy500.cards.cards import ACE, JOKER, NATURALS
from rummy500.rulebook.card_values import named_cards
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.entry import OURS, RuleEntry, Statement
from rummy500.rules.options import CALLS, CORE_OPTIONS
from rummy500.rules.rules import Rules
from rummy500.rules.scores import WILD_IN_HAND, Place, PointTable


@attrs.frozen
class Matter:
    """A question of the game that no two rules in force may answer differently."""

    decides: str
    answers: tuple[str, ...]  # `{number}` in one stands for any whole number

    def allows(self, answer: str, *, plugin: str = "") -> bool:
        """Whether a rule may claim an answer."""
        return re.sub(r"[0-9]+", "{number}", answer) in self.answers or bool(plugin and answer.startswith(f"{plugin}."))


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


def wrong_claim(claims: Mapping[str, str], plugin: str = "") -> str:
    """Describe a mistake in the claims of a rule; empty if there is none."""
    for name, answer in claims.items():
        matter = MATTERS.get(name)
        if matter is None and not (plugin and name.startswith(f"{plugin}.")):
            return f"a claim about {name!r}, which is no matter of the core; {nearest(name, MATTERS)}"
        if matter is not None and not matter.allows(answer, plugin=plugin):
            own = f", or begin with {plugin!r} and a dot" if plugin else ""
            known = ", ".join(map(repr, matter.answers))
            return f"the claim {answer!r} about {name!r}; the answer must be one of {known}{own}"
    return ""


def contradictions(rules: Rules) -> tuple[str, ...]:
    """Name the matters in which two rules in force claim different answers, and claims with a mistake."""
    claimed: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    plugins = {entry.id: plugin for plugin, entry in rules.origin.entries}
    for entry, in_force in entries_in_force(rules):
        statement = None if in_force.is_idle else entry.under(rules)
        if statement is None:
            continue
        error = wrong_claim(statement.claims, plugins.get(entry.id, ""))
        if error:
            wrong.append(f"{entry.id} has {error}")
        for matter, answer in statement.claims.items():
            claimed.setdefault(matter, {}).setdefault(answer, entry.id)
    return *wrong, *(
        f"{matter}: " + ", but ".join(f"{answer!r} ({rule})" for answer, rule in answers.items())
        for matter, answers in claimed.items()
        if len(answers) > 1
    )


def claimed_by_two(rules: Rules) -> str:
    """Name two plugins whose rules claim different answers in one matter; empty if there are none."""
    first_by = next((name for name in rules.plugins if "first_player" in rules.origin.hook_functions[name]), "")
    claimed = {FIRST_TURN: (first_by, "")} if first_by else {}
    for plugin, entry in rules.origin.entries:
        statement = entry.under(rules)
        for matter, answer in statement.claims.items() if statement is not None else ():
            other, said = claimed.setdefault(matter, (plugin, answer))
            if other != plugin and said != answer and not overridden(rules, plugin, entry).is_whole:
                decides = MATTERS[matter].decides if matter in MATTERS else matter
                return f"plugins {other} and {plugin} do not go together: each says {decides}"
    return ""


# ---------------------------------------------------------------- overriding

#: The name of the core among the answers of a table, before all plugins.
CORE_STAGE: Final = ""
_PLACES: Final = {"hand": "in hand", "group": "in a group", "run": "in a run", "low": "as the low end of a run"}
_WILD: Final = "as a wild card"
#: A card, and its place: one of `_PLACES`, or `_WILD`.
_Cell = tuple[int, str]


@attrs.frozen
class Overridden:
    """The part of a rule's answers that later plugins override."""

    by: tuple[str, ...] = ()
    is_whole: bool = False  # nothing of the rule is in force
    sentences: tuple[str, ...] = ()  # for each plugin of `by` the cards


def overridden(rules: Rules, plugin: str, entry: RuleEntry) -> Overridden:
    """Find the answers of a rule that later plugins override.

    An answer is overridden if a later plugin gives another one. A rule whose sentence names the final points of aces or
    jokers is not overridden for these.
    """
    answered: dict[_Cell, str] = {}
    for table in _unstated(rules, plugin) if entry.tables is None else entry.tables:
        if not rules.origin.table_answers[table]:
            continue
        followed = _final_cells(rules, plugin, entry) if table == "card_points" else ()
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
        return Overridden()
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


def _final_cells(rules: Rules, plugin: str, entry: RuleEntry) -> Container[_Cell]:
    """The cells for which the sentence of a rule names the final points, whichever plugin set them."""
    answers = rules.origin.table_answers["card_points"]
    aces = range(ACE, NATURALS, 13)
    cells: set[_Cell] = set()
    now = entry.under(rules)
    joker = JOKER, WILD_IN_HAND if JOKER in rules.melding.shapes.wilds else JOKER, "hand"
    for case, follow in (
        (joker, [(JOKER, place) for place in (*_PLACES, _WILD)]),
        ((ACE, ACE, "low"), [(ace, "low") for ace in aces]),
        ((ACE, ACE, "run"), [(ace, place) for ace in aces for place in ("hand", "group", "run")]),
    ):
        then = next((value for name, value in reversed(answers[case]) if name == plugin), None)
        if then is not None and entry.under(_with_points(rules, case, then // rules.scoring.unit)) != now:
            cells.update(follow)
    return cells


def _with_points(rules: Rules, changed: tuple[int, int, str], points: int) -> Rules:
    """The rules with other points in one case of `card_points`."""
    table = rules.scoring.points

    def card_points(card: int, role: int, place: Place) -> int:
        if (card, role, place) == changed:
            return points
        return table.in_hand[card] if place == "hand" else table.piece(card + 64 * role, place)

    # A sentence that names these points follows them, whichever plugin set them: with others it reads otherwise.
    altered = PointTable(card_points, rules.melding.shapes.wilds)
    return replace(rules, scoring=replace(rules.scoring, points=altered))


def _sentence(plugin: str, answered: Mapping[_Cell, str]) -> str:
    """Name the cards for which a plugin overrides a rule."""
    where: dict[int, str] = {}
    for card in dict.fromkeys(card for card, _ in answered):
        places = {place: by == plugin for (other, place), by in answered.items() if other == card}
        if any(places.values()):
            changed = [_PLACES.get(place, place) for place, is_changed in places.items() if is_changed]
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
    found = [
        (CORE_STAGE, entry, _core_rule(rules, entry, statement, (entry.under(before), entry.under(beneath))))
        for entry in CORE_ENTRIES
        if entry.id not in replaced and (statement := entry.under(rules)) is not None
    ]
    found += [
        (plugin, entry, _followed(rules, plugin, _plugin_rule(rules, plugin, entry, statement, before)))
        for plugin, entry in rules.origin.entries
        if (statement := entry.under(rules)) is not None
    ]
    return tuple(
        (entry, _marked(_lifted(rules, rule), overridden(rules, stage, entry))) for stage, entry, rule in found
    )


def _followed(rules: Rules, plugin: str, rule: RuleInForce) -> RuleInForce:
    """Say of the first rule of a plugin which plugin acts after it, in an effect or in the last lines of a score."""
    if rule.rule != next(entry.id for owner, entry in rules.origin.entries if owner == plugin):
        return rule
    found = [
        f'After its effect on "{verb}" {names[-1]} acts.'
        for verb, names in rules.origin.effect_wraps.items()
        if plugin in names[:-1]
    ]
    if plugin in rules.origin.last_lines[:-1]:
        found.append(f"Its lines of the score come before those of {rules.origin.last_lines[-1]}.")
    return attrs.evolve(rule, text=" ".join((rule.text, *found)))


def _lifted(rules: Rules, rule: RuleInForce) -> RuleInForce:
    """Say of a duty which moves lift it."""
    found = sorted({(move.ends, move.verb) for move in rules.turn.moves.values() if rule.rule in move.lifts})
    exceptions = [f'Not if you end the {end} by "{verb}".' for end, verb in found]
    return attrs.evolve(rule, text=" ".join((rule.text, *exceptions))) if found else rule


def _marked(rule: RuleInForce, found: Overridden) -> RuleInForce:
    """Mark the part of a rule that later plugins override."""
    if not found.by:
        return rule
    text = f"Idle: overridden by {' and '.join(found.by)}."
    if not found.is_whole:
        text = " ".join((rule.text, *found.sentences))
    return attrs.evolve(rule, text=text, overridden_by=found.by, is_idle=found.is_whole)


def _plugin_rule(rules: Rules, plugin: str, entry: RuleEntry, statement: Statement, before: Rules) -> RuleInForce:
    """Explain a rule that a plugin adds, and what it replaces."""
    # Plugins of the preset belong to it and replace nothing.
    replaces = () if plugin in rules.preset.plugins else entry.replaces
    instead = [core.under(before) for core in CORE_ENTRIES if core.id in replaces]
    return RuleInForce(
        entry.id,
        statement.sentence,
        _PLUGIN + plugin,
        ", ".join(statement.sources),
        " ".join(rule.sentence for rule in instead if rule is not None),
    )


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


def _core_rule(
    rules: Rules, entry: RuleEntry, statement: Statement, others: tuple[Statement | None, Statement | None]
) -> RuleInForce:
    """Explain a rule of the core; `others` has its statement under the preset, and under preset and plugins."""
    before, beneath = others
    is_new, by_option = _differs(statement, before), _differs(statement, beneath)
    changed = [
        name
        for name in entry.options
        if not rules.origin.set_by[name].startswith(_PRESET)
        and (CORE_OPTIONS[name].rule == entry.id or (by_option if rules.origin.set_by[name] == OPTION else is_new))
    ]
    set_by = _set_by(rules, entry, changed)
    changed_values = [name for name in changed if rules.options[name] != rules.preset.options[name]]
    if not changed_values:
        replaced = ""
    elif before is not None and is_new:
        replaced = before.sentence
    else:
        # Another option of the rule may have changed, too, without an effect on this sentence.
        of_setter = [name for name in changed_values if rules.origin.set_by[name] == set_by]
        words = [CORE_OPTIONS[name].meaning(rules.preset.options[name]) for name in of_setter]
        replaced = " ".join(f"{each[:1].upper()}{each[1:]}." for each in words)
    return RuleInForce(entry.id, statement.sentence, set_by, _source(rules, entry, statement, set_by), replaced)


def _differs(statement: Statement, other: Statement | None) -> bool:
    return other is None or other.sentence != statement.sentence


def _set_by(rules: Rules, entry: RuleEntry, changed: Sequence[str]) -> str:
    if entry.id in _WILD_CARD_RULES and any(face < JOKER for face in rules.melding.shapes.wilds):
        return _PLUGIN + [name for name, hooks in rules.origin.hook_functions.items() if "wilds" in hooks][-1]
    if not entry.options:
        return CORE
    setters = [rules.origin.set_by[name] for name in changed]
    if not setters:
        return _PRESET + rules.preset.name
    return OPTION if OPTION in setters else setters[-1]


def _source(rules: Rules, entry: RuleEntry, statement: Statement, set_by: str) -> str:
    source = rules.preset.source
    if set_by.startswith(_PRESET) and source in statement.sources:
        is_partly_ours = source != OURS and (OURS in statement.sources or source in entry.partly_for)
        return f"{source}, {OURS}" if is_partly_ours else source
    if (set_by == CORE or set_by.startswith(_PRESET)) and source in entry.ours_for:
        return OURS
    return ", ".join(statement.sources)
