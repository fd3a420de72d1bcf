"""What comes with a card that is taken or called: itself, and all that lies on it (`throw-down.cover`)."""

from __future__ import annotations

from rummy500.hooks import Action, PileBrings, Refusal, Refused, Rules, View, card_text, hookimpl, refuse
from rummy500_throw_down.covers import lying_on


@hookimpl
def pile_brings(rule: PileBrings) -> PileBrings:
    """`throw-down.cover`: any discard can be taken, with what lies on it, directly or through others."""

    def brings(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        cards = len(view.public.pile)
        so_far = rule(rules, view, depth)
        if not so_far or depth > cards:  # another plugin's card that stays, and no card at all
            return so_far
        return tuple(cards - index for index in (*reversed(lying_on(rules, view, cards - depth)), cards - depth))

    return brings


@hookimpl
def refused(rule: Refused) -> Refused:
    """A take is told of what lies on the card, not of how deep it lies."""

    def told(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
        if (action.verb, refusal.rule, refusal.reason) == ("take", "draw.deep", "unused"):
            on_it = lying_on(rules, view, len(view.public.pile) - action.depth)
            refusal = _unused(view.public.pile, action.card, on_it)
        if (refusal.rule, refusal.reason) == ("call.top", "buried"):
            words = "Only discards can be called that are melded with all that lies on them."
            refusal = refuse("call.top", "buried", words)
        return rule(rules, view, action, refusal)

    return told


def _unused(pile: bytes, card: int, on_it: list[int]) -> Refusal:
    if not on_it:
        return refuse("draw.top", "unused", "{card} is taken only to be used at once: say how.", card=card_text(card))
    return refuse(
        "draw.deep",
        "unused",
        "{card} is taken only to be used at once, since {upper} lies on it: say how.",
        card=card_text(card),
        upper=card_text(pile[on_it[-1]]),
    )
