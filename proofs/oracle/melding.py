"""The oracle's rules of melds, lay-offs, and points of melded cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from proofs.oracle.cards import JOKER, Card, RefusedError, faces, refuse_if, without
from proofs.oracle.dealing import DealRules
from proofs.oracle.options import Reading
from proofs.oracle.position import Turn
from proofs.oracle.shapes import Group, Kind, LayOff, NewMeld, Run, Shape, TableMeld, Use, group_order, rank_at


class MeldRules(DealRules):
    """The judgements about melds. A variant overrides those that it changes."""

    run_min = Reading[int]("meld.run-min", numbers=range(3, 8), default=3)
    group_most = Reading[int]("meld.group-max", numbers=(0, *range(3, 9)), default=4)
    suits_differ = Reading("meld.group-suits", {"different": True, "any": False})
    #: The places of an ace in a run.
    ace_places = Reading("meld.ace", {"both": (1, 14), "high": (14,), "low": (1,), "round": (14,)})
    #: Whether a run goes on from its ace, at 14, to the deuce, at 15.
    round_corner = Reading("meld.ace", {"both": False, "high": False, "low": False, "round": True})
    only_after_meld = Reading("meld.layoff", {"any": False, "after-meld": True, "own": False})
    only_own = Reading("meld.layoff", {"any": False, "after-meld": False, "own": True})
    ace_is_one = Reading("score.ace", {"by-use": False, "one": True})

    def wild(self, face: str) -> bool:
        """meld.joker: jokers are wild, nothing else is."""
        return face == JOKER

    # Shape: a new meld

    def new_shape(self, use: NewMeld) -> Shape:
        """Return the run or group that these cards make."""
        refuse_if(len(use.cards) < 3, "meld.size")
        shape = self.shape(use.kind, use.cards)
        if isinstance(shape, Run):
            refuse_if(len(shape.cards) < self.run_min, "meld.run-min")
        return shape

    def shape(self, kind: Kind, cards: tuple[Card, ...]) -> Shape:
        """Return cards as a run or as a group of any length."""
        return self.run(cards) if kind == "run" else self.group(cards)

    def run(self, cards: tuple[Card, ...]) -> Run:
        """meld.run: consecutive cards of one suit."""
        self.roles(cards, "run")
        refuse_if(len({card.suit for card in cards}) > 1, "meld.run")
        low = self.lowest_place([card.rank for card in cards])
        self.some_natural(cards)
        return run_from(low, cards)

    def lowest_place(self, ranks: Sequence[str]) -> int:
        """Return where a run of these ranks begins; meld.ace: "in a run of all thirteen it is the low one"."""
        twice = [rank for rank, copies in Counter(ranks).items() if copies > 1]
        refuse_if(len(ranks) == 14 and twice == ["A"], "meld.ace")  # A-2-...-K-A: "never both"
        refuse_if(bool(twice), "meld.run")
        places = range(2, 15) if self.round_corner else range(1, 14)
        begins = [low for low in places if set(ranks) == {rank_at(low + step) for step in range(len(ranks))}]
        refuse_if(not begins, "meld.run")
        fitting = [low for low in begins if self.ace_fits(low, low + len(ranks) - 1)]
        refuse_if(not fitting, "meld.ace")
        return min(fitting)

    def ace_fits(self, low: int, high: int) -> bool:
        """meld.ace: an ace low begins a run or an ace high ends it; not both, not round the corner, unless it may."""
        if self.round_corner:
            return high - low < 13
        if low < 1 or high > 14 or high - low >= 13:
            return False
        return (low > 1 or 1 in self.ace_places) and (high < 14 or 14 in self.ace_places)

    def group(self, cards: tuple[Card, ...]) -> Group:
        """meld.group: cards of one rank."""
        self.roles(cards, "group")
        refuse_if(len({card.rank for card in cards}) > 1, "meld.group")
        self.some_natural(cards)
        suits = Counter(card.suit for card in cards if card.natural)
        refuse_if(self.suits_differ and max(suits.values()) > 1, "meld.group-suits")
        self.group_size(cards)
        return Group(group_order(cards))

    def group_size(self, cards: tuple[Card, ...]) -> None:
        """meld.group-max: jokers count; meld.joker-role: a joker must stand for some card that there is."""
        there_are = 4 * self.packs()
        if self.suits_differ:
            there_are = 4
        has_joker = any(not card.natural for card in cards)
        refuse_if(has_joker and len(cards) > there_are, "meld.joker-role")
        most = self.group_most or 4 * self.packs()
        refuse_if(len(cards) > min(most, there_are), "meld.group-max")

    def roles(self, cards: Iterable[Card], kind: Kind) -> None:
        """meld.joker-role: a wild card is some card in a run, a rank in a group; no other has a role."""
        for card in cards:
            if card.role:
                refuse_if(not self.wild(card.face), "meld.joker-role")
                refuse_if((card.suit != "") != (kind == "run"), "meld.joker-role")
            else:
                refuse_if(card.face == JOKER, "meld.joker-role")

    def some_natural(self, cards: Iterable[Card]) -> None:
        """meld.joker-count: any number of jokers, with at least one natural card."""
        refuse_if(not any(card.natural for card in cards), "meld.joker-count")

    # Shape: a lay-off

    def extended(self, shape: Shape, cards: tuple[Card, ...]) -> Shape:
        """Return the meld with these cards laid off on it."""
        return self.longer_run(shape, cards) if isinstance(shape, Run) else self.group(shape.cards + cards)

    def longer_run(self, run: Run, cards: tuple[Card, ...]) -> Run:
        """meld.layoff: one stretch at either end of a run; meld.ace: "whoever added what" to all thirteen."""
        self.roles(cards, "run")
        refuse_if({card.suit for card in cards} != {run.suit}, "meld.run")
        goes_round = False
        for first in (run.high + 1, run.low - len(cards)):
            places = range(first, first + len(cards))
            if Counter(card.rank for card in cards) != Counter(rank_at(place) for place in places):
                continue
            goes_round = True
            low, high = min(run.low, first), max(run.high, places[-1])
            if self.ace_fits(low, high):
                longer = run.cards + cards
                return run_from(self.lowest_place([card.rank for card in longer]), longer)
        raise RefusedError("meld.ace" if goes_round else "meld.run")

    # Place

    def lay_off_place(self, turn: Turn, number: int) -> TableMeld:
        """Check where this seat may lay off: meld.layoff, meld.layoff-after-meld, meld.layoff-own."""
        meld = turn.table[number - 1]
        refuse_if(self.only_after_meld and not self.has_melded(turn), "meld.layoff-after-meld")
        refuse_if(self.only_own and not self.same_side(meld.owner, turn.seat), "meld.layoff-own")
        return meld

    def has_melded(self, turn: Turn) -> bool:
        """meld.layoff-after-meld: whether the seat has begun a meld in this hand, this turn counted."""
        return any(meld.owner == turn.seat for meld in turn.table)

    def same_side(self, one: int, other: int) -> bool:
        """Return whether two seats are one side: in the base game everybody plays alone."""
        return one == other

    # Shape and place, and the turn after it

    def shape_of_use(self, use: Use, table: Sequence[TableMeld]) -> Shape:
        """Return the meld as it lies after the use."""
        if isinstance(use, NewMeld):
            return self.new_shape(use)
        refuse_if(not 1 <= use.number <= len(table), "meld.layoff")
        return self.extended(table[use.number - 1].shape, use.cards)

    def play(self, turn: Turn, use: Use) -> Turn:
        """Return the turn after this use; refuse it for its shape, then for its place."""
        shape = self.shape_of_use(use, turn.table)
        mine = (turn.seat,) * len(use.cards)
        if isinstance(use, LayOff):
            meld = self.lay_off_place(turn, use.number)
            grown = TableMeld(meld.owner, shape, meld.whose + mine)
            table = (*turn.table[: use.number - 1], grown, *turn.table[use.number :])
        else:
            table = (*turn.table, TableMeld(turn.seat, shape, mine))
        return replace(
            turn,
            hand=without(turn.hand, faces(use.cards)),
            table=table,
            played=turn.played + tuple(faces(use.cards)),
            lying=(*turn.lying, (use.number if isinstance(use, LayOff) else len(table), use.cards)),
        )

    # Points of melded cards (for meld.first-minimum)

    def points(self, turn: Turn) -> int:
        """Add up the points of the cards that the turn has played, each as it lies now."""
        melds = dict(enumerate(turn.table, 1))  # a position may leave out the meld of a play
        lying = [(melds[number].shape, cards) for number, cards in turn.lying if number in melds]
        return sum(self.card_points(card, shape) for shape, cards in lying for card in cards)

    def card_points(self, card: Card, shape: Shape) -> int:
        """score.values, score.ace-one: a joker is 15 whatever it stands for."""
        if card.face == JOKER:
            return 15
        if card.rank == "A":
            low = isinstance(shape, Run) and shape.low == 1
            return 1 if low or self.ace_is_one else 15
        return 10 if card.rank in "TJQK" else int(card.rank)


def run_from(low: int, cards: Iterable[Card]) -> Run:
    """Return the run of these cards that begins at a place; all thirteen lie from the ace on."""
    by_rank = {card.rank: card for card in cards}
    first = 1 if len(by_rank) == 13 else low
    return Run(tuple(by_rank[rank_at(first + step)] for step in range(len(by_rank))), low)
