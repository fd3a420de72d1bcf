"""`turn.no-stranding`: of many plays of one view those after which the turn can still end."""

from __future__ import annotations

from typing import Final, cast

from rummy500.actions import Action
from rummy500.cards import common, size
from rummy500.engine.finish import Search
from rummy500.engine.first_minimum import has_opened
from rummy500.engine.lattice import Plays
from rummy500.engine.plays import shape_play, view_after
from rummy500.melds import Meld
from rummy500.melds.pieces import Pieces
from rummy500.rules import Rules
from rummy500.state import View

#: Plays that were asked about in vain before all are asked about at once.
_OFTEN: Final = 2


def finishing(rules: Rules, view: View, plays: list[Action]) -> list[Action]:
    """Those of some melds and lay-offs, which shape and place allow, after which the turn can still end.

    Args:
        rules: the rules.
        view: what the seat on turn sees, in its play phase.
        plays: the plays, of cards of its hand.
    """
    if not rules.first_minimum and rules.melding_out and rules.beside is None and not rules.barred(rules, view):
        return plays  # a card stays that may go, or all is melded
    gate = gate_for(rules, view)
    return [each for each in plays if gate.allows(each.use, each.pieces, each.on)]


def gate_for(rules: Rules, view: View) -> FinishGate:
    """What decides for plays of a view; it is the same for all questions about one view that follow each other.

    Args:
        rules: the rules.
        view: what the seat on turn sees, in its play phase.
    """
    gate = rules.book.gate
    if isinstance(gate, FinishGate) and gate.is_of(rules, view):
        return gate
    made = rules.book.gate = FinishGate(rules, view)
    return made


class FinishGate:
    """Decides for many plays of one view whether the turn can still end after each.

    Args:
        rules: the rules.
        view: what the seat on turn sees, in its play phase.

    Attributes:
        free: a play of at most so many cards is allowed whatever it is.
    """

    __slots__ = ("_empties", "_ends", "_failed", "_lost", "_plays", "_rules", "_search", "_view", "_won", "free")

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._view = view
        self._search: Search | None = None
        #: What tells of all plays at once, where single ones are found out about the long way.
        self._plays: Plays | None = None
        self._failed = 0
        #: Whether the turn can end from the view, once that was asked.
        self._ends: bool | None = None
        #: What has been allowed and what not, by use and meld.
        self._won: dict[tuple[str, int], list[Pieces]] = {}
        self._lost: dict[tuple[str, int], list[Pieces]] = {}
        held = view.public.hand_size(view.seat)
        barred = rules.barred(rules, view)
        duty = bool(rules.first_minimum) and not has_opened(view.public, view.seat)
        self.free = 0 if duty else held - 1 - (size(common(view.hand, barred)) if barred else 0)
        self._empties = 0 if duty or not rules.melding_out or rules.beside is not None else held

    def is_of(self, rules: object, view: object) -> bool:
        """Whether it decides for this view under these rules."""
        return rules is self._rules and (view is self._view or view == self._view)

    def can_end(self) -> bool:
        """Whether the turn can end from the view, at once or after plays."""
        if self._ends is None:
            self._search = self._search or Search(self._rules)
            self._ends = self._search.can_finish(self._view)
        return self._ends

    def allows(self, use: str, pieces: Pieces, on: int) -> bool:
        """Whether the turn can still end after this play, which shape and place allow."""
        if len(pieces) <= self.free or len(pieces) == self._empties:
            return True
        if self._ends is False:
            return False
        search = self._search = self._search or Search(self._rules)
        if not search.covered:
            return self._finishes(search, use, pieces, on)
        # The other cards of a play could follow as a lay-off: a shorter one leaves every way open that it leaves.
        won, lost = self._won.setdefault((use, on), []), self._lost.setdefault((use, on), [])
        if any(_within(pieces, longer) for longer in won):
            return True
        if any(_within(shorter, pieces) for shorter in lost):
            return False
        if self._ends is None and search.all_must_go(self._view) and not self.can_end():
            return False  # sooner than play by play
        finishes = self._finishes(search, use, pieces, on)
        (won if finishes else lost).append(pieces)
        return finishes

    def _finishes(self, search: Search, use: str, pieces: Pieces, on: int) -> bool:
        rules, view = self._rules, self._view
        # Shape allows it, so it makes a meld.
        meld = cast("Meld", shape_play(rules.finder_for(view), view.public.table, view.seat, use, pieces, on))
        if self._plays is None and self._takes_long(search):
            self._plays = search.plays_of(view)
        told = None if self._plays is None else self._plays.can_end_after(on, meld, pieces)
        if told is False or (told and search.covered):
            return told
        finishes = search.can_finish(view_after(view, meld, use, pieces, on))
        self._failed += not finishes
        return finishes

    def _takes_long(self, search: Search) -> bool:
        """Whether a search was given up, or plays are asked about in vain again where all cards must be played."""
        return search.given_up or (self._failed >= _OFTEN and search.all_must_go(self._view))


def _within(some: Pieces, pieces: Pieces) -> bool:
    """Whether all of some pieces are among others."""
    return len(some) <= len(pieces) and all(some.count(piece) <= pieces.count(piece) for piece in some)
