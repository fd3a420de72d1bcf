"""Tests of effects in words: each moves the cards that it names, and what everyone saw stays right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from rummy500 import State, cards_of, cards_text, compose, parse_cards, parse_position, status
from rummy500.engine.card_moves import (
    discard_card,
    draw_cards,
    give_cards,
    lay_aside,
    return_card,
    show_cards,
    take_from_pile,
    turn_up,
)
from rummy500.hooks import Bag, bag_of, replace

RULES: Final = compose("classic", seats=3)
#: Seat 1 has drawn; everyone has seen it take the four of clubs in an earlier turn.
PLAYING: Final = parse_position(
    """
    to_act = 1
    phase  = "play"
    drawn  = "9h"
    hands  = ["2s 3s", "4c 5d 9h", "Jd"]
    stock  = "Ac Kd"
    pile   = "7s 8s 9s"
    known  = ["", "4c", ""]
    """,
    rules=RULES,
).state


NINE: Final = parse_cards("9h")[0]


def bag(text: str) -> Bag:
    """The bag of some cards, written as text."""
    return bag_of(parse_cards(text))


def texts(bags: tuple[Bag, ...]) -> list[str]:
    """Each bag as text."""
    return [cards_text(cards_of(each)) for each in bags]


def defects(state: State) -> list[str]:
    """The defects of a state, but for the cards that the position lacks from the start."""
    return [defect.about for defect in status(RULES, state) if defect.name != "missing-cards"]


# ------------------------------------------------- each word


@pytest.mark.parametrize(("on_top", "stock"), [(False, "Ac Kd 9h"), (True, "9h Ac Kd")])
def test_a_card_that_goes_back_unseen_lies_in_the_stock_and_nobody_knows_the_hand(on_top: bool, stock: str) -> None:
    after = return_card(PLAYING, 1, NINE, on_top=on_top)
    assert (texts(after.hands), cards_text(after.stock)) == (["2s 3s", "5d 4c", "Jd"], stock)
    assert (after.public.hand_size(1), after.public.stock_count) == (2, 3)
    assert (texts(after.public.known), after.drawn) == (["", "", ""], 0)
    assert defects(after) == []
    other = return_card(PLAYING, 0, parse_cards("2s")[0])
    assert texts((other.drawn,)) == ["9h"]
    assert texts(other.public.known) == ["", "4c", ""]


def test_a_draw_of_the_seat_on_turn_is_drawn_in_this_turn() -> None:
    after = draw_cards(PLAYING, 1)
    assert texts(after.hands) == ["2s 3s", "9h 5d Ac 4c", "Jd"]
    assert (texts((after.drawn,)), cards_text(after.stock)) == (["9h Ac"], "Kd")
    assert (after.public.hand_size(1), after.public.stock_count) == (4, 1)
    assert texts(after.public.known) == ["", "4c", ""]


def test_a_draw_of_another_seat_is_none_of_this_turn() -> None:
    after = draw_cards(PLAYING, 2)
    assert texts(after.hands)[2] == "Jd Ac"
    assert after.drawn == PLAYING.drawn


@pytest.mark.parametrize("phase", ["draw", "a phase of a plugin"])
def test_cards_count_as_drawn_or_taken_in_the_play_phase_alone(phase: str) -> None:
    state = replace(PLAYING, public=replace(PLAYING.public, phase=phase))
    drawn, taken = draw_cards(state, 1), take_from_pile(state, 1, (1,))
    assert texts((drawn.hands[1], taken.hands[1])) == ["9h 5d Ac 4c", "9s 9h 5d 4c"]
    assert (drawn.drawn, taken.public.turn) == (state.drawn, state.public.turn)


def test_a_draw_gives_what_the_stock_has() -> None:
    after = draw_cards(PLAYING, 0, 5)
    assert texts(after.hands)[0] == "2s 3s Kd Ac"
    assert (after.stock, after.public.stock_count) == (b"", 0)


def test_cards_from_the_pile_are_known_to_all_and_taken() -> None:
    after = take_from_pile(PLAYING, 1, (1, 3))
    assert texts(after.hands)[1] == "7s 9s 9h 5d 4c"
    assert cards_text(after.public.pile) == "8s"
    assert texts((after.public.turn.taken, after.public.known[1])) == ["7s 9s", "7s 9s 4c"]


def test_cards_that_another_seat_takes_are_not_taken_in_this_turn() -> None:
    after = take_from_pile(PLAYING, 0, (1,))
    assert texts((after.hands[0], after.public.known[0])) == ["2s 3s 9s", "9s"]
    assert after.public.turn == PLAYING.public.turn


def test_cards_given_in_the_open_are_known_where_they_go() -> None:
    after = give_cards(PLAYING, 1, 2, bag("4c"), shown=True)
    assert texts(after.hands) == ["2s 3s", "9h 5d", "Jd 4c"]
    assert texts(after.public.known) == ["", "", "4c"]


def test_after_cards_are_given_unseen_nobody_knows_what_the_giver_kept() -> None:
    after = give_cards(PLAYING, 1, 2, bag("5d"), shown=False)
    assert texts(after.hands) == ["2s 3s", "9h 4c", "5d Jd"]
    assert texts(after.public.known) == ["", "", ""]


def test_a_discard_leaves_the_turn_as_it_is() -> None:
    after = discard_card(PLAYING, 1, parse_cards("4c")[0])
    assert (texts(after.hands)[1], cards_text(after.public.pile)) == ("9h 5d", "7s 8s 9s 4c")
    assert texts(after.public.known) == ["", "", ""]
    assert (after.public.phase, after.public.to_act) == ("play", 1)


def test_cards_laid_aside_are_gone() -> None:
    after = lay_aside(PLAYING, 1, bag("4c 5d"))
    assert texts((after.hands[1], after.public.gone, after.public.known[1])) == ["9h", "5d 4c", ""]


def test_cards_that_are_shown_are_known_and_stay() -> None:
    after = show_cards(PLAYING, 1, bag("4c 5d"))
    assert after.hands == PLAYING.hands
    assert texts(after.public.known) == ["", "5d 4c", ""]


def test_a_card_turned_up_lies_on_the_pile() -> None:
    after = turn_up(PLAYING)
    assert (cards_text(after.public.pile), cards_text(after.stock)) == ("7s 8s 9s Ac", "Kd")


@pytest.mark.parametrize(
    "effect",
    [
        lambda: draw_cards(PLAYING, 1, 2),
        lambda: take_from_pile(PLAYING, 2, (2,)),
        lambda: give_cards(PLAYING, 0, 1, bag("2s"), shown=False),
        lambda: give_cards(PLAYING, 1, 0, bag("4c 9h"), shown=True),
        lambda: discard_card(PLAYING, 1, parse_cards("9h")[0]),
        lambda: lay_aside(PLAYING, 0, bag("2s")),
        lambda: show_cards(PLAYING, 0, bag("2s 3s")),
        lambda: turn_up(PLAYING, 2),
    ],
)
def test_no_word_leaves_a_defect(effect: Callable[[], State]) -> None:
    assert defects(PLAYING) == []
    assert defects(effect()) == []


def test_equal_cards_of_two_packs_move_one_by_one() -> None:
    before = parse_position(
        'rules = { options = { "deck.packs" = 2 } }\nhands = ["2s 2s 4d", "3s"]\nstock = "3c"'
    ).state
    one = give_cards(before, 0, 1, bag("2s"), shown=True)
    assert texts(one.hands) == ["2s 4d", "2s 3s"]
    two = give_cards(one, 0, 1, bag("2s"), shown=True)
    assert texts((*two.hands, two.public.known[1])) == ["4d", "2s 2s 3s", "2s 2s"]


# ------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        (lambda: give_cards(PLAYING, 0, 2, bag("2s Jd"), shown=True), "seat 0 does not hold Jd"),
        (lambda: give_cards(PLAYING, 0, 0, bag("2s"), shown=True), "seat 0 cannot give cards to itself"),
        (lambda: discard_card(PLAYING, 0, parse_cards("Jd")[0]), "seat 0 does not hold Jd"),
        (lambda: lay_aside(PLAYING, 0, bag("Jd")), "seat 0 does not hold Jd"),
        (lambda: show_cards(PLAYING, 0, bag("Jd")), "seat 0 does not hold Jd"),
        (lambda: take_from_pile(PLAYING, 0, (4,)), "the pile has 3 cards, not one at each of the places"),
        (lambda: take_from_pile(PLAYING, 0, (0,)), "the pile has 3 cards, not one at each of the places"),
    ],
)
def test_cards_that_are_not_there_are_refused(effect: Callable[[], State], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        effect()
