"""Joins what core and plugins forbid, deed by deed (hook `may`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

import attrs

from rummy500.actions import CALL, DRAW, TAKE, Action
from rummy500.engine.facts import ViewFacts
from rummy500.errors import Refusal
from rummy500.hooks.check import check_may
from rummy500.hooks.check_in_play import checked_refusal
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.hooks.specs import CORE_MAY
from rummy500.rules import Bar, Move, NaturalTwo, Rules, any_refusal
from rummy500.state import View

_DISCARD: Final = "discard"
#: The core's verbs whose own moves ask what is forbidden; every other move of such a verb is asked here.
_ASKED_BY_THE_CORE: Final = (DRAW, TAKE, CALL)

Refuse = Callable[..., Refusal | None]


class Forbidden(NamedTuple):
    """The deeds that core and plugins forbid together.

    Attributes:
        functions: for each deed but `discard` the functions that may refuse it, the core's first.
        bars: the cards that may not be discarded.
    """

    functions: Mapping[str, list[Refuse]]
    bars: tuple[Bar, ...]

    def of(self, deed: str) -> Any:
        """The function that refuses a deed; `None` if nothing does."""
        return any_refusal(self.functions.get(deed, ()))


def build_may(answers: HookAnswers, verbs: Collection[str]) -> Forbidden:
    """Join the answers to the hook `may` with what the core forbids.

    Args:
        answers: the answers of the plugins.
        verbs: the verbs of the moves that plugins add.

    Raises:
        ComposeError: for a wrong answer.
    """
    functions: dict[str, list[Refuse]] = {}
    bars: list[Bar] = []
    core = {deed: by_option.answers[str(answers.options[by_option.option])] for deed, by_option in CORE_MAY.items()}
    every: list[Mapping[str, Any]] = [{deed: forbids for deed, forbids in core.items() if forbids is not None}]
    for plugin, deeds in answers.each("may"):
        check_may(plugin, deeds, verbs)
        every.append({deed: _checked(plugin, deed, forbids) for deed, forbids in deeds.items()})
    for deeds in every:
        for deed, forbids in deeds.items():
            if deed == _DISCARD:
                bars += forbids if isinstance(forbids, tuple) else (forbids,)
            else:
                functions.setdefault(deed, []).append(forbids)
    return Forbidden(functions, tuple(bars))


def _checked(plugin: LoadedPlugin, deed: str, forbids: Any) -> Any:
    """Check during play what forbids a deed, except a `NaturalTwo`, which the engine knows, and bars."""
    if deed == _DISCARD or isinstance(forbids, NaturalTwo):
        return forbids
    return checked_refusal(plugin, deed, forbids)


def restricted(move: Move, core: Move | None, forbidden: Forbidden) -> Move:
    """A move that a plugin adds, without the actions that are forbidden.

    Melds, lay-offs and discards are asked about card by card, whichever move makes them. Where nothing can refuse the
    move, or the core's check asks already, it is returned as it is.

    Args:
        move: the move.
        core: the core's move of its verb, `None` for a verb of the plugin's own.
        forbidden: what core and plugins forbid.
    """
    found = forbidden.of(move.verb)
    if found is None or (core is not None and (move.verb not in _ASKED_BY_THE_CORE or move.check is core.check)):
        return move

    def refused(rules: Rules, view: View, action: Action) -> Refusal | None:
        refusal: Refusal | None = found(rules, view) if move.verb == DRAW else found(rules, view, action)
        return refusal

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        listed = move.generate(facts, plain=plain)
        return (action for action in listed if refused(facts.rules, facts.view, action) is None)

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        return move.check(rules, view, action) or refused(rules, view, action)

    # No turn counts on a forbidden way to its end.
    return attrs.evolve(move, generate=generate, check=check, follow_ups=None)
