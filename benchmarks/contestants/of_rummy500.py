"""rummy500 itself: its presets, Oklahoma through `.plain()`, and each installed plugin.

States are immutable, so the state before is kept in any case: both modes are one.
"""

from __future__ import annotations

import random
from typing import Final

from benchmarks.games import OKLAHOMA, Game, hand_positions
from benchmarks.measuring import Contestant, Parts, Positions, Spread
from benchmarks.states import added_bytes

import rummy500 as r5

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
OKLAHOMA_ROW: Final = f"rummy500 {OKLAHOMA}, .plain()"

_WEIGHED_HANDS: Final = 20


def contestants() -> tuple[Contestant, ...]:
    """All rows of rummy500, with those of the plugins that are installed."""
    seats = {each.name: each.seats[0] for each in r5.list_plugins()}
    games = [Game(named(preset, seats), preset, seats=seats) for preset, seats in PRESETS]
    games += [Game(OKLAHOMA_ROW, plugins=(name,), plain=True) for name in seats if name == OKLAHOMA]
    games += [Game(f"rummy500 + {name}", plugins=(name,), seats=fewest) for name, fewest in seats.items()]
    for preset, plugins, players in COMBINATIONS:
        if seats.keys() >= set(plugins):
            games.append(Game(" + ".join([named(preset, players), *plugins]), preset, plugins, players))
    return tuple(map(_row, games))


def named(preset: str, seats: int) -> str:
    """The row of a preset."""
    return f"rummy500 {preset}" if seats == 2 else f"rummy500 {preset}, {seats} seats"


def _row(game: Game) -> Contestant:
    rules = game.rules()
    play = game.player(rules)

    def positions(rng: random.Random) -> Positions:
        return hand_positions(rules, rng, plain=game.plain)

    def list_all(positions: Positions) -> None:
        for state, _ in positions:
            actions = r5.legal_actions(rules, state)
            list(actions.plain() if game.plain else actions)

    def apply_all(positions: Positions) -> None:
        for state, action in positions:
            r5.apply(rules, state, action)

    def weigh() -> Spread:
        rng = random.Random(0)
        hands = [positions(rng) for _ in range(_WEIGHED_HANDS)]
        return added_bytes(hands, lambda state, action: r5.apply(rules, state, action))

    return Contestant(game.name, play, kept=play, parts=Parts(positions, list_all, apply_all), weigh=weigh)
