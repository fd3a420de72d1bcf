"""Laws of answers and refusals in near-miss hands, which hold much that is nearly a meld."""

from __future__ import annotations

import random
from typing import Final

from rummy500.errors import IllegalActionError
from rummy500.rules import Rules
from rummy500.testing.law import Fault, Law, refused_as_done
from rummy500.testing.laws.answers import BY_CHANCE, asked_again_the_same, lines_can_be_counted
from rummy500.testing.laws.refusals import refusals_name_their_rule
from rummy500.testing.model.near_miss_hands import near_miss_hand
from rummy500.testing.snapshot import take_snapshot

#: How many hands are generated, every other one before its draw.
_HANDS: Final = 6


def near_miss_hands_are_answered(rules: Rules) -> Fault | None:
    """Score lines, refusals and repeated questions in near-miss hands, before and after a draw."""
    rng = random.Random("hands that are asked about")
    for number in range(_HANDS):
        everywhere = random.getstate()
        try:
            state = near_miss_hand(rules, rng, draws=number % 2 > 0)
        except IllegalActionError as error:
            return Fault(refused_as_done(error) if random.getstate() == everywhere else f"what is legal {BY_CHANCE}")
        snapshot = take_snapshot(rules, state, rng)
        for law in (lines_can_be_counted, refusals_name_their_rule, asked_again_the_same):
            fault = law(snapshot)
            if fault is not None:
                return fault if fault.state is not None else Fault(fault.what, fault.action, fault.kind, snapshot.state)
    return None


NEAR_MISS_LAWS = (
    Law(
        "near-miss hands are answered",
        "In near-miss hands score lines are valid, refusals name their rule and make a sentence, and"
        " what is asked again is answered the same.",
        Rules,
        near_miss_hands_are_answered,
    ),
)
