"""Tests of changes of melds on the table (`engine/card_moves.py`), on states and on views alike."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import forbidding, plugin

import rummy500 as r5
from rummy500.engine.plays import has_played
from rummy500.hooks import (
    Reason,
    Refusal,
    Rules,
    State,
    View,
    bag_of,
    discard_card,
    give_cards,
    join_melds,
    move_card,
    natural_piece,
    show_cards,
    split_meld,
    swap_card,
    take_from_pile,
)
from rummy500_cookbook import redeem_a_joker

POSITION = """
rules  = { preset = "pagat", options = { "deck.packs" = 2 } }
to_act = 0
phase  = "play"
hands  = ["9h 9h Kd", "5d 6c", "Qs"]
stock  = "8d"
pile   = "4h Tc"
melds  = ["1 [7h 8h *=9h]", "0 {9s 9d 1:*=9}", "2 [3h 4h 5h 6h]"]
"""
FOUND = r5.parse_position(POSITION)
RULES, STATE = FOUND.rules, FOUND.state


def changed(*changes: tuple[str, str]) -> State:
    """Return the state of another position."""
    text = POSITION
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return r5.parse_position(text).state


def piece(text: str) -> int:
    return natural_piece(r5.parse_card(text))


def texts(sight: State | View) -> list[str]:
    return list(map(str, sight.public.table))


def both(change: Any, *args: Any, state: State = STATE, rules: Rules = RULES) -> State | Refusal:
    """Return what a change makes of a state, after checking that it does the same to the view of its seat."""
    view = r5.observe(rules, state, 0)
    after, seen = (
        change(rules, state, 0, *args),
        change(rules, view, 0, *args),
    )
    if isinstance(after, State):
        assert seen == r5.observe(rules, after, 0)
        assert {defect.name for defect in r5.status(rules, after)} <= {"missing-cards"}
        assert len(after.public.table) - len(state.public.table) in (-1, 0, 1)
    else:
        assert str(seen) == str(after)
    assert isinstance(after, State | Refusal)
    return after


def made(change: Any, *args: Any, state: State = STATE) -> State:
    after = both(change, *args, state=state)
    assert isinstance(after, State), after
    return after


def refusal(change: Any, *args: Any, state: State = STATE) -> str:
    after = both(change, *args, state=state)
    assert isinstance(after, Refusal)
    return str(after)


def test_swap__the_wild_card_comes_into_the_hand_and_all_know_it() -> None:
    after = made(swap_card, piece("9h"), 0)
    assert texts(after)[0] == "1 [7h 8h 0:9h]"
    assert r5.cards_text(after.cards(0)) == "9h Kd *"
    assert r5.cards_text(r5.cards_of(after.public.known[0])) == "*"
    assert after.public.hand_size(0) == 3
    assert [play.use_text() for play in after.public.turn.plays] == ["9h on m1"]


MINIMUM = r5.compose("pagat", [redeem_a_joker], {"meld.first-minimum": 44}, seats=2)
OPENING = """
to_act = 0
phase  = "play"
hands  = ["9h Kc Kd 3c 3d", "5d 6c"]
stock  = "8d"
pile   = "4h"
melds  = ["1 {9s 9c *=9}"]
"""


def after(*texts: str, opening: str = OPENING) -> State:
    state = r5.parse_position(opening, rules=MINIMUM).state
    for text in texts:
        state = r5.apply(MINIMUM, state, r5.parse_action(text, state, rules=MINIMUM))
    return state


def refused(state: State, text: str) -> str:
    return str(r5.why_not(MINIMUM, state, r5.parse_action(text, state, rules=MINIMUM)))


def test_swap__opens_nobody_who_has_not_reached_the_minimum() -> None:
    state = after("0: redeem 9h on m1")
    assert "it still needs 35 points" in refused(state, "0: discard 3c")
    assert refused(state, "0: meld {3c 3d *=3}").endswith("(meld.first-minimum)")
    done = after("0: redeem 9h on m1", "0: meld {Kc Kd *=K}", "0: discard 3c")
    assert done.public.to_act == 1


def test_swap__what_comes_back_does_not_count_towards_the_minimum() -> None:
    opening = OPENING.replace("9h Kc Kd 3c 3d", "* 9h Kc Kd Qs 3d").replace("9s 9c *=9", "4s 4c 4d")
    state = after("0: meld {Kc Kd *=K}", opening=opening.replace("9h", "Kh"))
    assert "it still needs 9 points" in refused(state, "0: discard 3d")
    state = r5.apply(MINIMUM, state, r5.parse_action("0: redeem Kh on m2", state, rules=MINIMUM))
    assert [play.use_text() for play in state.public.turn.plays] == ["{Kd Kc *=K}", "swap Kh on m2"]
    assert "it still needs 14 points" in refused(state, "0: discard 3d")


def test_swap__in_a_group_any_card_of_the_rank_that_fits() -> None:
    assert texts(made(swap_card, piece("9h"), 1))[1] == "0 {9s 9h 9d}"


@pytest.mark.parametrize(
    ("card", "on", "message"),
    [
        ("Kd", 0, "No wild card of m1 stands for Kd. (turn.cards)"),
        ("9c", 1, "You do not have 9c. (turn.cards)"),
        ("9h", 7, "No wild card of m8 stands for 9h. (turn.cards)"),
        ("9h", -1, "No wild card of m0 stands for 9h. (turn.cards)"),
    ],
)
def test_swap__what_does_not_fit_is_refused(card: str, on: int, message: str) -> None:
    assert refusal(swap_card, piece(card), on) == message


def test_move__an_end_card_keeps_its_player() -> None:
    after = made(move_card, piece("6h"), 2, 0)
    assert texts(after) == ["1 [2:6h 7h 8h *=9h]", texts(STATE)[1], "2 [3h 4h 5h]"]
    assert [play.use_text() for play in after.public.turn.plays] == ["move 6h on m1"]
    assert refusal(move_card, piece("6h"), 0, 2, state=after) == (
        "6h came to its meld in this turn and stays there. (turn.cards)"
    )


@pytest.mark.parametrize(
    ("card", "on", "to", "rule"),
    [
        ("4h", 2, 0, "meld.run"),
        ("7h", 0, 2, "meld.size"),
        ("3h", 2, 0, "meld.run"),
        ("6h", 2, 2, "turn.cards"),
        ("Kd", 2, 0, "turn.cards"),
        ("6h", 2, 9, "turn.cards"),
    ],
)
def test_move__what_leaves_no_valid_table_is_refused(card: str, on: int, to: int, rule: str) -> None:
    assert refusal(move_card, piece(card), on, to).endswith(f"({rule})")


def test_split__the_second_part_comes_last_and_stays_apart_in_this_turn() -> None:
    state = changed(("[3h 4h 5h 6h]", "[2h 3h 4h 5h 6h 0:7h]"))
    after = made(split_meld, piece("5h"), 2, state=state)
    assert texts(after) == [*texts(state)[:2], "2 [2h 3h 4h]", "2 [5h 6h 0:7h]"]
    assert refusal(join_melds, 3, 2, state=after) == "5h came to its meld in this turn and stays there. (turn.cards)"
    assert refusal(join_melds, 0, 2, state=after).startswith("Only the last meld of the table joins another")
    assert refusal(split_meld, piece("3h"), 2, state=state).endswith("(meld.size)")
    assert refusal(split_meld, piece("9s"), 1, state=state) == "9s cannot leave m2. (turn.cards)"


def test_join__the_cards_keep_their_players_and_are_not_split_off_in_this_turn() -> None:
    state = changed(("6h]", '6h]", "1 [7h 8h 9h]'), ('"9h 9h Kd"', '"9h Kd"'))
    after = made(join_melds, 3, 2, state=state)
    assert texts(after) == [*texts(state)[:2], "2 [3h 4h 5h 6h 1:7h 1:8h 1:9h]"]
    assert refusal(split_meld, piece("7h"), 2, state=after).startswith("7h came to its meld in this turn")
    assert refusal(join_melds, 3, 1, state=state).endswith("(meld.group)")


def test_of_two_equal_cards_the_seats_own_is_meant() -> None:
    state = changed(
        ('"pagat"', '"classic"'),
        ("[7h 8h *=9h]", "[3h 4h 5h]"),
        ("{9s 9d 1:*=9}", "{2s 1:2h 2h 2d}"),
        ("[3h 4h 5h 6h]", "[7h 8h 9h]"),
        ("9h 9h", "9h"),
    )
    rules = r5.compose("classic", options={"deck.packs": 2}, seats=3)
    after = both(move_card, piece("2h"), 1, 0, state=state, rules=rules)
    assert isinstance(after, State)
    assert texts(after)[:2] == ["1 [0:2h 3h 4h 5h]", "0 {2s 1:2h 2d}"]


def test_what_a_plugin_forbids_of_melds_forbids_a_change_of_a_view() -> None:
    no = Reason("house.no", "no", "No.")()
    for deed in ("lay", "meld"):
        house = plugin("house", may=forbidding(**{deed: lambda *_: no}))
        rules = r5.compose("pagat", [house], {"deck.packs": 2}, seats=3)
        view = r5.observe(rules, dealt_under(rules, STATE), 0)
        assert move_card(rules, view, 0, piece("6h"), 2, 0) is no
        assert isinstance(swap_card(rules, view, 0, piece("9h"), 0), View)


def test_a_moved_card_is_not_one_that_the_turn_has_played() -> None:
    """The six that was taken is still in the hand, although another six has moved."""
    state = changed(('"9h 9h Kd"', '"6h Kd"'), ('phase  = "play"', 'phase  = "play"\ntaken = ["6h"]'))
    after = made(move_card, piece("6h"), 2, 0, state=state)
    discard = r5.parse_action("0: discard 6h")
    assert str(r5.why_not(RULES, after, discard)) == str(r5.why_not(RULES, state, discard)) != "None"
    assert not has_played(after.public.turn)


def test_changes_do_not_put_off_the_end_of_a_hand_without_stock() -> None:
    """`stock.circle` counts turns that only take the lone top card, and a table can be rearranged for ever."""
    state = changed(('"9h 9h Kd"', '"6h Kd"'), ('phase  = "play"', 'phase  = "play"\ntaken = ["6h"]'), ('"8d"', '""'))
    for turn in (state, made(move_card, piece("6h"), 2, 0, state=state)):
        assert r5.apply(RULES, turn, r5.parse_action("0: discard Kd")).public.idle == 1


# ------------------------------------------------- tools that take a view


def test_tools_that_move_cards_do_the_same_to_a_view() -> None:
    king, nine = bag_of([r5.parse_card("Kd")]), bag_of([r5.parse_card("9h")])
    changes: list[Any] = [
        lambda sight: take_from_pile(sight, 0, [1]),
        lambda sight: discard_card(sight, 0, r5.parse_card("Kd")),
        lambda sight: show_cards(sight, 0, nine),
        lambda sight: give_cards(sight, 0, 1, king, shown=True),
        lambda sight: give_cards(sight, 0, 1, king, shown=False),
    ]
    for change in changes:
        for seat in range(3):
            assert change(r5.observe(RULES, STATE, seat)) == r5.observe(RULES, change(STATE), seat)
    sights: list[Any] = [STATE, r5.observe(RULES, STATE, 0)]
    for sight in sights:
        with pytest.raises(ValueError, match="seat 0 does not hold 5d"):
            discard_card(sight, 0, r5.parse_card("5d"))
