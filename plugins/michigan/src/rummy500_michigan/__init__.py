"""Michigan: each hand is a game of its own, and "Stop" claims the last discard (`score.michigan`, `call.stop`).

Each module has the hooks of one subject:

- `composing`: who the plugin is, what it makes of the core's options;
- `stopping`: the call, and the discard after it;
- `winning`: who has won a hand;
- `catalogue`: the rules in words.
"""

from rummy500_michigan.catalogue import entries
from rummy500_michigan.composing import plugin_info, settings
from rummy500_michigan.stopping import Stop, memory, moves, turn_ended
from rummy500_michigan.winning import match_winners

__all__ = [
    "Stop",
    "entries",
    "match_winners",
    "memory",
    "moves",
    "plugin_info",
    "settings",
    "turn_ended",
]
