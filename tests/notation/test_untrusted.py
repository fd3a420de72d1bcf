"""Tests of `decide`: text from outside acts for its own seat only, never decides chance, and breaks nothing."""

from __future__ import annotations

import pickle
import random
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from proofs.fuzz.spoil import garbage
from tests.rules.tables import PRESETS, table

import rummy500 as r5
from rummy500.rules.actions import DECK

HERE = table("pagat", hands=["Jc Jh", "Tc Td", "2c 3c"], melds=["0 [5h 6h 7h]"], pile="4s 8h", last=0)
TOSS = """
rules  = { preset = "classic", plugins = ["throw-down"] }
to_act = 0
phase  = "play"
hands  = ["9s 2c", "2d Kc"]
stock  = "8c Jd"
pile   = "Qd 6s Ks Kd"
"""
DUE = """
rules  = { preset = "pagat", options = { "stock.empty" = "reshuffle" } }
phase  = "reshuffle"
to_act = 1
hands  = ["9s 2c", "2d Kc", "3d 3c"]
pile   = "Qd 6s Ks Kd"
"""
#: An error repeats at most one line of a text.
LONGEST_ERROR = 700


def decide(where: r5.Position, seat: Any, text: Any, seed: int = 1) -> r5.Action:
    return r5.decide(where.rules, where.state, seat, text, random.Random(seed))


def refusal(where: r5.Position, seat: Any, text: Any) -> r5.Refusal:
    with pytest.raises(r5.IllegalActionError) as caught:
        decide(where, seat, text)
    return caught.value.refusal


def views(where: r5.Position) -> Iterator[r5.View]:
    for seat in (None, *range(where.rules.seats)):
        for memory in ("full", "none"):
            yield r5.observe(where.rules, where.state, seat, memory=memory)


# ------------------------------------------------------------------ whose action it is


def test_turn_seat__a_text_acts_for_the_seat_that_sent_it() -> None:
    assert decide(HERE, 1, "draw") == decide(HERE, 1, " 1: draw\n") == r5.parse_action("1: draw")
    assert str(refusal(HERE, 0, "1: draw")) == "You play seat 0. You cannot act for seat 1. (turn.seat)"
    assert str(refusal(HERE, 1, "2: call 8h on m1")) == "You play seat 1. You cannot act for seat 2. (turn.seat)"
    assert str(refusal(HERE, 1, "deck: draw")) == "You play seat 1. You cannot act for the deck. (turn.seat)"
    assert str(refusal(HERE, 0, "draw")) == "It is the turn of seat 1. (turn.seat)"
    assert decide(HERE, 2, "call 8h on m1") == r5.parse_action("2: call 8h on m1", HERE.state)


def test_turn_seat__a_spectator_never_acts() -> None:
    assert str(refusal(HERE, None, "draw")) == "A spectator cannot act. (turn.seat)"
    assert str(refusal(HERE, None, "1: draw")) == "A spectator cannot act. (turn.seat)"


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_play_is_a_fault_of_the_program(seat: int) -> None:
    with pytest.raises(r5.PositionError, match="seat"):
        decide(HERE, seat, "draw")


@pytest.mark.parametrize("seat", [True, "1", 1.0, b"1", (1,)])
def test_what_is_no_seat_is_a_fault_of_the_program(seat: Any) -> None:
    with pytest.raises(TypeError, match="a seat must be a whole number"):
        decide(HERE, seat, "draw")


def test_the_wrong_state_or_source_is_named() -> None:
    view: Any = r5.observe(HERE.rules, HERE.state, 1)
    nothing: Any = None
    with pytest.raises(TypeError, match="state of decide must be State, not View"):
        r5.decide(HERE.rules, view, 1, "draw", random.Random(1))
    with pytest.raises(TypeError, match="random_source must have getrandbits, which NoneType does not have"):
        r5.decide(HERE.rules, HERE.state, 1, "draw", nothing)
    with pytest.raises(r5.PositionError, match="the state is of 3 seats, the rules are for 2"):
        r5.decide(r5.compose("pagat", seats=2), HERE.state, 1, "draw", random.Random(1))


# ------------------------------------------------------------------ chance


def test_turn_seat__no_view_and_no_text_decides_what_a_tossed_card_covers() -> None:
    where = r5.parse_position(TOSS)
    for words in ("over Qd 6s Ks", "over Kd", "over Ks Qd"):
        text = f"discard 9s {words}"
        outcome = r5.parse_action(f"0: {text}", where.state, rules=where.rules)
        assert r5.why_not(where.rules, where.state, outcome) is None, "a program may apply what was seen"
        for view in views(where):
            refused = r5.why_not(where.rules, view, outcome)
            assert refused is not None
            assert refused.rule == "turn.seat"
            if view.seat == 0:
                assert str(refused) == 'How that falls is chance: say only "discard 9s". (turn.seat)'
                assert refusal(where, 0, text) == refused
        assert refusal(where, 1, f"0: {text}").rule == "turn.seat"


