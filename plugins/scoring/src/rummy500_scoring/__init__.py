"""Other card values: aces at 15, 25, or 100 for four, fives and tens, scores divided by five.

`composing` has the name and the options of the plugin, `values` the card points, `catalogue` the rules in words.
"""

from rummy500_scoring.catalogue import entries
from rummy500_scoring.composing import plugin_info, settings
from rummy500_scoring.values import card_points, score_lines

__all__ = ["card_points", "entries", "plugin_info", "score_lines", "settings"]
