"""The headings of a rule sheet, the order under them, and which rules of the core are not told at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from rummy500.melds.shapes import SMALLEST
from rummy500.options import CORE_OPTIONS
from rummy500.rulebook.core import CORE_ENTRIES, RuleEntry, RulesSummary
from rummy500.rulebook.entry import wrong_claim
from rummy500.rulebook.explain import RuleInForce, explain, summarize
from rummy500.rules import Rules, names_plugins

_CARDS: Final = "Players and cards"
_DEAL: Final = "The deal"
_TURN: Final = "A turn"
_END: Final = "Going out, and the end of the stock"
SCORING: Final = "Scoring"

#: The core's rules of what cards count; the point table says the same for any rules.
VALUE_RULES: Final = ("score.values", "score.ace-one")

#: The headings of a sheet, each with the core's rules that stand under it in this order.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        _CARDS: ("seats", "deck.pack", "deck.no-jokers", "deck.enough"),
        _DEAL: (
            "deal.first-dealer",
            "deal.order",
            "deal.size",
            "deal.upcard",
            "deal.extra-card",
            "deal.opening-offer",
            "deal.next-dealer",
        ),
        "Melds": (
            "meld.size",
            "meld.group",
            "meld.group-suits",
            "meld.group-max",
            "meld.run",
            "meld.run-min",
            "meld.ace",
            "meld.joker",
            "meld.joker-role",
            "meld.joker-count",
            "meld.optional",
            "meld.first-minimum",
            "meld.layoff",
            "meld.layoff-choice",
            "meld.layoff-after-meld",
            "meld.layoff-own",
        ),
        _TURN: (
            "turn.order",
            "turn.parts",
            "draw.stock",
            "draw.top",
            "draw.deep",
            "draw.deep-use",
            "draw.once",
            "discard.one",
            "discard.open",
            "discard.not-taken",
            "discard.not-drawn",
            "turn.no-stranding",
            "turn.seat",
            "turn.phase",
            "turn.cards",
        ),
        _END: (
            "out.meld-or-discard",
            "out.discard-required",
            "stock.empty",
            "stock.circle",
            "stock.strict",
            "stock.reshuffle",
        ),
        'Calling "Rummy!"': (
            "call.full",
            "call.layoffs",
            "call.top",
            "call.last-discard",
            "call.none",
            "call.window",
            "call.not-own",
            "call.race",
        ),
        SCORING: ("score.hand", *VALUE_RULES, "score.no-bonus", "score.no-late-melds"),
        "The match": ("match.target", "match.highest", "match.tie", "match.margin"),
    }
)

#: The headings of the catalogue that a sheet divides; what fits none of the parts stands under the first.
_PARTS: Final = MappingProxyType({"Pack, seats, deal": (_DEAL, _CARDS), "The turn": (_TURN, _END)})
_HEADING_OF: Final = MappingProxyType({rule: heading for heading, rules in HEADINGS.items() for rule in rules})


def _family(rule: str) -> str:
    """What a rule id begins with: `out` and so on."""
    return rule.partition(".")[0]


#: The heading of all rules whose ids begin alike.
_FAMILIES: Final = MappingProxyType({_family(rule): heading for rule, heading in _HEADING_OF.items()})
_RANK: Final = MappingProxyType({heading: 2 * rank for rank, heading in enumerate(HEADINGS)})
#: The rank of a plugin's own headings: a variant is told when it is known who plays with which cards.
_OWN: Final = _RANK[_CARDS] + 1


def _always(summary: RulesSummary) -> bool:
    return True


def _three_do(summary: RulesSummary) -> bool:
    return summary.has("meld.run-min", SMALLEST)


def _ends_with_the_stock(summary: RulesSummary) -> bool:
    return summary.has("stock.empty", "strict")


@attrs.frozen
class LeftOut:
    """Why a rule of the core that holds is not told at a table.

    Attributes:
        why: the reason.
        instead: the rule that tells the same; where that does not hold, this one is told.
        when: under which rules it is left out.
    """

    why: str
    instead: str = ""
    when: Callable[[RulesSummary], bool] = _always


_FOR_PROGRAMS: Final = "players sit in their places and hold real cards; only a program must be told"

#: The core's rules that a sheet does not tell.
LEFT_OUT: Final[Mapping[str, LeftOut]] = MappingProxyType(
    {
        **dict.fromkeys(VALUE_RULES, LeftOut("the table of what cards count shows it")),
        "deck.enough": LeftOut("rules whose cards are too few are refused before there is a sheet"),
        "deck.no-jokers": LeftOut("the line about the pack says that there are none", "deck.pack"),
        "meld.run-min": LeftOut(
            "where three cards are enough for a run, the size of every meld says it", "meld.size", _three_do
        ),
        "stock.empty": LeftOut(
            "where the hand ends with the stock, nobody draws from an empty one", "stock.strict", _ends_with_the_stock
        ),
        "turn.seat": LeftOut(_FOR_PROGRAMS),
        "turn.phase": LeftOut(_FOR_PROGRAMS, "turn.parts"),
        "turn.cards": LeftOut(_FOR_PROGRAMS),
    }
)


@attrs.frozen
class Placed:
    """A rule that holds, with its place on a sheet.

    Attributes:
        entry: the rule in the catalogue.
        in_force: what it says now.
        place: sorts it among others, whatever rules they hold under: the rank of its heading, the heading, its place
            under that.
    """

    entry: RuleEntry
    in_force: RuleInForce
    place: tuple[int, str, int]

    @property
    def heading(self) -> str:
        """The heading that it stands under."""
        return self.place[1]

    @property
    def is_of_values(self) -> bool:
        """Whether it says what cards count, as the core's rule or in the place of one."""
        return not self.in_force.is_idle and any(rule in VALUE_RULES for rule in (self.entry.id, *self.entry.replaces))


