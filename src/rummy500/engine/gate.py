"""`turn.no-stranding`: of many plays of one view those after which the turn can still end."""

from __future__ import annotations

from typing import cast

from rummy500.actions import Action
from rummy500.cards import common, size
from rummy500.engine.finish import Search
from rummy500.engine.first_minimum import has_opened
from rummy500.engine.plays import shape_play, view_after
from rummy500.melds import Meld
from rummy500.melds.pieces import Pieces
from rummy500.melds.shapes import ALL_THIRTEEN
from rummy500.rules import Rules
from rummy500.state import View


def finishing(rules: Rules, view: View, plays: list[Action]) -> list[Action]:
    """Those of some melds and lay-offs, which shape and place allow, after which the turn can still end.

    Args:
        rules: the rules.
        view: what the seat on turn sees, in its play phase.
        plays: the plays, of cards of its hand.
    """
    if not rules.first_minimum and rules.melding_out and rules.beside is None and not rules.barred(rules, view):
        return plays  # a card stays that may go, or all is melded
    gate = FinishGate(rules, view)
    return [each for each in plays if gate.allows(each.use, each.pieces, each.on)]


class FinishGate:
    """Decides for many plays of one view whether the turn can still end after each.

    Args:
        rules: the rules.
        view: what the seat on turn sees, in its play phase.

    Attributes:
        free: a play of at most so many cards is allowed whatever it is.
    """

    __slots__ = ("_empties", "_lost", "_rules", "_search", "_view", "_won", "free")

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._view = view
        self._search: Search | None = None
        #: What has been allowed and what not, by use and meld.
        self._won: dict[tuple[str, int], list[Pieces]] = {}
        self._lost: dict[tuple[str, int], list[Pieces]] = {}
        held = view.open.hand_size(view.seat)
        barred = rules.barred(rules, view)
        duty = bool(rules.first_minimum) and not has_opened(view.open, view.seat)
        self.free = 0 if duty else held - 1 - (size(common(view.hand, barred)) if barred else 0)
        self._empties = 0 if duty or not rules.melding_out or rules.beside is not None else held

    def allows(self, use: str, pieces: Pieces, on: int) -> bool:
        """Whether the turn can still end after this play, which shape and place allow."""
        if len(pieces) <= self.free or len(pieces) == self._empties:
            return True
        search = self._search = self._search or Search(self._rules, self._view)
        # A run of all thirteen counts its ace high, which one that begins with the ace does not do in the same turn.
        if not search.covered or len(pieces) == ALL_THIRTEEN:
            return self._finishes(search, use, pieces, on)
        # The other cards of a play could follow as a lay-off: a shorter one leaves every way open that it leaves.
        won, lost = self._won.setdefault((use, on), []), self._lost.setdefault((use, on), [])
        if any(_within(pieces, longer) for longer in won):
            return True
        if any(_within(shorter, pieces) for shorter in lost):
            return False
        finishes = self._finishes(search, use, pieces, on)
        (won if finishes else lost).append(pieces)
        return finishes

    def _finishes(self, search: Search, use: str, pieces: Pieces, on: int) -> bool:
        view = self._view
        # Shape allows it, so it makes a meld.
        meld = cast("Meld", shape_play(self._rules.finder_for(view), view.open.table, view.seat, use, pieces, on))
        return search.can_finish(view_after(view, meld, use, pieces, on))


def _within(some: Pieces, pieces: Pieces) -> bool:
    """Whether all of some pieces are among others."""
    return len(some) <= len(pieces) and all(some.count(piece) <= pieces.count(piece) for piece in some)
