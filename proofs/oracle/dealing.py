"""The oracle's rules of the deal: the pack, the hands, how a hand begins, who deals the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from proofs.oracle.cards import JOKER, RANKS, SUITS
from proofs.oracle.options import ANY_NUMBER, Options, Reading


@dataclass(frozen=True)
class Opening:
    """How a hand begins: its phase, the first player's cards beyond the hand, the cards turned up."""

    phase: str
    more: int
    upcards: int


class DealRules:
    """The judgements about the deal."""

    jokers = Reading[int]("deck.jokers", numbers=range(5), default=2)
    asked_packs = Reading("deck.packs", {"auto": 0}, range(1, 5))
    asked_size = Reading("deal.size", {"auto": 0}, ANY_NUMBER)
    #: deal.upcard, deal.extra-card, deal.opening-offer
    opening = Reading(
        "deal.opening",
        {"upcard": Opening("draw", 0, 1), "extra-card": Opening("play", 1, 0), "offer": Opening("offer", 0, 1)},
    )
    #: deal.next-dealer: so many seats to the left; None for the winner
    deal_passes = Reading[int | None]("deal.next-dealer", {"left": 1, "right": -1, "winner": None})

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats

    def packs(self) -> int:
        """deck.pack: one pack, and two for five players or more, unless `deck.packs` says how many."""
        return self.asked_packs or (2 if self.seats >= 5 else 1)

    def pack(self) -> Counter[str]:
        """deck.pack: the cards that are shuffled together."""
        return Counter([*(rank + suit for rank in RANKS for suit in SUITS), *[JOKER] * self.jokers] * self.packs())

    def hand_size(self) -> int:
        """deal.size: 13 cards for each of two players and 7 for more, unless the option says how many."""
        return self.asked_size or (13 if self.seats == 2 else 7)

    def hand_sizes(self, dealer: int) -> list[int]:
        """deal.size, deal.extra-card: the cards of each seat before the first move."""
        first = (dealer + 1) % self.seats
        return [self.hand_size() + self.opening.more * (seat == first) for seat in range(self.seats)]

    def first_dealer(self, cards: Iterable[str]) -> tuple[int, list[list[tuple[int, str]]]]:
        """deal.first-dealer: the seat that draws lowest, and each round of the draw.

        An ace is lowest. Who draws a joker draws again at once, who ties for the lowest in another round.
        """
        following = iter(cards)
        rounds: list[list[tuple[int, str]]] = []
        seats = list(range(self.seats))
        while len(seats) > 1:
            drawn: dict[int, str] = {}
            while len(drawn) < len(seats):
                rounds.append([(seat, next(following)) for seat in seats if seat not in drawn])
                drawn |= {seat: card for seat, card in rounds[-1] if card != JOKER}
            ranks = {seat: RANKS.index(card[0]) for seat, card in drawn.items()}
            seats = [seat for seat in seats if ranks[seat] == min(ranks.values())]
        return seats[0], rounds
