"""Tests of the preset `wikipedia` and of `stock.no-deduction`: spared hands, and the options of the preset."""

from __future__ import annotations

import importlib.util

import pytest

import rummy500 as r5
from rummy500.hooks import Deducts, PluginInfo, Rules, StateOrView, hookimpl

#: Nobody can use anything of the pile, and the seat on turn passes.
NOBODY = 'hands = ["2c Kc", "9h 8s", "4d"]\nstock = ""\npile = "3d 6s"'
#: Seat 2, whose turn it is not, could take the 6s.
SEAT_2 = 'hands = ["2c Kc", "9h 8s", "6d 6h"]\nstock = ""\npile = "3d 6s"'
#: Seat 1, whose turn it is, could take the 6s, and passes.
SEAT_1 = 'hands = ["2c Kc", "6d 6h", "9h 8s"]\nstock = ""\npile = "3d 6s"'
has_boathouse = pytest.mark.skipif(importlib.util.find_spec("rummy500_boathouse") is None, reason="needs boathouse")


class Spares:
    """A house rule: no hand counts."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("spares", "hands are spared")

    @hookimpl
    def deducts(self, rule: Deducts) -> Deducts:
        del rule

        def never(rules: Rules, sight: StateOrView, seat: int) -> bool:
            del rules, sight, seat
            return False

        return never


def scores(rules: r5.Rules, position: str, *actions: str) -> tuple[int, ...]:
    state = r5.parse_position(f"to_act = 1\n{position}", rules=rules).state
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return r5.score_hand(rules, state).by_seat


@pytest.fixture
def rules() -> r5.Rules:
    return r5.compose("classic", ["wikipedia"], seats=3)


# ------------------------------------------------- stock.no-deduction


def test_stock_no_deduction_spares_everybody_where_nobody_could_take(rules: r5.Rules) -> None:
    assert scores(rules, NOBODY, "1: pass") == (0, 0, 0)


@pytest.mark.parametrize("position", [SEAT_1, SEAT_2])
def test_stock_no_deduction_spares_nobody_where_some_seat_could_take(rules: r5.Rules, position: str) -> None:
    plain = r5.compose("classic", seats=3)
    assert scores(rules, position, "1: pass") == scores(plain, position, "1: pass") != (0, 0, 0)


def test_stock_no_deduction_takes_nothing_from_what_lies_on_the_table(rules: r5.Rules) -> None:
    assert scores(rules, NOBODY + '\nmelds = ["1 {Js Jh Jd}"]', "1: pass") == (0, 30, 0)


def test_stock_no_deduction_counts_a_lay_off_as_something_to_take_for(rules: r5.Rules) -> None:
    assert scores(rules, NOBODY + '\nmelds = ["1 [3s 4s 5s]"]', "1: pass") == (-12, 12 - 17, -4)


def test_stock_no_deduction_is_nothing_where_somebody_went_out(rules: r5.Rules) -> None:
    out = 'phase = "play"\nhands = ["2c Kc", "9h", "4d"]\ndrawn = ["9h"]\nstock = ""\npile = "3d 6s"'
    assert scores(rules, out, "1: discard 9h") == (-12, 0, -4)


def test_stock_no_deduction_is_nothing_while_the_hand_goes_on(rules: r5.Rules) -> None:
    assert scores(rules, NOBODY) == (-12, -17, -4)


def test_stock_no_deduction_where_the_top_card_may_be_kept_everybody_could_take() -> None:
    rules = r5.compose("pagat", ["wikipedia"], seats=3)
    assert scores(rules, NOBODY, "1: pass") == (-12, -17, -4)


def test_stock_no_deduction_where_the_last_card_of_the_stock_ends_the_hand() -> None:
    rules = r5.compose("classic", ["wikipedia"], {"stock.empty": "strict"}, seats=3)
    last = 'hands = ["2c Kc", "9h 8s", "4d"]\nstock = "Qd"\npile = "3d 6s"'
    assert scores(rules, last, "1: draw", "1: discard 9h") == (0, 0, 0)
    usable = 'hands = ["2c Kc", "9h 8s", "9d 9s"]\nstock = "Qd"\npile = "3d 6s"'
    assert scores(rules, usable, "1: draw", "1: discard 9h") == (-12, -18, -18)


def test_stock_no_deduction_can_be_switched_off() -> None:
    rules = r5.compose("classic", ["wikipedia"], {"wikipedia.no-deduction": False}, seats=3)
    assert scores(rules, NOBODY, "1: pass") == (-12, -17, -4)
    assert "stock.no-deduction" not in {one.rule for one in r5.explain(rules)}


@has_boathouse
@pytest.mark.parametrize("plugins", [["boathouse", "wikipedia"], ["wikipedia", "boathouse"]])
def test_stock_no_deduction_gives_way_to_boathouse(plugins: list[str]) -> None:
    rules = r5.compose("classic", plugins, seats=3)
    assert scores(rules, NOBODY, "1: pass") == (-12, -17, -4)
    assert "stock.no-deduction" not in {one.rule for one in r5.explain(rules)}


@pytest.mark.parametrize("plugins", [["wikipedia", Spares()], [Spares(), "wikipedia"]])
def test_stock_no_deduction_deducts_nothing_that_another_rule_spares(plugins: list[object]) -> None:
    assert scores(r5.compose("classic", plugins, seats=3), SEAT_2, "1: pass") == (0, 0, 0)


@pytest.mark.parametrize(
    ("position", "seat", "made", "partial"),
    [(NOBODY, 0, (0, 0, 0), (0, 1, 2)), (SEAT_2, 0, (0, 0, 0), (0, 1, 2)), (SEAT_2, 2, (0, 0, -12), (0, 1))],
)
def test_stock_no_deduction_of_a_view(
    rules: r5.Rules, position: str, seat: int, made: tuple[int, ...], partial: tuple[int, ...]
) -> None:
    """Only a seat that could have taken knows by its view that hands are deducted."""
    state = r5.parse_position(f"to_act = 1\n{position}", rules=rules).state
    score = r5.score_hand(rules, r5.observe(rules, r5.apply(rules, state, r5.parse_action("1: pass", state)), seat))
    assert (score.by_seat, score.partial) == (made, partial)


# ------------------------------------------------- the preset


def test_preset_wikipedia_is_found_by_its_name() -> None:
    rules = r5.compose("wikipedia", seats=3)
    assert rules.preset.source == "001"
    assert list(rules.plugins) == ["wikipedia", "five-ten-fifteen"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deck.jokers", 2),
        ("meld.group-suits", "any"),
        ("meld.group-max", 4),
        ("draw.top", "must-meld"),
        ("meld.first-minimum", 30),
        ("call", "last-discard"),
        ("deal.next-dealer", "winner"),
        ("match.target", 500),
        ("match.reached", "reach"),
        ("stock.empty", "pile"),
    ],
)
def test_preset_wikipedia_has_the_values_of_its_source(option: str, value: object) -> None:
    rules = r5.compose("wikipedia", seats=3)
    assert rules.options[option] == value
    assert rules.origin.set_by[option] == "preset wikipedia"


def test_preset_wikipedia_differs_from_pagat_where_its_source_does() -> None:
    mine, pagat = (r5.compose(preset, seats=3).options for preset in ("wikipedia", "pagat"))
    assert {option for option in pagat if pagat[option] != mine[option]} == {
        "deal.next-dealer",
        "meld.group-suits",
        "meld.first-minimum",
        "draw.top",
        "call",
        "match.reached",
    }


def test_preset_wikipedia_counts_by_five_ten_fifteen() -> None:
    worth = r5.compose("wikipedia", seats=2).scoring.points.in_hand
    assert [worth[card] for card in r5.parse_cards("9s Ts As *")] == [5, 10, 15, 15]


def test_preset_wikipedia_explains_its_values_as_its_own() -> None:
    holds = {one.rule: one for one in r5.explain(r5.compose("wikipedia", seats=3))}
    assert holds["score.5-10-15"].replaced == ""
    assert "score.values" not in holds


def test_preset_wikipedia_goes_with_further_plugins_and_options() -> None:
    rules = r5.compose("wikipedia", ["five-ten-fifteen"], {"meld.first-minimum": 0}, seats=8)
    assert list(rules.plugins) == ["wikipedia", "five-ten-fifteen"]
    assert rules.melding.opening_minimum is None


def test_preset_wikipedia_the_winner_of_a_hand_deals_the_next() -> None:
    rules = r5.compose("wikipedia", seats=2)
    out = 'phase = "play"\nhands = ["2c Kc", "9h"]\ndrawn = ["9h"]\nstock = "4d"\npile = "3d 6s"'
    state = r5.parse_position(f'rules = {{ preset = "wikipedia" }}\nto_act = 1\n{out}').state
    hand = r5.apply(rules, state, r5.parse_action("1: discard 9h", state))
    assert r5.record_hand(rules, r5.start_match(rules), hand).dealer == 1


@pytest.mark.parametrize(("plugin", "seats"), [("oklahoma", 3), ("persian", 4)])
def test_preset_wikipedia_leaves_its_card_values_to_a_variant_that_has_its_own(plugin: str, seats: int) -> None:
    pytest.importorskip(f"rummy500_{plugin}")
    rules = r5.compose("wikipedia", [plugin], seats=seats)
    assert "five-ten-fifteen" not in rules.plugins
    assert rules.scoring.points.in_hand == r5.compose("pagat", [plugin], seats=seats).scoring.points.in_hand
    assert r5.recompose(rules.identity) == rules


def test_preset_wikipedia_leaves_its_card_values_to_the_other_table_of_its_source() -> None:
    pytest.importorskip("rummy500_scoring")
    rules = r5.compose("wikipedia", ["scoring"], {"scoring.ten-five": True}, seats=3)
    assert [rules.scoring.points.in_hand[card] for card in r5.parse_cards("9s Ts As *")] == [5, 10, 5, 5]
    assert "score.5-10-15" not in {one.rule for one in r5.explain(rules)}


@pytest.mark.parametrize("plugins", [["persian", "wikipedia"], ["wikipedia", "persian"]])
def test_stock_no_deduction_gives_way_to_persian_as_003_tells_it(plugins: list[str]) -> None:
    pytest.importorskip("rummy500_persian")
    nobody = 'hands = ["2c Kc", "9h 8s", "4d", "5h"]\nstock = ""\npile = "3d 6s"'
    for flavour, by_seat in (("003", (-12, -17, -4, -5)), ("001", (0, 0, 0, 0))):
        rules = r5.compose("classic", plugins, {"persian.flavour": flavour}, seats=4)
        assert scores(rules, nobody, "1: pass") == by_seat
        assert ("stock.no-deduction" in {one.rule for one in r5.explain(rules)}) == (flavour == "001")
