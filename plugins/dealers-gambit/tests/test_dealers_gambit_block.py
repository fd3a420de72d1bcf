"""Tests of `dealers-gambit.block`: another player's joker on the dealer's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.engine.listing import moves_of_others

Place = Callable[..., Any]
FOUR = '"dealers-gambit.jokers" = 4'


@pytest.mark.parametrize("named", ["wild", "double", "split"])
@pytest.mark.parametrize(
    ("phase", "act"), [("draw", 0), ("draw", 1), ("draw", 2), ("play", 0), ("play", 1), ("play", 2), ("offer", 2)]
)
def test_dealers_gambit_block_at_any_time(place: Place, named: str, phase: str, act: int) -> None:
    options = '"deal.opening" = "offer"' if phase == "offer" else ""
    where = place("4c Kd / 5h * 2d / 9s 8s 7d", named, act=act, phase=phase, options=options)
    assert where.legal("block") == {"1: block"}
    after = where.after("1: block")
    assert after.memory.joker == "dead"
    assert (after.gone, after.hand(1)) == ("* *d", "5h 2d")
    assert (after.state.public.phase, after.state.public.to_act) == (phase, act)
    assert after.legal("block") == set()


def test_dealers_gambit_block_is_seen_by_all_and_asked_first(place: Place) -> None:
    where = place("4c Kd / 5h * 2d / 9s 8s 7d", "wild", act=2, phase="draw")
    assert r5.ask_order(where.rules, where.state) == (1, 2)


@pytest.mark.parametrize(("joker", "verbs"), [("lies", ["block"]), ("used", []), ("dead", [])])
def test_dealers_gambit_block_is_asked_of_nobody_once_the_dealers_joker_is_gone(
    place: Place, joker: str, verbs: list[str]
) -> None:
    where = place("4c Kd / 5h * 2d / 9s 8s 7d", "split", act=2, phase="draw", joker=joker)
    assert [move.verb for move in moves_of_others(where.rules, where.state)] == verbs


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("0: block", "dealers-gambit.block"),
        ("1: block", ""),
        ("2: block", "turn.cards"),
        ("3: block", "dealers-gambit.block"),
    ],
)
def test_dealers_gambit_block_refusals_name_the_rule(place: Place, action: str, rule: str) -> None:
    where = place("4c * Kd / 5h * 2d / 9s 8s 7d / *", "wild", act=2, options=FOUR)
    assert where.why_not(action) == rule


@pytest.mark.parametrize("joker", ["used", "dead"])
def test_dealers_gambit_block_only_one_that_lies(place: Place, joker: str) -> None:
    where = place("4c Kd / 5h * 2d", "wild", joker=joker)
    assert where.why_not("1: block") == "dealers-gambit.block"


def test_dealers_gambit_block_the_dealers_joker_is_dead_whatever_was_named(place: Place) -> None:
    doubled = place("4h 5h 6h Kd / 5d * 2d", "double", act=0).after("1: block")
    assert doubled.why_not("0: meld [4h 5h 6h] doubled with *d") == "dealers-gambit.block"
    assert doubled.legal("meld") == {"0: meld [4h 5h 6h]"}
    wild = place("4h 5h Kd / 5d * 2d", "wild", act=0).after("1: block")
    assert wild.why_not("0: meld [4h 5h *d=6h]") == "dealers-gambit.block"
    assert wild.legal("meld") == set()
    split = place("4h 5h Kd / 5d * 2d", "split", act=0, phase="draw", pile="3c 6h 9d").after("1: block")
    assert split.why_not("0: take 6h with [4h 5h 6h] split below with *d") == "dealers-gambit.block"


def test_dealers_gambit_block_in_ones_own_turn_leaves_a_way_to_end_it(place: Place) -> None:
    where = place("4c Kd / 5h *", "split", pile="", options='"discard.barred" = "drawn"', more='taken = ["5h"]')
    assert where.why_not("1: block") == "turn.no-stranding"
    assert where.legal("block") == set()
    free = place("4c Kd / 5h *", "split", pile="", options='"discard.barred" = "drawn"', more='taken = ["*"]')
    assert free.why_not("1: block") == ""


def test_dealers_gambit_block_is_a_way_to_shed_a_joker(place: Place) -> None:
    """A barred joker that fits nowhere else can block the dealer's, so the take is legal."""
    barred = '"discard.barred" = "drawn"'
    where = place("4c Kd / 5h 6h", "split", phase="draw", pile="4h 7c *", melds="0 [8c 9c Tc]", options=barred)
    assert where.why_not("1: take 4h with [4h 5h 6h]") == ""
    after = where.after("1: take 4h with [4h 5h 6h]")
    assert after.legal() == {"1: block"}
    assert after.after("1: block", "1: lay 7c on m1").state.public.ended == "out"
    dead = place(
        "4c Kd / 5h 6h", "split", phase="draw", pile="4h 7c *", melds="0 [8c 9c Tc]", options=barred, joker="dead"
    )
    assert dead.why_not("1: take 4h with [4h 5h 6h]") == "turn.no-stranding"


def test_dealers_gambit_block_in_the_middle_of_an_opening_ends_in_a_discard(place: Place) -> None:
    """The dealer's first minimum cannot be reached any more: the turn can end all the same."""
    where = place("4h 5h 6h Kc Kd 2s / 5d * 2d", "wild", act=0, options='"meld.first-minimum" = 30')
    begun = where.after("0: meld [4h 5h 6h]")
    assert begun.why_not("0: discard 2s") == "meld.first-minimum"
    blocked = begun.after("1: block")
    assert blocked.legal("discard") == {"0: discard 2s", "0: discard Kc", "0: discard Kd"}
    assert blocked.after("0: discard 2s").state.public.to_act == 1


def test_dealers_gambit_block_in_the_middle_of_a_turn_frees_what_is_barred(place: Place) -> None:
    options = '"discard.barred" = "drawn"'
    where = place("5h 6h / 5d * 2d", "wild", act=0, phase="draw", pile="4h 8c", melds="1 [9c Tc Jc]", options=options)
    dead_end = place("5h 6h / 5d * 2d", "wild", act=0, phase="draw", pile="4h 8d", options=options)
    assert dead_end.why_not("0: take 4h with [4h 5h 6h]") == "turn.no-stranding"
    assert where.why_not("0: take 4h with [4h 5h 6h]") == ""
    queens = place("5h 6h / 5d * 2d", "wild", act=0, phase="draw", pile="4h 8d 8s", options=options)
    after = queens.after("0: take 4h with [4h 5h 6h]").after("1: block")
    assert after.legal("discard") == {"0: discard 8s", "0: discard 8d"}
