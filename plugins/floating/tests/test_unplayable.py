"""Tests of `out.unplayable-discard`: a last card that its player could lay off must be laid off."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import View, can_finish, play_after
from rummy500.state import PLAY_PHASE
from rummy500_testing import random_game

Place = Callable[..., Any]
NINES = "0 {9s 9d 9c}"
RUN = "0 [5h 6h 7h]"
RULE = "out.unplayable-discard"


def test_out_unplayable_discard_the_last_card_must_be_laid_off(place: Place) -> None:
    last = place("Kc / 9h / Qd", "unplayable", melds=NINES)
    assert last.legal() == {"1: lay 9h on m1"}
    assert last.why_not("1: discard 9h") == RULE
    assert "lay it off and float" in last.sentence("1: discard 9h")
    assert last.after("1: lay 9h on m1").turn == ("draw", 2, 1)


def test_out_unplayable_discard_says_nothing_about_a_card_that_fits_nowhere(place: Place) -> None:
    assert place("Kc / 8h / Qd", "unplayable", melds=NINES).after("1: discard 8h").end == ("out", 1)


def test_out_unplayable_discard_says_nothing_about_a_card_that_is_not_the_last(place: Place) -> None:
    two = place("Kc / 9h 2c / Qd", "unplayable", melds=NINES)
    assert two.legal("discard") == {"1: discard 9h", "1: discard 2c"}
    assert two.after("1: discard 9h").turn == ("draw", 2, 1)


def test_out_unplayable_discard_a_floater_melds_a_playable_card_that_it_draws(place: Place) -> None:
    drawn = place("Kc / / Qd", "unplayable", phase="draw", stock="9h As", melds=NINES).after("1: draw")
    assert drawn.legal() == {"1: lay 9h on m1"}


@pytest.mark.parametrize("last_discard", ["free", "claim"])
def test_out_unplayable_discard_holds_only_where_it_is_chosen(place: Place, last_discard: str) -> None:
    last = place("Kc / 9h / Qd", last_discard, melds=NINES)
    assert last.why_not("1: discard 9h") == ""


def test_out_unplayable_discard_a_card_made_playable_by_the_turn_itself(place: Place) -> None:
    """The eight made the nine playable: the nine is the last card, and goes down."""
    laid = place("Kc / 8h 9h / Qd", "unplayable", melds=RUN).after("1: lay 8h on m1")
    assert laid.legal() == {"1: lay 9h on m1"}
    melded = place("Kc / 2s 2d 2c 2h / Qd", "unplayable").after("1: meld {2s 2d 2c}")
    assert melded.legal() == {"1: lay 2h on m1"}


def test_out_unplayable_discard_not_one_that_its_holder_may_not_lay_off(place: Place) -> None:
    """North American: lay-offs need a meld of one's own first, as with lay-offs on own melds only."""
    for options in ({"preset": "north-american"}, {"meld__layoff": "own"}):
        foreign = place("Kc / 9h / Qd", "unplayable", melds=NINES, **options)
        assert foreign.legal() == {"1: discard 9h"}
    melded = place("Kc / 9h / Qd", "unplayable", melds=NINES + "; 1 {2s 2d 2c}", preset="north-american")
    assert melded.legal() == {"1: lay 9h on m1"}


def test_out_unplayable_discard_not_one_whose_lay_off_falls_short_of_the_first_minimum(place: Place) -> None:
    unopened = place("Kc / 9h / Qd", "unplayable", melds=NINES, meld__first_minimum=30)
    assert unopened.why_not("1: lay 9h on m1") == "meld.first-minimum"
    assert unopened.legal() == {"1: discard 9h"}
    opened = place("Kc / 9h / Qd", "unplayable", melds=NINES + "; 1 {Ts Td Tc}", meld__first_minimum=30)
    assert opened.legal() == {"1: lay 9h on m1"}
    enough = place("Kc / 9h / Qd", "unplayable", melds=NINES, meld__first_minimum=9)
    assert enough.legal() == {"1: lay 9h on m1"}


