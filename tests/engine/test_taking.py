"""Tests of takes and calls: the cards that they collect, that they leave in the pile, and that must be used."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import do, hands, legal, melds, pile, refused, table, under

import rummy500 as r5
from rummy500.actions import CALL, TAKE, Action
from rummy500.cards.cards import EMPTY_BAG, bag_of, cards_of, cards_text
from rummy500.cards.pieces import natural_piece
from rummy500.engine.facts import ViewFacts
from rummy500.engine.play_effects import play_cards
from rummy500.engine.taking import (
    TakeFacts,
    called_places,
    collected_count,
    collected_places,
    view_after_collecting,
    view_after_places,
    view_after_take,
)
from rummy500.engine.views import seat_view
from rummy500.hooks import Reason
from rummy500.records import replace
from rummy500.rules.options import CORE_PRESETS
from rummy500.state import View

FIVE = table("pagat", hands=["Jc", "Tc Td"], pile="2s 4h 6d 8c 9h", melds=["0 [5h 6h 7h]"])
LAST = table("pagat", {"call": "last-discard"}, hands=["Jc", "Tc Td"], pile="2s 4h 6d 8c 9h")


def neighbours(rule: Any) -> Any:
    """Let a card be taken with its neighbours, except the bottom card."""

    def come(rules: r5.Rules, view: View, depth: int) -> tuple[int, ...]:
        pile = len(view.public.pile)
        return () if depth == pile else tuple(range(max(1, depth - 1), min(pile, depth + 1) + 1))

    return come


NEAR = under(r5.compose("pagat", plugins=[plugin("near", collects=neighbours)], seats=2), FIVE)


def view_of(where: r5.Position, seat: int = 1) -> View:
    return seat_view(where.rules, where.state, seat)


def pieces(text: str) -> tuple[int, ...]:
    return tuple(natural_piece(card) for card in r5.parse_cards(text))


@pytest.mark.parametrize("verb", [TAKE, CALL])
def test_take__collects_a_card_and_all_above_it(verb: str) -> None:
    for state in (FIVE.state, view_of(FIVE)):
        every = [collected_places(FIVE.rules, state, Action(1, verb, depth=depth)) for depth in range(-1, 7)]
        assert every == [(), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), ()]
        assert collected_places(FIVE.rules, state, Action(1, "draw", depth=1)) == ()


def test_take__a_call_of_the_last_discard_collects_only_that() -> None:
    calls = [collected_places(LAST.rules, LAST.state, Action(1, CALL, depth=depth)) for depth in range(4)]
    assert calls == [(), (1,), (), ()]
    takes = [collected_places(LAST.rules, LAST.state, Action(1, TAKE, depth=depth)) for depth in range(4)]
    assert takes == [(), (1,), (1, 2), (1, 2, 3)]


def test_take__a_plugin_decides_the_collected_cards() -> None:
    for state in (NEAR.state, view_of(NEAR)):
        takes = [collected_places(NEAR.rules, state, Action(1, TAKE, depth=depth)) for depth in range(7)]
        assert takes == [(), (1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5), (), ()]
        call = Action(1, CALL, depth=3, use="group", pieces=pieces("6d 9h"))
        assert collected_places(NEAR.rules, state, call) == (1, 2, 3, 4)


def test_places_called__each_claimed_card_with_the_cards_that_it_collects() -> None:
    view = view_of(NEAR)
    assert called_places(NEAR.rules, view, 2, pieces("8c")) == (1, 2, 3)
    assert called_places(NEAR.rules, view, 4, pieces("4h 9h")) == (1, 2, 3, 4, 5)
    assert called_places(NEAR.rules, view, 4, pieces("4h")) == (3, 4, 5)
    assert called_places(NEAR.rules, view, 5, pieces("2s")) == (), "the bottom cannot be taken"
    assert called_places(NEAR.rules, view, 5, pieces("2s 9h")) == ()
    assert called_places(FIVE.rules, view_of(FIVE), 3, pieces("6d")) == (1, 2, 3)


def test_places_called__the_copy_nearest_the_top_beside_the_one_at_the_depth() -> None:
    where = table("pagat", {"deck.packs": 2}, hands=["Jc", "Tc Td"], pile="9h 2s 3d 4c 5c 9h")
    alone = plugin("alone", collects=lambda rule: lambda rules, view, depth: (depth,))
    rules = r5.compose("pagat", plugins=[alone], options={"deck.packs": 2}, seats=2)
    view = seat_view(rules, where.state, 1)
    assert called_places(rules, view, 6, pieces("9h")) == (6,)
    assert called_places(rules, view, 6, pieces("9h 9h")) == (1, 6)
    assert called_places(rules, view, 1, pieces("9h 9h")) == (1,)
    assert called_places(rules, view, 1, pieces("9h 4c")) == (1,)
    assert called_places(rules, view, 3, pieces("9h 4c 5c")) == (1, 2, 3)


def test_views__the_view_after_a_take() -> None:
    for where, depth, come, left in (
        (FIVE, 1, "9h", "2s 4h 6d 8c"),
        (FIVE, 3, "6d 8c 9h", "2s 4h"),
        (FIVE, 5, "2s 4h 6d 8c 9h", ""),
        (NEAR, 1, "8c 9h", "2s 4h 6d"),
        (NEAR, 3, "4h 6d 8c", "2s 9h"),
    ):
        view = view_of(where)
        after = view_after_take(where.rules, view, depth)
        cards = r5.parse_cards(come)
        assert cards_of(after.hand) == tuple(sorted([*cards, *r5.parse_cards("Tc Td")]))
        assert cards_text(after.public.pile) == left
        assert (after.public.phase, after.public.to_act, after.drawn) == ("play", 1, 0)
        assert after.public.turn.taken == bag_of(cards)
        assert after.public.known == (0, bag_of(cards))
        assert [after.public.hand_size(seat) for seat in (0, 1)] == [1, 2 + len(cards)]
        assert TakeFacts(where.rules, view).collected_cards(depth) == bag_of(cards)
        assert collected_count(where.rules, view, depth) == len(cards)
        assert after.public.gone == view.public.gone
    assert collected_count(NEAR.rules, view_of(NEAR), 5) == 0
    assert TakeFacts(NEAR.rules, view_of(NEAR)).collected_cards(5) == EMPTY_BAG


def test_views__places_come_in_the_order_asked_and_the_rest_stays_in_its_own() -> None:
    after = view_after_places(view_of(FIVE), 5, (2, 5))
    assert cards_text(after.public.pile) == "4h 6d 9h"
    assert cards_of(after.public.turn.taken) == tuple(sorted(r5.parse_cards("8c 2s")))


@pytest.mark.parametrize("where", [FIVE, NEAR], ids=["all above", "neighbours"])
def test_facts__what_the_questions_for_each_card_would_answer(where: r5.Position) -> None:
    view = view_of(where)
    facts = ViewFacts(where.rules, view)
    assert list(facts.takes.depths) == [depth for depth in range(1, 6) if collected_count(where.rules, view, depth)]
    for depth in (*facts.takes.depths, *reversed(facts.takes.depths)):
        after = view_after_take(where.rules, view, depth)
        assert facts.takes.view_after_take(depth, facts.takes.places(depth)) == after
        places = facts.takes.places(depth)
        assert view_after_places(view, depth, places) == after


def test_facts__each_card_is_asked_about_once_for_a_listing() -> None:
    asked: list[int] = []

    def counted(rule: Any) -> Any:
        def come(rules: r5.Rules, view: View, depth: int) -> tuple[int, ...]:
            asked.append(depth)
            found: tuple[int, ...] = rule(rules, view, depth)
            return found

        return come

    near, count = plugin("near", collects=neighbours), plugin("count", collects=counted)
    where = table("classic", {"draw.top": "must-meld"}, hands=["Jc", "Th Jh Td 9c"], pile="2s 4h 6d Qh 9h")
    rules = r5.compose("classic", plugins=[near, count], options={"draw.top": "must-meld"}, seats=2)
    view = seat_view(rules, under(rules, where).state, 1)
    asked.clear()
    takes = [action for action in r5.legal_actions(rules, view) if action.verb == TAKE]
    assert {action.depth for action in takes} == {1, 2}
    assert asked == [1, 2]  # of the other cards none could be used


def test_facts__a_play_that_surely_leaves_a_card_to_discard() -> None:
    where = table("pagat", {"discard.barred": "drawn"}, hands=["Jc", "Tc Td 2c 2d"], pile="4h 9h")
    facts = ViewFacts(where.rules, view_of(where))
    assert [[facts.takes.leaves_one(depth, None, cards) for cards in (3, 4)] for depth in (1, 2, 1)] == [
        [True, False]
    ] * 3
    alone = table("pagat", {"discard.barred": "drawn"}, hands=["Jc", "Tc"], pile="4h 9h")
    assert not ViewFacts(alone.rules, view_of(alone)).takes.leaves_one(2, None, 1)


def test_views__cards_that_leave_the_game_are_separate() -> None:
    view = view_of(FIVE)
    gone = view_after_collecting(view, bytes(r5.parse_cards("9h")), b"", bag_of(r5.parse_cards("3c")))
    assert cards_of(gone.public.gone) == tuple(r5.parse_cards("3c"))
    again = view_after_collecting(gone, b"", b"", bag_of(r5.parse_cards("4c")))
    assert cards_of(again.public.gone) == tuple(r5.parse_cards("3c 4c"))


# ------------------------------------------------------------------ takes


def test_take__uses_no_card_that_lies_deeper_than_it_takes() -> None:
    where = table("pagat", hands=["Jc", "9s 9c 2d"], pile="9d 9h", melds=["0 [5s 6s 7s]"])
    assert refused(where, "1: take 9h with {9s 9h 9c}") == ""
    assert refused(where, "1: take 9h with {9s 9h 9d 9c}") == "turn.cards"
    assert refused(where, "1: take 9d with {9s 9h 9d 9c}") == ""


def test_take__the_card_itself_is_used() -> None:
    where = table("pagat", hands=["Jc", "9s 9c 2d"], pile="9d Kh", melds=["0 [5s 6s 7s]"])
    assert refused(where, "1: take Kh with {9s 9d 9c}") == "turn.cards"
    assert refused(where, "1: take 9d with {9s 9d 9c}") == ""
    deep = table("pagat", hands=["Jc", "9s 9c 2d"], pile="Kh 9d", melds=["0 [5s 6s 7s]"])
    assert refused(deep, "1: take Kh with {9s 9d 9c}") == "draw.deep-use"


def test_take__a_card_that_does_not_lie_there() -> None:
    assert refused(FIVE, "1: take Kh") == "turn.cards"
    for depth in (0, 6, -1):
        refusal = r5.why_not(FIVE.rules, FIVE.state, Action(1, TAKE, card=FIVE.state.public.pile[0], depth=depth))
        assert refusal is not None
        assert refusal.rule == "turn.cards"
    assert refused(FIVE, "1: take 6d") == "draw.deep"


def test_take__a_new_meld_of_the_card_below_the_top_alone() -> None:
    where = table(
        "pagat", {"draw.deep-use": "new-meld"}, hands=["Jc", "8h 8d 2c"], pile="8s Kh", melds=["0 [5s 6s 7s]"]
    )
    assert refused(where, "1: take 8s with 8s on m1") == "draw.deep-use"
    assert refused(where, "1: take 8s with {8s 8h 8d}") == ""
    top = table("pagat", {"draw.deep-use": "new-meld"}, hands=["Jc", "8h 8d 2c"], pile="Kh 8s", melds=["0 [5s 6s 7s]"])
    assert refused(top, "1: take 8s with 8s on m1") == ""
    assert refused(top, "1: take 8s") == ""
    both = {"draw.deep-use": "new-meld", "draw.top": "must-meld"}
    must = table("pagat", both, hands=["Jc", "8h 8d 2c"], pile="Kh 8s", melds=["0 [5s 6s 7s]"])
    assert refused(must, "1: take 8s with 8s on m1") == "draw.deep-use"
    assert refused(must, "1: take 8s") == "draw.top"
    assert refused(must, "1: take 8s with {8s 8h 8d}") == ""


def test_take__a_card_that_a_plugin_lets_nobody_take() -> None:
    assert refused(NEAR, "1: take 2s") == "draw.deep"
    where = under(NEAR.rules, table("pagat", hands=["Jc", "2h 2d 3c"], pile="2s 4h"))
    assert refused(where, "1: take 2s with {2s 2h 2d}") == "draw.deep"
    assert legal(where, "take") == set()


def test_take__cards_of_a_plugins_take_may_be_laid_off() -> None:
    where = under(NEAR.rules, table("pagat", hands=["Jc", "2c 2d"], pile="3c 8h Kd", melds=["0 [5h 6h 7h]"]))
    assert refused(where, "1: take 8h with 8h on m1") == ""
    assert refused(where, "1: take 8h") == "draw.deep"


def test_take__the_upcard_on_offer_comes_alone() -> None:
    rules = r5.compose(
        "pagat", plugins=[plugin("none", collects=lambda rule: lambda rules, view, depth: (depth,))],
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
    free = plugin("free", must_use=lambda rule: lambda rules, view, depth: False)
    rules = r5.compose("pagat", plugins=[free], seats=2)
    where = under(rules, table("pagat", hands=["Jc", "9s 2d"], stock="", pile="3c 9h 5c Kh"))
    two = do(where, "1: take 5c", "1: discard 9s", "0: take 9h", "0: discard Jc")
    assert not r5.is_over(two.state)
    one = do(where, "1: take Kh", "1: discard 9s", "0: take 9s", "0: discard Jc")
    assert one.state.public.ended == "circle"


def test_take__a_plugin_may_decide_which_cards_must_be_used() -> None:
    reds = plugin("reds", must_use=lambda rule: lambda rules, view, depth: view.public.pile[-depth] // 13 in (1, 2))
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


def test_take__goes_into_the_hand_and_its_use_on_the_table() -> None:
    where = do(table("pagat", hands=["Jc", "9s 9c 2d"], pile="3c 9h 5c"), "1: take 9h with {9s 9h 9c}")
    assert (hands(where), pile(where), melds(where)) == (["Jc", "2d 5c"], "3c", ["1 {9s 9h 9c}"])
    near = do(
        under(NEAR.rules, table("pagat", hands=["Jc", "9s 9c 2d"], pile="3c 9h 5c Kd")),
        "1: take 9h with {9s 9h 9c}",
    )
    assert (hands(near), pile(near)) == (["Jc", "2d 3c 5c"], "Kd")


# ------------------------------------------------------------------ calls


def after_discard(options: dict[str, object] | None = None, **rest: object) -> r5.Position:
    """Make a position: seat 0 has just discarded; seats 1 and 2 may call, and seat 1 is to draw."""
    usual: dict[str, object] = {"hands": ["Jc", "Tc Td", "2c 3c"], "last": 0, "melds": ["0 [5h 6h 7h]"]}
    return table("pagat", {"call": "full", **(options or {})}, **(usual | rest))


def test_call__not_the_one_whose_turn_has_ended() -> None:
    where = after_discard(pile="Kd 8h")
    assert {action.split(":")[0] for action in legal(where, "call")} == {"1", "2"}
    assert refused(where, "0: call 8h on m1") == "call.not-own"


def test_call__takes_no_deeper_than_what_it_melds() -> None:
    where = after_discard(pile="8h Kd")
    assert refused(where, "2: call 8h on m1") == ""
    two = after_discard(pile="9h 8h")
    assert legal(two, "call", seat=2) == {"2: call 8h on m1", "2: call 8h 9h on m1"}
    after = do(two, "2: call 8h 9h on m1")
    assert (hands(after), pile(after)) == (["Jc", "Td Tc", "2c 3c"], "")


def test_call__of_top_cards_must_meld_all_collected_cards() -> None:
    assert legal(after_discard({"call": "top"}, pile="8h Kd"), "call") == set()
    assert refused(after_discard({"call": "top"}, pile="8h Kd"), "2: call 8h on m1") == "call.top"
    assert refused(after_discard({"call": "top"}, pile="Kd 8h"), "2: call 8h on m1") == ""
    near = r5.compose("pagat", plugins=[plugin("near", collects=neighbours)], options={"call": "top"}, seats=3)
    where = under(near, after_discard(pile="4c Kd 8h"))
    assert refused(where, "2: call 8h on m1") == "call.top", "the king comes along"
    assert legal(where, "call") == set()


def test_call__of_top_cards_as_many_as_come() -> None:
    any_kings = {"meld.group-suits": "any", "meld.group-max": 0}
    options: dict[str, object] = {"call": "top", "deck.packs": 2, **any_kings}
    where = after_discard(options, pile="Kc Kc", melds=["0 {Ks Kh Kd}"])
    assert legal(where, "call", seat=2) == {"2: call Kc on m1", "2: call Kc Kc on m1"}


def test_call__of_the_last_discard_is_a_lay_off_and_play_goes_on() -> None:
    where = after_discard({"call": "last-discard"}, pile="Kd 8h")
    assert refused(where, "2: call 8h on m1") == ""
    below = after_discard({"call": "last-discard"}, pile="8h Kd")
    assert refused(below, "2: call 8h on m1") == "call.last-discard"
    assert legal(below, "call") == set()
    after = do(where, "2: call 8h on m1")
    assert (after.state.public.to_act, after.state.public.phase) == (1, "draw")
    assert (hands(after), pile(after), melds(after)) == (["Jc", "Td Tc", "2c 3c"], "Kd", ["0 [5h 6h 7h 2:8h]"])
    assert after.state.public.turn.claimed
    assert legal(after, "call") == set(), "one claim a discard"
    assert after.state.public.idle == 0
    assert not after.state.public.stale


def test_call__only_lay_offs_where_only_they_are_called() -> None:
    where = after_discard({"call": "layoffs"}, pile="9s 9h 9d")
    assert refused(where, "2: call {9s 9h 9d}") == "call.layoffs"
    assert legal(where, "call") == set()
    assert refused(after_discard(pile="9s 9h 9d"), "2: call {9s 9h 9d}") == ""


def test_call__cards_that_the_pile_does_not_hold() -> None:
    where = after_discard(pile="Kd 8h")
    refusal = r5.why_not(where.rules, where.state, Action(2, CALL, depth=3, use="lay", pieces=pieces("8h"), on=0))
    assert refusal is not None
    assert refusal.rule == "turn.cards"
    refusal = r5.why_not(where.rules, where.state, Action(2, CALL, depth=2, use="lay", pieces=pieces("8h"), on=0))
    assert refusal is not None
    assert (refusal.reason, dict(refusal.facts)) == ("too-deep", {"card": "Kd"})
    refusal = r5.why_not(where.rules, where.state, Action(2, CALL, depth=1, use="lay", pieces=pieces("8h 9h"), on=0))
    assert refusal is not None
    assert refusal.reason == "not-all-in-pile"


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


def test_call__a_card_that_cannot_be_taken_is_not_called() -> None:
    where = under(r5.compose(
        "pagat", plugins=[plugin("none", collects=lambda rule: lambda rules, view, depth: ())],
        options={"call": "last-discard"}, seats=3,
    ), after_discard(pile="8h"))  # fmt: skip
    assert legal(where, "call") == set()
    assert refused(where, "2: call 8h on m1") != ""


def test_call__a_card_below_that_a_plugin_lets_nobody_take() -> None:
    rules = r5.compose("pagat", plugins=[plugin("near", collects=neighbours)], options={"call": "full"}, seats=3)
    bottom = under(rules, after_discard(pile="8h Kd"))
    assert legal(bottom, "call") == set()
    assert refused(bottom, "2: call 8h on m1") != ""
    above = under(rules, after_discard(pile="4c 8h Kd"))
    assert legal(above, "call", seat=2) == {"2: call 8h on m1"}
    assert hands(do(above, "2: call 8h on m1"))[2] == "Kd 2c 3c 4c"


def test_call__with_the_joker_that_lies_there_and_no_other() -> None:
    where = after_discard(pile="* 9h")
    assert legal(where, "call", seat=2) == {"2: call *=4h on m1", "2: call *=8h on m1", "2: call *=8h 9h on m1"}


@pytest.mark.parametrize("depth", [-1, 0, 3])
def test_call__of_no_place_in_the_pile(depth: int) -> None:
    where = after_discard(pile="8h Kd")
    claim = Action(2, CALL, depth=depth, use="lay", pieces=pieces("8h"), on=0)
    refusal = r5.why_not(where.rules, where.state, claim)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("turn.cards", "not-all-in-pile")
    assert claim not in r5.legal_actions(where.rules, where.state)


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
