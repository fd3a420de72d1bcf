"""Whether plays can bring the points that are missing and leave a hand with which the turn can end: by cutting it up.

Where jokers alone are wild and no plugin has a say the answer is exact (`is_covered`). Where one has, the same is
worked out as if it forbade nothing (`engine/rough.py`).
"""

from __future__ import annotations

from itertools import product
from typing import Final

from rummy500.cards import JOKER, KING, NATURALS, SPARE, count, size
from rummy500.engine.bound import playable
from rummy500.engine.cutting import BARRED, FREE, NOTHING, Cuts, Cutting, Held
from rummy500.engine.first_minimum import points_turned_low
from rummy500.engine.plays import at_hand, barred_drawn, barred_lone_top
from rummy500.melds import Meld
from rummy500.melds.natural import Targets
from rummy500.melds.pieces import natural_piece
from rummy500.melds.shapes import ACE_HIGH, SMALLEST
from rummy500.rules import Rules
from rummy500.state import View

_RANKS: Final = 13
#: What may bar a discard where it is known what a play frees: the cards that it plays.
_KNOWN_BARS: Final = (barred_lone_top, barred_drawn)

#: Melds that may be laid off on, each with its number and the lowest and the highest place that it may grow to.
Ends = list[tuple[int, Meld, int, int]]


def is_covered(rules: Rules) -> bool:
    """Whether `Coverer` answers exactly: jokers alone are wild, and no plugin says what may be played or goes."""
    shapes = rules.shapes
    return (
        shapes.wilds in ((), (JOKER,))
        and shapes.wild_after_low_ace
        and rules.may_meld is None
        and rules.finder_now is None
        and rules.beside is None
        and not rules.ahead
        and all(bar.cards in _KNOWN_BARS for bar in rules.bars)
    )


