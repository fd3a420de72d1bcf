"""Tests of the oracle against examples by hand: whole lists, scores, and turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from tests.oracle import OPTIONS, PRESETS, Catalogue, judge, legal
from tests.oracle.cards import JOKER, RANKS, SUITS
from tests.oracle.examples import Changed, playing, position, with_verb

# Whole lists


def test_draw_phase_in_full() -> None:
    where = position(hands=["7h 7s Kd", "3c"], pile="5c 7d", last=1)
    assert legal(where) == {"0: draw", "0: take 7d", "0: take 7d with {7s 7h 7d}"}


def test_play_phase_in_full() -> None:
    where = playing("9h 2c Kd", drawn=["2c"], melds=["1 [5h 6h 7h 8h]", "1 {9s 9d 9c}"])
    assert legal(where) == {
        "0: lay 9h on m1",
        "0: lay 9h on m2",
        "0: discard 9h",
        "0: discard 2c",
        "0: discard Kd",
    }


def test_a_nine_and_two_jokers() -> None:
    """meld.joker-count: 7-8-9, 8-9-10 or 9-10-J, or nines."""
    assert with_verb(legal(playing("9h * *")), "meld") == {
        "0: meld [*=7h *=8h 9h]",
        "0: meld [*=8h 9h *=Th]",
        "0: meld [9h *=Th *=Jh]",
        "0: meld {9h *=9 *=9}",
    }


def test_a_nine_and_two_jokers_may_be_refused_for_the_finish() -> None:
    """With an empty hand, the required discard is impossible."""
    where = playing("9h * *", options={"out.discard": "required"})
    assert legal(where) == {"0: discard 9h", "0: discard *"}
    assert judge(where, "0: meld {9h *=9 *=9}") == "out.discard-required"


# Worked examples of scores


def test_source_000_layoff_choice() -> None:
    hands = ["Kc", "2c Kd", "Th 3c"]
    where = position(phase="play", to_act=2, hands=hands, drawn=["3c"])
    on_group = where | {"melds": ["0 [5h 6h 7h 8h]", "2 {9s 9d 9c 1:9h}"]}
    assert judge(on_group, "2: lay Th on m1") == "meld.run"
    on_run = where | {"melds": ["0 [5h 6h 7h 8h 1:9h]", "2 {9s 9d 9c}"]}
    assert judge(on_run, "2: lay Th on m1") is None


def test_source_000_joker_as_nine_stays() -> None:
    where = playing("Th 6h 2c", melds=["1 [7h 8h *=9h]"])
    assert with_verb(legal(where), "lay") == {"0: lay Th on m1", "0: lay 6h on m1"}
    assert judge(where, "0: lay 6h Th on m1") == "meld.run"


def test_source_000_drawing() -> None:
    """A pile Ks ... 4 ... 4 ... 7: the deeper 4 must be used, 4-4-4 with the 4 in hand."""
    where = position(hands=["4h 2c", "3c"], pile="Ks 4d 9c 4s 7d")
    assert with_verb(legal(where), "take") == {"0: take 7d", "0: take 4d with {4s 4h 4d}"}
    assert judge(where, "0: take 4s with {4s 4h 4d}") == "turn.cards"
    after = playing("2c 7d 9c", taken=["4d", "9c", "4s", "7d"], turn={"plays": ["{4s 4h 4d}"]})
    assert with_verb(legal(after), "discard") == {"0: discard 2c", "0: discard 7d", "0: discard 9c"}


def test_source_000_calling() -> None:
    for card in ("6h", "Th"):
        where = position(hands=["2c", "3c", "4c"], to_act=1, last=0, pile=card, melds=["0 [7h 8h 9h]"])
        claims = {f"1: call {card} on m1", f"2: call {card} on m1"}
        assert with_verb(legal(where), "call") == claims
        assert judge(where, f"0: call {card} on m1") == "call.not-own"


# Turns


def test_seat_and_phase() -> None:
    draw = position(hands=["4h 5h 6h", "3c"])
    assert judge(draw, "1: draw") == "turn.seat"
    assert judge(draw, "0: meld [4h 5h 6h]") == "turn.parts"
    assert judge(draw, "0: discard 4h") == "turn.parts"
    assert judge(draw, "0: pass") == "stock.empty"
    play = playing("4h 5h 6h 2c")
    assert judge(play, "0: draw") == "draw.once"
    assert judge(play, "0: take 7d") == "draw.once"
    assert judge(play, "0: pass") == "turn.phase"
    assert judge(play, "0: discard 9h") == "turn.cards"
    assert legal(position(phase="over")) == set()
    assert judge(position(phase="over"), "0: draw") == "turn.phase"
    assert legal(position(phase="reshuffle", stock="")) == set()


def test_no_stranding() -> None:
    """turn.no-stranding: K in hand, lone 7 taken, K laid off: only the barred 7 is left."""
    where = playing("7d Kh", taken=["7d"], melds=["1 [Th Jh Qh]"])
    assert judge(where, "0: lay Kh on m1") == "turn.no-stranding"
    assert judge(where, "0: discard 7d") == "discard.not-taken"
    assert legal(where) == {"0: discard Kh"}


def test_bar_counts_copies() -> None:
    two: Changed = {"deck.packs": 2}
    assert judge(playing("7d 7d", options=two, taken=["7d"]), "0: discard 7d") is None
    played = playing("7d 2c", options=two, taken=["7d"], melds=["0 {7s 7h 7d}"], turn={"plays": ["{7s 7h 7d}"]})
    assert judge(played, "0: discard 7d") is None


def test_family_bars_the_drawn_card() -> None:
    where = playing("7d 9c 2c", "family", drawn=["2c"])
    assert judge(where, "0: discard 2c") == "discard.not-drawn"
    assert legal(where) == {"0: discard 7d", "0: discard 9c"}
    took = playing("7d 9c", "family", taken=["4h", "7d", "4s"], turn={"plays": ["{4h 4s 4d}"]}, melds=["0 {4h 4s 4d}"])
    assert legal(took) == {"0: discard 9c"}


def test_bar_yields_where_the_turn_cannot_end() -> None:
    assert legal(playing("2c", "family", drawn=["2c"])) == {"0: discard 2c"}
    assert legal(playing("8h", "family", drawn=["8h"], melds=["1 [5h 6h 7h]"])) == {"0: lay 8h on m1"}


def test_draw_top() -> None:
    where = position("classic", hands=["7s 7h 2c", "3c"])
    assert legal(where) == {"0: draw", "0: take 7d with {7s 7h 7d}"}
    assert judge(where, "0: take 7d") == "draw.top"
    assert judge(where, "0: take 9d") == "turn.cards"


def test_draw_deep() -> None:
    where = position(hands=["4h 8d Js 2c", "3c"], pile="4d 4s 7d", melds=["1 [4c 5c 6c]", "1 [5d 6d *=7d]"])
    assert judge(where, "0: take 4d") == "draw.deep"
    assert judge(where, "0: take 4s with 4d on m2") == "turn.cards"
    assert judge(where, "0: take 4s with 8d on m2") == "draw.deep-use"
    assert judge(where, "0: take 4d with 4d 8d on m2") == "meld.run"
    assert with_verb(legal(where), "take") == {
        "0: take 7d",
        "0: take 4d with 4d on m2",
        "0: take 4d with {4s 4h 4d}",
    }


def test_draw_deep_use_new_meld() -> None:
    where = position("family", hands=["2c Kd", "3c"], pile="4d 8d", melds=["1 [5d 6d 7d]"])
    assert judge(where, "0: take 4d with 4d on m1") == "draw.deep-use"
    assert judge(where, "0: take 8d with 8d on m1") is None
    must = where | {"rules": {"preset": "family", "options": {"draw.top": "must-meld"}}}
    assert judge(must, "0: take 8d with 8d on m1") == "draw.deep-use"


def test_take_marks_a_deeper_copy() -> None:
    where = position(options={"deck.packs": 2}, hands=["4h 4s 2c", "3c"], pile="4d 9c 4d 7s")
    assert with_verb(legal(where), "take") == {
        "0: take 7s",
        "0: take 4d with {4s 4h 4d}",
        "0: take 4d/4 with {4s 4h 4d}",
    }
    assert judge(where, "0: take 4d/2 with {4d 4h 4s}") is None  # read as the unmarked one
    assert judge(where, "0: take 4d/3 with {4d 4h 4s}") == "turn.cards"


def test_take_a_joker() -> None:
    where = position(hands=["9h 9s 2c", "3c"], pile="* 7d")
    assert with_verb(legal(where), "take") == {"0: take 7d", "0: take * with {9s 9h *=9}"}


def test_take_that_strands() -> None:
    """Everything is melded, and a discard is required; the pile's other cards may serve for it."""
    options: Changed = {"out.discard": "required"}
    where = position(options=options, hands=["7s 7h", "3c"], pile="7d")
    assert judge(where, "0: take 7d with {7s 7h 7d}") == "out.discard-required"
    assert judge(where | {"pile": "7d Kc"}, "0: take 7d with {7s 7h 7d}") is None


