"""Floating: melding the last card ends the turn, not the hand (`out.floating`).

Each module has the hooks of one subject:

- `composing`: name and option of the plugin, and the options of the core that it fixes;
- `floats`: the effect of an empty hand, and what it forbids;
- `unplayable`: the last card that must be laid off (`out.unplayable-discard`);
- `claiming`: the last discard that may be claimed (`out.unplayable-claim`);
- `catalogue`: the rules in words.
"""

from rummy500_floating.catalogue import entries
from rummy500_floating.claiming import moves
from rummy500_floating.composing import plugin_info, settings
from rummy500_floating.floats import hand_emptied, may

__all__ = [
    "entries",
    "hand_emptied",
    "may",
    "moves",
    "plugin_info",
    "settings",
]
