"""Tests of `best_melds`: the fewest points that new melds leave in a hand, against trying every set of melds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

import pytest
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import Options, playing, under

import rummy500 as r5
from rummy500.cards.pieces import wild_in_group, wild_in_run
from rummy500.engine.best_melds import LIMIT, BestMelds
from rummy500.engine.scoring import wild_cards
from rummy500.hooks import (
    JOKER,
    Bag,
    Reason,
    bag_of,
    best_melds,
    cards_of,
    minus,
    natural_piece,
    piece_card,
    play_after,
    points_in_hand,
    replace,
    size,
)
from rummy500.rules.state import View

#: How few points and cards are left.
Left = tuple[int, int]


def checked(rules: r5.Rules, view: View, hand: Bag, best: BestMelds) -> Left:
    """Play the melds of an answer one after the other, and return the points and the number of cards that are left."""
    for use, pieces, on in best.melds:
        after = play_after(rules, view, use, pieces, on)
        assert isinstance(after, View), after
        view, hand = after, minus(hand, bag_of(map(piece_card, pieces)))
    assert best.left == hand
    assert best.points == sum(points_in_hand(rules, view)[card] for card in cards_of(hand))
    return best.points, size(hand)


# ------------------------------------------------------------------ every set of melds


def _no_long_runs(rules: r5.Rules, view: View, meld: r5.Meld, on: int) -> r5.Refusal | None:
    return Reason("test.rule", "long", "No.")() if meld.is_run and len(meld.pieces) > 3 else None


ALLOWING = plugin("allowing", may=forbidding(meld=lambda rules, view, meld, on: None))
NO_LONG_RUNS = plugin("no-long-runs", may=forbidding(meld=_no_long_runs))


class Exhaustive:
    """The fewest points and cards that are left, by trying every set of melds of a hand."""

    def __init__(self, rules: r5.Rules, view: View) -> None:
        self._rules, self._view = rules, view
        self._points = points_in_hand(rules, view)
        self._wilds = wild_cards(rules, view)
        self._is_meld = cache(self._find_out)

    def fewest(self, cards: tuple[int, ...]) -> Left:
        melds: dict[int, list[int]] = {place: [] for place in range(len(cards))}
        for length in range(3, len(cards) + 1):
            for places in combinations(range(len(cards)), length):
                if self._is_meld(tuple(cards[place] for place in places)):
                    melds[places[0]].append(sum(1 << place for place in places))

        @cache
        def of(left: int) -> Left:
            if not left:
                return 0, 0
            first = (left & -left).bit_length() - 1
            points, number = of(left & left - 1)
            stays = points + self._points[cards[first]], number + 1
            return min([stays, *(of(left & ~meld) for meld in melds[first] if meld & left == meld)])

        return of((1 << len(cards)) - 1)

    def _find_out(self, cards: tuple[int, ...]) -> bool:
        suits = {card // 13 for card in cards if card not in self._wilds}
        ranks = {card % 13 for card in cards if card not in self._wilds}
        if len(suits) > 1 and len(ranks) > 1:
            return False  # neither of one suit nor of one rank
        every = [("run", pieces) for pieces in self._runs(cards)] + [
            ("group", pieces) for pieces in self._groups(cards)
        ]
        return any(isinstance(play_after(self._rules, self._view, use, pieces, -1), View) for use, pieces in every)

    def _runs(self, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All cards in every order, from each place of each suit on."""
        natural = [card for card in cards if card not in self._wilds]
        for suit in range(4):
            for low in range(13):
                roles = [13 * suit + place % 13 for place in range(low, low + len(cards))]
                if all(roles.count(card) for card in natural):
                    free = [role for role in roles if role not in natural]
                    for wilds in permutations([card for card in cards if card in self._wilds], len(free)):
                        yield (*map(natural_piece, natural), *map(wild_in_run, wilds, free))

    def _groups(self, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """All cards as one group, of each rank, or of jokers."""
        yield tuple(map(natural_piece, cards))
        for rank in range(13):
            natural = [card for card in cards if card < JOKER and card % 13 == rank]
            others = [card for card in cards if card not in natural]
            yield (*map(natural_piece, natural), *(wild_in_group(card, rank) for card in others))


@pytest.mark.parametrize(
    ("preset", "plugins", "seats", "options", "hands"),
    [
        ("pagat", (), 3, {}, 500),
        ("pagat", (ALLOWING,), 3, {}, 100),
        ("pagat", (NO_LONG_RUNS,), 3, {}, 40),
        ("wikipedia", (), 6, {"meld.run-min": 4, "meld.group-max": 0}, 100),
        ("north-american", (), 3, {"meld.ace": "low"}, 100),
        ("north-american", (), 3, {"meld.ace": "round"}, 100),
        ("classic", ("oklahoma",), 3, {}, 100),
        ("classic", ("persian",), 4, {}, 100),
    ],
)
def test_fewest_points__as_by_trying_every_set_of_melds(
    preset: str, plugins: tuple[object, ...], seats: int, options: Options, hands: int
) -> None:
    """Hands of 7 to 11 cards, two of them jokers; every other one of six ranks, so that it makes several melds.

    Then each hand without one of its cards, which is asked about in the view of the whole hand.
    """
    rules = r5.compose(preset, plugins, seats=seats, options=options)
    view = r5.observe(rules, r5.deal(rules, seed=1), 0)
    exhaustive, source = Exhaustive(rules, view), random.Random(7)
    melded = 0
    for number in range(hands):
        pack = [
            card for card in range(52) if number % 2 or card % 13 in range(1 + number % 5, 7 + number % 5)
        ] * rules.deal.packs
        cards = (*sorted(source.sample(pack, source.randint(5, 9))), JOKER, JOKER)
        whole = replace(view, hand=bag_of(cards))
        dropped = number % len(cards)
        for some in (cards, (*cards[:dropped], *cards[dropped + 1 :])):
            best = best_melds(rules, whole, bag_of(some))
            assert best.proved
            assert checked(rules, whole, bag_of(some), best) == exhaustive.fewest(some), r5.cards_text(some)
            melded += len(best.melds)
    assert melded > 2 * hands / 3


# ------------------------------------------------------------------ where one play decides about the next


def left_of(where: r5.Position, hand: str = "", *, lay_offs: bool = False, limit: int = LIMIT) -> str:
    """Return the cards that the best melds of seat 1 leave, of its hand or of other cards."""
    view = r5.observe(where.rules, where.state, 1)
    bag = bag_of(r5.parse_cards(hand)) if hand else view.hand
    best = best_melds(where.rules, view, bag, lay_offs=lay_offs, limit=limit)
    checked(where.rules, view, bag, best)
    assert best.proved == (limit == LIMIT)
    return r5.cards_text(cards_of(best.left))


def test_lay_offs__only_if_asked() -> None:
    where = playing("5s 9s Ts 4h Kd", melds=["0 [6s 7s 8s]", "0 {Kh Kc Ks}"])
    assert left_of(where) == "5s 9s Ts 4h Kd"
    assert left_of(where, lay_offs=True) == "4h"


def test_lay_offs__after_a_meld_that_the_rules_require_first() -> None:
    required: Options = {"meld.layoff": "after-meld"}
    assert left_of(playing("3h 3d 3c 9s Kd", options=required, melds=["0 [6s 7s 8s]"]), lay_offs=True) == "Kd"
    assert (
        left_of(playing("3h 4d 3c 9s Kd", options=required, melds=["0 [6s 7s 8s]"]), lay_offs=True) == "9s 3h 4d Kd 3c"
    )


def test_may__melds_are_asked_about_one_after_the_other() -> None:
    """Runs first, and one group at most: of nines and kings the kings go, after the run that must lie before them."""

    def meld(rules: r5.Rules, view: View, meld: r5.Meld, on: int) -> r5.Refusal | None:
        lie = [other.is_run for other in view.public.table]
        return None if meld.is_run or (True in lie and False not in lie) else Reason("test.rule", "no", "No.")()

    rules = r5.compose("pagat", [plugin("runs-first", may=forbidding(meld=meld))], seats=2)
    assert left_of(under(rules, playing("9h 9d 9c Kh Kd Kc 4s 5s 6s"))) == "9h 9d 9c"
    assert left_of(under(rules, playing("9h 9d 9c Kh Kd Kc"))) == "9h Kh 9d Kd 9c Kc"


def test_may__is_asked_about_views_that_hold_the_cards() -> None:
    """Seat 1 holds one card, and other cards are asked about."""
    sizes: list[tuple[int, int]] = []

    def meld(rules: r5.Rules, view: View, meld: r5.Meld, on: int) -> None:
        sizes.append((view.public.hand_size(1), size(view.hand)))

    rules = r5.compose("pagat", [plugin("watching", may=forbidding(meld=meld))], seats=2)
    view = r5.observe(rules, under(rules, playing("2c")).state, 1)
    assert best_melds(rules, view, bag_of(r5.parse_cards("9h 9d 9c Kh Kd Kc 4s"))).points == 4
    assert {(7, 7), (4, 4)} == set(sizes)


# ------------------------------------------------------------------ the limit


def test_limit__an_answer_that_is_not_proved_is_legal() -> None:
    hand = "2s 3s 4s 5s 6s 3h 4h 5h 3d 4d 5d * *"
    where = playing("2c")
    assert left_of(where, hand) == ""
    few = left_of(where, hand, limit=40)
    assert few
    assert left_of(where, hand, limit=40) == few
    assert left_of(where, hand, limit=0) == left_of(where, hand, lay_offs=True, limit=0) == hand
