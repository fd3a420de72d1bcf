"""`lay Th Jh on m1`: cards from the hand on a meld that lies on the table (`meld.layoff*`)."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import LAY, NONE, USE_LAY, Action
from rummy500.engine.finding import PlayFinder
from rummy500.engine.finish import FinishGate
from rummy500.engine.moves.meld import check, effect
from rummy500.engine.moves.phases import not_yet_drawn
from rummy500.engine.plays import at_hand
from rummy500.rules import Move, Rules
from rummy500.state import PLAY_PHASE, View


def generate(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """Every lay-off after which the turn can still end, on each meld that it fits (`meld.layoff-choice`)."""
    gate = None
    hand = view.hand if rules.beside is None else at_hand(rules, view)
    for use, pieces, on in PlayFinder(rules, view, hand).lay_offs(hand, plain=plain):
        gate = gate or FinishGate(rules, view)
        if len(pieces) <= gate.free or gate.allows(use, pieces, on):
            yield Action(view.seat, LAY, NONE, 0, use, pieces, on)


LAY_MOVE = Move(LAY, (PLAY_PHASE,), "turn", generate, check, effect, not_yet_drawn, ("use", "pieces", "on"), (USE_LAY,))
