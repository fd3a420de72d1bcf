"""Before the first turn each player shows a card of their hand."""

from collections.abc import Iterable

from rummy500.hooks import (
    Action,
    Deal,
    Move,
    PluginInfo,
    Round,
    RuleEntry,
    Rules,
    State,
    View,
    bag_of,
    hookimpl,
    mark_acted,
    show_cards,
)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("show-a-card", "before the first turn each player shows a card")


@hookimpl
def dealing() -> Deal:
    return Deal((Round("show"),))


def cards(rules: Rules, view: View) -> Iterable[Action]:
    """List a `show` for each card of the hand."""
    return [Action(view.seat, "show", card) for card in dict.fromkeys(view.cards)]


def shown(rules: Rules, state: State, action: Action) -> State:
    """Leave the card in the hand; everybody knows it now."""
    state = show_cards(state, action.seat, bag_of([action.card]))
    return mark_acted(rules, state, action.seat)


@hookimpl
def moves() -> tuple[Move, ...]:
    return (Move("show", candidates=cards, effect=shown, phases=("show",), fields=("card",)),)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Before the first turn each player in turn, from the dealer's left, shows a card and takes it back."
    return (RuleEntry("show-a-card.show", "The deal", about, ("house",)),)
