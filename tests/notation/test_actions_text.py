"""Tests of actions as text: every form of the notation's table, marks, canonical order, places of errors."""

from __future__ import annotations

import random

import attrs
import pytest

import rummy500 as r5
from rummy500.cards.pieces import Meld, meld_text
from rummy500.errors import NotationError
from rummy500.notation.actions import action_text, bare_text, parse_action, parse_cards, parse_use
from rummy500.notation.fields import parse_meld
from rummy500_testing import random_game

#: The oldest card first: 4d lies there twice, the upper one second from the top.
PILE = bytes(parse_cards("4d 9h 3h 7c 3h 4d Ks"))
VERBS = "draw, take, meld, lay, discard, call or pass"
CARD = "a card such as 7d, Ts or *"


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
    assert action_text(action, PILE) == f"{text.split(':', maxsplit=1)[0]}: {bare_text(action, PILE)}"


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


MARKED = "a depth has no meaning here"
ERRORS = [
    ("", 1, 1, "the action names no seat", 'a seat and a colon such as "1: "'),
    ("draw", 1, 1, "the action names no seat", 'a seat and a colon such as "1: "'),
    ("1 draw", 1, 3, "found 'draw'", "a colon after the seat"),
    ("²: draw", 1, 1, "found '²:'", "a seat"),
    ("12345: draw", 1, 1, "found '12345:'", "a seat"),
    ("deck reshuffle", 1, 6, "found 'reshuffle'", "a colon"),
    ("1: ", 1, 4, "something is missing at the end", f"an action: {VERBS}"),
    ("1: [4h]", 1, 4, "found '[4h]'", f"an action: {VERBS}"),
    ("1: darw", 1, 4, "there is no action 'darw'", f"{VERBS}; actions of plugins are read with rules= given"),
    ("1: draw 9h", 1, 9, "unexpected '9h' after the action", "the end"),
    ("1: discard", 1, 11, "something is missing at the end", CARD),
    ("1: discard 9h 9s", 1, 15, "unexpected '9s' after the action", "the end"),
    ("1: discard Kx", 1, 12, "'Kx' is not a card", CARD),
    ("1: meld 4h 5h", 1, 9, "found '4h'", "a run in [ ] or a group in { }"),
    ("1: meld []", 1, 10, "']' is not a card", CARD),
    ("1: meld [4h 5h}", 1, 15, "'}' is not a card", CARD),
    ("1: meld [4h 5h", 1, 15, "something is missing at the end", "a card or the closing bracket"),
    ("1: meld [4h ??]", 1, 13, "a hidden card cannot be played", "a card"),
    ("1: meld [4h *=*]", 1, 15, "a wild card stands for a card or a rank", "a card such as 9h or a rank such as 9"),
    ("1: meld [4h *=]", 1, 15, "']' is not a card", CARD),
    ("1: meld [4h *=1]", 1, 15, "'1]' is not a card", CARD),
    ("1: meld [4h/3 5h 6h]", 1, 12, MARKED, "cards without a depth"),
    ("1: lay 3h", 1, 10, "something is missing at the end", 'a card, or "on" and a meld'),
    ("1: lay on m1", 1, 8, "'on' is not a card", CARD),
    ("1: lay 3h on", 1, 13, "something is missing at the end", "a meld such as m1"),
    ("1: lay 3h on m", 1, 15, "something is missing at the end", "the number of a meld, from 1"),
    ("1: lay 3h on m0", 1, 15, "melds are numbered from 1", "m1 or more"),
    ("1: lay 3h on m00000", 1, 15, "found '00000'", "the number of a meld, from 1"),
    ("1: take", 1, 8, "something is missing at the end", CARD),
    ("1: take 4d/", 1, 12, "something is missing at the end", "a depth, counted from the top of the pile"),
    ("1: take 4d/0", 1, 12, "depths are counted from 1, the top of the pile", "1 or more"),
    ("1: take 4d with", 1, 16, "something is missing at the end", CARD),
    ("1: take 4d with [4d/2 5d 6d]", 1, 20, MARKED, "cards without a depth"),
    ("1: take 4d 5d", 1, 12, "unexpected '5d' after the action", "the end"),
    ("1: call", 1, 8, "something is missing at the end", CARD),
    ("deck: reshuffle 4h,2c", 1, 19, "',2c' touches the card before it", "a space"),
    ("1:\nmeld [4h\n5x]", 3, 1, "'5x]' is not a card", CARD),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message", "expected"), ERRORS)
def test_errors(text: str, line: int, column: int, message: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text, PILE)
    error = caught.value
    assert (error.line, error.column, error.message, error.expected) == (line, column, message, expected)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [("1: take 4d", 9, "a depth such as 4d/5"), ("1: call 3h on m1", 9, "a depth such as 3h/5")],
)
def test_without_a_pile_the_copy_must_be_marked(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert (caught.value.column, caught.value.expected) == (column, expected)


@pytest.mark.parametrize(
    ("preset", "seats", "jokers"),
    [("pagat", 2, 0), ("north-american", 4, 0), ("classic", 5, 2), ("family", 3, 1)],
)
def test_every_legal_action_reads_back(preset: str, seats: int, jokers: int) -> None:
    rules = r5.compose(preset, options={"deck.jokers": jokers}, seats=seats)
    game = random_game(rules, random.Random(5))
    for state in game.states[::3]:
        for action in list(r5.legal_actions(rules, state))[:200]:
            assert parse_action(action_text(action, state), state) == action
            assert parse_action(action_text(action)) == action


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
    assert meld_text(meld) == str(meld) == written
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


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("5 [7h 8h 9h]", 1, "there is no seat 5"),
        ("0 [7h 5:8h 9h]", 7, "there is no seat 5"),
        ("[7h 8h 9h]", 1, "found '[7h'"),
        ("0 7h 8h 9h", 3, "found '7h'"),
        ("0 [7h 8h", 9, "something is missing at the end"),
        ("0 [7h 8h 9h] x", 14, "unexpected 'x' after the meld"),
        ("0 [7h 8h Th]", 1, "this is not a meld: The cards of a run follow each other without a gap."),
        ("0 {}", 1, "this is not a meld: A meld has three cards or more; this one has 0."),
        ("0 {9s 9h *}", 1, "this is not a meld: Name the card that * stands for."),
    ],
)
def test_melds__errors(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(text, SHAPES, seats=5)
    assert (caught.value.line, caught.value.column, caught.value.message) == (1, column, message)
