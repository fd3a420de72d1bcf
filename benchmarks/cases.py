"""The cases of the gate. The source of the commit before runs them, too.

So they use public names where they can. A change that renames one of these takes either name here until it has landed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from benchmarks.counting import Case, work
from benchmarks.games import Game, games, hand_positions
from benchmarks.measuring import Positions

import rummy500 as r5
from rummy500 import players
from rummy500.fast.playouts import playouts  # the path that commits before have, too

#: Players, and how many of their decisions are counted, in positions of random play.
DECIDED: Final[Mapping[str, int]] = {"hard": 60, "expert": 4}
#: Parts of a decision: listing in a phase, applying an action of a verb.
LISTED: Final = ("draw", "play")
APPLIED: Final = ("draw", "take", "meld", "lay", "discard")
_HANDS: Final = 10


def cases() -> dict[str, Case]:
    """List every case."""
    found: dict[str, Case] = {name: partial(_play, game) for name, game in games().items()}
    found |= {name: partial(_decide, name, decisions) for name, decisions in DECIDED.items()}
    found |= {"fast hands": _playouts, "compose": _compose}
    for preset in ("classic", "pagat"):
        found |= {f"{preset}: list {phase}": partial(_listing, preset, phase) for phase in LISTED}
        found |= {f"{preset}: apply {verb}": partial(_applying, preset, verb) for verb in APPLIED}
    return found


def _play(game: Game) -> partial[int]:
    play = game.player(game.rules())
    play(2 * _HANDS, random.Random(0))
    return partial(play, _HANDS, random.Random(1))


def _decide(name: str, decisions: int) -> partial[int]:
    rules, rng = r5.compose("pagat"), random.Random(1)
    player: Any = players.player_named(name, rng)
    states = [state for _ in range(20) for state, _ in hand_positions(rules, rng)]
    choices = [state for state in states if len(r5.legal_actions(rules, state)) > 1]
    views = [r5.observe(rules, state, state.public.to_act) for state in rng.sample(choices, decisions + 1)]

    def decide(several: Sequence[r5.View]) -> int:
        for view in several:
            player.choose(rules, view, r5.legal_actions(rules, view))
        return len(several)

    decide(views[:1])
    return partial(decide, views[1:])


def _playouts() -> partial[int]:
    rules = r5.compose("classic", seats=4)
    state = r5.deal(rules, seed=1)

    def play(hands: int) -> int:
        playouts(rules, state, hands, random.Random(hands), "meld-first")
        return hands

    play(10)
    return partial(play, 50)


def _compose() -> Callable[[], int]:
    plugins = ["floating", "partnership"]
    r5.compose("classic", plugins, seats=4)  # loads these plugins: one side has no bytecode yet
    return lambda: bool(r5.compose("pagat", plugins, seats=4))


def _steps(rules: r5.Rules) -> Positions:
    rng = random.Random(0)
    return [step for _ in range(4 * _HANDS) for step in hand_positions(rules, rng)]


def _listing(preset: str, phase: str) -> Callable[[], int]:
    rules = r5.compose(preset)
    states = [state for state, _ in _steps(rules) if state.public.phase == phase]

    def list_all() -> int:
        for state in states:
            list(r5.legal_actions(rules, state))
        return len(states)

    list_all()
    return list_all


def _applying(preset: str, verb: str) -> Callable[[], int]:
    rules = r5.compose(preset)
    effect = rules.turn.moves[verb].effect
    steps = [(state, action) for state, action in _steps(rules) if action.verb == verb]

    def apply_all() -> int:
        for state, action in steps:
            effect(rules, state, action)
        return len(steps)

    apply_all()
    return apply_all


if __name__ == "__main__":
    work(cases(), sys.argv[2:])
