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
from rummy500_oklahoma.turn import collects, may, must_use, refused
from rummy500_oklahoma.winning import match_lines, match_winners, memory, score_lines

__all__ = [
    "card_points",
    "collects",
    "entries",
    "match_lines",
    "match_winners",
    "may",
    "memory",
    "moves",
    "must_use",
    "pack",
    "plugin_info",
    "refused",
    "score_lines",
    "settings",
    "uses",
    "wilds",
]
