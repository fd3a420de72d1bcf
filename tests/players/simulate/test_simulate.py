"""Tests of simulations: equal seeds give equal results, in any order of the matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

import rummy500 as r5
from rummy500.players import MediumPlayer, PlayerError, RandomPlayer
from rummy500.simulate import Entrant, each_match, simulate, simulate_match, summarise
from rummy500.simulate.matches import seat_players

RULES = r5.compose("classic", seats=3, options={"match.target": 100})
NAMES = ("medium", "random")


def test_results_do_not_depend_on_order() -> None:
    there = list(each_match(RULES, NAMES, matches=6, seed=4, workers=1))
    back = [simulate_match(RULES, NAMES, seed=4, number=number) for number in reversed(range(6))]
    assert there == back[::-1]
    assert summarise(back) == simulate(RULES, NAMES, matches=6, seed=4, workers=1)
    assert simulate(RULES, NAMES, matches=6, seed=5, workers=1) != summarise(back)


def test_sums() -> None:
    found = simulate(RULES, NAMES, matches=8, seed=1, workers=1)
    assert len(found.matches) == 8
    assert sum(standing.played for standing in found.by_player.values()) == 24
    assert sum(standing.wins for standing in found.by_seat) == sum(
        standing.wins for standing in found.by_player.values()
    )
    scores = [score for result in found.matches for score in result.scores]
    assert min(standing.least for standing in found.by_seat) == min(scores)
    assert max(standing.most for standing in found.by_player.values()) == max(scores)
    assert found.by_player["medium"].score.low > found.by_player["random"].score.high
    assert found.hands_per_match.mean >= 1


def test_single_hands_are_as_many_as_asked_for() -> None:
    found = simulate(RULES, NAMES, hands=7, seed=3, workers=1)
    firsts = [result.hand_results[0] for result in each_match(RULES, NAMES, matches=7, seed=3, workers=1)]
    assert [result.hand_results for result in found] == [(hand,) for hand in firsts]
    assert [result.scores for result in found] == [hand.points for hand in firsts]
    assert (found.truncated, found.hands_per_match.mean) == (0, 1)
    assert simulate(RULES, NAMES, hands=2, seed=3, workers=1, max_turns=2).truncated == 2


@pytest.mark.parametrize("numbers", [{}, {"matches": 1, "hands": 1}])
def test_either_matches_or_hands_are_counted(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="either a number of matches or a number of hands"):
        simulate(RULES, NAMES, **numbers, seed=1)


def test_players_change_seats() -> None:
    assert [seat_players(NAMES, 3, number) for number in range(3)] == [
        ("medium", "random", "medium"),
        ("random", "medium", "medium"),
        ("medium", "medium", "random"),
    ]


def test_hands_of_a_match_add_up() -> None:
    for result in simulate(RULES, NAMES, matches=5, seed=3, workers=1).matches:
        hands = result.hand_results
        assert [hand.number for hand in hands] == list(range(result.hands))
        assert tuple(map(sum, zip(*(hand.points for hand in hands), strict=True))) == result.scores
        assert sum(hand.turns for hand in hands) == result.turns
        assert all(hand.actions > hand.turns for hand in hands)
        assert {hand.dealer for hand in hands} <= {0, 1, 2}
        assert any(hand.out is not None for hand in hands)


def test_a_hand_that_was_cut_off_is_marked() -> None:
    found = simulate_match(RULES, ["random"], seed=1, number=0, max_turns=2)
    assert [(hand.turns, hand.truncated, hand.out) for hand in found.hand_results] == [(2, True, None)]
    assert (found.hands, found.turns) == (0, 0)


class Quiet(RandomPlayer):
    """A custom player."""


def test_players_of_ones_own_are_called_as_their_class_is_or_as_one_says() -> None:
    found = simulate(RULES, [Quiet, "random", Entrant("other", Quiet)], matches=2, seed=1, workers=1)
    assert [result.players for result in found.matches] == [("Quiet", "random", "other"), ("random", "other", "Quiet")]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("medium", "must be a list"),
        ([MediumPlayer()], "makes no player"),
        ([partial(Quiet)], "has no name"),
        ([Entrant("a", Quiet), Entrant("a", RandomPlayer)], "two players are called a"),
    ],
)
def test_players_that_are_none(players: Sequence[Any], words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        each_match(RULES, players, matches=1, seed=1)
