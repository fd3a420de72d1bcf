"""Tests of `out.floating`: an empty hand, a floater's turns, calls, the stock, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Rules, State, TurnEnded, hookimpl, replace
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import hand_under_laws

NINES = "0 {9s 9d 9c}"
Place = Callable[..., Any]


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_out_floating_whatever_the_preset(preset: str, seats: int) -> None:
    rules = r5.compose(preset, ["floating"], seats=seats)
    assert rules.turn.melding_goes_out
    assert rules.options["discard.barred"] == "lone-top"
    assert rules.options["floating.last-discard"] == "free"
    assert rules.origin.set_by["out.discard"] == "plugin floating"


# ------------------------------------------------- who floats


@pytest.mark.parametrize(
    ("hand", "action"),
    [("4h 4s 4d", "1: meld {4s 4h 4d}"), ("9h", "1: lay 9h on m1"), ("Ts Js Qs", "1: meld [Ts Js Qs]")],
)
def test_out_floating_the_last_card_on_the_table_ends_the_turn_alone(place: Place, hand: str, action: str) -> None:
    floating = place(f"Kc / {hand} / Qd", melds=NINES).after(action)
    assert floating.turn == ("draw", 2, 1)
    assert floating.end == ("", -1)
    assert floating.hand(1) == ""
    assert floating.pile == "3s"
    assert floating.defects == set()
    assert floating.legal() == {"2: draw"}


def test_out_floating_a_take_that_plays_the_last_card(place: Place) -> None:
    floating = place("Kc / 3h 3d / Qd", phase="draw").after("1: take 3s with {3s 3h 3d}")
    assert floating.turn == ("draw", 2, 1)
    assert (floating.hand(1), floating.pile) == ("", "")


def test_out_floating_a_discard_still_goes_out(place: Place) -> None:
    out = place("Kc / 4h / Qd").after("1: discard 4h")
    assert out.end == ("out", 1)
    assert out.points == (-10, 0, -10)


def test_out_floating_not_everything_that_the_turn_must_do_may_be_left_out(place: Place) -> None:
    """Melding everything below the opening minimum does not float."""
    short = place("Kc / 4h 4s 4d / Qd", meld__first_minimum=30)
    assert short.why_not("1: meld {4s 4h 4d}") == "meld.first-minimum"
    assert place("Kc / Kh Ks Kd / Qd", meld__first_minimum=30).after("1: meld {Ks Kh Kd}").turn == ("draw", 2, 1)


# ------------------------------------------------- a floater's turn


def test_out_floating_1_draw_and_discard(place: Place) -> None:
    drawn = place("Kc / / Qd", phase="draw", stock="8h As", melds=NINES).after("1: draw")
    assert drawn.legal() == {"1: discard 8h"}
    assert drawn.after("1: discard 8h").end == ("out", 1)


def test_out_floating_2_take_several_meld_all_but_one_and_discard_it(place: Place) -> None:
    out = place("Kc / / Qd", phase="draw", pile="3s 9h Jd", melds=NINES).after("1: take 9h with 9h on m1")
    assert out.legal() == {"1: discard Jd"}
    assert out.after("1: discard Jd").end == ("out", 1)


def test_out_floating_3_meld_all_that_came(place: Place) -> None:
    on = place("Kc / / Qd", phase="draw", stock="9h As", melds=NINES).after("1: draw", "1: lay 9h on m1")
    assert on.turn == ("draw", 2, 1)
    taken = place("Kc / / Qd", phase="draw", pile="3s 9h", melds=NINES).after("1: take 9h with 9h on m1")
    assert taken.turn == ("draw", 2, 1)


def test_out_floating_4_hold_some_and_be_back_to_normal(place: Place) -> None:
    back = place("Kc / / Qd", phase="draw", pile="9h Jd 3s", melds=NINES)
    back = back.after("1: take 9h with 9h on m1", "1: discard 3s")
    assert back.turn == ("draw", 2, 1)
    assert back.hand(1) == "Jd"


def test_discard_not_taken_a_lone_top_card_is_taken_only_where_it_can_be_melded(place: Place) -> None:
    floater = place("Kc / / Qd", phase="draw", pile="8d 3s", melds=NINES, preset="pagat")
    assert floater.legal("take") == set()
    assert floater.why_not("1: take 3s") == "turn.no-stranding"
    fits = place("Kc / / Qd", phase="draw", pile="8d 9h", melds=NINES, preset="pagat")
    assert fits.legal("take") == {"1: take 9h", "1: take 9h with 9h on m1"}
    assert fits.after("1: take 9h").legal() == {"1: lay 9h on m1"}


def test_out_floating_several_may_float_and_floaters_deduct_nothing(place: Place) -> None:
    both = place("Kc / 4h 4s 4d / Qs Qh Qd", stock="As Th Ah").after("1: meld {4s 4h 4d}", "2: draw", "2: discard As")
    assert both.turn == ("draw", 0, 2)
    two = place("Kc / 4h 4s 4d / Qs Qh", stock="Qd Th Ah 2c").after(
        "1: meld {4s 4h 4d}", "2: draw", "2: meld {Qs Qh Qd}", "0: draw", "0: discard Th", "1: draw"
    )
    assert [two.hand(seat) for seat in (1, 2)] == ["Ah", ""]
    out = two.after("1: discard Ah")
    assert out.end == ("out", 1)
    assert out.points == (-10, 12, 30)


# ------------------------------------------------- calls


def test_out_floating_a_turn_without_a_discard_opens_the_window(place: Place) -> None:
    floated = place("Kc / 4h / Qd", pile="9h 3s", melds=NINES + "; 0 [5h 6h 7h]", call="full").after("1: lay 4h on m2")
    assert floated.legal("call") == {f"{seat}: call 9h on m1" for seat in (2, 0)}
    assert floated.why_not("1: call 9h on m1") == "call.not-own"


def test_out_floating_a_floater_calls_and_2_to_4_hold(place: Place) -> None:
    options = {"phase": "draw", "act": 0, "melds": NINES, "call": "full", "more": "last = 2"}
    alone = place("Kc / / Qd", pile="3s 9h", **options).after("1: call 9h on m1")
    assert alone.turn == ("draw", 2, 1)
    one_left = place("Kc / / Qd", pile="9h 3s", **options).after("1: call 9h on m1", "1: discard 3s")
    assert one_left.end == ("out", 1)
    held = place("Kc / / Qd", pile="9h 3s 8d", **options).after("1: call 9h on m1", "1: discard 3s")
    assert (held.turn, held.hand(1)) == (("draw", 2, 1), "8d")


def test_call_last_discard_nothing_to_call_after_floating(place: Place) -> None:
    floated = place("Kc / 4h / Qd", pile="3s 9h", melds=NINES + "; 0 [5h 6h 7h]", call="last-discard").after(
        "1: lay 4h on m2"
    )
    assert floated.legal("call") == set()
    assert floated.why_not("0: call 9h on m1") == "call.last-discard"
    assert "ended without a discard" in floated.sentence("0: call 9h on m1")
    discarded = place("Kc / 4h 9h / Qd", melds=NINES, call="last-discard").after("1: discard 9h")
    assert discarded.legal("call") == {"2: call 9h on m1", "0: call 9h on m1"}


def test_call_last_discard_leaves_a_floater_a_floater(place: Place) -> None:
    called = place("Kc / / 9h Qd", act=2, melds=NINES, call="last-discard").after("2: discard 9h", "1: call 9h on m1")
    assert (called.turn, called.hand(1)) == (("draw", 0, 2), "")


# ------------------------------------------------- the stock


def test_stock_empty_a_floater_takes_with_a_use_or_passes(place: Place) -> None:
    empty = place("Kc / / Qd", phase="draw", stock="", pile="3s 9h", melds=NINES)
    assert empty.legal() == {"1: take 9h with 9h on m1", "1: pass"}
    assert empty.after("1: pass").end == ("stock", -1)
    assert empty.after("1: take 9h with 9h on m1").turn == ("draw", 2, 1)


def test_stock_empty_with_no_pile_left_the_hand_is_over(place: Place) -> None:
    """A turn that ends without a discard may leave neither stock nor pile."""
    over = place("Kc / / Qd", phase="draw", stock="", pile="9h", melds=NINES).after("1: take 9h with 9h on m1")
    assert over.end == ("stock", -1)
    assert over.points == (17, 9, -10)


def test_stock_strict_ends_the_hand_with_a_turn_that_floats(place: Place) -> None:
    last = place("Kc / / Qd", phase="draw", stock="9h", melds=NINES, stock__empty="strict")
    assert last.after("1: draw", "1: lay 9h on m1").end == ("stock", -1)


def test_stock_circle_counts_no_turn_that_melds(place: Place) -> None:
    """All others only pass on lone cards, and the floater's lay-off resets the count."""
    round_ = place(
        "Kc / / Qd Jd", phase="draw", stock="", pile="2h 9h", melds=NINES, draw__top="free", more="turn = { idle = 2 }"
    ).after("1: take 9h with 9h on m1", "2: take 2h", "2: discard Jd", "0: take Jd", "0: discard Kc")
    assert round_.turn == ("draw", 1, 0)
    assert round_.state.public.idle == 2


