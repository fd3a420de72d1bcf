"""Tests of calling "Rummy!" that need more than a verdict (`calls.verdicts`): views, selections, text, order."""

from __future__ import annotations

import random

from tests.dealt import dealt_under
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import Options, do, table

import rummy500 as r5
from rummy500.fast import determinize
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

TOP: Options = {"call": "top"}
HANDS = ["Jc", "9d 2c", "Kh 2d 3h", "Ts 3d"]


def called() -> r5.Position:
    """Make a position within a caller's turn: each of the top two cards fits a different meld, and one is called."""
    melds = ["1 [7h 8h 9h]", "0 {5h 5d 5c}"]
    return do(table("classic", TOP, hands=HANDS, pile="4s 6h 5s Th", last=0, melds=melds), "2: call Th on m1")


def test_call_top__a_view_without_memory_shows_neither_the_card_nor_the_call() -> None:
    where = called()
    assert where.state.public.turn.claimed
    view = r5.observe(where.rules, where.state, 1, memory="none")
    assert (view.public.turn.taken, view.public.turn.claimed) == (0, False)
    world = determinize(where.rules, view, random.Random(1))
    assert r5.find_defects(where.rules, world) == r5.find_defects(where.rules, where.state)


def test_call_top__selected_cards_are_judged_without_listing_every_call() -> None:
    asked: list[r5.Action] = []

    def noting(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
        asked.append(action)
        return None

    rules = r5.compose("classic", [plugin(may=forbidding(call=noting))], TOP, seats=4)
    state = dealt_under(rules, called().state)
    assert [r5.action_text(each) for each in r5.actions_for_cards(rules, state, 2, "2d")] == ["2: discard 2d"]
    assert asked == []
    assert [r5.action_text(each) for each in r5.actions_for_cards(rules, state, 2, "5s")] == ["2: call 5s/1 on m2"]
    assert {r5.action_text(each) for each in asked} == {"2: call 5s/1 on m2"}


def test_call_top__a_position_within_a_callers_turn_can_be_written() -> None:
    where = called()
    assert r5.parse_position("\n".join(toml_lines(position_table(where)))) == where
    assert state_from_json(state_to_json(where)) == where
