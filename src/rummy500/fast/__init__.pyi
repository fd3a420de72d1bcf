# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.fast.form import FastRules as FastRules
from rummy500.fast.hand import FastHand as FastHand
from rummy500.fast.reading import action_of as action_of, fast_deal as fast_deal, fast_hand as fast_hand, fast_rules as fast_rules, points_of as points_of, state_of as state_of

__all__ = [
    "FastHand",
    "FastRules",
    "action_of",
    "fast_deal",
    "fast_hand",
    "fast_rules",
    "points_of",
    "state_of",
]
