"""Taking from the pile: all of it or none of it."""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks import OFFER_PHASE, MustUse, OptionValue, PileBrings, Rules, View, hookimpl, whole_pile
from rummy500_oklahoma.composing import OPENING_USE


@hookimpl
def pile_brings(rule: PileBrings) -> PileBrings:
    """`draw.whole-pile`: the top card brings all others, and no other card can be taken."""
    return whole_pile(rule)


@hookimpl
def must_use(rule: MustUse, options: Mapping[str, OptionValue]) -> MustUse | None:
    """`oklahoma.opening-use`: the upcard on offer must be used at once too; `None` without that option."""
    if not options[OPENING_USE]:
        return None

    def must(rules: Rules, view: View, depth: int) -> bool:
        return view.public.phase == OFFER_PHASE or rule(rules, view, depth)

    return must
