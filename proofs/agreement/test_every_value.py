"""Each value of each option of the core is known to the oracle, to fast hands, to `explain` and to a scenario.

A failure names every value with all that is missing, and the files where it belongs.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest
from tests.catalogue.every_rules import composed, unsaid
from tests.engine.fast.agreement import unread
from tools.pages.rules import setting_text, unplayed_values

import rummy500 as r5
from proofs.agreement.compare import compare_lists, compare_refusals
from proofs.agreement.games import random_action, small_enough
from proofs.agreement.near_misses import near_misses
from proofs.agreement.scores import PlayedOut, compare_deal, compare_dealer, compare_score, compare_winners
from proofs.agreement.verdicts import decided
from proofs.oracle import READINGS
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, CoreOption, OptionValue
from rummy500_testing.available import values

#: Positions of each phase of a hand that are compared.
_FEW: Final = 12


def games(option: CoreOption[Any], value: OptionValue) -> Iterator[r5.Rules]:
    """Set an option in a preset with another value and, for the play of numbers, with few cards."""
    presets = sorted(CORE_PRESETS, key=lambda preset: CORE_PRESETS[preset].options[option.name] == value)
    for few in ({}, {"deal.size": 5}):
        rules = composed(presets[0], (), {**few, option.name: value})
        assert rules is not None, "no number of seats allows it"
        yield rules


def missing(option: CoreOption[Any], value: OptionValue) -> Iterator[str]:
    """Name all that is missing for a value of an option."""
    try:
        rules, small = games(option, value)
    except KeyError as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        yield f"a table that is read at {place.filename.partition('src/')[2]}:{place.lineno} has no answer for it"
        return
    strange = [reading.place for reading in READINGS.get(option.name, ()) if not reading.knows(value)]
    if option.name not in READINGS:
        yield "not known to the oracle (no Reading of the option in proofs/oracle)"
    elif strange:
        yield f"not known to the oracle ({', '.join(strange)})"
    else:
        yield from (f"engine and oracle disagree: {found}" for found in islice(differences(small), 1))
    yield from filter(None, [unread(rules, option.name), unsaid(rules, option.name)])
    if (option.name, value) in set(unplayed_values()):
        yield "no scenario about one of its rules plays it (tests/scenarios)"


def differences(rules: r5.Rules) -> Iterator[object]:
    """Play a hand by chance, and yield what engine and oracle say differently about it."""
    chance = random.Random(7)
    state = r5.deal(rules, seed=7, dealer=1)
    yield from filter(None, [compare_deal(rules, state)])
    compared: Counter[str] = Counter()
    while not r5.is_over(state):
        phase = state.public.phase
        if compared[phase] < _FEW and small_enough(rules, state, 2):
            compared[phase] += 1
            yield from compare_lists(rules, state)[1]
            yield from filter(decided, compare_refusals(rules, state, near_misses(rules, state, chance, 5)))
        before, action = state, random_action(rules, state, chance)
        state = r5.apply(rules, state, action)
        if r5.is_over(state):
            hand = PlayedOut(rules, before, r5.action_text(action, before), state)
            yield from filter(None, (compare_score(hand), compare_winners(hand, chance), compare_dealer(hand)))


@pytest.mark.parametrize("name", CORE_OPTIONS)
def test_every_value_is_known_to_all(name: str) -> None:
    option = CORE_OPTIONS[name]
    found = {value: list(missing(option, value)) for value in values(option)}
    told = [f"{setting_text(name, value)}: {'; '.join(lacks)}" for value, lacks in found.items() if lacks]
    assert not told, "\n" + "\n".join(told)
