"""Tests of the pack, the seats, the dealer and the size of hands. The deal itself is in `deals.verdicts`."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.rules.tables import PRESETS, Options, do, table

import rummy500 as r5
from rummy500.cards.cards import JOKER


@pytest.mark.parametrize(
    ("preset", "seats", "options", "size", "jokers"),
    [
        ("pagat", 2, {}, 54, 2),
        ("family", 3, {}, 54, 2),
        ("classic", 4, {}, 52, 0),
        ("pagat", 5, {}, 108, 4),
        ("pagat", 5, {"deck.packs": 1}, 54, 2),
        ("classic", 8, {"deck.packs": 4}, 208, 0),
        ("pagat", 8, {"deck.packs": 4, "deck.jokers": 3}, 220, 12),
        ("classic", 2, {"deck.jokers": 4}, 56, 4),
        ("pagat", 5, {"deck.jokers": 3}, 110, 6),
    ],
)
def test_deck_pack__52_cards_and_jokers_and_two_packs_from_five_on(
    preset: str, seats: int, options: Options, size: int, jokers: int
) -> None:
    rules = r5.compose(preset, options=options, seats=seats)
    copies = Counter(rules.deal.pack)
    assert len(rules.deal.pack) == size
    assert copies[JOKER] == jokers
    packs = (size - jokers) // 52
    assert [copies[card] for card in range(52)] == [packs] * 52


def test_deck_pack__a_deck_that_is_not_the_pack_is_refused() -> None:
    rules = r5.compose("classic")
    with pytest.raises(r5.DealError, match="As"):
        r5.deal(rules, deck=[*rules.deal.pack[1:], rules.deal.pack[1]])


@pytest.mark.parametrize("preset", PRESETS)
def test_deck_no_jokers__any_preset_can_be_played_without(preset: str) -> None:
    rules = r5.compose(preset, options={"deck.jokers": 0})
    assert JOKER not in rules.deal.pack
    assert len(rules.deal.pack) == 52
    with pytest.raises(r5.NotationError, match=r"has \*; the pack has none"):
        table(preset, {"deck.jokers": 0}, hands=["* 2c", "3c"])


@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("pagat", 8, {"deck.packs": 1}),
        ("classic", 8, {"deck.packs": 1}),
        ("pagat", 2, {"deal.size": 27}),
        ("classic", 2, {"deal.size": 26}),
        ("pagat", 2, {"deck.jokers": 1, "deal.size": 26}),
    ],
)
def test_deck_enough__too_few_cards_are_refused_by_name(preset: str, seats: int, options: Options) -> None:
    with pytest.raises(r5.ComposeError, match=r"deal\.size") as caught:
        r5.compose(preset, options=options, seats=seats)
    assert caught.value.refusal is not None
    assert caught.value.refusal.rule == "deck.enough"


def test_deck_enough__one_card_in_the_stock_will_do() -> None:
    rules = r5.compose("classic", options={"deal.size": 25})
    state = r5.deal(rules, seed=1)
    assert (len(state.stock), len(state.public.pile)) == (1, 1)
    assert len(r5.compose("pagat", options={"deck.packs": 1}, seats=7).deal.pack) == 54


@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_seats__two_to_eight(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="2 to 8"):
        r5.compose("pagat", seats=seats)


@pytest.mark.parametrize(
    ("drawn", "dealer", "rounds"),
    [
        ("9h 2c Kd", 1, [3]),
        ("2c As Kd", 1, [3]),
        ("Kd Qd Ah", 2, [3]),
        ("5h 5c Kd 9s 3d", 1, [3, 2]),
        ("5h Kd 5c 3d 9s", 0, [3, 2]),
        ("7h 7c 7d 8s 8h 8c 4s 3s 2s", 2, [3, 3, 3]),
        ("5h 5c Kd 9s 9d Ts 3c", 1, [3, 2, 2]),
        ("* 4c Kd 2h", 0, [3, 1]),
        ("* 4c Kd 9h", 1, [3, 1]),
        ("* 4c * Qh Qd", 1, [3, 2]),
        ("* 4c Kd * 3h", 0, [3, 1, 1]),
        ("5h 5c * Kd 9s 3d", 1, [3, 1, 2]),
    ],
)
def test_deal_first_dealer__the_lowest_deals_the_tied_and_jokers_draw_again(
    drawn: str, dealer: int, rounds: list[int]
) -> None:
    rules = r5.compose("pagat", seats=3)
    draw = r5.draw_for_deal(rules, deck=r5.parse_cards(drawn))
    assert draw.dealer == dealer
    assert [len(once) for once in draw.rounds] == rounds
    assert [card for once in draw.rounds for _, card in once] == list(r5.parse_cards(drawn))


def test_deal_first_dealer__only_the_tied_draw_again_and_who_does_for_a_joker_may_tie() -> None:
    rules = r5.compose("pagat", seats=3)
    tied = r5.draw_for_deal(rules, deck=r5.parse_cards("Kd 5h 5c 9s 3d"))
    assert ([seat for seat, _ in tied.rounds[1]], tied.dealer) == ([1, 2], 2)
    joker = r5.draw_for_deal(rules, deck=r5.parse_cards("* 5c Kd 5h 9s 3d"))
    assert [sorted(seat for seat, _ in once) for once in joker.rounds] == [[0, 1, 2], [0], [0, 1]]
    assert (joker.dealer, r5.parse_card("3d")) in joker.rounds[-1]


def test_deal_first_dealer__cards_that_run_out_are_an_error() -> None:
    with pytest.raises(r5.DealError, match="ran out"):
        r5.draw_for_deal(r5.compose("pagat", seats=2), deck=r5.parse_cards("5h 5c 9s"))


@pytest.mark.parametrize(
    ("way", "dealer", "out", "held", "following"),
    [
        # left or right, whoever went out
        *(("left", 0, out, "Kc / 2d / Qs", 1) for out in (1, None)),
        *(("left", 2, out, "Kc / 2d / Qs", 0) for out in (1, None)),
        *(("right", 0, out, "Kc / 2d / Qs", 2) for out in (1, None)),
        *(("right", 2, out, "Kc / 2d / Qs", 1) for out in (1, None)),
        # who went out; if nobody did, the best hand, and if the best are tied, the same dealer
        ("winner", 1, 2, "2c / 3c / 4c", 2),
        ("winner", 0, None, "Kc / 9d / 2s", 2),
        ("winner", 2, None, "Kc / 2d / 9s", 1),
        ("winner", 0, None, "Kc / 2d / 2s", 0),
        ("winner", 1, None, "2c / Kd / 2s", 1),
        ("winner", 1, None, "9c / 9d / 2s", 2),
    ],
)
def test_deal_next_dealer__left_right_or_the_winner(
    way: str, dealer: int, out: int | None, held: str, following: int
) -> None:
    hands, options = held.split(" / "), {"deal.next-dealer": way}
    if out is None:
        where = do(table(options=options, dealer=dealer, hands=hands, stock="", pile="8c"), "1: pass")
    else:
        where = table(options=options, dealer=dealer, to_act=out, phase="play", hands=hands, melds=["0 {Kh Kd Ks}"])
        where = do(where, f"{out}: discard {hands[out]}")
    assert r5.record_hand(where.rules, r5.start_match(where.rules, dealer=dealer), where.state).dealer == following


@pytest.mark.parametrize("preset", PRESETS)
def test_deal_size__thirteen_for_two_seven_for_more(preset: str) -> None:
    for seats, size in ((2, 13), (3, 7), (4, 7), (5, 7), (8, 7)):
        rules = r5.compose(preset, seats=seats)
        state = r5.deal(rules, seed=3)
        assert [state.public.hand_size(seat) for seat in range(seats)] == [size] * seats
        assert len(state.stock) == len(rules.deal.pack) - seats * size - 1
