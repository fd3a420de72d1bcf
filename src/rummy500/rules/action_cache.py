"""`ActionCache`: frequent actions, made once for each seat and then reused.

Without it a play costs twice as much: most of its time would go into making actions. What it returns stays true: an
action never changes, and which melds some cards make depends on the shapes alone, which are those of one finder.
Whether a meld is allowed, and whether the turn can end after it, is never stored. What is stored is bounded: discards
by the 8,192 sets of a suit's cards, all else by `Memo`, which is emptied when it is full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from rummy500.cards.cards import COUNT_BITS, FIRST, JOKER, NATURALS, SPARE, SUIT_BITS
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import (
    CARD_SHIFT,
    EVERY_OF_RANK,
    PIECE,
    SUIT_SHIFT,
    Computed,
    Meld,
    Pieces,
    ranks_with_three,
    row_around,
)
from rummy500.cards.shapes import SMALLEST
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, NONE, PASS, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action

_ONE_PACK: Final = 1 << NATURALS
_HEARTS: Final = SUIT_SHIFT[1]
_DIAMONDS: Final = SUIT_SHIFT[2]
_CLUBS: Final = SUIT_SHIFT[3]


class _OfSuit(dict[int, tuple[Action, ...]]):
    """The discards of a seat's cards of one suit, by the bits of these cards; computed on first use."""

    __slots__ = ("_every",)

    def __init__(self, every: tuple[Action, ...]) -> None:
        self._every = every
        self[0] = ()

    def __missing__(self, mask: int) -> tuple[Action, ...]:
        rest = mask & mask - 1
        self[mask] = discards = (self._every[(mask ^ rest).bit_length() - 1], *self[rest])
        return discards


@cache
def _actions_of(seat: int) -> tuple[Action, Action, tuple[Action, ...], tuple[Action, ...]]:
    """A seat's draw, pass, discards and takes of the top card, which are the same under all rules."""
    cards = range(SPARE + 1)
    discards = tuple([Action(seat, DISCARD, card) for card in cards])
    return Action(seat, DRAW), Action(seat, PASS), discards, tuple([Action(seat, TAKE, card, 1) for card in cards])


class ActionCache:
    """Frequent actions of every seat: draws, passes, discards, and plays of natural cards."""

    __slots__ = (
        "_finder", "_groups", "_rows", "_runs", "_single", "_suits", "calls", "discards", "draws",
        "passes", "takes", "tops",
    )  # fmt: skip

    def __init__(self, seats: int, finder: MeldFinder) -> None:
        self._finder = finder
        self._rows: tuple[int, ...] = ()
        each = [_actions_of(seat) for seat in range(seats)]
        self.draws = tuple([draw for draw, _, _, _ in each])
        self.passes = tuple([pass_ for _, pass_, _, _ in each])
        self.discards = tuple([discards for _, _, discards, _ in each])
        self.tops = tuple([tops for _, _, _, tops in each])
        #: The discards of each seat by suit.
        self._suits = tuple(
            (_OfSuit(every[:13]), _OfSuit(every[13:26]), _OfSuit(every[26:39]), _OfSuit(every[39:52]))
            for every in self.discards
        )
        self._runs = Computed(self._make_runs)
        self._groups = Computed(self._make_groups)
        self._single = Computed(self._lay_single)
        self.takes = TakeCache(finder, TAKE)
        self.calls = TakeCache(finder, CALL)

    def all_discards(self, seat: int, hand: int) -> list[Action]:
        """A discard for each face of a hand, in the order of `faces_of`."""
        spades, hearts, diamonds, clubs = self._suits[seat]
        found = [
            *spades[hand >> FIRST & SUIT_BITS],
            *hearts[hand >> _HEARTS & SUIT_BITS],
            *diamonds[hand >> _DIAMONDS & SUIT_BITS],
            *clubs[hand >> _CLUBS & SUIT_BITS],
        ]
        if hand & COUNT_BITS:
            found.append(self.discards[seat][JOKER])
        return found

    def melds(self, seat: int, hand: int) -> list[Action]:
        """The new melds of the natural cards of a hand: runs, then groups."""
        found: list[Action] = []
        rows = self._rows
        if not rows:
            rows = self._rows = self._finder.rows()
        cards = hand >> FIRST
        spades = cards & SUIT_BITS
        hearts = cards >> 13 & SUIT_BITS
        diamonds = cards >> 26 & SUIT_BITS
        clubs = cards >> 39 & SUIT_BITS
        if rows[spades] or rows[hearts] or rows[diamonds] or rows[clubs]:
            for suit, mask in enumerate((spades, hearts, diamonds, clubs)):
                row = rows[mask]
                if row:
                    found += self._runs[seat, suit, row]
        if cards >= _ONE_PACK or spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts):
            for rank in ranks_with_three(hand):
                found += self._groups[seat, rank, hand & EVERY_OF_RANK[rank]]
        if hand & COUNT_BITS:
            found += _melds(seat, USE_GROUP, self._finder.groups_of_jokers(hand))
        return found

    def lay_offs(self, seat: int, on: int, meld: Meld, bag: int, wanted: int) -> tuple[Action, ...]:
        """The lay-offs of natural cards on one meld."""
        card = self._finder.only_lay_off(meld, bag, wanted)
        if card >= 0:
            return self._single[seat, card, on]
        # Longer lay-offs are too various for a cache to help.
        return tuple([Action(seat, LAY, NONE, 0, USE_LAY, pieces, on) for pieces in self._finder.lay_offs(meld, bag)])

    def has(self, action: Action) -> bool:
        """Whether an action is one of the cached objects, and so has fields of the right types."""
        verb, seat = action.verb, action.seat
        if verb == DISCARD:
            return 0 <= action.card <= SPARE and action is self.discards[seat][action.card]
        return action is (self.draws[seat] if verb == DRAW else self.passes[seat])

    def _make_runs(self, key: tuple[int, int, int]) -> tuple[Action, ...]:
        seat, suit, row = key
        return tuple(_melds(seat, USE_RUN, self._finder.runs(suit, row)))

    def _make_groups(self, key: tuple[int, int, int]) -> tuple[Action, ...]:
        seat, rank, cards = key
        return tuple(_melds(seat, USE_GROUP, self._finder.groups(rank, cards)))

    def _lay_single(self, key: tuple[int, int, int]) -> tuple[Action, ...]:
        # The key is the card alone, not the hand: `only_lay_off` has seen that the hand adds nothing to it.
        seat, card, on = key
        return (Action(seat, LAY, NONE, 0, USE_LAY, (PIECE[card],), on),)


