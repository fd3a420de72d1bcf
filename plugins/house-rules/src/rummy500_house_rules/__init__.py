"""House rules that groups add to 500 Rummy, each an option that is off until it is set (`house-rules.*`).

Each module has the hooks of one subject:

- `composing`: name and options of the plugin, and what it cannot be played with;
- `points`: points of cards, for going out and for a knock, which ends the hand;
- `wild`: the wild rank, and taking a wild card from the table;
- `pile`: who may take from the pile, and who may buy its top card;
- `catalogue`: the rules in words.
"""

from rummy500_house_rules.catalogue import entries
from rummy500_house_rules.composing import plugin_info, settings
from rummy500_house_rules.pile import dealing, may, memory
from rummy500_house_rules.points import card_points, score_lines
from rummy500_house_rules.wild import moves, wilds

__all__ = [
    "card_points",
    "dealing",
    "entries",
    "may",
    "memory",
    "moves",
    "plugin_info",
    "score_lines",
    "settings",
    "wilds",
]
