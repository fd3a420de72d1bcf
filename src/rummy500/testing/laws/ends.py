"""Laws of how a hand goes on, how it ends and what it counts."""

from __future__ import annotations

from rummy500.engine.score import score_hand
from rummy500.engine.step import chance, is_over
from rummy500.state import ENDED_CIRCLE, ENDED_OUT, ENDED_STOCK
from rummy500.testing.spot import Fault, Law, Spot


def never_dead(spot: Spot) -> Fault | None:
    """A hand that is not over has a decision or a due chance, one that is over has neither."""
    due = chance(spot.rules, spot.state)
    if is_over(spot.state):
        return Fault("the hand is over and goes on") if due or spot.listed else None
    if due is not None and spot.listed:
        return Fault("a decision is listed while chance is due", spot.listed[0], "may_not")
    return None if due is not None or spot.listed else Fault("nobody can do anything")


def the_end_has_a_reason(spot: Spot) -> Fault | None:
    """`ended` and `out` say why a hand is over, and say nothing before."""
    state = spot.state
    ended, out = state.open.ended, state.open.out
    if not is_over(state):
        return Fault(f"the hand goes on and has ended by {ended!r}, seat {out} out") if ended or out >= 0 else None
    if not ended:
        return Fault("the hand is over for no reason")
    if (ended == ENDED_OUT) != (out >= 0) and ended in (ENDED_OUT, ENDED_STOCK, ENDED_CIRCLE):
        return Fault(f"the hand has ended by {ended!r}, seat {out} out")
    if ended == ENDED_OUT and state.hands[out]:
        return Fault(f"seat {out} has gone out with cards in hand")
    refused = ended == ENDED_STOCK and spot.rules.may_draw is not None  # the stock may hold cards that nobody may draw
    if ended in (ENDED_STOCK, ENDED_CIRCLE) and state.stock and not refused:
        return Fault(f"the hand has ended by {ended!r} and the stock holds cards")
    return None


def scores_add_up(spot: Spot) -> Fault | None:
    """The lines of a score sum to the totals by seat, those to the totals by side."""
    rules = spot.rules
    score = score_hand(rules, spot.state)
    seats = [sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats)]
    if seats != list(score.by_seat):
        return Fault(f"the lines sum to {seats}, the seats have {score.by_seat}")
    sides = [
        sum(points for seat, points in enumerate(seats) if rules.sides[seat] == side)
        for side in dict.fromkeys(rules.sides)
    ]
    if sides != list(score.by_side):
        return Fault(f"the seats sum to {sides}, the sides have {score.by_side}")
    if score.final != is_over(spot.state):
        return Fault(f"final is {score.final}")
    return None


END_LAWS = (
    Law("never dead", "A hand that is not over has a decision or a due chance, else neither.", never_dead),
    Law("the end has a reason", "A hand that is over says why, and the cards agree.", the_end_has_a_reason),
    Law("scores add up", "Score lines sum to the totals by seat and by side.", scores_add_up, dear=True),
)
