"""`lay Th Jh on m1`: cards from the hand on a meld that lies on the table (`meld.layoff*`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.actions import LAY, NONE, USE_LAY, Action
from rummy500.book import ActionBook
from rummy500.engine.finding import PlayFinder, allowed, open_targets
from rummy500.engine.moves.meld import check, effect
from rummy500.engine.moves.phases import not_yet_drawn
from rummy500.engine.plays import at_hand
from rummy500.engine.stranding import FinishCheck, finishing
from rummy500.melds.natural import Targets
from rummy500.rules import Move, Rules
from rummy500.state import PLAY_PHASE, View


def generate(rules: Rules, view: View, *, plain: bool) -> Iterable[Action]:
    """Every lay-off after which the turn can still end, on each meld that it fits (`meld.layoff-choice`)."""
    hand = view.hand if rules.beside is None else at_hand(rules, view)
    if not rules.plays_looked_up or rules.finder.has_wild(hand):
        return _searched(rules, view, hand, plain=plain)
    targets = open_targets(rules, view, rules.finder.natural.fitting_targets(view.public.table, hand))
    if not targets:
        return ()
    found = looked_up(rules.book, view.seat, hand, targets)
    if rules.may_meld_found is not None:
        found = allowed(rules, view, found)
    return finishing(rules, view, found) if found else found


def looked_up(book: ActionBook, seat: int, hand: int, targets: Targets) -> list[Action]:
    """The lay-offs of natural cards of a hand on melds that some of them fit."""
    found: list[Action] = []
    for on, meld, wanted in targets:
        found += book.lay_offs(seat, on, meld, hand, wanted)
    return found


def _searched(rules: Rules, view: View, hand: int, *, plain: bool) -> Iterator[Action]:
    """The same where a wild card is at hand, or shapes change."""
    finish = None
    for use, pieces, on in PlayFinder(rules, view, hand).lay_offs(hand, plain=plain):
        finish = finish or FinishCheck(rules, view)
        if finish.allows(use, pieces, on):
            yield Action(view.seat, LAY, NONE, 0, use, pieces, on)


LAY_MOVE = Move(LAY, (PLAY_PHASE,), "turn", generate, check, effect, not_yet_drawn, ("use", "pieces", "on"), (USE_LAY,))
