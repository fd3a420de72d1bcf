"""Finding plays: the new melds and lay-offs that cards make for the seat of a view, by shape and place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import Bag, add, bag_of, union
from rummy500.cards.finder import MeldFinder
from rummy500.cards.natural import Targets
from rummy500.cards.pieces import Pieces, ranks_with_three, suits_with_run
from rummy500.rules.rules import Rules
from rummy500.state import View

#: A play: the word for its use, its pieces, and the meld it is laid on (-1 for a new one).
Play = tuple[str, Pieces, int]


def is_allowed(rules: Rules, view: View, finder: MeldFinder, use: str, pieces: Pieces, on: int) -> bool:
    """Whether the meld of a play that a finder has found may lie there, as the hook `may` says."""
    may_meld = rules.may_meld_found
    if may_meld is None:
        return True
    if on < 0:
        meld = finder.found_meld(pieces, view.seat, is_run=use == USE_RUN)
    else:
        meld = finder.found_longer(view.public.table[on], pieces, view.seat)
    return may_meld(rules, view, meld, on) is None


def allowed(rules: Rules, view: View, plays: Iterable[Action]) -> list[Action]:
    """Keep the melds and lay-offs of natural cards that the hook `may` allows."""
    may_meld, finder = rules.may_meld_found, rules.melding.finder
    if may_meld is None:
        return list(plays)
    seat, table = view.seat, view.public.table
    return [
        play
        for play in plays
        if may_meld(
            rules,
            view,
            finder.found_meld(play.pieces, seat, is_run=play.use == USE_RUN)
            if play.on < 0
            else finder.found_longer(table[play.on], play.pieces, seat),
            play.on,
        )
        is None
    ]


def open_targets(rules: Rules, view: View, targets: Targets) -> Targets:
    """Keep the melds that the seat may lay off on, as the hook `may` says."""
    may_lay = rules.melding.may_lay
    return targets if may_lay is None else [target for target in targets if may_lay(rules, view, target[0]) is None]


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
        self._finder = (
            rules.melding.finder if rules.melding.finder_now is None else rules.melding.finder_now(rules, view)
        )
        self.is_wild = self._finder.has_wild(reach)

    def _growing(self) -> Targets:
        """The melds that can grow by some card in reach."""
        natural, table = self._finder.natural, self._view.public.table
        return natural.targets(table) if self.is_wild else natural.fitting_targets(table, self._reach)

    def _targets(self) -> Targets:
        """The melds that can grow and that the seat may lay off on."""
        return open_targets(self._rules, self._view, self._growing())

    def new_melds(self, bag: Bag, *, plain: bool = False) -> Iterable[Play]:
        """Every new meld that these cards can make: runs, then groups."""
        if self._rules.may_meld_found is not None:
            return self._allowed(self._search_new(bag, plain=plain))
        if self.is_wild:
            return self._search_new(bag, plain=plain)
        natural = self._finder.natural
        found: list[Play] = []
        for suit, mask in suits_with_run(bag):
            found += [(USE_RUN, pieces, NONE) for pieces in natural.runs(suit, mask)]
        for rank in ranks_with_three(bag):
            found += [(USE_GROUP, pieces, NONE) for pieces in natural.groups(rank, bag)]
        return found + [(USE_GROUP, pieces, NONE) for pieces in natural.groups_of_jokers(bag)]

    def _search_new(self, bag: Bag, *, plain: bool) -> Iterator[Play]:
        for pieces in self._finder.new_runs(bag, plain=plain):
            yield USE_RUN, pieces, NONE
        for pieces in self._finder.new_groups(bag, plain=plain):
            yield USE_GROUP, pieces, NONE

    def lay_offs(self, bag: Bag, *, plain: bool = False) -> Iterable[Play]:
        """Every lay-off of these cards, meld by meld."""
        targets = self._targets()
        if not targets:
            return ()
        if self._rules.may_meld_found is not None:
            return self._allowed(self._search_lay_offs(targets, bag, plain=plain))
        if self.is_wild:
            return self._search_lay_offs(targets, bag, plain=plain)
        natural = self._finder.natural
        found: list[Play] = []
        for on, meld, _ in targets:
            found += [(USE_LAY, pieces, on) for pieces in natural.lay_offs(meld, bag)]
        return found

    def _search_lay_offs(self, targets: Targets, bag: Bag, *, plain: bool) -> Iterator[Play]:
        for on, meld, _ in targets:
            for pieces in self._finder.extensions(bag, meld, plain=plain):
                yield USE_LAY, pieces, on

    def _allowed(self, plays: Iterable[Play]) -> Iterator[Play]:
        """Keep the plays whose meld the hook `may` allows."""
        finder = self._finder
        for play in plays:
            if is_allowed(self._rules, self._view, finder, *play):
                yield play

    def plays(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off."""
        yield from self.new_melds(bag, plain=plain)
        yield from self.lay_offs(bag, plain=plain)

    def plays_with(self, bag: Bag, card: int) -> Iterator[Play]:
        """Every new meld and every lay-off that holds a card."""
        return iter(self._search_at(bag, card, new_melds=True, lay_offs=True))

    def down_the_pile(
        self,
        hand: Bag,
        pile: bytes,
        *,
        new_melds: bool,
        lay_offs_to: int,
        plain: bool = False,
        brings: Sequence[tuple[int, ...]] | None = None,
        may_play: Callable[[int], bool] | None = None,
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        """Every play that holds the deepest of the cards taken, depth by depth.

        Args:
            hand: the cards that may be used beside those of the pile.
            pile: the cards that may be taken, the top last; the walk goes down to its first.
            new_melds: whether new melds count.
            lay_offs_to: the deepest depth at which lay-offs count.
            plain: leave out plays that waste a wild card.
            brings: the places of all cards that come with a card, for each card of `pile`, the top first; `pile` is the
                whole pile then. If left out each card comes with those above it.
            may_play: whether some play of the card at a depth may be legal; else none of it is generated. It is asked
                once a play of that depth is found.

        Yields:
            The depth, from 1, and the play.
        """
        bag = hand
        for depth, card in enumerate(reversed(pile), 1):
            if brings is None:
                bag = add(bag, card)
            else:
                places = brings[depth - 1]
                if not places:
                    continue
                bag = union(hand, bag_of(pile[-place] for place in places))
            lay_offs = depth <= lay_offs_to
            for use, pieces, on in self._search_at(bag, card, new_melds=new_melds, lay_offs=lay_offs, plain=plain):
                if may_play is not None and not may_play(depth):
                    break
                yield depth, use, pieces, on

    def _search_at(
        self, bag: Bag, card: int, *, new_melds: bool, lay_offs: bool, plain: bool = False
    ) -> Iterator[Play]:
        found = self._holding(bag, card, new_melds=new_melds, lay_offs=lay_offs, plain=plain)
        return found if self._rules.may_meld_found is None else self._allowed(found)

    def _holding(self, bag: Bag, card: int, *, new_melds: bool, lay_offs: bool, plain: bool) -> Iterator[Play]:
        if new_melds:
            for pieces in self._finder.new_runs(bag, must=card, plain=plain):
                yield USE_RUN, pieces, NONE
            for pieces in self._finder.new_groups(bag, must=card, plain=plain):
                yield USE_GROUP, pieces, NONE
        if lay_offs:
            rules, view = self._rules, self._view
            for on, meld, _ in self._growing():
                found = self._finder.extensions(bag, meld, must=card, plain=plain)
                # Most melds are not of the line of the card: only of the others it is asked whether they may grow.
                if found and (rules.melding.may_lay is None or rules.melding.may_lay(rules, view, on) is None):
                    for pieces in found:
                        yield USE_LAY, pieces, on