def test_stock_reshuffle_gives_a_floater_its_card(place: Place) -> None:
    asked = place("Kc / / Qd", phase="draw", stock="", pile="8h 2s 3s", melds=NINES, stock__empty="reshuffle")
    drawn = asked.after("1: draw", "deck: reshuffle 2s 8h")
    assert drawn.legal() == {"1: discard 2s"}


# ------------------------------------------------- with others


class OtherWay:
    """A house rule: turns go anticlockwise."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("other-way", "turns go anticlockwise")

    @hookimpl
    def turn_ended(self, rule: TurnEnded) -> TurnEnded:
        def ended(rules: Rules, state: State) -> State:
            after = rule(rules, state)
            return replace(after, public=replace(after.public, to_act=(state.public.to_act - 1) % rules.seats))

        return ended


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("action", ["1: lay 9h on m1", "1: discard 9h"])
def test_turn_order_what_other_plugins_say_of_the_next_turn_holds_after_floating(
    place: Place, first: bool, action: str
) -> None:
    plugins: list[object] = [OtherWay(), "floating"] if first else ["floating", OtherWay()]
    rules = r5.compose("classic", plugins, {"floating.last-discard": "claim"}, seats=3)
    state = place("Kc / 9h / Qd", melds=NINES).under(rules).state
    after = r5.apply(rules, state, r5.parse_action(action, state))
    if after.public.phase == "claim":
        after = r5.apply(rules, after, r5.parse_action("2: call 9h on m1", after))
    assert (after.public.phase, after.public.to_act, after.public.last) == ("draw", 0, 1)


@pytest.mark.parametrize("other", ["boathouse", "oklahoma"])
@pytest.mark.parametrize("first", [True, False])
def test_out_floating_is_refused_where_a_discard_goes_out(other: str, first: bool) -> None:
    pytest.importorskip(f"rummy500_{other}")
    plugins = ["floating", other] if first else [other, "floating"]
    with pytest.raises(r5.ComposeError, match=r"floating.*do not go together: .*float"):
        r5.compose("classic", plugins)


@pytest.mark.parametrize(("option", "value"), [("out.discard", "required"), ("discard.barred", "drawn")])
def test_out_floating_refuses_the_options_that_it_cannot_be_played_with(option: str, value: str) -> None:
    with pytest.raises(r5.ComposeError, match=f"option {option} cannot be '{value}' with plugin floating.*floater"):
        r5.compose("classic", ["floating"], {option: value})


def test_floating_last_discard_takes_three_words() -> None:
    with pytest.raises(r5.ComposeError, match='it must be one of "free", "unplayable", "claim"'):
        r5.compose("classic", ["floating"], {"floating.last-discard": "unplayabel"})


@pytest.mark.parametrize("first", [True, False])
def test_match_partnership_a_side_with_a_floater(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_partnership")
    names = '"floating", "partnership"' if first else '"partnership", "floating"'
    spot = place("Kc / 4h 4s 4d / Qd / 2h", plugins=names).after(
        "1: meld {4s 4h 4d}", "2: draw", "2: discard As", "3: draw", "3: discard 2h"
    )
    assert spot.end == ("", -1)
    assert spot.hand(3) == "Ah"


@pytest.mark.parametrize("first", [True, False])
def test_persian_the_bonus_for_going_out_waits_for_the_discard(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_persian")
    names = '"floating", "persian"' if first else '"persian", "floating"'
    floated = place("Kc / 4h 4s 4d / Qd / 2h", plugins=names, stock="As 8h").after("1: meld {4s 4h 4d}")
    assert floated.points[1] == 12
    out = floated.after("2: draw", "2: discard As", "3: draw", "3: discard 8h", "0: pass")
    assert out.end == ("stock", -1)
    assert out.points[1] == 12


@pytest.mark.parametrize("first", [True, False])
def test_dealers_gambit_a_doubled_meld_of_the_last_cards_floats(place: Place, first: bool) -> None:
    pytest.importorskip("rummy500_dealers_gambit")
    names = '"floating", "dealers-gambit"' if first else '"dealers-gambit", "floating"'
    spot = place("Kc / 4h 4s 4d * / Qd", plugins=names, more='plugin = { dealers-gambit = { named = "double" } }')
    floated = spot.after("1: meld {4s 4h 4d} doubled with *")
    assert (floated.turn, floated.hand(1)) == (("draw", 2, 1), "")


# ------------------------------------------------- what explain says


@pytest.mark.parametrize(
    ("chosen", "ids", "words"),
    [
        ("free", {"out.floating"}, "the hand ends at once."),
        (
            "unplayable",
            {"out.floating", "out.unplayable-discard"},
            "your last card if you could not lay it off, and the hand ends at once.",
        ),
        (
            "claim",
            {"out.floating", "out.unplayable-claim"},
            "your last card if nobody claims it, and the hand ends at once.",
        ),
    ],
)
def test_explain_tells_floating_in_the_place_of_melding_out(chosen: str, ids: set[str], words: str) -> None:
    rules = r5.compose("classic", ["floating"], {"floating.last-discard": chosen})
    holds = {one.rule: one for one in r5.explain(rules)}
    assert {one for one in holds if one.startswith("out.")} == ids
    assert words in holds["out.floating"].text
    assert "You go out by playing all your cards to the table" in holds["out.floating"].replaced
    assert {holds[one].set_by for one in ids} == {"plugin floating"}


@pytest.mark.parametrize(
    ("call", "words"),
    [("none", ""), ("last-discard", "no discard to call"), ("full", "A floater may also call")],
)
def test_explain_tells_of_calls_where_there_are_any(call: str, words: str) -> None:
    rules = r5.compose("classic", ["floating"], {"call": call})
    sentence = next(one.text for one in r5.explain(rules) if one.rule == "out.floating")
    assert words in sentence
    assert (" call" in sentence) == (call != "none")
    windows = [(one.set_by, one.text) for one in r5.explain(rules) if one.rule == "call.window"]
    if call == "none":
        assert windows == []
    else:
        ((set_by, window),) = windows
        assert (set_by == "plugin floating") == ("floats" in window) == (call == "full")


@pytest.mark.parametrize(("late", "ends"), [(True, False), (False, True)])
def test_explain_says_nothing_false_of_the_end_where_others_lay_off_late(late: bool, ends: bool) -> None:
    pytest.importorskip("rummy500_add_opponents_hand")
    rules = r5.compose("classic", ["floating", "add-opponents-hand"], {"add-opponents-hand.late-layoffs": late})
    sentence = next(one.text for one in r5.explain(rules) if one.rule == "out.floating")
    assert ("the hand ends at once" in sentence) == ends


def test_default_and_players_cope_with_empty_hands(place: Place) -> None:
    floater = place("Kc / / Qd", phase="draw", stock="8h As", melds=NINES)
    assert r5.default_action(floater.rules, floater.state, 1) == r5.parse_action("1: draw")
    drawn = floater.after("1: draw")
    assert r5.default_action(drawn.rules, drawn.state, 1) == r5.parse_action("1: discard 8h")


@pytest.mark.parametrize(
    ("last_discard", "numbers"), [("free", (39, 240)), ("unplayable", (0, 39)), ("claim", (0, 20, 158))]
)
def test_hands_with_floaters_end(last_discard: str, numbers: tuple[int, ...]) -> None:
    """Hands in which somebody floats, under the costly laws at every step."""
    options: dict[str, object] = {"floating.last-discard": last_discard, "deal.size": 3, "deck.jokers": 3}
    rules = r5.compose("pagat", ["floating"], options, seats=2)
    floated = asked = 0

    def watch(state: r5.State) -> None:
        nonlocal floated, asked
        floated += not r5.is_over(state) and not all(state.hands)
        asked += state.public.phase == "claim"

    ends = {hand_under_laws(rules, f"floaters {number}", every=1, watch=watch).how for number in numbers}
    assert floated
    assert bool(asked) == (last_discard == "claim")
    assert ends <= {"out", "stock", "circle"}
