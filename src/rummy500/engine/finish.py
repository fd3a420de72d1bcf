"""`turn.no-stranding`: whether a player can still end the turn, exactly.

A turn ends by a discard that nothing bars, or by melding out. Where a first minimum is begun it must be reached
before. The answer is immediate where no duty is open and a card can go; a search over the plays that are left
otherwise: card by card where points are missing and the order of plays is free.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.cards import common, count, faces_of, minus, remove, size
from rummy500.engine.bound import playable
from rummy500.engine.cover import Coverer, is_covered
from rummy500.engine.finding import Play, PlayFinder, open_targets
from rummy500.engine.first_minimum import points_missing, points_to_bring
from rummy500.engine.lattice import Plays
from rummy500.engine.plays import at_hand, judge_play, may_lay_after_meld, may_lay_own, shape_play, view_after
from rummy500.engine.rough import Rough
from rummy500.errors import Refusal, refuse
from rummy500.melds import Meld
from rummy500.melds.pieces import Pieces, pieces_bag
from rummy500.rules import Rules, has_melded
from rummy500.state import View


def can_finish(rules: Rules, view: View) -> bool:
    """Whether the seat on turn, in its play phase, can still end its turn.

    Args:
        rules: the rules.
        view: what the seat sees.

    Returns:
        True if some plays, maybe none, lead to a discard that nothing bars or to an empty hand that ends the turn.
    """
    return Search(rules).can_finish(view)


#: A position of the search: the hand, the melds of the table, what plugins remember, and what of the way
#: there matters: what is barred, and the points that are missing. The whole view where anything may matter.
_Key = tuple[int, tuple[tuple[int, int, Pieces], ...], tuple[object, ...], int, int] | View

#: The answers to `Rules.may_lay` to which it makes no difference how the turn's plays came to lie as they do.
_ORDERLESS: Final = (None, may_lay_after_meld, may_lay_own)


def order_is_free(rules: Rules) -> bool:
    """Whether what may be played depends on what lies on the table alone, not on the order in which it got there.

    What a plugin says of melds, of lay-offs or of wild cards may depend on what the turn has played.
    """
    return rules.may_meld is None and rules.finder_now is None and rules.may_lay in _ORDERLESS


#: A search is given up after so many positions: from there on the hand is cut up.
PATIENCE: Final = 20


class _LongSearchError(Exception):
    """A search has looked at many positions."""


class Search:
    """Looks through the plays of one turn; what it has found out about a position it does not ask again.

    Args:
        rules: the rules.
        patience: a search is given up after so many positions, and the hand is cut up instead, or, where plugins have a
            say, to tell where the search is to go on; 0 or more.

    Attributes:
        covered: nothing but jokers is wild, and plugins have no say (`is_covered`).
        given_up: a search has been given up.
    """

    __slots__ = (
        "_coverer", "_known", "_most", "_order_free", "_patience", "_reached", "_rough", "_rules",
        "covered", "given_up",
    )  # fmt: skip

    def __init__(self, rules: Rules, patience: int = PATIENCE) -> None:
        self._rules = rules
        self._most = patience
        self._known: dict[_Key, bool] = {}
        self._order_free = order_is_free(rules)
        self.covered = self._order_free and is_covered(rules)
        self._coverer = Coverer(rules)
        self.given_up = False
        #: So many positions more are looked at before a search is given up; it never is where this is negative.
        self._patience = -1
        #: What tells where to look, once a search has been given up.
        self._rough: Rough | None = None
        #: The answers of `_reach`, by the position and the cards that may be played.
        self._reached: dict[tuple[_Key, int], bool] = {}

    def can_finish(self, view: View) -> bool:
        """Whether the turn can still end from here, after plays of this turn."""
        if not self._rules.first_minimum and _ends_now(self._rules, view, 0):
            return True  # sooner said than looked up
        if not self.covered:
            return self._told(view)
        self._patience = self._most
        try:
            return self._found(view)
        except _LongSearchError:
            self.given_up = True
            return self._covers(view)

    def _told(self, view: View) -> bool:
        """The same where plugins have a say."""
        self._patience = -1 if self._rough else self._most
        try:
            return self._found(view)
        except _LongSearchError:
            self.given_up = True
            self._rough = Rough(self._rules)
            return self._told(view)

    def _covers(self, view: View) -> bool:
        """The same, found out by cutting the hand up where the order of plays makes no difference."""
        covered = self._cover(view)
        if covered is None:
            self._patience, self._rough = -1, self._rough or Rough(self._rules)
            return self._found(view)
        self._known[self._key(view)] = covered
        return covered

    def _found(self, view: View) -> bool:
        key = self._key(view)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look(view)
        return known

    def _after(self, view: View, meld: Meld, play: Play) -> View:
        """What the seat would see after a play; a search that has looked at many of them is given up."""
        if not self._patience:
            raise _LongSearchError
        self._patience -= 1
        return view_after(view, meld, *play)

    def _key(self, view: View) -> _Key:
        if not self._order_free:
            return view
        melds = tuple((meld.low, meld.line, meld.pieces) for meld in view.public.table)
        if not view.slots:  # a plugin may remember melds by their places
            melds = tuple(sorted(melds))
        rules = self._rules
        # A move of a plugin may bring a card back that was played: then it matters how one got here.
        barred = rules.barred(rules, view) if rules.ahead else 0
        return view.hand, melds, view.slots, barred, points_missing(rules, view)

    def _look(self, view: View) -> bool:
        rules = self._rules
        missing = points_missing(rules, view)
        if _ends_now(rules, view, missing):
            return True
        if not view.hand:
            return False
        # Where wild cards change a play may count anew: then no more can be said of the points.
        counts = missing and not rules.ahead and rules.finder_now is None
        if counts and missing > playable(rules, view, at_hand(rules, view))[1]:
            return False
        if self._rough is not None:
            if any(self._holds(view, plays) for plays in self._rough.ways(view)):
                return True
            if not self._rough.may_end(view):
                return False
        if counts and self._is_free(view) and has_free_card(rules, view):
            return self._reach(view, at_hand(rules, view))
        if self.all_must_go(view) and playable(rules, view, view.hand)[0] != view.hand:
            return False
        finder = rules.finder_for(view)
        for play in self._worth_trying(view):
            meld = shape_play(finder, view.public.table, view.seat, *play)
            if isinstance(meld, Meld) and self._found(self._after(view, meld, play)):
                return True
        return any(self._found(after) for look_ahead in rules.ahead for after in look_ahead(rules, view))

    def _cover(self, view: View) -> bool | None:
        """Whether the hand can be cut up so that the turn can end; `None` where the order of plays may matter."""
        rules = self._rules
        missing = points_to_bring(rules, view)
        targets = rules.finder.natural.targets(view.public.table)
        allowed = open_targets(rules, view, targets)
        if self._coverer.can_end(view, missing, allowed):
            return True
        # A meld, once it lies, will allow lay-offs.
        if rules.may_lay is not may_lay_after_meld or len(allowed) == len(targets):
            return False
        return None if self._coverer.can_end(view, missing, targets) else False

    def plays_of(self, view: View) -> Plays | None:
        """What tells of the plays of a view after which of them the turn cannot end, `None` where nothing does.

        Where jokers alone are wild and plugins have no say (`covered`) it tells after which it can, too.

        Args:
            view: what the seat sees, where the turn cannot end at once.
        """
        rules = self._rules
        if not self.covered:
            cuttings = None if self._rough is None else self._rough.cuttings(view)
            return None if cuttings is None else Plays(rules, cuttings)
        targets = rules.finder.natural.targets(view.public.table)
        if rules.may_lay is not may_lay_after_meld:  # a play that may be made is a meld, or follows one
            targets = open_targets(rules, view, targets)
        return Plays(rules, self._coverer.cuttings(view, points_to_bring(rules, view), targets))

    def _holds(self, view: View, plays: Iterable[Play]) -> bool:
        """Whether some plays are allowed one after the other, and the turn can end then."""
        for play in plays:
            meld = judge_play(self._rules, view, *play)
            if isinstance(meld, Refusal):
                return False
            view = view_after(view, meld, *play)
        return _ends_now(self._rules, view, points_missing(self._rules, view))

    def _worth_trying(self, view: View) -> Iterable[Play]:
        """The plays to look at: where one end can be reached by several orders of plays, not each of them."""
        rules = self._rules
        hand = at_hand(rules, view)
        finder = PlayFinder(rules, view, hand)
        if has_free_card(rules, view):
            # Points are missing. The longest plays first: where an end can be reached they reach it soonest.
            return sorted(finder.plays(hand), key=lambda play: -len(play[1]))
        if not rules.old_are_free or rules.ahead:
            # A play may free a card, or another move may: nothing is known of the order.
            return finder.plays(hand)
        # Every card is barred, and plays free none: all must be played, in any order. So one of them is played now,
        # unless it may have to wait for a first meld.
        if not rules.melding_out:
            return ()
        may_lay = rules.may_lay
        if not self._order_free:
            return finder.plays(hand)
        if may_lay is not None and any(may_lay(rules, view, on) is not None for on in range(len(view.public.table))):
            return finder.plays(hand)
        return finder.plays_with(hand, faces_of(hand)[0])

    def all_must_go(self, view: View) -> bool:
        """Whether no card of the hand may be discarded, and no play changes that: so each must be played."""
        rules = self._rules
        settled = rules.old_are_free and not rules.ahead and rules.finder_now is None
        return settled and not has_free_card(rules, view)

    def _is_free(self, view: View) -> bool:
        """Whether any of the plays that are left could come first, those on melds to come apart."""
        waits = self._rules.may_lay is may_lay_after_meld and not has_melded(view.public, view.seat)
        return self._order_free and not waits

    def _reach(self, view: View, bag: int) -> bool:
        """Whether the turn can still end with plays of these cards at hand alone, where points are missing.

        Of one card a copy is played now, or none is played at all. No way is missed by that: where a card is laid off
        on a meld of this turn, or further on at an end that this turn has made longer, both plays could have been one,
        for as many points and with the same melds; and two plays of which neither needs the other come in any order.
        """
        key = self._key(view), bag
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = self._look_at_cards(view, bag)
        return known

    def _look_at_cards(self, view: View, bag: int) -> bool:
        rules = self._rules
        missing = points_missing(rules, view)
        if not missing or not has_free_card(rules, view):
            return self._found(view)
        bag, most = playable(rules, view, bag)
        if not bag or missing > most:
            return False
        # The card first without which the most is lost: soon no more of them may be left out.
        card = max(faces_of(bag), key=lambda face: count(bag, face) * rules.points.most(face))
        finder = rules.finder_for(view)
        plays = PlayFinder(rules, view, bag).plays_with(bag, card)
        for play in sorted(plays, key=lambda play: -len(play[1])):
            meld = shape_play(finder, view.public.table, view.seat, *play)
            if isinstance(meld, Meld):
                after = self._after(view, meld, play)
                if self._reach(after, minus(bag, pieces_bag(play[1]))):
                    return True
        for _ in range(count(bag, card)):
            bag = remove(bag, card)
        return self._reach(view, bag)


def _ends_now(rules: Rules, view: View, missing: int) -> bool:
    if missing:
        return False
    if not view.hand:
        return rules.melding_out
    return has_free_card(rules, view)


def has_free_card(rules: Rules, view: View) -> bool:
    """Whether the hand holds a card that nothing bars from being discarded."""
    barred = rules.barred(rules, view)
    return not barred or size(common(view.hand, barred)) < size(view.hand)


def refuse_stranding(rules: Rules, after: View) -> Refusal | None:
    """Why a play that leads to this view strands the player, or `None` if it does not.

    The most specific rule is named: the one duty without which the turn could end.
    """
    return None if can_finish(rules, after) else why_stranded(rules, after)


def why_stranded(rules: Rules, after: View) -> Refusal:
    """The same where it is known that the turn cannot end from this view."""
    if rules.first_minimum and can_finish(attrs.evolve(rules, first_minimum=0), after):
        return refuse(
            "meld.first-minimum",
            "short",
            "Your first meld must bring {minimum} points in its turn, and this cannot reach them.",
            minimum=rules.first_minimum,
        )
    if not rules.melding_out and can_finish(attrs.evolve(rules, melding_out=True), after):
        return refuse("out.discard-required", "no-discard", "You need a card left to discard when you go out.")
    return refuse("turn.no-stranding", "stranded", "After this you could not end your turn.")
