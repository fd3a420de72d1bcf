"""Tests of what is hidden: redacted actions, records as each seat sees them."""

from __future__ import annotations

import random

import pytest
from tests.hooks.samples import plugin, refusal
from tests.hooks.secret_plugins import Chips, Looked, Sealed, hidden_chips, look, own_bid_until_all_bid, sealed_bids
from tests.hooks.steps import do, refused

import rummy500 as r5
from rummy500.engine.observe import redact
from rummy500.hooks import HandMemory, MatchMemory, recall
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

BIDS = r5.compose("classic", [sealed_bids()], seats=3)
DEALT = r5.deal(BIDS, seed=3)
SEATS = (0, 1, 2, None)


def test_redact__the_seat_that_acts_sees_all_and_others_not_what_is_hidden() -> None:
    bid = r5.parse_action("1: bid 2", DEALT, rules=BIDS)
    assert [str(redact(BIDS, DEALT, bid, seat)) for seat in SEATS] == ["1: bid", "1: bid 2", "1: bid", "1: bid"]
    assert str(redact(BIDS, r5.observe(BIDS, DEALT, 0), bid, 0)) == "1: bid"


def test_redact__nobody_sees_the_order_of_a_reshuffle() -> None:
    rules = r5.compose("pagat", options={"stock.empty": "reshuffle"}, seats=3)
    where = 'phase = "reshuffle"\nto_act = 0\nhands = ["2c", "3c", "4c"]\npile = "5c 6c 7c"'
    state = r5.parse_position(where, rules=rules).state
    action = r5.parse_action("deck: reshuffle 6c 5c", state)
    assert {str(redact(rules, state, action, seat)) for seat in SEATS} == {"deck: reshuffle"}


def test_redact__a_redacted_action_is_not_to_be_applied() -> None:
    bid = redact(BIDS, DEALT, r5.parse_action("1: bid 2", DEALT, rules=BIDS), 0)
    with pytest.raises(r5.IllegalActionError, match="Bid a number from 0 to 3"):
        r5.apply(BIDS, DEALT, bid)
    assert refused(BIDS, DEALT, "1: bid") == "Bid a number from 0 to 3. (sealed-bids)"
    with pytest.raises(r5.IllegalActionError, match="Bid a number from 0 to 3"):
        r5.decide(BIDS, DEALT, 1, "bid", random.Random(1))


def test_seen__each_seat_sees_its_own_bid_and_a_spectator_none() -> None:
    hand = do(BIDS, DEALT, "1: bid 2", "0: bid 3")
    assert recall(BIDS, hand, Sealed).points == (3, 2, -1)
    shown = [recall(BIDS, r5.observe(BIDS, hand, seat), Sealed).points for seat in SEATS]
    assert shown == [(3, -1, -1), (-1, 2, -1), (-1, -1, -1), (-1, -1, -1)]


def test_seen__bids_that_are_turned_over_are_seen_by_all() -> None:
    rules = r5.compose("classic", [sealed_bids(seen=own_bid_until_all_bid)], seats=3)
    hand = do(rules, r5.deal(rules, seed=3), "1: bid 2", "0: bid 3")
    assert recall(rules, r5.observe(rules, hand, 2), Sealed).points == (-1, -1, -1)
    hand = do(rules, hand, "2: bid 0")
    assert {recall(rules, r5.observe(rules, hand, seat), Sealed).points for seat in SEATS} == {(3, 2, 0)}


def test_seen__a_record_of_the_match_is_hidden_during_a_hand() -> None:
    rules = r5.compose("classic", [hidden_chips()], seats=3)
    hand = r5.deal(rules, seed=3)
    assert recall(rules, hand.public.match, Chips).left == (9, 9, 9)
    shown = [recall(rules, r5.observe(rules, hand, seat).public.match, Chips).left for seat in SEATS]
    assert shown == [(9, -1, -1), (-1, 9, -1), (-1, -1, 9), (-1, -1, -1)]


def test_seen__a_move_sees_the_record_as_its_seat_does() -> None:
    rules = r5.compose("classic", [look()], seats=3)
    hand = do(rules, r5.deal(rules, seed=3), "1: draw", "1: look")
    assert recall(rules, r5.observe(rules, hand, 1), Looked).at == (0, hand.hands[2], 0)
    assert recall(rules, r5.observe(rules, hand, 2), Looked).at == (0, 0, 0)
    assert refused(rules, hand, "1: look") == "You have looked. (look)"


def test_seen__a_saved_state_has_the_whole_record() -> None:
    hand = do(BIDS, DEALT, "1: bid 2")
    text = "\n".join(toml_lines(position_table(r5.Position(BIDS, hand))))
    assert r5.parse_position(text, rules=BIDS).state == hand


@pytest.mark.parametrize(
    "memory",
    [
        HandMemory(Sealed, seen=lambda record: record),  # type: ignore[arg-type,misc] # wrong on purpose
        MatchMemory(lambda scores: Chips(), lambda rules, record, tally: record, lambda it: it),  # type: ignore[arg-type,misc] # wrong on purpose
    ],
)
def test_seen__a_function_of_other_arguments_is_refused(memory: object) -> None:
    found = refusal(plugin(memory=lambda: memory))
    assert "whose seen must be a function of 3 arguments (rules, record, seat)" in found


def test_seen__a_record_of_another_type_names_the_plugin() -> None:
    rules = r5.compose("classic", [sealed_bids(seen=lambda rules, record, seat: None)], seats=3)
    with pytest.raises(TypeError, match=r"plugin sealed-bids: hook memory has a .* whose seen must return a Sealed"):
        r5.observe(rules, DEALT, 0)
