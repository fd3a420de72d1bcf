"""Tests of `persian.double`: a group of exactly four, laid down in one action, counts twice."""

from __future__ import annotations

import random

import pytest

import rummy500 as r5
from rummy500.notation.position import position_table
from rummy500_persian import Whole
from rummy500_testing import random_game

#: The hands that are counted again.
HANDS = 40


def position(
    more: str,
    *,
    hand: str = "2d",
    other: str = "Kc 8c",
    preset: str = "classic",
    options: str = "",
    pile: str = "3s",
) -> r5.Position:
    """Make a position: seat 1 has some cards and has drawn the 2d, by default."""
    drawn = "" if "phase" in more else 'phase = "play"\ndrawn = ["2d"]'
    return r5.parse_position(f"""
        rules = {{ preset = "{preset}", plugins = ["persian"], options = {{ {options} }} }}
        to_act = 1
        hands = ["{other}", "{hand}", "3c", "4c"]
        stock = "Td Jc"
        pile = "{pile}"
        {drawn}
        {more}
    """)


def after(where: r5.Position, *actions: str) -> r5.State:
    """Return the state after some actions."""
    state = where.state
    for action in actions:
        state = r5.apply(where.rules, state, r5.parse_action(action, state))
    return state


def doubles(where: r5.Position, state: r5.State) -> list[tuple[int, int, str]]:
    """Return the lines of doubled groups: seat, points, cards."""
    lines = r5.score_hand(where.rules, state).lines
    return [(line.seat, line.points, line.cards) for line in lines if line.rule == "persian.double"]


@pytest.mark.parametrize(
    ("cards", "points"),
    [("6s 6h 6d 6c", 24), ("5s 5h 5d 5c", 20), ("As Ah Ad Ac", 60), ("Ks Kh Kd Kc", 40), ("* * * *", 80)],
)
def test_persian_double_has_a_line_of_its_own(cards: str, points: int) -> None:
    where = position("", hand=f"{cards} 2d", other="9c 8c")
    state = after(where, f"1: meld {{{cards}}}")
    lines = [line for line in r5.score_hand(where.rules, state).lines if line.cards == cards]
    assert [(line.seat, line.points, line.rule) for line in lines] == [
        (1, points, "score.hand"),
        (1, points, "persian.double"),
    ]


def test_persian_double_is_remembered_past_the_turn() -> None:
    where = position("", hand="6s 6h 6d 6c 9h 2d", preset="pagat")
    state = after(where, "1: meld {6s 6h 6d 6c}", "1: discard 2d")
    assert state.memories == (Whole((1,)),)
    assert position_table(r5.Position(where.rules, state))["plugin"] == {"persian": {"whole": [1]}}
    assert doubles(where, after(r5.Position(where.rules, state), "2: take 2d")) == [(1, 24, "6s 6h 6d 6c")]


def test_persian_double_needs_one_action() -> None:
    where = position("", hand="6s 6h 6d 6c 9h 2d")
    state = after(where, "1: meld {6s 6h 6d}", "1: lay 6c on m1")
    assert doubles(where, state) == []
    assert state.memories == (Whole(),)


def test_persian_double_counts_a_group_among_this_turns_plays() -> None:
    where = position('melds = ["1 {6s 6h 6d 6c}"]\nturn = { plays = ["{6s 6h 6d 6c}"] }', hand="9h 2d")
    assert where.state.memories == (Whole(),)
    assert doubles(where, where.state) == [(1, 24, "6s 6h 6d 6c")]
    assert r5.notes(where.rules, where.state)[0] == r5.Note("counts double", "m1")
    ended = after(where, "1: discard 2d")
    assert ended.memories == (Whole((1,)),)
    assert doubles(where, ended) == [(1, 24, "6s 6h 6d 6c")]


def test_persian_double_does_not_count_three_and_one_among_this_turns_plays() -> None:
    plays = 'turn = { plays = ["{6s 6h 6d}", "6c on m1"] }'
    where = position(f'melds = ["1 {{6s 6h 6d 6c}}"]\n{plays}', hand="9h 2d")
    assert doubles(where, where.state) == []


@pytest.mark.parametrize(
    ("meld", "whole"), [("1 [5h 6h 7h 8h]", 1), ("1 {6s 6h 6d}", 1), ("1 {6s 6h 6d 6c}", 2), ("1 {6s 6h 6d 6c}", 0)]
)
def test_persian_double_is_for_groups_of_four_that_are_there(meld: str, whole: int) -> None:
    where = position(f'melds = ["{meld}"]\nplugin = {{ persian = {{ whole = [{whole}] }} }}', hand="9h 2d")
    assert doubles(where, where.state) == []


def test_persian_double_of_a_take_and_of_a_call() -> None:
    taken = position('phase = "draw"', hand="6h 6d 6c 2d", pile="6s 9c")
    assert doubles(taken, after(taken, "1: take 6s with {6s 6h 6d 6c}")) == [(1, 24, "6s 6h 6d 6c")]
    called = position('phase = "draw"\nlast = 0', options='call = "full"', pile="6s 6h 6d 6c 9c")
    assert doubles(called, after(called, "2: call {6s/5 6h 6d 6c}")) == [(2, 24, "6s 6h 6d 6c")]


def test_persian_double_does_not_help_to_open() -> None:
    where = position("", hand="6s 6h 6d 6c 9h 2d", options='"meld.first-minimum" = 30')
    refusal = r5.why_not(where.rules, where.state, r5.parse_action("1: meld {6s 6h 6d 6c}", where.state))
    assert refusal is not None
    assert refusal.rule == "meld.first-minimum"


def values(card: str, *, low: bool = False) -> int:
    """Return the points of a card, from its text; `low` for the ace at the low end of a run."""
    if card == "*":
        return 20
    if card[0] == "A":
        return 1 if low else 15
    return 10 if card[0] in "TJQK" else int(card[0])


def counted(text: str, end: r5.State) -> tuple[int, bool]:
    """Return the points of the cards that an action plays, and whether they are a group of four."""
    verb = text.split()[1]
    played = text.partition(" with ")[2] if verb == "take" else text.partition(f" {verb} ")[2]
    if verb not in ("meld", "lay", "take"):
        return 0, False
    use, _, on = played.partition(" on m")
    cards = use.strip("[]{}").split()
    low = end.public.table[int(on) - 1].low == 0 if on else use[:1] == "[" and any(card[0] == "2" for card in cards)
    return sum(values(card, low=low) for card in cards), use[:1] == "{" and len(cards) == 4


@pytest.mark.parametrize("flavour", ["003", "001"])
def test_persian_scores_are_those_that_a_table_would_count(flavour: str) -> None:
    """Random hands are counted again from the texts of their actions."""
    rules = r5.compose("pagat", ["persian"], {"persian.flavour": flavour}, seats=4)
    doubled = 0
    for seed in range(HANDS):
        game = random_game(rules, random.Random(seed))
        end = game.states[-1]
        points = [-sum(values(card) for card in r5.cards_text(r5.cards_of(hand)).split()) for hand in end.hands]
        for before, action in zip(game.states, game.actions, strict=False):
            worth, four = counted(r5.action_text(action, before), end)
            points[action.seat] += worth * (2 if four else 1)
            doubled += four
        if end.public.out >= 0:
            points[end.public.out] += 25
        assert tuple(points) == r5.score_hand(rules, end).by_seat, f"seed {seed}"
    assert doubled
