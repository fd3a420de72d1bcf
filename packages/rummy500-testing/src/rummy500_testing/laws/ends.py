"""Laws of the course of a hand, its end and its score."""

from __future__ import annotations

from rummy500.engine.scoring import score_hand
from rummy500.engine.step import chance, is_over
from rummy500.engine.turns import goes_out
from rummy500.state import CORE_PHASES, ENDED_CIRCLE, ENDED_OUT, ENDED_STOCK, PLAY_PHASE
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot


@law()
def play_can_go_on(snapshot: Snapshot) -> Fault | None:
    """Until a hand is over, there is always a move to make or a shuffle to resolve; then there is neither."""
    due = chance(snapshot.rules, snapshot.state)
    phase, seat = snapshot.state.public.phase, snapshot.state.public.to_act
    if is_over(snapshot.state):
        return Fault("the hand is over and goes on") if due or snapshot.listed else None
    if due is not None and snapshot.listed:
        return Fault("a decision is listed while chance is due", snapshot.listed[0], "may_not")
    if due is not None or snapshot.listed:
        return None
    return Fault(f"nobody can do anything in the phase {phase!r} of the turn of seat {seat}")


@law()
def an_empty_hand_ends_its_turn(snapshot: Snapshot) -> Fault | None:
    """No seat acts without a card, and play stops after a hand is empty if the rules end it there."""
    state = snapshot.state
    if is_over(state):
        return None
    if state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]:
        return Fault(f"seat {state.public.to_act} has no card and the turn goes on")
    if snapshot.rules.turn.hand_emptied is goes_out and not all(state.hands):
        return Fault(f"seat {state.hands.index(0)} has no card and the hand goes on")
    return None


@law()
def the_end_has_a_reason(snapshot: Snapshot) -> Fault | None:
    """A hand that is over records the reason, and the cards agree with it.

    A plugin may have a phase of its own between going out and the end of the hand; there a seat may be out already.
    """
    state = snapshot.state
    ended, out = state.public.ended, state.public.out
    if not is_over(state):
        return Fault(f"the hand goes on and has ended by {ended!r}, seat {out} out") if _too_soon(snapshot) else None
    if not ended:
        return Fault("the hand is over for no reason")
    if (ended == ENDED_OUT) != (out >= 0) and ended in (ENDED_OUT, ENDED_STOCK, ENDED_CIRCLE):
        return Fault(f"the hand has ended by {ended!r}, seat {out} out")
    if ended == ENDED_OUT and state.hands[out]:
        return Fault(f"seat {out} has gone out with cards in hand")
    # The stock may hold cards that nobody may draw.
    refused = ended == ENDED_STOCK and snapshot.rules.turn.may_draw is not None
    if ended in (ENDED_STOCK, ENDED_CIRCLE) and state.stock and not refused:
        return Fault(f"the hand has ended by {ended!r} and the stock holds cards")
    return None


def _too_soon(snapshot: Snapshot) -> bool:
    """Return whether a hand that goes on records an end already."""
    state = snapshot.state
    out = state.public.out
    if out < 0 or state.public.ended:
        return bool(state.public.ended)
    return state.public.phase in CORE_PHASES or snapshot.rules.turn.hand_emptied is goes_out or bool(state.hands[out])


@law(costly=True)
def scores_add_up(snapshot: Snapshot) -> Fault | None:
    """Score lines sum to the totals by seat and by side."""
    rules = snapshot.rules
    score = score_hand(rules, snapshot.state)
    seats = [sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats)]
    if seats != list(score.by_seat):
        return Fault(f"the lines sum to {seats}, the seats have {score.by_seat}")
    sides = [
        sum(points for seat, points in enumerate(seats) if rules.sides[seat] == side)
        for side in dict.fromkeys(rules.sides)
    ]
    if sides != list(score.by_side):
        return Fault(f"the seats sum to {sides}, the sides have {score.by_side}")
    if score.final != is_over(snapshot.state):
        return Fault(f"final is {score.final}")
    return None


END_LAWS = (play_can_go_on, an_empty_hand_ends_its_turn, the_end_has_a_reason, scores_add_up)
