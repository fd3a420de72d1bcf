"""Actions that come again and again, made once for each seat."""

from __future__ import annotations

from typing import Final

from rummy500.actions import DISCARD, DRAW, PASS, Action
from rummy500.cards import COUNT_BITS, FIRST, JOKER, SPARE, SUIT_BITS
from rummy500.memo import Memo

_SUITS: Final = tuple((suit << 13, FIRST + 13 * suit) for suit in range(4))


class ActionBook:
    """Draws, passes and discards of every seat.

    Args:
        seats: how many play.
    """

    __slots__ = ("_by_suit", "discards", "draws", "passes")

    def __init__(self, seats: int) -> None:
        self.draws = tuple(Action(seat, DRAW) for seat in range(seats))
        self.passes = tuple(Action(seat, PASS) for seat in range(seats))
        self.discards = tuple(tuple(Action(seat, DISCARD, card) for card in range(SPARE + 1)) for seat in range(seats))
        self._by_suit: Memo[int, tuple[Action, ...]] = Memo()

    def all_discards(self, seat: int, hand: int) -> list[Action]:
        """A discard for each face of a hand, in the order of `faces_of`."""
        found: list[Action] = []
        known = self._by_suit
        for suit_key, shift in _SUITS:
            mask = hand >> shift & SUIT_BITS
            if mask:
                key = seat << 15 | suit_key | mask
                found += known.get(key) or self._cut(key)
        if hand & COUNT_BITS:
            found.append(self.discards[seat][JOKER])
        return found

    def has(self, action: Action) -> bool:
        """Whether an action is one of these very objects, and so of the right form."""
        verb, seat = action.verb, action.seat
        if verb == DISCARD:
            return 0 <= action.card <= SPARE and action is self.discards[seat][action.card]
        return action is (self.draws[seat] if verb == DRAW else self.passes[seat])

    def _cut(self, key: int) -> tuple[Action, ...]:
        mine = self.discards[key >> 15]
        suit = key >> 13 & 3
        return self._by_suit.keep(key, tuple(mine[suit * 13 + rank] for rank in range(13) if key >> rank & 1))
