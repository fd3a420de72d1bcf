"""Tests of changes of melds on the table (`engine/card_moves.py`), on states and on views alike."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import forbidding, plugin

import rummy500 as r5
from rummy500.hooks import (
    Reason,
    Refusal,
    Rules,
    State,
    View,
    bag_of,
    change_meld,
    discard_card,
    give_cards,
    natural_piece,
    show_cards,
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
        assert {defect.name for defect in r5.find_defects(rules, after)} <= {"missing-cards"}
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


def cards(*texts: str, of: int = 2) -> list[tuple[int, int]]:
    return [(piece(text), of) for text in texts]


def change(rules: Rules, sight: Any, _: int, *args: Any) -> Any:
    return change_meld(rules, sight, *args)


def test_change__a_meld_gets_the_cards_with_their_players_in_order_and_keeps_its_owner() -> None:
    state = changed(("7h 8h *=9h", "7h 8h 9h"), ("9h 9h Kd", "9h Kd"))
    grown = made(change, 0, [*cards("9h", "8h", "7h", of=1), *cards("6h")], state=changed_by(state, "6h"))
    assert texts(grown)[0] == "1 [2:6h 7h 8h 9h]"
    assert texts(grown)[1:] == [texts(state)[1], "2 [3h 4h 5h]"]
    assert not grown.public.turn.plays


def changed_by(state: State, left: str) -> State:
    """Return a state whose run m3 has lost an end card."""
    after = change_meld(RULES, state, 2, [pair for pair in cards("3h", "4h", "5h", "6h") if pair[0] != piece(left)])
    assert isinstance(after, State)
    return after


@pytest.mark.parametrize(
    ("faces", "rule"),
    [(("3h", "5h", "6h"), "meld.run"), (("3h", "4h"), "meld.size"), (("3h", "4h", "5d"), "meld.run")],
)
def test_change__what_is_no_meld_is_refused(faces: tuple[str, ...], rule: str) -> None:
    assert refusal(change, 2, cards(*faces)).endswith(f"({rule})")


def test_what_a_plugin_forbids_of_melds_forbids_a_change_of_a_view() -> None:
    no = Reason("house.no", "no", "No.")()
    for deed in ("lay", "meld"):
        house = plugin("house", may=forbidding(**{deed: lambda *_: no}))
        rules = r5.compose("pagat", [house], {"deck.packs": 2}, seats=3)
        view = r5.observe(rules, dealt_under(rules, STATE), 0)
        assert change_meld(rules, view, 2, cards("3h", "4h", "5h")) is no
        assert isinstance(swap_card(rules, view, 0, piece("9h"), 0), View)


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
