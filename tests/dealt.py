"""A hand as if it had been dealt under other rules, to compare rules in one position."""

from __future__ import annotations

import rummy500 as r5
from rummy500.base.records import replace


def dealt_under(rules: r5.Rules, hand: r5.State) -> r5.State:
    """Return a hand as one of these rules, although it was dealt under others."""
    match = replace(hand.public.match, rules_number=rules.number)
    return replace(hand, public=replace(hand.public, match=match))
