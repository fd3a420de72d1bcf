"""Tests of `out.unplayable-claim`: the others may claim a last discard that fits a meld."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Forbids, PluginInfo, Reason, Refusal, Rules, View, hookimpl
from rummy500.players import GreedyPlayer

Place = Callable[..., Any]
NINES = "0 {9s 9d 9c}"
RUN = "0 [5h 6h 7h 8h]"
RULE = "out.unplayable-claim"


def asked(place: Place, hands: str = "Kc / 9h / Qd", **options: object) -> Any:
    """Make a position: seat 1 has discarded the 9h, its last card."""
    return place(hands, "claim", **{"melds": NINES, **options}).after("1: discard 9h")


def test_out_unplayable_claim_the_others_are_asked_from_the_left(place: Place) -> None:
    spot = asked(place)
    assert spot.turn == ("claim", 2, 1)
    assert (spot.end, spot.hand(1), spot.pile) == (("", -1), "", "3s 9h")
    assert spot.defects == set()
    assert spot.legal() == {"2: call 9h on m1", "2: pass"}
    spot = spot.after("2: pass")
    assert spot.turn == ("claim", 0, 1)
    assert spot.legal() == {"0: call 9h on m1", "0: pass"}


def test_out_unplayable_claim_the_hand_ends_after_the_last_pass(place: Place) -> None:
    over = asked(place).after("2: pass", "0: pass")
    assert over.end == ("out", 1)
    assert over.points == (17, 0, -10)
    assert over.state.public.to_act == 1


@pytest.mark.parametrize(("claimant", "before"), [(2, ()), (0, ("2: pass",))])
def test_out_unplayable_claim_the_claimant_scores_and_the_discarder_floats(
    place: Place, claimant: int, before: tuple[str, ...]
) -> None:
    claimed = asked(place).after(*before, f"{claimant}: call 9h on m1")
    assert claimed.turn == ("draw", 2, 1), "the turn passes to the left of whoever discarded the card"
    assert (claimed.hand(1), claimed.pile) == ("", "3s")
    assert claimed.points == ((26, 0, -10) if claimant == 0 else (17, 0, -1))
    assert claimed.after("2: draw", "2: discard As", "0: draw", "0: discard Ah").legal("draw") == {"1: draw"}


def test_out_unplayable_claim_only_the_asked_seat_acts(place: Place) -> None:
    spot = asked(place)
    for action in ("0: call 9h on m1", "0: pass", "1: call 9h on m1", "1: pass"):
        assert spot.why_not(action) == "turn.seat"
    assert spot.why_not("2: draw") == "turn.phase"
    assert r5.ask_order(spot.rules, spot.state) == (2,)


@pytest.mark.parametrize("call", ["none", "full", "last-discard"])
def test_out_unplayable_claim_whatever_other_calls_are_played(place: Place, call: str) -> None:
    spot = asked(place, pile="8d 3s", call=call)
    assert spot.legal() == {"2: call 9h on m1", "2: pass"}


def test_out_unplayable_claim_only_the_last_discard_and_only_as_a_lay_off(place: Place) -> None:
    spot = asked(place, pile="9s 9h 3s", melds="0 {9d 9c 9s}", deck__packs=2, call="full")
    assert spot.legal("call") == {"2: call 9h on m1"}
    assert spot.why_not("2: call 9s 9h on m1") == RULE
    assert spot.why_not("2: call {9h 9h 9s}") == RULE
    assert spot.why_not("2: call 8s on m1") == "turn.cards"
    assert spot.why_not("2: call 9h on m2") == "meld.layoff"
    assert "Only 9h can be claimed" in spot.sentence("2: call 9s 9h on m1")


def test_out_unplayable_claim_of_a_card_that_fits_several_melds(place: Place) -> None:
    spot = asked(place, melds=f"{NINES}; {RUN}")
    assert spot.legal("call") == {"2: call 9h on m1", "2: call 9h on m2"}


def test_out_unplayable_claim_of_a_joker_says_what_it_is(place: Place) -> None:
    spot = place("Kc / * / Qd", "claim", melds=RUN, preset="pagat").after("1: discard *")
    assert spot.legal("call") == {"2: call *=4h on m1", "2: call *=9h on m1"}
    claimed = spot.after("2: call *=9h on m1")
    assert claimed.table == ["0 [5h 6h 7h 8h 2:*=9h]"]


def test_out_unplayable_claim_known_cards_stay_known(place: Place) -> None:
    """With two packs the claimer may have an equal card that everybody knows: it is still in hand, and known."""
    spot = asked(place, "Kc / 9h / 9h Qd", deck__packs=2, more='known = ["", "", "9h"]')
    claimed = spot.after("2: call 9h on m1")
    assert claimed.hand(2) == "9h Qd"
    assert claimed.defects == set()
    assert claimed.state.public.known[2] == spot.state.public.known[2]


# ------------------------------------------------- where nothing is asked


def test_out_unplayable_claim_not_where_the_card_fits_nowhere(place: Place) -> None:
    assert asked(place, melds="0 {2s 2d 2c}").end == ("out", 1)


def test_out_unplayable_claim_not_where_nobody_else_may_lay_it_off(place: Place) -> None:
    assert asked(place, melds="1 {9s 9d 9c}", preset="north-american").end == ("out", 1)
    assert asked(place, melds="1 {9s 9d 9c}", meld__layoff="own").end == ("out", 1)
    assert asked(place, melds="1 {9s 9d 9c}", meld__first_minimum=30).end == ("out", 1)


def test_out_unplayable_claim_who_may_not_is_asked_and_passes(place: Place) -> None:
    """If one of the others may claim, all are asked, and the rest can only pass."""
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"preset": "north-american"}, "meld.layoff-after-meld"),
        ({"meld__layoff": "own"}, "meld.layoff-own"),
        ({"meld__first_minimum": 9}, "meld.first-minimum"),
    )
    for options, rule in cases:
        spot = asked(place, **options)
        assert spot.legal() == {"2: pass"}
        assert spot.why_not("2: call 9h on m1") == rule
        assert spot.after("2: pass").legal() == {"0: call 9h on m1", "0: pass"}


def test_out_unplayable_claim_not_for_a_discard_that_is_not_the_last(place: Place) -> None:
    assert place("Kc / 9h 2c / Qd", "claim", melds=NINES).after("1: discard 9h").turn == ("draw", 2, 1)


def test_stock_strict_nothing_is_claimed_after_the_turn_that_ends_the_hand(place: Place) -> None:
    drawn = place("Kc / / Qd", "claim", phase="draw", stock="9h", melds=NINES, stock__empty="strict").after("1: draw")
    assert drawn.after("1: discard 9h").end == ("out", 1)
    earlier = place("Kc / / Qd", "claim", phase="draw", stock="9h 2c", melds=NINES, stock__empty="strict")
    assert earlier.after("1: draw", "1: discard 9h").turn == ("claim", 2, 1)


# ------------------------------------------------- after a claim


def test_out_unplayable_claim_a_floater_that_discards_floats_on(place: Place) -> None:
    again = place("Kc / / Qd", "claim", phase="draw", stock="9h As", melds=NINES).after(
        "1: draw", "1: discard 9h", "2: call 9h on m1"
    )
    assert (again.turn, again.hand(1)) == (("draw", 2, 1), "")


def test_out_unplayable_claim_by_a_floater(place: Place) -> None:
    claimed = asked(place, "Kc / 9h / ").after("2: call 9h on m1")
    assert (claimed.turn, claimed.hand(2)) == (("draw", 2, 1), "")
    assert claimed.points == (17, 0, 9)


def test_call_last_discard_nothing_more_is_called_on_a_claimed_discard(place: Place) -> None:
    claimed = asked(place, pile="9s", melds="0 {9d 9c 9h}", deck__packs=2, call="last-discard").after(
        "2: call 9h on m1"
    )
    assert claimed.legal("call") == set()
    full = asked(place, pile="9s", melds="0 {9d 9c 9h}", deck__packs=2, call="full").after("2: call 9h on m1")
    assert full.legal("call") == {"2: call 9s on m1", "0: call 9s on m1"}


def test_stock_empty_a_claim_that_leaves_nothing_ends_the_hand(place: Place) -> None:
    spot = asked(place, pile="", stock="")
    assert spot.after("2: call 9h on m1").end == ("stock", -1)
    assert spot.after("2: pass", "0: pass").end == ("out", 1)


def test_stock_circle_a_claim_begins_the_count_anew(place: Place) -> None:
    spot = asked(place, stock="", more="turn = { idle = 2 }")
    assert spot.after("2: call 9h on m1").state.public.idle == 0


# ------------------------------------------------- with others


class Quiet:
    """A house rule: seat 2 calls nothing."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("quiet", "seat 2 calls nothing")

    @hookimpl
    def may(self) -> Mapping[str, Forbids]:
        def hushed(rules: Rules, view: View, action: r5.Action) -> Refusal | None:
            return Reason("quiet", "hush", "Hush.")() if view.seat == 2 else None

        return {"call": hushed}


