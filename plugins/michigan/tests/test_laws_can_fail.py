"""Tests that each law of the plugin finds a planted fault."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.engine.scoring import match_winners
from rummy500.hooks import Tally, Verdict, replace
from rummy500.rules.rules import alter
from rummy500_testing import Game, Law, LawBroken, check_laws, laws_of_file, random_game

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("classic", ["michigan"], seats=3)


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def test_the_call_is_a_stop_is_broken_by_another_call() -> None:
    assert found(LAW["the call is a Stop"], alter(RULES, options={**RULES.options, "call": "full"}))


def _in_all(rules: r5.Rules, tally: Tally) -> Verdict:
    """Plant a fault: earlier scores count."""
    return Verdict(tuple(seat for seat, points in enumerate(tally.scores) if points == max(tally.scores)))


@pytest.mark.parametrize("winners", [match_winners, _in_all])
def test_the_best_of_the_hand_is_broken_by_other_winners(winners: Any) -> None:
    assert found(LAW["the best score of the hand wins"], alter(RULES, match_winners=winners), hands=2)


def stopped() -> Game:
    """Play a hand in which a card is stopped and the hand goes on."""
    for number in range(200):
        game = random_game(RULES, random.Random(number))
        if any(action.verb == "call" for action in game.actions):
            return game
    raise LookupError("no Stop in 200 hands")


def test_stops_in_a_hand_is_broken_by_another_turn_another_caller_and_another_card() -> None:
    law = LAW["Stops are followed"]
    game = stopped()
    law.check(game)
    place = next(place for place, action in enumerate(game.actions) if action.verb == "call")
    call, before, after = game.actions[place], game.states[place], game.states[place + 1]
    own = replace(call, seat=before.public.last)
    wrong_turn = replace(after, public=replace(after.public, to_act=(call.seat + 1) % 3))
    for actions, states in (
        ((*game.actions[:place], own), game.states[: place + 2]),
        ((*game.actions[:place], replace(call, depth=2)), game.states[: place + 2]),
        (game.actions[: place + 1], (*game.states[: place + 1], wrong_turn)),
        (game.actions[: place + 1], (*game.states[: place + 1], before)),
    ):
        with pytest.raises(LawBroken):
            law.check(attrs.evolve(game, actions=actions, states=states))


def test_stops_in_a_hand_is_broken_where_the_turn_put_off_is_lost() -> None:
    law = LAW["Stops are followed"]
    assert found(law, alter(RULES, turn_ended=None), hands=40)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=5).passed
