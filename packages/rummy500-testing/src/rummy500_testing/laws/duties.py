"""Laws of duties: whoever ends a turn or the hand by choice has met them, and each move that ends one says so."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply
from rummy500.engine.views import seat_view
from rummy500.rules.move import Duty, End
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, ENDED_CIRCLE, ENDED_STOCK, OVER_PHASE, PLAY_PHASE, State
from rummy500_testing.law import Answer, Fault, law
from rummy500_testing.model.known import core_move
from rummy500_testing.snapshot import Step

#: How many plays are tried that could meet a duty.
_TRIED = 12
#: How many legal actions are listed to find plays among them.
_LISTED = 200


@law()
def chosen_ends_are_declared(step: Step) -> Answer:
    """A plugin's move that ends a turn or the hand declares it (`Move.ends`)."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if _end_of(step) is None or core_move(rules, action, before.public.phase) is not None:
        return None
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.ends or not after.hands[action.seat]:
        return None  # whoever plays its last card is asked before the play
    what = "hand" if after.public.phase == OVER_PHASE else "turn"
    return Fault(f"{action.verb!r} ends the {what}, but its move has no ends: it must say ends={what!r}")


@law()
def duties_are_met(step: Step) -> Answer:
    """Nobody ends a turn or the hand while a duty is open that a play could meet, unless the move lifts the duty."""
    rules, before, action = step.rules, step.before, step.action
    end = _end_of(step) if rules.turn.duties else None
    move = rules.turn.move_of(action, before.public.phase)
    if end is None or move is None:
        return None
    binding = [duty for duty in rules.turn.duties if duty.binds(end) and duty.name not in move.lifts]
    # A play of the last cards is judged by the view after it.
    plays_all = action.use and step.after.public.phase == OVER_PHASE and not step.after.hands[action.seat]
    ended = step.after if plays_all else before
    name = next((duty.name for duty in binding if _is_open(rules, ended, action.seat, duty)), None)
    if name is None:
        return None
    play = _meets(step, binding)
    if play is None:
        return None
    return Fault(f"the duty {name} is open at the end of the {end}, and {play.text(before.public.pile)} could meet it")


def _end_of(step: Step) -> End | None:
    """Return what the seat on turn ends by its action, `None` for nothing; the end of the stock ends nothing."""
    before, after = step.before.public, step.after.public
    if step.action.seat != before.to_act or before.phase not in (DRAW_PHASE, PLAY_PHASE):
        return None
    if after.phase == OVER_PHASE:
        by_stock = after.ended in (ENDED_STOCK, ENDED_CIRCLE)
        if by_stock:
            return "turn" if before.phase == PLAY_PHASE else None
        return "hand"
    is_next = after.phase == DRAW_PHASE and (before.phase == PLAY_PHASE or after.to_act != before.to_act)
    return "turn" if is_next else None


def _is_open(rules: Rules, state: State, seat: int, duty: Duty) -> bool:
    return duty.why(rules, seat_view(rules, state, seat)) is not None


def _meets(step: Step, duties: list[Duty]) -> Action | None:
    """Find a play after which every duty is met and the seat can end its turn; `None` if none is found."""
    rules, before, seat = step.rules, step.before, step.action.seat
    if before.public.phase != PLAY_PHASE:
        return None
    plays = [action for action in legal_actions(rules, before, seat=seat)[:_LISTED] if action.use]
    for play in step.rng.sample(plays, min(_TRIED, len(plays))):
        after = apply(rules, before, play)
        goes_on = after.public.phase == PLAY_PHASE and after.public.to_act == seat
        if goes_on and not any(_is_open(rules, after, seat, duty) for duty in duties) and _can_end(rules, after, seat):
            return play
    return None


def _can_end(rules: Rules, state: State, seat: int) -> bool:
    """Return whether a legal action of a seat ends its turn or the hand."""
    for action in legal_actions(rules, state, seat=seat):
        move = rules.turn.move_of(action, state.public.phase)
        if move is not None and move.ends:
            return True
    return False


DUTY_LAWS = (chosen_ends_are_declared, duties_are_met)
