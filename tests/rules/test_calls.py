"""Tests of calling "Rummy!"."""

from __future__ import annotations

import random

import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import (
    Options,
    do,
    hands,
    legal,
    melds,
    over,
    pile,
    presets_with,
    refused,
    scores,
    table,
    why_not,
)

import rummy500 as r5
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

LAST: Options = {"call": "last-discard"}
RUN = ["0 [5h 6h 7h]"]


def after_a_discard(preset: str = "pagat", options: Options | None = None, **rest: object) -> r5.Position:
    """Make a position: seat 0 has ended its turn; seat 1 is to draw; 8♥ lies below 3♠."""
    usual: dict[str, object] = {
        "hands": ["Jc", "9d 2c", "9h 2d", "Ts 3d"], "pile": "4s 8h 3s", "last": 0, "melds": RUN,
    }  # fmt: skip
    return table(preset, options, **(usual | rest))


def test_call_full__a_layoff_buried_in_the_pile() -> None:
    where = after_a_discard()
    assert legal(where, "call") == {f"{seat}: call 8h on m1" for seat in (1, 2, 3)}
    after = do(where, "2: call 8h on m1")
    assert (hands(after)[2], pile(after), melds(after)) == ("3s 9h 2d", "4s", ["0 [5h 6h 7h 2:8h]"])


def test_call_full__is_the_callers_draw_and_turn_and_play_goes_on_at_their_left() -> None:
    where = do(after_a_discard(), "2: call 8h on m1")
    assert refused(where, "2: draw") == "draw.once"
    assert refused(where, "1: draw") == "turn.seat"
    where = do(where, "2: lay 9h on m1", "2: discard 3s")
    assert (where.state.public.to_act, where.state.public.last) == (3, 2)


def test_call_full__a_meld_made_of_pile_cards_alone() -> None:
    where = after_a_discard(pile="4s 8s 8d 3s 8c", melds=[])
    assert legal(where, "call", seat=2) == {"2: call {8s 8d 8c}"}
    after = do(where, "2: call {8s 8d 8c}")
    assert (hands(after)[2], pile(after)) == ("3s 9h 2d", "4s")


def test_call_full__no_card_from_any_hand_helps() -> None:
    where = after_a_discard(pile="4s 9s 9c", melds=[])
    assert legal(where, "call") == set()
    assert refused(where, "1: call {9s 9d 9c}") == "turn.cards"


def test_call_full__no_deeper_than_the_meld_needs() -> None:
    where = after_a_discard(options={"deck.packs": 2}, pile="8h 4s 8h 3s")
    assert legal(where, "call", seat=2) == {"2: call 8h on m1", "2: call 8h/4 on m1"}
    assert hands(do(where, "2: call 8h on m1"))[2] == "3s 9h 2d"
    assert hands(do(where, "2: call 8h/4 on m1"))[2] == "3s 4s 8h 9h 2d"


def test_call_full__two_cards_on_the_run_from_the_pile() -> None:
    where = after_a_discard(pile="4s 9s 9h 8h", hands=["Jc", "9d 2c", "2h 2d"])
    assert legal(where, "call", seat=1) == {"1: call 8h on m1", "1: call 8h 9h on m1"}


def test_call_full__the_caller_may_go_out() -> None:
    where = after_a_discard(hands=["Jc", "9d 2c", "9h"], pile="4s 8h")
    where = do(where, "2: call 8h on m1", "2: lay 9h on m1")
    assert over(where)
    assert where.state.public.out == 2
    assert scores(where) == (18 - 10, -11, 17)


def test_call_full__seven_eight_nine_and_the_six_or_the_ten_is_discarded() -> None:
    for card in ("6h", "Th"):
        where = after_a_discard(pile=card, melds=["0 [7h 8h 9h]"], hands=["Jc", "2c", "2d", "3d"])
        assert legal(where, "call") == {f"{seat}: call {card} on m1" for seat in (1, 2, 3)}


def test_call_layoffs__layoffs_only() -> None:
    where = after_a_discard("pagat", {"call": "layoffs"}, pile="4s 8h 8s 8d")
    assert legal(where, "call", seat=2) == {"2: call 8h on m1"}
    assert refused(where, "2: call {8s 8h 8d}") == "call.layoffs"


