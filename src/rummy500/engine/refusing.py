"""`why_not`: why an action is not legal, by the check of its move (`engine/moves/`, one file for each kind of move)."""

from __future__ import annotations

from typing import Final

from rummy500.actions import DECK, NONE, USE_GROUP, USE_LAY, USE_NONE, USE_RUN, Action, check_fields
from rummy500.cards import EMPTY_BAG
from rummy500.engine.chance import outcome_move
from rummy500.engine.plays import on_a_meld
from rummy500.engine.views import check_table, seat_view, settled
from rummy500.errors import Refusal, refuse
from rummy500.inputs import clipped, quoted
from rummy500.melds.pieces import group_order, natural_order, run_order
from rummy500.records import replace
from rummy500.rules import Move, Rules, name_plugin
from rummy500.state import OVER_PHASE, State, View

#: The types of the numbers of an action.
_WHOLE: Final = frozenset({int})


def why_not(rules: Rules, state: State | View, action: Action) -> Refusal | None:
    """Why an action is not legal.

    A view judges the actions of its own seat as the state does, but no seat decides how chance falls: a view refuses
    every action of the deck and every action with an outcome in it (`turn.seat`). A state accepts both, since programs,
    logs and replays apply what chance has done.

    Args:
        rules: the rules in force.
        state: a state, or the view of the seat that would act.
        action: any action, legal or not.

    Returns:
        `None` if it is legal; else a refusal with the id of the most specific rule. The order is: seat, phase, cards,
        shape, place, use, finish.

    Raises:
        PositionError: for a state of another number of seats.
        TypeError: for something that is not an action.
    """
    try:
        return _refusal(settled(rules, state) if rules.wilds_change else rules, state, action)
    except Exception as error:
        name_plugin(rules, error)
        raise


def _refusal(rules: Rules, state: State | View, action: Action) -> Refusal | None:
    public = state.public
    if len(public.known) != rules.seats:
        check_table(rules, state)
    if type(action) is not Action:
        raise TypeError(f"an action is an Action, not {quoted(action)}; parse_action reads one from text")
    whole = type(action.seat) is type(action.card) is type(action.depth) is type(action.on) is int
    if not (whole and _WHOLE.issuperset(map(type, action.pieces))):
        check_fields(action)
    move = rules.turn.move_of(action, public.phase)
    if move is None:
        return refuse_verb(action)
    if (action.seat == DECK) != (move.whose == "deck") or not DECK <= action.seat < rules.seats:
        return refuse("turn.seat", "no-seat", "Seat {seat} does not do that.", seat=quoted(action.seat))
    if public.phase == OVER_PHASE:
        return move.wrong_phase(rules, _watching(rules, state, action.seat), action)
    if move.whose == "turn" and action.seat != public.to_act:
        return _not_yours(rules, state, move, action)
    if move.whose == "pending" and public.phase in move.phases and action.seat not in public.turn.pending:
        return refuse("turn.seat", "acted", "You have acted in this round already, or need not act in it.")
    if isinstance(state, View) and action.seat not in (state.seat, DECK):
        return refuse("turn.seat", "not-seen", "What seat {seat} may do is not seen from here.", seat=action.seat)
    view = _watching(rules, state, action.seat)
    if public.phase not in move.phases:
        return move.wrong_phase(rules, view, action)
    if (action.seat == DECK or action.extra) and isinstance(state, View):
        by_chance = _refuse_chance(rules, state, action)
        if by_chance is not None:
            return by_chance
    refusal = move.check(rules, view, action) or (
        None if rules.cache.actions.has(action) else _malformed(rules, move, action)
    )
    if refusal is None or rules.turn.refused is None:
        return refusal
    return rules.turn.refused(rules, view, action, refusal)


def refuse_verb(action: Action) -> Refusal:
    """`turn.phase`: these rules have no such move."""
    return refuse("turn.phase", "no-such-move", 'There is no "{verb}" in these rules.', verb=clipped(action.verb))


def _refuse_chance(rules: Rules, view: View, action: Action) -> Refusal | None:
    """`turn.seat`: no seat decides how chance falls, in an action of the deck or as part of its own action."""
    if action.seat == DECK:
        return refuse("turn.seat", "by-chance", "No player decides a {verb}: chance does.", verb=action.verb)
    if outcome_move(rules, action) is None:
        return None
    decision = replace(action, extra=()).text(view.public.pile)
    return refuse("turn.seat", "outcome", 'How that falls is chance: say only "{decision}".', decision=decision)


def _not_yours(rules: Rules, state: State | View, move: Move, action: Action) -> Refusal:
    """The refusal of a move of the seat on turn to another seat; one that goes on with a call comes too late."""
    first = rules.turn.moves.get(action.verb)
    if first is not None and first.whose == "others" and first.check is move.check:
        return first.wrong_phase(rules, _watching(rules, state, action.seat), action)
    return refuse("turn.seat", "not-yours", "It is the turn of seat {seat}.", seat=state.public.to_act)


def _watching(rules: Rules, state: State | View, seat: int) -> View:
    if isinstance(state, View):
        return state if state.seat == seat else View(seat, state.public, EMPTY_BAG, EMPTY_BAG, state.slots)
    return (
        View(seat, state.public, EMPTY_BAG, EMPTY_BAG, state.slots) if seat == DECK else seat_view(rules, state, seat)
    )


_ORDERS = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}


def _malformed(rules: Rules, move: Move, action: Action) -> Refusal | None:
    """An action that says more than its move needs, or not in canonical order, is not an action of the list."""
    return _says_more(move, action) or (_bad_use(rules, move, action) if "use" in move.fields else None)


def _says_more(move: Move, action: Action) -> Refusal | None:
    for name, blank in move.blanks:
        if getattr(action, name) != blank:
            return refuse("turn.phase", "too-much-said", "A {verb} has no {field}.", verb=action.verb, field=name)
    return None


def _bad_use(rules: Rules, move: Move, action: Action) -> Refusal | None:
    in_order = rules.melding.finder.is_known(action.pieces)
    order = None if in_order else _ORDERS.get(action.use)
    if action.use not in move.uses or (order and order(action.pieces) != action.pieces):
        return refuse("turn.phase", "out-of-order", "The cards of this action are not in canonical order.")
    if not action.use and action.pieces:
        return refuse("turn.phase", "no-use", "This action names cards without a use.")
    if action.on != NONE and action.use in (USE_NONE, USE_RUN, USE_GROUP):
        return on_a_meld()
    return None
