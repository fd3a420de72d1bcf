"""Tests of `Wilds.now`: cards that are wild in some hands or turns only (`meld.joker`)."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import plugin
from tests.rules.tables import playing

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.hooks import Wilds, bag_of, common, points_in_hand
from rummy500.rules.scores import WILD_IN_HAND, Place
from rummy500.rules.state import MatchSoFar, View
from rummy500_testing import LAWS, LawBroken

THREES = tuple(r5.parse_cards("3s 3h 3d 3c"))
LAW = next(law for law in LAWS if law.name == "wild cards are open and fixed")


def in_even_hands(_rules: r5.Rules, view: View) -> tuple[int, ...]:
    return THREES if view.public.match.hand_number % 2 == 0 else ()


def wild_counts_fifty(card: int, role: int, place: Place) -> int | None:
    return 50 if place == "hand" and role == WILD_IN_HAND else None


def threes(now: Any = in_even_hands) -> SimpleNamespace:
    return plugin(wilds=lambda: Wilds(THREES, now=now), card_points=wild_counts_fifty)


RULES = r5.compose("classic", [threes()], seats=2)
ALWAYS = r5.compose("classic", [plugin(wilds=lambda: Wilds(THREES), card_points=wild_counts_fifty)], seats=2)
NEVER = r5.compose("classic", seats=2)


def in_hand_number(state: r5.State, number: int) -> r5.State:
    match = state.public.match
    return replace(state, public=replace(state.public, match=replace(match, hand_number=number)))


def meld_with_a_three(number: int, rules: r5.Rules = RULES) -> r5.State:
    return dealt_under(rules, in_hand_number(playing("3s 9h 9d Kc", "classic").state, number))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_card_is_wild_in_the_hands_that_the_rule_names(number: int) -> None:
    state = meld_with_a_three(number)
    as_nine = r5.parse_action("1: meld {9h 9d 3s=9}", state)
    wild = number % 2 == 0
    assert (r5.why_not(RULES, state, as_nine) is None) == (as_nine in r5.legal_actions(RULES, state)) == wild
    if wild:
        after = r5.apply(RULES, state, as_nine)
        assert r5.score_hand(RULES, after) == r5.score_hand(ALWAYS, dealt_under(ALWAYS, after))


@pytest.mark.parametrize("number", [1, 2])
def test_a_card_in_hand_counts_by_what_is_wild_at_the_count(number: int) -> None:
    state = meld_with_a_three(number)
    points = 50 if number == 2 else 3
    for source in (state, r5.observe(RULES, state, 0), r5.observe(RULES, state, 1)):
        assert points_in_hand(RULES, source)[THREES[0]] == points
    (line,) = (line for line in r5.score_hand(RULES, state).lines if line.seat == 1)
    assert line.points == -(points + 9 + 9 + 10)


def test_a_piece_on_the_table_keeps_its_role_and_its_worth() -> None:
    state = meld_with_a_three(2)
    melded = r5.apply(RULES, state, r5.parse_action("1: meld {9h 9d 3s=9}", state))
    later = in_hand_number(melded, 3)
    assert later.public.table == melded.public.table
    lines = [r5.score_hand(RULES, each).lines[-2] for each in (melded, later)]
    assert lines[0] == lines[1]


def test_the_opening_minimum_counts_wild_cards() -> None:
    rules = r5.compose("classic", [threes()], {"meld.first-minimum": 25}, seats=2)
    state = meld_with_a_three(2, rules)
    assert r5.why_not(rules, state, r5.parse_action("1: meld {9h 9d 3s=9}", state)) is not None
    rules = r5.compose("classic", [threes()], {"meld.first-minimum": 21}, seats=2)
    state = meld_with_a_three(2, rules)
    assert r5.why_not(rules, state, r5.parse_action("1: meld {9h 9d 3s=9}", state)) is None


@pytest.mark.parametrize(("number", "same_as"), [(1, NEVER), (2, ALWAYS)])
def test_hands_are_those_of_rules_that_declare_the_same_cards(number: int, same_as: r5.Rules) -> None:
    match = MatchSoFar(0, (0, 0), number)
    for seed in range(4):
        rng = random.Random(seed)
        state = replace(r5.deal(RULES, seed=seed), public=replace(r5.deal(RULES, seed=seed).public, match=match))
        while not r5.is_over(state):
            legal = r5.legal_actions(RULES, state)
            assert list(legal) == list(r5.legal_actions(same_as, state))
            state = r5.apply(RULES, state, rng.choice(list(legal)))


def test_explain_says_that_the_wild_cards_change() -> None:
    (joker,) = (line for line in r5.explain(RULES) if line.rule == "meld.joker")
    assert joker.text.startswith("The wild cards change during play")


def by_own_hand(_rules: r5.Rules, view: View) -> tuple[int, ...]:
    return THREES if common(view.hand, bag_of(THREES)) else ()


def by_table(_rules: r5.Rules, view: View) -> tuple[int, ...]:
    return THREES if view.public.table else ()


@pytest.mark.parametrize(("now", "message"), [(by_own_hand, "for a spectator"), (by_table, "were wild in this turn")])
def test_the_law_finds_wild_cards_that_depend_on_a_hand_or_change_in_a_turn(now: object, message: str) -> None:
    rules = r5.compose("classic", [threes(now)], seats=3)
    with pytest.raises(LawBroken, match=message):
        LAW(rules, hands=20)
    LAW(RULES, hands=2)
