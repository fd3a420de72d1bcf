"""`lay Th Jh on m1`: cards from the hand on a meld that lies on the table (`meld.layoff*`).

`engine/plays.py` decides on whose melds a seat may lay off, `cards/shapes.py` which cards fit. Check and
effect are those of a new meld, in `meld.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves.meld import check, effect
from rummy500.engine.plays import PlayFinder, allowed, open_targets
from rummy500.engine.turns import not_yet_drawn
from rummy500.rules.actions import LAY, NONE, USE_LAY, Action
from rummy500.rules.move import Move
from rummy500.rules.state import PLAY_PHASE


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every lay-off after which the turn can still end, on each meld that it fits (`meld.layoff-choice`)."""
    if not facts.is_natural:
        return _searched(facts, plain=plain)
    rules, view, hand = facts.rules, facts.view, facts.hand
    targets = rules.melding.finder.targets(view.public.table, hand)
    if targets and rules.melding.may_lay is not None:
        targets = open_targets(rules, view, targets)
    if not targets:
        return ()
    found: list[Action] = []
    for on, meld, wanted in targets:
        found += rules.cache.actions.lay_offs(view.seat, on, meld, hand, wanted)
    return facts.finishing(found if rules.may_meld_found is None else allowed(rules, view, found))


def _searched(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """Search for the lay-offs where a wild card is at hand, or shapes change."""
    hand, seat = facts.hand, facts.view.seat
    for use, pieces, on in PlayFinder(facts.rules, facts.view, hand).lay_offs(hand, plain=plain):
        if facts.finish.allows(use, pieces, on):
            yield Action(seat, LAY, NONE, 0, use, pieces, on)


LAY_MOVE = Move(LAY, (PLAY_PHASE,), "turn", generate, check, effect, not_yet_drawn, ("use", "pieces", "on"), (USE_LAY,))
