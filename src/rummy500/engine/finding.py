"""Finding plays: the new melds and lay-offs that cards make for the seat of a view, by shape and place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards import add, bag_of, union
from rummy500.engine.plays import judge_play
from rummy500.melds import Meld
from rummy500.melds.bits import ranks_with_three, suits_with_run
from rummy500.melds.natural import Targets
from rummy500.melds.pieces import Pieces
from rummy500.rules import Rules
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
        bag = hand
        for depth, card in enumerate(reversed(pile), 1):
            if brings is None:
                bag = add(bag, card)
            else:
                places = brings(rules, self._view, depth)
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
