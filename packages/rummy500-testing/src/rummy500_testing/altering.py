"""Rules with other answers and hands in other matches, for laws and for tests that they can fail."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rummy500.base.records import field_names, replace
from rummy500.rules import rules as parts
from rummy500.rules.rules import Rules, derived_fields
from rummy500.rules.state import MatchSoFar, State

_PARTS: Final[Mapping[str, type]] = {
    "origin": parts.Origin,
    "deal": parts.DealRules,
    "melding": parts.MeldingRules,
    "turn": parts.TurnRules,
    "views": parts.ViewRules,
    "scoring": parts.ScoringRules,
    "match": parts.MatchRules,
    "memory": parts.MemoryRules,
}
#: The part of `Rules` that has a field, by the field's name. No two parts have fields of the same name.
PART_OF: Final[Mapping[str, str]] = MappingProxyType(
    {field: part for part, kind in _PARTS.items() for field in field_names(kind)}
)


def alter(rules: Rules, **answers: Any) -> Rules:
    """Copy rules with some other answers, by the names of their fields. The identity stays, the cache is empty."""
    changed: dict[str, dict[str, Any]] = {}
    for field in PART_OF.keys() & answers.keys():
        changed.setdefault(PART_OF[field], {})[field] = answers.pop(field)
    altered_parts = {part: replace(getattr(rules, part), **fields) for part, fields in changed.items()}
    altered = replace(rules, **altered_parts, **answers)
    return replace(altered, **derived_fields(altered.seats, altered.melding, altered.turn))


def answer_of(rules: Rules, field: str) -> Any:
    """Read a field of rules by its name, whichever part has it."""
    return getattr(getattr(rules, PART_OF[field]) if field in PART_OF else rules, field)


def hand_in_match(hand: State, match: MatchSoFar) -> State:
    """Copy a hand as one of another match."""
    return replace(hand, public=replace(hand.public, match=match))
