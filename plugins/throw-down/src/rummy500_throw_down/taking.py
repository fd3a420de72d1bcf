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
        cards = len(view.public.pile)
        so_far = rule.collects(rules, view, depth)
        if not so_far or depth > cards:  # another plugin forbids the card, or the pile has none at this depth
            return so_far
        on_it = lying_on(rules, view, cards - depth)
        return (*[cards - index for index in reversed(on_it)], depth) if on_it else (depth,)

    return attrs.evolve(rule, collects=collected_places)


_COVERED: Final = Reason("call.top", "covered", "Only discards that are melded with all cards on them can be called.")


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Replace refusals that name the depth of a card by refusals that name the cards on it."""

    def reworded(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
        if (action.verb, refusal.rule, refusal.reason) == ("take", "draw.deep", "unused"):
            on_it = lying_on(rules, view, len(view.public.pile) - action.depth)
            refusal = _unused(view.public.pile, action.card, on_it)
        if (refusal.rule, refusal.reason) == ("call.top", "buried"):
            refusal = _COVERED()
        return refusal

    return {"refusal": reworded}


_UNUSED_CARD: Final = Reason("draw.top", "unused-card", "{card} is taken only to be used at once: say how.")
_UNUSED_UNDER: Final = Reason(
    "draw.deep", "unused-under", "{card} is taken only to be used at once, since {upper:card} lies on it: say how."
)


def _unused(pile: bytes, card: int, on_it: list[int]) -> Refusal:
    if not on_it:
        return _UNUSED_CARD(card=card_text(card))
    return _UNUSED_UNDER(card=card_text(card), upper=card_text(pile[on_it[-1]]))
