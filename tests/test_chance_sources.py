"""Tests that a source of chance is refused in one sentence wherever one is wanted, if it has no random bits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

import rummy500 as r5
from rummy500.cards.cards import below
from rummy500.fast import playout, playouts
from rummy500.players import MediumPlayer, RandomPlayer, play_hand, play_match
from rummy500.table import advance, deal_hand, open_table

RULES = r5.compose("classic", seats=2)
HAND = r5.deal(RULES, seed=1)
SHUFFLED = r5.parse_position("""
rules = { preset = "pagat", options = { "stock.empty" = "reshuffle" } }
phase = "reshuffle"
hands = ["Kc", "Kd"]
pile  = "9h 9s 9d"
""")
TABLE = open_table(RULES, ["Ada", "Bela"], programs={0: "random", 1: "random"})
PLAYERS = [MediumPlayer(), MediumPlayer()]


def chance(source: Any) -> object:
    due = r5.chance(SHUFFLED.rules, SHUFFLED.state)
    assert due is not None
    return due.sample(source)


WAYS: dict[str, Callable[[Any], object]] = {
    "playout": lambda source: playout(RULES, HAND, source, "random"),
    "playouts": lambda source: playouts(RULES, HAND, 1, source, "random"),
    "decide": lambda source: r5.decide(RULES, HAND, HAND.public.to_act, "draw", source),
    "sample": chance,
    "play_hand": lambda source: play_hand(RULES, HAND, PLAYERS, source),
    "play_match": lambda source: play_match(RULES, PLAYERS, source),
    "RandomPlayer": RandomPlayer,
    "deal_hand": lambda source: deal_hand(TABLE, source),
    "advance": lambda source: advance(deal_hand(TABLE, random.Random(1)), source),
}


class Generator:
    """Has the method of a numpy generator that matters here."""

    def integers(self, bound: int) -> int:
        return bound - 1


def sources() -> list[object]:
    if find_spec("numpy") is None:
        return [Generator()]
    return [Generator(), import_module("numpy.random").default_rng(7)]


@pytest.mark.parametrize("source", sources())
@pytest.mark.parametrize("way", WAYS)
def test_a_generator_of_numpy_is_refused_with_what_would_do(way: str, source: Any) -> None:
    with pytest.raises(TypeError) as told:
        WAYS[way](source)
    sentence = str(told.value)
    assert sentence.startswith("random_source must have getrandbits, which Generator does not have: pass ")
    given = re.search(r"random\.Random\(int\(generator\.integers\(2\*\*63\)\)\)$", sentence)
    assert given is not None
    WAYS[way](eval(given[0], {"random": random, "generator": source}))


def test_below__bits_beyond_the_last_multiple_of_the_bound_are_drawn_anew() -> None:
    drawn = iter([1, 2])

    class FromTheTop:
        def getrandbits(self, k: int, /) -> int:
            return (1 << k) - next(drawn)  # 2 ** 32 - 1 is a multiple of 3: of the three numbers 0 would come once more

    assert below(3, FromTheTop()) == 2


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_no_source(way: str) -> None:
    with pytest.raises(TypeError, match=r"which NoneType does not have, as random\.Random has"):
        WAYS[way](None)
