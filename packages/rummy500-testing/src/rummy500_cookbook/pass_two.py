"""Before the first turn each player passes two cards to the left, unseen by the others."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Deal,
    HandMemory,
    MatchSoFar,
    Move,
    PluginInfo,
    RandomBits,
    Reason,
    Refusal,
    Round,
    RuleEntry,
    Rules,
    Secret,
    State,
    View,
    bag_of,
    card_text,
    cards_of,
    give_cards,
    hookimpl,
    mark_acted,
    minus,
    recall,
    remember,
    replace,
)


@attrs.frozen
class Passed:
    """The two cards that each seat passes, seat by seat; -1 for none, and for the cards of others in a view."""

    cards: tuple[int, ...] = ()

    def by(self, seat: int) -> tuple[int, ...]:
        """The cards that a seat has chosen so far."""
        return tuple(card for card in self.cards[2 * seat : 2 * seat + 2] if card >= 0)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("pass-two", "each passes two cards to the left")


@hookimpl
def memory() -> HandMemory:
    def start(rules: Rules, match: MatchSoFar) -> Passed:
        return Passed((-1,) * 2 * rules.seats)

    def seen(rules: Rules, record: Passed, seat: int) -> Passed:
        own = range(2 * seat, 2 * seat + 2) if seat >= 0 else ()
        return Passed(tuple(card if place in own else -1 for place, card in enumerate(record.cards)))

    def sample(rules: Rules, state: State, seat: int, cards: bytes, random_source: RandomBits) -> Passed:
        """Guess that the others pass their first cards, and that who still chooses has chosen none."""
        record, waiting = recall(rules, state, Passed), state.public.turn.pending
        if state.public.phase != "give":
            return record
        first = [() if whose in waiting else cards_of(hand)[:2] for whose, hand in enumerate(state.hands)]
        chosen = [record.by(whose) if whose == seat else first[whose] for whose in range(rules.seats)]
        return Passed(tuple(card for cards in chosen for card in (*cards, -1, -1)[:2]))

    return HandMemory(Passed, start, seen=seen, sample=sample)


@hookimpl
def dealing() -> Deal:
    def exchange(rules: Rules, state: State) -> State:
        record = recall(rules, state, Passed)
        for seat in range(rules.seats):
            left = (seat + 1) % rules.seats
            state = give_cards(state, seat, left, bag_of(record.by(seat)), shown=False)
        return state

    return Deal((Round("give"), Round(begin=exchange)))


def still_here(rules: Rules, view: View) -> tuple[int, ...]:
    """The cards of the hand without those that the seat has chosen."""
    return cards_of(minus(view.hand, bag_of(recall(rules, view, Passed).by(view.seat))))


def choices(rules: Rules, view: View) -> Iterable[Action]:
    """List a `give` for each card that can still be chosen."""
    return [Action(view.seat, "give", card) for card in dict.fromkeys(still_here(rules, view))]


NOT_HELD: Final = Reason("pass-two.left", "not-held", "You have no {card} to give.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a card that the seat does not have."""
    if action.card in still_here(rules, view):
        return None
    card = card_text(action.card)
    return NOT_HELD(card=card)


def choose(rules: Rules, state: State, action: Action) -> State:
    """Record the card; with the second one the seat has acted."""
    seat, record = action.seat, recall(rules, state, Passed)
    chosen = sorted((*record.by(seat), action.card))
    first, after = record.cards[: 2 * seat], record.cards[2 * seat + 2 :]
    both = (*chosen, -1)[:2]
    state = remember(rules, state, Passed((*first, *both, *after)))
    wanted = min(2, state.public.hand_size(seat))
    return mark_acted(rules, state, seat) if len(chosen) == wanted else state


def redact(rules: Rules, action: Action, seat: int) -> Action:
    """Hide the card from the other seats."""
    return replace(action, card=-1)


@hookimpl
def moves() -> tuple[Move, ...]:
    return (
        Move(
            "give",
            candidates=choices,
            check=check,
            effect=choose,
            phases=("give",),
            whose="pending",
            fields=("card",),
            other_hands=True,
            secret=Secret(redact=redact),
        ),
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Each player passes two cards to the left; you see your new cards once everyone has passed."
    return (RuleEntry("pass-two.left", "The deal", about, ("house",)),)
