"""`Worth`: estimates of the value of cards and actions for the seat of a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from rummy500.base.compiling import mypyc_attr
from rummy500.cards.cards import (
    ACE,
    BIT,
    EMPTY_BAG,
    FIRST,
    NATURALS,
    SPARE_BITS,
    Bag,
    RandomBits,
    add,
    bag_of,
    cards_of,
    count,
    faces_bag,
    minus,
    rank_of,
    remove,
    size,
    suit_of,
    union,
    without,
)
from rummy500.cards.pieces import Meld, Pieces, piece_card, pieces_bag, role_rank
from rummy500.cards.shapes import partners_in_three
from rummy500.engine.facts import collected_places, view_after_places
from rummy500.engine.listing import legal_actions
from rummy500.engine.scoring import points, points_in_hand
from rummy500.engine.step import apply, resolve_chance
from rummy500.engine.views import seat_view, spectator_view
from rummy500.rules.actions import USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place
from rummy500.rules.state import State, View

#: The part of the points of two cards of a meld that counts as given away for each unseen card that completes it.
_FEED: Final = 0.2
#: A card that others can lay off costs so many points more than it counts.
_FIT: Final = 5

#: The value of keeping two cards for each card that completes a meld of them, as a part of their points.
_OUT: Final = 0.1
#: A card that lies open counts as more than one that is unseen, and a meld on the table as more than its points.
_LYING: Final = 1.2
_SAFE: Final = 6

#: The most answers of others that a value waits for.
_MOST_ANSWERS: Final = 16

#: The value of keeping a wild card, a pair, a neighbour, a card two ranks away.
_WILD: Final = 30.0
_PAIR: Final = 3.0
_NEIGHBOUR: Final = 3.0
_GAP: Final = 1.5
#: The part of the points left in hand that counts as lost: normally, and when the hand may end soon.
_CALM: Final = 0.1
_URGENT: Final = 0.5
_FEW_CARDS: Final = 3
#: What a wild card in hand is worth, in parts of its points: to a player who keeps it, and to another.
_KEPT: Final = 2.0
_HELD: Final = 0.5


def side_of(rules: Rules, seat: int) -> int:
    """The place of a seat's side in the result of `points`."""
    return list(dict.fromkeys(rules.sides)).index(rules.sides[seat])


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """Estimates the value of cards and actions for the seat of a view.

    A seat that `overlooks` does not see what fits the melds on the table. One that keeps wild cards values them above
    their points, unless the hand may end soon.
    """

    def __init__(self, rules: Rules, view: View, *, overlooks: bool = False, keeps_wilds: bool = False) -> None:
        public = view.public
        self.rules = rules
        self.view = view
        self._finder = rules.finder_for(view)
        shapes = self._finder.shapes
        self._wilds = shapes.wilds
        self._ace_low, self._round = shapes.ace_low, shapes.round_corner
        self._partners = partners_in_three(
            shapes.run_min, ace_low=shapes.ace_low, ace_high=shapes.ace_high, round_corner=shapes.round_corner
        )
        self._points = rules.scoring.points.piece
        #: The points that each card counts in hand.
        self.in_hand = points_in_hand(rules, view)
        may_lay = rules.melding.may_lay
        self._table = () if overlooks else public.table
        self._open_melds = [
            meld for on, meld in enumerate(self._table) if may_lay is None or may_lay(rules, view, on) is None
        ]
        others = (public.hand_size(seat) for seat in range(public.seats) if seat != view.seat)
        soon = public.stock_count <= 2 * public.seats or min(others) <= _FEW_CARDS
        #: The part of the points left in hand that counts as lost.
        self.risk = _URGENT if soon else _CALM
        #: Whether a wild card is in reach, and kept rather than spent for its points.
        self.keeps_wilds = (
            keeps_wilds and not soon and any(count(view.hand, card) or card in public.pile for card in shapes.wilds)
        )

    def played(self, action: Action) -> int:
        """The points of the cards that an action plays."""
        if action.use == USE_GROUP:
            return self._group(action.pieces)
        if action.use == USE_RUN:
            return self._run(action.pieces)
        if action.use == USE_LAY:
            meld = self.view.public.table[action.on]
            if not meld.is_run:
                return self._group(action.pieces)
            return self._run(action.pieces, starts_low=meld.low == len(action.pieces))
        return 0

    def spends_wilds(self, action: Action) -> bool:
        """Whether an action plays a wild card."""
        return any(piece_card(piece) in self._wilds for piece in action.pieces)

    def _group(self, pieces: Pieces) -> int:
        return sum(self._points(piece, "group") for piece in pieces)

    def _run(self, pieces: Pieces, *, starts_low: bool = True) -> int:
        first: Place = "low" if starts_low and role_rank(pieces[0]) == ACE and self._ace_low else "run"
        return self._points(pieces[0], first) + sum(self._points(piece, "run") for piece in pieces[1:])

    def hand(self, bag: Bag) -> float:
        """The value of a hand: the points that its natural cards can meld now, less a part of the points left over."""
        total = 0.0
        for card in self._wilds:
            while count(bag, card):
                bag = remove(bag, card)
                total += (_KEPT if self.keeps_wilds else _HELD) * self.in_hand[card]
        melded, left = self._cover(bag)
        return total + melded - self.risk * sum(self.in_hand[card] for card in cards_of(left))

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
            yield self._run(pieces), pieces

    def promise(self, card: int) -> float:
        """The value of keeping a card of the hand: it is wild, or has pairs and neighbours."""
        if card in self._wilds:
            return _WILD
        promise = 0.0
        for other in cards_of(remove(self.view.hand, card)):
            if other >= NATURALS or other == card or other in self._wilds:
                continue
            ranks = rank_of(other), rank_of(card)
            apart = abs(ranks[0] - ranks[1])
            if not apart:
                promise += _PAIR
            elif suit_of(other) == suit_of(card):
                apart = min(apart, 13 - apart) if self._round or ACE in ranks else apart
                promise += {1: _NEIGHBOUR, 2: _GAP}.get(apart, 0.0)
        return promise

    def outs(self, card: int) -> float:
        """The value of keeping a card of the hand, by the cards that can still complete a meld with it and another."""
        if card >= NATURALS or card in self._wilds:
            return _WILD
        lying, unseen = self._lying_and_unseen
        hand, value = self.view.hand, 0.0
        for other, thirds in self._partners[card]:
            if hand & BIT[other]:
                ways = (thirds & unseen).bit_count() + _LYING * (thirds & lying).bit_count()
                value += ways * (self.in_hand[card] + self.in_hand[other] / 2 + _SAFE)
        return _OUT * value

    def burden(self, card: int) -> float:
        """The cost of keeping a card of the hand: a part of its points, less its promise."""
        return self.risk * self.in_hand[card] - self.promise(card)

    def danger(self, card: int) -> float:
        """The cost of discarding a card that others can lay off, or meld with the pile or with their known cards."""
        public, points, danger = self.view.public, self.in_hand[card], 0.0
        if self.fits(card):
            danger += points + _FIT
        if self._completes(bag_of(public.pile), card):
            danger += points + (10 if self.rules.turn.call != "none" else 3)
        return danger + points * len(self._takers(card))

    def fits(self, card: int) -> bool:
        """Whether a card fits a meld on the table."""
        alone = bag_of((card,))
        return any(_is_any(self._finder.extensions(alone, meld)) for meld in self._table)

    def is_gift(self, card: int) -> bool:
        """Whether all can see that a discard makes others a meld: with the pile, or with their known cards."""
        return self._completes(bag_of(self.view.public.pile), card) or self.taker(card) is not None

    def is_playable(self, card: int) -> bool:
        """Whether a card of the hand belongs to a complete meld of natural cards there, or fits one on the table."""
        return self._completes(remove(self.view.hand, card), card) or self.fits(card)

    def taker(self, card: int) -> int | None:
        """A seat of another side that is known to hold the rest of a meld with a card; `None` for none."""
        return next(iter(self._takers(card)), None)

    def _takers(self, card: int, pile: Bag = EMPTY_BAG) -> list[int]:
        """The seats of other sides whose known cards, with those of a pile, complete a meld with a card."""
        return [seat for seat, bag in self._rivals if self._completes(union(bag, pile), card)]

    @cached_property
    def _rivals(self) -> list[tuple[int, Bag]]:
        """The seats of other sides of which cards are known, with these cards."""
        own, sides = self.rules.sides[self.view.seat], self.rules.sides
        return [(seat, bag) for seat, bag in enumerate(self.view.public.known) if bag and sides[seat] != own]

    def feed(self, card: int) -> float:
        """The cost of a discard that others can lay off or meld with the pile, or meld with one that they may hold."""
        fed = _FEED * sum(points for points, _ in self._fed(card))
        pile, growing = self._growing
        if self._takers(card, pile) and not self.is_gift(card):
            fed += self.in_hand[card] + _FIT
        if not growing or card >= NATURALS or card in self._wilds or count(pile, card):
            return fed
        fits = any(_is_any(self._finder.extensions(add(pile, card), meld, must=card)) for meld in growing)
        return fed + self.in_hand[card] + _FIT if fits and not self.fits(card) else fed

    @cached_property
    def _growing(self) -> tuple[Bag, list[Meld]]:
        """The natural cards of the pile, and the runs that one of them fits."""
        pile = self._natural(bag_of(self.view.public.pile))
        return pile, [meld for meld in self._table if meld.is_run and self._finder.wanted(meld) & pile]

    def fed_by(self, card: int) -> int | None:
        """The card that others can get with which a discard feeds them most; `None` for none."""
        return max(self._fed(card), default=(0, None))[1]

    def _fed(self, card: int) -> list[tuple[int, int]]:
        """The cards that others can get and that make melds with a card, with the points of these melds."""
        if card >= NATURALS or card in self._wilds:
            return []
        lying, unseen = self._lying_and_unseen
        return [
            (ways * (self.in_hand[card] + self.in_hand[other]), other)
            for other, thirds in self._partners[card]
            if lying & BIT[other] and (ways := (thirds & unseen).bit_count())
        ]

    @cached_property
    def _lying_and_unseen(self) -> tuple[int, int]:
        """Two bags of first copies of natural cards: those that other seats can get, those that no seat has seen."""
        view, public = self.view, self.view.public
        seat, sides = view.seat, self.rules.sides
        lying, seen = int(faces_bag(public.pile)), view.hand | public.gone
        for other, known in enumerate(public.known):
            if other != seat:
                seen |= known
                if sides[other] != sides[seat]:
                    lying |= known
        for meld in public.table:
            seen |= bag_of(map(piece_card, meld.pieces))
        # With two packs another copy of a card that was seen may be unseen.
        return lying, ~(seen | lying) if self.rules.deal.packs == 1 else -1

    def _completes(self, bag: Bag, card: int) -> bool:
        """Whether a card makes a new meld with natural cards of a bag."""
        if card >= NATURALS or card in self._wilds or count(bag, card) > 1:
            return False
        there = add(self._natural(bag), card)
        finder = self._finder
        return _is_any(finder.new_groups(there, must=card)) or _is_any(finder.new_runs(there, must=card))

    def _natural(self, bag: Bag) -> Bag:
        for wild in self._wilds:
            while count(bag, wild):
                bag = remove(bag, wild)
        return bag

    def of_take(self, action: Action) -> float:
        """The value of a take or a call: its play, and the hand after it compared with the hand before."""
        return self.played(action) + self.hand(self._after_take(action)) - self.hand(self.view.hand)

    def added(self, action: Action) -> int:
        """The number of cards that a take or a call adds to the hand, without those that it plays."""
        return size(without(self._after_take(action), self.view.hand))

    def _after_take(self, action: Action) -> Bag:
        """The hand after a take or a call."""
        after = view_after_places(self.view, collected_places(self.rules, self.view, action))
        return minus(after.hand, Bag(action.bag & ~SPARE_BITS))

    def after(self, action: Action, world: State, random_source: RandomBits) -> float:
        """The value of any action, by the points on the table and the hand after it in a world that the view allows."""
        rules, seat = self.rules, self.view.seat
        after = apply(rules, world, resolve_chance(rules, world, action, random_source))
        for _ in range(_MOST_ANSWERS):  # seats that are asked together: the others give their first answer
            waiting = after.public.turn.pending
            if not waiting or seat in waiting or after.public.phase != world.public.phase:
                break
            after = apply(rules, after, legal_actions(rules, after, seat=waiting[0])[0])
        view = seat_view(rules, after, seat)
        before = seat_view(rules, world, seat)
        gained = self._on_table(after) - self._on_table(world)
        return gained + Worth(rules, view).hand(view.hand) - self.hand(before.hand)

    def _on_table(self, state: State) -> int:
        """The points of the seat's side without those of hands, which nobody but their seats can count."""
        return points(self.rules, spectator_view(self.rules, state))[side_of(self.rules, self.view.seat)]

    def of_play(self, action: Action) -> float:
        """The value of a meld or a lay-off: its points, and the hand after it."""
        return self.played(action) + self.hand(minus(self.view.hand, Bag(action.bag & ~SPARE_BITS)))


def _is_any(found: Iterable[Pieces]) -> bool:
    """Whether there is any; only the first is searched for."""
    return any(True for _ in found)
