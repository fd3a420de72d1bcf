# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.fast.form import FastRules
from rummy500.fast.hand import FastHand
from rummy500.fast.reading import action_of, fast_deal, fast_hand, fast_rules, points_of, state_of

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
