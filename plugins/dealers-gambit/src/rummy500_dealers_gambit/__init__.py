"""Dealer's gambit: the dealer owns a joker, and names what jokers do before anybody looks at a card.

Each module has one subject:

- `composing`: name, option, pack and moves of the plugin, and the phase before the first draw;
- `memory`: the named effect, the dealer's joker, the sealed melds;
- `jokers`: the jokers that a seat may use, and the effect of using one;
- `wild`, `doubling`, `splitting`: the three effects; `plays` makes the moves of the last two;
- `blocking`: a joker laid on the dealer's;
- `catalogue`: the rules in words.
"""

from rummy500_dealers_gambit.catalogue import entries
from rummy500_dealers_gambit.composing import dealing, moves, pack, plugin_info, settings
from rummy500_dealers_gambit.doubling import may, score_lines
from rummy500_dealers_gambit.memory import Gambit, memory
from rummy500_dealers_gambit.wild import card_points, wilds

__all__ = [
    "Gambit",
    "card_points",
    "dealing",
    "entries",
    "may",
    "memory",
    "moves",
    "pack",
    "plugin_info",
    "score_lines",
    "settings",
    "wilds",
]