@pytest.mark.parametrize(
    ("option", "pile", "stale", "expected"),
    [
        ("pile", "7s 7d", False, {"0: take 7d", "0: pass"}),
        ("pile", "", False, set()),
        ("strict", "7s 7d", False, set()),
        ("reshuffle", "7s 7d", False, {"0: take 7d", "0: draw"}),
        ("reshuffle", "7s 7d", True, {"0: take 7d", "0: pass"}),
        ("reshuffle", "7d", False, {"0: take 7d", "0: pass"}),
    ],
)
def test_empty_stock(option: str, pile: str, stale: bool, expected: set[str]) -> None:
    where = position(options={"stock.empty": option}, stock="", pile=pile, turn={"stale": stale})
    assert legal(where) == expected


def test_opening_offer() -> None:
    where = position(options={"deal.opening": "offer"}, phase="offer", hands=["7s 7h 2c", "3c"])
    assert legal(where) == {"0: take 7d", "0: pass"}
    assert judge(where, "0: take 7d with {7s 7h 7d}") == "deal.opening-offer"
    assert judge(where, "0: draw") == "turn.phase"
    refused = position(options={"deal.opening": "offer"}, turn={"stock_only": True})
    assert legal(refused) == {"0: draw"}
    assert judge(refused, "0: take 7d") == "deal.opening-offer"


