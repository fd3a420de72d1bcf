"""Michigan: every hand is a game of its own, and "Stop" calls the last discard (`score.michigan`, `call.stop`).

Each module has the hooks of one subject:

- `composing`: name of the plugin, and the options of the core that it fixes;
- `stopping`: the call, and the discard after it;
- `winning`: the winner of a hand;
- `catalogue`: the rules in words.
"""

from rummy500_michigan.catalogue import entries
from rummy500_michigan.composing import plugin_info, settings
from rummy500_michigan.stopping import Stop, effects, memory, moves, turn_ended
from rummy500_michigan.winning import match_winners

__all__ = [
    "Stop",
    "effects",
    "entries",
    "match_winners",
    "memory",
    "moves",
    "plugin_info",
    "settings",
    "turn_ended",
]
