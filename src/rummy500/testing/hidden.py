"""Deal the cards anew that a seat may not know: the result looks the same to that seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal, cast

import attrs

from rummy500.cards import at_least, bag_of, card_text, cards_of, cards_text, common, minus, size, union
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import State, View
from rummy500.view import observe


def redealt(
    rules: Rules,
    state: State,
    seat: int | None,
    rng: random.Random,
    *,
    memory: Literal["full", "none"] = "full",
    fixed: Sequence[int] = (),
    top: int = 0,
    records: bool = True,
) -> State:
    """Deal everything anew that a seat may not know.

    A seat may not know the order and the cards of the stock; the cards of other hands that nobody saw go there, and its
    own hand before it may look at it; the cards that another seat drew this turn; and the cards that a plugin remembers
    and hides from it. Without memory, it does not know either which cards went openly into a hand. The number of cards
    at each place does not change.

    Args:
        rules: the rules in force.
        state: the state.
        seat: the seat; `None` for a spectator.
        rng: the source of the deal.
        memory: what the seat knows of the cards that everyone saw go into a hand, as for `observe`.
        fixed: for each seat, cards of its hand that stay there, as bags; none by default.
        top: how many of the next cards of the stock stay where they are.
        records: whether the cards that plugins hide are dealt anew, too.

    Returns:
        A state that the seat cannot tell from the one given.
    """
    view = observe(rules, state, seat) if memory == "full" else observe(rules, state, seat, memory=memory)
    known = tuple(map(common, view.public.known, state.public.known))
    stays = list(map(at_least, known, fixed or (0,) * rules.seats))
    if seat is not None:
        stays[seat] = at_least(stays[seat], view.hand)
    unseen = [minus(hand, staying) for hand, staying in zip(state.hands, stays, strict=True)]
    secrets = tuple(_secrets(rules, state, view)) if records else ()
    pool = [*state.stock[top:], *(card for bag in unseen for card in cards_of(bag))]
    pool += [card for secret in secrets for card in secret.cards]
    rng.shuffle(pool)
    dealer = iter(pool)
    stock = state.stock[:top] + bytes(islice(dealer, len(state.stock[top:])))
    hands = tuple(union(stay, bag_of(islice(dealer, size(bag)))) for stay, bag in zip(stays, unseen, strict=True))
    slots = list(state.slots)
    for secret in secrets:
        cards = secret.form(tuple(islice(dealer, len(secret.cards))))
        slots[secret.place] = attrs.evolve(cast("Any", slots[secret.place]), **{secret.field: cards})
    public = replace(state.public, known=known)
    if memory == "none" and seat != public.to_act and rules.views.lies_open is None:
        public = replace(public, turn=replace(public.turn, taken=0))
    other = State(public, hands, state.drawn, stock, tuple(slots))
    hides_drawn = state.drawn and view.drawn != state.drawn
    return replace(other, drawn=_drawn_instead(other, rng)) if hides_drawn else other


def _drawn_instead(state: State, rng: random.Random) -> int:
    """Choose other cards that the seat on turn may have drawn: unseen cards of its hand, or played ones."""
    public = state.public
    played = [piece & 63 for play in public.turn.plays for piece in play.pieces]
    unseen = minus(state.hands[public.to_act], public.known[public.to_act])
    could_be = [*cards_of(unseen), *played]
    return bag_of(rng.sample(could_be, min(size(state.drawn), len(could_be))))


#: The forms of cards in a record: numbers, texts, one text, a bag.
_FORMS: Final[tuple[Callable[[tuple[int, ...]], object], ...]] = (
    lambda cards: cards,
    lambda cards: tuple(map(card_text, cards)),
    cards_text,
    bag_of,
)


@attrs.frozen
class _Secret:
    """Cards that a plugin remembers and hides from a seat.

    Attributes:
        place: the place of the record among the slots.
        field: the field of the record with the cards.
        form: the form of the cards in it.
        cards: the cards.
    """

    place: int
    field: str
    form: Callable[[tuple[int, ...]], object]
    cards: tuple[int, ...]


def _secrets(rules: Rules, state: State, view: View) -> Iterator[_Secret]:
    """Find the cards that plugins hide from the seat; a record without exactly one field of cards is left out."""
    for place, (_, memory) in enumerate(rules.memory.hand_memory):
        record: Any = state.slots[place]
        if memory.cards is None or view.slots[place] == record:
            continue
        cards = memory.cards(record)
        names = [field.name for field in attrs.fields(cast("Any", type(record)))]
        found = ((name, form) for name in names for form in _FORMS if getattr(record, name) == form(cards))
        for name, form in islice(found, 1):
            yield _Secret(place, name, form, cards)
