"""Tests of `score.5-10-15`: the points of each card at each place, also beside other rules."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER, PluginInfo, hookimpl
from rummy500.rules.options import CORE_PRESETS

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}


class Thirty:
    """A house rule: a joker counts thirty."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("thirty", "jokers count thirty")

    @hookimpl
    def card_points(self, card: int) -> int | None:
        return 30 if card == JOKER else None


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize(
    ("cards", "points"), [("2s 3h 4d 5c 6s 7h 8d 9c", 5), ("Ts Jh Qd Kc", 10), ("As Ah Ad Ac", 15), ("*", 15)]
)
def test_score_5_10_15_in_hand_in_groups_and_in_runs(preset: str, cards: str, points: int) -> None:
    rules = r5.compose(preset, ["five-ten-fifteen"])
    for card in r5.parse_cards(cards):
        assert rules.scoring.points.in_hand[card] == points
        assert rules.scoring.points.piece(card * 65, "group") == rules.scoring.points.piece(card * 65, "run") == points


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_5_10_15_an_ace_at_the_low_end_of_a_run_is_5(preset: str) -> None:
    rules = r5.compose(preset, ["five-ten-fifteen"])
    assert [rules.scoring.points.piece(ace * 65, "low") for ace in (0, 13, 26, 39)] == [5] * 4


@pytest.mark.parametrize(("run", "points"), [("[As 2s 3s]", 15), ("[Qs Ks As]", 35), ("[As 2s *=3s]", 25)])
def test_score_5_10_15_of_melds(run: str, points: int) -> None:
    where = r5.parse_position(
        'rules = { preset = "pagat", plugins = ["five-ten-fifteen"] }\nto_act = 1\nphase = "play"\n'
        f'hands = ["Kc", "9h"]\ndrawn = ["9h"]\nstock = "Td"\npile = "3d"\nmelds = ["0 {run}"]'
    )
    assert r5.score_hand(where.rules, where.state).by_seat == (points - 10, -5)


def test_score_5_10_15_a_wild_card_counts_15_in_any_role() -> None:
    rules = r5.compose("pagat", ["five-ten-fifteen"])
    roles = [JOKER + 64 * role for role in range(52)]
    assert {rules.scoring.points.piece(role, "run") for role in roles} == {15}
    assert {rules.scoring.points.piece(JOKER + 64 * (64 + rank), "group") for rank in range(13)} == {15}


@pytest.mark.parametrize("plugins", [["five-ten-fifteen", Thirty()], [Thirty(), "five-ten-fifteen"]])
def test_score_5_10_15_leaves_a_joker_what_another_plugin_makes_it(plugins: list[object]) -> None:
    assert r5.compose("pagat", plugins).scoring.points.in_hand[JOKER] == 30


@pytest.mark.parametrize(("cards", "opens"), [("9s 9h 9d", False), ("Ts Th Td", True), ("As Ah Ad", True)])
def test_score_5_10_15_counts_for_the_first_meld(cards: str, opens: bool) -> None:
    where = r5.parse_position(
        'rules = { preset = "classic", plugins = ["five-ten-fifteen"], options = { "meld.first-minimum" = 30 } }\n'
        f'to_act = 1\nphase = "play"\nhands = ["Kc", "{cards} 2c"]\ndrawn = ["2c"]\nstock = "4d"\npile = "3d"'
    )
    refusal = r5.why_not(where.rules, where.state, r5.parse_action(f"1: meld {{{cards}}}", where.state))
    assert (refusal is None) == opens


@pytest.mark.parametrize(
    ("preset", "holds"),
    [
        (
            "pagat",
            (
                "Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15, but 5"
                " at the low end of a run; a joker counts 15."
            ),
        ),
        (
            "classic",
            (
                "Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15, but 5"
                " at the low end of a run."
            ),
        ),
        (
            "family",
            (
                "Cards from 2 to 9 count 5; a ten, jack, queen or king counts 10; an ace counts 15, but 5"
                " at the low end of a run; a joker counts 15."
            ),
        ),
    ],
)
def test_explain_tells_it_in_the_place_of_the_cores_values(preset: str, holds: str) -> None:
    found = {one.rule: one.text for one in r5.explain(r5.compose(preset, ["five-ten-fifteen"]))}
    assert found["score.5-10-15"] == holds
    assert "score.values" not in found
    assert "score.ace-one" not in found


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
def test_explain_says_nothing_of_jokers_that_are_not_wild() -> None:
    rules = r5.compose("pagat", ["persian", "five-ten-fifteen"], seats=4)
    found = {one.rule: one.text for one in r5.explain(rules)}
    assert "joker" not in found["score.5-10-15"]
