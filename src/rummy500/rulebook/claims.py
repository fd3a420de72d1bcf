"""Claims: rules claim answers that exclude each other, so that contradictions between rules in force are found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from rummy500.errors import nearest
from rummy500.rulebook.explain import entries_in_force, summarize
from rummy500.rules import Rules, names_plugins


@attrs.frozen
class Matter:
    """A question of the game that no two rules in force may answer differently.

    Attributes:
        decides: the question, in a few words.
        answers: the answers that a rule may claim; `{number}` in one stands for any whole number.
    """

    decides: str
    answers: tuple[str, ...]

    def allows(self, answer: str, *, plugin: str = "") -> bool:
        """Whether a rule may claim an answer.

        Args:
            answer: the answer.
            plugin: the plugin of the rule; it may also claim answers of its own, which begin with its name and a dot.
        """
        return re.sub(r"[0-9]+", "{number}", answer) in self.answers or bool(plugin and answer.startswith(f"{plugin}."))


#: The matters in which rules of the core claim an answer. Those of a plugin begin with its name and a dot.
MATTERS: Final[Mapping[str, Matter]] = MappingProxyType(
    {
        "calls": Matter("which calls there are", ("none", "full", "layoffs", "top", "last-discard")),
        "draw": Matter("how many cards a draw from the stock gives", ("{number}",)),
        "first turn": Matter("who plays the first turn of a hand", ("left of the dealer", "whoever takes the upcard")),
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
    """Describe a mistake in the claims of a rule; empty if there is none.

    Args:
        claims: the answers by their matters.
        plugin: the plugin of the rule, empty for a rule of the core.
    """
    for name, answer in claims.items():
        matter = MATTERS.get(name)
        if matter is None and not (plugin and name.startswith(f"{plugin}.")):
            return f"a claim about {name!r}, which is no matter of the core; {nearest(name, MATTERS)}"
        if matter is not None and not matter.allows(answer, plugin=plugin):
            own = f", or begin with {plugin!r} and a dot" if plugin else ""
            known = ", ".join(map(repr, matter.answers))
            return f"the claim {answer!r} about {name!r}; the answer must be one of {known}{own}"
    return ""


@names_plugins
def contradictions(rules: Rules) -> tuple[str, ...]:
    """Name the matters in which two rules in force claim different answers, and claims with a mistake.

    Args:
        rules: the rules.

    Returns:
        A line for each; none if the rules do not contradict each other.
    """
    summary = summarize(rules)
    claimed: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    plugins = {entry.id: plugin for plugin, entry in rules.origin.entries}
    for entry, in_force in entries_in_force(rules):
        statement = None if in_force.is_idle else entry.under(summary)
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
