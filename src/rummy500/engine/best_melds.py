"""`best_melds`: the new melds from a hand that leave the fewest points in it, for rules that count deadwood."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, islice
from typing import Final, final

import attrs

from rummy500.base.records import replace
from rummy500.cards.cards import Bag, bag_of, cards_of, common, count, minus, remove, size
from rummy500.cards.pieces import pieces_bag
from rummy500.engine.plays import Play, PlayFinder, play_after
from rummy500.engine.scoring import points_in_hand, wild_cards
from rummy500.engine.stranding import order_is_free
from rummy500.rules.rules import Rules
from rummy500.rules.state import ONE_CARD, View

#: The most plays that a search generates and looks at. Hands of 11 cards with two jokers needed at most a thousand, and
#: nearly always less than five hundred; so many take some hundredths of a second.
LIMIT: Final = 20_000

#: An answer: the points left, the number of cards left, and the plays.
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
    points, duties and the end of the turn are not checked.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        hand: the cards: those of `view`, fewer, or others.
        lay_offs: also lay off on melds, which takes longer to search.
        limit: the most plays that the search generates and looks at.

    Returns:
        The points and the cards left, the melds, and whether they are proved best.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500.hooks import bag_of, best_melds, pieces_text
        >>> rules = r5.compose("pagat", seats=2)
        >>> view = r5.observe(rules, r5.deal(rules, seed=1), 0)
        >>> best = best_melds(rules, view, bag_of(r5.parse_cards("7s 8s 9s 9h 9d 9c Kd *")))
        >>> [pieces_text(pieces) for use, pieces, on in best.melds], best.points, best.proved
        (['*=6s 7s 8s 9s', '9h 9d 9c'], 10, True)
    """
    if lay_offs or rules.may_meld_found is not None:
        return _PlayAfterPlay(rules, view, hand, limit, lay_offs=lay_offs).answer()
    return _by_shape(rules, view, hand, limit)


def _by_shape(rules: Rules, view: View, hand: Bag, limit: int) -> BestMelds:
    """The answer where nothing but shapes decides about new melds."""
    points, wilds = points_in_hand(rules, view), wild_cards(rules, view)
    finder = PlayFinder(rules, view, hand)
    found = finder.new_melds(hand, plain=True)
    if any(count(hand, card) for card in wilds):
        # Plain melds first: where the limit cuts the list, these are the most useful ones.
        found = chain(found, finder.new_melds(hand))
    generated = list(islice(found, limit))
    plays: dict[Bag, Play] = {}
    for play in generated:
        plays.setdefault(pieces_bag(play[1]), play)
    if not plays:
        return BestMelds(_total(points, hand), hand, (), proved=len(generated) < limit)
    search = _CardAfterCard(points, wilds, plays, limit - len(generated))
    fitting = bag_of(card for card in cards_of(hand) if card in search.cards)
    _, _, melds = search.fewest(fitting, 0)
    left = hand
    for _, pieces, _ in melds:
        left = minus(left, pieces_bag(pieces))
    return BestMelds(_total(points, left), left, melds, proved=search.budget > 0)


class _CardAfterCard:
    """Searches new melds where nothing but shapes decides about them.

    Each card stays in the hand, or one of the melds that begin with it is played. Melds of the same cards leave the
    same hand, so one of each is tried, and each hand that is left is searched once. Wild cards come last, since nearly
    every meld could hold one.
    """

    def __init__(self, points: tuple[int, ...], wilds: tuple[int, ...], plays: Mapping[Bag, Play], budget: int) -> None:
        self.budget = budget
        self.cards = sorted({card for bag in plays for card in cards_of(bag)}, key=lambda card: (card in wilds, card))
        self._points, self._plays = points, plays
        self._known: dict[Bag, _Found] = {}
        self._melds: dict[int, list[Bag]] = {card: [] for card in self.cards}
        for bag in sorted(plays, key=lambda bag: -_total(points, bag)):
            self._melds[next(card for card in self.cards if count(bag, card))].append(bag)

    def fewest(self, left: Bag, place: int) -> _Found:
        """The best melds of the cards that are left, of which those before a place are decided."""
        if not left:
            return 0, 0, ()
        known = self._known.get(left)
        if known is not None:
            return known
        while not count(left, self.cards[place]):
            place += 1
        card = self.cards[place]
        best: _Found | None = None
        for bag in self._melds[card]:
            if self.budget <= 0:
                break
            self.budget -= 1
            if common(left, bag) == bag:
                points, cards, plays = self.fewest(minus(left, bag), place)
                if best is None or (points, cards) < best[:2]:
                    best = points, cards, (self._plays[bag], *plays)
        points, cards, plays = self.fewest(remove(left, card), place)
        points += self._points[card]
        if best is None or (points, cards + 1) < best[:2]:
            best = points, cards + 1, plays
        self._known[left] = best
        return best


class _PlayAfterPlay:
    """Searches plays where one decides about the next: lay-offs, and melds about which plugins are asked."""

    def __init__(self, rules: Rules, view: View, hand: Bag, limit: int, *, lay_offs: bool) -> None:
        more = size(hand) - view.public.hand_size(view.seat)
        public = replace(view.public, sizes=view.public.sizes + more * ONE_CARD[view.seat])
        self._rules, self._budget, self._lay_offs = rules, limit, lay_offs
        self._points = points_in_hand(rules, view)
        self._met: set[object] | None = set() if order_is_free(rules) else None
        self._best = BestMelds(_total(self._points, hand), hand, (), proved=True)
        self._search(replace(view, hand=hand, public=public), ())

    def answer(self) -> BestMelds:
        return attrs.evolve(self._best, proved=self._budget > 0)

    def _search(self, view: View, plays: tuple[Play, ...]) -> None:
        left, best = view.hand, self._best
        points = _total(self._points, left)
        if (points, size(left)) < (best.points, size(best.left)):
            self._best = BestMelds(points, left, plays, proved=True)
        finder = PlayFinder(self._rules, view, left)
        for play in finder.plays(left) if self._lay_offs else finder.new_melds(left):
            if self._budget <= 0:
                return
            self._budget -= 1
            after = play_after(self._rules, view, *play)
            if isinstance(after, View) and self._is_new(after):
                self._search(after, (*plays, play))

    def _is_new(self, view: View) -> bool:
        """Whether a view has not been met, in whatever order its plays were made."""
        if self._met is None:
            return True
        before = len(self._met)
        self._met.add((view.hand, frozenset(view.public.table)))
        return len(self._met) > before


def _total(points: tuple[int, ...], cards: Bag) -> int:
    return sum([points[card] for card in cards_of(cards)])
