"""Tests of actions as text: every form of the notation's table, marks, canonical order, places of errors."""

from __future__ import annotations

import attrs
import pytest

import rummy500 as r5
from rummy500.cards.pieces import Meld
from rummy500.notation.actions import action_text, parse_action, parse_cards, parse_use
from rummy500.notation.fields import parse_meld

#: The oldest card first: 4d lies there twice, the upper one second from the top.
PILE = bytes(parse_cards("4d 9h 3h 7c 3h 4d Ks"))


def pieces(text: str) -> tuple[int, ...]:
    return tuple(card * 65 for card in parse_cards(text))


FORMS = [
    ("0: draw", r5.Action(0, "draw")),
    ("3: pass", r5.Action(3, "pass")),
    ("1: discard 9s", r5.Action(1, "discard", 8)),
    ("1: discard *", r5.Action(1, "discard", 52)),
    ("1: take Ks", r5.Action(1, "take", 12, 1)),
    ("0: take 4d with {4d 4h 4c}", r5.Action(0, "take", 29, 2, "group", pieces("4h 4d 4c"))),
    ("0: take 4d/7 with {4d 4h 4c}", r5.Action(0, "take", 29, 7, "group", pieces("4h 4d 4c"))),
    ("0: take 4d with 4d 5d on m1", r5.Action(0, "take", 29, 2, "lay", pieces("4d 5d"), 0)),
    ("0: take 3h with [3h 4h 5h]", r5.Action(0, "take", 15, 3, "run", pieces("3h 4h 5h"))),
    ("1: meld [4h 5h 6h]", r5.Action(1, "meld", use="run", pieces=pieces("4h 5h 6h"))),
    ("1: meld {Jc Jd Jh}", r5.Action(1, "meld", use="group", pieces=pieces("Jh Jd Jc"))),
    ("1: meld [4h 5h *=6h]", r5.Action(1, "meld", use="run", pieces=(*pieces("4h 5h"), 52 + 64 * 18))),
    ("1: meld {9h 9s *=9}", r5.Action(1, "meld", use="group", pieces=(*pieces("9s 9h"), 52 + 64 * (64 + 8)))),
    ("1: meld [Qh 2s=Kh Ah]", r5.Action(1, "meld", use="run", pieces=(24 * 65, 1 + 64 * 25, 13 * 65))),
    ("1: meld [2s 3s 4s]", r5.Action(1, "meld", use="run", pieces=pieces("2s 3s 4s"))),
    ("1: lay 3h on m1", r5.Action(1, "lay", use="lay", pieces=pieces("3h"), on=0)),
    ("1: lay Th Jh on m12", r5.Action(1, "lay", use="lay", pieces=pieces("Th Jh"), on=11)),
    ("2: call 3h on m1", r5.Action(2, "call", depth=3, use="lay", pieces=pieces("3h"), on=0)),
    ("2: call 3h/5 on m1", r5.Action(2, "call", depth=5, use="lay", pieces=pieces("3h"), on=0)),
    ("2: call {3h 3h 4d}", r5.Action(2, "call", depth=5, use="group", pieces=pieces("3h 3h 4d"))),
    ("2: call [3h/5 4h 5h]", r5.Action(2, "call", depth=5, use="run", pieces=pieces("3h 4h 5h"))),
    ("deck: reshuffle 4h 2c *", r5.Action(r5.DECK, "reshuffle", cards=bytes(parse_cards("4h 2c *")))),
]


@pytest.mark.parametrize(("text", "action"), FORMS)
def test_every_form(text: str, action: r5.Action) -> None:
    assert parse_action(text, PILE) == action
    assert parse_action(action_text(action, PILE), PILE) == action
    assert parse_action(action_text(action)) == action
    assert (
        action_text(action, PILE) == f"{text.split(':', maxsplit=1)[0]}: {action_text(action, PILE, with_seat=False)}"
    )


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("1: meld [6h 4h 5h]", "1: meld [4h 5h 6h]"),
        ("1: meld {Jc Js Jd}", "1: meld {Js Jd Jc}"),
        ("1: meld [Ah Kh Qh]", "1: meld [Qh Kh Ah]"),
        ("1: meld [2h 3h Ah]", "1: meld [Ah 2h 3h]"),
        ("1: meld {*=9 9h 9s}", "1: meld {9s 9h *=9}"),
        ("1: lay Jh 10h on m2", "1: lay Th Jh on m2"),
        ("1:meld[4h 5h 10h]", "1: meld [4h 5h Th]"),
        (" 01 :  lay   3h on m01 ", "1: lay 3h on m1"),
        ("1: meld {*=10 Th 10d}", "1: meld {Th Td *=T}"),
        ("1: meld [*=10h Jh Qh]", "1: meld [*=Th Jh Qh]"),
        ("1: meld {9h=9h 9s 9d}", "1: meld {9s 9h 9d}"),
        ("1: meld {9h 9h 9s}", "1: meld {9s 9h 9h}"),
        ("1: meld [*=4h *=5h 6h]", "1: meld [*=4h *=5h 6h]"),
        ("1: take Ks/1", "1: take Ks"),
        ("1: call 3h/3 on m1", "1: call 3h on m1"),
        ("1: call *=3h/5 on m1", "1: call *=3h/5 on m1"),
        ("1: call */5=3h on m1", "1: call *=3h/5 on m1"),
        ("1: call [3h/3 4d/7 5h/1]", "1: call [3h 4d/7 5h]"),
        ("1: take 4d/1", "1: take 4d/1"),
        ("1: take Qc", "1: take Qc"),
    ],
)
def test_order_is_free_when_read_and_canonical_when_written(read: str, written: str) -> None:
    action = parse_action(read, PILE)
    assert action_text(action, PILE) == written
    assert parse_action(written, PILE) == action


