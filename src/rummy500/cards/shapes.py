"""`MeldShapes` decides which pieces are a meld, and which may be laid off on one (rules `meld.*`).

Each check returns the new meld, or a `Refusal` that names the most specific rule.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import pairwise
from typing import Final

import attrs

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import ACE, BIT, JOKER, NATURALS, RANKS, card_text
from rummy500.cards.pieces import (
    GROUP,
    IN_GROUP,
    Meld,
    Pieces,
    group_order,
    is_natural,
    piece_text,
    role_rank,
    run_order,
)

SMALLEST: Final = 3
ALL_THIRTEEN: Final = 13
#: The place of an ace after the king.
ACE_HIGH: Final = 13


_SHORT: Final = Reason(
    "meld.run-min", "short", "A run needs at least {minimum:number} cards here; this one has {number}."
)
_NOTHING: Final = Reason("meld.layoff", "nothing", "Name the cards that you lay off.")
_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
_SUIT: Final = Reason("meld.run", "suit", "{card} cannot be laid off on a run of {suit}.", _SUIT_NAMES)
_PLACE: Final = Reason("meld.run", "place", "These cards do not continue the run at one of its ends.")
_CORNER: Final = Reason("meld.ace", "corner", "An ace cannot lie there: a run does not go round the corner.")
_CLOSED: Final = Reason("meld.ace", "closed", "A run ends before it meets itself: it has each card of its suit once.")
_HIGH_ONLY: Final = Reason("meld.ace", "high-only", "An ace lies only after the king here.")
_LOW_ONLY: Final = Reason("meld.ace", "low-only", "An ace lies only before the two here.")
_RANK: Final = Reason("meld.group", "rank", "A group is of one rank.")
_SAME_SUIT: Final = Reason("meld.group-suits", "same-suit", "The cards of a group must differ in suit.")
_NO_SUCH_CARD: Final = Reason(
    "meld.joker-role", "no-such-card", "There is no other {rank} that a wild card could stand for."
)
_KIND: Final = ("joker", "wild card")
_LAST: Final = Reason("meld.joker-role", "full", "The group is full: a {wild} stands for the last {rank}.", words=_KIND)
_FULL: Final = Reason("meld.group-max", "full", "A group has at most {maximum:number} cards here.")
_SUITS: Final = Reason("meld.run", "suits", "A run is of one suit.")
_TWICE: Final = Reason("meld.run", "twice", "A run cannot have a card twice.")
_SMALL: Final = Reason("meld.size", "small", "A meld has three cards or more; this one has {number}.")
_NOT_WILD: Final = Reason("meld.joker", "not-wild", "{card} is not wild here.")
_UNSAID: Final = Reason("meld.joker-role", "unsaid", "Name the card that {card} stands for.")
_NATURAL: Final = Reason(
    "meld.joker-role",
    "natural",
    "{card} is natural in a group of its own rank and cannot stand for another card there.",
)
_GAP: Final = Reason("meld.run", "gap", "The cards of a run follow each other without a gap.")


@attrs.frozen
class MeldShapes:
    """The shape rules of melds, as the options set them."""

    run_min: int = 3  # `meld.run-min`
    group_max: int = 0  # `meld.group-max`; 0 for as many as the packs hold
    different_suits: bool = False  # of a group's natural cards (`meld.group-suits`)
    ace_low: bool = True  # before the two (`meld.ace`)
    ace_high: bool = True  # after the king
    round_corner: bool = False  # a run goes on from an ace after the king to the two, the three, ...
    packs: int = 1
    wilds: tuple[int, ...] = (JOKER,)
    joker_groups: bool = False  # of jokers that stand for themselves
    natural_two: Refusal | None = None  # of a run whose low ace is followed by a wild card, if that is no meld

    @property
    def rank_holds(self) -> int:
        """The number of cards of one rank in the pack that a group could have; a wild card stands for one of them."""
        return 4 if self.different_suits else 4 * self.packs

    @property
    def group_cap(self) -> int:
        """The most cards of a group, by `group_max` and by the packs."""
        return min(self.group_max, self.rank_holds) if self.group_max else self.rank_holds

    @property
    def place_of_all(self) -> int:
        """The place of the first card of a run of all thirteen: 0, its ace being low, if an ace may be low; else 1."""
        return 0 if self.ace_low else 1

    def new_meld(self, pieces: Pieces, seat: int, *, is_run: bool) -> Meld | Refusal:
        """The meld that these pieces make, in any order, or the reason why they make none."""
        return self.new_run(pieces, seat) if is_run else self.new_group(pieces, seat)

    def new_run(self, pieces: Pieces, seat: int) -> Meld | Refusal:
        """The run that these pieces make, in any order, or the reason why they make none."""
        if len(pieces) < SMALLEST:
            return _SMALL(number=len(pieces))
        pieces = run_order(pieces)
        low = self._check_roles(pieces) or _check_some_natural(pieces) or self._stretch(pieces)
        if isinstance(low, Refusal):
            return low
        if len(pieces) < self.run_min:
            return _SHORT(minimum=self.run_min, number=len(pieces))
        return self._refused(Meld(seat, low, (pieces[0] >> 6) // 13, pieces, bytes((seat,)) * len(pieces)))

    def new_group(self, pieces: Pieces, seat: int) -> Meld | Refusal:
        """The group that these pieces make, in any order, or the reason why they make none."""
        if len(pieces) < SMALLEST:
            return _SMALL(number=len(pieces))
        refusal = self._check_group(pieces)
        if refusal is not None:
            return refusal
        pieces = group_order(pieces)
        return Meld(seat, GROUP, role_rank(pieces[0]), pieces, bytes((seat,)) * len(pieces))

    def extend(self, meld: Meld, pieces: Pieces, seat: int) -> Meld | Refusal:
        """The meld after a seat's lay-off of these pieces, or the refusal of the lay-off."""
        if not pieces:
            return _NOTHING()
        if meld.low >= 0:
            return self._extend_run(meld, pieces, seat)
        return self._check_group(pieces, meld.pieces) or self.joined(meld, pieces, seat)

    def _extend_run(self, meld: Meld, pieces: Pieces, seat: int) -> Meld | Refusal:
        refusal = self._check_roles(pieces)
        if refusal is not None:
            return refusal
        pieces = run_order(pieces)
        suit = meld.line
        stray = next((piece for piece in pieces if (piece >> 6) // 13 != suit), None)
        if stray is not None:
            return _SUIT(card=piece_text(stray), suit=_SUIT_NAMES[suit])
        low, high = meld.low, meld.low + len(meld.pieces) - 1
        ranks = [role_rank(piece) for piece in pieces]
        cards = len(ranks)
        over = [place % 13 for place in range(high + 1, high + 1 + cards)]
        under = [place % 13 for place in range(low - cards, low)]
        if self.round_corner:
            fits = ranks in (over, under) and len(meld.pieces) + cards <= ALL_THIRTEEN
        else:
            upwards = high + cards <= ACE_HIGH and ranks == over
            downwards = low - cards >= 0 and ranks == under
            above = upwards and (ranks[-1] != ACE or (self.ace_high and low > 0))
            fits = above or (downwards and (ranks[0] != ACE or (self.ace_low and high < ACE_HIGH)))
        if fits:
            return self._refused(self.joined(meld, pieces, seat))
        return self._bad_ace() if set(ranks) in (set(over), set(under)) else _PLACE()

    def _refused(self, run: Meld) -> Meld | Refusal:
        """The run, or the refusal of a wild card as its two."""
        if self.natural_two is not None and run.low == 0 and not is_natural(run.pieces[1]):
            return self.natural_two
        return run

    def _bad_ace(self) -> Refusal:
        if self.round_corner:
            return _CLOSED()
        if self.ace_low and self.ace_high:
            return _CORNER()
        if self.ace_high:
            return _HIGH_ONLY()
        return _LOW_ONLY()

    def joined(self, meld: Meld, pieces: Pieces, seat: int) -> Meld:
        """Add cards that fit to one end of a run, or to a group."""
        if meld.low < 0:
            for piece in pieces:
                place = bisect_right(meld.pieces, piece)
                laid = (*meld.pieces[:place], piece, *meld.pieces[place:])
                by = meld.by[:place] + bytes((seat,)) + meld.by[place:]
                meld = Meld(meld.owner, GROUP, meld.line, laid, by)
            return meld
        low, high, cards = meld.low, meld.low + len(meld.pieces) - 1, len(pieces)
        upwards = (high + cards <= ACE_HIGH or self.round_corner) and (pieces[0] >> 6) % 13 == (high + 1) % 13
        if upwards and ((pieces[-1] >> 6) % 13 != ACE or (self.ace_high and low > 0)):
            return self._joined(meld, low, meld.pieces + pieces, meld.by + bytes((seat,)) * cards)
        return self._joined(meld, low - cards, pieces + meld.pieces, bytes((seat,)) * cards + meld.by)

    def _joined(self, meld: Meld, low: int, pieces: Pieces, by: bytes) -> Meld:
        if len(pieces) == ALL_THIRTEEN:
            # The canonical order begins with the ace, even if it counts high.
            ace = next(at for at, piece in enumerate(pieces) if role_rank(piece) == ACE)
            pieces, by = pieces[ace:] + pieces[:ace], by[ace:] + by[:ace]
            low = self.place_of_all
        elif low < 1 and not self.ace_low:
            low += 13  # round the corner no place is below that of the two
        return Meld(meld.owner, low, meld.line, pieces, by)

    def _check_roles(self, pieces: Pieces) -> Refusal | None:
        """Refuse a wild card of a run without a role, and a role of a card that is not wild."""
        for piece in pieces:
            card, role = piece & 63, piece >> 6
            if card == role and card < NATURALS:
                continue
            if card not in self.wilds:
                return _NOT_WILD(card=card_text(card))
            if role >= NATURALS:
                return _UNSAID(card=card_text(card))
        return None

    def _check_group(self, pieces: Pieces, on_table: Pieces = ()) -> Refusal | None:
        """Refuse pieces that make no group with those on the table, where a card that was wild stays wild."""
        rank = role_rank(on_table[0]) if on_table else -1
        naturals = [piece & 63 for piece in on_table if is_natural(piece)]
        cards = len(on_table) + len(pieces)
        for piece in pieces:
            card, role = piece & 63, piece >> 6
            if card == role and (card < NATURALS or (self.joker_groups and card not in self.wilds)):
                naturals.append(card)
            elif card not in self.wilds:
                return _NOT_WILD(card=card_text(card))
            elif role < IN_GROUP:
                return _UNSAID(card=card_text(card))
            elif card < NATURALS and card % 13 == role - IN_GROUP:
                return _NATURAL(card=card_text(card))
            if rank not in (-1, role_rank(piece)):
                return _RANK()
            rank = role_rank(piece)
        if not naturals:
            return _check_some_natural(pieces)
        # Jokers that stand for themselves have no suit, and no other card is in a group with them.
        if self.different_suits and naturals[0] < NATURALS and len({card // 13 for card in naturals}) < len(naturals):
            return _SAME_SUIT()
        if cards > self.rank_holds and len(naturals) < cards:
            if len(on_table) == self.rank_holds and all(is_natural(piece) for piece in pieces):
                return _LAST(wild=_KIND[self.wilds != (JOKER,)], rank=RANKS[rank])
            return _NO_SUCH_CARD(rank=RANKS[rank])
        if cards > self.group_cap:
            return _FULL(maximum=self.group_cap)
        return None

    def _stretch(self, pieces: Pieces) -> int | Refusal:
        """The place of the first of these cards, if they are consecutive and of one suit."""
        suit = (pieces[0] >> 6) // 13
        if any((piece >> 6) // 13 != suit for piece in pieces):
            return _SUITS()
        ranks = [role_rank(piece) for piece in pieces]
        length = len(ranks)
        if ranks.count(ACE) > 1 and len(set(ranks)) == length - 1 == ALL_THIRTEEN:
            return self._bad_ace()
        if len(set(ranks)) < length:
            return _TWICE()
        if length == ALL_THIRTEEN:
            return self.place_of_all
        if any((below + 1) % 13 != rank for below, rank in pairwise(ranks)):
            return _GAP()
        if self.round_corner:
            return ranks[0] or ACE_HIGH
        if ACE not in ranks or (ranks[0] == ACE and self.ace_low) or (ranks[-1] == ACE and self.ace_high):
            return ranks[0]
        return self._bad_ace()


_ONLY_WILD: Final = Reason("meld.joker-count", "only-wild", "A meld needs at least one natural card.")


def _check_some_natural(pieces: Pieces) -> Refusal | None:
    if any(is_natural(piece) and piece & 63 < NATURALS for piece in pieces):
        return None
    return _ONLY_WILD()


# ---------------------------------------------------------------- melds of three


@cache
def partners_in_three(
    run_min: int, *, ace_low: bool, ace_high: bool, round_corner: bool = False
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each natural card the cards that could be in a meld of three with it, each with the third cards."""
    groups = ([rank + 13 * suit for suit in range(4) if suit != left] for rank in range(13) for left in range(4))
    runs = [
        [13 * suit + place % 13 for place in range(low, low + SMALLEST)]
        for suit in range(4)
        for low in range(0 if ace_low else 1, 14 if round_corner else 12 if ace_high else 11)
        if run_min <= SMALLEST
    ]
    found = [dict[int, int]() for _ in range(NATURALS)]
    for three in (*runs, *groups):
        for card in three:
            for other in three:
                if other != card:
                    third = sum(three) - card - other
                    found[card][other] = found[card].get(other, 0) | BIT[third]
    return tuple(tuple(partners.items()) for partners in found)