def test_call_layoffs__is_north_americas() -> None:
    where = after_a_discard("north-american", melds=[*RUN, "2 {4h 4d 4c}"])
    assert legal(where, "call") == {
        "2: call 8h on m1",
        "2: call 4s on m2",
    }


def test_call_top__only_top_cards_all_of_which_are_melded() -> None:
    top: Options = {"call": "top"}
    buried = after_a_discard(options=top)
    assert legal(buried, "call") == set()
    assert refused(buried, "2: call 8h on m1") == "call.top"
    both = after_a_discard(options=top, pile="4s 9h 8h", hands=["Jc", "9d 2c", "Kh 2d"])
    assert legal(both, "call", seat=2) == {"2: call 8h on m1", "2: call 8h 9h on m1"}
    after = do(both, "2: call 8h 9h on m1")
    assert (hands(after)[2], pile(after), after.state.public.to_act) == ("Kh 2d", "4s", 2)


def test_call_top__a_view_without_memory_shows_neither_the_card_nor_the_call() -> None:
    where = do(after_a_discard(options={"call": "top"}, pile="4s 8h"), "2: call 8h on m1")
    assert where.state.public.turn.claimed
    view = r5.observe(where.rules, where.state, 1, memory="none")
    assert (view.public.turn.taken, view.public.turn.claimed) == (0, False)
    world = r5.determinize(where.rules, view, random.Random(1))
    assert r5.status(where.rules, world) == r5.status(where.rules, where.state)


def test_call_top__a_new_meld_of_top_cards_counts() -> None:
    where = after_a_discard(options={"call": "top"}, pile="4s 8s 8d 8c", melds=[])
    assert legal(where, "call", seat=2) == {"2: call {8s 8d 8c}"}


TOP: Options = {"call": "top"}
#: Each of the top two cards fits a different meld, and the card below fits the first meld.
TWO_MELDS: dict[str, object] = {
    "hands": ["Jc", "9d 2c", "Kh 2d 3h", "Ts 3d"], "pile": "4s 6h 5s Th", "melds": ["1 [7h 8h 9h]", "0 {5h 5d 5c}"],
}  # fmt: skip


def test_call_top__cards_that_fit_two_melds_are_called_one_after_the_other() -> None:
    where = after_a_discard("classic", TOP, **TWO_MELDS)
    assert refused(where, "2: call 5s on m2") == "call.top"
    first = do(where, "2: call Th on m1")
    assert legal(first, "call") == {"2: call 5s on m2"}
    second = do(first, "2: call 5s on m2")
    assert legal(second, "call") == {"2: call 6h on m1"}
    third = do(second, "2: call 6h on m1")
    assert (hands(third)[2], pile(third)) == ("3h Kh 2d", "4s")
    assert melds(third) == ["1 [2:6h 7h 8h 9h 2:Th]", "0 {2:5s 5h 5d 5c}"]
    after = do(third, "2: discard 2d")
    assert (after.state.public.to_act, after.state.public.last) == (3, 2)


