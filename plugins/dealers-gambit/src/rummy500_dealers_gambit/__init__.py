"""Dealer's gambit: the dealer names blind what all jokers do this hand, and has one of them for sure.

Each module has one subject:

- `composing`: who the plugin is, its option, the pack, the list of its moves;
- `memory`: what was named, the dealer's joker, the sealed melds;
- `jokers`: whose jokers are whose, and what becomes of one that is used;
- `naming`: the phase before the first draw;
- `wild`, `doubling`, `splitting`: the three effects; `taking` is what doubled takes and splits share;
- `blocking`: another joker on the dealer's;
- `catalogue`: the rules in words.
"""

from rummy500_dealers_gambit.catalogue import entries
from rummy500_dealers_gambit.composing import moves, options, pack, plugin_info, settings
from rummy500_dealers_gambit.doubling import may_lay, score_lines
from rummy500_dealers_gambit.memory import Gambit, memory
from rummy500_dealers_gambit.naming import opening, visible
from rummy500_dealers_gambit.wild import card_points, refused, side_cards, wilds, wilds_now

__all__ = [
    "Gambit",
    "card_points",
    "entries",
    "may_lay",
    "memory",
    "moves",
    "opening",
    "options",
    "pack",
    "plugin_info",
    "refused",
    "score_lines",
    "settings",
    "side_cards",
    "visible",
    "wilds",
    "wilds_now",
]