class TakeCache:
    """The takes, or by the verb `CALL` the calls, of natural cards from the pile with a use."""

    __slots__ = ("_finder", "_groups", "_round", "_runs", "_single", "_verb")

    def __init__(self, finder: MeldFinder, verb: str) -> None:
        self._finder = finder
        self._verb = verb
        self._round = finder.shapes.round_corner
        self._runs = Computed(self._with_runs)
        self._groups = Computed(self._with_groups)
        self._single = Computed(self._lay_single)

    def for_runs(self, seat: int, depth: int, card: int, bag: int) -> tuple[Action, ...]:
        """The actions that use a card of the pile in a new run."""
        mask = bag >> CARD_SHIFT[card] & SUIT_BITS
        rank = card % 13
        if not self._finder.rows()[mask] >> rank & 1:
            return ()
        # Of the suit only the row around the card matters, so more hands share a key.
        return self._runs[seat, depth, card, mask if self._round else row_around(mask, rank)]

    def _with_runs(self, key: tuple[int, int, int, int]) -> tuple[Action, ...]:
        seat, depth, card, row = key
        return self._with(seat, depth, card, USE_RUN, self._finder.runs(card // 13, row))

    def for_groups(self, seat: int, depth: int, card: int, bag: int) -> tuple[Action, ...]:
        """The actions that use a card of the pile in a new group; arguments as for `for_runs`."""
        if card == JOKER:
            return self._with(seat, depth, card, USE_GROUP, self._finder.groups_of_jokers(bag))
        cards = bag & EVERY_OF_RANK[card % 13]
        return self._groups[seat, depth, card, cards] if cards.bit_count() >= SMALLEST else ()

    def _with_groups(self, key: tuple[int, int, int, int]) -> tuple[Action, ...]:
        seat, depth, card, cards = key
        return self._with(seat, depth, card, USE_GROUP, self._finder.groups(card % 13, cards))

    def for_lay_offs(
        self, seat: int, depth: int, card: int, on: int, meld: Meld, bag: int, wanted: int
    ) -> tuple[Action, ...]:
        """The actions that lay a card of the pile off on a meld; arguments as for `for_runs` and `lay_offs`."""
        only = self._finder.only_lay_off(meld, bag, wanted)
        if only >= 0:
            return self._single[seat, depth, card, on] if only == card else ()
        # Longer lay-offs are too various for a cache to help.
        return self._with(seat, depth, card, USE_LAY, self._finder.lay_offs(meld, bag), on)

    def _lay_single(self, key: tuple[int, int, int, int]) -> tuple[Action, ...]:
        seat, depth, card, on = key
        return self._with(seat, depth, card, USE_LAY, ((PIECE[card],),), on)

    def _with(
        self, seat: int, depth: int, card: int, use: str, found: Iterable[Pieces], on: int = NONE
    ) -> tuple[Action, ...]:
        piece, verb = card * 65, self._verb
        named = card if verb == TAKE else NONE
        return tuple([Action(seat, verb, named, depth, use, pieces, on) for pieces in found if piece in pieces])


def _melds(seat: int, use: str, found: Iterable[Pieces]) -> Iterator[Action]:
    for pieces in found:
        yield Action(seat, MELD, NONE, 0, use, pieces)