@pytest.mark.parametrize("first", [True, False])
def test_out_unplayable_claim_what_limits_calls_limits_claims(place: Place, first: bool) -> None:
    plugins: list[object] = [Quiet(), "floating"] if first else ["floating", Quiet()]
    rules = r5.compose("classic", plugins, {"floating.last-discard": "claim"}, seats=3)
    state = asked(place).under(rules).state
    assert [r5.action_text(action) for action in r5.legal_actions(rules, state)] == ["2: pass"]
    assert str(r5.why_not(rules, state, r5.parse_action("2: call 9h on m1", state))).startswith("Hush.")


@pytest.mark.parametrize("first", [True, False])
def test_match_partnership_partners_claim_from_each_other(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_partnership")
    names = '"floating", "partnership"' if first else '"partnership", "floating"'
    spot = asked(place, "Kc / 9h / Qd / 2h", plugins=names, meld__layoff="own", melds="1 {9s 9d 9c}")
    assert spot.legal() == {"2: pass"}
    assert spot.after("2: pass").legal() == {"3: call 9h on m1", "3: pass"}


@pytest.mark.parametrize("first", [True, False])
def test_must_go_out_nobody_has_won_before_the_claims_are_over(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_must_go_out")
    names = '"floating", "must-go-out"' if first else '"must-go-out", "floating"'
    spot = asked(place, plugins=names, more="scores = [0, 505, 0]")
    assert spot.after("2: pass", "0: pass").end == ("out", 1)
    assert spot.after("2: call 9h on m1").end == ("", -1)


@pytest.mark.parametrize("first", [True, False])
def test_masters_hand_waits_for_the_claims(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_masters_hand")
    names = '"floating", "masters-hand"' if first else '"masters-hand", "floating"'
    turn = place("Kc / 2h 3h 4h 5h 6h 7h 8h 9s / Qd", "claim", plugins=names, melds="0 {9d 9c 9h}").after(
        "1: meld [2h 3h 4h 5h 6h 7h 8h]", "1: discard 9s"
    )
    assert turn.points[1] == 35
    assert turn.after("2: pass", "0: pass").points[1] == 535
    floats = turn.after("2: pass", "0: call 9s on m1")
    assert (
        floats.after("2: draw", "2: discard As", "0: draw", "0: discard Ah", "1: draw", "1: discard Ad").points[1] == 35
    )


@pytest.mark.parametrize("first", [True, False])
def test_score_late_layoffs_come_after_the_claims(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_add_opponents_hand")
    names = '"floating", "add-opponents-hand"' if first else '"add-opponents-hand", "floating"'
    spot = asked(place, "8h / 9h / Qd", plugins=names, melds="1 [5h 6h 7h]; 2 {9s 9d 9c}")
    assert spot.turn[0] == "claim"
    late = spot.after("2: pass", "0: pass")
    assert late.state.public.phase == "late"
    assert late.after("2: pass").legal("lay") == {"0: lay 8h on m1"}
    over = late.after("2: pass", "0: lay 8h on m1")
    assert over.end == ("out", 1)
    claimed = spot.after("2: call 9h on m2")
    assert claimed.turn == ("draw", 2, 1)


@pytest.mark.parametrize("first", [True, False])
def test_call_stop_the_discard_after_it_may_be_the_last_and_be_claimed(place: Place, first: bool) -> None:
    """Seat 0 stops seat 1's discard and discards its last card; the turn that it put off comes next."""
    pytest.importorskip("rummy500_michigan")
    names = '"floating", "michigan"' if first else '"michigan", "floating"'
    for kind, ends in (("free", True), ("unplayable", True), ("claim", False)):
        stopped = place("8h / 9h 2c / Qd / Jd", kind, plugins=names, melds="0 {9s 9d 9c}; 2 [5h 6h 7h]").after(
            "1: discard 9h", "0: call 9h on m1", "0: discard 8h"
        )
        assert stopped.end == (("out", 0) if ends else ("", -1))
        if not ends:
            assert stopped.turn == ("claim", 1, 0)
            assert stopped.after("1: pass", "2: pass", "3: pass").end == ("out", 0)
            claimed = stopped.after("1: pass", "2: call 8h on m2")
            assert (claimed.turn, claimed.hand(0)) == (("draw", 2, 0), "")
            assert claimed.legal() == {"2: draw"}
            assert claimed.defects == set()
            assert claimed.after("2: draw", "2: discard As").turn == ("draw", 3, 2)


@pytest.mark.parametrize("first", [True, False])
def test_call_stop_nothing_to_stop_after_floating_and_a_floater_that_stops_discards_nothing(
    place: Place, first: bool
) -> None:
    pytest.importorskip("rummy500_michigan")
    names = '"floating", "michigan"' if first else '"michigan", "floating"'
    floated = place("8h / 9h / Qd", plugins=names, pile="8s", melds=NINES + "; 0 {8d 8c 8h}", deck__packs=2)
    floated = floated.after("1: lay 9h on m1")
    assert floated.legal("call") == set()
    assert floated.why_not("0: call 8s on m2") == "call.last-discard"
    stops = place("Kc / / 9h Qd", plugins=names, act=2, melds=NINES).after("2: discard 9h", "1: call 9h on m1")
    assert stops.turn == ("stop", 1, 2)
    assert stops.legal() == {"1: pass"}
    assert stops.after("1: pass").turn == ("draw", 0, 2)


@pytest.mark.parametrize("first", [True, False])
def test_throw_down_only_the_last_discard_is_claimed(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_throw_down")
    names = '"floating", "throw-down"' if first else '"throw-down", "floating"'
    spot = place("Kc / 9h / Qd", "claim", plugins=names, pile="4d 3s", melds=NINES).after("1: discard 9h over 4d")
    assert spot.legal() == {"2: call 9h on m1", "2: pass"}
    claimed = spot.after("2: call 9h on m1")
    assert (claimed.pile, claimed.hand(2)) == ("4d 3s", "Qd")
    assert claimed.defects == set()
    assert spot.after("2: pass", "0: pass").end == ("out", 1)


def test_players_claim_what_scores(place: Place) -> None:
    spot = asked(place)
    view = r5.observe(spot.rules, spot.state, 2)
    chosen = GreedyPlayer().choose(spot.rules, view, r5.legal_actions(spot.rules, view))
    assert chosen == r5.parse_action("2: call 9h on m1", spot.state)
    assert r5.default_action(spot.rules, view, 2) == r5.parse_action("2: pass")
    assert r5.actions_for_cards(spot.rules, view, 2, "9h") == (chosen,)
