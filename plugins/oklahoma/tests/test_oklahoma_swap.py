"""Tests of `oklahoma.swap`: a player takes back a joker for the card that it stands for."""

from __future__ import annotations

import pytest
from plugins.oklahoma.tests.oklahoma_tables import after, hand, legal, position, table, why_not

import rummy500 as r5
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

JOKERS = '"oklahoma.jokers" = 4'


def read_back(where: r5.Position) -> r5.Position:
    return r5.parse_position("\n".join(toml_lines(position_table(where))))


@pytest.mark.parametrize(
    ("melds", "holds", "swaps"),
    [
        ("1 [Jh Qh *=Kh]", "Kh Kd", {"Kh on m1"}),
        ("1 [Jh *=Qh *=Kh]", "Qh Kh", {"Qh on m1", "Kh on m1"}),
        ("1 {Kh Kd *=K}", "Ks Kh Qs", {"Ks on m1", "Kh on m1"}),
        ("1 {2h 2d *=2}", "2s 2c Qs", {"2s on m1", "2c on m1"}),
        ("1 [*=2h 3h 4h]", "2h 2s", {"2h on m1"}),
        ("1 [*=Ah 2h 3h]", "Ah As", {"Ah on m1"}),
        ("1 [Th Jh *=Qh], 1 {Qs Qd *=Q}", "Qh 4c", {"Qh on m1", "Qh on m2"}),
        ("0 [Jh Qh *=Kh]", "Kh Kd", set[str]()),
        ("0 [Jh Qh 1:*=Kh]", "Kh Kd", {"Kh on m1"}),
        ("1 [Jh Qh 0:*=Kh]", "Kh Kd", set[str]()),
        ("1 [Jh Qh 2s=Kh], 1 {9h 9d 2d=9}", "Kh 9s", set[str]()),
    ],
)
def test_oklahoma_swap_lists_what_may_be_taken_back(melds: str, holds: str, swaps: set[str]) -> None:
    where = position(f"4c / {holds} 6c", melds=melds, options=JOKERS)
    assert legal(where, "swap") == {f"1: swap {swap}" for swap in swaps}
    assert not any(why_not(where, action) for action in legal(where, "swap"))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("1: swap Kd on m1", "oklahoma.swap"),
        ("1: swap 2s on m1", "oklahoma.swap"),
        ("1: swap 2s=Kh on m1", "oklahoma.swap"),
        ("1: swap * on m1", "oklahoma.swap"),
        ("1: swap Kh Kd on m1", "oklahoma.swap"),
        ("1: swap Kh on m2", "oklahoma.swap"),
        ("1: swap Kh on m9", "oklahoma.swap"),
        ("1: swap Ks on m1", "turn.cards"),
        ("1: swap Kh [7h 8h 9h]", ""),
        ("0: swap Kh on m1", "turn.seat"),
    ],
)
def test_oklahoma_swap_refusals_name_the_rule(action: str, rule: str) -> None:
    where = position("4c Kh / Kh Kd 2s * 6c", melds="1 [Jh Qh *=Kh], 0 {Ks Kc *=K}", options=JOKERS)
    if rule:
        assert why_not(where, action) == rule
    else:
        with pytest.raises(r5.NotationError):
            r5.parse_action(action, where.state, rules=where.rules)


def test_oklahoma_swap_comes_after_the_draw() -> None:
    where = position("4c / Kh 6c", melds="1 [Jh Qh *=Kh]", options=JOKERS, more="")
    assert why_not(where, "1: swap Kh on m1") == "turn.parts"
    offered = position("4c / Kh 6c", melds="1 [Jh Qh *=Kh]", options=JOKERS, more='phase = "offer"')
    assert why_not(offered, "1: swap Kh on m1") == "turn.phase"
    over = position("4c / Kh 6c", melds="1 [Jh Qh *=Kh]", options=JOKERS, more='phase = "over"')
    assert why_not(over, "1: swap Kh on m1") == "turn.phase"


def test_oklahoma_swap_without_jokers_has_none_to_take() -> None:
    where = position("4c / Kh 6c", melds="1 [Jh Qh 2s=Kh]")
    assert legal(where, "swap") == set()
    assert why_not(where, "1: swap Kh on m1") == "oklahoma.swap"


def test_oklahoma_swap_everyone_sees_the_joker_go_to_the_hand() -> None:
    where = position("4c / Kh 6c 8d", melds="1 [Jh Qh *=Kh]", options=JOKERS)
    swapped = after(where, "1: swap Kh on m1")
    assert table(swapped) == ["1 [Jh Qh Kh]"]
    assert hand(swapped, 1) == "8d 6c *"
    assert r5.cards_text(r5.cards_of(swapped.state.public.known[1])) == "*"
    assert swapped.state.public.hand_size(1) == 3


