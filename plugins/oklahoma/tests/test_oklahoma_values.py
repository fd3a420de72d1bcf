"""Tests of `oklahoma.values`: the points of each card on the table and in hand, and of whole hands."""

from __future__ import annotations

import random

import pytest
from plugins.oklahoma.tests.oklahoma_tables import position

import rummy500 as r5
from rummy500_testing import random_game

HANDS = 40
IN_HAND = {"Qs": 100, "*": 200, "2": 20, "A": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


def in_hand(card: str) -> int:
    return IN_HAND.get(card) or IN_HAND[card[0]]


def melded(text: str) -> int:
    """Return the points of a card on the table, from its text; `2s=Kh` is a wild one."""
    card, _, role = text.partition("=")
    if card == "*":
        return 100
    if card == "Qs":
        return 50
    counts = role or card
    return {"A": 20, "2": 5}.get(counts[0]) or (10 if counts[0] in "KQJT98" else 5)


@pytest.mark.parametrize("preset", ["pagat", "family"])
def test_oklahoma_values_of_every_card_in_hand(preset: str) -> None:
    rules = r5.compose(preset, ["oklahoma"])
    for card in range(53):
        assert rules.scoring.points.in_hand[card] == in_hand(r5.card_text(card)), r5.card_text(card)


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("[8s 9s Ts Js Qs Ks As]", 120),
        ("[As 2s 3s 4s 5s 6s 7s]", 50),
        ("{Qs Qs Qh Qd}", 120),
        ("[Js 2h=Qs Ks]", 30),
        ("{Qh Qd 2s=Q}", 30),
        ("{2s 2h 2d}", 15),
        ("[2d=2s 3s 4s]", 15),
        ("{Ah Ad 2s=A}", 60),
        ("[2d=Ah 2h 3h]", 30),
        ("{Kh *=K *=K}", 210),
        ("[*=Qs Ks As]", 130),
        ("{7h 7d 2s=7}", 15),
        ("{8h 8d 2s=8}", 30),
    ],
)
def test_oklahoma_values_of_melds(meld: str, points: int) -> None:
    where = position("/ 6s", melds=f"0 {meld}", options='"oklahoma.jokers" = 2')
    assert r5.score_hand(where.rules, where.state).by_seat == (points, -5)


def played(action: r5.Action, text: str) -> str:
    """Return the cards that an action plays, without brackets."""
    if action.verb not in ("meld", "lay", "take", "swap"):
        return ""
    use = text.partition(" with ")[2] if action.verb == "take" else text.partition(f"{action.verb} ")[2]
    return use.removeprefix("swap ").partition(" on m")[0].strip("[]{}")


@pytest.mark.parametrize("jokers", [0, 4])
def test_oklahoma_values_scores_are_those_that_a_table_would_count(jokers: int) -> None:
    """Random hands are counted again from the texts of their actions."""
    rules = r5.compose("classic", ["oklahoma"], {"oklahoma.jokers": jokers}, seats=3)
    ends: set[int] = set()
    for seed in range(HANDS):
        game = random_game(rules, random.Random(seed))
        end = game.states[-1]
        points = [-sum(in_hand(card) for card in r5.cards_text(hand).split()) for hand in map(end.cards, range(3))]
        turns: list[set[int]] = [set(), set(), set()]
        turn = 0
        for before, action in zip(game.states, game.actions, strict=False):
            text = r5.action_text(action, before)
            cards = played(action, text).split()
            points[action.seat] += sum(map(melded, cards))
            turn += action.verb == "discard"
            if "swap" in text:
                points[action.seat] -= 100
            elif cards:
                turns[action.seat].add(turn - (action.verb == "discard"))
        out = end.public.out
        if out >= 0:
            bonus = 250 if turns[out] == {turn - 1} else 100
            points[out] += bonus
            ends.add(bonus)
        assert tuple(points) == r5.score_hand(rules, end).by_seat, f"seed {seed}"
    assert 100 in ends
