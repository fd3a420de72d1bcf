"""The move by which the dealer names the effect of jokers: `name wild`, `name double`, `name split`."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rummy500.hooks import (
    Action,
    Move,
    Opening,
    Refusal,
    Rules,
    State,
    View,
    ViewFacts,
    Visible,
    first_phase,
    hookimpl,
    refuse,
    remember,
    replace,
    wrong_phase,
)
from rummy500_dealers_gambit.memory import gambit
from rummy500_dealers_gambit.names import EFFECTS, GAMBIT, NAME


@hookimpl
def opening() -> Opening:
    """Begin a hand with the phase in which the dealer names the effect."""
    return Opening(NAME, "dealer")


@hookimpl
def visible(rule: Visible) -> Visible:
    """Hide all hands, even one's own, until the effect is named."""

    def sees(rules: Rules, view: View) -> View:
        view = rule(rules, view)
        return replace(view, hand=0, drawn=0) if view.public.phase == NAME else view

    return sees


def _generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    view = facts.view
    return [Action(view.seat, NAME, extra=(effect,)) for effect in EFFECTS]


def _check(_rules: Rules, _view: View, action: Action) -> Refusal | None:
    if len(action.extra) == 1 and action.extra[0] in EFFECTS:
        return None
    return refuse(GAMBIT, "no-effect", "The dealer must name wild, double or split.")


def _effect(rules: Rules, state: State, action: Action) -> State:
    """Record the effect, and begin the core's first phase with the seat on the dealer's left."""
    first = (state.public.match.dealer + 1) % rules.seats
    begun = replace(state, public=replace(state.public, phase=first_phase(rules), to_act=first))
    return remember(rules, begun, attrs.evolve(gambit(rules, state), named=action.extra[0]))


NAME_MOVE = Move(NAME, (NAME,), "turn", _generate, _check, _effect, wrong_phase, ("extra",))
