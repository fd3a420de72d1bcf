"""Hints that one can trust: in positions of games none is much worse than the best candidate, by another chance.

`benchmarks/trust.py` has drawn the positions before hints were searched. In half of them hard lost most.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import rummy500 as r5
from rummy500.players import HardPlayer, Judge
from rummy500.players.hints import hint
from rummy500.players.judge import candidates

POSITIONS: Final[list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("trusted.toml").read_text("utf-8"))[
    "position"
]
WORLDS: Final = 400
#: After so many worlds only candidates are played on that may yet be better than the hint by so many points.
ROUGH: Final = 100
MOST: Final = 8


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("a king that fits a run with the queen of the pile", "1: discard Kh"),
        ("a joker laid off for 15", "2: lay *=Kd on m1"),
    ],
)
def test_hard_makes_a_move_no_longer_that_lost_much(name: str, lost: str) -> None:
    case = next(case for case in POSITIONS if case["name"] == name)
    found = r5.parse_position(case["text"])
    view = r5.observe(found.rules, found.state, case["seat"])
    legal = r5.legal_actions(found.rules, view)
    action = HardPlayer().choose(found.rules, view, legal)
    assert r5.parse_action(lost, view) in legal
    assert action is not None
    assert r5.action_text(action, view) != lost


@pytest.mark.slow
@pytest.mark.parametrize("case", POSITIONS, ids=[case["name"] for case in POSITIONS])
def test_no_hint_is_much_worse_than_the_best_candidate_or_calls_a_worse_card_safer(case: dict[str, Any]) -> None:
    found = r5.parse_position(case["text"])
    view = r5.observe(found.rules, found.state, case["seat"])
    legal = r5.legal_actions(found.rules, view)
    given = hint(found.rules, view, legal)
    judge = Judge(found.rules, view, candidates(found.rules, view, legal, given.action, 10), random.Random(400))
    judge.play(ROUGH)
    others = range(1, len(judge.actions))
    rivals = [
        place for place, (points, error) in ((place, judge.lead(place, 0)) for place in others) if points > -error
    ]
    for _ in range(WORLDS - ROUGH if rivals else 0):
        for _ in judge.steps([0, *rivals]):
            pass
    for points, error in (judge.lead(place, 0) for place in rivals):
        assert points <= MOST + 2 * error, given
    named = given.reason.facts.get("other")
    if named is not None:
        other = r5.parse_action(f"{view.seat}: discard {named}", view)
        pair = Judge(found.rules, view, [given.action, other], random.Random(400))
        pair.play(WORLDS)
        points, error = pair.lead(0, 1)
        assert points > -2 * error, given
