"""Tests of the steps between the deal and the first turn: hook `dealing`, `Round`, `mark_acted`, pending seats."""

from __future__ import annotations

from itertools import permutations
from types import SimpleNamespace
from typing import Any

import click.testing
import pytest
from tests.hooks.installing import Install
from tests.hooks.round_plugins import Bids, Passed, Shown, Turned, bid_in_order, pass_two, show_one, turned_up
from tests.hooks.samples import answering, plugin, refusal
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.hooks import Deal, MatchSoFar, Round, hand_ended, hookimpl, mark_acted, recall, replace
from rummy500.notation.position import position_table
from rummy500_terminal.app import app
from rummy500_testing import LawRunner

#: Three hands, the dealer seat 2, before each has shown a card.
SHOW = """
dealer = 2
phase = "show"
hands = ["2c 3d", "4c 5c", "6h 7h"]
stock = "6c 7c"
pile = "Kd"
"""


def position(text: str, *plugins: SimpleNamespace, seats: int = 3) -> r5.Position:
    return r5.parse_position(text, rules=r5.compose("classic", plugins or [show_one()], seats=seats))


def test_in_any_order__each_pending_seat_may_act_and_the_first_is_on_turn() -> None:
    rules = r5.compose("classic", [show_one()], seats=3)
    hand = r5.deal(rules, seed=3, dealer=0)
    assert (hand.public.phase, hand.public.to_act, hand.public.turn.pending) == ("show", 1, (1, 2, 0))
    assert r5.ask_order(rules, hand) == (1, 2, 0)
    assert [len(texts(rules, hand, seat)) for seat in range(3)] == [7, 7, 7]
    assert len(texts(rules, hand)) == 21
    hand = do(rules, hand, texts(rules, hand, 2)[0])
    assert (hand.public.to_act, hand.public.turn.pending, r5.ask_order(rules, hand)) == (1, (1, 0), (1, 0))
    assert [r5.default_action(rules, hand, seat) is None for seat in range(3)] == [False, False, True]
    assert texts(rules, hand, 2) == []
    assert refused(rules, hand, "2: show 4c") == (
        "You have acted in this round already, or need not act in it. (turn.seat)"
    )
    assert refused(rules, hand, "2: draw") == "It is the turn of seat 1. (turn.seat)"
    hand = do(rules, hand, texts(rules, hand, 1)[0], texts(rules, hand, 0)[0])
    assert (hand.public.phase, hand.public.to_act, hand.public.turn.pending) == ("draw", 1, ())
    assert -1 not in recall(rules, hand, Shown).cards
    assert refused(rules, hand, "1: show 4c") == "You cannot show now. (turn.phase)"


def test_pass_two__in_every_order_each_gets_the_cards_of_the_right_neighbour() -> None:
    rules = r5.compose("classic", [pass_two()], seats=3)
    where = r5.parse_position(SHOW.replace('"show"', '"give"').replace('"2c 3d"', '"2c 3d Ks"'), rules=rules).state
    gifts = ["0: give Ks 2c", "1: give 4c 5c", "2: give 6h 7h"]
    after = {do(rules, where, *order) for order in permutations(gifts)}
    assert len(after) == 1
    (state,) = after
    assert [r5.cards_text(state.cards(seat)) for seat in range(3)] == ["6h 7h 3d", "Ks 2c", "4c 5c"]
    assert (state.public.phase, state.public.to_act) == ("draw", 0)
    assert recall(rules, state, Passed) == Passed(("", "", ""))


def test_in_order__only_the_first_pending_seat_may_act() -> None:
    rules = r5.compose("classic", [bid_in_order()], seats=3)
    hand = r5.deal(rules, seed=3, dealer=0)
    assert (hand.public.to_act, hand.public.turn.pending, r5.ask_order(rules, hand)) == (1, (1, 2, 0), (1,))
    assert texts(rules, hand) == ["1: bid 0", "1: bid 1", "1: bid 2", "1: bid 3"]
    assert refused(rules, hand, "2: bid 1") == "It is the turn of seat 1. (turn.seat)"
    assert [r5.default_action(rules, hand, seat) is None for seat in range(3)] == [True, False, True]
    hand = do(rules, hand, "1: bid 2")
    assert texts(rules, hand) == ["2: bid 0", "2: bid 3"]
    hand = do(rules, hand, "2: bid 3", "0: bid 0")
    assert (recall(rules, hand, Bids).points, hand.public.phase, hand.public.to_act) == ((2, 3, 0), "draw", 1)


@pytest.mark.parametrize(("opening", "phase"), [("upcard", "draw"), ("offer", "offer"), ("extra-card", "play")])
def test_an_effect_alone__then_the_first_turn_begins(opening: str, phase: str) -> None:
    rules = r5.compose("classic", [turned_up()], {"deal.opening": opening}, seats=3)
    usual = r5.deal(r5.compose("classic", options={"deal.opening": opening}, seats=3), seed=5, dealer=1)
    hand = r5.deal(rules, seed=5, dealer=1)
    assert (hand.public.phase, hand.public.to_act) == (phase, 2)
    assert hand.public.pile == usual.public.pile + usual.stock[:1]
    assert (hand.stock, recall(rules, hand, Turned).card) == (usual.stock[1:], usual.stock[0])


def thrown_in(rules: r5.Rules, state: r5.State) -> r5.State:
    return hand_ended(state, "thrown-in")


def stepping(*steps: Round) -> r5.Rules:
    """Compose with other steps of the deal in which each shows a card."""
    one = SimpleNamespace(**{**vars(show_one()), "dealing": hookimpl(answering(Deal(steps)))})
    return r5.compose("classic", [one], seats=3)


