"""The steps between the deal and the first turn: effects, and rounds in which seats act (hook `dealt`)."""

from __future__ import annotations

from rummy500.engine.turns import first_phase
from rummy500.records import replace
from rummy500.rules import Round, Rules
from rummy500.state import NEW_TURN, OVER_PHASE, PublicState, State, Turn


def begin_rounds(rules: Rules, state: State, after: str = "") -> State:
    """Go through the steps up to the next one in which seats act; without one the first turn begins.

    Args:
        rules: the rules.
        state: the state as it was dealt, or after a round.
        after: the phase of the round that has ended; empty if none has.
    """
    steps = list(rules.deal.rounds)
    if after:
        while steps and steps.pop(0).phase != after:
            pass
    for step in steps:
        if step.begin is not None:
            state = step.begin(rules, state)
        if state.public.phase == OVER_PHASE:
            return state
        if step.phase:
            pending = who_acts(rules, step, state.public.match.dealer)
            turn = Turn(pending=pending)
            return replace(state, public=replace(state.public, phase=step.phase, to_act=pending[0], turn=turn))
    first = (state.public.match.dealer + 1) % rules.seats
    return replace(state, public=replace(state.public, phase=first_phase(rules), to_act=first, turn=NEW_TURN))


def who_acts(rules: Rules, step: Round, dealer: int) -> tuple[int, ...]:
    """The seats that act in a round, in their order."""
    left = (dealer + 1) % rules.seats
    if step.by == "all":
        return tuple((left + turn) % rules.seats for turn in range(rules.seats))
    return (dealer if step.by == "dealer" else left,)


def round_of(rules: Rules, phase: str) -> Round | None:
    """The round with a phase; `None` if it is not a phase of a round."""
    return next((step for step in rules.deal.rounds if step.phase == phase), None)


def is_in_any_order(rules: Rules, phase: str) -> bool:
    """Whether the pending seats of a phase act in any order."""
    return any(move.whose == "pending" for move in rules.turn.turn_moves.get(phase, ()))


def must_act(rules: Rules, public: PublicState, seat: int) -> bool:
    """Whether the hand waits for a seat: for the one on turn, or for each pending one if they act in any order."""
    return seat == public.to_act or (seat in public.turn.pending and is_in_any_order(rules, public.phase))


def has_acted(rules: Rules, state: State, seat: int) -> State:
    """The state after a seat has acted in a round: the next pending seat is on turn, or the next step begins.

    Args:
        rules: the rules.
        state: the state with the effect of its action.
        seat: the seat.

    Raises:
        ValueError: for a seat that is not pending.
    """
    public = state.public
    if seat not in public.turn.pending:
        raise ValueError(f"has_acted was called for seat {seat}, which is not pending in phase {public.phase}")
    pending = tuple(other for other in public.turn.pending if other != seat)
    if not pending:
        return begin_rounds(rules, state, public.phase)
    turn = replace(public.turn, pending=pending)
    return replace(state, public=replace(public, to_act=pending[0], turn=turn))
