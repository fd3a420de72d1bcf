"""How much better each level plays than the one below, and what moves of variants bring: `docs/opponents.md`.

    uv run --all-packages python -m benchmarks.ladder
    uv run --all-packages python -m benchmarks.ladder --only expert --part 0.25

Seed and deals are written down here, before the run. `--part` plays a part of the deals, and says how many. A compiled
wheel plays the same hands in less time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

import attrs

import rummy500 as r5
from rummy500.cards.cards import RandomBits
from rummy500.players import LEVELS, HardPlayer
from rummy500.simulate import Entrant, duel

SEED: Final = 2026
#: Plays as *hard*, without the moves that variants add.
PLAIN: Final = "hard-without-moves"


@attrs.frozen
class Row:
    """A duel of the ladder.

    Attributes:
        players: the better player, the others, and perhaps a last one that makes the mistakes.
        preset: the preset.
        seats: the number of seats.
        wanted: the points a hand that the lower bound must reach; just above 0 if it is 0.
        deals: the number of deals.
        plugin: the plugin; empty for none.
    """

    players: tuple[str, ...]
    preset: str
    seats: int
    wanted: float
    deals: int = 2000
    plugin: str = ""


_HARD: Final = ("hard", "medium", "medium", "medium")
_EXPERT: Final = ("expert", "hard", "hard", "hard")
_MOVES: Final = ("hard", PLAIN)
ROWS: Final = (
    Row(_HARD, "classic", 2, 6),
    Row(_HARD, "classic", 4, 5),
    Row(_HARD, "pagat", 2, 4),
    Row(_HARD, "pagat", 4, 2),
    Row(_HARD, "pagat", 2, 0, plugin="oklahoma"),
    Row(_EXPERT, "classic", 2, 8, 400),
    Row(_EXPERT, "classic", 4, 0, 400),
    Row(_EXPERT, "pagat", 2, 4, 400),
    Row(_EXPERT, "pagat", 4, 0, 400),
    Row(_MOVES, "pagat", 2, 0, plugin="dealers-gambit"),
    Row((*_MOVES, "medium"), "pagat", 3, 0, plugin="michigan"),
)


def _plain(random_source: RandomBits) -> HardPlayer:
    return HardPlayer(random_source, terms=("feed", "outs"))


def play(row: Row, part: float = 1) -> str:
    """Play a duel of the ladder.

    Args:
        row: the duel.
        part: the part of its deals to play.

    Returns:
        A line with the lead of the first player over the second.
    """
    rules = r5.compose(row.preset, [row.plugin] if row.plugin else [], seats=row.seats)
    names = row.players[: row.seats]
    entrants = {name: Entrant(name, LEVELS.get(name, _plain)) for name in names}
    deals = max(2, round(row.deals * part))
    found = duel(rules, [entrants[name] for name in names], deals=deals, seed=SEED, workers=1)
    first, second = names[:2]
    lead = found.difference(first, second) if len(set(names)) > 2 else found.leads[first]
    met = "met" if lead.low > row.wanted else f"wanted {row.wanted}"
    game = f"{row.preset} {row.plugin}".rstrip()
    return f"{first} over {second:<18} {game:<22} {row.seats} seats {deals:>5} deals  {lead}  low {lead.low:.1f}  {met}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the ladder, or some of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rows whose game or first player has this word")
    parser.add_argument("--seats", type=int, default=0, help="rows of this number of seats")
    parser.add_argument("--part", type=float, default=1, help="the part of the deals to play, 0.25 say")
    given = parser.parse_args(arguments)
    for row in ROWS:
        words = (row.players[0], row.players[1], row.preset, row.plugin)
        if given.only in ("", *words) and given.seats in (0, row.seats):
            print(play(row, given.part), flush=True)


if __name__ == "__main__":
    main()
