"""Positions with a right move: hard makes it, others do not, and worlds that the view allows agree with hard.

`pytest -m long tests/players/test_positions.py` judges them again: 2,000 worlds, each with both moves and equal chance.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from tests.laws.kit.cookbook import passed

import rummy500 as r5
from rummy500.players import HardPlayer, Judge, MediumPlayer, Player
from rummy500.players.players import HARD_TERMS

POSITIONS: Final[list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("positions.toml").read_text("utf-8"))[
    "position"
]

#: More turns than a hand has.
WHOLE: Final = 200


def seen(case: dict[str, Any]) -> tuple[r5.Rules, r5.View]:
    """The rules and the view of a case."""
    named, seats = tomllib.loads(case["text"])["rules"], len(tomllib.loads(case["text"])["hands"])
    rules = r5.compose(named["preset"], passed(named.get("plugins", ())), seats=seats)
    state = r5.parse_position(case["text"], rules=rules).state
    return rules, r5.observe(rules, state, state.public.to_act)


def chosen(player: Player, case: dict[str, Any]) -> str:
    rules, view = seen(case)
    return str(player.choose(rules, view, r5.legal_actions(rules, view)))


def judged(case: dict[str, Any], worlds: int) -> tuple[float, float]:
    """The points by which the right move is better, and how many standard errors that is."""
    rules, view = seen(case)
    right, wrong = (r5.parse_action(case[name], view, rules=rules) for name in ("right", "wrong"))
    judge = Judge(rules, view, (right, wrong), random.Random(3), turns=WHOLE)
    judge.play(worlds)
    points, error = judge.lead(0, 1)
    return points, points / error


@pytest.mark.parametrize("case", POSITIONS, ids=[case["name"] for case in POSITIONS])
def test_hard_makes_the_right_move(case: dict[str, Any]) -> None:
    assert chosen(HardPlayer(), case) == case["right"]
    without = case.get("without")
    other = HardPlayer(terms=tuple(term for term in HARD_TERMS if term != without)) if without else MediumPlayer()
    assert chosen(other, case) == case["wrong"]


@pytest.mark.long
@pytest.mark.parametrize("case", POSITIONS, ids=[case["name"] for case in POSITIONS])
def test_worlds_say_that_the_move_is_right(case: dict[str, Any]) -> None:
    lead, errors = judged(case, 2000)
    assert lead > 0
    assert errors > 3