class Coverer:
    """Cuts hands up; what it has found out about a suit or a rank it keeps.

    Args:
        rules: the rules; what plugins forbid is not asked, nor what discards they bar.
    """

    __slots__ = ("_cuts", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cuts = Cuts(rules)

    def can_end(self, view: View, missing: int, targets: Targets) -> bool:
        """Whether plays of the hand, in any order, can bring so many points and let the turn end.

        Args:
            view: what the seat sees.
            missing: the points that plays must bring, 0 or more.
            targets: the melds that may be laid off on, as `NaturalFinder.targets` tells them.

        Returns:
            Whether a card that may be discarded can stay, or every card can be played where melding out is allowed.
        """
        return any(cutting.can_end() for cutting, _ in self.cuttings(view, missing, targets))

    def cuttings(self, view: View, missing: int, targets: Targets, sheds: int = 0) -> list[tuple[Cutting, Ends]]:
        """The hand as it may be cut up, for each choice of the ends of runs that an ace could lie at.

        Args:
            view: what the seat sees.
            missing: the points that plays must bring, 0 or more.
            targets: the melds that may be laid off on.
            sheds: cards that moves beside melding and laying off may take away, as a bag.
        """
        rules = self._rules
        hand = at_hand(rules, view)
        bag, most = playable(rules, view, hand)
        if most < missing:
            return []
        reader = _Reader(rules, view, hand, bag, sheds)
        choices = [
            [((on, meld, first, last), lost) for first, last, lost in reader.reaches(on, meld)]
            for on, meld, _ in targets
        ]
        found: list[tuple[Cutting, Ends]] = []
        for chosen in product(*choices):
            ends = [end for end, _ in chosen]
            needed = missing + sum(lost for _, lost in chosen)
            found.append((Cutting(self._cuts, reader.held(ends), needed), ends))
        return found


class _Reader:
    """Reads a hand for cutting it up.

    Args:
        rules: the rules.
        view: what the seat sees.
        hand: the cards that it may play, those that lie aside for it among them.
        bag: those of them that may come into question.
        sheds: cards that moves beside melding and laying off may take away, as a bag.
    """

    __slots__ = (
        "_at_hand", "_bag", "_barred", "_hand", "_leaves", "_rules", "_unspent", "_view", "tokens", "wilds",
    )  # fmt: skip

    def __init__(self, rules: Rules, view: View, hand: int, bag: int, sheds: int) -> None:
        self._rules = rules
        self._view = view
        self._hand = view.hand
        self._at_hand = hand
        self._bag = bag
        self._leaves = tuple(count(sheds, card) for card in range(SPARE + 1))
        wilds = rules.finder.wild.counts(hand)
        self.wilds = tuple(wilds)
        self.tokens = sum(wilds.values())
        self._unspent = sum(self._leaves[face] for face in wilds) + size(hand) - size(view.hand)
        self._barred = [bar.cards(rules, view) for bar in rules.bars if bar.cards in _KNOWN_BARS]

    def reaches(self, on: int, meld: Meld) -> list[tuple[int, int, int]]:
        """The lowest and the highest place that a meld may grow to, and the points that this turn loses by that.

        An ace lies after the king only where no two lies, for of all thirteen it is the low one: where either may come
        to lie there is one answer for each.
        """
        if meld.low < 0:
            return [(0, 0, 0)]
        rules, hand = self._rules, self._at_hand
        shapes, natural = rules.shapes, rules.finder.natural
        low, high = meld.low, meld.low + len(meld.pieces) - 1
        first, last = natural.first_place(meld), natural.last_place(meld)
        if not (shapes.ace_low and shapes.ace_high) or last < ACE_HIGH:
            return [(first, last, 0)]
        if low == 1:
            return [(first, KING, 0)]
        suit = meld.line * _RANKS
        absent = sum(not count(hand, suit + place) for place in (*range(1, low), *range(high + 1, _RANKS)))
        if high == ACE_HIGH:
            lost = points_turned_low(rules, self._view, on)
            return [(2, last, 0), (first, last, lost)] if lost and absent <= self.tokens else [(first, last, 0)]
        absent += not count(hand, suit)
        # Where not all other places can be filled the run does not reach both ends.
        return [(2, last, 0), (first, KING, 0)] if absent <= self.tokens else [(first, last, 0)]

    def held(self, ends: Ends) -> Held:
        """The hand, and the melds that may be laid off on."""
        runs: list[list[tuple[int, int, int, int]]] = [[], [], [], []]
        for _, meld, first, last in ends:
            if meld.low >= 0:
                runs[meld.line].append((meld.low, meld.low + len(meld.pieces) - 1, first, last))
        return Held(
            copies=tuple(count(self._bag, card) for card in range(NATURALS)),
            kinds=tuple(map(self._kind, range(SPARE + 1))),
            leaves=self._leaves,
            wilds=self.wilds,
            tokens=self.tokens,
            unspent=self._unspent,
            starts=self._starts(ends),
            groups=tuple(
                tuple(meld.pieces for _, meld, _, _ in ends if meld.low < 0 and meld.line == rank)
                for rank in range(_RANKS)
            ),
            runs=tuple(map(tuple, runs)),
        )

    def _kind(self, card: int) -> int:
        """What a card is to the hand if it stays."""
        held = count(self._hand, card)
        if not held or any(count(bag, card) >= held for bag in self._barred):
            return BARRED
        return FREE

    def _may_leave(self, card: int) -> int:
        """How many of a card may leave the hand otherwise than by plays; one with which the turn can end need not."""
        return 0 if self._kind(card) == FREE else self._leaves[card]

    def _starts(self, ends: Ends) -> list[tuple[int, int]]:
        """What stays of the cards that no play could hold; jokers that are not wild may lie in groups of their own."""
        stays = NOTHING
        for card in range(NATURALS):
            left = count(self._hand, card) - count(self._bag, card)
            if card not in self.wilds and left > self._may_leave(card):
                stays = max(stays, self._kind(card))
        jokers = 0 if JOKER in self.wilds else count(self._hand, JOKER)
        if not jokers:
            return [(stays, 0)]
        each, kind = self._rules.points.piece(natural_piece(JOKER), "group"), self._kind(JOKER)
        return [
            (stays if played + self._may_leave(JOKER) >= jokers else max(stays, kind), played * each)
            for played in range(jokers + 1)
            if self._makes_groups(played, ends)
        ]

    def _makes_groups(self, jokers: int, ends: Ends) -> bool:
        """Whether so many jokers that are not wild can lie in groups."""
        shapes = self._rules.shapes
        cap = shapes.group_cap if shapes.joker_groups else 0
        room = sum(cap - len(meld.pieces) for _, meld, _, _ in ends if meld.line == _RANKS)
        return any(
            any(groups * SMALLEST <= new <= groups * cap for groups in range(new // SMALLEST + 1))
            for new in range(max(0, jokers - room), jokers + 1)
        )
