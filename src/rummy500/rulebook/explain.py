"""`explain` states every rule in force in words: who set it, its source, and what it replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from rummy500.cards import ACE, JOKER, NATURALS
from rummy500.engine.card_values import CARD_POINTS
from rummy500.errors import ComposeError
from rummy500.options import CORE_OPTIONS, hand_size_of, pack_count
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.entry import OURS, RuleEntry, RulesSummary, Statement
from rummy500.rulebook.overriding import CORE_STAGE, Overridden, overridden
from rummy500.rules import Rules, names_plugins, nobody_deducts

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


@names_plugins
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
    now, before = summarize(rules), summarize_preset(rules)
    beneath = _without_options(rules, now, before)
    replaced = {core for _, entry in rules.origin.entries if entry.under(now) is not None for core in entry.replaces}
    core = tuple(
        _marked(
            _lifted(rules, _core_rule(rules, entry, statement, (entry.under(before), entry.under(beneath)))),
            overridden(rules, CORE_STAGE, entry, now),
        )
        for entry in CORE_ENTRIES
        if entry.id not in replaced and (statement := entry.under(now)) is not None
    )
    return core + tuple(
        _marked(
            _lifted(rules, _followed(rules, plugin, _plugin_rule(plugin, entry, statement, before))),
            overridden(rules, plugin, entry, now),
        )
        for plugin, entry in rules.origin.entries
        if (statement := entry.under(now)) is not None
    )


@names_plugins
def entries_in_force(rules: Rules) -> tuple[tuple[RuleEntry, RuleInForce], ...]:
    """Pair each rule that is in force with its entry, in the order of `explain`.

    Args:
        rules: the rules.
    """
    summary = summarize(rules)
    entries = {entry.id: entry for entry in CORE_ENTRIES}
    entries |= {entry.id: entry for _, entry in rules.origin.entries if entry.under(summary) is not None}
    return tuple((entries[each.rule], each) for each in explain(rules))


def _followed(rules: Rules, plugin: str, rule: RuleInForce) -> RuleInForce:
    """Say of the first rule of a plugin which effects of moves another plugin wraps after it."""
    if rule.rule != next(entry.id for owner, entry in rules.origin.entries if owner == plugin):
        return rule
    found = [
        f'After its effect on "{verb}" {names[-1]} acts.'
        for verb, names in rules.origin.effect_wraps.items()
        if plugin in names[:-1]
    ]
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


def _plugin_rule(plugin: str, entry: RuleEntry, statement: Statement, before: RulesSummary) -> RuleInForce:
    """Explain a rule that a plugin adds, and what it replaces."""
    # Plugins of the preset belong to it and replace nothing.
    replaces = () if plugin in before.plugins else entry.replaces
    instead = [core.under(before) for core in CORE_ENTRIES if core.id in replaces]
    return RuleInForce(
        entry.id,
        statement.sentence,
        _PLUGIN + plugin,
        ", ".join(statement.sources),
        " ".join(rule.sentence for rule in instead if rule is not None),
    )


def summarize(rules: Rules) -> RulesSummary:
    """Summarize composed rules for the sentences of the rulebook.

    Args:
        rules: the rules.
    """
    return RulesSummary(
        options=rules.options,
        seats=rules.seats,
        sides=len(set(rules.sides)),
        packs=rules.deal.packs,
        jokers=rules.deal.pack.count(JOKER),
        hand_size=rules.deal.hand_size,
        group_cap=rules.melding.shapes.group_cap,
        draw_count=rules.turn.draw_count,
        wild_jokers=JOKER in rules.melding.shapes.wilds,
        wilds=rules.melding.shapes.wilds,
        wilds_change=rules.wilds_change,
        joker_points=rules.scoring.points.in_hand[JOKER],
        low_ace_points=rules.scoring.points.piece(ACE, "low"),
        ace_points=rules.scoring.points.piece(ACE, "run"),
        plugins=tuple(rules.plugins),
        unit=rules.scoring.unit,
        nobody_deducts=rules.scoring.deducts is nobody_deducts,
        deducts_at_stock_end=rules.scoring.deducts_at_stock_end,
        dealt_by=tuple(name for name in rules.plugins if "dealt" in rules.origin.hook_functions[name]),
    )


def summarize_preset(rules: Rules) -> RulesSummary:
    """Summarize the preset of some rules, without plugins and options, for as many seats and sides.

    Args:
        rules: the rules.
    """
    options, seats = rules.preset.options, rules.seats
    packs, jokers, most = pack_count(options, seats), options["deck.jokers"], options["meld.group-max"]
    of_a_rank = 4 if options["meld.group-suits"] == "different" else NATURALS // 13 * packs
    return RulesSummary(
        options=options,
        seats=seats,
        sides=len(set(rules.sides)),
        packs=packs,
        jokers=jokers * packs if isinstance(jokers, int) else 0,
        hand_size=hand_size_of(options, seats),
        group_cap=min(most, of_a_rank) if isinstance(most, int) and most else of_a_rank,
        wild_jokers=jokers != 0,
        wilds=() if jokers == 0 else (JOKER,),
        low_ace_points=CARD_POINTS[str(options["score.ace"])](ACE, ACE, "low"),
        ace_points=CARD_POINTS[str(options["score.ace"])](ACE, ACE, "run"),
        plugins=rules.preset.plugins,
    )


def _without_options(rules: Rules, now: RulesSummary, before: RulesSummary) -> RulesSummary:
    """Summarize the preset and the plugins without the core options that the caller set."""
    if not any(name in CORE_OPTIONS for name, _ in rules.identity.options):
        return now
    if not rules.plugins:
        return before
    of_plugins = tuple((name, value) for name, value in rules.identity.options if name not in CORE_OPTIONS)
    try:
        return summarize(
            rules.origin.recompose(attrs.evolve(rules.identity, options=of_plugins), rules.origin.passed_plugins)
        )
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
        replaced = " ".join(_as_sentence(CORE_OPTIONS[name].meaning(rules.preset.options[name])) for name in of_setter)
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


def _as_sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."
