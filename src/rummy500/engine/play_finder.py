"""Finding plays: the new melds and lay-offs that cards make for the seat of a view, by shape and place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import Bag, add, bag_of, union
from rummy500.cards.finder import NO_CARD, MeldFinder, Targets
from rummy500.cards.pieces import Meld, Pieces
from rummy500.rules.rules import Rules
from rummy500.state import View

#: A play: the word for its use, its pieces, and the meld it is laid on (-1 for a new one).
Play = tuple[str, Pieces, int]


def is_allowed(rules: Rules, view: View, finder: MeldFinder, use: str, pieces: Pieces, on: int) -> bool:
    """Whether the meld of a play that a finder has found may lie there, as the hook `may` says."""
    may_meld = rules.may_meld_found
    return may_meld is None or may_meld(rules, view, found_play(view, finder, use, pieces, on), on) is None


def found_play(view: View, finder: MeldFinder, use: str, pieces: Pieces, on: int) -> Meld:
    """The meld that a play makes which a finder has found; it is not judged again."""
    if on < 0:
        return finder.found_meld(pieces, view.seat, is_run=use == USE_RUN)
    return finder.shapes.joined(view.public.table[on], pieces, view.seat)


def allowed(rules: Rules, view: View, plays: Iterable[Action]) -> list[Action]:
    """Keep the melds and lay-offs of natural cards that the hook `may` allows."""
    finder = rules.melding.finder
    return [play for play in plays if is_allowed(rules, view, finder, play.use, play.pieces, play.on)]


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

    __slots__ = ("_finder", "_reach", "_rules", "_view")

    def __init__(self, rules: Rules, view: View, reach: int) -> None:
        self._rules = rules
        self._view = view
        self._reach = reach
        self._finder = (
            rules.melding.finder if rules.melding.finder_now is None else rules.melding.finder_now(rules, view)
        )

    def new_melds(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld that these cards can make: runs, then groups."""
        return self._search(bag, NO_CARD, lay_offs=False, plain=plain)

    def lay_offs(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every lay-off of these cards, meld by meld."""
        return self._search(bag, NO_CARD, new_melds=False, plain=plain)

    def plays(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off."""
        return self._search(bag, NO_CARD, plain=plain)

    def plays_with(self, bag: Bag, card: int, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off that holds a card."""
        return self._search(bag, card, plain=plain)

    def down_the_pile(
        self,
        hand: Bag,
        pile: bytes,
        *,
        new_melds: bool,
        lay_offs_to: int,
        plain: bool = False,
        collected_places: Sequence[tuple[int, ...]] | None = None,
        may_play: Callable[[int], bool] | None = None,
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        """Every play that holds the deepest of the cards taken, depth by depth.

        Args:
            hand: the cards that may be used beside those of the pile.
            pile: the cards that may be taken, the top last; the walk goes down to its first.
            new_melds: whether new melds count.
            lay_offs_to: the deepest depth at which lay-offs count.
            plain: leave out plays that waste a wild card.
            collected_places: the places of all cards that come with a card, for each card of `pile`, the top first;
                `pile` is the whole pile then. If left out each card comes with those above it.
            may_play: whether some play of the card at a depth may be legal; else none of it is generated. It is asked
                once a play of that depth is found.

        Yields:
            The depth, from 1, and the play.
        """
        bag = hand
        for depth, card in enumerate(reversed(pile), 1):
            if collected_places is None:
                bag = add(bag, card)
            else:
                places = collected_places[depth - 1]
                if not places:
                    continue
                bag = union(hand, bag_of(pile[-place] for place in places))
            lay_offs = depth <= lay_offs_to
            for use, pieces, on in self._search(bag, card, new_melds=new_melds, lay_offs=lay_offs, plain=plain):
                if may_play is not None and not may_play(depth):
                    break
                yield depth, use, pieces, on

    def _search(
        self, bag: Bag, must: int, *, new_melds: bool = True, lay_offs: bool = True, plain: bool
    ) -> Iterator[Play]:
        """The plays that the hook `may` allows; with the card `must`, unless it is -1."""
        found = self._by_shape(bag, must, new_melds=new_melds, lay_offs=lay_offs, plain=plain)
        if self._rules.may_meld_found is None:
            return found
        return (play for play in found if is_allowed(self._rules, self._view, self._finder, *play))

    def _by_shape(self, bag: Bag, must: int, *, new_melds: bool, lay_offs: bool, plain: bool) -> Iterator[Play]:
        finder, rules, view = self._finder, self._rules, self._view
        may_lay = rules.melding.may_lay
        if new_melds:
            for pieces in finder.new_runs(bag, must=must, plain=plain):
                yield USE_RUN, pieces, NONE
            for pieces in finder.new_groups(bag, must=must, plain=plain):
                yield USE_GROUP, pieces, NONE
        if lay_offs:
            targets = finder.targets(view.public.table, self._reach)
            if must < 0:
                targets = open_targets(rules, view, targets)
            for on, meld, _ in targets:
                found = finder.extensions(bag, meld, must=must, plain=plain)
                # A given card fits few melds: only of these it is asked whether they may grow.
                if must < 0 or (found and (may_lay is None or may_lay(rules, view, on) is None)):
                    for pieces in found:
                        yield USE_LAY, pieces, on
