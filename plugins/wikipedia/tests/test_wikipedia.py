"""Tests of the preset `wikipedia` and of `stock.no-deduction`; the examples of both are scenarios."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.hooks import Deducts, PluginInfo, Rules, StateOrView, hookimpl
from rummy500.hooks.compose import recompose

#: The stock is empty and seat 1 passes: nobody could take from the pile, or seat 2 could.
NOBODY = 'to_act = 1\nhands = ["2c Kc", "9h 8s", "4d"]\nstock = ""\npile = "3d 6s"'
SEAT_2 = 'to_act = 1\nhands = ["2c Kc", "9h 8s", "6d 6h"]\nstock = ""\npile = "3d 6s"'


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


def passed(rules: r5.Rules, position: str) -> r5.State:
    state = r5.parse_position(position, rules=rules).state
    return r5.apply(rules, state, r5.parse_action("1: pass", state))


@pytest.mark.parametrize("plugins", [["wikipedia", Spares()], [Spares(), "wikipedia"]])
def test_stock_no_deduction_deducts_nothing_that_another_rule_spares(plugins: list[object]) -> None:
    rules = r5.compose("classic", plugins, seats=3)
    assert r5.score_hand(rules, passed(rules, SEAT_2)).by_seat == (0, 0, 0)


@pytest.mark.parametrize(
    ("position", "seat", "made", "partial"),
    [(NOBODY, 0, (0, 0, 0), (0, 1, 2)), (SEAT_2, 0, (0, 0, 0), (0, 1, 2)), (SEAT_2, 2, (0, 0, -12), (0, 1))],
)
def test_stock_no_deduction_of_a_view(
    position: str, seat: int, made: tuple[int, ...], partial: tuple[int, ...]
) -> None:
    """Only a seat that could have taken knows by its view that hands are deducted."""
    rules = r5.compose("classic", ["wikipedia"], seats=3)
    score = r5.score_hand(rules, r5.observe(rules, passed(rules, position), seat))
    assert (score.by_seat, score.partial) == (made, partial)


def test_explain_tells_of_spared_hands_only_where_there_may_be_any() -> None:
    for spares in (True, False):
        rules = r5.compose("classic", ["wikipedia"], {"wikipedia.no-deduction": spares})
        assert ("stock.no-deduction" in {one.rule for one in r5.explain(rules)}) == spares


@pytest.mark.parametrize("plugins", [["boathouse", "wikipedia"], ["wikipedia", "boathouse"]])
def test_explain_tells_nothing_of_spared_hands_beside_boathouse(plugins: list[str]) -> None:
    pytest.importorskip("rummy500_boathouse")
    assert "stock.no-deduction" not in {one.rule for one in r5.explain(r5.compose("classic", plugins))}


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


def test_preset_wikipedia_brings_its_values_once_and_as_its_own() -> None:
    rules, again = (r5.compose("wikipedia", plugins, seats=3) for plugins in ([], ["five-ten-fifteen"]))
    assert list(rules.plugins) == list(again.plugins) == ["wikipedia", "five-ten-fifteen"]
    holds = {one.rule: one for one in r5.explain(rules)}
    assert holds["score.5-10-15"].replaced == ""
    assert "score.values" not in holds


@pytest.mark.parametrize(
    ("plugin", "seats", "options", "values"),
    [
        ("oklahoma", 3, {}, [10, 10, 20, 200]),
        ("persian", 4, {}, [9, 10, 15, 20]),
        ("scoring", 3, {"scoring.ten-five": True}, [5, 10, 5, 5]),
    ],
)
def test_preset_wikipedia_leaves_its_card_values_to_what_has_its_own(
    plugin: str, seats: int, options: dict[str, object], values: list[int]
) -> None:
    pytest.importorskip(f"rummy500_{plugin}")
    rules = r5.compose("wikipedia", [plugin], options, seats=seats)
    assert [rules.scoring.points.in_hand[card] for card in r5.parse_cards("9s Ts As *")] == values
    assert ("five-ten-fifteen" in rules.plugins) == (plugin == "scoring")
    assert "score.5-10-15" not in {one.rule for one in r5.explain(rules)}
    assert recompose(rules.identity) == rules
