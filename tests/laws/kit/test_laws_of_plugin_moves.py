"""Tests that general laws judge moves of plugins by what they change, at the defaults of `check_laws`."""

from __future__ import annotations

import attrs
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.hooks import Action, Rules, State, replace
from rummy500_testing import LAWS, check_laws
from rummy500_testing.altering import alter

RULES = r5.compose("pagat", [COOKBOOK["redeem-a-joker"]], {"deck.jokers": 4}, seats=3)
KEEP = [law for law in LAWS if law.name == "cards keep their player"]


def counts_for_the_joker(rules: Rules, state: State, action: Action) -> State:
    """Let a card that redeems a joker count for the seat that has played the joker: an author's mistake."""
    after = RULES.turn.moves["redeem"].effect(rules, state, action)
    melds = list(after.public.table)
    melds[action.on] = replace(melds[action.on], by=state.public.table[action.on].by)
    return replace(after, public=replace(after.public, table=tuple(melds)))


def test_a_redeemed_card_that_counts_for_another_seat_is_found_at_the_defaults() -> None:
    redeem = attrs.evolve(RULES.turn.moves["redeem"], effect=counts_for_the_joker)
    (broken,) = check_laws(alter(RULES, moves={**RULES.turn.moves, "redeem": redeem}), laws=KEEP).broken
    assert " has played " in broken.fault.what


def test_a_redeemed_card_that_counts_for_its_player_breaks_no_law() -> None:
    report = check_laws(RULES, laws=KEEP)
    report.require()
    assert report.rows[0].skipped == 0
    assert {str(thing): times for thing, times in report.seen.counts.items()}["move redeem"] > 0
