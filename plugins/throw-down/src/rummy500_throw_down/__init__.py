"""500 Throw Down: discards are tossed anywhere, and taking a card also takes the cards on it.

Each module has one subject:

- `covers`: the memory of cards that lie on others, and its text in a position;
- `tossing`: a discard that lands on others, `discard 9s over 4d 7c`;
- `taking`: the cards that come with a taken card, and refusals of takes and calls;
- `catalogue`: name of the plugin, and its rules in words.
"""

from rummy500_throw_down.catalogue import entries, plugin_info
from rummy500_throw_down.covers import Covers, memory
from rummy500_throw_down.taking import may, takes
from rummy500_throw_down.tossing import moves

__all__ = ["Covers", "entries", "may", "memory", "moves", "plugin_info", "takes"]
