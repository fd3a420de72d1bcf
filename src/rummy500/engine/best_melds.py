"""`best_melds`: the new melds from a hand that leave the fewest points in it, for rules that count deadwood."""

from __future__ import annotations

from itertools import chain, islice
from typing import Final, final

import attrs

from rummy500.base.records import replace
from rummy500.cards.cards import Bag, bag_of, cards_of, common, count, minus, remove, size
from rummy500.cards.pieces import pieces_bag
from rummy500.engine.plays import Play, PlayFinder, play_after
from rummy500.engine.scoring import points_in_hand, wild_cards
from rummy500.rules.rules import Rules
from rummy500.rules.state import View, size_change

#: The most plays that a search looks at, in some hundredths of a second. Hands of 11 cards with two jokers need 1,000.
LIMIT: Final = 20_000

#: The points left, the number of cards left, and the plays.
_Found = tuple[int, int, tuple[Play, ...]]


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

    If any plugin answers `may["meld"]`, the search tries every order, which takes far longer. It finds nothing while
    melds are forbidden: pass a view in which they are allowed, made by `remember(rules, view, ...)`.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        hand: the cards: those of `view`, fewer, or others.
        lay_offs: also lay off on melds, which takes longer to search.
        limit: the most plays that the search generates and looks at.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500.hooks import bag_of, best_melds, pieces_text
        >>> rules = r5.compose("pagat", seats=2)
        >>> view = r5.observe(rules, r5.deal(rules, seed=1), 0)
        >>> best = best_melds(rules, view, bag_of(r5.parse_cards("7s 8s 9s 9h 9d 9c Kd *")))
        >>> [pieces_text(pieces) for use, pieces, on in best.melds], best.points, best.proved
        (['*=6s 7s 8s 9s', '9h 9d 9c'], 10, True)
    """
    search = _Search(rules, view, limit)
    if lay_offs or rules.melding.may_meld is not None:
        sizes = view.public.sizes + size_change(view.seat, size(hand) - view.public.hand_size(view.seat))
        view = replace(view, hand=hand, public=replace(view.public, sizes=sizes))
        melds = search.in_order(view, lay_offs=lay_offs)[2]
    else:
        melds = search.by_shape(view, hand)
    left = minus(hand, pieces_bag(tuple(chain(*(pieces for _, pieces, _ in melds)))))
    return BestMelds(search.total(left), left, melds, proved=search.budget > 0)


class _Search:
    def __init__(self, rules: Rules, view: View, limit: int) -> None:
        self.budget, self._rules, self._points = limit, rules, points_in_hand(rules, view)
        self._known: dict[Bag, _Found] = {}
        self._begun: dict[int, list[tuple[Bag, Play]]] = {}  # the melds that begin with each card

    def total(self, cards: Bag) -> int:
        return sum([self._points[card] for card in cards_of(cards)])

    def in_order(self, view: View, *, lay_offs: bool) -> _Found:
        """Try every order: a plugin is asked about each meld, or lay-offs depend on the melds before them."""
        finder = PlayFinder(self._rules, view, view.hand)
        best: _Found = self.total(view.hand), size(view.hand), ()
        for play in finder.plays(view.hand) if lay_offs else finder.new_melds(view.hand):
            if self.budget <= 0:
                break
            self.budget -= 1
            after = play_after(self._rules, view, *play)
            if isinstance(after, View):
                points, cards, plays = self.in_order(after, lay_offs=lay_offs)
                if (points, cards) < best[:2]:
                    best = points, cards, (play, *plays)
        return best

    def by_shape(self, view: View, hand: Bag) -> tuple[Play, ...]:
        """Decide card after card: it stays in hand, or one of the melds that begin with it is played."""
        finder, wilds = PlayFinder(self._rules, view, hand), wild_cards(self._rules, view)
        found = finder.new_melds(hand, plain=True)
        if any(count(hand, card) for card in wilds):
            # Plain melds first: where the limit cuts the list, these are the most useful ones.
            found = chain(found, finder.new_melds(hand))
        plays: dict[Bag, Play] = {}  # melds of the same cards leave the same hand
        for play in islice(found, self.budget):
            self.budget -= 1
            plays.setdefault(pieces_bag(play[1]), play)
        # Wild cards come last, since nearly every meld could hold one.
        order = sorted({card for bag in plays for card in cards_of(bag)}, key=lambda card: (card in wilds, card))
        self._begun = {card: [] for card in order}
        for bag in sorted(plays, key=self.total, reverse=True):
            self._begun[next(card for card in order if count(bag, card))].append((bag, plays[bag]))
        return self._fewest(bag_of([card for card in cards_of(hand) if card in self._begun]))[2]

    def _fewest(self, left: Bag) -> _Found:
        """The best melds of the cards that are left, beginning with the first of them."""
        if not left or left in self._known:
            return self._known.get(left, (0, 0, ()))
        first = next(card for card in self._begun if count(left, card))
        best: _Found = self.total(left), size(left), ()
        for bag, play in self._begun[first]:
            if self.budget <= 0:
                break
            self.budget -= 1
            if common(left, bag) == bag:
                points, cards, plays = self._fewest(minus(left, bag))
                if (points, cards) < best[:2]:
                    best = points, cards, (play, *plays)
        points, cards, plays = self._fewest(remove(left, first))
        if (points + self._points[first], cards + 1) < best[:2]:
            best = points + self._points[first], cards + 1, plays
        self._known[left] = best
        return best
