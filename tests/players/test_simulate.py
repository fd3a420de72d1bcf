"""Simulations give the same results for the same seed, in whatever order matches are played."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.players import PlayerError
from rummy500.simulate import each_match, seat_players, simulate, simulate_match, summarise

RULES = r5.compose("classic", seats=3, options={"match.target": 100})
NAMES = ("greedy", "random")


def test_results_do_not_depend_on_order() -> None:
    there = list(each_match(RULES, NAMES, matches=6, seed=4))
    back = [simulate_match(RULES, NAMES, seed=4, number=number) for number in reversed(range(6))]
    assert there == back[::-1]
    assert summarise(back) == simulate(RULES, NAMES, matches=6, seed=4)
    assert simulate(RULES, NAMES, matches=6, seed=5) != summarise(back)


def test_sums() -> None:
    found = simulate(RULES, NAMES, matches=8, seed=1)
    assert len(found.matches) == 8
    assert sum(standing.played for standing in found.by_player.values()) == 24
    assert sum(standing.wins for standing in found.by_seat) == sum(
        standing.wins for standing in found.by_player.values()
    )
    scores = [score for result in found.matches for score in result.scores]
    assert min(standing.least for standing in found.by_seat) == min(scores)
    assert max(standing.most for standing in found.by_player.values()) == max(scores)
    assert found.by_player["greedy"].mean > found.by_player["random"].mean
    assert found.hands_per_match >= 1


def test_truncated_matches_are_counted() -> None:
    found = simulate(RULES, ["random"], matches=2, seed=1, max_turns=1)
    assert found.truncated == 2
    assert found.turns_per_hand == 0
    assert all(result.winners == () for result in found.matches)


def test_players_change_seats() -> None:
    assert [seat_players(NAMES, 3, number) for number in range(3)] == [
        ("greedy", "random", "greedy"),
        ("random", "greedy", "greedy"),
        ("greedy", "greedy", "random"),
    ]


@pytest.mark.parametrize(
    ("names", "words"), [((), "no player"), (("gredy",), 'did you mean "greedy"'), (("random",) * 4, "4 players")]
)
def test_bad_names(names: tuple[str, ...], words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        seat_players(names, 3, 0)


def test_no_matches() -> None:
    with pytest.raises(ValueError, match="no match"):
        simulate(RULES, NAMES, matches=0, seed=1)