def test_an_unmarked_take_means_the_copy_nearest_the_top() -> None:
    assert parse_action("0: take 4d", PILE).depth == 2
    assert parse_action("0: take 4d/7", PILE).depth == 7
    assert action_text(parse_action("0: take 4d/2", PILE), PILE) == "0: take 4d"
    assert action_text(parse_action("0: take 4d/2")) == "0: take 4d/2"


def test_a_card_that_the_pile_does_not_hold_has_no_depth() -> None:
    assert parse_action("0: take Qc", PILE).depth == 0
    assert parse_action("0: call 2c on m1", PILE).depth == 0
    assert parse_action("0: take Qc", b"").depth == 0


def test_the_seat_may_be_given() -> None:
    assert parse_action("draw", seat=2) == r5.Action(2, "draw")
    assert parse_action("1: draw", seat=2) == r5.Action(1, "draw")


@pytest.mark.parametrize("text", ["[4h 5h 6h]", "{9s 9h *=9}", "Th Jh on m1", "[*=4h 5h 6h]"])
def test_a_use_alone(text: str) -> None:
    play = parse_use(text, 3)
    assert (play.seat, play.verb, play.use_text()) == (3, "lay" if " on " in text else "meld", text)


SHAPES = r5.compose("classic", options={"deck.jokers": 2}, seats=5).melding.shapes


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("0 [7h 8h 9h 2:Th]", "0 [7h 8h 9h 2:Th]"),
        ("0 [2:Th 9h 8h 7h]", "0 [7h 8h 9h 2:Th]"),
        ("1 {9s 9d 9c}", "1 {9s 9d 9c}"),
        ("1 {9c 0:9s 9d}", "1 {0:9s 9d 9c}"),
        ("1 {9s 3:9s 9d}", "1 {9s 3:9s 9d}"),
        ("1 {3:9s 9s 9d}", "1 {3:9s 9s 9d}"),
        ("4 [10h *=Jh 1:Qh]", "4 [Th *=Jh 1:Qh]"),
        ("0 [Qh Kh 1:Ah]", "0 [Qh Kh 1:Ah]"),
        ("0 {9s 9h *=9}", "0 {9s 9h *=9}"),
        ("0 [1:7h 8h 1:9h]", "0 [1:7h 8h 1:9h]"),
    ],
)
def test_melds(read: str, written: str) -> None:
    meld = parse_meld(read, SHAPES, seats=5)
    assert isinstance(meld, Meld)
    assert str(meld) == written
    assert parse_meld(written, SHAPES, seats=5) == meld


@pytest.mark.parametrize(("text", "action"), FORMS)
def test_repr_of_an_action__is_its_text_without_the_order_of_a_reshuffle(text: str, action: r5.Action) -> None:
    count = f"deck: reshuffle ({len(action.cards)} cards)"
    assert repr(action) == f"<Action {count if action.cards else action}>"
    assert repr(action).startswith(f"<Action {text.partition(':')[0]}: {action.verb}")


def test_repr_of_nonsense__is_text_too() -> None:
    assert repr(r5.Action(1, "discard", 99)) == "<Action 1: discard ??>"


def test_all_thirteen__the_ace_is_low_where_it_may() -> None:
    text = "0 [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"
    assert parse_meld(text, SHAPES).low == 0
    assert parse_meld(text, attrs.evolve(SHAPES, ace_high=False)).low == 0
    assert parse_meld(text, attrs.evolve(SHAPES, ace_low=False)).low == 1
