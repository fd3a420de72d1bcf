"""Laws of the places of all cards."""

from __future__ import annotations

from collections import Counter

from rummy500.cards.cards import cards_of, cards_text, common, size
from rummy500.engine.status import status
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot


@law()
def cards_are_conserved(snapshot: Snapshot) -> Fault | None:
    """Every card of the pack lies in exactly one place."""
    return lost_cards(snapshot.rules, snapshot.state)


def lost_cards(rules: Rules, state: State) -> Fault | None:
    """Find a card that is missing or lies in two places; `None` if all are right.

    Args:
        rules: the rules in force.
        state: the state.
    """
    there = [*state.stock, *state.public.pile, *cards_of(state.public.gone)]
    for hand in state.hands:
        there += cards_of(hand)
    for meld in state.public.table:
        there += [piece & 63 for piece in meld.pieces]
    for (_, memory), record in zip(rules.memory.hand_memory, state.slots, strict=True):
        there += memory.cards(record) if memory.cards is not None else ()
    lie, pack = Counter(there), Counter(rules.deal.pack + rules.deal.side_pack)
    if lie == pack:
        return None
    lost, more = cards_text((pack - lie).elements()), cards_text((lie - pack).elements())
    shown = (f"missing: {lost}" if lost else "", f"too many: {more}" if more else "")
    return Fault("; ".join(filter(None, shown)))


@law()
def counts_match_the_cards(snapshot: Snapshot) -> Fault | None:
    """The public sizes of the hands and of the stock equal the number of their cards."""
    state = snapshot.state
    if state.public.stock_count != len(state.stock):
        return Fault(f"the stock is said to have {state.public.stock_count} cards and has {len(state.stock)}")
    for seat, hand in enumerate(state.hands):
        shown = state.public.hand_size(seat)
        if shown != size(hand):
            return Fault(f"hand {seat} is said to have {shown} cards and has {size(hand)}")
    return None


@law()
def known_cards_are_in_the_hand(snapshot: Snapshot) -> Fault | None:
    """A card that everyone knows to be in a hand is in it."""
    for seat, (known, hand) in enumerate(zip(snapshot.state.public.known, snapshot.state.hands, strict=True)):
        if known and common(known, hand) != known:
            shown, there = cards_text(cards_of(known)), cards_text(cards_of(hand))
            return Fault(f"seat {seat} is known to have {shown} and has {there}")
    return None


@law(costly=True)
def positions_have_no_defect(snapshot: Snapshot) -> Fault | None:
    """A position that play reaches has no defect."""
    defects = status(snapshot.rules, snapshot.state)
    return Fault("; ".join(f"{defect.name}: {defect.about}" for defect in defects)) if defects else None


CARD_LAWS = (cards_are_conserved, counts_match_the_cards, known_cards_are_in_the_hand, positions_have_no_defect)
