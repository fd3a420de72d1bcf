"""Tests of wrong calls: each raises one clear error, and views answer for their own seat only."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.fast import determinize, perft, playout, points
from rummy500.players import play_hand
from rummy500.table import TableError, messages, open_table, submit
from rummy500.table.log import append
from rummy500.wire import legal_message, message_json, read_answer, refusal_message, view_message

RULES = r5.compose("classic", seats=3)
STATE = r5.deal(RULES, seed=5)
DRAW = r5.parse_action("1: draw", STATE)
#: The error of a compiled function for an argument of the wrong type.
NO_ACTION = "Action object expected; got str" if r5.COMPILED else "an action is an Action, not '1: draw'"
NO_STATE = "State object expected" if r5.COMPILED else "applied to a State"
NO_SIGHT = "expected" if r5.COMPILED else "a State or a View is needed, not None"
VIEW = r5.observe(RULES, STATE, 1)
MATCH = r5.start_match(RULES)
TABLE = open_table(RULES, ["Ann", "Bob", "Cat"])
SOURCE = random.Random(1)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: r5.observe(RULES, STATE, 3), r5.PositionError, "there is no seat 3: seats are 0 to 2"),
        (lambda: r5.legal_actions(RULES, STATE, seat=-1), r5.PositionError, "there is no seat -1"),
        (lambda: r5.actions_for_cards(RULES, STATE, 7, "9h"), r5.PositionError, "there is no seat 7"),
        (lambda: r5.default_action(RULES, STATE, 9), r5.PositionError, "there is no seat 9"),
        (lambda: r5.deal(RULES, seed=1, dealer=3), r5.DealError, "there is no seat 3 to deal"),
    ],
)
def test_a_seat_that_does_not_play_is_refused(ask: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ask()


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda any_: r5.apply(RULES, STATE, any_("1: draw")), TypeError, NO_ACTION),
        (lambda any_: r5.apply(RULES, any_(r5.observe(RULES, STATE, 1)), DRAW), TypeError, NO_STATE),
        (lambda any_: points(RULES, any_(None)), TypeError, NO_SIGHT),
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


def swapped(rules: Any, state: Any, any_: Any) -> dict[str, Callable[[], object]]:
    """Calls with arguments of a wrong class, each by the error that it raises."""
    return {
        "rules of legal_actions must be Rules, not State": lambda: r5.legal_actions(state, rules),
        "state of legal_actions must be State or View, not NoneType": lambda: r5.legal_actions(rules, any_(None)),
        "actions are applied to a State, not to <Rules": lambda: r5.apply(state, rules, DRAW),
        "a State or a View is needed, not <Rules": lambda: r5.observe(state, rules, 1),
        "rules of why_not must be Rules, not State": lambda: r5.why_not(state, rules, DRAW),
        "rules of chance must be Rules, not State": lambda: r5.chance(state, rules),
        "rules of resolve_chance must be Rules, not State": lambda: r5.resolve_chance(state, rules, DRAW, SOURCE),
        "rules of score_hand must be Rules, not State": lambda: r5.score_hand(state, rules),
        "rules of points must be Rules, not State": lambda: points(state, rules),
        "rules of find_defects must be Rules, not State": lambda: r5.find_defects(state, rules),
        "rules of ask_order must be Rules, not State": lambda: r5.ask_order(state, rules),
        "rules of default_action must be Rules, not State": lambda: r5.default_action(state, rules, 1),
        "rules of notes must be Rules, not State": lambda: r5.notes(state, rules),
        "rules of explain must be Rules, not State": lambda: r5.explain(state),
        "rules of deal must be Rules, not State": lambda: r5.deal(state, seed=1),
        "rules of determinize must be Rules, not View": lambda: determinize(any_(VIEW), rules, SOURCE),
        "rules of playout must be Rules, not State": lambda: playout(state, rules, SOURCE, "random"),
        "rules of completions must be Rules, not State": lambda: r5.completions(state, rules, 1, "9h"),
        "rules of action_sentence must be Rules, not State": lambda: r5.action_sentence(state, rules, DRAW),
        "before of changes must be State, not View": lambda: r5.changes(rules, any_(VIEW), DRAW, state, 1),
        "match of play must be Match, not State": lambda: r5.play(rules, state, DRAW),
        "match of record_hand must be Match, not State": lambda: r5.record_hand(rules, state, any_(MATCH)),
        "rules of next_hand must be Rules, not Match": lambda: r5.next_hand(any_(MATCH), rules, seed=1),
        "sight of table_text must be State or View, not NoneType": lambda: r5.table_text(rules, any_(None)),
        "rules of svg must be Rules or None, not State": lambda: r5.svg(state, rules),
        "said of translated must be Said, not str": lambda: r5.translated(any_("x"), {}),
        "action of action_text must be Action, not str": lambda: r5.action_text(any_("draw")),
        "rules of perft must be Rules, not State": lambda: perft(state, rules, 1),
        "rules of play_hand must be Rules, not State": lambda: play_hand(state, rules, [], SOURCE),
        "rules of open_table must be Rules, not list": lambda: open_table(any_(["Ann"]), rules),
        "table of messages must be Table, not Rules": lambda: messages(rules, 1),
        "table of submit must be Table, not State": lambda: submit(state, 1, 1, "draw", SOURCE),
        "entry of append must be Entry, not str": lambda: append(TABLE, any_("x")),
        "rules of view_message must be Rules, not View": lambda: message_json(view_message(any_(VIEW), rules)),
        "message of message_json must be Answer or TableRequest, not State": lambda: message_json(state),
        "refusal of refusal_message must be Refusal, not str": lambda: refusal_message(any_("x")),
        "rules of legal_message must be Rules, not View": lambda: legal_message(any_(VIEW), rules),
        "kind must be a record of ANSWERS, not 1": lambda: read_answer("", any_(1)),
    }


SWAPPED: Final = swapped(RULES, STATE, lambda value: value)


@pytest.mark.parametrize("words", SWAPPED)
def test_swapped_arguments_are_one_clear_error(words: str) -> None:
    with pytest.raises(TypeError, match=None if r5.COMPILED else re.escape(words)) as raised:
        SWAPPED[words]()
    assert raised.value.__cause__ is None


def test_an_error_of_right_arguments_stays_as_it_is() -> None:
    def broken(_: object, __: object) -> None:
        raise KeyError("of a plugin")

    rules = r5.compose("classic", [plugin(score_lines=lambda: broken)], seats=3)
    with pytest.raises(KeyError, match="of a plugin"):
        r5.score_hand(rules, r5.deal(rules, seed=5))
    with pytest.raises(TypeError, match=r"missing .*required"):
        r5.score_hand(RULES)  # type: ignore[call-arg] # the argument that is missed


def test_public_functions_are_pickled_by_their_names() -> None:
    for function in (r5.deal, r5.score_hand, r5.apply, r5.table_text):
        assert pickle.loads(pickle.dumps(function)) is function


def test_selected_cards_outside_the_pack_are_used_by_no_action() -> None:
    assert r5.actions_for_cards(RULES, STATE, 1, "9h 9h 9h") == ()
    assert r5.actions_for_cards(RULES, STATE, 1, "??") == ()
    with pytest.raises(r5.NotationError):
        r5.actions_for_cards(RULES, STATE, 1, "9x")


def test_every_error_is_a_sentence_for_people_without_rule_id_and_place() -> None:
    refusal = r5.why_not(RULES, STATE, r5.parse_action("2: draw", STATE))
    assert refusal is not None
    unread = r5.NotationError("'9x' is not a card", line=2, column=3, expected="a rank and a suit")
    turn = "It is the turn of seat 1."
    sentences: list[tuple[r5.Rummy500Error, str]] = [
        (r5.IllegalActionError(refusal), turn),
        (TableError(refusal), turn),
        (r5.ComposeError(refusal), turn),
        (unread, "'9x' is not a card; expected a rank and a suit"),
        (r5.NotationError("'9x' is not a card"), "'9x' is not a card"),
        (r5.MatchError("no hand is going on"), "no hand is going on"),
    ]
    for error, sentence in sentences:
        assert error.sentence == sentence
    assert str(unread) == "line 2, column 3: '9x' is not a card; expected a rank and a suit"


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
