"""The cards that come with a taken or called card: all that lie on it (`throw-down.cover`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from rummy500.hooks import Action, Forbids, Reason, Refusal, Rules, Takes, View, card_text, hookimpl
from rummy500_throw_down.covers import lying_on


@hookimpl
def takes(rule: Takes) -> Takes:
    """Let any discard be taken, with all cards that lie on it, directly or through others (`throw-down.cover`)."""

    def collected_places(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        so_far = rule.collects(rules, view, depth)
        if not so_far or depth > len(view.public.pile):  # another plugin forbids the card, or none lies at this depth
            return so_far
        return (*reversed(lying_on(rules, view, depth)), depth)

    return attrs.evolve(rule, collects=collected_places)


_COVERED: Final = Reason("call.top", "covered", "Only discards that are melded with all cards on them can be called.")
_UNUSED_CARD: Final = Reason("draw.top", "unused-card", "{card} is taken only to be used at once: say how.")
_UNUSED_UNDER: Final = Reason(
    "draw.deep", "unused-under", "{card} is taken only to be used at once, since {upper:card} lies on it: say how."
)


def _reworded(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
    match action.verb, refusal.rule, refusal.reason:
        case "take", "draw.deep", "unused":
            on_it, card = lying_on(rules, view, action.depth), card_text(action.card)
            if not on_it:
                return _UNUSED_CARD(card=card)
            return _UNUSED_UNDER(card=card, upper=card_text(view.public.pile[-on_it[-1]]))
        case _, "call.top", "buried":
            return _COVERED()
        case _:
            return refusal


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Replace refusals that name the depth of a card by refusals that name the cards on it."""
    return {"refusal": _reworded}
