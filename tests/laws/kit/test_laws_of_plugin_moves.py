"""Tests that general laws judge moves of plugins by what they change, at the defaults of `check_laws`."""

from __future__ import annotations

import attrs
import pytest
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.hooks import Action, Rules, State, bag_of, cards_of, replace, show_cards
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


def for_the_next(*, all_cards: bool) -> Rules:
    """Let the card that redeems a joker, or every card of its meld, count for the next seat."""

    def effect(rules: Rules, state: State, action: Action) -> State:
        after = RULES.turn.moves["redeem"].effect(rules, state, action)
        melds = list(after.public.table)
        meld = melds[action.on]
        placed = zip(meld.pieces, meld.by, strict=True)
        by = bytes((seat + (all_cards or piece in action.pieces)) % rules.seats for piece, seat in placed)
        melds[action.on] = replace(meld, by=by)
        return replace(after, public=replace(after.public, table=tuple(melds)))

    redeem = attrs.evolve(RULES.turn.moves["redeem"], effect=effect, other_hands=True)
    return alter(RULES, moves={**RULES.turn.moves, "redeem": redeem})


def test_a_move_that_changes_other_hands_may_play_a_card_for_another_seat() -> None:
    report = check_laws(for_the_next(all_cards=False), laws=KEEP)
    report.require()
    assert {str(thing): times for thing, times in report.seen.counts.items()}["move redeem"] > 0


def test_a_move_that_changes_other_hands_does_not_move_points_of_cards_that_stay() -> None:
    (broken,) = check_laws(for_the_next(all_cards=True), laws=KEEP).broken
    assert " lay on the table for another seat" in broken.fault.what


# ------------------------------------------------- rare moves, legal with few hands

KNOCK = r5.compose("pagat", [COOKBOOK["knock"]], seats=3)
SHOWS = [law for law in LAWS if law.name == "an action shows no hidden card"]


def knock_and_show(rules: Rules, state: State, action: Action) -> State:
    """End the hand, and let everyone know a card that the action does not name: an author's mistake."""
    after = KNOCK.turn.moves["knock"].effect(rules, state, action)
    return show_cards(after, action.seat, bag_of(cards_of(state.hands[action.seat])[:1]))


@pytest.mark.parametrize("seed", range(6))
def test_a_leak_of_a_move_that_is_legal_with_few_hands_is_found_in_six_hands(seed: int) -> None:
    knock = attrs.evolve(KNOCK.turn.moves["knock"], effect=knock_and_show)
    (broken,) = check_laws(
        alter(KNOCK, moves={**KNOCK.turn.moves, "knock": knock}), hands=6, seed=seed, laws=SHOWS
    ).broken
    assert broken.fault.action is not None
    assert broken.fault.action.verb == "knock"
