"""Laws of what is hidden: redacted actions, records of plugins, cards that all have seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rummy500.actions import DECK, Action
from rummy500.cards.cards import card_text, cards_of, common, count
from rummy500.engine.listing import legal_actions
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.step import apply, why_not
from rummy500.engine.views import SPECTATOR, as_seen
from rummy500.game.view import cards_shown, observe, redact
from rummy500.rules.rules import Rules
from rummy500.state import PublicState, State
from rummy500_testing.hidden import cards_named
from rummy500_testing.law import Answer, Fault, law
from rummy500_testing.snapshot import Snapshot, Step

_CORE: Final = frozenset(move.verb for move in CORE_MOVES)
#: How many other choices of a seat are looked at.
_CHOICES: Final = 200
_TRIED: Final = 2


def _name(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


# ------------------------------------------------- what is hidden stays hidden


@law()
def a_view_hides_the_same_again(snapshot: Snapshot) -> Fault | None:
    """A view does not change if what is hidden from its seat is hidden again."""
    rules = snapshot.rules
    for seat in (*range(rules.seats), None):
        view = observe(rules, snapshot.state, seat)
        if as_seen(rules, view) != view:
            return Fault(f"the view of {_name(seat)} changes if its secrets are hidden from it again")
    return None


@law(name="a redacted action is a part of the action")
def a_redacted_action_is_a_part_of_it(step: Step) -> Fault | None:
    """The action that others are shown has the same seat and verb, and does not change if it is redacted again."""
    rules, before, action = step.rules, step.before, step.action
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.redact is None:
        return None
    for seat in (*range(rules.seats), None):
        part = redact(rules, before, action, seat)
        if (part.seat, part.verb) != (action.seat, action.verb):
            return Fault(f"{_name(seat)} is shown {part}, an action of another seat or of another kind")
        if seat != action.seat and redact(rules, before, part, seat) != part:
            return Fault(f"{_name(seat)} is shown {part}, and if that is redacted again, something else")
        why_not(rules, before, part)  # it is not an input, but whoever gives it back must be given an answer
    return None


# ------------------------------------------------- shown choices, cards that all saw


@law(costly=True)
def the_memory_hides_no_shown_choice(step: Step) -> Fault | None:
    """If others are shown a seat's choice, the plugin that offers the choice does not hide it in its memory."""
    rules, before, action = step.rules, step.before, step.action
    if not rules.views.hides_memory or action.verb in _CORE or action.seat == DECK:
        return None
    others = [seat for seat in (*range(rules.seats), None) if seat != action.seat]
    others = [seat for seat in others if redact(rules, before, action, seat) == action]
    for other in _other_choices(step) if others else ():
        after = apply(rules, before, other)
        for seat in others:
            if redact(rules, before, other, seat) != other:
                continue
            name = _hides_the_difference(rules, step.after, after, seat)
            if name:
                hint = "let the move hide it too (`Move.redact`), or let the record show it"
                return Fault(f"{_name(seat)} is shown {action}, and the memory of {name} hides it: {hint}")
    return None


def _other_choices(step: Step) -> list[Action]:
    action = step.action
    listed = islice(legal_actions(step.rules, step.before, seat=action.seat), _CHOICES)
    found = [other for other in listed if other.verb == action.verb and other != action]
    return step.rng.sample(found, min(_TRIED, len(found)))


def _hides_the_difference(rules: Rules, one: State, two: State, seat: int | None) -> str:
    """The plugin whose records differ in two states and look the same to a seat; empty if there is none."""
    number = SPECTATOR if seat is None else seat
    for place, (name, memory) in enumerate(rules.memory.hand_memory):
        records = one.slots[place], two.slots[place]
        if memory.seen is None or "moves" not in rules.origin.hook_functions[name] or records[0] == records[1]:
            continue
        if memory.seen(rules, records[0], number) == memory.seen(rules, records[1], number):
            return name
    return ""


@law()
def cards_that_all_saw_are_known(step: Step) -> Answer:
    """A card that goes into a hand openly, or that everyone is shown there, is known to all."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if action.seat == DECK:
        return None  # the cards of a reshuffle go through the stock, where nobody sees them
    laid = _come_open(before.public, after.public)
    named = cards_named(redact(rules, before, action, None)) - laid  # these went to the table, not into the hand
    for seat, hand in enumerate(after.hands):
        due = Counter(cards_of(hand)) - Counter(cards_of(before.hands[seat]))
        if not due:
            continue
        for card in _into_other_hands(before, after, seat):
            del due[card]
        hidden = _hidden_from_all(rules, before, seat)
        hidden.subtract(_hidden_from_all(rules, after, seat))
        for card, gained in due.items():
            seen = gained if card in named else gained - max(0, hidden[card])
            if count(after.public.known[seat], card) < seen:
                return Fault(f"all saw {card_text(card)} go into the hand of seat {seat}, and it is not known there")
    shown = cards_shown(rules, before, action, None)
    for card in set(cards_of(shown)):
        holders = [seat for seat, hand in enumerate(before.hands) if count(hand, card)]
        for seat in holders if len(holders) == 1 else ():
            stayed = common(before.hands[seat], after.hands[seat])
            if count(after.public.known[seat], card) < min(count(stayed, card), count(shown, card)):
                return Fault(f"all are shown {card_text(card)} in the hand of seat {seat}, and it is not known there")
    return None


def _come_open(before: PublicState, after: PublicState) -> set[int]:
    """The faces of which there are more on the table, on the pile or out of play than before."""
    pile = Counter(after.pile) - Counter(before.pile)
    gone = Counter(cards_of(after.gone)) - Counter(cards_of(before.gone))
    laid, lay = (Counter(piece & 63 for meld in each.table for piece in meld.pieces) for each in (after, before))
    return {*pile, *gone, *(laid - lay)}


def _into_other_hands(before: State, after: State, seat: int) -> Iterator[int]:
    """The faces that went into other hands, too: of two equal cards nobody can say which went where."""
    for other, hand in enumerate(after.hands):
        if other != seat:
            yield from Counter(cards_of(hand)) - Counter(cards_of(before.hands[other]))


def _hidden_from_all(rules: Rules, state: State, seat: int) -> Counter[int]:
    """The cards that lie where not everybody sees them: in the stock, in other hands, face down in memory."""
    found = Counter(state.stock)
    for other, hand in enumerate(state.hands):
        if other != seat:
            found.update(cards_of(hand))
    for (_, memory), record in zip(rules.memory.hand_memory, state.slots, strict=True):
        if memory.cards is not None and memory.seen is not None:
            shown = memory.cards(memory.seen(rules, record, SPECTATOR))
            found.update(Counter(memory.cards(record)) - Counter(shown))
    return found


HIDING_LAWS: Final = (
    a_view_hides_the_same_again,
    a_redacted_action_is_a_part_of_it,
    the_memory_hides_no_shown_choice,
    cards_that_all_saw_are_known,
)
