"""Laws of `changes`: together with the position before, they tell where every card lies after an action."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rummy500.cards.cards import Bag, cards_of, cards_text, size
from rummy500.game.changes import Change, Place, all_changes, changes
from rummy500.game.view import observe
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Step

_OPEN: Final = ("pile", "meld", "gone")


@law()
def changes_account_for_every_card(step: Step) -> Fault | None:
    """From the position before an action and its changes a seat can follow every card that it sees."""
    rules, before, after = step.rules, step.before, step.after
    for seat in (*range(rules.seats), None):
        found = changes(rules, before, step.action, after, seat)
        views = observe(rules, before, seat), observe(rules, after, seat)
        # In a blind phase a seat does not see its own cards, so it cannot tell which of them moved.
        blind = seat is None or any(view.public.phase in rules.views.blind_phases for view in views)
        hands: dict[int, tuple[Bag, Bag]] = {} if blind or seat is None else {seat: (views[0].hand, views[1].hand)}
        what = _unaccounted(rules, before, found, after, hands)
        if what:
            return Fault(f"{'a spectator' if seat is None else f'seat {seat}'}: {what}")
    hands = dict(enumerate(zip(before.hands, after.hands, strict=True)))
    found = all_changes(rules, before, step.action, after)
    if any(len(change.cards) != change.number for change in found):
        return Fault("all changes: a card is hidden")
    what = _unaccounted(rules, before, found, after, hands)
    return Fault(f"all changes: {what}") if what else None


def _unaccounted(
    rules: Rules, before: State, found: tuple[Change, ...], after: State, hands: dict[int, tuple[Bag, Bag]]
) -> str:
    """Describe the first place whose cards after the action do not follow from the changes; empty if all do."""
    numbers = _numbers(rules, before)
    cards = _cards(before, {seat: bags[0] for seat, bags in hands.items()})
    for change in found:
        if change.number < 1 or len(change.cards) > change.number or change.source == change.target:
            return f"{change} is not a change"
        for place, sign in ((change.source, -1), (change.target, 1)):
            numbers[place] += sign * change.number
            seen = cards.setdefault(place, Counter())
            for card in change.cards:
                seen[card] += sign
        if {change.source.kind, change.target.kind} & {*_OPEN} and len(change.cards) != change.number:
            return f"{change} hides cards of an open place"
    due = _numbers(rules, after)
    for place in dict.fromkeys((*numbers, *due)):
        if numbers[place] != due[place] and place.kind != "elsewhere":
            return f"{place} has {due[place]} cards, and {numbers[place]} by the changes"
    for place, there in _cards(after, {seat: bags[1] for seat, bags in hands.items()}).items():
        by_changes = cards.get(place, Counter())
        if {card: times for card, times in by_changes.items() if times} != dict(there):
            shown = cards_text(sorted(by_changes.elements()))
            return f"{place} holds {cards_text(sorted(there.elements()))}, and by the changes {shown}"
    return ""


def _numbers(rules: Rules, state: State) -> Counter[Place]:
    """How many cards lie at each place."""
    public = state.public
    found = Counter({Place("stock"): public.stock_count, Place("pile"): len(public.pile)})
    found[Place("gone")] = size(public.gone)
    found.update({Place("hand", seat): public.hand_size(seat) for seat in range(public.seats)})
    found.update({Place("meld", number): len(meld.pieces) for number, meld in enumerate(public.table)})
    for (name, memory), record in zip(rules.memory.hand_memory, state.slots, strict=True):
        if memory.cards is not None:
            found[Place("plugin", plugin=name)] += len(memory.cards(record))
    return found


def _cards(state: State, hands: dict[int, Bag]) -> dict[Place, Counter[int]]:
    """The cards of each open place, and of the hands that are seen."""
    found = {Place("pile"): Counter(state.public.pile), Place("gone"): Counter(cards_of(state.public.gone))}
    for number, meld in enumerate(state.public.table):
        found[Place("meld", number)] = Counter(piece & 63 for piece in meld.pieces)
    return found | {Place("hand", seat): Counter(cards_of(bag)) for seat, bag in hands.items()}


CHANGING_LAWS: Final = (changes_account_for_every_card,)
