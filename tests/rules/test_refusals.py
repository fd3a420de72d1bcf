"""Tests of the data and the sentences of refusals. Sentences and the order of checks are in `refusals.verdicts`."""

from __future__ import annotations

import functools
import random
import re
import string
from itertools import islice

import pytest
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import near_misses
from tests.rules.tables import playing, table, why_not

import rummy500 as r5
from rummy500.base.errors import facts_in


@pytest.mark.parametrize(
    ("where", "action", "rule", "reason", "facts"),
    [
        (playing("4h 5h 2c"), "1: meld [4h 5h]", "meld.size", "small", {"number": "2"}),
        (playing("4h 5h 2c"), "0: draw", "turn.seat", "not-yours", {"seat": "1"}),
        (playing("4h 5h 2c"), "1: draw", "draw.once", "drawn", {}),
        (table("family", hands=["Jc", "9h 9s"], pile="9d Kd 2s"), "1: take 9d with {9d 9h 9s}",
         "turn.no-stranding", "all-barred", {"cards": "2s Kd"}),
        (table("family", hands=["Jc", "9h 9s"], pile="9d Kd"), "1: take 9d with {9d 9h 9s}",
         "turn.no-stranding", "barred", {"card": "Kd"}),
        (table(hands=["Jc", "Kd Kh 2h"], pile="2d 9c Kc 7d"), "1: take 9c with {Kh Kd Kc}",
         "draw.deep-use", "other-card", {"card": "9c"}),
    ],
)  # fmt: skip
def test_refusal_data__rule_reason_and_facts(
    where: r5.Position, action: str, rule: str, reason: str, facts: dict[str, str]
) -> None:
    refusal = why_not(where, action)
    assert refusal is not None
    assert (refusal.rule, refusal.reason, dict(refusal.facts)) == (rule, reason, facts)
    assert str(refusal) == f"{refusal.sentence} ({rule})"


@functools.cache
def refusals() -> list[r5.Refusal]:
    """Collect refusals of near misses in random positions."""
    chance = random.Random(3)
    found: dict[str, r5.Refusal] = {}
    for preset in PRESETS:
        for rules, state in islice(random_positions(preset, 9), 150):
            for text in near_misses(rules, state, chance, 10):
                refusal = r5.why_not(rules, state, r5.parse_action(text, state))
                if refusal is not None:
                    found[str(refusal)] = refusal
    return list(found.values())


def test_refusal_data__every_sentence_is_made_of_its_facts_and_reads_as_one() -> None:
    every = refusals()
    assert len({refusal.rule for refusal in every}) > 20
    for refusal in every:
        named = {name for _, name, _, _ in string.Formatter().parse(refusal.template) if name}
        seats = {name: f"seat {fact}" for name, fact in refusal.facts.items() if name == "seat"}
        numbers = {name: int(fact) for name, fact in refusal.facts.items() if fact.isdecimal()}
        assert named == set(refusal.facts), str(refusal)
        assert all(isinstance(fact, str) for fact in refusal.facts.values())
        plain = re.sub(r":(card|cards|seat|number)\}", "}", refusal.template)
        said = plain.format_map({**refusal.facts, **seats})
        assert refusal.sentence == said[:1].upper() + said[1:]
        assert {name for name, kind in facts_in(refusal.template).items() if kind in ("number", "seat")} == {*numbers}
        assert re.fullmatch(r"[A-Z0-9*\"].*[.!]", refusal.sentence), str(refusal)
        assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", refusal.rule)


def test_refusal_data__rule_and_reason_are_a_key_for_translations() -> None:
    """`Refusal.reason`: "with `rule` it is a key for translations", so one key has one sentence."""
    templates: dict[tuple[str, str], set[str]] = {}
    for refusal in refusals():
        templates.setdefault((refusal.rule, refusal.reason), set()).add(refusal.template)
    several = {key: sorted(found) for key, found in templates.items() if len(found) > 1}
    assert not several
