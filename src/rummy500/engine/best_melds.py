"""`best_melds`: the new melds from a hand that leave the fewest points in it, for rules that count deadwood."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Final, final

import attrs

from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_of, cards_of, common, count, minus, remove, size
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import pieces_bag
from rummy500.engine.plays import Play, PlayFinder, check_at_hand, play_after
from rummy500.engine.scoring import points_in_hand
from rummy500.rules.actions import NONE, USE_GROUP, USE_RUN
from rummy500.rules.rules import Rules
from rummy500.rules.state import View, size_change

#: The most plays that a search looks at, in some hundredths of a second. Hands of 11 cards with two jokers need 1,000.
LIMIT: Final = 20_000

#: The points left, the number of cards left, and the plays.
_Fewest = tuple[int, int, tuple[Play, ...]]


@final
@attrs.frozen
class BestMelds:
    """The melds from a hand that leave the fewest points in it.

    Attributes:
        points: the points that the cards left count in hand.
        left: these cards.
        melds: the plays, in an order in which the rules allow them. Each is a tuple `use, pieces, on`, as of
            `PlayFinder`.
        proved: whether no other melds leave fewer points. If not, the search met its limit.
    """

    points: int
    left: Bag
    melds: tuple[Play, ...]
    proved: bool


def best_melds(rules: Rules, view: View, hand: Bag, *, lay_offs: bool = False, limit: int = LIMIT) -> BestMelds:
    """Find the new melds from some cards that leave the fewest points in hand, and among those the fewest cards.

    The rules allow each meld after those before it: its shape, and what plugins forbid by the hook `may`. Opening
    points, duties and the end of the turn are not checked. The answer has the `points` that are left, the cards that
    are (`left`, a bag), the `melds` as `use, pieces, on`, and whether it is `proved` that no others leave less.

    It finds nothing while a plugin forbids melds: pass a view in which they are allowed, made by
    `remember(rules, view, ...)`. If the best melds are forbidden in every order, the search takes far longer.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        hand: the cards: those of `view`, fewer, or others.
        lay_offs: also lay off on melds, which takes longer to search.
        limit: the most plays that the search generates and looks at.
    """
    points, finder = points_in_hand(rules, view), rules.finder_for(view)
    search = _shapes(finder, points, view.hand if common(hand, view.hand) == hand else hand, limit)
    if not search.whole.proved:
        search = _shapes(finder, points, hand, limit)
    best = search.best(hand)
    if not lay_offs and rules.melding.may_meld is None:
        return best
    sizes = view.public.sizes + size_change(view.seat, size(hand) - view.public.hand_size(view.seat))
    view = replace(view, hand=hand, public=replace(view.public, sizes=sizes))
    orders = _Orders(rules, points, limit, None if lay_offs else (best.points, size(best.left)))
    return _found(points, hand, orders.fewest(view, best.melds)[2], proved=best.proved and orders.budget > 0)


def _total(points: tuple[int, ...], cards: Bag) -> int:
    return sum([points[card] for card in cards_of(cards)])


def _found(points: tuple[int, ...], hand: Bag, melds: tuple[Play, ...], *, proved: bool) -> BestMelds:
    left = minus(hand, pieces_bag(tuple(chain(*(pieces for _, pieces, _ in melds)))))
    return BestMelds(_total(points, left), left, melds, proved)


class _Orders:
    """Tries every order: a plugin is asked about each meld, or lay-offs depend on the melds before them.

    No new melds leave fewer points and cards than `least`, which shape allows; `None` to lay off, too.
    """

    def __init__(self, rules: Rules, points: tuple[int, ...], limit: int, least: tuple[int, int] | None) -> None:
        self.budget, self._rules, self._points, self._least = limit, rules, points, least

    def fewest(self, view: View, first: Sequence[Play]) -> _Fewest:
        """The best plays of the hand of a view; some are tried first."""
        finder = PlayFinder(self._rules, view, view.hand)
        found = finder.plays(view.hand) if self._least is None else finder.new_melds(view.hand)
        best: _Fewest = _total(self._points, view.hand), size(view.hand), ()
        for play in chain(first, found):
            if self.budget <= 0 or best[:2] == self._least:
                break
            self.budget -= 1
            after = play_after(self._rules, view, *play)
            if isinstance(after, View):
                ready = [each for each in first if check_at_hand(after.hand, each[1]) is None]
                points, cards, plays = self.fewest(after, ready)
                if (points, cards) < best[:2]:
                    best = points, cards, (play, *plays)
        return best


class _Shapes:
    """Decides card after card by shape alone: it stays in hand, or one of the melds that begin with it is played."""

    def __init__(self, finder: MeldFinder, points: tuple[int, ...], hand: Bag, limit: int) -> None:
        self._budget, self._points, self._hand, wilds = limit, points, hand, finder.shapes.wilds
        self._known: dict[Bag, _Fewest] = {EMPTY_BAG: (0, 0, ())}
        # Plain melds first: where the limit cuts the list, these are the most useful ones.
        found = (
            (use, pieces, NONE)
            for plain in ((True, False) if hand & finder.wild_bits else (True,))
            for use, find in ((USE_RUN, finder.new_runs), (USE_GROUP, finder.new_groups))
            for pieces in find(hand, plain=plain)
        )
        plays: dict[Bag, Play] = {}  # melds of the same cards leave the same hand
        for play in islice(found, limit):
            self._budget -= 1
            plays.setdefault(pieces_bag(play[1]), play)
        # Wild cards come last, since nearly every meld could hold one.
        order = sorted({card for bag in plays for card in cards_of(bag)}, key=lambda card: (card in wilds, card))
        self._begun: dict[int, list[tuple[Bag, Play]]] = {card: [] for card in order}  # by their first card
        for bag in sorted(plays, key=partial(_total, points), reverse=True):
            self._begun[next(card for card in order if count(bag, card))].append((bag, plays[bag]))
        self._usable = bag_of([card for card in cards_of(hand) if card in self._begun])
        self.whole = self._search(hand)
        self._budget = 1 << 60  # without some of the cards the search generates no more plays

    def best(self, hand: Bag) -> BestMelds:
        """The best melds of these cards, or of some of them if `whole` is proved."""
        whole, dropped = self.whole, minus(self._hand, hand)
        if common(dropped, whole.left) != dropped:
            return self._search(hand)
        points = whole.points - _total(self._points, dropped)
        return BestMelds(points, minus(whole.left, dropped), whole.melds, whole.proved)

    def _search(self, hand: Bag) -> BestMelds:
        melds = self._fewest(common(hand, self._usable))[2]
        return _found(self._points, hand, melds, proved=self._budget > 0)

    def _fewest(self, left: Bag) -> _Fewest:
        """The best melds of the cards that are left, beginning with the first of them."""
        if left in self._known:
            return self._known[left]
        first = next(card for card in self._begun if count(left, card))
        points, cards, plays = self._fewest(remove(left, first))
        best: _Fewest = points + self._points[first], cards + 1, plays
        for bag, play in self._begun[first]:
            if self._budget <= 0:
                break
            self._budget -= 1
            if common(left, bag) == bag:
                points, cards, plays = self._fewest(minus(left, bag))
                if (points, cards) < best[:2]:
                    best = points, cards, (play, *plays)
        self._known[left] = best
        return best


#: A knock asks about the hand without each card; programs that search ask about the same hands again.
_shapes: Final = lru_cache(maxsize=512)(_Shapes)