def test_an_effect_that_ends_the_hand_is_the_last_step() -> None:
    hand = r5.deal(stepping(Round(begin=thrown_in), Round("show")), seed=5)
    assert (hand.public.phase, hand.public.ended, hand.public.turn.pending) == ("over", "thrown-in", ())


@pytest.mark.parametrize(("hand_number", "phase"), [(1, "draw"), (2, "show")])
def test_a_step_comes_only_in_the_hands_that_it_says(hand_number: int, phase: str) -> None:
    """In odd hands nobody shows a card; then neither does the step's effect happen."""

    def is_even(_: r5.Rules, state: r5.State) -> bool:
        return state.public.match.hand_number % 2 == 0

    rules = stepping(Round("show", when=is_even), Round(begin=thrown_in, when=lambda _, __: False))
    hand = r5.deal(rules, seed=5, match=MatchSoFar(dealer=0, scores=(0, 0, 0), hand_number=hand_number))
    assert (hand.public.phase, hand.public.to_act) == (phase, 1)
    while hand.public.phase == "show":
        hand = do(rules, hand, texts(rules, hand)[0])
    assert (hand.public.phase, hand.public.turn.pending) == ("draw", ())
    LawRunner(rules).hand("0")


@pytest.mark.parametrize("when", ["always", lambda: True])
def test_when_a_step_comes_is_a_function(when: Any) -> None:
    assert "whose when must be a function of 2 arguments" in refusal(
        plugin("odd", dealing=lambda: Deal((Round(begin=lambda _, state: state, when=when),)))
    )


@pytest.mark.parametrize("turned", [False, True])
def test_rounds_of_two_plugins_follow_one_another_in_the_order_of_the_plugins(turned: bool) -> None:
    plugins = [show_one(), bid_in_order()]
    rules = r5.compose("classic", plugins[::-1] if turned else plugins, seats=2)
    hand, phases = r5.deal(rules, seed=3), list[str]()
    while hand.public.phase != "draw":
        phases.append(hand.public.phase)
        hand = do(rules, hand, texts(rules, hand)[0])
    assert phases == (["bid", "bid", "show", "show"] if turned else ["show", "show", "bid", "bid"])
    (dealt,) = (line.text for line in r5.explain(rules) if line.rule == "deal.order")
    names = "bid-in-order, then those of show-one" if turned else "show-one, then those of bid-in-order"
    assert dealt.endswith(f"The steps of {names} come before the first turn.")


def test_positions__pending_is_left_out_where_those_before_the_seat_on_turn_have_acted() -> None:
    where = position(SHOW)
    assert (where.state.public.to_act, where.state.public.turn.pending) == (0, (0, 1, 2))
    assert "turn" not in position_table(where)
    later = position(SHOW + "to_act = 1\n")
    assert later.state.public.turn.pending == (1, 2)
    assert "turn" not in position_table(later)
    acted = position(SHOW + "turn = { pending = [0, 2] }\n")
    assert (acted.state.public.to_act, acted.state.public.turn.pending) == (0, (0, 2))
    assert position_table(acted)["turn"] == {"pending": [0, 2]}
    assert "0: show 2c" in texts(acted.rules, acted.state, 0)
    assert texts(acted.rules, acted.state, 1) == []


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "turn = { pending = [0, 0] }",
            10,
            "seats 0, 0 are pending in phase show, and should be some of 0, 1, 2, in this order (wrong-pending)",
        ),
        (
            "to_act = 2\nturn = { pending = [1, 2] }",
            1,
            "seat 2 is on turn, and the first pending seat is 1 (wrong-seat)",
        ),
    ],
)
def test_positions__pending_seats_that_cannot_be(text: str, column: int, message: str) -> None:
    with pytest.raises(r5.NotationError) as raised:
        position(SHOW + text)
    assert str(raised.value) == f"line 7, column {column}: {message}"


def test_find_defects__names_pending_seats_that_cannot_be() -> None:
    where = position(SHOW)
    rules, public = where.rules, where.state.public

    def defects(*pending: int, to_act: int = 0) -> list[tuple[str, str]]:
        turn = replace(public.turn, pending=pending)
        state = replace(where.state, public=replace(public, turn=turn, to_act=to_act))
        return [
            (defect.name, defect.about) for defect in r5.find_defects(rules, state) if defect.name != "missing-cards"
        ]

    due = "pending in phase show, and should be some of 0, 1, 2, in this order"
    assert defects(0, 2) == []
    assert defects() == [("wrong-pending", f"no seat is {due}")]
    assert defects(1, 7, to_act=1) == [
        ("no-such-seat", "pending is seat 7"),
        ("wrong-pending", f"seats 1, 7 are {due}"),
    ]
    assert defects(1, 2) == [("wrong-seat", "seat 0 is on turn, and the first pending seat is 1")]


def test_a_seat_that_is_not_pending_cannot_have_acted() -> None:
    where = position(SHOW + "turn = { pending = [0, 2] }\n")
    with pytest.raises(ValueError, match="mark_acted was called for seat 1, which is not pending in phase show"):
        mark_acted(where.rules, where.state, 1)


def test_the_terminal_asks_each_pending_seat(install: Install) -> None:
    install("show-one", "", value="tests.hooks.round_plugins:SHOW_ONE")
    args, typed = "play --interactive --plugin show-one --seats 3 --seed 5", "hint\n1\nshow\nquit\n"
    asked = click.testing.CliRunner(env={"COLUMNS": "80", "TERM": "dumb"}).invoke(app, args, input=typed)
    assert (asked.exit_code, asked.exception) == (0, None)
    assert "act out of turn" not in asked.output
