"""Deal the cards anew that a seat may not know: the result looks the same to that seat."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, Literal, cast

import attrs

from rummy500 import Action, NotationError, Rules, State, View, observe, parse_card, parse_cards
from rummy500.cards.cards import EMPTY_BAG, Bag, bag_max, bag_of, cards_of, cards_text, common, minus, size, union
from rummy500.hooks import replace

#: A card in the words of an action.
_CARD: Final = re.compile(r"(?<![\w*=])[2-9ATJQK][shdc](?!\w)|\*")


def viewers(rules: Rules) -> tuple[int | None, ...]:
    """List every seat, and `None` for a spectator."""
    return (*range(rules.seats), None)


def viewer_name(seat: int | None) -> str:
    """Name a seat, or a spectator."""
    return "a spectator" if seat is None else f"seat {seat}"


def redealt(
    rules: Rules,
    state: State,
    seat: int | None,
    rng: random.Random,
    *,
    memory: Literal["full", "none"] = "full",
    fixed: Sequence[Bag] = (),
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
    view = observe(rules, state, seat, memory=memory)
    known = tuple(map(common, view.public.known, state.public.known))
    stays = list(map(bag_max, known, fixed or (EMPTY_BAG,) * rules.seats))
    if seat is not None:
        stays[seat] = bag_max(stays[seat], view.hand)
    unseen = [minus(hand, staying) for hand, staying in zip(state.hands, stays, strict=True)]
    secrets = tuple(_secrets(rules, state, view)) if records else ()
    pool = [*state.stock[top:], *(card for bag in unseen for card in cards_of(bag))]
    pool += [card for _, _, hidden, _ in secrets for card in hidden]
    rng.shuffle(pool)
    dealer = iter(pool)
    stock = state.stock[:top] + bytes(islice(dealer, len(state.stock[top:])))
    hands = tuple(union(stay, bag_of(islice(dealer, size(bag)))) for stay, bag in zip(stays, unseen, strict=True))
    memories = list(state.memories)
    for place, field, hidden, form in secrets:
        cards = form(tuple(islice(dealer, len(hidden))))
        memories[place] = attrs.evolve(cast("Any", memories[place]), **{field: cards})
    public = replace(state.public, known=known, turn=view.public.turn)
    other = replace(state, public=public, hands=hands, stock=stock, memories=tuple(memories))
    hides_drawn = state.drawn and view.drawn != state.drawn
    return replace(other, drawn=_drawn_instead(other, rng)) if hides_drawn else other


def cards_named(action: Action) -> set[int]:
    """The cards that an action names, also in its words."""
    found = {action.card, *(piece & 63 for piece in action.pieces), *action.cards}
    return (found - {-1}) | {parse_card(match[0]) for word in action.extra for match in _CARD.finditer(word)}


def _drawn_instead(state: State, rng: random.Random) -> int:
    """Choose other cards that the seat on turn may have drawn: unseen cards of its hand, or played ones."""
    public = state.public
    played = [piece & 63 for play in public.turn.plays for piece in play.pieces]
    unseen = minus(state.hands[public.to_act], public.known[public.to_act])
    could_be = [*cards_of(unseen), *played]
    return bag_of(rng.sample(could_be, min(size(state.drawn), len(could_be))))


#: Returns a value with other cards in place of the hidden ones.
_Form = Callable[[tuple[int, ...]], object]


def _secrets(rules: Rules, state: State, view: View) -> Iterator[tuple[int, str, tuple[int, ...], _Form]]:
    """Find the cards that plugins hide from the seat; cards of a record that the seat sees are none of them.

    Yields:
        The place of a record among the memories, its field with the cards, the cards, and the form of that field.
    """
    for place, (_, memory) in enumerate(rules.memory.hand_memory):
        record: Any = state.memories[place]
        shown: Any = view.memories[place]
        if memory.cards is None or shown == record:
            continue
        hidden = Counter(memory.cards(record)) - Counter(memory.cards(shown))
        for field in attrs.fields(cast("Any", type(record))):
            value, seen = getattr(record, field.name), getattr(shown, field.name)
            found = _hidden_in(value, seen, hidden) if value != seen else None
            if found is not None:
                cards, form = found
                hidden -= Counter(cards)
                yield place, field.name, cards, form


def _hidden_in(value: object, seen: object, hidden: Counter[int]) -> tuple[tuple[int, ...], _Form] | None:
    """Find the hidden cards in a field: a card, a bag, a text, or a tuple of cards or texts; `None` without any."""
    tuples = isinstance(value, tuple)
    cards, form = _read_parts(cast("tuple[object, ...]", value), seen, hidden) if tuples else _read(value, seen, hidden)
    return (cards, form) if cards and Counter(cards) <= hidden else None


def _read_parts(parts: tuple[object, ...], seen: object, hidden: Counter[int]) -> tuple[tuple[int, ...], _Form]:
    """Read the hidden cards of those parts of a tuple that the seat sees otherwise."""
    shown = cast("tuple[object, ...]", seen) if isinstance(seen, tuple) else ()
    differ = [at for at, part in enumerate(parts) if at >= len(shown) or part != shown[at]]
    each = {at: _read(parts[at], None, hidden) for at in differ}

    def form(instead: tuple[int, ...]) -> object:
        dealer = iter(instead)
        made = {at: make(tuple(islice(dealer, len(read)))) for at, (read, make) in each.items()}
        return tuple(made.get(at, part) for at, part in enumerate(parts))

    return tuple(card for read, _ in each.values() for card in read), form


def _read(value: object, seen: object, hidden: Counter[int]) -> tuple[tuple[int, ...], _Form]:
    """Read the hidden cards of one value, with the function that makes it of other cards; no cards if it has none."""
    if isinstance(value, bytes):
        return tuple(value), lambda cards: bytes(sorted(cards))
    if isinstance(value, str):
        try:
            return parse_cards(value), cards_text
        except NotationError:
            return (), lambda _: value
    if not isinstance(value, int):
        return (), lambda _: value
    if hidden[value]:
        return (value,), lambda cards: cards[0]
    if value <= 0:
        return (), lambda _: value
    bag = Bag(value)
    stays = common(bag, Bag(seen)) if isinstance(seen, int) and seen > 0 else EMPTY_BAG
    return cards_of(minus(bag, stays)), lambda cards: union(stays, bag_of(cards))
