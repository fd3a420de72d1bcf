"""The policy `"sensible"` of `playout`: it values each action by the points of a few cards.

Cards that could be in a meld of three together are *partners*: others of their rank, and those of their suit at most
two ranks away. The points of cards are those in hand. An action is worth, in tenths of points:

- a meld or a lay-off: 10,000, and 10 for each point of its natural cards, less 110 for each joker;
- a draw or a pass: 30;
- the top card without a use: 20, and 12 for each partner in the hand, less 3 for each of its points; 100 for a joker;
- another take: 10 for each point of the natural cards that it plays, less 110 for each joker; 6 for each point more
  that the hand could meld after it than before; less 3 for each point of the other cards that come along; 100 if a
  joker comes;
- a call: as a take by the caller, and 20,000 more; -1,000 if it is worth nothing;
- a discard: less 15 for each point of the card and of a partner in the hand, less 20 with a partner in the pile, over
  all its partners; -3,000 for a joker;
- anything else: -10,000.

A natural card that a hand has twice counts once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from rummy500.cards.cards import NATURALS, ONE, Bag, size
from rummy500.cards.natural import CARD_OF_BIT, partners_in_three
from rummy500.cards.pieces import EVERY_SUIT
from rummy500.fast.plays import CALL, DISCARD, DRAW, JOKERS, PASS, PLAY, TAKE, in_rows, in_threes

if TYPE_CHECKING:
    from mypy_extensions import i64

#: The natural cards, as first copies.
FACES: Final = (1 << 60) - (1 << 8)
_PARTNERS: Final = tuple(
    [sum(ONE[other] for other, _ in each) for each in partners_in_three(3, ace_low=True, ace_high=True)]
)


def meldable(hand: i64) -> i64:
    """The natural cards of a hand that are in a row of three or a group of three."""
    return (in_rows(hand) | in_threes(hand) * EVERY_SUIT) & hand & FACES


@final
class Sensible:
    """Values of actions, by the points of each card in hand."""

    __slots__ = ("_memo", "_points")

    _points: tuple[int, ...]
    _memo: tuple[dict[int, int], ...]  # for each card the points with the partners of a bag, by these

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points
        self._memo = tuple([{} for _ in range(NATURALS)])

    def counted(self, bag: i64) -> i64:
        """The points of the natural cards of a bag."""
        total: i64 = 0
        bag &= FACES
        while bag:
            one: i64 = bag & -bag
            bag ^= one
            total += self._points[CARD_OF_BIT[one]]
        return total

    def _paired(self, card: i64, bag: i64) -> i64:
        """The points of a card and of a partner, over its partners in a bag."""
        partners: i64 = _PARTNERS[card]
        partners &= bag
        memo = self._memo[card]
        if partners not in memo:
            memo[partners] = self.counted(partners) + self._points[card] * size(Bag(partners))
        return memo[partners]

    def value(self, kind: i64, card: i64, use: i64, hand: i64, piled: i64, taken: i64) -> i64:
        """Value an action."""
        if kind == DISCARD:
            return -15 * self._paired(card, hand) - 20 * self._paired(card, piled) if card < NATURALS else -3000
        if kind in (DRAW, PASS):
            return 30
        value: i64 = 10 * self.counted(use) - 110 * (use & JOKERS)
        if kind == PLAY:
            return value + 10_000
        if kind not in (TAKE, CALL):
            return -10_000
        if not use:  # the top card alone
            partners: i64 = _PARTNERS[card] if card < NATURALS else 0
            partners &= hand
            return 20 - 3 * self._points[card] + 12 * size(Bag(partners)) if card < NATURALS else 100
        after: i64 = (hand | taken) & ~use
        melded: i64 = meldable(after)
        value += 6 * (self.counted(melded) - self.counted(meldable(hand))) - 3 * self.counted(taken & ~use & ~melded)
        if taken & JOKERS:
            value += 100
        if kind == TAKE:
            return value
        return value + 20_000 if value > 0 else -1000
