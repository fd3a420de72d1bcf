"""Tests of `Deal.first_player`: who plays the first turn of a hand, and what is refused beside it."""

from __future__ import annotations

import pytest
from tests.hooks.round_plugins import BID_IN_ORDER, Bids
from tests.hooks.samples import dealing, plugin, refusal
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.hooks import Fixed, Round, RuleEntry, Settings, recall, replace
from rummy500_testing import check_laws


def highest(rules: r5.Rules, state: r5.State) -> int:
    """Whoever bid most begins; the first of several."""
    bids = recall(rules, state, Bids).points
    return (state.public.match.dealer + 1 + bids.index(max(bids))) % rules.seats


def entry(name: str, answer: str = "") -> tuple[RuleEntry, ...]:
    """Make an entry that claims who plays the first turn."""
    claims = {"first turn": answer or f"{name}.first"}
    return (RuleEntry(f"{name}.first", "A turn", "Somebody begins.", ("house",), claims=claims),)


HIGHEST = plugin("highest", dealing=dealing(first_player=highest), entries=lambda: entry("highest"))


def test_first_player__begins_after_the_steps_of_the_deal() -> None:
    rules = r5.compose("classic", [BID_IN_ORDER, HIGHEST], seats=3)
    state = r5.deal(rules, seed=7)
    assert state.public.to_act == 1
    state = do(rules, state, "1: bid 1", "2: bid 2", "0: bid 3")
    assert (state.public.phase, state.public.to_act) == ("draw", 0)


def test_first_player__is_asked_where_the_deal_has_no_steps() -> None:
    dealer = plugin("dealer", dealing=dealing(first_player=lambda rules, state: state.public.match.dealer))
    rules = r5.compose("classic", [dealer], seats=3)
    assert [r5.deal(rules, seed=1, dealer=seat).public.to_act for seat in range(3)] == [0, 1, 2]
    check_laws(rules, hands=1, max_turns=3).require()


def test_first_player__none_is_the_player_on_the_dealers_left() -> None:
    rules = r5.compose("classic", [plugin("shy", dealing=dealing(first_player=lambda rules, state: None))], seats=3)
    assert [r5.deal(rules, seed=1, dealer=seat).public.to_act for seat in range(3)] == [1, 2, 0]


def test_first_player__the_sheet_does_not_say_that_the_dealers_left_begins() -> None:
    rules = r5.compose("classic", [BID_IN_ORDER, HIGHEST], seats=3)
    assert next(line.text for line in r5.explain(rules) if line.rule == "turn.order") == "Turns go clockwise."


def test_first_player__two_plugins_that_choose_are_refused() -> None:
    other = plugin("other", dealing=dealing(first_player=highest))
    assert refusal(HIGHEST, other) == "plugins highest and other do not go together: both decide who begins"


def test_first_player__a_plugin_whose_rule_claims_the_first_turn_is_refused() -> None:
    youngest = plugin("youngest", entries=lambda: entry("youngest"))
    who = "each says who plays the first turn of a hand"
    assert refusal(HIGHEST, youngest) == f"plugins highest and youngest do not go together: {who}"
    assert refusal(youngest, HIGHEST) == f"plugins highest and youngest do not go together: {who}"
    eldest = plugin("eldest", entries=lambda: entry("eldest"))
    assert refusal(youngest, eldest) == f"plugins youngest and eldest do not go together: {who}"


def test_first_player__another_opening_of_the_deal_is_refused() -> None:
    message = "plugin highest does not go with deal.opening = {}, which decides who begins"
    for opening in ("offer", "extra-card"):
        assert refusal(HIGHEST, options={"deal.opening": opening}) == message.format(opening)
    other = plugin("other", settings=lambda: Settings(fixes={"deal.opening": Fixed("offer", "the upcard is offered")}))
    assert refusal(HIGHEST, other) == "plugins highest and other do not go together: both decide who begins"


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (3, "ValueError: {}, 0 to 2, not 3"),
        (-1, "ValueError: {}, 0 to 2, not -1"),
        ("left", "TypeError: {}, not an object of the type str"),
        (True, "TypeError: {}, not an object of the type bool"),
    ],
)
def test_first_player__an_answer_that_is_no_seat_names_the_plugin(seat: object, words: str) -> None:
    rules = r5.compose("classic", [plugin("odd", dealing=dealing(first_player=lambda rules, state: seat))], seats=3)
    with pytest.raises((TypeError, ValueError)) as caught:
        r5.deal(rules, seed=1)
    must = "plugin odd: hook dealing has a Deal whose first_player must return an int or None"
    assert f"{type(caught.value).__name__}: {caught.value}" == words.format(must)
    assert caught.value.__notes__[0].startswith("plugin odd (hook dealing) raised this error in test_first_player")


def begins(rules: r5.Rules, state: r5.State) -> r5.State:
    """Set whose turn it is, which a step of the deal must not do."""
    return replace(state, public=replace(state.public, to_act=0))


def test_deal__a_step_that_sets_whose_turn_it_is_is_refused_where_it_does_so() -> None:
    rules = r5.compose("classic", [plugin("pushy", dealing=dealing(Round(begin=begins)))], seats=3)
    with pytest.raises(
        ValueError,
        match="plugin pushy: hook dealing has a Round whose begin must return a State, and not set whose turn it is",
    ):
        r5.deal(rules, seed=1)
    assert r5.deal(rules, seed=1, dealer=2).public.to_act == 0  # it was the turn of seat 0 anyway