def test_call_top__selected_cards_are_judged_without_listing_every_call() -> None:
    asked: list[r5.Action] = []

    def noting(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
        asked.append(action)
        return None

    called = do(after_a_discard("classic", TOP, **TWO_MELDS), "2: call Th on m1").state
    rules = r5.compose("classic", [plugin(may=forbidding(call=noting))], TOP, seats=4)
    called = dealt_under(rules, called)
    found = r5.actions_for_cards(rules, called, 2, "2d")
    assert ([r5.action_text(each) for each in found], asked) == (["2: discard 2d"], [])
    assert [r5.action_text(each) for each in r5.actions_for_cards(rules, called, 2, "5s")] == ["2: call 5s/1 on m2"]
    assert {r5.action_text(each) for each in asked} == {"2: call 5s/1 on m2"}


def test_call_top__only_the_caller_calls_again() -> None:
    called = do(after_a_discard("classic", TOP, **TWO_MELDS), "2: call Th on m1")
    for seat in (0, 1, 3):
        assert refused(called, f"{seat}: call 5s on m2") == "call.window"
        assert legal(called, seat=seat) == set()
    assert r5.ask_order(called.rules, called.state) == (2,)
    ended = do(called, "2: discard 2d")
    assert refused(ended, "1: call 5s on m2") == "call.top"


@pytest.mark.parametrize("action", ["2: lay 6h on m1", "2: meld {Ks Kd Kc}"])
def test_call_top__any_other_play_of_the_turn_closes_it(action: str) -> None:
    held = ["Jc", "9d 2c", "6h Ks Kd Kc 2d", "Ts 3d"]
    called = do(
        after_a_discard("classic", TOP, **(TWO_MELDS | {"hands": held, "pile": "4s 5s Th"})), "2: call Th on m1"
    )
    assert refused(called, "2: call 5s on m2") == ""
    assert refused(do(called, action), "2: call 5s on m2") == "call.window"


@pytest.mark.parametrize("begins", ["1: draw", "1: take Th with Th on m1"])
def test_call_top__a_turn_that_has_drawn_or_taken_does_not_call(begins: str) -> None:
    where = do(after_a_discard("classic", TOP, **TWO_MELDS), begins)
    assert legal(where, "call") == set()
    assert refused(where, "1: call 5s on m2") == "call.window"


def test_call_top__two_melds_whose_cards_lie_interleaved_cannot_be_called() -> None:
    where = after_a_discard("classic", TOP, **(TWO_MELDS | {"pile": "4s 6h 5s Th", "melds": ["1 [7h 8h 9h]"]}))
    mixed = after_a_discard("classic", TOP, **(TWO_MELDS | {"pile": "5s 8c 5h 8d 5d 8s", "melds": []}))
    assert legal(where, "call", seat=2) == {"2: call Th on m1"}
    assert legal(mixed, "call") == set()
    assert refused(mixed, "2: call {8s 8d 8c}") == "call.top"


def test_call_top__a_further_call_may_complete_the_opening_minimum() -> None:
    options: Options = {**TOP, "meld.first-minimum": 15}
    where = after_a_discard("classic", options, **TWO_MELDS)
    called = do(where, "2: call Th on m1")  # 10 of 15
    assert refused(called, "2: discard 2d") == "meld.first-minimum"
    assert refused(do(called, "2: call 5s on m2"), "2: discard 2d") == ""
    more = after_a_discard("classic", {**TOP, "meld.first-minimum": 22}, **TWO_MELDS)
    assert refused(more, "2: call Th on m1") == "meld.first-minimum"


def test_call_top__a_position_within_a_callers_turn_can_be_written() -> None:
    called = do(after_a_discard("classic", TOP, **TWO_MELDS), "2: call Th on m1")
    assert r5.parse_position("\n".join(toml_lines(position_table(called)))) == called
    assert state_from_json(state_to_json(called)) == called


def test_call_last_discard__a_layoff_and_play_goes_on_with_whose_turn_it_was() -> None:
    where = after_a_discard(options=LAST, pile="4s 8h")
    after = do(where, "3: call 8h on m1")
    assert (after.state.public.to_act, after.state.public.phase) == (1, "draw")
    assert (hands(after)[3], pile(after), melds(after)) == ("Ts 3d", "4s", ["0 [5h 6h 7h 3:8h]"])
    assert legal(after) == {"1: draw", "1: take 4s"}


def test_call_last_discard__who_calls_in_their_own_turn_then_takes_it() -> None:
    where = do(after_a_discard(options=LAST, pile="4s 8h"), "1: call 8h on m1")
    assert legal(where) == {"1: draw", "1: take 4s"}
    assert do(where, "1: draw").state.public.to_act == 1


def test_call_last_discard__only_that_card_and_no_new_meld() -> None:
    where = after_a_discard(options=LAST)
    assert legal(where, "call") == set()
    assert refused(where, "2: call 8h on m1") == "call.last-discard"
    three = after_a_discard(options=LAST, pile="8s 8d 8c", melds=[])
    assert refused(three, "2: call {8s 8d 8c}") == "call.last-discard"


def test_call_last_discard__with_an_empty_pile_there_is_nothing_to_call() -> None:
    where = after_a_discard(options=LAST, pile="")
    assert legal(where) == {"1: draw"}


@pytest.mark.parametrize("preset", presets_with("call", "none"))
def test_call_none__no_calls(preset: str) -> None:
    where = after_a_discard(preset)
    assert legal(where, "call") == set()
    assert refused(where, "2: call 8h on m1") == "call.none"


def test_call_none__is_named_in_every_phase() -> None:
    where = do(after_a_discard("classic"), "1: draw")
    assert refused(where, "2: call 8h on m1") == "call.none"


def test_call_not_own__whose_turn_just_ended_cannot_call() -> None:
    where = after_a_discard()
    assert refused(where, "0: call 8h on m1") == "call.not-own"
    assert legal(where, seat=0) == set()


def test_call_not_own__after_the_next_players_turn_they_can() -> None:
    where = do(after_a_discard(), "1: draw", "1: discard 9d")
    assert refused(where, "0: call 8h on m1") == ""
    assert refused(where, "1: call 8h on m1") == "call.not-own"


def test_call_not_own__after_a_call_by_another_they_can() -> None:
    where = after_a_discard(pile="9h 8h 3s", hands=["Jc", "9d 2c", "2d 2h", "Ts 3d"])
    where = do(where, "2: call 8h on m1", "2: discard 3s")
    assert refused(where, "0: call 9h on m1") == ""
    assert refused(where, "2: call 9h on m1") == "call.not-own"


def test_call_window__from_the_end_of_a_turn_to_the_next_draw() -> None:
    where = after_a_discard()
    assert refused(do(where, "1: draw"), "2: call 8h on m1") == "call.window"
    assert refused(do(where, "1: take 3s"), "2: call 8h on m1") == "call.window"
    assert refused(do(where, "1: draw", "1: discard 9d"), "2: call 8h on m1") == ""


def test_call_window__closes_with_the_next_pass() -> None:
    where = do(after_a_discard(stock=""), "1: pass")
    assert over(where)
    assert refused(where, "2: call 8h on m1") == "call.window"


def test_call_window__never_on_the_first_upcard() -> None:
    where = table(hands=["Jc", "9d 2c"], pile="8h", melds=RUN)
    assert refused(where, "0: call 8h on m1") == "call.window"
    assert legal(where, "call") == set()


def test_call_race__the_first_claim_applied_wins() -> None:
    where = do(after_a_discard(), "3: call 8h on m1")
    assert refused(where, "2: call 8h on m1") == "call.window"
    assert refused(where, "1: call 8h on m1") == "call.window"
    # It says what happened to a player who called a moment after another one.
    sentence = "Too late: a call comes right after a discard, before anybody draws, takes or calls."
    assert str(why_not(where, "2: call 8h on m1")) == f"{sentence} (call.window)"


def test_call_race__one_claim_a_discard_where_only_the_last_discard_counts() -> None:
    where = do(after_a_discard(options=LAST, pile="9h 8h", hands=["Jc", "9d 2c", "2h 2d", "Ts 3d"]), "3: call 8h on m1")
    assert legal(where, "call") == set()
    assert refused(where, "2: call 9h on m1") == "call.race"


def test_call_race__programs_ask_clockwise_from_the_discarders_left() -> None:
    where = after_a_discard()
    assert r5.ask_order(where.rules, where.state) == (1, 2, 3, 1)
    own = after_a_discard("north-american", melds=["3 [5h 6h 7h]", "2 {4h 4d 4c}"])
    assert r5.ask_order(own.rules, own.state) == (2, 3, 1)
    nothing = after_a_discard("classic")
    assert r5.ask_order(nothing.rules, nothing.state) == (1,)


def test_call_layoffs__a_new_meld_is_no_call_whether_you_have_melded_or_not() -> None:
    where = table("north-american", pile="9h 9s 9d", last=0, hands=["Jc", "Kc 2c"])
    assert refused(where, "1: call {9h 9s 9d}") == "call.layoffs"
    melded = table("north-american", pile="9h 9s 9d", last=0, hands=["Jc", "Kc 2c"], melds=["1 [4c 5c 6c]"])
    assert refused(melded, "1: call {9h 9s 9d}") == "call.layoffs"
