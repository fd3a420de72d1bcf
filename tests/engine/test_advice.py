"""Tests of `ask_order` and `default_action` (`call.race`)."""

from __future__ import annotations

import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import plugin
from tests.rules.tables import do, playing, table

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.hooks import Move
from rummy500.rules.actions import Action

#: Anybody may call, at any time before a draw.
SHOUT = Move(
    "shout",
    candidates=lambda rules, view: (Action(view.seat, "shout"),) if view.seat != view.public.to_act else (),
    effect=lambda rules, state, action: state,
    phases=("draw",),
    whose="others",
)
LOUD = r5.compose("pagat", plugins=[plugin("loud", moves=lambda: (SHOUT,))], seats=4)


@pytest.mark.parametrize(
    ("last", "to_act", "order"),
    [
        (-1, 2, (3, 0, 1, 2)),
        (-1, 0, (1, 2, 3, 0)),
        (0, 1, (2, 3, 0, 1)),
        (0, 2, (1, 3, 0, 2)),
        (2, 3, (0, 1, 2, 3)),
        (3, 0, (1, 2, 3, 0)),
    ],
)
def test_ask_order__from_the_left_of_whoever_ended_a_turn_the_seat_on_turn_last(
    last: int, to_act: int, order: tuple[int, ...]
) -> None:
    where = table("pagat", hands=["Jc", "Tc", "2c", "3c"], to_act=to_act)
    state = replace(where.state, public=replace(where.state.public, last=last))
    assert r5.ask_order(LOUD, dealt_under(LOUD, state)) == order


def test_ask_order__nobody_where_the_hand_is_over_or_chance_is_due() -> None:
    over = do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]")
    assert r5.ask_order(over.rules, over.state) == ()
    due = do(table("classic", {"stock.empty": "reshuffle"}, stock="", pile="2s 3s 4s"), "1: draw")
    assert due.state.public.phase == "reshuffle"
    assert r5.ask_order(due.rules, due.state) == ()
    playing_on = playing("4c 5c 6c", "classic")
    assert r5.ask_order(playing_on.rules, playing_on.state) == (1,)


def test_chance__of_a_reshuffle_is_the_order_of_all_below_the_top() -> None:
    due = do(table("classic", {"stock.empty": "reshuffle"}, stock="", pile="2s 3s 4s 5s"), "1: draw")
    chance = r5.chance(due.rules, due.state)
    assert chance is not None
    assert (chance.what, chance.cards) == ("reshuffle", bytes(r5.parse_cards("2s 3s 4s")))
    assert r5.chance(due.rules, table("classic").state) is None


# ------------------------------------------------------------------ a seat whose time is up


def default(where: r5.Position, seat: int = 1) -> str | None:
    action = r5.default_action(where.rules, where.state, seat)
    return None if action is None else r5.action_text(action, where.state)


def test_default_action__draws_or_passes_and_does_nothing_out_of_turn() -> None:
    assert default(table("pagat")) == "1: draw"
    assert default(table("pagat", stock="")) == "1: pass"
    assert default(table("pagat"), 0) is None
    assert default(table("pagat", {"deal.opening": "offer"}, phase="offer")) == "1: pass"
    calling = table("pagat", hands=["Jc", "Tc Td", "2c 3c"], melds=["0 [5h 6h 7h]"], pile="4s 8h", last=0)
    assert default(calling, 2) is None


def test_default_action__discards_what_was_drawn_else_what_counts_most() -> None:
    drawn = do(table("pagat", hands=["Jc", "Kc Td"], stock="2c 3c"), "1: draw")
    assert default(drawn) == "1: discard 2c"
    taken = do(table("pagat", hands=["Jc", "Kc Td Ah"], pile="2c"), "1: take 2c")
    assert default(taken) == "1: discard Ah"
    assert default(playing("2c Ts Td 9d")) == "1: discard Ts", "the first of equals"
    barred = do(table("family", hands=["Jc", "3c Td"], stock="Kd 4c"), "1: draw")
    assert default(barred) == "1: discard Td"


def test_default_action__melds_only_where_the_turn_cannot_end_otherwise() -> None:
    where = do(table("pagat", hands=["Jc", "4h 5h"], pile="2s 6h"), "1: take 6h")
    assert default(where) == "1: discard 5h"
    begun = playing("4h 5h 6h 9s 9d 9c Kd", "classic", {"meld.first-minimum": 30})
    assert default(do(begun, "1: meld [4h 5h 6h]")) == "1: meld {9s 9d 9c}"
    view = r5.observe(where.rules, where.state, seat=1)
    assert r5.default_action(where.rules, view, 1) == r5.default_action(where.rules, where.state, 1)
