"""Tests of wrong calls: each raises one clear error, and views answer for their own seat only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5

RULES = r5.compose("classic", seats=3)
STATE = r5.deal(RULES, seed=5)
DRAW = r5.parse_action("1: draw", STATE)
OTHER = r5.compose("classic", seats=2)
#: The error of a compiled function for an argument of the wrong type.
NO_ACTION = "Action object expected; got str" if r5.COMPILED else "an action is an Action, not '1: draw'"
NO_STATE = "State object expected" if r5.COMPILED else "applied to a State"
NO_SIGHT = "expected" if r5.COMPILED else "a State or a View is needed, not None"


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: r5.legal_actions(OTHER, STATE), r5.PositionError, "the state is of 3 seats, the rules are for 2"),
        (lambda: r5.why_not(OTHER, STATE, DRAW), r5.PositionError, "the state is of 3 seats"),
        (lambda: r5.apply(OTHER, STATE, DRAW), r5.PositionError, "the state is of 3 seats"),
        (lambda: r5.score_hand(OTHER, STATE), r5.PositionError, "the state is of 3 seats"),
        (lambda: r5.ask_order(OTHER, STATE), r5.PositionError, "the state is of 3 seats"),
        (lambda: r5.observe(OTHER, STATE, 0), r5.PositionError, "the state is of 3 seats"),
        (lambda: r5.observe(RULES, STATE, 3), r5.PositionError, "there is no seat 3: seats are 0 to 2"),
        (lambda: r5.legal_actions(RULES, STATE, seat=-1), r5.PositionError, "there is no seat -1"),
        (lambda: r5.actions_for_cards(RULES, STATE, 7, "9h"), r5.PositionError, "there is no seat 7"),
        (lambda: r5.default_action(RULES, STATE, 9), r5.PositionError, "there is no seat 9"),
        (lambda: r5.deal(RULES, seed=1, dealer=3), r5.DealError, "there is no seat 3 to deal"),
    ],
)
def test_another_table_or_seat_is_refused(ask: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ask()


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda any_: r5.apply(RULES, STATE, any_("1: draw")), TypeError, NO_ACTION),
        (lambda any_: r5.apply(RULES, any_(r5.observe(RULES, STATE, 1)), DRAW), TypeError, NO_STATE),
        (lambda any_: r5.points(RULES, any_(None)), TypeError, NO_SIGHT),
        (lambda any_: r5.score_hand(RULES, any_(None)), TypeError, NO_SIGHT),
        (lambda any_: r5.default_action(RULES, any_(None), 0), TypeError, NO_SIGHT),
        (lambda any_: r5.deal(RULES, deck=any_("As 2s")), r5.DealError, "a deck is a list of cards"),
        (lambda any_: r5.deal(RULES, seed=any_(1.5)), TypeError, "a seed must be a whole number, not 1.5"),
        (lambda any_: r5.deal(RULES, seed=1, dealer=any_("0")), TypeError, "a dealer must be a whole number, not '0'"),
        (lambda any_: r5.parse_action(any_(b"1: draw"), STATE), TypeError, "notation is text"),
        (lambda any_: r5.observe(RULES, STATE, 0, memory=any_("some")), ValueError, "memory is 'full' or 'none'"),
    ],
)
def test_the_wrong_type_is_named(ask: Callable[[Any], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ask(lambda value: value)


def test_a_view_does_not_answer_for_another_seat() -> None:
    view = r5.observe(RULES, STATE, 0)
    refusal = r5.why_not(RULES, view, DRAW)
    assert refusal is not None
    assert refusal.rule == "turn.seat"
    assert DRAW not in r5.legal_actions(RULES, view)
    assert r5.why_not(RULES, r5.observe(RULES, STATE, 1), DRAW) is None


def test_selected_cards_outside_the_pack_are_used_by_no_action() -> None:
    assert r5.actions_for_cards(RULES, STATE, 1, "9h 9h 9h") == ()
    assert r5.actions_for_cards(RULES, STATE, 1, "??") == ()
    with pytest.raises(r5.NotationError):
        r5.actions_for_cards(RULES, STATE, 1, "9x")


def test_a_refusal_cannot_be_changed() -> None:
    refusal = r5.why_not(RULES, STATE, r5.parse_action("2: draw", STATE))
    assert refusal is not None
    facts = dict(refusal.facts)
    assert facts == {"seat": "1"}
    refusal.facts.update(seat="2")  # type: ignore[attr-defined] # wrong on purpose
    assert refusal.sentence == "It is the turn of seat 1."


POSITION = 'hands = ["9s 2c", "5h 6h"]\npile = "8d"\nstock = "4c"\n'


def test_taken_cards_of_a_position_are_known_to_all_until_they_are_played() -> None:
    position = r5.parse_position(f'phase = "play"\nto_act = 0\ntaken = ["9s"]\n{POSITION}')
    assert position.state.public.known == (r5.parse_position(f'phase = "play"\nto_act = 0\ndrawn = ["9s"]\n{POSITION}')
                                         .state.drawn, 0)  # fmt: skip
    bare = r5.observe(position.rules, position.state, 1, memory="none")
    assert (bare.public.known, bare.public.turn.taken) == ((0, 0), 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('phase = "offer"', "there is no phase 'offer' in these rules"),
        ('phase = "reshuffle"', "there is no phase 'reshuffle' in these rules"),
        ('phase = "offer"\nrules = { options = { "deal.opening" = "offer" } }\npile = ""', "there is no card to offer"),
        ('phase = "reshuffle"\nrules = { options = { "stock.empty" = "reshuffle" } }', "there is nothing to reshuffle"),
        ("plugin = { floating = { } }", "no plugin in play has a memory"),
    ],
)
def test_positions_that_cannot_go_on_are_no_positions(text: str, words: str) -> None:
    rest = POSITION.replace('pile = "8d"\n', "") if "pile" in text else POSITION
    with pytest.raises(r5.NotationError, match=words):
        r5.parse_position(f"{text}\n{rest}")


def test_an_option_set_twice_is_refused() -> None:
    with pytest.raises(r5.ComposeError, match=r"option match\.target is set twice"):
        r5.parse_position(f'rules = {{ options = {{ match.target = 5, "match.target" = 6 }} }}\n{POSITION}')


def test_rules_that_are_refused_need_no_hands() -> None:
    with pytest.raises(r5.ComposeError):
        r5.parse_position('rules = { preset = "clasic" }')
    with pytest.raises(r5.NotationError, match="a position has no hands"):
        r5.parse_position('rules = { preset = "classic" }')
