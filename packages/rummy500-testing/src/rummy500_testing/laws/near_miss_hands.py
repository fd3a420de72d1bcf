"""Laws of answers and refusals in near-miss hands, which have many cards that are nearly a meld."""

from __future__ import annotations

import random
from typing import Final

from rummy500.errors import IllegalActionError
from rummy500.rules.rules import Rules
from rummy500_testing.law import Fault, law, refused_as_done
from rummy500_testing.laws.answers import BY_CHANCE, score_lines_are_valid, the_same_question_has_the_same_answer
from rummy500_testing.laws.refusals import refusals_name_their_rule
from rummy500_testing.model.near_miss_hands import near_miss_hand
from rummy500_testing.snapshot import take_snapshot

#: How many hands are generated, every other one before its draw.
_HANDS: Final = 6


@law(name="near-miss hands have valid answers")
def near_miss_hands_have_valid_answers(rules: Rules) -> Fault | None:
    """In near-miss hands score lines and refusals are valid, and the same question has the same answer."""
    rng = random.Random("hands that are asked about")
    for number in range(_HANDS):
        everywhere = random.getstate()
        try:
            state = near_miss_hand(rules, rng, draws=number % 2 > 0)
        except IllegalActionError as error:
            return Fault(refused_as_done(error) if random.getstate() == everywhere else f"what is legal {BY_CHANCE}")
        snapshot = take_snapshot(rules, state, rng)
        for each in (score_lines_are_valid, refusals_name_their_rule, the_same_question_has_the_same_answer):
            fault = each.fault_in(snapshot)
            if fault is not None:
                return fault if fault.state is not None else Fault(fault.what, fault.action, fault.kind, snapshot.state)
    return None


NEAR_MISS_LAWS = (near_miss_hands_have_valid_answers,)
