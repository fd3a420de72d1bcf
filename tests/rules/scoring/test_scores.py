"""Tests of score lines, sides, the next dealer and the winners, against their definitions."""

from __future__ import annotations

import pytest
from tests.hooks.samples import plugin
from tests.rules.tables import do, playing, table, under

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import JOKER
from rummy500.engine.match import (
    DealDraw,
    draw_for_deal,
    match_with_scores,
    next_dealer,
    next_hand,
    play,
    record_hand,
    start_match,
)
from rummy500.engine.scoring import leaders
from rummy500_testing.altering import hand_in_match

SIDES = plugin("sides", sides=lambda seats: tuple(seat % 2 for seat in range(seats)))
FOUR = r5.compose("classic", plugins=[SIDES], seats=4)
MELDED = table(
    "classic",
    hands=["Jc 2c", "Tc Td", "Ah"],
    melds=["0 [4h 5h 6h 2:7h 1:8h]", "1 {9s 9h 0:9d}", "2 [As 2s 3s]"],
)


def lines(where: r5.Position) -> list[tuple[int, int, str, str, str]]:
    return [(line.seat, line.points, line.rule, line.about, line.cards) for line in score(where).lines]


def score(where: r5.Position) -> r5.HandScore:
    return r5.score_hand(where.rules, where.state)


def test_score_hand__each_line_seat_by_seat() -> None:
    assert lines(MELDED) == [
        (0, 15, "score.hand", "melded, m1", "4h 5h 6h"),
        (0, 9, "score.hand", "laid off on m2", "9d"),
        (0, -12, "score.hand", "left in hand", "2c Jc"),
        (1, 8, "score.hand", "laid off on m1", "8h"),
        (1, 18, "score.hand", "melded, m2", "9s 9h"),
        (1, -20, "score.hand", "left in hand", "Td Tc"),
        (2, 7, "score.hand", "laid off on m1", "7h"),
        (2, 6, "score.hand", "melded, m3", "As 2s 3s"),
        (2, -15, "score.hand", "left in hand", "Ah"),
    ]
    found = score(MELDED)
    assert (found.by_seat, found.by_side, found.final) == ((12, 6, -2), (12, 6, -2), False)


def test_score_hand__an_empty_hand_has_no_line_and_whom_a_plugin_spares_neither() -> None:
    out = do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]")
    assert [line.about for line in score(out).lines] == ["left in hand", "melded, m1"]
    assert score(out).final
    spares = plugin("spares", deducts=lambda rule: lambda rules, state, seat: seat == 1 and rule(rules, state, seat))
    where = under(r5.compose("classic", plugins=[spares], seats=3), MELDED)
    assert [line.seat for line in score(where).lines if line.about == "left in hand"] == [1]


def test_leaders__the_one_side_that_is_ahead() -> None:
    rules = r5.compose("classic", seats=3)
    assert leaders(rules, (5, 7, 6)) == (1,)
    assert leaders(rules, (5, 7, 7)) == ()
    assert leaders(rules, (-5, -7, -6)) == (0,)
    assert leaders(FOUR, (5, 7, 5, 7)) == (1, 3)
    assert leaders(FOUR, (7, 7, 7, 7)) == ()


def ended(out: int, by_seat: tuple[int, ...], dealer: int) -> tuple[r5.State, r5.HandScore]:
    where = do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]")
    over = replace(where.state, public=replace(where.state.public, out=out))
    before = replace(over.public.match, dealer=dealer)
    return hand_in_match(over, before), r5.HandScore((), by_seat, by_seat, final=True)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_next_dealer__the_left_the_right_or_the_winner(dealer: int) -> None:
    def rules(way: str) -> r5.Rules:
        return r5.compose("classic", options={"deal.next-dealer": way}, seats=3)

    left, winner, right = rules("left"), rules("winner"), rules("right")
    for out in (-1, 0, 2):
        assert next_dealer(right, *ended(out, (1, 2, 3), dealer)) == [2, 0, 1][dealer]
        assert next_dealer(left, *ended(out, (1, 2, 3), dealer)) == (dealer + 1) % 3
    assert next_dealer(winner, *ended(0, (1, 2, 3), dealer)) == 0
    assert next_dealer(winner, *ended(2, (9, 2, 3), dealer)) == 2
    assert next_dealer(winner, *ended(-1, (1, 7, 3), dealer)) == 1
    assert next_dealer(winner, *ended(-1, (7, 1, 7), dealer)) == dealer
    assert next_dealer(winner, *ended(-1, (-7, -1, -7), dealer)) == 1
    pairs = plugin("pairs", sides=lambda: (0, 1, 0, 1))
    sides = r5.compose("classic", [pairs], {"deal.next-dealer": "winner"}, seats=4)
    assert next_dealer(sides, *ended(0, (9, 1, 1, 1), dealer)) == dealer + 1, "a side wins, only one player deals"


