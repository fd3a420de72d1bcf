"""The move by which the dealer names the effect of jokers: `name wild`, `name double`, `name split`."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rummy500.hooks import (
    Action,
    Move,
    Refusal,
    Round,
    Rules,
    State,
    View,
    ViewFacts,
    has_acted,
    hookimpl,
    refuse,
    remember,
    wrong_phase,
)
from rummy500_dealers_gambit.memory import gambit
from rummy500_dealers_gambit.names import EFFECTS, GAMBIT, NAME


@hookimpl
def dealt() -> tuple[Round, ...]:
    """Begin a hand with a round in which the dealer names the effect, before anybody looks at their cards."""
    return (Round(NAME, "dealer", blind=True),)


def _generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    view = facts.view
    return [Action(view.seat, NAME, extra=(effect,)) for effect in EFFECTS]


def _check(_rules: Rules, _view: View, action: Action) -> Refusal | None:
    if len(action.extra) == 1 and action.extra[0] in EFFECTS:
        return None
    return refuse(GAMBIT, "no-effect", "The dealer must name wild, double or split.")


def _effect(rules: Rules, state: State, action: Action) -> State:
    """Record the effect; the dealer has acted."""
    named = remember(rules, state, attrs.evolve(gambit(rules, state), named=action.extra[0]))
    return has_acted(rules, named, action.seat)


NAME_MOVE = Move(
    NAME, (NAME,), "turn", _generate, _check, _effect, wrong_phase, ("extra",), label="Name what jokers do"
)
