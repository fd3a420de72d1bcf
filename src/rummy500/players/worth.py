"""`Worth` estimates the value of cards and actions to a seat, roughly and fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rummy500.actions import USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import (
    ACE,
    FIRST,
    NATURALS,
    SPARE_BITS,
    Bag,
    add,
    bag_of,
    cards_of,
    common,
    count,
    minus,
    rank_of,
    remove,
    size,
    suit_of,
)
from rummy500.cards.pieces import Pieces, pieces_bag, role_rank
from rummy500.engine.scoring import points_in_hand
from rummy500.engine.taking import brings, view_with_places
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place
from rummy500.state import View

#: The value of keeping a wild card, a pair, a neighbour, a card two ranks away.
_WILD: Final = 30.0
_PAIR: Final = 3.0
_NEIGHBOUR: Final = 3.0
_GAP: Final = 1.5
#: The part of the points left in hand that counts as lost: normally, and when the hand may end soon.
_CALM: Final = 0.1
_URGENT: Final = 0.5
_FEW_CARDS: Final = 3


class Worth:
    """Estimates the value of cards and actions for the seat of a view.

    Args:
        rules: the rules in force.
        view: the view of the seat.
    """

    __slots__ = ("_finder", "_in_hand", "_open_melds", "_points", "_rules", "_view", "risk")

    def __init__(self, rules: Rules, view: View) -> None:
        public = view.public
        self._rules = rules
        self._view = view
        self._finder = rules.finder_for(view)
        self._points = rules.scoring.points.piece
        self._in_hand = points_in_hand(rules, view)
        may_lay = rules.melding.may_lay
        self._open_melds = [
            meld for on, meld in enumerate(public.table) if may_lay is None or may_lay(rules, view, on) is None
        ]
        others = (public.hand_size(seat) for seat in range(public.seats) if seat != view.seat)
        soon = public.stock_count <= 2 * public.seats or min(others) <= _FEW_CARDS
        #: The part of the points left in hand that counts as lost.
        self.risk = _URGENT if soon else _CALM

    def is_wild(self, card: int) -> bool:
        """Whether a card is wild here."""
        return card in self._finder.shapes.wilds

    def in_hand(self, card: int) -> int:
        """The points that a card counts in hand."""
        return self._in_hand[card]

    def played(self, action: Action) -> int:
        """The points of the cards that an action plays."""
        if action.use == USE_GROUP:
            return self._group(action.pieces)
        if action.use == USE_RUN:
            return self._run(action.pieces, starts_low=role_rank(action.pieces[0]) == ACE)
        if action.use == USE_LAY:
            meld = self._view.public.table[action.on]
            if not meld.is_run:
                return self._group(action.pieces)
            return self._run(action.pieces, starts_low=meld.low == len(action.pieces))
        return 0

    def _group(self, pieces: Pieces) -> int:
        return sum(self._points(piece, "group") for piece in pieces)

    def _run(self, pieces: Pieces, *, starts_low: bool) -> int:
        first: Place = "low" if starts_low and role_rank(pieces[0]) == ACE else "run"
        return self._points(pieces[0], first) + sum(self._points(piece, "run") for piece in pieces[1:])

    def hand(self, bag: Bag) -> float:
        """The value of a hand: the points that its natural cards can meld now, less a part of the points left over."""
        wilds = [card for card in self._finder.shapes.wilds if count(bag, card)]
        total = 0.0
        for card in wilds:
            while count(bag, card):
                bag = remove(bag, card)
                total += 0.5 * self._in_hand[card]
        melded, left = self._cover(bag)
        return total + melded - self.risk * sum(self._in_hand[card] for card in cards_of(left))

    def _cover(self, bag: Bag) -> tuple[int, Bag]:
        """The points of a good, not always best, choice of plays from natural cards, and the cards left over."""
        total = 0
        while True:
            best, pieces = max(self._new_melds(bag), default=(0, ()))
            if best <= 0:
                break
            total += best
            bag = minus(bag, pieces_bag(pieces))
        for meld in self._open_melds:
            if not bag >> FIRST:
                break
            pieces = max(self._finder.extensions(bag, meld, plain=True), key=len, default=())
            if pieces:
                total += self._run(pieces, starts_low=False) if meld.is_run else self._group(pieces)
                bag = minus(bag, pieces_bag(pieces))
        return total, bag

    def _new_melds(self, bag: Bag) -> Iterator[tuple[int, Pieces]]:
        for pieces in self._finder.new_groups(bag, plain=True):
            yield self._group(pieces), pieces
        for pieces in self._finder.new_runs(bag, plain=True):
            yield self._run(pieces, starts_low=role_rank(pieces[0]) == ACE), pieces

    def promise(self, card: int) -> float:
        """The value of keeping a card of the hand: it is wild, or has pairs and neighbours."""
        if self.is_wild(card):
            return _WILD
        promise = 0.0
        for other in cards_of(remove(self._view.hand, card)):
            if other >= NATURALS or other == card or self.is_wild(other):
                continue
            if rank_of(other) == rank_of(card):
                promise += _PAIR
            elif suit_of(other) == suit_of(card):
                apart = abs(rank_of(other) - rank_of(card))
                apart = min(apart, 13 - apart) if ACE in (rank_of(other), rank_of(card)) else apart
                promise += {1: _NEIGHBOUR, 2: _GAP}.get(apart, 0.0)
        return promise

    def burden(self, card: int) -> float:
        """The cost of keeping a card of the hand: a part of its points, less its promise."""
        return self.risk * self.in_hand(card) - self.promise(card)

    def danger(self, card: int) -> float:
        """The cost of discarding a card that others can lay off, or meld with the pile or with their known cards."""
        public = self._view.public
        alone = bag_of((card,))
        points = self._in_hand[card]
        danger = 0.0
        if any(_is_any(self._finder.extensions(alone, meld)) for meld in public.table):
            danger += points + 5
        if self._completes(bag_of(public.pile), card):
            danger += points + (10 if self._rules.turn.call != "none" else 3)
        for seat, known in enumerate(public.known):
            if seat != self._view.seat and known and self._completes(known, card):
                danger += points
        return danger

    def _completes(self, bag: Bag, card: int) -> bool:
        """Whether a card makes a new meld with natural cards of a bag."""
        if card >= NATURALS or self.is_wild(card) or count(bag, card) > 1:
            return False
        natural = bag
        for wild in self._finder.shapes.wilds:
            while count(natural, wild):
                natural = remove(natural, wild)
        there = add(natural, card)
        finder = self._finder
        return _is_any(finder.new_groups(there, must=card)) or _is_any(finder.new_runs(there, must=card))

    def of_take(self, action: Action) -> float:
        """The value of a take or a call: its play, and the hand after it compared with the hand before."""
        return self.played(action) + self.hand(self._after_take(action)) - self.hand(self._view.hand)

    def added(self, action: Action) -> int:
        """The number of cards that a take or a call adds to the hand, without those that it plays."""
        rest = self._after_take(action)
        return size(minus(rest, common(rest, self._view.hand)))

    def _after_take(self, action: Action) -> Bag:
        """The hand after a take or a call."""
        after = view_with_places(self._view, brings(self._rules, self._view, action))
        return minus(after.hand, Bag(action.bag & ~SPARE_BITS))

    def of_play(self, action: Action) -> float:
        """The value of a meld or a lay-off: its points, and the hand after it."""
        return self.played(action) + self.hand(minus(self._view.hand, Bag(action.bag & ~SPARE_BITS)))


def _is_any(found: Iterable[Pieces]) -> bool:
    """Whether there is any; only the first is searched for."""
    return any(True for _ in found)
