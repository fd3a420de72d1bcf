"""Tests of takes and calls: the cards that they collect, that they leave in the pile, and that must be used."""

from __future__ import annotations

import random

import pytest
from tests.hooks.samples import forbidding, plugin, taking
from tests.rules.tables import do, hands, legal, melds, pile, refused, table, under

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG
from rummy500.cards.pieces import natural_piece
from rummy500.engine.facts import view_after_collecting
from rummy500.engine.turns import play_cards
from rummy500.engine.views import seat_view
from rummy500.hooks import Reason, Takes
from rummy500.rules.actions import CALL, TAKE, Action
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.state import View

FIVE = table("pagat", hands=["Jc", "Tc Td"], pile="2s 4h 6d 8c 9h", melds=["0 [5h 6h 7h]"])


def neighbours(rules: r5.Rules, view: View, depth: int) -> tuple[int, ...]:
    """Let a card be taken with its neighbours, except the bottom card."""
    pile = len(view.public.pile)
    return () if depth == pile else tuple(range(max(1, depth - 1), min(pile, depth + 1) + 1))


NEIGHBOURS = plugin("near", takes=taking(collects=neighbours))
NEAR = under(r5.compose("pagat", plugins=[NEIGHBOURS], seats=2), FIVE)


def pieces(text: str) -> tuple[int, ...]:
    return tuple(natural_piece(card) for card in r5.parse_cards(text))


def test_facts__each_card_is_asked_about_once_for_a_listing() -> None:
    asked: list[int] = []

    def counted(rule: Takes) -> Takes:
        def come(rules: r5.Rules, view: View, depth: int) -> tuple[int, ...]:
            asked.append(depth)
            return rule.collects(rules, view, depth)

        return Takes(come, rule.must_use)

    count = plugin("count", takes=counted)
    where = table("classic", {"draw.top": "must-meld"}, hands=["Jc", "Th Jh Td 9c"], pile="2s 4h 6d Qh 9h")
    rules = r5.compose("classic", plugins=[NEIGHBOURS, count], options={"draw.top": "must-meld"}, seats=2)
    view = seat_view(rules, under(rules, where).state, 1)
    asked.clear()
    takes = [action for action in r5.legal_actions(rules, view) if action.verb == TAKE]
    assert {action.depth for action in takes} == {1, 2}
    assert asked == [1, 2]  # of the other cards none could be used


# ------------------------------------------------------------------ takes


def test_take__a_card_that_does_not_lie_there() -> None:
    assert refused(FIVE, "1: take Kh") == "turn.cards"
    for depth in (0, 6, -1):
        refusal = r5.why_not(FIVE.rules, FIVE.state, Action(1, TAKE, card=FIVE.state.public.pile[0], depth=depth))
        assert refusal is not None
        assert refusal.rule == "turn.cards"
    assert refused(FIVE, "1: take 6d") == "draw.deep"


def test_take__a_card_that_a_plugin_lets_nobody_take() -> None:
    assert refused(NEAR, "1: take 2s") == "draw.deep"
    where = under(NEAR.rules, table("pagat", hands=["Jc", "2h 2d 3c"], pile="2s 4h"))
    assert refused(where, "1: take 2s with {2s 2h 2d}") == "draw.deep"
    assert legal(where, "take") == set()


def test_take__the_upcard_on_offer_comes_alone() -> None:
    rules = r5.compose(
        "pagat", plugins=[plugin("none", takes=taking(collects=lambda rules, view, depth: (depth,)))],
        options={"deal.opening": "offer"}, seats=2,
    )  # fmt: skip
    offer = table("pagat", {"deal.opening": "offer"}, hands=["Jc", "4h 5h 2c"], pile="6h", phase="offer")
    where = under(rules, offer)
    assert legal(where) == {"1: take 6h", "1: pass"}
    assert refused(where, "1: take 6h with [4h 5h 6h]") == "deal.opening-offer"


def test_take__a_plugin_may_forbid_it() -> None:
    def no_kings(rules: r5.Rules, view: r5.View, action: Action) -> r5.Refusal | None:
        return Reason("sample.rule", "king", "No king.")() if action.card == 12 else None

    rules = r5.compose("pagat", plugins=[plugin("no-kings", may=forbidding(take=no_kings))], seats=2)
    where = under(rules, table("pagat", hands=["Jc", "Kh Kd 2c"], pile="5c Ks"))
    assert refused(where, "1: take Ks") == "sample.rule"
    assert refused(where, "1: take Ks with {Ks Kh Kd}") == "sample.rule"
    other = under(rules, table("pagat", hands=["Jc", "Ks Kd 2c"], pile="5c Kh"))
    assert refused(other, "1: take Kh") == refused(other, "1: take Kh with {Ks Kh Kd}") == ""


def test_stock_circle__a_take_of_two_cards_is_no_exchange_of_the_top_card() -> None:
    """Nothing must be used here, so with an empty stock each takes two cards of the pile and melds nothing."""
    free = plugin("free", takes=taking(must_use=lambda rules, view, depth: False))
    rules = r5.compose("pagat", plugins=[free], seats=2)
    where = under(rules, table("pagat", hands=["Jc", "9s 2d"], stock="", pile="3c 9h 5c Kh"))
    two = do(where, "1: take 5c", "1: discard 9s", "0: take 9h", "0: discard Jc")
    assert not r5.is_over(two.state)
    one = do(where, "1: take Kh", "1: discard 9s", "0: take 9s", "0: discard Jc")
    assert one.state.public.ended == "circle"


