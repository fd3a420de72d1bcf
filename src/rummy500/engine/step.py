"""`apply` and `is_over`: one step of a hand, by decision or by chance."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.engine.refusing import refuse_verb, why_not
from rummy500.engine.views import settled
from rummy500.errors import IllegalActionError
from rummy500.inputs import quoted
from rummy500.records import replace
from rummy500.rules import Rules, check_record_type, name_plugin
from rummy500.state import OVER_PHASE, State, View


def apply(rules: Rules, state: State, action: Action) -> State:
    """The state after an action; the state given is untouched.

    Args:
        rules: the rules in force.
        state: the state before.
        action: a legal action, or a possible outcome of the chance that is due.

    Returns:
        The new state.

    Raises:
        IllegalActionError: if the action is not legal, with the refusal.
        PositionError: for a state of another number of seats.
        TypeError: for something that is not a state or not an action.
    """
    if type(state) is not State:
        raise TypeError(f"actions are applied to a State, not to {quoted(state)}")
    if rules.wilds_change:
        rules = settled(rules, state)
    if not rules.cache.has_listed(rules, state, action):
        refusal = why_not(rules, state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
    move = rules.turn.move_of(action, state.public.phase)
    if move is None:  # `why_not` has refused it
        raise IllegalActionError(refuse_verb(action))
    try:
        after = (move.in_play or move.effect)(rules, state, action)
        return remembered(rules, state, action, after) if rules.memory.hand_memory else after
    except Exception as error:
        name_plugin(rules, error)
        raise


def carry_out(rules: Rules, state: State, action: Action) -> State:
    """The state after the effect of an action, with what plugins add to it (hook `effects`); it is not checked.

    For an effect of a plugin that does what another move does: a draw that has waited for other seats, for example.

    Args:
        rules: the rules in force.
        state: the state before.
        action: the action.

    Raises:
        ValueError: for an unknown verb.
    """
    move = rules.turn.move_of(action, state.public.phase)
    if move is None:
        raise ValueError(f"carry_out was called for the verb {action.verb!r}, of which there is no move")
    return (move.in_play or move.effect)(rules, state, action)


def remembered(rules: Rules, before: State, action: Action, after: State) -> State:
    """The state after an action with what plugins remember of it.

    Raises:
        TypeError: naming the plugin, for one that remembers a record of another type than at the start.
    """
    slots = list(after.slots)
    for place, (name, memory) in enumerate(rules.memory.hand_memory):
        if memory.after is not None:
            record = slots[place] = memory.after(rules, before, action, after)
            check_record_type(name, "after", memory.kind, record)
    return after if slots == list(after.slots) else replace(after, slots=tuple(slots))


def is_over(state: State | View) -> bool:
    """Whether the hand is over."""
    return state.public.phase == OVER_PHASE
