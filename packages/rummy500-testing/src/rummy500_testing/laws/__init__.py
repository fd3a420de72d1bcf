"""The laws: statements that hold under any rules, about states, actions, hands and matches."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final, cast

from rummy500 import Action, Rules, State
from rummy500_testing.law import Law, S, laws_in, laws_of_plugin
from rummy500_testing.laws import answers, composing, dealing, listing, scores, secrecy, steps, turns, writing
from rummy500_testing.play import Game, Snapshot, take_snapshot

_MODULES: Final = (composing, dealing, steps, scores, turns, listing, secrecy, writing)
_LATER: Final = tuple(law for module in _MODULES for law in laws_in(module))
#: Every law; those that others rely on come first, and those of whole hands last: a broken state breaks them, too.
LAWS: Final = (*laws_in(answers), *sorted(_LATER, key=lambda law: law.of is Game))


def laws_of(subject: type[S]) -> tuple[Law[S], ...]:
    """List the laws about one kind of subject.

    Args:
        subject: `Rules`, `Snapshot`, `Step`, `Game` or `Counted`.
    """
    return cast("tuple[Law[S], ...]", tuple(law for law in LAWS if law.of is subject))


def laws_for(rules: Rules, more: Iterable[Law[Any]] = ()) -> tuple[Law[Any], ...]:
    """List the laws that apply to some rules: the general ones, and the laws of the plugins in play.

    Args:
        rules: the rules.
        more: laws of files (`laws_of_file`); those of plugins that are not in play are left out.

    Raises:
        ComposeError: if a plugin's laws do not load.
    """
    names = [name for name, _ in rules.identity.plugins]
    brought = (law for name in names for law in laws_of_plugin(name))
    return (*LAWS, *dict.fromkeys((*brought, *(law for law in more if not law.plugin or law.plugin in names))))


def check_step(rules: Rules, state: State, rng: random.Random, *, costly: bool = True) -> tuple[Action, ...]:
    """Check the laws about states, those of the plugins in play included, on one state.

    Args:
        rules: the rules in force.
        state: a state that play has reached.
        rng: where the seed of the laws' random choices comes from.
        costly: ask the costly laws too.

    Returns:
        The legal actions of the state, which the laws had to list anyway.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that begins in the state.
    """
    snapshot = take_snapshot(rules, state, rng)
    for law in laws_for(rules):
        if law.of is Snapshot and (costly or not law.costly):
            law.check(snapshot)
    return snapshot.listed


def check_game(game: Game) -> None:
    """Check the laws about whole hands, those of the plugins in play included, on one hand.

    Args:
        game: the hand as it was played.

    Raises:
        LawBroken: by the first law that does not hold.
    """
    for law in laws_for(game.rules):
        if law.of is Game:
            law.check(game)


__all__ = ["LAWS", "check_game", "check_step", "laws_for", "laws_in", "laws_of"]
