"""Tests of `diff_rules`: it finds exactly the differences of two sets of rules, from both sides."""

from itertools import groupby

import attrs
import pytest
from tests.catalogue.every_rules import each_plugin, samples
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import RuleEntry
from rummy500.rulebook.core import QUESTIONS
from rummy500.rulebook.sheet import VALUE_RULES, Difference
from rummy500.rules.options import CORE_PRESETS

#: One set of rules in this many is compared with itself, too.
EQUAL = 8
PAIRS = [(first, second) for first in CORE_PRESETS for second in CORE_PRESETS]


def check(first: r5.Rules, second: r5.Rules) -> None:
    """Check the laws of a comparison."""
    found = r5.diff_rules(first, second)
    mirrored = [attrs.evolve(each, first=each.second, second=each.first) for each in r5.diff_rules(second, first)]
    assert mirrored == list(found)
    here, there = ({each.rule: each.text for each in r5.explain(rules)} for rules in (first, second))
    told = {rule for each in found for rule in each.rules}
    assert here.keys() ^ there.keys() <= told <= here.keys() | there.keys()
    assert {rule for rule in here.keys() & there.keys() if here[rule] != there[rule]} <= told | set(VALUE_RULES)
    assert all(each.first != each.second for each in found)
    texts = [text for each in found for text in (each.first, each.second) if text]
    assert all(text[-1] in ".!" and text == text.strip() for text in texts)
    assert all(each.question and each.rules for each in found)
    questions = [question for question, _ in groupby(each.question for each in found)]
    assert len(questions) == len(set(questions))


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_presets(first: str, second: str) -> None:
    for seats in (2, 5):
        check(r5.compose(first, seats=seats), r5.compose(second, seats=seats))


@each_plugin
def test_a_game_against_the_same_without_a_plugin_or_an_option(plugin: str) -> None:
    for number, sample in enumerate(samples(plugin)):
        if number % EQUAL == 0:
            assert r5.diff_rules(sample.rules, sample.rules) == ()
        check(sample.before, sample.rules)


def test_equal_rules_do_not_differ() -> None:
    rules = r5.compose("pagat", seats=3)
    assert r5.diff_rules(rules, r5.compose("pagat", options={"match.target": 500}, seats=3)) == ()


def test_what_players_would_ask_between_pagat_and_classic() -> None:
    found = r5.diff_rules(r5.compose("pagat", seats=3), r5.compose("classic", seats=3))
    assert list(dict.fromkeys(each.question for each in found)) == [
        "Which cards do you need?",
        "Who deals first?",
        "Can a group have two cards of the same suit?",
        "How many cards can a group have?",
        "What can a joker do?",
        "Can you take the top discard and keep it?",
        "What if the stock runs out?",
        'Who may call "Rummy!", and for what?',
        "What do the cards count?",
        "When does the match end?",
    ]
    assert Difference(
        "Can you take the top discard and keep it?",
        ("draw.top",),
        "You may take just the top discard and keep it in your hand.",
        "If you take just the top discard, you must use it at once.",
    ) in list(found)
    calls = [each for each in found if each.rules == ("call.full",)]
    assert [(bool(each.first), each.second) for each in calls] == [(True, "")]


def values(first: r5.Rules, second: r5.Rules) -> list[tuple[tuple[str, ...], str, str]]:
    """Return the sentences about card values."""
    found = r5.diff_rules(first, second)
    return [(each.rules, each.first, each.second) for each in found if each.question == QUESTIONS["score.values"]]


def test_cards_that_count_something_else_are_named_and_no_others() -> None:
    north, family = r5.compose("north-american"), r5.compose("family")
    low = "Ace: 15, but 1 as the low end of a run; left in hand 15."
    assert values(north, family) == [(("score.values", "score.ace-one"), low, "Ace: 1.")]
    joker = "Joker: 15, whatever it stands for; left in hand 15."
    assert values(r5.compose("pagat"), r5.compose("classic")) == [(("score.values",), joker, "There is no such card.")]
    assert values(r5.compose("pagat"), north) == []


HOUSE = plugin(
    "house",
    entries=lambda: (
        RuleEntry("house.end", "House", "It ends at ten o'clock.", ("house",), replaces=("match.target", "match.tie")),
        RuleEntry("house.tea", "House", "The dealer makes tea.", ("house",)),
    ),
)


def test_a_rule_of_a_plugin_answers_the_question_of_the_one_it_replaces() -> None:
    found = r5.diff_rules(r5.compose("classic"), r5.compose("classic", [HOUSE]))
    target, tie = (
        holding.text
        for rule in ("match.target", "match.tie")
        for holding in r5.explain(r5.compose("classic"))
        if holding.rule == rule
    )
    assert found == (
        Difference("House", ("house.tea",), "", "The dealer makes tea."),
        Difference("When does the match end?", ("house.end",), "", "It ends at ten o'clock."),
        Difference("When does the match end?", ("match.target",), target, "", ("house.end",)),
        Difference("Who wins the match?", ("match.tie",), tie, "", ("house.end",)),
    )