def test_out_unplayable_discard_reaching_the_first_minimum_comes_first(place: Place) -> None:
    """Three tens are 30 with a first minimum of 39: the nine must be laid off for that reason already."""
    short = place("Kc / Ts Td Tc 9h / Qd", "unplayable", melds=NINES, meld__first_minimum=39).after(
        "1: meld {Ts Td Tc}"
    )
    assert short.why_not("1: discard 9h") == "meld.first-minimum"
    assert short.legal() == {"1: lay 9h on m1"}


def test_out_unplayable_discard_a_joker_goes_out_only_where_no_meld_takes_it(place: Place) -> None:
    fits = place("Kc / * / Qd", "unplayable", melds=RUN, preset="pagat")
    assert fits.legal() == {"1: lay *=4h on m1", "1: lay *=8h on m1"}
    full = place("Kc / * / Qd", "unplayable", melds="0 {9s 9d 9c 9h}", preset="pagat")
    assert full.legal() == {"1: discard *"}


def test_out_unplayable_discard_of_a_take(place: Place) -> None:
    """Both cards fit: the first is the use, the second must follow."""
    taken = place("Kc / / Qd", "unplayable", phase="draw", pile="9h 8h", melds=NINES + "; " + RUN).after(
        "1: take 9h with 9h on m1"
    )
    assert taken.legal() == {"1: lay 8h on m2"}


@pytest.mark.parametrize("first", [True, False])
def test_out_unplayable_discard_partners_lay_off_on_the_melds_of_the_side(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_partnership")
    names = '"floating", "partnership"' if first else '"partnership", "floating"'
    for owner, legal in ((3, "1: lay 9h on m1"), (0, "1: discard 9h")):
        nines = f"{owner} {{9s 9d 9c}}"
        last = place("Kc / 9h / Qd / 2h", "unplayable", plugins=names, melds=nines, meld__layoff="own")
        assert last.legal() == {legal}


def test_out_unplayable_discard_the_dealers_joker_may_make_a_card_playable(place: Place) -> None:
    """The dealer's own joker bridges the gap between the run and the nine."""
    pytest.importorskip("rummy500_dealers_gambit")
    last = place(
        "9h / Kc / Qd",
        "unplayable",
        act=0,
        plugins='"floating", "dealers-gambit"',
        melds=RUN,
        more='plugin = { dealers-gambit = { named = "wild" } }',
    )
    assert last.legal("discard") == set()
    assert last.why_not("0: discard 9h") == RULE
    assert "0: lay *d=8h 9h on m1" in last.legal("lay")


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("pagat", 2, {}),
        ("classic", 3, {"deal.size": 4}),
        ("north-american", 3, {"deal.size": 5}),
        ("family", 3, {"meld.layoff": "own", "deal.size": 3}),
        ("pagat", 3, {"meld.first-minimum": 30}),
    ],
)
def test_turn_no_stranding_a_card_that_becomes_the_last_never_strands(
    preset: str, seats: int, options: dict[str, object]
) -> None:
    """The full search allows all that the quick checks allow: a last card that is barred can be laid off."""
    rules = r5.compose(preset, ["floating"], {"floating.last-discard": "unplayable", **options}, seats=seats)
    barred = 0
    for number in range(6):
        for state in random_game(rules, random.Random(f"{preset} {number}")).states:
            if state.public.phase != PLAY_PHASE:
                continue
            view = r5.observe(rules, state, state.public.to_act)
            assert can_finish(rules, view)
            for action in r5.legal_actions(rules, view).plain():
                if action.verb in ("meld", "lay"):
                    after = play_after(rules, view, action.use, action.pieces, action.on)
                    assert isinstance(after, View)
                    assert can_finish(rules, after), r5.action_text(action)
                    barred += bool(after.hand and rules.turn.barred(rules, after) == after.hand)
    assert barred, "no play left a last card that was barred: nothing was tried"