def test_draw_for_deal__the_lowest_deals_and_the_tied_draw_again() -> None:
    rules = r5.compose("pagat", seats=3)
    cards = r5.parse_cards
    assert draw_for_deal(rules, deck=cards("9h 2c Kd")) == DealDraw(1, (((0, 21), (1, 40), (2, 38)),))
    assert draw_for_deal(rules, deck=cards("As Kd Kc")).dealer == 0
    tied = draw_for_deal(rules, deck=cards("2h 2c Kd 9s 3s"))
    assert (tied.dealer, [[seat for seat, _ in each] for each in tied.rounds]) == (1, [[0, 1, 2], [0, 1]])
    joker = draw_for_deal(rules, deck=cards("5h * 3d 4s"))
    assert (joker.dealer, [[seat for seat, _ in each] for each in joker.rounds]) == (2, [[0, 1, 2], [1]])
    again = draw_for_deal(rules, deck=cards("* * 3d * 4s 2c"))
    assert (again.dealer, [[seat for seat, _ in each] for each in again.rounds]) == (0, [[0, 1, 2], [0, 1], [0]])


def test_draw_for_deal__a_seed_or_a_deck_of_cards() -> None:
    rules = r5.compose("pagat", seats=2)
    with pytest.raises(r5.DealError, match="either"):
        draw_for_deal(rules)
    with pytest.raises(r5.DealError, match="either"):
        draw_for_deal(rules, seed=1, deck=[1, 2])
    for card, message in ((-1, "not -1"), (JOKER + 1, "not a card to draw")):
        with pytest.raises(r5.DealError, match=message):
            draw_for_deal(rules, deck=[card, 2])
    assert draw_for_deal(rules, deck=[JOKER, 2, 0]).dealer == 0


def test_match__what_it_does_not_take() -> None:
    rules = r5.compose("classic", options={"match.target": 5}, seats=2)
    match = start_match(rules, dealer=1)
    assert (match.dealer, match.scores, match.is_over) == (1, (0, 0), False)
    for dealer in (-1, 2):
        with pytest.raises(r5.DealError, match="no seat"):
            start_match(rules, dealer=dealer)
    with pytest.raises(r5.MatchError, match="no hand"):
        play(rules, match, r5.parse_action("0: draw"))
    begun = next_hand(rules, match, seed=1)
    assert begun.hand is not None
    assert begun.hand.public.match.dealer == 1
    with pytest.raises(r5.MatchError, match="going on"):
        next_hand(rules, begun, seed=2)
    with pytest.raises(r5.MatchError, match="going on"):
        record_hand(rules, match, begun.hand)
    over = hand_in_match(do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]").state, match.so_far)
    won = record_hand(rules, match, over)
    assert (won.winners, won.is_over, won.scores, won.hand) == ((1,), True, (-10, 15), None)
    assert won.margins == ((0, -25), (25, 0))
    assert [(hand.dealer, hand.out) for hand in won.hands] == [(1, 1)]
    with pytest.raises(r5.MatchError, match="is over"):
        next_hand(rules, won, seed=1)
    with pytest.raises(r5.MatchError, match="is over"):
        record_hand(rules, won, over)


def test_match__each_hand_is_added_for_the_whole_side() -> None:
    rules = r5.compose("classic", plugins=[SIDES], options={"match.target": 5000}, seats=4)
    where = table("classic", hands=["Jc", "4c 5c 6c", "2d", "3d"], phase="play", melds=["2 [7h 8h 9h]"])
    over = do(under(rules, where), "1: meld [4c 5c 6c]").state
    before = match_with_scores(rules, (100, 7, 100, 7))
    first = record_hand(rules, r5.Match(before), hand_in_match(over, before))
    assert first.scores == (100 - 10 + 24 - 2, 7 + 15 - 3, 112, 19)
    second = record_hand(rules, first, hand_in_match(over, first.so_far))
    assert second.scores == (124, 31, 124, 31)
    assert (len(second.hands), second.playoff, second.winners) == (2, False, ())
