"""Checks of what functions of plugins return during play. Only these are wrapped: the core's cost nothing more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, cast

from rummy500.actions import Action
from rummy500.errors import Refusal
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.rules import Effect, PileBrings, Rules, all_above, note_plugin
from rummy500.state import State, View


def checked_effect(plugin: LoadedPlugin, hook: str, effect: Effect, must: str) -> Effect:
    """Make an effect that checks that another returns a state.

    Args:
        plugin: the plugin.
        hook: the hook with which the plugin returned it.
        effect: the effect.
        must: the beginning of the error, up to "a State".
    """

    @wraps(effect)
    def checked(rules: Rules, state: State, action: Action) -> State:
        after = effect(rules, state, action)
        if type(after) is not State:
            raise _wrong(plugin, hook, effect, f"{must} a State", after)
        return after

    return checked


def checked_refusal(
    plugin: LoadedPlugin, deed: str, forbids: Callable[..., Refusal | None]
) -> Callable[..., Refusal | None]:
    """Make a function of the hook `may` that checks that another returns a refusal or `None`.

    Args:
        plugin: the plugin.
        deed: the deed that it forbids.
        forbids: the function.
    """

    @wraps(forbids)
    def checked(*case: Any) -> Refusal | None:
        refusal = forbids(*case)
        if refusal is not None and type(refusal) is not Refusal:
            must = f"must forbid {deed!r} by a function that returns a Refusal or None"
            raise _wrong(plugin, "may", forbids, must, refusal)
        return refusal

    return checked


def checked_lines(
    plugin: LoadedPlugin, hook: str, find: Callable[..., object], kinds: tuple[type, ...]
) -> Callable[..., list[Any]]:
    """Make a function that checks that another returns lines of a score.

    Args:
        plugin: the plugin.
        hook: the hook with which the plugin returned it.
        find: the function; it may return any iterable.
        kinds: the types that a line may have.
    """
    wanted = " or ".join(kind.__name__ for kind in kinds)

    @wraps(find)
    def checked(*case: object) -> list[Any]:
        found = find(*case)
        if not isinstance(found, Iterable):
            raise _wrong(plugin, hook, find, f"must return a function that returns a list of {wanted}", found)
        lines = list(cast("Iterable[object]", found))
        for line in lines:
            if not isinstance(line, kinds):
                raise _wrong(plugin, hook, find, f"must return a function whose lines are each a {wanted}", line)
        return lines

    return checked


def checked_pile(rule: PileBrings) -> PileBrings:
    """Make a `pile_brings` that checks the answers of another during play: depths of the pile, each once."""

    def pile_brings(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        depths = tuple(rule(rules, view, depth))
        if not depths or depths == all_above(rules, view, depth):
            return depths
        if depth not in depths or len(set(depths)) < len(depths) or min(depths) < 1:
            raise ValueError(f"pile_brings must give depths from 1, each once, {depth} among them, not {depths!r}")
        most = len(view.public.pile)
        if depth <= most < max(depths):
            raise ValueError(f"pile_brings must give depths of a pile of {most} cards, not {depths!r}")
        return depths

    return pile_brings


def _wrong(plugin: LoadedPlugin, hook: str, function: Callable[..., object], must: str, returned: object) -> TypeError:
    """Make the error of a wrong answer, with the type of the answer alone: the answer itself may have hidden cards."""
    shown = "None" if returned is None else f"an object of the type {type(returned).__name__}"
    error = TypeError(f"plugin {plugin.info.name}: hook {hook} {must}, not {shown}")
    note_plugin(error, plugin.info.name, hook, function)
    return error