def test_take__a_plugin_may_decide_which_cards_must_be_used() -> None:
    reds = plugin("reds", takes=taking(must_use=lambda rules, view, depth: view.public.pile[-depth] // 13 in (1, 2)))
    rules = r5.compose("pagat", plugins=[reds], seats=2)
    where = under(rules, table("pagat", hands=["Jc", "9s 9c 2d"], pile="3c 9h 5c Kh"))
    assert refused(where, "1: take Kh") == "draw.top"
    assert refused(where, "1: take 5c") == ""
    assert refused(where, "1: take 9h") == "draw.deep"
    assert refused(where, "1: take 9h with {9s 9h 9c}") == ""
    assert refused(where, "1: take 3c") == ""
    new_only = r5.compose("pagat", plugins=[reds], options={"draw.deep-use": "new-meld"}, seats=2)
    lay = under(
        new_only, table("pagat", hands=["Jc", "2c 2d"], pile="8s 8h Kc", melds=["0 [5s 6s 7s]", "0 [5h 6h 7h]"])
    )
    assert refused(lay, "1: take 8h with 8h on m2") == "draw.deep-use"
    assert refused(lay, "1: take 8s with 8s on m1") == ""


def test_take__with_the_neighbours_goes_into_the_hand_and_its_use_on_the_table() -> None:
    where = under(NEAR.rules, table("pagat", hands=["Jc", "9s 9c 2d"], pile="3c 9h 5c Kd"))
    near = do(where, "1: take 9h with {9s 9h 9c}")
    assert (hands(near), pile(near), melds(near)) == (["Jc", "2d 3c 5c"], "Kd", ["1 {9s 9h 9c}"])


# ------------------------------------------------------------------ calls


def after_discard(options: dict[str, object] | None = None, **rest: object) -> r5.Position:
    """Make a position: seat 0 has just discarded; seats 1 and 2 may call, and seat 1 is to draw."""
    usual: dict[str, object] = {"hands": ["Jc", "Tc Td", "2c 3c"], "last": 0, "melds": ["0 [5h 6h 7h]"]}
    return table("pagat", {"call": "full", **(options or {})}, **(usual | rest))


def test_call__of_top_cards_must_meld_all_that_comes_along() -> None:
    near = r5.compose("pagat", plugins=[NEIGHBOURS], options={"call": "top"}, seats=3)
    where = under(near, after_discard(pile="4c Kd 8h"))
    assert refused(where, "2: call 8h on m1") == "call.top", "the king comes along"
    assert legal(where, "call") == set()


@pytest.mark.parametrize(
    ("depth", "cards", "reason"),
    [
        *((depth, "8h", "not-all-in-pile") for depth in (-1, 0, 3)),
        (1, "8h 9h", "not-all-in-pile"),
        (2, "8h", "too-deep"),
    ],
)
def test_call__cards_that_the_pile_does_not_hold(depth: int, cards: str, reason: str) -> None:
    where = after_discard(pile="Kd 8h")
    claim = Action(2, CALL, depth=depth, use="lay", pieces=pieces(cards), on=0)
    refusal = r5.why_not(where.rules, where.state, claim)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("turn.cards", reason)
    assert claim not in r5.legal_actions(where.rules, where.state)


def test_call__a_plugin_may_forbid_it() -> None:
    def not_two(rules: r5.Rules, view: r5.View, action: Action) -> r5.Refusal | None:
        return Reason("sample.rule", "two", "Not seat 2.")() if action.seat == 2 else None

    for call in ("full", "last-discard"):
        rules = r5.compose(
            "pagat", plugins=[plugin("not-two", may=forbidding(call=not_two))], options={"call": call}, seats=3
        )
        where = under(rules, after_discard({"call": call}, pile="Kd 8h"))
        assert legal(where, "call") == {"1: call 8h on m1"}
        assert refused(where, "2: call 8h on m1") == "sample.rule"


def test_call__a_card_below_that_a_plugin_lets_nobody_take() -> None:
    rules = r5.compose("pagat", plugins=[NEIGHBOURS], options={"call": "full"}, seats=3)
    bottom = under(rules, after_discard(pile="8h Kd"))
    assert legal(bottom, "call") == set()
    assert refused(bottom, "2: call 8h on m1") != ""
    above = under(rules, after_discard(pile="4c 8h Kd"))
    assert legal(above, "call", seat=2) == {"2: call 8h on m1"}
    assert hands(do(above, "2: call 8h on m1"))[2] == "Kd 2c 3c 4c"


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_taking__a_take_with_use_equals_a_take_and_a_play(preset: str) -> None:
    rules = r5.compose(preset, seats=3)
    seen = 0
    for seed in range(25):
        rng = random.Random(seed)
        state = r5.deal(rules, seed=seed)
        for _ in range(60):
            legal = list(r5.legal_actions(rules, state))
            for action in legal:
                if action.verb in (TAKE, CALL) and action.use and rules.turn.call != "last-discard":
                    seat, depth, pile = action.seat, action.depth, state.public.pile
                    view = View(seat, state.public, state.hands[seat], EMPTY_BAG, state.memories)
                    after = view_after_collecting(view, pile[-depth:], pile[:-depth])
                    hands = (*state.hands[:seat], after.hand, *state.hands[seat + 1 :])
                    brought_in = replace(state, public=after.public, hands=hands, drawn=0)
                    two_steps = play_cards(rules, brought_in, action)
                    if not two_steps.hands[seat]:
                        two_steps = rules.turn.hand_emptied(rules, two_steps, action)
                    assert r5.apply(rules, state, action) == two_steps
                    seen += 1
            if not legal:
                break
            state = r5.apply(rules, state, rng.choice(legal))
    assert seen > 50
