"""Other card values: aces at 15, 25 or 100 for four, tens and fives, scores in fifths.

`composing` says who the plugin is and settles its options, `values` what cards count; `catalogue` has the rules in
words.
"""

from rummy500_scoring.catalogue import entries
from rummy500_scoring.composing import options, plugin_info, settings
from rummy500_scoring.values import card_points, point_unit, score_lines

__all__ = ["card_points", "entries", "options", "plugin_info", "point_unit", "score_lines", "settings"]
