"""Refusals of moves in the wrong phase (`turn.parts`, `turn.phase`, `draw.once`)."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.errors import Refusal, refuse
from rummy500.rules import Rules
from rummy500.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, View


def wrong_phase(_: Rules, view: View, action: Action) -> Refusal:
    """The refusal of a move that does not fit the phase at all."""
    if view.public.phase == OVER_PHASE:
        return refuse("turn.phase", "over", "The hand is over.")
    return refuse("turn.phase", "phase", "You cannot {verb} now.", verb=action.verb)


def already_drawn(rules: Rules, view: View, action: Action) -> Refusal:
    """The refusal of a draw or a take outside the draw phase."""
    if view.public.phase == PLAY_PHASE:
        return refuse("draw.once", "drawn", "You draw once a turn, and you have drawn.")
    return wrong_phase(rules, view, action)


def not_yet_drawn(rules: Rules, view: View, action: Action) -> Refusal:
    """The refusal of a meld, lay-off or discard before the draw."""
    if view.public.phase == DRAW_PHASE:
        doing = _DOING.get(action.verb, action.verb)  # a plugin's move may be made from one of the core's
        return refuse("turn.parts", "draw-first", "You must draw before you {verb}.", verb=doing)
    return wrong_phase(rules, view, action)


_DOING = {"lay": "lay off"}
