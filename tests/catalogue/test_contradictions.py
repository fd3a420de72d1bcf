"""Tests that no two rules in force contradict each other, under all presets and plugins."""

from __future__ import annotations

from typing import Any

import pytest
from tests.catalogue.every_rules import INSTALLED, each_plugin, samples
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import JOKER, RuleEntry, Rules, Statement, Wilds
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.explain import MATTERS
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing.laws.composing import contradictions, every_rule_is_explained


def line(rules: r5.Rules, rule: str) -> str:
    return " ".join(each.text for each in r5.sheet(rules).lines if rule in each.rules)


def with_installed(preset: str, *plugins: str, **more: Any) -> r5.Rules:
    missing = sorted({*plugins, preset} - {*INSTALLED, *CORE_PRESETS})
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    return r5.compose(preset, plugins, **more)


# ------------------------------------------------- the law


@each_plugin
def test_no_preset_plugin_or_option_makes_rules_contradict_each_other(plugin: str) -> None:
    for sample in samples(plugin):
        assert contradictions(sample.rules) == (), sample.rules


@pytest.mark.parametrize("opening", ["upcard", "extra-card", "offer"])
@pytest.mark.parametrize("layoff", ["any", "after-meld", "own"])
def test_no_option_makes_the_core_contradict_itself(opening: str, layoff: str) -> None:
    for options in ({}, {"out.discard": "required"}, {"deck.jokers": 0}, {"call": "none"}, {"call": "top"}):
        rules = r5.compose("pagat", options={"deal.opening": opening, "meld.layoff": layoff, **options}, seats=3)
        assert contradictions(rules) == ()


# ------------------------------------------------- the law can fail


def house(sentence: str, **more: Any) -> object:
    entry = RuleEntry("house.rule", "A turn", sentence, ("house",), **more)
    return plugin("house", entries=lambda: (entry,))


def test_two_rules_that_claim_different_answers_in_one_matter_contradict_each_other() -> None:
    youngest = house("The youngest begins.", claims={"first turn": "house.youngest"})
    rules = r5.compose("classic", [youngest])
    (found,) = contradictions(rules)
    assert found == "first turn: 'left of the dealer' (turn.order), but 'house.youngest' (house.rule)"
    fault = every_rule_is_explained.fault_in(rules)
    assert fault is not None
    assert found in fault.what
    assert contradictions(r5.compose("classic", [youngest], {"deal.opening": "extra-card"})) != ()


def test_a_claim_of_a_rule_that_is_replaced_or_idle_contradicts_nothing() -> None:
    claims = {"first turn": "house.youngest"}
    instead = house("The youngest begins.", claims=claims, replaces=("turn.order",))
    assert contradictions(r5.compose("classic", [instead])) == ()

    def never(rules: Rules) -> Statement | None:
        return None

    assert contradictions(r5.compose("classic", [house("Never.", claims=claims, statement=never)])) == ()


def test_a_claim_about_an_unknown_matter_is_refused() -> None:
    with pytest.raises(r5.ComposeError, match="claim about 'frist turn', which is no matter of the core; did you mean"):
        r5.compose("classic", [house("It.", claims={"frist turn": "x"})])
    assert r5.compose("classic", [house("It.", claims={"house.tea": "green"})]).plugins


def test_a_claim_that_is_no_answer_to_its_matter_is_refused_and_the_answers_are_named() -> None:
    with pytest.raises(r5.ComposeError) as caught:
        r5.compose("classic", [house("The left begins.", claims={"first turn": "left of dealer"})])
    assert str(caught.value) == (
        "plugin house: hook entries has a rule 'house.rule' with the claim 'left of dealer' about 'first turn'; the"
        " answer must be one of 'left of the dealer', 'whoever takes the upcard', or begin with 'house' and a dot"
    )
    for claims in ({"draw": "3"}, {"match": "40 points"}, {"first turn": "house.youngest"}):
        assert r5.compose("classic", [house("It.", claims=claims)]).plugins
    with pytest.raises(r5.ComposeError, match="the claim 'three' about 'draw'"):
        r5.compose("classic", [house("It.", claims={"draw": "three"})])


def test_a_claim_under_given_rules_that_is_no_answer_to_its_matter_breaks_the_law() -> None:
    def statement(_: Rules) -> Statement:
        return Statement("It.", ("house",), {"jokers": "tame"})

    fault = every_rule_is_explained.fault_in(r5.compose("classic", [house("It.", statement=statement)]))
    assert fault is not None
    assert "house.rule has the claim 'tame' about 'jokers'; the answer must be one of 'none', 'wild'" in fault.what


def test_each_matter_is_claimed_by_some_rule_of_the_core_or_a_plugin() -> None:
    claimed: set[str] = {"hands at the stock's end"}  # by plugins alone
    for preset in CORE_PRESETS:
        for options in ({}, {"deal.opening": "offer"}):
            rules = r5.compose(preset, options=options, seats=3)
            for entry in CORE_ENTRIES:
                said = entry.under(rules)
                claimed |= set(said.claims) if said is not None else set()
    assert claimed == set(MATTERS)


# ------------------------------------------------- what was wrong on sheets


@pytest.mark.parametrize(
    ("preset", "plugins", "options", "rule", "begins"),
    [
        ("classic", [], {"deal.opening": "offer"}, "turn.order", "Turns go clockwise."),
        ("classic", [], {}, "turn.order", "The player on the dealer's left begins"),
        ("classic", ["oklahoma"], {}, "turn.order", "Turns go clockwise."),
        ("pagat", [], {}, "meld.joker", "A joker is wild"),
        ("classic", [], {}, "deck.pack", "One pack of 52 without jokers"),
    ],
)
def test_the_line_of_a_rule_begins(preset: str, plugins: list[str], options: Any, rule: str, begins: str) -> None:
    assert line(with_installed(preset, *plugins, options=options), rule).startswith(begins)


def test_where_sides_play_the_pile_of_oklahoma_is_taken_for_any_of_the_sides_melds() -> None:
    sides = line(with_installed("classic", "oklahoma", "partnership", seats=4), "draw.whole-pile")
    assert "a lay-off on one of your side's melds" in sides
    assert "your own" not in sides
    assert "a lay-off on a meld of your own" in line(with_installed("classic", "oklahoma"), "draw.whole-pile")


def test_wild_cards_other_than_jokers_have_lines_about_their_use() -> None:
    one_eyed = plugin("house", wilds=lambda: Wilds((r5.parse_card("Js"), r5.parse_card("Jh"), JOKER)))
    rules = r5.compose("classic", [one_eyed], seats=3)
    said = line(rules, "meld.joker")
    assert said.startswith("These cards are wild: jack of spades and jack of hearts. A wild card can take the place")
    assert "In its own place in a run, and in a group of its own rank, it is natural" in said
    assert line(rules, "meld.joker-role").startswith("When you meld a wild card, you say which card it is.")
    assert line(rules, "meld.joker-count").startswith("A meld may have any number of wild cards")
    no_jokers = next(each for each in r5.explain(rules) if each.rule == "deck.no-jokers")
    assert no_jokers.text == "There are no jokers."
    assert {each.set_by for each in r5.explain(rules) if each.rule.startswith("meld.joker")} == {"plugin house"}
    both = line(r5.compose("pagat", [one_eyed], seats=3), "meld.joker")
    assert both.startswith("These cards are wild: jack of spades, jack of hearts and joker.")
    assert line(r5.compose("classic"), "meld.joker") == ""
