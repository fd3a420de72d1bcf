"""Tests of effects in words: each moves the cards that it names, and what everyone saw stays right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from rummy500 import State, cards_of, cards_text, compose, find_defects, parse_cards, parse_position
from rummy500.engine.card_moves import (
    discard_card,
    draw_cards,
    give_cards,
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


def parts(state: State) -> dict[str, str]:
    """Each part of a state as text."""
    public = state.public
    return {
        **{f"hand {seat}": text for seat, text in enumerate(texts(state.hands))},
        **{f"known {seat}": text for seat, text in enumerate(texts(public.known))},
        "stock": cards_text(state.stock),
        "pile": cards_text(public.pile),
        **dict(zip(("drawn", "taken"), texts((state.drawn, public.turn.taken)), strict=True)),
    }


def changed(after: State) -> dict[str, str]:
    """The parts that are no longer as in `PLAYING`."""
    before = parts(PLAYING)
    return {name: text for name, text in parts(after).items() if text != before[name]}


ANOTHER: Final = replace(PLAYING, public=replace(PLAYING.public, phase="a phase of a plugin"))
#: Each word: what it makes of a state, and what has changed then.
WORDS: Final[dict[str, tuple[Callable[[], State], dict[str, str]]]] = {
    "a card that goes back unseen lies below, and nobody knows the hand": (
        lambda: return_card(PLAYING, 1, NINE, on_top=False),
        {"hand 1": "5d 4c", "known 1": "", "stock": "Ac Kd 9h", "drawn": ""}),
    "or on top": (
        lambda: return_card(PLAYING, 1, NINE, on_top=True),
        {"hand 1": "5d 4c", "known 1": "", "stock": "9h Ac Kd", "drawn": ""}),
    "one of another seat": (
        lambda: return_card(PLAYING, 0, parse_cards("2s")[0]), {"hand 0": "3s", "stock": "Ac Kd 2s"}),
    "a draw of the seat on turn is drawn in this turn": (
        lambda: draw_cards(PLAYING, 1), {"hand 1": "9h 5d Ac 4c", "drawn": "9h Ac", "stock": "Kd"}),
    "one of another seat is none of this turn": (
        lambda: draw_cards(PLAYING, 2), {"hand 2": "Jd Ac", "stock": "Kd"}),
    "nor is one in another phase": (
        lambda: draw_cards(ANOTHER, 1), {"hand 1": "9h 5d Ac 4c", "stock": "Kd"}),
    "a draw gives what the stock has": (
        lambda: draw_cards(PLAYING, 0, 5), {"hand 0": "2s 3s Kd Ac", "stock": ""}),
    "cards from the pile are known to all and taken": (
        lambda: take_from_pile(PLAYING, 1, (1, 3)),
        {"hand 1": "7s 9s 9h 5d 4c", "known 1": "7s 9s 4c", "pile": "8s", "taken": "7s 9s"}),
    "those that another seat takes are not taken in this turn": (
        lambda: take_from_pile(PLAYING, 0, (1,)), {"hand 0": "2s 3s 9s", "known 0": "9s", "pile": "7s 8s"}),
    "nor are those taken in another phase": (
        lambda: take_from_pile(ANOTHER, 1, (1,)), {"hand 1": "9s 9h 5d 4c", "known 1": "9s 4c", "pile": "7s 8s"}),
    "cards given in the open are known where they go": (
        lambda: give_cards(PLAYING, 1, 2, bag("4c"), shown=True),
        {"hand 1": "9h 5d", "hand 2": "Jd 4c", "known 1": "", "known 2": "4c"}),
    "after cards are given unseen nobody knows what the giver kept": (
        lambda: give_cards(PLAYING, 1, 2, bag("5d"), shown=False),
        {"hand 1": "9h 4c", "hand 2": "5d Jd", "known 1": ""}),
    "a discard leaves the turn as it is": (
        lambda: discard_card(PLAYING, 1, parse_cards("4c")[0]),
        {"hand 1": "9h 5d", "known 1": "", "pile": "7s 8s 9s 4c"}),
    "cards that are shown are known and stay": (
        lambda: show_cards(PLAYING, 1, bag("4c 5d")), {"known 1": "5d 4c"}),
    "a card turned up lies on the pile": (lambda: turn_up(PLAYING), {"stock": "Kd", "pile": "7s 8s 9s Ac"}),
    "two turned up": (lambda: turn_up(PLAYING, 2), {"stock": "", "pile": "7s 8s 9s Ac Kd"}),
}  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_word_changes_what_it_names_and_leaves_no_defect(word: str) -> None:
    effect, expected = WORDS[word]
    after = effect()
    assert changed(after) == expected
    assert after.public.to_act == 1
    if after.public.phase == "play":  # the other is no phase of these rules
        assert {defect.name for defect in find_defects(RULES, after)} == {"missing-cards"}  # of the position


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
        (lambda: show_cards(PLAYING, 0, bag("Jd")), "seat 0 does not hold Jd"),
        (lambda: take_from_pile(PLAYING, 0, (4,)), "the pile has 3 cards, not one at each of the places"),
        (lambda: take_from_pile(PLAYING, 0, (0,)), "the pile has 3 cards, not one at each of the places"),
    ],
)
def test_cards_that_are_not_there_are_refused(effect: Callable[[], State], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        effect()
