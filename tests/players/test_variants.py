"""Tests of players in variants: they make the moves that plugins add, where these are worth points."""

from __future__ import annotations

import math
import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.hooks import Move, hookimpl
from rummy500.players import EasyPlayer, HardPlayer, MediumPlayer, Player, play_hand


def choice(player: Player, text: str, seat: int = 0) -> str | None:
    """The choice of a player in a position."""
    found = r5.parse_position(text)
    view = r5.observe(found.rules, found.state, seat)
    action = player.choose(found.rules, view, r5.legal_actions(found.rules, view))
    return None if action is None else r5.action_text(action, view)


def verbs(rules: r5.Rules, make: type[EasyPlayer] | type[MediumPlayer], hands: int) -> Counter[str]:
    """How often players make each move; a move with a suffix with its first word."""
    found = Counter[str]()
    for seed in range(hands):
        source = random.Random(seed)
        players = [make(source) for _ in range(rules.seats)]
        record = play_hand(rules, r5.deal(rules, seed=seed), players, source)
        found.update(" ".join((action.verb, *action.extra[:1])) for action in record.actions)
    return found


@pytest.mark.parametrize("make", [EasyPlayer, MediumPlayer, HardPlayer])
def test_dealers_gambit__the_dealer_names_double_and_melds_are_doubled(make: type[MediumPlayer]) -> None:
    made = verbs(r5.compose("pagat", ["dealers-gambit"], seats=3), make, 12)
    assert (made["name double"], made["name wild"]) == (12, 0)
    assert made["meld doubled"] + made["take doubled"] > 6


def test_dealers_gambit__a_joker_blocks_where_it_pays() -> None:
    text = """
rules = { preset = "pagat", plugins = ["dealers-gambit"] }
dealer = 0
to_act = 1
hands = ["2s 9c 4h", "* 3d 8s Kc"]
stock = "7d 5h 2d"
pile = "Qh"

[plugin.dealers-gambit]
named = "split"
"""
    assert choice(HardPlayer(), text, 1) == "1: block"
    assert choice(HardPlayer(), text.replace("split", "wild"), 1) == "1: draw"
    assert choice(HardPlayer(terms=("feed", "outs")), text, 1) == "1: draw"


def test_dealers_gambit__the_pile_is_split_if_its_newer_cards_cost() -> None:
    text = """
rules = { preset = "pagat", plugins = ["dealers-gambit"] }
dealer = 0
to_act = 1
hands = ["2s 9c", "* 9d 9h Kc"]
stock = "7d 5h 2d"
pile = "9s Kd Qh Jd 4c"

[plugin.dealers-gambit]
named = "split"
joker = "dead"
"""
    assert choice(HardPlayer(), text, 1) == "1: take 9s with {9s 9h 9d} split above with *"


def test_call_stop__easy_and_medium_overlook_cards_and_others_stop_them() -> None:
    """Hard overlooks nothing, so nobody can stop it."""
    rules = r5.compose("pagat", ["michigan"], seats=3)
    assert verbs(rules, EasyPlayer, 20)["call"] > 0
    assert verbs(rules, MediumPlayer, 20)["call"] > 0
    assert verbs(rules, HardPlayer, 10)["call"] == 0


def test_sealed_bids__a_bid_that_costs_nothing_is_high() -> None:
    rules = r5.compose("pagat", [COOKBOOK["sealed-bids"]], seats=3)
    assert verbs(rules, HardPlayer, 4)["bid 3"] == 12


@pytest.mark.parametrize(("seats", "bid"), [(2, "bid 60"), (3, "bid 40"), (5, "bid 20")])
def test_bid_to_begin__a_bid_is_as_high_as_a_hand_is_likely_to_score(seats: int, bid: str) -> None:
    rules = r5.compose("pagat", [COOKBOOK["bid-to-begin"]], seats=seats)
    assert verbs(rules, HardPlayer, 2)[bid] == 2 * seats


def test_may_i__a_card_that_makes_a_meld_is_bought_and_a_useless_one_is_not() -> None:
    made = verbs(r5.compose("pagat", [COOKBOOK["may-i"]], seats=3), HardPlayer, 12)
    assert 0 < made["may-i buy"] < made["may-i decline"]


@pytest.mark.parametrize("worth", [math.nan, math.inf, pytest.param(10**400, id="long"), None, "a"])
def test_a_worth_that_is_no_number_names_the_plugin(worth: Any) -> None:
    bids: Any = COOKBOOK["sealed-bids"]

    @hookimpl
    def moves() -> tuple[Move, ...]:
        return tuple(attrs.evolve(move, worth=lambda *_: worth) for move in bids.moves())

    rules = r5.compose("pagat", [SimpleNamespace(**{**vars(bids), "moves": moves})], seats=3)
    must = "^plugin sealed-bids: hook moves has a move 'bid' whose worth must return a finite number, not "
    with pytest.raises(TypeError, match=must) as raised:
        verbs(rules, HardPlayer, 1)
    assert raised.value.__notes__[0].startswith("plugin sealed-bids (hook moves) raised this error in test_variants.py")
