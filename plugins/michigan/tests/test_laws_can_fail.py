"""The laws of Michigan are seen to fail: each on rules, or on what is told of a hand, that a fault was planted in."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.engine.scoring import deducts_always
from rummy500.engine.turns import next_turn
from rummy500.engine.winning import match_winners
from rummy500.hooks import Tally, Verdict, View, replace
from rummy500.rules import alter
from rummy500.testing import Game, Law, LawBroken, Spot, check_laws, look_at, random_game
from rummy500_michigan.laws import LAWS

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("classic", ["michigan"], seats=3)
STOPPED = """
to_act = 1
phase  = "stop"
hands  = ["2c Kc", "2d Kd", "2s Ks"]
stock  = "8c Jd"
pile   = "3d"
last   = 0
"""


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def test_the_call_is_a_stop_is_broken_by_another_call() -> None:
    assert found(LAW["the call is a Stop"], attrs.evolve(RULES, options={**RULES.options, "call": "full"}))


def _not_seat_0(_: r5.Rules, view: View, __: r5.Action) -> r5.Refusal | None:
    """Who discarded first stops nothing."""
    return r5.Refusal("call.not-own", "own", "Not yours.") if view.seat == 0 else None


def _never_out(rules: r5.Rules, state: r5.State, _: r5.Action) -> r5.State:
    return next_turn(rules, state)


@pytest.mark.parametrize(
    "wrong",
    [{"may_call": _not_seat_0}, {"hand_emptied": _never_out}, {"turn_ended": None}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_stop_upon_stop_is_broken(wrong: dict[str, Any]) -> None:
    assert found(LAW["Stop upon Stop"], attrs.evolve(RULES, **wrong))


def _one_alone(_: r5.Rules, tally: Tally) -> Verdict:
    """Of those who tie the first has won."""
    best = max(tally.score.by_seat)
    return Verdict((tally.score.by_seat.index(best),))


def _in_all(rules: r5.Rules, tally: Tally) -> Verdict:
    """Scores from before count."""
    return Verdict(tuple(seat for seat, points in enumerate(tally.scores) if points == max(tally.scores)))


@pytest.mark.parametrize("winners", [match_winners, _one_alone, _in_all])
def test_the_best_of_made_hands_is_broken_by_other_winners(winners: Any) -> None:
    told = found(LAW["the best of made hands"], alter(RULES, match_winners=winners))
    assert "should have won" in "".join(told)


@pytest.mark.parametrize("winners", [match_winners, _in_all])
def test_the_best_of_the_hand_is_broken_by_other_winners(winners: Any) -> None:
    assert found(LAW["the best of the hand"], alter(RULES, match_winners=winners), hands=2)


def test_the_running_score_is_broken_where_who_is_on_turn_deducts_nothing() -> None:
    def deducts(rules: r5.Rules, state: r5.State, seat: int) -> bool:
        return seat != state.public.to_act and deducts_always(rules, state, seat)

    assert found(LAW["the running score"], alter(RULES, deducts=deducts), hands=2)
    assert found(LAW["the running score"], alter(RULES, score_lines=RULES.scoring.score_lines[1:]), hands=2)


def test_hands_count_in_made_hands_is_broken_where_the_stocks_end_spares_them() -> None:
    def deducts(_rules: r5.Rules, state: r5.State, _seat: int) -> bool:
        return state.public.ended != "stock"

    assert found(LAW["hands count in made hands"], alter(RULES, deducts=deducts))


def test_after_a_stop_is_broken_by_what_is_missing_or_too_many() -> None:
    law = LAW["after a Stop"]
    state = r5.parse_position(STOPPED, rules=RULES).state
    spot = look_at(RULES, state, random.Random(0))
    law.check(spot)
    for listed in (spot.listed[1:], spot.listed[:-1], (*spot.listed, r5.Action(2, "draw"))):
        with pytest.raises(LawBroken):
            law.check(Spot(RULES, state, listed, whole=True, seed=""))


def stopped() -> Game:
    """A hand in which something is stopped and the hand goes on."""
    for number in range(200):
        game = random_game(RULES, random.Random(number))
        if any(action.verb == "call" for action in game.actions):
            return game
    raise LookupError("no Stop in 200 hands")


def test_stops_in_a_hand_is_broken_by_another_turn_another_caller_and_another_card() -> None:
    law = LAW["Stops in a hand"]
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
    law = LAW["Stops in a hand"]
    assert found(law, alter(RULES, turn_ended=None), hands=40)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=5).held
