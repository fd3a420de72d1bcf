"""Before the first turn each player shows a card of their hand."""

from collections.abc import Iterable
from typing import Final

from rummy500.hooks import (
    Action,
    Deal,
    Move,
    PluginInfo,
    Reason,
    Refusal,
    Round,
    RuleEntry,
    Rules,
    State,
    View,
    ViewFacts,
    bag_of,
    card_text,
    hookimpl,
    mark_acted,
    show_cards,
    wrong_phase,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("show-a-card", "before the first turn each player shows a card")


@hookimpl
def deal() -> Deal:
    return Deal((Round("show"),))


def listed(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """List a `show` for each card of the hand."""
    return [Action(facts.view.seat, "show", card) for card in dict.fromkeys(facts.view.cards)]


NOT_HELD: Final = Reason("show-a-card.show", "not-held", "You do not have {card}.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a card that the seat does not have."""
    if action.card in view.cards:
        return None
    card = card_text(action.card)
    return NOT_HELD(card=card)


def shown(rules: Rules, state: State, action: Action) -> State:
    """Leave the card in the hand; everybody knows it now."""
    state = show_cards(state, action.seat, bag_of([action.card]))
    return mark_acted(rules, state, action.seat)


@hookimpl
def moves() -> tuple[Move, ...]:
    return (Move("show", ("show",), "turn", listed, check, shown, wrong_phase, fields=("card",)),)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Before the first turn each player in turn, from the dealer's left, shows a card and takes it back."
    return (RuleEntry("show-a-card.show", "The deal", about, ("house",)),)
