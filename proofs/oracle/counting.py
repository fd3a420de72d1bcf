"""Count a finished hand for each seat, and find the winners of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.oracle.cards import Card, read_card
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.options import ANY_NUMBER, Reading
from proofs.oracle.position import Position
from proofs.oracle.shapes import Group, Shape


@dataclass(frozen=True)
class Ended:
    """A finished hand.

    Attributes:
        source: the final position.
        position: the final position, read.
        melds: every meld on the table, each card with the seat that played it.
        out: the seat that went out, None for nobody.
        before: the position before the last action.
        action: the last action.
    """

    source: Mapping[str, Any]
    position: Position
    melds: tuple[tuple[Shape, tuple[tuple[int, Card], ...]], ...]
    out: int | None
    before: Position
    action: str


class Counting(Catalogue):
    """The scores of the base game; a variant overrides the parts that it changes."""

    target = Reading[int]("match.target", numbers=ANY_NUMBER, default=500)
    beyond_target = Reading("match.reached", {"exceed": 1, "reach": 0})

    def ended(self, before: Mapping[str, Any], action: str, after: Mapping[str, Any]) -> Ended:
        """Read a hand that this action ended."""
        position = self.read(after)
        owned = [read_owned(text) for text in after.get("melds", [])]
        melds = tuple((meld.shape, cards) for meld, cards in zip(position.table, owned, strict=True))
        return Ended(after, position, melds, after.get("turn", {}).get("out"), self.read(before), action)

    def hand_scores(self, hand: Ended) -> tuple[int, ...]:
        """score.hand: cards on the table less cards in hand; score.no-bonus."""
        return tuple(
            sum(self.card_points(card, shape) for shape, cards in hand.melds for owner, card in cards if owner == seat)
            + self.for_hands(hand, seat)
            + self.bonus(hand, seat)
            for seat in range(hand.position.seats)
        )

    def in_hand(self, hand: Sequence[str]) -> int:
        """score.values: a card counts in the hand what it counts in a group, so an ace is high."""
        return sum(self.card_points(Card(face), Group((Card(face),))) for face in hand)

    def for_hands(self, hand: Ended, seat: int) -> int:
        """Count the cards left in hands for this seat: its own are deducted."""
        return -self.in_hand(hand.position.hands[seat]) if self.deducts(hand) else 0

    def deducts(self, hand: Ended) -> bool:
        """Return whether cards left in hand are deducted."""
        return True

    def bonus(self, hand: Ended, seat: int) -> int:
        """Return the bonus of a seat, none in the base game (score.no-bonus)."""
        return 0

    def winners(self, hand: Ended, scores: Sequence[int]) -> tuple[int, ...]:
        """match.target, match.highest: the highest alone, if anybody has reached the target."""
        return self.verdict(scores, after_tie=False)[0]

    def verdict(self, scores: Sequence[int], *, after_tie: bool) -> tuple[tuple[int, ...], bool]:
        """match.tie: who has won, and whether a tie is played on; the hand after a tie needs no target."""
        reached = after_tie or any(score >= self.target + self.beyond_target for score in scores)
        highest = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return (highest if reached and len(highest) == 1 else (), reached and len(highest) > 1)

    def next_dealer(self, hand: Ended) -> int:
        """deal.next-dealer, after a finished hand."""
        return self.dealer_after(hand.source["dealer"], hand.out, self.hand_scores(hand))

    def dealer_after(self, dealer: int, out: int | None, scores: Sequence[int]) -> int:
        """deal.next-dealer: a neighbour, or the winner: who went out, else the best score, else the same dealer."""
        if self.deal_passes is not None:
            return (dealer + self.deal_passes) % self.seats
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return out if out is not None else best[0] if len(best) == 1 else dealer


def read_owned(text: str) -> tuple[tuple[int, Card], ...]:
    """Read each card of a meld such as `0 {7h 7s 2:7d}` with the seat that played it."""
    owner, _, body = text.strip().partition(" ")
    found: list[tuple[int, Card]] = []
    for word in body[1:-1].split():
        seat, colon, card = word.rpartition(":")
        found.append((int(seat) if colon else int(owner), read_card(card)))
    return tuple(found)
