"""Builds the effects of moves with what plugins add to them (hook `effects`), and asks about emptied hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import attrs

from rummy500.actions import Action
from rummy500.errors import nearest
from rummy500.hooks.check import STATE_ARGUMENTS, check_function
from rummy500.hooks.check_in_play import checked_effect
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.records import replace
from rummy500.rules import Effect, Move, Rules, WrapEffect
from rummy500.state import OVER_PHASE, State

#: For each verb the functions that wrap its effect, in the order of their plugins.
Wraps = Mapping[str, list[tuple[LoadedPlugin, WrapEffect]]]


def build_effects(answers: HookAnswers, verbs: Collection[str]) -> Wraps:
    """Collect the functions that wrap effects, by verb.

    Args:
        answers: the answers of the plugins.
        verbs: the verbs of every move of the game.

    Raises:
        ComposeError: for an unknown verb, and for what is not a function of an effect.
    """
    found: dict[str, list[tuple[LoadedPlugin, WrapEffect]]] = {}
    for plugin, wraps in answers.each("effects"):
        for verb, wrap in wraps.items():
            if verb not in verbs:
                raise plugin.error("effects", f"wraps an unknown verb {verb!r}; {nearest(str(verb), verbs)}")
            check_function(plugin, "effects", wrap, ("effect",), prefix=f"must wrap {verb!r} by")
            found.setdefault(verb, []).append((plugin, wrap))
    return found


def wrapped(move: Move, wraps: Wraps) -> Move:
    """A move with the effect that it has in play.

    Args:
        move: the move.
        wraps: the functions that wrap effects, by verb. The later plugin's is outside: it acts last.

    Raises:
        ComposeError: for a function that returns no effect.
    """
    effect = move.effect
    for plugin, wrap in wraps.get(move.verb, ()):
        effect = wrap(effect)
        check_function(plugin, "effects", effect, STATE_ARGUMENTS, prefix=f"must wrap the effect of {move.verb!r} by")
        effect = checked_effect(plugin, "effects", effect, f"must wrap {move.verb!r} by a function that returns")
    if move.other_hands:
        effect = _asking_emptied(effect)
    return move if effect is move.effect else attrs.evolve(move, in_play=effect)


def _asking_emptied(effect: Effect) -> Effect:
    """An effect that asks `hand_emptied` for each seat whose hand it empties: the actor, then clockwise."""

    def asking(rules: Rules, state: State, action: Action) -> State:
        after = effect(rules, state, action)
        for step in range(rules.seats):
            seat = (action.seat + step) % rules.seats
            if after.public.phase == OVER_PHASE:
                break
            if state.hands[seat] and not after.hands[seat]:
                after = rules.turn.hand_emptied(rules, after, replace(action, seat=seat))
        return after

    return asking