def test_oklahoma_swap_is_written_and_read_back() -> None:
    where = position("4c / Kh 6c 8d Td", melds="1 [Jh Qh *=Kh]", options=JOKERS)
    swapped = after(where, "1: swap Kh on m1")
    assert position_table(swapped)["turn"]["plays"] == ["swap Kh on m1"]
    assert read_back(swapped).state == swapped.state
    assert state_from_json(state_to_json(swapped)).state == swapped.state


def test_oklahoma_swap_by_a_take_is_found_from_the_card_picked() -> None:
    where = position("4c / 6c 8d", melds="1 [Jh Qh *=Kh]", pile="3s Kh", options=JOKERS, more="")
    found = r5.actions_for_cards(where.rules, where.state, seat=1, cards="Kh")
    assert [r5.action_text(action, where.state) for action in found] == ["1: take Kh with swap Kh on m1"]


def test_oklahoma_swap_in_a_group_whose_suits_must_differ() -> None:
    where = position(
        "4c / Kh Ks 6c", melds="1 {Kh Kd *=K}", options=f'{JOKERS}, "meld.group-suits" = "different"', pile="5s"
    )
    assert legal(where, "swap") == {"1: swap Ks on m1"}
    assert why_not(where, "1: swap Kh on m1") == "meld.group-suits"


def test_discard_not_taken_frees_an_equal_card_once_the_top_one_is_swapped() -> None:
    where = position("4c / Kh 6c", melds="1 [Jh Qh *=Kh]", pile="Kh", options=JOKERS, more="")
    taken = after(where, "1: take Kh with swap Kh on m1")
    assert legal(taken, "discard") == {"1: discard Kh", "1: discard 6c", "1: discard *"}


def test_discard_not_taken_holds_for_a_joker_that_was_taken_and_comes_back() -> None:
    where = position("4c / 9s 9d 9h 6c", pile="*", options=JOKERS, more="")
    back = after(where, "1: take * with {9s 9d *=9}", "1: swap 9h on m1")
    assert legal(back, "discard") == {"1: discard 6c"}
    assert why_not(back, "1: discard *") == "discard.not-taken"
    assert read_back(back).state == back.state


def test_discard_not_taken_lets_another_joker_go() -> None:
    where = position("4c / 9s 9d 9h * 6c", pile="*", options=JOKERS, more="")
    back = after(where, "1: take * with {9s 9d *=9}", "1: swap 9h on m1")
    assert "1: discard *" in legal(back, "discard")


def test_turn_no_stranding_no_swap_that_leaves_only_the_joker_just_taken() -> None:
    where = position("4c / 9s 9d 9c 9h", pile="*", options=JOKERS, more="")
    taken = after(where, "1: take * with {9s 9d 9c *=9}")
    assert legal(taken) == {"1: discard 9h"}
    assert why_not(taken, "1: swap 9h on m1") == "turn.no-stranding"


def test_turn_no_stranding_a_swap_may_be_the_way_out() -> None:
    # The nine has just been taken, and the queen of spades is not the last card: the joker can go.
    melds = "1 {9s 9d 9c *=9}"
    where = position("4c / Qs", melds=melds, pile="9h", options=JOKERS, more='phase = "offer"')
    taken = after(where, "1: take 9h")
    assert legal(taken) == {"1: swap 9h on m1"}
    assert legal(after(taken, "1: swap 9h on m1")) == {"1: discard *"}


def test_oklahoma_swap_a_joker_may_go_round_in_one_turn() -> None:
    where = position("4c / 4h 5d 5s 5c 7d 7s 8c", melds="1 [3h *=4h 5h]", options=JOKERS)
    end = after(where, "1: swap 4h on m1", "1: meld {5s 5d *=5}", "1: swap 5c on m2", "1: meld {7s 7d *=7}")
    assert table(end) == ["1 [3h 4h 5h]", "1 {5s 5d 5c}", "1 {7s 7d *=7}"]
    assert hand(end, 1) == "8c"


def test_oklahoma_swap_leaves_equal_cards_in_their_order() -> None:
    where = position("4c / Ad 6c", melds="1 {As 0:As Ah *=A}", options=JOKERS)
    assert table(after(where, "1: swap Ad on m1")) == ["1 {As 0:As Ah Ad}"]
