"""Takes of the whole pile, and the duty to use an upcard on offer."""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks import OFFER_PHASE, MustUse, OptionValue, PileBrings, Rules, View, hookimpl, whole_pile
from rummy500_oklahoma.composing import OPENING_USE


@hookimpl
def pile_brings(rule: PileBrings) -> PileBrings:
    """Let the top card be taken only with the whole pile, and no other card at all (`draw.whole-pile`)."""
    return whole_pile(rule)


@hookimpl
def must_use(rule: MustUse, options: Mapping[str, OptionValue]) -> MustUse | None:
    """Require that the upcard on offer is used at once, if `oklahoma.opening-use` is set."""
    if not options[OPENING_USE]:
        return None

    def must(rules: Rules, view: View, depth: int) -> bool:
        return view.public.phase == OFFER_PHASE or rule(rules, view, depth)

    return must
