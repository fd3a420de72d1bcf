"""Add opponent's hand: a player who goes out adds the cards left in other hands (`score.add-opponents`).

Each module has the hooks of one subject:

- `composing`: name and option of the plugin;
- `adding`: the score of opponents' cards;
- `late`: the lay-offs after somebody has gone out (`score.late-layoffs`);
- `catalogue`: the rules in words.
"""

from rummy500_add_opponents_hand.adding import deducts, score_lines
from rummy500_add_opponents_hand.catalogue import entries
from rummy500_add_opponents_hand.composing import plugin_info
from rummy500_add_opponents_hand.late import hand_emptied, moves

__all__ = [
    "deducts",
    "entries",
    "hand_emptied",
    "moves",
    "plugin_info",
    "score_lines",
]
