"""Plugins for tests of the deal: rounds before the first turn, a card turned up, hands of other sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import SimpleNamespace

import attrs
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.cards.cards import Bag, bag_max
from rummy500.hooks import (
    Deal,
    HandMemory,
    Move,
    Reason,
    Round,
    RuleEntry,
    Secret,
    add,
    bag_of,
    mark_acted,
    recall,
    remember,
    remove,
    replace,
)
from rummy500.notation.actions import parse_cards
from rummy500.rules.memory import Seen
from rummy500.rules.move import Effect


def entry(name: str, sentence: str) -> tuple[RuleEntry, ...]:
    """Make the entry of a rule of these tests."""
    return (RuleEntry(name, "The deal", sentence, ("house",)),)


@attrs.frozen
class Passed:
    """The two cards that each seat has chosen; empty text for a seat that has not, and for other seats in a view."""

    chosen: tuple[str, ...] = ()


def pairs(view: r5.View) -> list[tuple[str, str]]:
    return list(dict.fromkeys(combinations(map(r5.card_text, view.cards), 2)))


def generate_gift(rules: r5.Rules, view: r5.View) -> Iterator[r5.Action]:
    for pair in pairs(view):
        yield r5.Action(view.seat, "give", extra=pair)


def check_gift(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    return None if action.extra in pairs(view) else Reason("pass-two", "cards", "Name two cards of your hand.")()


def apply_gift(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    chosen = list(recall(rules, state, Passed).chosen)
    chosen[action.seat] = " ".join(action.extra)
    return mark_acted(rules, remember(rules, state, Passed(tuple(chosen))), action.seat)


def exchange(rules: r5.Rules, state: r5.State) -> r5.State:
    hands = list(state.hands)
    for seat, chosen in enumerate(recall(rules, state, Passed).chosen):
        left = (seat + 1) % rules.seats
        for card in parse_cards(chosen):
            hands[seat], hands[left] = remove(hands[seat], card), add(hands[left], card)
    return remember(rules, replace(state, hands=tuple(hands)), Passed(("",) * rules.seats))


def own_choice(rules: r5.Rules, record: Passed, seat: int) -> Passed:
    return Passed(tuple(text if whose == seat else "" for whose, text in enumerate(record.chosen)))


def without_cards(rules: r5.Rules, action: r5.Action, seat: int) -> r5.Action:
    return replace(action, extra=())


def pass_two(
    *, redact: Callable[[r5.Rules, r5.Action, int], r5.Action] | None = without_cards, seen: Seen | None = own_choice
) -> SimpleNamespace:
    """Make the plugin `pass-two`: before the first turn each seat passes two cards to the left, in any order."""
    move = Move(
        "give",
        candidates=generate_gift,
        check=check_gift,
        effect=apply_gift,
        phases=("give",),
        whose="pending",
        fields=("extra",),
        other_hands=True,
        secret=Secret(redact=redact),
    )
    return plugin(
        "pass-two",
        entries=lambda: entry("pass-two", "Each player passes two cards to the left."),
        dealing=lambda: Deal((Round("give"), Round(begin=exchange))),
        memory=lambda: HandMemory(Passed, lambda rules, match: Passed(("",) * rules.seats), seen=seen),
        moves=lambda: (move,),
    )


@attrs.frozen
class Shown:
    """The card that each seat has shown, -1 for none."""

    cards: tuple[int, ...] = ()


def generate_card(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [r5.Action(view.seat, "show", card) for card in dict.fromkeys(view.cards)]


def check_card(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    held = action.card in view.cards
    return None if held else Reason("turn.cards", "not-held", "You do not have {card}.")(card=r5.card_text(action.card))


def show_card(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    cards, known = list(recall(rules, state, Shown).cards), list(state.public.known)
    cards[action.seat] = action.card
    known[action.seat] = bag_max(known[action.seat], bag_of([action.card]))
    seen = replace(state, public=replace(state.public, known=tuple(known)))
    return mark_acted(rules, remember(rules, seen, Shown(tuple(cards))), action.seat)


def shown_card(rules: r5.Rules, state: r5.State, action: r5.Action, seat: int) -> Bag:
    return bag_of([action.card])


def show_one(*, effect: Effect = show_card) -> SimpleNamespace:
    """Make the plugin `show-one`: before the first turn each seat shows a card, in any order."""
    move = Move(
        "show",
        candidates=generate_card,
        check=check_card,
        effect=effect,
        phases=("show",),
        whose="pending",
        fields=("card",),
        secret=Secret(shows=shown_card),
    )
    return plugin(
        "show-one",
        dealing=lambda: Deal((Round("show"),)),
        memory=lambda: HandMemory(Shown, lambda rules, match: Shown((-1,) * rules.seats)),
        moves=lambda: (move,),
    )


@attrs.frozen
class Bids:
    """The bids so far, in the order of the seats that have bid."""

    points: tuple[int, ...] = ()


MOST = 3


def generate_bid(rules: r5.Rules, view: r5.View) -> Iterator[r5.Action]:
    for points in (0, *range(1 + max((0, *recall(rules, view, Bids).points)), MOST + 1)):
        yield r5.Action(view.seat, "bid", extra=(str(points),))


def check_bid(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if action in generate_bid(rules, view):
        return None
    return Reason("bid-in-order", "low", "Bid 0, or more than the others and at most {most}.")(most=MOST)


def apply_bid(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    bids = Bids((*recall(rules, state, Bids).points, int(action.extra[0])))
    return mark_acted(rules, remember(rules, state, bids), action.seat)


def bid_in_order() -> SimpleNamespace:
    """Make the plugin `bid-in-order`: before the first turn each seat bids, from the dealer's left."""
    move = Move("bid", candidates=generate_bid, check=check_bid, effect=apply_bid, phases=("bid",), fields=("extra",))
    return plugin(
        "bid-in-order",
        entries=lambda: entry("bid-in-order", "Each player bids."),
        dealing=lambda: Deal((Round("bid"),)),
        memory=lambda: HandMemory(Bids),
        moves=lambda: (move,),
    )


@attrs.frozen
class Turned:
    """The card that was turned up, -1 for none."""

    card: int = -1


def turn_up(rules: r5.Rules, state: r5.State) -> r5.State:
    card, public = state.stock[0], state.public
    public = replace(public, pile=public.pile + bytes([card]), stock_count=public.stock_count - 1)
    return remember(rules, replace(state, public=public, stock=state.stock[1:]), Turned(card))


def turned_up() -> SimpleNamespace:
    """Make the plugin `turned-up`: a second card is turned up at the deal."""
    return plugin(
        "turned-up",
        dealing=lambda: Deal((Round(begin=turn_up),)),
        memory=lambda: HandMemory(Turned),
    )


#: The objects that the entry points of installed plugins name.
SHOW_ONE = show_one()
BID_IN_ORDER = bid_in_order()
