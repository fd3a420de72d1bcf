"""Once in a hand a player may look at the partner's cards."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    DRAW_PHASE,
    EMPTY_BAG,
    Action,
    Bag,
    HandMemory,
    MatchSoFar,
    Move,
    Note,
    PluginInfo,
    PublicState,
    RandomBits,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    Secret,
    State,
    View,
    card_text,
    cards_of,
    hookimpl,
    recall,
    remember,
)


@attrs.frozen
class Looked:
    """The partner's cards as each seat saw them; empty before the look, and for other seats in a view."""

    hands: tuple[str, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("look-once", "once in a hand each may look at the hand opposite", seats=(4, 4))


@hookimpl
def memory() -> HandMemory:
    def start(rules: Rules, match: MatchSoFar) -> Looked:
        return Looked(("",) * rules.seats)

    def seen(rules: Rules, record: Looked, seat: int) -> Looked:
        return Looked(tuple(hand if whose == seat else "" for whose, hand in enumerate(record.hands)))

    def sample(rules: Rules, state: State, seat: int, cards: bytes, random_source: RandomBits) -> Looked:
        return recall(rules, state, Looked)  # as if no other seat had looked

    def notes(rules: Rules, public: PublicState, record: Looked) -> Iterable[Note]:
        return [Note("saw", "{cards}", seat, {"cards": hand}) for seat, hand in enumerate(record.hands) if hand]

    return HandMemory(Looked, start, seen=seen, notes=notes, sample=sample)


def partner(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % 4


AGAIN: Final = Reason("look-once.look", "again", "You have looked at your partner's hand.")
EMPTY: Final = Reason("look-once.look", "empty", "Your partner has no cards.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a second look, and one at an empty hand."""
    if recall(rules, view, Looked).hands[view.seat]:
        return AGAIN()
    if not view.public.hand_size(partner(view.seat)):
        return EMPTY()
    return None


def look(rules: Rules, state: State, action: Action) -> State:
    """Record the cards for the seat that looks."""
    seen = " ".join(card_text(card) for card in cards_of(state.hands[partner(action.seat)]))
    hands = recall(rules, state, Looked).hands
    return remember(rules, state, Looked((*hands[: action.seat], seen, *hands[action.seat + 1 :])))


def shows(rules: Rules, state: State, action: Action, seat: int) -> Bag:
    """Show the cards to the seat that looks, and to nobody else."""
    return state.hands[partner(seat)] if seat == action.seat else EMPTY_BAG


@hookimpl
def moves() -> tuple[Move, ...]:
    said = "look[s] at the hand opposite"
    return (Move("look", check=check, effect=look, phases=(DRAW_PHASE,), secret=Secret(shows=shows), said=said),)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Once in a hand you may look at the hand opposite, before you draw."
    return (RuleEntry("look-once.look", "A turn", about, ("house",)),)
