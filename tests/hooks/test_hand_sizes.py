"""Tests of `Deal.sizes`: hands that grow, unequal hands, and sizes that are refused."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.hooks.samples import answering, dealing, plugin

import rummy500 as r5
from rummy500.hooks import MatchSoFar


def growing() -> SimpleNamespace:
    """Make a plugin by which hand k has k + 2 cards."""
    return plugin("growing", dealing=dealing(sizes=lambda rules, match, sizes: (match.hand_number + 2,) * rules.seats))


def fewer_for_dealer() -> SimpleNamespace:
    """Make a plugin by which the dealer gets two cards less than the others."""

    def fewer(rules: r5.Rules, match: MatchSoFar, sizes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(size - 2 * (seat == match.dealer) for seat, size in enumerate(sizes))

    return plugin("fewer", dealing=dealing(sizes=fewer))


def sizes_of(hand: r5.State) -> list[int]:
    return [len(hand.cards(seat)) for seat in range(len(hand.hands))]


def test_unequal__cards_go_round_singly_and_pass_a_seat_that_has_its_cards() -> None:
    rules = r5.compose("classic", [fewer_for_dealer()], {"deal.size": 4}, seats=3)
    deck = rules.deal.pack
    hand = r5.deal(rules, deck=deck, dealer=0)
    first, second, dealer = ([deck[place] for place in places] for places in ((0, 3, 6, 8), (1, 4, 7, 9), (2, 5)))
    assert [sorted(hand.cards(seat)) for seat in (1, 2, 0)] == [sorted(first), sorted(second), sorted(dealer)]
    assert (hand.public.pile, hand.stock) == (deck[10:11], deck[11:])


def test_unequal__an_extra_card_goes_to_the_first_seat() -> None:
    rules = r5.compose("classic", [fewer_for_dealer()], {"deal.size": 4, "deal.opening": "extra-card"}, seats=3)
    assert sizes_of(r5.deal(rules, seed=1, dealer=0)) == [2, 5, 4]


def test_each_plugin_is_given_the_sizes_so_far() -> None:
    rules = r5.compose("classic", [growing(), fewer_for_dealer()], seats=3)
    assert sizes_of(r5.deal(rules, seed=1, dealer=1)) == [3, 1, 3]
    rules = r5.compose("classic", [fewer_for_dealer(), growing()], seats=3)
    assert sizes_of(r5.deal(rules, seed=1, dealer=1)) == [3, 3, 3]


def odd(sizes: object) -> r5.Rules:
    """Compose with a plugin that deals hands of some sizes."""
    return r5.compose("classic", [plugin("odd", dealing=dealing(sizes=lambda rules, match, _: sizes))], seats=3)


@pytest.mark.parametrize("sizes", [(7, 7), [7, 7, 7], (7, 7, 0), (7, True, 7), None])
def test_an_answer_that_is_no_sizes_names_the_plugin(sizes: object) -> None:
    with pytest.raises(r5.DealError) as raised:
        r5.deal(odd(sizes), seed=1)
    assert str(raised.value) == f"plugin odd: Deal.sizes must return 3 whole numbers of cards, not {sizes!r}"


def test_sizes_that_the_pack_cannot_give_are_refused_with_numbers() -> None:
    assert sizes_of(r5.deal(odd((20, 20, 10)), seed=1)) == [20, 20, 10]
    with pytest.raises(r5.DealError) as raised:
        r5.deal(odd((20, 20, 11)), seed=1)
    assert str(raised.value) == (
        "plugin odd: hands of 20, 20, 11, a first card and a stock need 53 cards; the pack has 52 (deck.enough)"
    )


def test_an_error_of_the_plugin_names_it() -> None:
    def sizes(rules: r5.Rules, match: MatchSoFar, _: tuple[int, ...]) -> tuple[int, ...]:
        raise KeyError("no such hand")

    rules = r5.compose("classic", [plugin("odd", dealing=dealing(sizes=sizes))], seats=3)
    with pytest.raises(KeyError) as raised:
        r5.deal(rules, seed=1)
    assert "odd" in "".join(raised.value.__notes__)


def test_a_hook_that_hands_on_is_not_called() -> None:
    assert r5.compose("classic", [plugin(dealing=answering(None))]).deal.hand_sizes == ()