@names_plugins
def placed(rules: Rules) -> tuple[Placed, ...]:
    """Every rule that holds, in the order of a sheet.

    Args:
        rules: the rules.
    """
    summary = summarize(rules)
    entries = {entry.id: entry for entry in CORE_ENTRIES}
    entries |= {entry.id: entry for _, entry in rules.entries if entry.under(summary) is not None}
    found = (Placed(entries[each.rule], each, _place(entries[each.rule])) for each in explain(rules))
    return tuple(sorted(found, key=lambda each: each.place))


@names_plugins
def left_out(rules: Rules, held: Iterable[Placed]) -> Mapping[str, str]:
    """The rules that hold and are not told at a table, each with the reason.

    Args:
        rules: the rules.
        held: the rules that hold.
    """
    held = tuple(held)
    summary, own = summarize(rules), {each.entry.id for each in held if each.entry in CORE_ENTRIES}
    idle = {
        each.entry.id: f"overridden by {' and '.join(each.in_force.overridden_by)}"
        for each in held
        if each.in_force.is_idle
    }
    return idle | {
        rule: left.why
        for rule, left in LEFT_OUT.items()
        if rule in own and left.when(summary) and (not left.instead or left.instead in own)
    }


@names_plugins
def contradictions(rules: Rules) -> tuple[str, ...]:
    """The matters in which two rules that hold claim different answers, and claims that are no answer to their matter.

    Args:
        rules: the rules.

    Returns:
        A line for each; nothing for rules that go together.
    """
    summary = summarize(rules)
    claimed: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    plugins = {entry.id: plugin for plugin, entry in rules.entries}
    for each in placed(rules):
        said = None if each.in_force.is_idle else each.entry.under(summary)
        if said is None:
            continue
        error = wrong_claim(said.claims, plugins.get(each.entry.id, ""))
        if error:
            wrong.append(f"{each.entry.id} has {error}")
        for matter, answer in said.claims.items():
            claimed.setdefault(matter, {}).setdefault(answer, each.entry.id)
    return *wrong, *(
        f"{matter}: " + ", but ".join(f"{answer!r} ({rule})" for answer, rule in answers.items())
        for matter, answers in claimed.items()
        if len(answers) > 1
    )


def core_place(rule: str) -> tuple[int, str, int]:
    """The place of a rule of the core.

    Args:
        rule: its id.
    """
    heading = _HEADING_OF[rule]
    return _RANK[heading], heading, 2 * HEADINGS[heading].index(rule)


def _heading(entry: RuleEntry) -> str:
    """A heading of the catalogue may be divided on a sheet; one of a plugin's own stays."""
    parts = _PARTS.get(entry.section)
    if parts is None:
        return entry.section
    likely = (_HEADING_OF.get(entry.id), _FAMILIES.get(_family(entry.id)), *map(_HEADING_OF.get, entry.replaces))
    return next((heading for heading in likely if heading in parts), parts[0])


def _place(entry: RuleEntry) -> tuple[int, str, int]:
    """A plugin's rule stands in the place of the one it replaces, or behind those akin to it, or at the end."""
    heading = _heading(entry)
    there = HEADINGS.get(heading, ())
    for rule in (entry.id, *entry.replaces):
        if rule in there:
            return core_place(rule)
    steered = [CORE_OPTIONS[name].rule for name in entry.options if name in CORE_OPTIONS]
    akin = [place for place, rule in enumerate(there) if rule in steered or _family(rule) == _family(entry.id)]
    return _RANK.get(heading, _OWN), heading, 2 * (akin[-1] if akin else len(there)) + 1
