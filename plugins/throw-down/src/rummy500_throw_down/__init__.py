"""500 Throw Down: discards are tossed on the table, and a take brings what lies on the card (`throw-down.cover`).

Each module has one subject:

- `covers`: what lies on what, its text in a position, and how it follows the pile;
- `tossing`: a discard that lands on others, `discard 9s over 4d 7c`;
- `taking`: what comes with a card, and what a refused take or call is told;
- `catalogue`: who the plugin is, and its rules in words.
"""

from rummy500_throw_down.catalogue import entries, plugin_info
from rummy500_throw_down.covers import Covers, memory
from rummy500_throw_down.taking import pile_brings, refused
from rummy500_throw_down.tossing import moves

__all__ = ["Covers", "entries", "memory", "moves", "pile_brings", "plugin_info", "refused"]
