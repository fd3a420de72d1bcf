"""Tests of Persian's bonuses with divided scores (`score.fifths`): 25 for going out, 50 for winning."""

from __future__ import annotations

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Settings, hookimpl


class Fives:
    """A house rule: every card counts 20, and scores are divided by five."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("fives", "scores in fives")

    @hookimpl
    def card_points(self) -> int:
        return 20

    @hookimpl
    def settings(self) -> Settings:
        return Settings(point_unit=5)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("flavour", ["003", "001"])
def test_persian_out_bonus_and_the_fifty_are_divided_with_the_cards(flavour: str, first: bool) -> None:
    plugins: list[object] = ["persian", Fives()] if first else [Fives(), "persian"]
    target = {"match.target": 100} if flavour == "003" else {}
    rules = r5.compose("classic", plugins, {"persian.flavour": flavour, **target}, seats=4)
    position = r5.parse_position(
        'hands = ["2c", "6s 6h 6d 6c 9c", "3c", "4c"]\nto_act = 1\nphase = "play"\ndrawn = ["9c"]\nstock = "Td"\n'
        'pile = "3d"\nscores = [50, 70, 50, 70]',
        rules=rules,
    )
    state = position.state
    for action in ("1: meld {6s 6h 6d 6c}", "1: discard 9c"):
        state = r5.apply(rules, state, r5.parse_action(action, state))
    assert r5.score_hand(rules, state).by_seat == (-4, 16 + 16 + 5, -4, -4)
    match = r5.record_hand(rules, attrs.evolve(position.match, hand=None), state)
    assert match.winners == (1, 3)
    assert match.scores == (42, 103 + 10, 42, 103 + 10)
