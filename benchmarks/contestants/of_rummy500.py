"""rummy500 itself: its presets, Oklahoma through `.plain()`, and each plugin of this repository.

States are immutable, so the state before is kept in any case: both modes are one.
"""

from __future__ import annotations

import random
from importlib.metadata import entry_points
from typing import Final

from benchmarks.measuring import Contestant, Parts, Play, Positions, Spread
from benchmarks.states import added_bytes
from tools.workspace import folders

import rummy500 as r5
from rummy500.hooks.plugin import GROUP

#: Presets and the numbers of seats that play them; two unless the name says otherwise.
PRESETS: Final = (
    ("classic", 2), ("classic", 4), ("classic", 8), ("pagat", 2), ("pagat", 8), ("north-american", 2), ("family", 2),
)  # fmt: skip
#: Combinations of plugins, each with its preset and number of seats.
COMBINATIONS: Final = (
    ("pagat", ("throw-down",), 4),
    ("pagat", ("oklahoma",), 2),
    ("classic", ("floating", "must-go-out"), 3),
)

#: What plugins need more than two seats for.
SEATS: Final = {"partnership": 4, "persian": 4}

OKLAHOMA: Final = "oklahoma"
OKLAHOMA_ROW: Final = f"rummy500 {OKLAHOMA}, .plain()"

_WEIGHED_HANDS: Final = 20


def contestants() -> tuple[Contestant, ...]:
    """All rows of rummy500, with those of the plugins that are installed."""
    rows = [of_rules(named(preset, seats), r5.compose(preset, seats=seats)) for preset, seats in PRESETS]
    plugins = installed_plugins()
    if OKLAHOMA in plugins:
        rows.append(of_rules(OKLAHOMA_ROW, with_plugin(OKLAHOMA), plain_only=True))
    rows += [of_rules(f"rummy500 + {name}", with_plugin(name)) for name in plugins]
    for preset, names, seats in COMBINATIONS:
        if set(names) <= set(plugins):
            rules = r5.compose(preset, names, seats=seats)
            rows.append(of_rules(" + ".join([named(preset, seats), *names]), rules))
    return tuple(rows)


def named(preset: str, seats: int) -> str:
    """The row of a preset."""
    return f"rummy500 {preset}" if seats == 2 else f"rummy500 {preset}, {seats} seats"


def installed_plugins() -> tuple[str, ...]:
    """The plugins of this repository that are installed, sorted."""
    return tuple(sorted(set(folders()) & {each.name for each in entry_points(group=GROUP)}))


def with_plugin(name: str) -> r5.Rules:
    """`classic` with one plugin and what it requires."""
    return r5.compose("classic", [name], seats=SEATS.get(name, 2))


def of_rules(name: str, rules: r5.Rules, *, plain_only: bool = False) -> Contestant:
    """A row for any rules.

    Args:
        name: its name.
        rules: what is played.
        plain_only: choose among `.plain()` actions alone.
    """
    play = player(rules, plain_only=plain_only)
    parts = _parts(rules, plain_only=plain_only)
    return Contestant(name, play, kept=play, parts=parts, weigh=lambda: _weighed(rules, parts))


def player(rules: r5.Rules, *, plain_only: bool = False) -> Play:
    """Random play by the public functions alone."""
    settles = bool(rules.turn.suffixed)  # a decision may have chance as part of it: what a tossed card covers

    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        for _ in range(hands):
            state = r5.deal(rules, seed=rng.getrandbits(63))
            while not r5.is_over(state):
                actions = r5.legal_actions(rules, state)
                legal = list(actions.plain() if plain_only else actions)
                if not legal:
                    state = after_chance(rules, state, rng)
                    continue
                action = legal[int(rng.random() * len(legal))]
                if settles:
                    action = r5.resolve_chance(rules, state, action, rng)
                state = r5.apply(rules, state, action)
                decisions += 1
        return decisions

    return play


def after_chance(rules: r5.Rules, state: r5.State, rng: random.Random) -> r5.State:
    """The state after what chance decides, where nobody else has a decision."""
    due = r5.chance(rules, state)
    if due is None:
        raise ValueError(f"neither a decision nor chance is due in {state}")
    return r5.apply(rules, state, due.sample(rng))


def hand_positions(rules: r5.Rules, rng: random.Random, *, plain_only: bool = False) -> Positions:
    """Every state of a random hand in which somebody decided, with what was decided."""
    positions: Positions = []
    state = r5.deal(rules, seed=rng.getrandbits(63))
    while not r5.is_over(state):
        actions = r5.legal_actions(rules, state)
        legal = list(actions.plain() if plain_only else actions)
        if not legal:
            state = after_chance(rules, state, rng)
            continue
        action = r5.resolve_chance(rules, state, legal[int(rng.random() * len(legal))], rng)
        positions.append((state, action))
        state = r5.apply(rules, state, action)
    return positions


def _weighed(rules: r5.Rules, parts: Parts) -> Spread:
    rng = random.Random(0)
    hands = [parts.positions(rng) for _ in range(_WEIGHED_HANDS)]
    return added_bytes(hands, lambda state, action: r5.apply(rules, state, action))


def _parts(rules: r5.Rules, *, plain_only: bool) -> Parts:
    def list_all(positions: Positions) -> None:
        for state, _ in positions:
            list(r5.legal_actions(rules, state))

    def list_all_plain(positions: Positions) -> None:
        for state, _ in positions:
            list(r5.legal_actions(rules, state).plain())

    def apply_all(positions: Positions) -> None:
        for state, action in positions:
            r5.apply(rules, state, action)

    def positions(rng: random.Random) -> Positions:
        return hand_positions(rules, rng, plain_only=plain_only)

    return Parts(positions, list_all_plain if plain_only else list_all, apply_all)
