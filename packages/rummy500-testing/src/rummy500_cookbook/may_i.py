"""After each discard the others may buy it with a card of the stock, three times a hand at most."""

from collections.abc import Iterable, Mapping

import attrs

from rummy500.hooks import (
    Deal,
    HandMemory,
    PluginInfo,
    Round,
    RuleEntry,
    Rules,
    State,
    draw_cards,
    hookimpl,
    recall,
    remember,
    take_from_pile,
)


@attrs.frozen
class Bought:
    """The seats that have bought in this hand, each as often as it has."""

    seats: tuple[int, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("may-i", "after a discard the others may buy it, with a card of the stock")


@hookimpl
def memory() -> HandMemory:
    return HandMemory(Bought)


@hookimpl
def dealing() -> Deal:
    def asks(rules: Rules, state: State) -> Iterable[int]:
        buyers, public = recall(rules, state, Bought).seats, state.public
        may_buy = [seat for seat in range(rules.seats) if seat != public.last and buyers.count(seat) < 3]
        return may_buy if public.pile and public.stock_count else ()

    def settle(rules: Rules, state: State, answers: Mapping[int, str]) -> State:
        buyers = [seat for seat, word in answers.items() if word == "buy"][:1]
        state = remember(rules, state, Bought((*recall(rules, state, Bought).seats, *buyers)))
        return draw_cards(take_from_pile(state, buyers[0], [1]), buyers[0]) if buyers else state

    return Deal((Round("may-i", answers=("decline", "buy"), settle=settle, asks=asks, between=True),))


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "After a discard the others say at once if they buy it with a card of the stock, thrice a hand at most."
    return (RuleEntry("may-i.buy", "A turn", about, ("house",)),)
