"""Finding plays: the new melds and lay-offs that cards make for the seat of a view, by shape and place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards import BIT, NATURALS, SUIT_BITS, add, bag_of, union
from rummy500.engine.plays import judge_play
from rummy500.melds import Meld
from rummy500.melds.natural import CARD_SHIFT, PIECE, RANK_BITS, ROW_STARTS, Targets, ranks_with_three, suits_with_run
from rummy500.melds.pieces import Pieces
from rummy500.melds.shapes import SMALLEST
from rummy500.rules import PileBrings, Rules
from rummy500.state import View

#: A play: the word for its use, its pieces, and the meld it is laid on (-1 for a new one).
Play = tuple[str, Pieces, int]


class PlayFinder:
    """Finds the plays of one seat in one view, by shape and place.

    Args:
        rules: the rules.
        view: what the seat sees.
        reach: every card that may come into question, as a bag: melds that none of them fits are set aside.
    """

    __slots__ = ("_finder", "_reach", "_rules", "_view", "is_wild")

    def __init__(self, rules: Rules, view: View, reach: int) -> None:
        self._rules = rules
        self._view = view
        self._reach = reach
        self._finder = rules.finder if rules.finder_now is None else rules.finder_now(rules, view)
        self.is_wild = self._finder.has_wild(reach)

    def _targets(self) -> Targets:
        """The melds that may be laid off on."""
        rules, view, reach = self._rules, self._view, self._reach
        natural, table = self._finder.natural, view.open.table
        targets = natural.targets(table) if self.is_wild else natural.fitting_targets(table, reach)
        if rules.may_lay is None or not targets:
            return targets
        return [target for target in targets if rules.may_lay(rules, view, target[0]) is None]

    def new_melds(self, bag: int, *, plain: bool = False) -> Iterable[Play]:
        """Every new meld that these cards can make: runs, then groups."""
        if self._rules.may_meld is not None:
            return self._allowed(self._search_new(bag, plain=plain))
        if self.is_wild:
            return self._search_new(bag, plain=plain)
        finder, natural = self._finder, self._finder.natural
        found: list[Play] = []
        for suit, mask in suits_with_run(bag):
            found += [(USE_RUN, pieces, NONE) for pieces in natural.runs(suit, mask)]
        for rank in ranks_with_three(bag):
            found += [(USE_GROUP, pieces, NONE) for pieces in natural.groups(rank, bag)]
        if finder.joker_groups:
            found += [(USE_GROUP, pieces, NONE) for pieces in finder.groups_of_jokers(bag)]
        return found

    def _search_new(self, bag: int, *, plain: bool) -> Iterator[Play]:
        for pieces in self._finder.new_runs(bag, plain=plain):
            yield USE_RUN, pieces, NONE
        for pieces in self._finder.new_groups(bag, plain=plain):
            yield USE_GROUP, pieces, NONE

    def lay_offs(self, bag: int, *, plain: bool = False) -> Iterable[Play]:
        """Every lay-off of these cards, meld by meld."""
        targets = self._targets()
        if not targets:
            return ()
        if self._rules.may_meld is not None:
            return self._allowed(self._search_lay_offs(targets, bag, plain=plain))
        if self.is_wild:
            return self._search_lay_offs(targets, bag, plain=plain)
        natural = self._finder.natural
        found: list[Play] = []
        for on, meld, _ in targets:
            pieces_found = natural.stretches(meld, bag) if meld.low >= 0 else natural.additions(meld, bag)
            found += [(USE_LAY, pieces, on) for pieces in pieces_found]
        return found

    def _search_lay_offs(self, targets: Targets, bag: int, *, plain: bool) -> Iterator[Play]:
        for on, meld, _ in targets:
            for pieces in self._finder.extensions(bag, meld, plain=plain):
                yield USE_LAY, pieces, on

    def _allowed(self, plays: Iterable[Play]) -> Iterator[Play]:
        """Those whose meld the rules allow to lie there."""
        for use, pieces, on in plays:
            if isinstance(judge_play(self._rules, self._view, use, pieces, on), Meld):
                yield use, pieces, on

    def plays(self, bag: int, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off."""
        yield from self.new_melds(bag, plain=plain)
        yield from self.lay_offs(bag, plain=plain)

    def plays_with(self, bag: int, card: int) -> Iterator[Play]:
        """Every new meld and every lay-off that holds a card."""
        for _, use, pieces, on in self._search_at(0, bag, card, new_melds=True, lay_offs=True):
            yield use, pieces, on

    def down_the_pile(
        self,
        hand: int,
        pile: bytes,
        *,
        new_melds: bool,
        lay_offs_to: int,
        plain: bool = False,
        bringing: bool = True,
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        """Every play that holds the deepest of the cards taken, depth by depth.

        Args:
            hand: the cards that may be used beside those of the pile.
            pile: the cards that may be taken, the top last; the walk goes down to its first.
            new_melds: whether new melds count.
            lay_offs_to: the deepest depth at which lay-offs count.
            plain: leave out plays that waste a wild card.
            bringing: the cards of `pile` come as the rules say (`Rules.pile_brings`), and `pile` is the whole pile;
                else each comes with those above it.

        Yields:
            The depth, from 1, and the play.
        """
        rules = self._rules
        brings = rules.pile_brings if bringing else None
        if self.is_wild or rules.may_meld is not None or brings is not None:
            yield from self._search_down(hand, pile, brings, new_melds=new_melds, lay_offs_to=lay_offs_to, plain=plain)
            return
        natural = self._finder.natural
        lines = natural.targets_by_line(self._view.open.table) if lay_offs_to else {}
        bag, depth = hand, 0
        for card in reversed(pile):
            depth += 1
            if card >= NATURALS:
                bag = add(bag, card)
                yield from self._search_at(depth, bag, card, new_melds=new_melds, lay_offs=depth <= lay_offs_to)
                continue
            bit = BIT[card]
            bag |= bit << NATURALS if bag & bit else bit
            if new_melds:
                rank = card % 13
                mask = bag >> CARD_SHIFT[card] & SUIT_BITS
                rows = mask | (mask & 1) << 13  # an ace counts at both ends
                if rows & rows >> 1 & rows >> 2 & ROW_STARTS[rank]:
                    for pieces in natural.runs_with(card // 13, mask, rank):
                        yield depth, USE_RUN, pieces, NONE
                bits = RANK_BITS[rank]
                if (bag & bits).bit_count() + (bag >> NATURALS & bits).bit_count() >= SMALLEST:
                    for pieces in natural.groups(rank, bag):
                        if PIECE[card] in pieces:
                            yield depth, USE_GROUP, pieces, NONE
            if lines and depth <= lay_offs_to:
                for line in (card // 13, 4 + card % 13):
                    if line in lines:
                        for pieces, on in self._lay_offs_with(lines[line], bag, card):
                            yield depth, USE_LAY, pieces, on

    def _lay_offs_with(self, targets: Targets, bag: int, card: int) -> Iterator[tuple[Pieces, int]]:
        """The lay-offs of natural cards that hold a natural card, on melds of its line."""
        rules, view, natural = self._rules, self._view, self._finder.natural
        piece = PIECE[card]
        for on, meld, wanted in targets:
            if bag & wanted and (rules.may_lay is None or rules.may_lay(rules, view, on) is None):
                for pieces in natural.stretches(meld, bag) if meld.low >= 0 else natural.additions(meld, bag):
                    if piece in pieces:
                        yield pieces, on

    def _search_down(
        self, hand: int, pile: bytes, brings: PileBrings | None, *, new_melds: bool, lay_offs_to: int, plain: bool
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        bag = hand
        for depth, card in enumerate(reversed(pile), 1):
            if brings is None:
                bag = add(bag, card)
            else:
                places = brings(self._rules, self._view, depth)
                if not places:
                    continue
                bag = union(hand, bag_of(pile[-place] for place in places))
            yield from self._search_at(
                depth, bag, card, new_melds=new_melds, lay_offs=depth <= lay_offs_to, plain=plain
            )

    def _search_at(
        self, depth: int, bag: int, card: int, *, new_melds: bool, lay_offs: bool, plain: bool = False
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        found = self._holding(bag, card, new_melds=new_melds, lay_offs=lay_offs, plain=plain)
        for use, pieces, on in found if self._rules.may_meld is None else self._allowed(found):
            yield depth, use, pieces, on

    def _holding(self, bag: int, card: int, *, new_melds: bool, lay_offs: bool, plain: bool) -> Iterator[Play]:
        if new_melds:
            for pieces in self._finder.new_runs(bag, must=card, plain=plain):
                yield USE_RUN, pieces, NONE
            for pieces in self._finder.new_groups(bag, must=card, plain=plain):
                yield USE_GROUP, pieces, NONE
        if lay_offs:
            for on, meld, _ in self._targets():
                for pieces in self._finder.extensions(bag, meld, must=card, plain=plain):
                    yield USE_LAY, pieces, on
