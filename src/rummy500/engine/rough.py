"""What a turn could come to if plugins forbade nothing: an answer found by cutting the hand up, not by trying plays.

What is not found so is not to be found at all. What is found must be tried: it is a list of plays.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rummy500.cards import at_least
from rummy500.engine.cover import Coverer, Ends
from rummy500.engine.cutting import Cutting
from rummy500.engine.finding import Play, open_targets
from rummy500.engine.first_minimum import points_to_bring
from rummy500.engine.plays import at_hand, may_lay_own
from rummy500.engine.way import plays_of
from rummy500.melds import MeldFinder
from rummy500.melds.natural import Targets
from rummy500.rules import Rules
from rummy500.state import View


class Rough:
    """Cuts hands up under rules whose plugins may forbid more.

    Args:
        rules: the rules.
    """

    __slots__ = ("_coverers", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._coverers: dict[MeldFinder, Coverer] = {}

    def ways(self, view: View) -> Iterator[list[Play]]:
        """Plays that may lead to an end of the turn, as far as shapes and places and known bars tell."""
        rules = self._rules
        finder = rules.finder_for(view)
        targets = finder.natural.targets(view.public.table)
        yield from self._ways(view, finder, open_targets(rules, view, targets))
        if rules.may_lay not in (None, may_lay_own):
            yield from self._ways(view, finder, targets)  # a meld, once it lies, may allow lay-offs

    def _ways(self, view: View, finder: MeldFinder, targets: Targets) -> Iterator[list[Play]]:
        coverer = self._coverer(finder)
        for cutting, ends in coverer.cuttings(view, points_to_bring(self._rules, view), targets):
            way = cutting.way()
            if way is not None:
                yield plays_of(finder.shapes, at_hand(self._rules, view), cutting, ends, way)

    def may_end(self, view: View) -> bool:
        """Whether the turn might end by plays or other moves; where it is not so, it cannot.

        Args:
            view: what the seat sees, where the turn cannot end at once.
        """
        cuttings = self.cuttings(view)
        return cuttings is None or any(cutting.can_end() for cutting, _ in cuttings)

    def cuttings(self, view: View) -> list[tuple[Cutting, Ends]] | None:
        """The hand as it may be cut up, by plays or other moves, if plugins forbade nothing.

        Args:
            view: what the seat sees, where the turn cannot end at once.

        Returns:
            Each choice of the ends of runs, `None` where other moves may do more.
        """
        rules = self._rules
        changing = _wilds_change(rules)
        sheds = _sheds(rules, view)
        if sheds is None or (changing and rules.shapes.joker_groups):
            return None  # jokers that are not wild now stand for themselves
        finder = rules.finder if changing else rules.finder_for(view)
        targets = finder.natural.targets(view.public.table)
        if rules.may_lay is may_lay_own:
            targets = open_targets(rules, view, targets)
        missing = 0 if changing else points_to_bring(rules, view)
        return self._coverer(finder).cuttings(view, missing, targets, sheds)

    def _coverer(self, finder: MeldFinder) -> Coverer:
        """What cuts up under rules where these are the wild cards, whatever is played."""
        coverer = self._coverers.get(finder)
        if coverer is None:
            rules = self._rules
            loosened = attrs.evolve(
                rules,
                finder=finder,
                shapes=finder.shapes,
                finder_now=None,
                may_meld=None,
                first_minimum=0 if _wilds_change(rules) else rules.first_minimum,
            )
            coverer = self._coverers[finder] = Coverer(loosened)
        return coverer


def _wilds_change(rules: Rules) -> bool:
    """Whether a play may change what is wild, and so what the cards count that lie."""
    return rules.finder_now is not None and not rules.wilds_stay


def _sheds(rules: Rules, view: View) -> int | None:
    """The cards that moves beside melding and laying off may take away, `None` where they may do more."""
    bag = 0
    for sheds in rules.sheds:
        more = None if sheds is None else sheds(rules, view)
        if more is None:
            return None
        bag = at_least(bag, more)
    return bag
