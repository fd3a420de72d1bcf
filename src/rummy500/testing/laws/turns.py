"""Laws of who acts when: the order of turns, what each phase allows, how a turn and a hand end.

Where a plugin says what comes after a turn (`turn_ended`) or after the last card (`hand_emptied`), or has a move of its
own in the place of one of the core's, that answer stands and is not judged.
"""

from __future__ import annotations

from rummy500.actions import DISCARD, DRAW, TAKE, Action
from rummy500.engine.legal import why_not
from rummy500.records import replace
from rummy500.state import OVER_PHASE, PLAY_PHASE
from rummy500.testing.law import Fault, Law
from rummy500.testing.model.cards import hand_of
from rummy500.testing.model.going_on import going, gone_on, idle_turns
from rummy500.testing.model.judging import has_opened, why_wrong
from rummy500.testing.model.known import any_answered, core_effect, number
from rummy500.testing.model.shapes import shapes_of
from rummy500.testing.model.values import played_now
from rummy500.testing.spot import Spot, Step

#: So many actions that are out of turn are tried in one state, made of so many that are listed.
_TRIED = 4
_CHANGED = 2


def the_turn_goes_on(step: Step) -> Fault | None:
    """The turn goes on or passes to the left, in the phase that follows, or the hand is over and says why."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if not core_effect(rules, action, before.open.phase):
        return None
    due = gone_on(rules, before, action, after)
    if due is None or due == going(after):
        return None
    return Fault(f"the hand should stand as {due} and stands as {going(after)}")


def an_idle_round_is_counted(step: Step) -> Fault | None:
    """With the stock empty a turn that has only taken the lone top card is counted, and any other begins anew."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if action.verb != DISCARD or before.stock or after.open.phase == OVER_PHASE:
        return None
    if not core_effect(rules, action, before.open.phase) or any_answered(rules, "turn_ended", "hand_emptied"):
        return None
    due = idle_turns(before)
    return None if after.open.idle == due else Fault(f"{due} idle turns in a row, and {after.open.idle} are told")


def a_first_minimum_is_reached(step: Step) -> Fault | None:
    """Who has begun the first meld of a hand has brought the first minimum when the turn ends.

    Not asked where others may act within a turn: what they do may put the minimum out of reach.
    """
    rules, before, action = step.rules, step.before, step.action
    minimum = number(rules, "meld.first-minimum")
    if not minimum or action.verb != DISCARD or before.open.phase != PLAY_PHASE:
        return None
    if not before.open.turn.plays or has_opened(before.open, action.seat) or any_answered(rules, "uses", "bars"):
        return None
    if rules.other_moves.get(PLAY_PHASE):
        return None
    points = played_now(rules, before)
    return Fault(f"the first melds bring {points} points, and {minimum} are due") if points < minimum else None


def out_of_turn_is_refused(spot: Spot) -> Fault | None:
    """What comes out of phase, out of turn, unheld or unused is refused."""
    rules, state = spot.rules, spot.state
    shapes = shapes_of(rules)
    for action in out_of_turn(spot):
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse")
    return None


def out_of_turn(spot: Spot) -> list[Action]:
    """Actions that are out of turn or out of phase for most seats."""
    state, rng, seats = spot.state, spot.rng, spot.rules.seats
    open_ = state.open
    found = [Action(rng.randrange(seats), DRAW), Action(open_.to_act, DRAW)]
    for seat in (open_.to_act, rng.randrange(seats)):
        hand = list(hand_of(state, seat))
        if hand:
            found.append(Action(seat, DISCARD, rng.choice(hand)))
    depths = [depth for depth in (1, 2, len(open_.pile)) if 1 <= depth <= len(open_.pile)]
    found += [Action(open_.to_act, TAKE, open_.pile[-depth], depth) for depth in depths]
    for action in spot.some(_CHANGED):
        found.append(replace(action, seat=(action.seat + rng.randrange(1, seats)) % seats))
        if action.verb == TAKE and action.use:
            below = action.depth + 1
            if below <= len(open_.pile):
                found.append(replace(action, depth=below, card=open_.pile[-below]))
            found.append(replace(action, use="", pieces=(), on=-1))
    return rng.sample(found, min(_TRIED, len(found)))


TURN_LAWS = (
    Law(
        "the turn goes on",
        "A turn is draw or take, plays, discard; then it passes to the left, or the hand is over and says why.",
        Step,
        the_turn_goes_on,
    ),
    Law(
        "an idle round is counted",
        "With the stock empty, turns that have only taken the lone top card are counted, and any other begins anew.",
        Step,
        an_idle_round_is_counted,
    ),
    Law(
        "a first minimum is reached",
        "Who has begun the first meld of a hand has brought the first minimum when the turn ends.",
        Step,
        a_first_minimum_is_reached,
    ),
    Law(
        "out of turn is refused",
        "What comes out of phase, out of turn, or without the use that is due is refused.",
        Spot,
        out_of_turn_is_refused,
    ),
)
