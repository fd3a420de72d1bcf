"""An independent oracle: which actions the rule catalogue allows in a position, by brute force and plain code.

It shares nothing with the engine. Every judgement cites the rule id that it applies; to teach the oracle a
variant, subclass `Catalogue`, override what the variant changes, and pass the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting
from proofs.oracle.options import PRESETS, READINGS

__all__ = ["PRESETS", "READINGS", "Catalogue", "Counting", "judge", "legal"]


def legal(position: Mapping[str, Any], catalogue: type[Catalogue] = Catalogue) -> set[str]:
    """List every legal action of every seat, as canonical text such as `1: take 4d/5 with {4s 4h 4d}`."""
    rules = catalogue.of(position)
    return rules.legal(rules.read(position))


def judge(position: Mapping[str, Any], action_text: str, catalogue: type[Catalogue] = Catalogue) -> str | None:
    """Judge an action: None if it is legal, else the id of the most specific rule that forbids it."""
    rules = catalogue.of(position)
    read = rules.read(position)
    return rules.refusal(read, rules.read_action(action_text, read.pile))
