"""Tests against mistakes that open 500 Rummy programs make."""

from __future__ import annotations

import random

import pytest
from tests.rules.tables import cards, do, stock, table

import rummy500 as r5


def test_mistake_an_unseeded_reshuffle() -> None:
    where = table(options={"stock.empty": "reshuffle"}, pile="3d 9d 2c 3c 4c 6s", stock="")
    asked = do(where, "1: draw")
    assert r5.chance(where.rules, where.state) is None
    random.seed(1)
    one = r5.chance(asked.rules, asked.state)
    random.seed(2)
    other = r5.chance(asked.rules, asked.state)
    assert one is not None
    assert other is not None
    assert one == other
    assert cards(one.cards) == "3d 9d 2c 3c 4c"
    assert one.sample(random.Random(4)) == other.sample(random.Random(4))
    samples = {one.sample(random.Random(seed)).cards for seed in range(20)}
    assert len(samples) > 10
    assert all(sorted(sample) == sorted(one.cards) for sample in samples)
    assert stock(asked) == ""


def test_mistake_a_hidden_card_in_a_log() -> None:
    """Two states that differ in hidden cards alone look and read alike to everybody else."""
    one = table(hands=["Jc 2c", "4h 9s 2d", "5s 3c"], stock="8s Kh", last=0)
    other = table(hands=["As Kc", "4h 9s 2d", "6d Ac"], stock="Qs 7c", last=0)
    views = [r5.observe(where.rules, where.state, 1) for where in (one, other)]
    assert views[0] == views[1]
    assert hash(views[0]) == hash(views[1])
    assert repr(views[0]) == repr(views[1])
    spectators = [r5.observe(where.rules, where.state, None) for where in (one, other)]
    assert repr(spectators[0]) == repr(spectators[1])
    for text in ("0: discard 2c", "1: discard 2c", "2: draw", "1: take Kh", "2: call {Qd Qs Qh}", "2: meld [4h 5h 6h]"):
        errors = []
        for where in (one, other):
            with pytest.raises(r5.IllegalActionError) as raised:
                do(where, text)
            errors.append(str(raised.value) + repr(raised.value))
        assert errors[0] == errors[1]
