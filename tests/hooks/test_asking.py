"""Tests of rounds in which seats answer with a word, hidden until all have (`Round.answers`), between two turns too."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from tests.hooks.samples import plugin, refusal
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.observe import redact
from rummy500.hooks import Deal, Reason, Round, RuleEntry, draw_cards, replace
from rummy500.table import TableError, deal_hand, messages, open_table, submit, time_is_up, waiting
from rummy500_cookbook import may_i
from rummy500_testing import check_laws

ASKING = """
to_act = 1
phase  = "play"
last   = 0
hands  = ["3c 4c", "5d 6c", "7h 8s", "9d Tc"]
stock  = "8d 9s Jc"
pile   = "2c 4h"
"""


MUTE = Reason("poll.rule", "mute", "Nobody may answer.")


def asked(*, plugins: Iterable[object] = (may_i,)) -> tuple[r5.Rules, r5.State]:
    """Return a state right after a discard of seat 1, in which seats 2, 3 and 0 are asked."""
    rules = r5.compose("classic", plugins, seats=4)
    return rules, do(rules, r5.parse_position(ASKING, rules=rules).state, "1: discard 6c")


def entry(name: str) -> tuple[RuleEntry, ...]:
    return (RuleEntry(f"{name}.rule", "The deal", "Everybody is asked.", ("house",)),)


def polling(name: str = "poll", **fields: Any) -> SimpleNamespace:
    """Make a plugin that asks all seats after the deal; whoever says yes draws a card."""

    def settle(rules: r5.Rules, state: r5.State, answers: Mapping[int, str]) -> r5.State:
        for seat, word in answers.items():
            if word == "yes":
                state = draw_cards(state, seat)
        return state

    step = Round(**{"phase": name, "answers": ("no", "yes"), "settle": settle, **fields})
    return plugin(name, dealing=lambda: Deal((step,)), entries=lambda: entry(name))


def test_asks__all_entitled_seats_at_once_before_the_next_turn() -> None:
    rules, state = asked()
    assert (state.public.phase, state.public.turn.pending, state.public.to_act) == ("may-i", (2, 3, 0), 2)
    listed = [action.text() for action in r5.legal_actions(rules, state, seat=0)]
    assert listed == ["may-i decline", "may-i buy"]
    for text in ("0: may-i buy", "3: may-i buy", "2: may-i decline"):
        state = do(rules, state, text)
    assert (state.public.phase, state.public.to_act, state.public.turn.pending) == ("draw", 2, ())
    assert r5.cards_text(state.cards(3)) == "8d 9d 6c Tc"


def test_asks__answers_are_hidden_until_all_are_in() -> None:
    rules, state = asked()
    states = [do(rules, state, f"3: may-i {word}") for word in ("buy", "decline")]
    for seat in (0, 1, 2, None):
        one, other = (r5.observe(rules, each, seat) for each in states)
        assert one == other
        assert r5.action_text(redact(rules, state, r5.parse_action("3: may-i buy", rules=rules), seat)) == "3: may-i"
    assert r5.observe(rules, states[0], 3) != r5.observe(rules, states[1], 3)
    check_laws(rules, hands=1).require()


def test_asks__at_a_table_all_people_are_asked_in_one_round() -> None:
    rules = r5.compose("classic", [may_i], seats=3)
    rng = random.Random(1)
    table = deal_hand(open_table(rules, ["Ann", "Ben", "Cid"]), rng)
    for text in ("draw", "discard"):
        now, hand = waiting(table), table.hand
        assert hand is not None
        assert now.on_turn is not None
        legal = r5.legal_actions(rules, hand, seat=now.on_turn)
        action = next(each for each in legal if each.verb == text)
        table = submit(table, now.on_turn, now.decision, action.text(hand.public.pile), rng)
    now = waiting(table)
    assert (now.kind, now.seats) == ("round", (2, 0))
    decision = now.decision
    table = submit(table, 0, decision, "may-i buy", rng)
    assert messages(table, 2)[-1].text == "0: may-i"
    table = time_is_up(table, decision, "round", rng)
    assert messages(table, 0)[-1].text == "2: may-i"
    hand = table.hand
    assert hand is not None
    assert (hand.public.phase, hand.public.hand_size(0)) == ("draw", 9)


def test_asks__the_clock_of_a_round_in_which_a_rule_allows_no_answer_names_the_seat() -> None:
    mute = plugin("mute", may=lambda: {"poll": lambda rules, view, action: MUTE()})
    rng = random.Random(1)
    table = deal_hand(open_table(r5.compose("classic", [polling(), mute], seats=2), ["Ann", "Ben"]), rng)
    now = waiting(table)
    assert (now.kind, now.seats) == ("round", (1, 0))
    with pytest.raises(TableError, match=r"Seat 1 must act, but has no legal action\."):
        time_is_up(table, now.decision, now.kind, rng)


def test_asks__nobody_is_asked_after_the_end_of_the_hand() -> None:
    rules = r5.compose("classic", [may_i], seats=4)
    text = ASKING.replace("5d 6c", "6c")
    assert r5.is_over(do(rules, r5.parse_position(text, rules=rules).state, "1: discard 6c"))


def test_asks__the_rounds_of_two_plugins_follow_one_another() -> None:
    everybody = polling("poll", between=True)
    for order, phases in (((may_i, everybody), ["may-i", "poll"]), ((everybody, may_i), ["poll", "may-i"])):
        rules, state = asked(plugins=order)
        for phase in phases:
            assert state.public.phase == phase
            for seat in state.public.turn.pending:
                state = r5.apply(rules, state, r5.legal_actions(rules, state, seat=seat)[0])
        assert (state.public.phase, state.public.to_act) == ("draw", 2)


def test_answers__in_a_round_of_the_deal() -> None:
    rules = r5.compose("classic", [polling()], seats=3)
    state = r5.deal(rules, seed=2)
    assert (state.public.phase, state.public.turn.pending) == ("poll", (1, 2, 0))
    for text in ("0: poll yes", "1: poll no", "2: poll yes"):
        state = do(rules, state, text)
    assert (state.public.phase, state.public.to_act) == ("draw", 1)
    assert [state.public.hand_size(seat) for seat in range(3)] == [8, 7, 8]
    check_laws(rules, hands=1).require()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"answers": ("no", "ja_")}, "of letters, digits and hyphens, not ('no', 'ja_')"),
        ({"answers": ("no",)}, "whose phase and answers must be words, two answers or more"),
        ({"settle": None}, "whose settle must be a function of 3 arguments (rules, state, answers), not None"),
        ({"asks": lambda rules: ()}, "whose asks must be a function of 2 arguments (rules, state)"),
        ({"between": True, "by": "left"}, "with between, which has answers and settle, perhaps asks, again and worth"),
        ({"again": True}, "with asks or again: set both the phase and asks"),
        ({"answers": (), "worth": lambda rules, view, action: 0.0}, "answers must be words, two answers or more"),
        ({"worth": lambda rules, word: 0.0}, "whose worth must be a function of 3 arguments (rules, view, action)"),
    ],
)
def test_a_round_with_a_mistake_is_refused(fields: Mapping[str, Any], message: str) -> None:
    found = refusal(polling(**fields))
    assert found.startswith("plugin poll: hook dealing has a Round 'poll' ")
    assert message in found


BETWEEN: Mapping[str, Any] = {"between": True, "asks": lambda rules, state: iter([3])}


def moving(**fields: Any) -> Any:
    """Make a `settle` that changes what lies open."""
    return lambda rules, state, answers: replace(state, public=replace(state.public, **fields))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"between": True, "asks": lambda rules, state: None}, "whose asks must return seats, not None"),
        ({"between": True, "asks": lambda rules, state: [3, 4]}, "whose asks must return seats, 0 to 3, not 4"),
        ({**BETWEEN, "settle": lambda rules, state, answers: 0}, "whose settle must return a State, not"),
        ({**BETWEEN, "settle": moving(to_act=99)}, "a State whose to_act is a seat, 0 to 3, not 99"),
        (
            {**BETWEEN, "settle": moving(phase="nap")},
            "a State in which a turn begins or the hand ends, not one in the",
        ),
    ],
)
def test_a_wrong_answer_in_play_names_the_plugin(fields: Mapping[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        do(*asked(plugins=[polling(**fields)]), "3: poll no")
    assert message in str(caught.value)
    assert caught.value.__notes__[0].startswith("plugin poll (hook dealing) raised this error in test_asking.py")


def test_settle__after_the_deal_does_not_choose_who_begins() -> None:
    rules = r5.compose("classic", [polling(settle=moving(to_act=0))], seats=2)
    state = do(rules, r5.deal(rules, seed=2), "0: poll yes")
    with pytest.raises(
        ValueError, match=r"whose settle must return a State, and not set whose turn it is: Deal\.first_player"
    ) as caught:
        do(rules, state, "1: poll no")
    assert caught.value.__notes__[0].startswith("plugin poll (hook dealing) raised this error in test_asking.py")