def test_chance_that_is_part_of_a_decision_is_sampled() -> None:
    where = r5.parse_position(TOSS)
    decision = r5.parse_action("0: discard 9s")
    decided = {decide(where, 0, "discard 9s", seed) for seed in range(40)}
    assert decided == {r5.resolve_chance(where.rules, where.state, decision, random.Random(seed)) for seed in range(40)}
    assert len({action.extra for action in decided}) > 10
    for action in decided:
        r5.apply(where.rules, where.state, action)
    assert decide(where, 0, "discard 9s", 7) == decide(where, 0, "discard 9s", 7)
    assert r5.decide(where.rules, where.state, 0, "discard 9s", secrets.SystemRandom()).verb == "discard"


def test_stock_reshuffle__no_view_and_no_text_orders_the_stock() -> None:
    where = r5.parse_position(DUE)
    order = r5.parse_action("deck: reshuffle Ks 6s Qd", where.state)
    assert r5.why_not(where.rules, where.state, order) is None, "a program may apply what was shuffled"
    for view in views(where):
        refused = r5.why_not(where.rules, view, order)
        assert str(refused) == "No player decides a reshuffle: chance does. (turn.seat)"
        assert order not in r5.legal_actions(where.rules, view)


@pytest.mark.parametrize("text", ["deck: reshuffle Ks 6s Qd", "reshuffle Ks 6s Qd", "draw", "no such thing", "", None])
def test_turn_phase__while_chance_is_due_nobody_acts(text: Any) -> None:
    where = r5.parse_position(DUE)
    for seat in range(3):
        assert str(refusal(where, seat, text)) == "Nobody can act before the reshuffle, which is due. (turn.phase)"


# ------------------------------------------------------------------ what arrives


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "an action is text, not NoneType"),
        (5, "an action is text, not int"),
        (True, "an action is text, not bool"),
        (b"draw", "an action is text, not bytes"),
        (["draw"], "an action is text, not list"),
        ({"action": "draw"}, "an action is text, not dict"),
        ("x" * 501, "this is too long; expected at most 500 characters"),
        ("draw" * 1_000_000, "this is too long"),
        (" " * 10_000, "this is too long"),
        ("dr\0aw", r"column 3: an action is one line without control characters, not '\\x00'"),
        ("\x1b[31mdraw", r"column 1: .* not '\\x1b'"),
        ("draw\ndraw", r"column 5: .* not '\\n'"),
        ("draw\u2028draw", r"not '\\u2028'"),
        ("draw \ud800", r"not '\\ud800'"),
        ("", "something is missing at the end"),
        ("   \n", "something is missing at the end"),
        ("²: draw", "line 1, column 1"),
        ("99999: draw", "line 1, column 1"),
        ("dance", "there is no action 'dance'"),
        ("draw now", "unexpected 'now' after the action"),
    ],
)
def test_what_is_no_action_is_a_notation_error(text: Any, words: str) -> None:
    with pytest.raises(r5.NotationError, match=words) as caught:
        decide(HERE, 1, text)
    assert len(str(caught.value)) < LONGEST_ERROR


def games() -> list[r5.Rules]:
    found = [r5.compose(preset, seats=3) for preset in PRESETS]
    found.append(r5.compose("pagat", options={"stock.empty": "reshuffle"}, seats=2))
    return found


def hand(rules: r5.Rules, seed: int) -> Iterator[r5.Position]:
    """Yield every state of a random hand, played by `decide` alone."""
    source, state = random.Random(seed), r5.deal(rules, seed=seed)
    while not r5.is_over(state):
        yield r5.Position(rules, state)
        due = r5.chance(rules, state)
        if due is None:
            action = source.choice(r5.legal_actions(rules, state)[:200])
            action = r5.decide(rules, state, action.seat, r5.action_text(action, state), source)
        else:
            action = due.sample(source)
        state = r5.apply(rules, state, action)


def answered(where: r5.Position, seat: int, text: str, source: random.Random) -> r5.Action | str:
    """Return the action, or one of the two errors of `decide` as text."""
    try:
        return r5.decide(where.rules, where.state, seat, text, source)
    except (r5.NotationError, r5.IllegalActionError) as error:
        return str(error)


@pytest.mark.parametrize("rules", games(), ids=str)
def test_garbage_raises_a_notation_error_or_a_refusal(rules: r5.Rules) -> None:
    source, decided = random.Random(5), 0
    for where in hand(rules, 4):
        before = pickle.dumps(where.state)
        texts = [r5.action_text(action, where.state) for action in r5.legal_actions(rules, where.state)[:20]]
        texts = texts or ["deck: reshuffle 4s 8h", "1: draw"]
        for _ in range(40):
            text = garbage(texts, source)
            seat = source.randrange(rules.seats)
            answer = answered(where, seat, text, source)
            if isinstance(answer, str):
                assert len(answer) < LONGEST_ERROR
            else:
                assert answer.seat == seat != DECK
                r5.apply(rules, where.state, answer)
                decided += 1
        assert pickle.dumps(where.state) == before
    assert decided > 20, "some of what is nearly right must be right"
