"""Tests of floating: beside house rules, in random hands, refusals, `explain`; its examples are scenarios."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

import rummy500 as r5
from rummy500.hooks import (
    PLAY_PHASE,
    Forbids,
    PluginInfo,
    Reason,
    Refusal,
    Rules,
    State,
    TurnEnded,
    View,
    can_finish,
    core_next_turn,
    hookimpl,
    play_after,
    replace,
)
from rummy500_testing import hand_under_laws, random_game

#: Seat 1 may lay its last card off, or discard it for others to claim.
LAST_CARD = """
    dealer = 0
    to_act = 1
    phase  = "play"
    hands  = ["Kc", "9h", "Qd"]
    stock  = "As Ah Ad"
    pile   = "3s"
    melds  = ["0 {9s 9d 9c}"]
"""


class OtherWay:
    """A house rule: turns go anticlockwise."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("other-way", "turns go anticlockwise")

    @hookimpl
    def turn_ended(self) -> TurnEnded:
        def ended(rules: Rules, state: State) -> State:
            after = core_next_turn(rules, state)
            return replace(after, public=replace(after.public, to_act=(state.public.to_act - 1) % rules.seats))

        return ended


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


def played(house_rule: object, actions: Sequence[str], *, first: bool) -> tuple[r5.Rules, r5.State]:
    """Play from `LAST_CARD` with claims and a house rule, which is composed before floating or after it."""
    plugins = [house_rule, "floating"] if first else ["floating", house_rule]
    rules = r5.compose("classic", plugins, {"floating.last-discard": "claim"}, seats=3)
    state = r5.parse_position(LAST_CARD, rules=rules).state
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state))
    return rules, state


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("actions", [["1: lay 9h on m1"], ["1: discard 9h", "2: call 9h on m1"]])
def test_turn_order_what_other_plugins_say_of_the_next_turn_holds_after_floating(
    first: bool, actions: Sequence[str]
) -> None:
    _, after = played(OtherWay(), actions, first=first)
    assert (after.public.phase, after.public.to_act, after.public.last) == ("draw", 0, 1)


@pytest.mark.parametrize("first", [True, False])
def test_out_unplayable_claim_what_limits_calls_limits_claims(first: bool) -> None:
    rules, state = played(Quiet(), ["1: discard 9h"], first=first)
    assert [r5.action_text(action) for action in r5.legal_actions(rules, state)] == ["2: pass"]
    assert str(r5.why_not(rules, state, r5.parse_action("2: call 9h on m1", state))).startswith("Hush.")


# ------------------------------------------------- random hands


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


@pytest.mark.parametrize(("last_discard", "number"), [("free", 39), ("unplayable", 39), ("claim", 20)])
def test_hands_with_floaters_end(last_discard: str, number: int) -> None:
    """A hand in which somebody floats, under the costly laws at every step."""
    options: dict[str, object] = {"floating.last-discard": last_discard, "deal.size": 3, "deck.jokers": 3}
    rules = r5.compose("pagat", ["floating"], options, seats=2)
    floated = asked = 0

    def watch(state: r5.State) -> None:
        nonlocal floated, asked
        floated += not r5.is_over(state) and not all(state.hands)
        asked += state.public.phase == "claim"

    assert hand_under_laws(rules, f"floaters {number}", every=1, watch=watch).how == "out"
    assert floated
    assert bool(asked) == (last_discard == "claim")


# ------------------------------------------------- refusals and `explain`


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("out.discard", "required", "out.discard cannot be 'required' with plugin floating.*floater"),
        ("discard.barred", "drawn", "discard.barred cannot be 'drawn' with plugin floating.*floater"),
        ("floating.last-discard", "unplayabel", 'it must be one of "free", "unplayable", "claim"'),
    ],
)
def test_out_floating_refuses_the_options_that_it_cannot_be_played_with(option: str, value: str, why: str) -> None:
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("classic", ["floating"], {option: value})


@pytest.mark.parametrize("other", ["boathouse", "oklahoma"])
def test_out_floating_is_refused_where_a_discard_goes_out(other: str) -> None:
    pytest.importorskip(f"rummy500_{other}")
    for plugins in (["floating", other], [other, "floating"]):
        with pytest.raises(r5.ComposeError, match=r"floating.*do not go together: .*float"):
            r5.compose("classic", plugins)


@pytest.mark.parametrize(
    ("chosen", "ids", "words"),
    [
        ("free", {"out.floating"}, "the hand ends at once."),
        ("unplayable", {"out.floating", "out.unplayable-discard"}, "if you could not lay it off, and the hand ends"),
        ("claim", {"out.floating", "out.unplayable-claim"}, "if nobody claims it, and the hand ends at once."),
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
    ("call", "words"), [("none", ""), ("last-discard", "no discard to call"), ("full", "A floater may also call")]
)
def test_explain_tells_of_calls_where_there_are_any(call: str, words: str) -> None:
    holds = {one.rule: one for one in r5.explain(r5.compose("classic", ["floating"], {"call": call}))}
    sentence = holds["out.floating"].text
    assert words in sentence
    assert (" call" in sentence) == (call != "none")
    assert ("call.window" in holds) == (call != "none")
    if call != "none":
        window = holds["call.window"]
        assert (window.set_by == "plugin floating") == ("floats" in window.text) == (call == "full")


@pytest.mark.parametrize("late", [True, False])
def test_explain_says_nothing_false_of_the_end_where_others_lay_off_late(late: bool) -> None:
    pytest.importorskip("rummy500_add_opponents_hand")
    rules = r5.compose("classic", ["floating", "add-opponents-hand"], {"add-opponents-hand.late-layoffs": late})
    sentence = next(one.text for one in r5.explain(rules) if one.rule == "out.floating")
    assert ("the hand ends at once" in sentence) != late
