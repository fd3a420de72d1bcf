"""Oklahoma, also Arlington: deuces are wild, the whole pile is taken, 1000 points win (`oklahoma.*`).

Each module has the hooks of one subject:

- `composing`: name and options of the plugin, and the options of the core that it sets;
- `cards`: the pack, wild cards, card points;
- `swapping`: taking back a joker;
- `turn`: takes of the whole pile, low aces, the queen of spades, and the names of these rules in refusals;
- `winning`: the bonus for going out, the match;
- `catalogue`: the rules in words.
"""

from rummy500_oklahoma.cards import card_points, pack, wilds
from rummy500_oklahoma.catalogue import entries
from rummy500_oklahoma.composing import plugin_info, settings
from rummy500_oklahoma.swapping import moves, uses
from rummy500_oklahoma.turn import may, takes
from rummy500_oklahoma.winning import match_winners, memory, score_lines

__all__ = [
    "card_points",
    "entries",
    "match_winners",
    "may",
    "memory",
    "moves",
    "pack",
    "plugin_info",
    "score_lines",
    "settings",
    "takes",
    "uses",
    "wilds",
]
