"""Tests of `explain` with plugins; a test is skipped if its plugin is not installed."""

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Settings, hookimpl
from rummy500.rulebook.explain import summarize, summarize_preset
from rummy500.rules.options import CORE_PRESETS

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
GROUPS = "The suits in a group do not matter"
VALUES = "Cards from 2 to 10 count their number; a jack, queen or king counts 10"
TIE = (
    "If several WHOs tie for the highest score, more hands are played until one WHO leads alone. That WHO wins,"
    " whatever the score."
)
LAY_OFF = (
    "You may add cards to WHOSE melds: cards of the same rank to a group, or the next card at either end of a run. They"
    " score for the player who added them."
)


def composed(
    preset: str, plugins: Sequence[str] = (), options: Mapping[str, object] | None = None, seats: int = 4
) -> r5.Rules:
    missing = sorted(set(plugins) - INSTALLED)
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    return r5.compose(preset, plugins, options, seats=seats)


def told(
    rule: str, preset: str, plugins: Sequence[str] = (), options: Mapping[str, object] | None = None, seats: int = 4
) -> r5.RuleInForce:
    rules = composed(preset, plugins, options, seats)
    return next(holding for holding in r5.explain(rules) if holding.rule == rule)


# ------------------------------------------------- sides


@pytest.mark.parametrize("preset", ["pagat", "classic"])
def test_the_facts_have_the_number_of_sides(preset: str) -> None:
    alone = r5.compose(preset, seats=4)
    assert (summarize(alone).sides, summarize(alone).sides_play) == (4, False)
    pairs = composed(preset, ["partnership"])
    for summary in (summarize(pairs), summarize_preset(pairs)):
        assert (summary.sides, summary.sides_play) == (2, True)


def test_where_sides_play_the_deal_passes_left_whoever_won() -> None:
    alone = told("deal.next-dealer", "pagat", options={"deal.next-dealer": "winner"})
    assert alone.text.startswith("Whoever went out deals the next hand.")
    sides = told("deal.next-dealer", "pagat", ["partnership"], {"deal.next-dealer": "winner"})
    assert sides.text == (
        "After each hand the deal moves to the player on the dealer's left, whoever won it, because a side wins but"
        " only one player deals."
    )
    assert (sides.set_by, sides.source) == ("option", "ours")
    right = told("deal.next-dealer", "pagat", ["partnership"], {"deal.next-dealer": "right"})
    assert right.text == "After each hand the deal moves to the player on the dealer's right."


@pytest.mark.parametrize(
    ("rule", "options", "alone", "sides"),
    [
        (
            "match.target",
            {"match.reached": "reach"},
            "The match ends after the hand in which somebody first has 500 points or more.",
            "The match ends after the hand in which a side first has 500 points or more.",
        ),
        (
            "match.target",
            {"match.reached": "exceed"},
            "The match ends after the hand in which somebody's score first exceeds 500 points.",
            "The match ends after the hand in which a side's score first exceeds 500 points.",
        ),
        (
            "match.highest",
            {},
            "When the match ends, the highest score wins, no matter who reached the target first.",
            "When the match ends, the side with the highest score wins, no matter which side reached the target first.",
        ),
        (
            "match.tie",
            {},
            TIE.replace("WHO", "player"),
            TIE.replace("WHO", "side"),
        ),
        (
            "match.margin",
            {},
            "The result also shows by how many points each player has beaten each of the others.",
            "The result also shows by how many points each side has beaten each of the others.",
        ),
        (
            "meld.layoff",
            {"meld.layoff": "own"},
            LAY_OFF.replace("WHOSE", "your own"),
            LAY_OFF.replace("WHOSE", "your side's"),
        ),
        (
            "meld.layoff-own",
            {"meld.layoff": "own"},
            "You may not lay off on melds that others started.",
            "You may not lay off on melds that another side started.",
        ),
    ],
)
def test_where_sides_play_sides_are_spoken_of(rule: str, options: dict[str, Any], alone: str, sides: str) -> None:
    assert told(rule, "pagat", options=options).text == alone
    assert told(rule, "pagat", ["partnership"], options).text == sides


@pytest.mark.parametrize(("preset", "source"), [("pagat", "000"), ("classic", "003"), ("family", "ours")])
def test_sentences_about_sides_replace_nothing(preset: str, source: str) -> None:
    holding = told("match.highest", preset, ["partnership"])
    assert (holding.set_by, holding.source, holding.replaced) == (
        "core",
        told("match.highest", preset).source,
        "",
    )
    assert source in holding.source


# ------------------------------------------------- seats and packs


@pytest.mark.parametrize(("seats", "words"), [(2, "Two"), (5, "Five"), (8, "Eight")])
def test_the_number_of_players_is_explained(seats: int, words: str) -> None:
    assert told("seats", "pagat", seats=seats).text == f"{words} people play, in seats numbered clockwise."


def test_a_plugin_for_four_is_not_explained_for_eight() -> None:
    assert told("seats", "pagat", ["persian"]).text == "Four people play, in seats numbered clockwise."


def test_with_one_pack_no_sentence_mentions_two() -> None:
    assert told("meld.group-suits", "pagat", ["persian"]).text == f"{GROUPS}."
    assert told("meld.group-suits", "classic").text == f"{GROUPS}."
    two = f"{GROUPS}; a group may have identical cards of two packs."
    assert told("meld.group-suits", "classic", seats=5).text == two
    option = told("meld.group-suits", "classic", options={"deck.packs": 2})
    assert (option.text, option.set_by, option.replaced) == (two, "option", f"{GROUPS}.")


