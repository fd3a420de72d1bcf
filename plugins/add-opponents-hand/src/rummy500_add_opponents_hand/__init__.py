"""Add opponent's hand: nobody deducts, whoever goes out adds what the others hold (`score.add-opponents`).

Each module has the hooks of one subject:

- `composing`: who the plugin is, its option;
- `adding`: whose cards count for whom;
- `late`: the lay-offs after somebody has gone out (`score.late-layoffs`);
- `catalogue`: the rules in words.
"""

from rummy500_add_opponents_hand.adding import deducts, score_lines
from rummy500_add_opponents_hand.catalogue import entries
from rummy500_add_opponents_hand.composing import options, plugin_info
from rummy500_add_opponents_hand.late import hand_emptied, moves

__all__ = [
    "deducts",
    "entries",
    "hand_emptied",
    "moves",
    "options",
    "plugin_info",
    "score_lines",
]
