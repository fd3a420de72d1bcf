"""Plugins for tests of secrets: sealed bids, a look at another hand, cards laid face down, a bid of the match."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import attrs
from tests.hooks.round_plugins import entry
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import (
    Deal,
    HandMemory,
    MatchMemory,
    Move,
    Reason,
    Round,
    Secret,
    Tally,
    bag_of,
    mark_acted,
    recall,
    remember,
    remove,
    replace,
    size_change,
)


@attrs.frozen
class Sealed:
    """The bid of each seat; -1 for a seat that has not bid, and for other seats in a view."""

    points: tuple[int, ...] = ()


MOST = 3


def generate_sealed(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [r5.Action(view.seat, "bid", extra=(str(points),)) for points in range(MOST + 1)]


def check_sealed(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if action in generate_sealed(rules, view):
        return None
    return Reason("sealed-bids", "number", "Bid a number from 0 to {most}.")(most=MOST)


def apply_sealed(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    points = list(recall(rules, state, Sealed).points)
    points[action.seat] = int(action.extra[0])
    return mark_acted(rules, remember(rules, state, Sealed(tuple(points))), action.seat)


def own(field: str, hidden: Any) -> Any:
    """Make a `seen` that shows each seat its own part of a record alone."""

    def seen(rules: r5.Rules, record: Any, seat: int) -> Any:
        parts = tuple(part if whose == seat else hidden for whose, part in enumerate(getattr(record, field)))
        return attrs.evolve(record, **{field: parts})

    return seen


own_bid, own_look, own_card = own("points", -1), own("at", 0), own("cards", -1)


def own_bid_until_all_bid(rules: r5.Rules, record: Sealed, seat: int) -> Sealed:
    return record if -1 not in record.points else Sealed(own_bid(rules, record, seat).points)


def own_bid_until_two_have_bid(rules: r5.Rules, record: Sealed, seat: int) -> Sealed:
    return record if record.points.count(-1) < 2 else Sealed(own_bid(rules, record, seat).points)


def without_words(rules: r5.Rules, action: r5.Action, seat: int) -> r5.Action:
    return replace(action, extra=())


def sealed_bids(*, seen: Any = own_bid, redact: Any = without_words) -> SimpleNamespace:
    """Make the plugin `sealed-bids`: before the first turn each seat bids, in any order, and keeps its bid secret."""
    move = Move(
        "bid",
        candidates=generate_sealed,
        check=check_sealed,
        effect=apply_sealed,
        phases=("bid",),
        whose="pending",
        fields=("extra",),
        secret=Secret(redact=redact),
    )
    return plugin(
        "sealed-bids",
        entries=lambda: entry("sealed-bids", "Each player bids in secret."),
        dealing=lambda: Deal((Round("bid"),)),
        memory=lambda: HandMemory(Sealed, lambda rules, match: Sealed((-1,) * rules.seats), seen=seen),
        moves=lambda: (move,),
    )


@attrs.frozen
class Looked:
    """The cards that each seat has seen in another hand, as bags; 0 for other seats in a view."""

    at: tuple[int, ...] = ()


def check_look(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    return Reason("look", "once", "You have looked.")() if recall(rules, view, Looked).at[view.seat] else None


def apply_look(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    at = list(recall(rules, state, Looked).at)
    at[action.seat] = state.hands[(action.seat + 1) % rules.seats]
    return remember(rules, state, Looked(tuple(at)))


def left_hand(rules: r5.Rules, state: r5.State, action: r5.Action, seat: int) -> int:
    return state.hands[(seat + 1) % rules.seats] if seat == action.seat else 0


def look(*, seen: Any = own_look, shows: Any = left_hand) -> SimpleNamespace:
    """Make the plugin `look`: in its turn a seat may look at the hand to its left, once."""
    move = Move("look", check=check_look, effect=apply_look, secret=Secret(shows=shows))
    return plugin(
        "look",
        entries=lambda: entry("look", "In your turn you may look at the hand to your left, once."),
        memory=lambda: HandMemory(Looked, lambda rules, match: Looked((0,) * rules.seats), seen=seen),
        moves=lambda: (move,),
    )


@attrs.frozen
class FaceDown:
    """The card that each seat has laid face down; -1 for none, and for other seats in a view."""

    cards: tuple[int, ...] = ()


def generate_hide(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [r5.Action(view.seat, "hide", card) for card in dict.fromkeys(view.cards)]


def check_hide(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    return None if action.card in view.cards else Reason("turn.cards", "not-held", "Name a card of your hand.")()


def apply_hide(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    seat, hands = action.seat, list(state.hands)
    hands[seat] = remove(hands[seat], action.card)
    cards = list(recall(rules, state, FaceDown).cards)
    cards[seat] = action.card
    public = replace(state.public, sizes=state.public.sizes + size_change(seat, -1))
    laid = remember(rules, replace(state, public=public, hands=tuple(hands)), FaceDown(tuple(cards)))
    return mark_acted(rules, laid, seat)


def without_card(rules: r5.Rules, action: r5.Action, seat: int) -> r5.Action:
    return replace(action, card=-1)


def held_cards(record: FaceDown) -> tuple[int, ...]:
    return tuple(card for card in record.cards if card >= 0)


def guess_cards(rules: r5.Rules, state: r5.State, seat: int, cards: bytes, random_source: r5.RandomBits) -> FaceDown:
    waiting = state.public.turn.pending if state.public.phase == "hide" else ()
    lying = iter(cards)
    return FaceDown(
        tuple(
            card if whose in (seat, *waiting) else next(lying)
            for whose, card in enumerate(recall(rules, state, FaceDown).cards)
        )
    )


def face_down(*, seen: Any = own_card, redact: Any = without_card) -> SimpleNamespace:
    """Make the plugin `face-down`: before the first turn each seat lays a card of its hand face down."""
    move = Move(
        "hide",
        candidates=generate_hide,
        check=check_hide,
        effect=apply_hide,
        phases=("hide",),
        whose="pending",
        fields=("card",),
        secret=Secret(redact=redact),
    )
    return plugin(
        "face-down",
        dealing=lambda: Deal((Round("hide"),)),
        memory=lambda: HandMemory(
            FaceDown,
            lambda rules, match: FaceDown((-1,) * rules.seats),
            cards=held_cards,
            seen=seen,
            sample=guess_cards,
        ),
        moves=lambda: (move,),
    )


@attrs.frozen
class Noted:
    """A card that the plugin remembers, -1 for none."""

    card: int = -1


def take_off(rules: r5.Rules, state: r5.State) -> r5.State:
    public = replace(state.public, stock_count=state.public.stock_count - 1)
    return remember(rules, replace(state, public=public, stock=state.stock[:-1]), Noted(state.stock[-1]))


def noted_card(rules: r5.Rules, state: r5.State, seat: int) -> int:
    return bag_of([recall(rules, state, Noted).card])


def turned_aside(*earlier: Round, shows: Any = noted_card) -> SimpleNamespace:
    """Make the plugin `turned-aside`: after earlier steps the last card of the stock is turned up and laid aside."""
    return plugin(
        "turned-aside",
        dealing=lambda: Deal((*earlier, Round(begin=take_off, shows=shows))),
        memory=lambda: HandMemory(Noted, cards=lambda record: (record.card,) if record.card >= 0 else ()),
    )


@attrs.frozen
class Aside:
    """The card that lies aside; -1 for none, and in every view."""

    card: int = -1


def set_last_aside(rules: r5.Rules, state: r5.State) -> r5.State:
    public = replace(state.public, stock_count=state.public.stock_count - 1)
    return remember(rules, replace(state, public=public, stock=state.stock[:-1]), Aside(state.stock[-1]))


def set_aside() -> SimpleNamespace:
    """Make the plugin `set-aside`: at the deal the last card of the stock is laid aside, and nobody sees it."""
    return plugin(
        "set-aside",
        dealing=lambda: Deal((Round(begin=set_last_aside),)),
        memory=lambda: HandMemory(
            Aside,
            cards=lambda record: (record.card,) if record.card >= 0 else (),
            seen=lambda rules, record, seat: Aside(),
            sample=lambda rules, state, seat, cards, random_source: Aside(cards[0]),
        ),
    )


def next_of_stock(rules: r5.Rules, before: r5.State, action: r5.Action, after: r5.State) -> Noted:
    """Plant a leak: remember the next card of the stock, for all to see."""
    return Noted(after.stock[0] if after.stock else -1)


def last_drawn(rules: r5.Rules, before: r5.State, action: r5.Action, after: r5.State) -> Noted:
    """Plant a leak: remember the card that was drawn."""
    return Noted(r5.cards_of(after.drawn)[0] if action.verb == "draw" and after.drawn else -1)


def noting(after: Any) -> SimpleNamespace:
    """Make a plugin that remembers a card after each action."""
    return plugin("noting", memory=lambda: HandMemory(Noted, after=after))


@attrs.frozen
class Chips:
    """The chips of each seat; -1 for other seats in a view."""

    left: tuple[int, ...] = ()


def pay(rules: r5.Rules, record: Chips, tally: Tally) -> Chips:
    return Chips(tuple(chips - 1 for chips in record.left))


def hidden_chips() -> SimpleNamespace:
    """Make the plugin `chips`: each seat has chips, and sees its own."""
    return plugin(
        "chips",
        memory=lambda: MatchMemory(lambda scores: Chips((9,) * len(scores)), pay, own("left", -1)),
    )