# The table of options, and teaching


def test_every_preset_answers_every_option() -> None:
    for values in PRESETS.values():
        assert set(values) == set(OPTIONS)
        assert all(OPTIONS[name].holds(value) for name, value in values.items())


@pytest.mark.parametrize(
    "rules",
    [{"preset": "none"}, {"options": {"meld.aces": "high"}}, {"options": {"meld.ace": "up"}}],
)
def test_unknown_rules_are_errors(rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such"):
        legal(position(rules=rules))


@pytest.mark.parametrize("text", ["draw", "0: jump", "0: discard 1x", "0: meld []", "0: lay [4h 5h 6h]", "0: draw 4h"])
def test_a_text_that_does_not_parse_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"not|no cards"):
        judge(position(), text)


class Deuces(Catalogue):
    """A variant of a few lines, to show that the oracle can be extended: deuces are wild."""

    def wild(self, face: str) -> bool:
        """Return whether a card is a joker or a deuce."""
        return face == JOKER or face[0] == "2"


def test_a_variant_can_be_taught() -> None:
    where = playing("2c 9h 9s Kd")
    assert judge(where, "0: meld {9h 9s 2c=9}") == "meld.joker-role"
    assert judge(where, "0: meld {9h 9s 2c=9}", Deuces) is None
    assert "0: meld {9s 9h 2c=9}" in legal(where, Deuces)


# The list against the judgement


LISTED = [
    playing("9h Th * 9s 2c", melds=["1 [5h 6h 7h]", "1 {9d 9c *=9}"], drawn=["2c"]),
    playing("As 2s 3s Ks *", melds=["1 [Ts Js Qs]", "1 {4s 4h 4d}"], options={"out.discard": "required"}),
    position("family", hands=["4h 8d * 2c", "3c"], pile="4d 4s 7d * 4h", melds=["1 [4c 5c 6c]", "1 [5d 6d *=7d]"]),
    position("north-american", to_act=1, last=0, pile="8h 4s 4h 9h * 8h", melds=["1 [5h 6h 7h]", "0 {4d 4c *=4}"]),
]


@pytest.mark.parametrize("where", LISTED)
def test_listed_actions_are_judged_legal(where: dict[str, Any]) -> None:
    actions = legal(where)
    assert actions
    assert {judge(where, action) for action in actions} == {None}


def every_arrangement(hand: str, melds: int) -> Iterator[str]:
    """List every subset of the hand in any arrangement, with every role for its jokers and none."""
    roles = [
        JOKER,
        *(f"*={rank}" for rank in RANKS),
        *(f"*={rank}{suit}" for rank in RANKS for suit in SUITS),
    ]
    cards = hand.split()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            for filled in product(*(roles if card == JOKER else [card] for card in chosen)):
                words = " ".join(filled)
                yield f"meld [{words}]"
                yield f"meld {{{words}}}"
                yield from (f"lay {words} on m{number}" for number in range(1, melds + 1))


@pytest.mark.parametrize("where", LISTED[:2])
def test_actions_judged_legal_are_listed(where: dict[str, Any]) -> None:
    """Sets of several suits and ranks, and stretches with gaps, may be left out of the enumeration."""
    tried = {f"0: {text}" for text in every_arrangement(where["hands"][0], len(where["melds"]))}
    found = {plain(text) for text in tried if judge(where, text) is None}
    assert found == {plain(text) for text in with_verb(legal(where), "meld", "lay")}


def plain(text: str) -> tuple[str, frozenset[str]]:
    """Write a meld or lay-off independent of the order of its cards."""
    for bracket in "[]{}":
        text = text.replace(bracket, f" {bracket} ")
    return text.split()[1], frozenset(text.split()[2:])
