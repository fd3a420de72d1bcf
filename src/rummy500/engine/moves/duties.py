"""Duties at the end of a turn or of the hand: which are still open, and which of them can be met."""

from __future__ import annotations

from rummy500.base.errors import Refusal
from rummy500.engine.moves.call import ends_by_calling
from rummy500.engine.stranding import duties_in_force, may_go_on
from rummy500.rules.move import End, Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import View


def refuse_end(rules: Rules, view: View, move: Move) -> Refusal | None:
    """Why a move may not end the turn or the hand now: a duty is open that can be met, and the move does not lift it.

    The one question that every move is asked which ends a turn or the hand (`Move.ends`), when actions are listed and
    when one is checked, from the view before the end. Plays that empty a hand are judged by the search
    (`engine/stranding.py`).
    """
    end = _end_of(move, view)
    refusals = {
        duty: refusal
        for duty in rules.turn.duties
        if duty.binds(end) and duty.name not in move.lifts and (refusal := duty.why(rules, view)) is not None
    }
    if not refusals or not (may_go_on(rules, view) or ends_by_calling(rules, view)):
        return None
    return next((refusals[duty] for duty in duties_in_force(rules, view) if duty in refusals), None)


def _end_of(move: Move, view: View) -> End:
    """The end that a move brings about: of the hand, if it plays the last card, else as the move says."""
    gives_last = "card" in move.fields and view.public.hand_size(view.seat) == 1
    return "hand" if move.ends == "hand" or gives_last else "turn"
