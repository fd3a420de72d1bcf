"""Tests that a state knows its rules: it carries their number, and other rules refuse it."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable

import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.engine.changes import all_changes
from rummy500.engine.match import match_with_scores
from rummy500.fast import determinize, fast_hand, perft, playout, points, state_of
from rummy500.hooks import MatchSoFar, Wilds
from rummy500.hooks.compose import recompose
from rummy500.hooks.plugin import installed
from rummy500.notation.json import (
    match_from_json,
    match_to_json,
    rules_from_json,
    rules_to_json,
    state_from_json,
    state_to_json,
)
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.players import hint
from rummy500.table import deal_hand, open_table, table_from_json, table_to_json
from rummy500.wire import message_json, read_view, view_message
from rummy500_testing.altering import alter

PAGAT = r5.compose("pagat", seats=3)
OKLAHOMA = r5.compose("classic", ["oklahoma"] if "oklahoma" in installed() else [], seats=3)
STATE = r5.deal(PAGAT, seed=7)
DRAW = r5.Action(1, "draw")
VIEW = r5.observe(PAGAT, STATE, 1)

QUESTIONS: dict[str, Callable[[r5.Rules, r5.State], object]] = {
    "legal_actions": r5.legal_actions,
    "legal_actions of a view": lambda rules, state: r5.legal_actions(rules, r5.observe(PAGAT, state, 1)),
    "apply": lambda rules, state: r5.apply(rules, state, DRAW),
    "why_not": lambda rules, state: r5.why_not(rules, state, DRAW),
    "observe": lambda rules, state: r5.observe(rules, state, 1),
    "observe for a spectator": lambda rules, state: r5.observe(rules, state, None),
    "score_hand": r5.score_hand,
    "points": points,
    "default_action": lambda rules, state: r5.default_action(rules, state, 1),
    "ask_order": r5.ask_order,
    "changes": lambda rules, state: r5.changes(rules, state, DRAW, state, 1),
    "all_changes": lambda rules, state: all_changes(rules, state, DRAW, state),
    "determinize": lambda rules, state: determinize(rules, r5.observe(PAGAT, state, 1), random.Random(1)),
    "hint": lambda rules, _: hint(rules, VIEW, r5.legal_actions(PAGAT, VIEW)),
    "decide": lambda rules, state: r5.decide(rules, state, 1, "draw", random.Random(1)),
    "parse_action": lambda rules, state: r5.parse_action("1: draw", state, rules=rules),
    "table_text": r5.table_text,
    "svg": r5.svg,
    "view_message": lambda rules, state: message_json(view_message(rules, r5.observe(PAGAT, state, 1))),
    "playout": lambda rules, state: playout(rules, state, random.Random(1), "random"),
    "perft": lambda rules, state: perft(rules, state, 1),
    "completions": lambda rules, state: r5.completions(rules, state, 1, "9h"),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize("other", [OKLAHOMA, r5.compose("classic", seats=3), r5.compose("pagat", seats=4)])
def test_a_state_of_another_game_is_refused(ask: Callable[[r5.Rules, r5.State], object], other: r5.Rules) -> None:
    with pytest.raises(r5.PositionError, match="dealt under other rules than") as raised:
        ask(other, STATE)
    assert repr(other) in str(raised.value)
    ask(PAGAT, STATE)


def test_rules_whose_wild_cards_change_refuse_it_before_they_look_for_these() -> None:
    def now(_: r5.Rules, view: r5.View) -> tuple[int, ...]:
        raise ZeroDivisionError(f"{view} is of another game")

    changing = r5.compose("pagat", [plugin(wilds=lambda: Wilds((0,), now=now))], seats=3)
    for ask in (QUESTIONS["legal_actions"], QUESTIONS["apply"], QUESTIONS["why_not"]):
        with pytest.raises(r5.PositionError, match="dealt under other rules"):
            ask(changing, STATE)


def test_a_match_of_another_game_is_refused() -> None:
    for so_far in (STATE.public.match, match_with_scores(PAGAT, (10, 20, 30))):
        with pytest.raises(r5.DealError) as raised:
            r5.deal(OKLAHOMA, seed=1, match=so_far)
        assert str(raised.value) == f"the match is played by other rules than {OKLAHOMA!r}"
    match = r5.next_hand(PAGAT, r5.start_match(PAGAT), seed=7)
    with pytest.raises(r5.PositionError, match="dealt under other rules"):
        r5.play(OKLAHOMA, match, DRAW)


def test_a_state_of_other_rules_has_that_defect_and_is_not_saved() -> None:
    assert [
        defect.name for defect in r5.find_defects(r5.compose("pagat", options={"call": "none"}, seats=3), STATE)
    ] == ["other-rules"]
    with pytest.raises(r5.PositionError, match="other-rules"):
        state_to_json(r5.Position(r5.compose("pagat", options={"call": "none"}, seats=3), STATE))


# ------------------------------------------------- the number


def test_equal_rules_have_equal_numbers_and_others_have_others() -> None:
    seen = {
        rules.number
        for seats in (2, 3)
        for preset in ("pagat", "classic")
        for plugins in ((), ("oklahoma",), ("floating",))
        for rules in [r5.compose(preset, plugins, seats=seats)]
    }
    assert len(seen) == 12
    assert all(0 < number < 2**53 for number in seen), "a number of JavaScript"
    assert recompose(PAGAT.identity).number == PAGAT.number == pickle.loads(pickle.dumps(PAGAT)).number
    assert rules_from_json(rules_to_json(PAGAT)).number == PAGAT.number
    first, second = (r5.compose("pagat", [plugin("house")], seats=3) for _ in range(2))
    assert first.number == second.number != PAGAT.number, "by the names of plugins that are passed as objects"


def test_the_number_is_the_same_in_every_process() -> None:
    assert r5.compose("classic", [], {"match.target": 250}, 3).number == 2_010_622_355_340_803


def test_rules_altered_for_laws_or_settled_for_a_turn_keep_it() -> None:
    altered = alter(PAGAT, melding_goes_out=False)
    assert altered.number == PAGAT.number
    assert list(r5.legal_actions(altered, STATE)) == list(r5.legal_actions(PAGAT, STATE))
    assert OKLAHOMA.with_wilds(OKLAHOMA.melding.finder).number == OKLAHOMA.number


def test_it_is_carried_from_the_deal_to_the_next_hand() -> None:
    match = r5.next_hand(PAGAT, r5.start_match(PAGAT), seed=1)
    for seed in (2, 3):
        assert match.hand is not None
        assert match.hand.public.match.rules_number == PAGAT.number
        over = playout(PAGAT, match.hand, random.Random(seed), "meld-first")
        assert over.public.match.rules_number == PAGAT.number
        match = r5.next_hand(PAGAT, r5.record_hand(PAGAT, match, over), seed=seed)


@pytest.mark.parametrize("number", [PAGAT.number, 0])
def test_it_is_carried_by_text_json_wire_and_fast_hands(number: int) -> None:
    state = replace(STATE, public=replace(STATE.public, match=replace(STATE.public.match, rules_number=number)))
    where = r5.Position(PAGAT, state)
    assert r5.parse_position("\n".join(toml_lines(position_table(where)))) == where
    assert state_from_json(state_to_json(where)) == where
    view = r5.observe(PAGAT, state, 1)
    assert read_view(PAGAT, message_json(view_message(PAGAT, view))) == view
    hand = fast_hand(PAGAT, state)
    assert hand is not None
    assert state_of(hand) == state
    assert fast_hand(r5.compose("classic", seats=3), STATE) is None


def test_a_text_with_the_number_of_other_rules_is_refused_at_that_number() -> None:
    text = f'rules = {{ preset = "classic" }}\nhands = ["2c", "3c"]\n[match]\nrules = {PAGAT.number}\n'
    with pytest.raises(r5.NotationError, match=r"line 4.*dealt under other rules than <Rules 'classic'"):
        r5.parse_position(text)


def test_a_client_reads_a_view_of_other_rules_and_the_rules_refuse_it() -> None:
    view = read_view(r5.compose("classic", seats=3), message_json(view_message(PAGAT, VIEW)))
    with pytest.raises(r5.PositionError, match="dealt under other rules"):
        r5.legal_actions(r5.compose("classic", seats=3), view)


# ------------------------------------------------- what was saved without it


def test_what_was_saved_without_it_loads() -> None:
    text = 'rules = { preset = "pagat" }\nhands = ["2c 3c", "3d 4d", "4h 5h"]\nstock = "8d"\npile = "9s"'
    assert r5.parse_position(text).state.public.match.rules_number == PAGAT.number
    saved = json.loads(state_to_json(r5.Position(PAGAT, STATE)))
    assert "match" not in saved, "the rules beside it have it"
    assert state_from_json(json.dumps(saved)).state == STATE
    match = r5.next_hand(PAGAT, r5.start_match(PAGAT), seed=7)
    assert match_from_json(match_to_json(PAGAT, match)) == (PAGAT, match)
    table = deal_hand(open_table(PAGAT, ["Ann", "Bob", "Cat"]), random.Random(1))
    assert "rules_number" not in table_to_json(table)
    assert table_from_json(table_to_json(table)) == table
    message = json.loads(message_json(view_message(PAGAT, VIEW)))
    del message["match"]["rules_number"]
    old = read_view(PAGAT, json.dumps(message))
    assert list(r5.legal_actions(PAGAT, old)) == list(r5.legal_actions(PAGAT, VIEW))


def test_a_pickle_without_it_goes_on_and_is_judged_by_its_seats() -> None:
    before = STATE.public.match
    old_match = MatchSoFar(before.dealer, before.scores, before.hand_number, before.playoff, before.memories)
    old = replace(STATE, public=replace(STATE.public, match=old_match))
    assert old.public.match.rules_number == 0
    assert list(r5.legal_actions(PAGAT, old)) == list(r5.legal_actions(PAGAT, STATE))
    match = r5.Match(old.public.match, hand=playout(PAGAT, old, random.Random(1), "meld-first"))
    assert match.hand is not None
    match = r5.record_hand(PAGAT, match, match.hand)
    assert match.so_far.rules_number == PAGAT.number
    with pytest.raises(r5.PositionError, match="the state is of 3 seats, the rules are for 2"):
        r5.legal_actions(r5.compose("pagat", seats=2), old)