# ------------------------------------------------- who set it, and what it replaced


@pytest.mark.parametrize(
    ("rule", "option", "value", "replaced"),
    [
        (
            "stock.strict",
            "stock.empty",
            "strict",
            "You may take from the pile or pass; a pass ends the hand.",
        ),
        ("meld.layoff-after-meld", "meld.layoff", "after-meld", "You may lay off on every meld."),
        ("meld.first-minimum", "meld.first-minimum", 30, "No points needed to open."),
    ],
)
def test_what_another_setter_changed_is_not_replaced(rule: str, option: str, value: object, replaced: str) -> None:
    """Persian also sets `call`, which is listed with these rules but is not their cause."""
    holding = told(rule, "pagat", ["persian"], {option: value})
    assert (holding.set_by, holding.replaced) == ("option", replaced)


@pytest.mark.parametrize("rule", ["call.full", "call.not-own", "call.window", "call.race"])
def test_a_value_restored_by_an_option_is_set_by_the_option(rule: str) -> None:
    holding = told(rule, "pagat", ["persian"], {"call": "full"})
    assert (holding.set_by, holding.replaced) == ("option", "")
    assert told(rule, "pagat").set_by == "preset pagat"


def test_an_option_that_leaves_a_sentence_as_it_was_has_not_set_it() -> None:
    holding = told("score.values", "pagat", ["persian"], {"meld.ace": "low"})
    assert holding.set_by == "plugin persian"


def test_the_options_of_a_plugin_stay_where_the_callers_are_left_out() -> None:
    options = {"persian.flavour": "001", "call": "full"}
    assert told("call.race", "pagat", ["persian"], options).set_by == "option"
    assert told("meld.ace", "pagat", ["persian"], options).set_by == "preset pagat"


class _HandsTooLarge:
    """A plugin that goes together with one option only."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("too-large", "deals more than there is", source="ours")

    @hookimpl
    def settings(self) -> Settings:
        return Settings(sets={"deal.size": 30, "call": "none"})


def test_where_nothing_can_be_composed_without_the_options_the_preset_is_compared() -> None:
    with pytest.raises(r5.ComposeError):
        r5.compose("pagat", [_HandsTooLarge()])
    rules = r5.compose("pagat", [_HandsTooLarge()], {"deal.size": 5})
    holdings = {holding.rule: holding for holding in r5.explain(rules)}
    assert (holdings["deal.size"].set_by, holdings["deal.size"].text) == ("option", "Each player is dealt 5 cards.")
    assert holdings["call.none"].set_by == "plugin too-large"


# ------------------------------------------------- what cards count


@pytest.mark.parametrize("ace", ["both", "low", "high"])
def test_a_low_ace_counts_what_the_engine_counts(ace: str) -> None:
    rules = composed("pagat", ["persian"], {"meld.ace": ace})
    assert summarize(rules).low_ace_points == rules.scoring.points.piece(0, "low") == 15
    assert told("score.values", "pagat", ["persian"], {"meld.ace": ace}).text == f"{VALUES}; an ace counts 15."


def test_a_low_ace_counts_one_by_default() -> None:
    low = f"{VALUES}; an ace counts 15, but 1 at the low end of a run."
    assert told("score.values", "pagat", ["persian"], {"persian.flavour": "001"}).text == low


@pytest.mark.parametrize(
    ("plugins", "low"),
    [
        (["five-ten-fifteen", "persian"], ""),
        (["persian", "five-ten-fifteen"], ", but 5 at the low end of a run"),
    ],
)
def test_the_later_plugin_decides_what_a_low_ace_counts(plugins: list[str], low: str) -> None:
    rules = composed("pagat", plugins, {"meld.ace": "both"})
    assert rules.scoring.points.piece(0, "low") == (5 if low else 15)
    holding = told("score.5-10-15", "pagat", plugins, {"meld.ace": "both"})
    assert holding.text == (f"Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15{low}.")


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_a_low_ace_counts_one_in_every_preset(preset: str) -> None:
    rules = r5.compose(preset)
    assert summarize(rules).low_ace_points == summarize_preset(rules).low_ace_points == 1


# ------------------------------------------------- sources, and what Persian doubles


@pytest.mark.parametrize("rule", ["discard.one", "out.meld-or-discard", "out.discard-required"])
def test_a_discard_to_go_out_has_its_own_sources(rule: str) -> None:
    assert told(rule, "pagat", ["boathouse"]).source == "000, 001"
    assert told(rule, "pagat", options={"out.discard": "required"}).source == "000, 001"


@pytest.mark.parametrize(
    ("options", "opening", "source"),
    [
        ({}, False, "001, 003"),
        ({"persian.flavour": "001"}, False, "001, 003, ours"),
        ({"meld.first-minimum": 30}, True, "001, 003, ours"),
    ],
)
def test_persian_explains_which_groups_are_not_doubled(options: dict[str, Any], opening: bool, source: str) -> None:
    holding = told("persian.double", "pagat", ["persian"], options)
    assert ("Towards the points needed to open, it counts only once." in holding.text) == opening
    assert holding.text.endswith("A run of four does not count double.")
    assert holding.source == source
