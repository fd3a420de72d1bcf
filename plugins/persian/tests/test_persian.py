"""Tests of Persian beside its scenarios: what it refuses to be composed with, its texts, and hands counted again."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Note, PluginInfo, Settings, hookimpl
from rummy500_testing import random_game

TWO_DEALS: dict[str, object] = {"persian.flavour": "001"}
#: The hands that are counted again.
HANDS = 40


def stand_in(name: str, **sets: Any) -> SimpleNamespace:
    """Make a plugin of some name that sets options of the core."""
    return SimpleNamespace(
        plugin_info=hookimpl(lambda: PluginInfo(name, "a stand-in")), settings=hookimpl(lambda: Settings(sets=sets))
    )


GOING_OUT = stand_in("going-out", **{"match.reached": "reach"})
OTHERS = (("oklahoma", "rules for jokers"), ("dealers-gambit", "its dealer names"), ("michigan", "has several"))


@pytest.mark.parametrize(
    ("options", "other", "why"),
    [
        ({"deck.jokers": 2}, None, "it must be 4, its jokers make groups of three or four"),
        ({"deck.packs": 2}, None, "it must be 1"),
        ({"meld.group-max": 3}, None, "it must be 0, a group may have all four"),
        ({"score.ace": "one"}, None, "an ace is always 15"),
        ({"match.target": 300, **TWO_DEALS}, None, "the game is two deals"),
        ({"match.reached": "exceed", **TWO_DEALS}, None, "the game is two deals"),
        ({"persian.flavour": "002"}, None, 'it must be one of "003", "001"'),
        (TWO_DEALS, GOING_OUT, r"going-out sets match\.reached, but the game is two deals"),
        *(({}, stand_in(name), f"persian and {name} do not go together.*{why}") for name, why in OTHERS),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_persian_game_refuses_what_makes_no_sense(
    options: dict[str, object], other: object, why: str, is_first: bool
) -> None:
    plugins = ["persian", *([other] if other is not None else [])]
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("pagat", plugins if is_first else plugins[::-1], options, seats=4)


@pytest.mark.parametrize("seats", [3, 5])
def test_persian_game_is_for_four(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="4 seats"):
        r5.compose("classic", ["persian"], seats=seats)


def test_persian_game_an_option_may_change_what_is_set() -> None:
    options = {"meld.ace": "both", "call": "full", "stock.empty": "reshuffle", "match.target": 300}
    found = r5.compose("classic", ["persian", GOING_OUT], options, seats=4).options
    assert {name: found[name] for name in options} == options


def test_persian_players_are_shown_what_counts_double_and_how_many_deals_there_were() -> None:
    where = r5.parse_position("""
        rules  = { preset = "classic", plugins = ["persian"], options = { "persian.flavour" = "001" } }
        to_act = 1
        phase  = "play"
        hands  = ["Kc", "9h 2d", "3c", "4c"]
        melds  = ["1 {6s 6h 6d 6c}"]
        turn   = { plays = ["{6s 6h 6d 6c}"] }
        match  = { plugin = { persian = { deals = 1 } } }
    """)
    assert r5.notes(where.rules, where.state)[0] == Note("counts double", "{melds}", facts={"melds": "m1"})
    assert r5.notes(where.rules, where.match) == (Note("deals played", "1"),)
    assert r5.notes(where.rules, r5.start_match(where.rules)) == (Note("deals played", "0"),)


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


@pytest.mark.parametrize("options", [{}, TWO_DEALS])
def test_explain_tells_what_holds_and_nothing_of_wild_cards(options: dict[str, object]) -> None:
    holds = {one.rule: one.text for one in r5.explain(r5.compose("pagat", ["persian"], options, seats=4))}
    assert "52 cards and four jokers" in holds["persian.game"]
    assert "each joker counts 20" in holds["persian.jokers"]
    assert "counts double" in holds["persian.double"]
    assert "25" in holds["persian.out-bonus"]
    assert not {"meld.joker", "meld.joker-role", "meld.joker-count", "score.no-bonus", "deck.pack"} & set(holds)
    assert "joker" not in holds["score.values"]
    assert ("two deals" in holds["persian.game"]) == ("match.target" not in holds) == bool(options)
