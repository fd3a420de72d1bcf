"""Random play by the public functions of rummy500, and the games that two commits are compared in.

The source of another commit plays with this file, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import attrs
from benchmarks.measuring import Play, Positions

import rummy500 as r5

#: Its list of all actions is so long that players use `.plain()`.
OKLAHOMA: Final = "oklahoma"


@attrs.frozen
class Game:
    """Rules to play at random, and how.

    Attributes:
        name: its name in tables.
        preset: the preset.
        plugins: names of installed plugins.
        seats: the number of seats.
        plain: choose among `.plain()` actions alone.
        views: list the actions of the seat on turn from its view, as players do.
    """

    name: str
    preset: str = "classic"
    plugins: tuple[str, ...] = ()
    seats: int = 2
    plain: bool = False
    views: bool = False

    def rules(self) -> r5.Rules:
        """Compose its rules."""
        return r5.compose(self.preset, self.plugins, seats=self.seats)

    def player(self, rules: r5.Rules) -> Play:
        """Return a function that plays it."""
        return player(rules, plain=self.plain, views=self.views)


def games() -> dict[str, Game]:
    """List a game of each installed preset and plugin, and two that are listed from views, by name."""
    presets = [Game(each.name, each.name) for each in r5.list_presets()]
    with_preset = {each.plugin for each in r5.list_presets()}
    plugins = [
        Game(each.name, plugins=(each.name,), seats=each.seats[0], plain=each.name == OKLAHOMA)
        for each in r5.list_plugins()
        if each.name not in with_preset
    ]
    views = [Game(f"{preset} from views", preset, views=True) for preset in ("classic", "pagat")]
    return {each.name: each for each in (*presets, *plugins, *views)}


def player(rules: r5.Rules, *, plain: bool = False, views: bool = False) -> Play:
    """Return a function that plays random hands.

    Args:
        rules: the rules.
        plain: choose among `.plain()` actions alone.
        views: list the actions of the seat on turn from its view.
    """

    def play(hands: int, rng: random.Random) -> int:
        return sum(1 for _ in range(hands) for _ in _decisions(rules, rng, plain=plain, views=views))

    return play


def hand_positions(rules: r5.Rules, rng: random.Random, *, plain: bool = False) -> Positions:
    """Play a random hand; return each state with a decision, and the action that was chosen."""
    return list(_decisions(rules, rng, plain=plain))


def _decisions(
    rules: r5.Rules, rng: random.Random, *, plain: bool, views: bool = False
) -> Iterator[tuple[r5.State, r5.Action]]:
    """Play a random hand, and yield each state with a decision and its action."""
    state = r5.deal(rules, seed=rng.getrandbits(63))
    while not r5.is_over(state):
        actions = r5.legal_actions(rules, r5.observe(rules, state, state.public.to_act) if views else state)
        legal = list(actions.plain() if plain else actions)
        if not legal:
            state = after_chance(rules, state, rng)
            continue
        action = r5.resolve_chance(rules, state, legal[int(rng.random() * len(legal))], rng)
        yield state, action
        state = r5.apply(rules, state, action)


def after_chance(rules: r5.Rules, state: r5.State, rng: random.Random) -> r5.State:
    """Return the state after an outcome of chance, in a state without a decision.

    Raises:
        ValueError: if no chance is due either.
    """
    due = r5.chance(rules, state)
    if due is None:
        raise ValueError(f"neither a decision nor chance is due in {state}")
    return r5.apply(rules, state, due.sample(rng))
