"""Tests that count worlds of real packs: each hidden card is as likely in each hidden place, and lies in one of them.

The sources are fixed, so a test sees the same worlds in every run and cannot fail by chance. For each place the counts
of the cards give a chi-square. If all arrangements are equally likely, one in 1.7 million is as far off as `_FAR`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import cbrt, sqrt
from types import MappingProxyType
from typing import Final, Literal

import attrs
import pytest
from tests.hooks.secret_plugins import FaceDown, face_down, set_aside
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
from rummy500.cards.cards import cards_of, minus
from rummy500.cards.pieces import piece_card
from rummy500.fast import determinize
from rummy500.hooks import recall
from rummy500.players import MediumPlayer, play_hand

#: How far the counts of a place may be from equal chance, in standard deviations of a normal distribution.
_FAR: Final = 5.0
_WORLDS: Final = 1000
_TWO_PACKS: Final = MappingProxyType({"deck.packs": 2})
_JOKERS: Final = MappingProxyType({"deck.packs": 2, "deck.jokers": 4})


def dealt(state: r5.State) -> bool:
    """Return whether nobody has drawn."""
    return state.public.phase == "draw" and state.public.last < 0


def known(state: r5.State) -> bool:
    """Return whether two hands have known cards and hidden ones, and melds lie on the table."""
    public = state.public
    partly = [seat for seat in range(public.seats) if public.known[seat] not in (0, state.hands[seat])]
    return public.phase == "draw" and bool(public.table) and len(partly) >= 2


def drawn(state: r5.State) -> bool:
    """Return whether seat 1 has drawn and played nothing since."""
    public = state.public
    return public.phase == "play" and public.to_act == 1 and bool(state.drawn) and not public.turn.plays


def taken(state: r5.State) -> bool:
    """Return whether seat 1 has taken from the pile and not discarded."""
    public = state.public
    return public.phase == "play" and public.to_act == 1 and bool(public.turn.taken)


@attrs.frozen
class Case:
    """A view whose worlds are counted, and where it comes from.

    Attributes:
        seats: the number of seats.
        seat: the seat that sees; `None` for a spectator.
        when: picks a state of a hand between medium players.
        options: options of the preset `pagat`, which has two jokers.
        plugins: the plugins in play.
        memory: the memory of the view.
    """

    seats: int
    seat: int | None
    when: Callable[[r5.State], bool]
    options: Mapping[str, object] = attrs.field(factory=dict)
    plugins: tuple[object, ...] = ()
    memory: Literal["full", "none"] = "full"

    def rules(self) -> r5.Rules:
        """Compose its rules."""
        return r5.compose("pagat", self.plugins, self.options, seats=self.seats)

    def state(self, rules: r5.Rules) -> r5.State:
        """Find the first wanted state in hands with fixed seeds."""
        for seed in range(20):
            source, states = random.Random(seed), list[r5.State]()
            players = [MediumPlayer(source)] * self.seats
            play_hand(rules, r5.deal(rules, seed=seed), players, source, watch=lambda at, *_, to=states: to.append(at))
            if wanted := next(filter(self.when, states), None):
                return wanted
        raise AssertionError("no such state in 20 hands")


CASES: Final = {
    **{f"{seats} seats": Case(seats, seats - 1, dealt) for seats in (3, 5, 8)},
    "two packs and four jokers": Case(5, 2, dealt, _JOKERS),
    "a spectator": Case(3, None, known, _TWO_PACKS),
    "known cards": Case(4, 0, known),
    "known cards of two packs": Case(4, 3, known, _JOKERS),
    "known cards that are forgotten": Case(3, 2, known, memory="none"),
    "another seat has drawn": Case(3, 0, drawn),
    "another seat has drawn two": Case(3, 2, drawn, _TWO_PACKS, (COOKBOOK["draw-two"],)),
    "another seat has taken": Case(3, 0, taken),
    "plugins hold hidden cards": Case(3, 0, dealt, _TWO_PACKS, (set_aside(), face_down())),
}


def places(rules: r5.Rules, view: r5.View, state: r5.State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """List the places that a view does not show, each with the cards that lie there in a state."""
    for seat, hand in enumerate(state.hands):
        if seat != view.seat:
            yield f"hand {seat}", cards_of(minus(hand, view.public.known[seat]))
    for place, card in enumerate(state.stock):
        yield f"stock {place}", (card,)
    for (name, memory), seen, record in zip(rules.memory.hand_memory, view.memories, state.memories, strict=True):
        if memory.cards is not None:
            hidden = Counter(memory.cards(record)) - Counter(memory.cards(seen))
            yield name, tuple(hidden.elements())


def parts(rules: r5.Rules, view: r5.View, state: r5.State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """List parts of those places that are counted, too: the cards just drawn, and what each seat has laid face down."""
    if state.drawn and view.seat != state.public.to_act:
        yield "drawn", cards_of(state.drawn)
    if any(isinstance(record, FaceDown) for record in state.memories):
        for seat, card in enumerate(recall(rules, state, FaceDown).cards):
            if seat != view.seat:
                yield f"face down before seat {seat}", (card,)


def pack(rules: r5.Rules, state: r5.State) -> Counter[int]:
    """Count the cards of a state, wherever they lie."""
    public = state.public
    found = Counter([*state.stock, *public.pile, *cards_of(public.gone)])
    for hand in state.hands:
        found.update(cards_of(hand))
    for meld in public.table:
        found.update(map(piece_card, meld.pieces))
    for (_, memory), record in zip(rules.memory.hand_memory, state.memories, strict=True):
        found.update(memory.cards(record) if memory.cards is not None else ())
    return found


def deviation(found: Counter[int], hidden: Counter[int], size: int) -> float:
    """Return how far the counts of the cards in a place are from equal chance, as a normal number.

    A place has `size` of n hidden cards, drawn without replacement: the count of a card varies less than in single
    draws, by (n - size) / (n - 1). Wilson and Hilferty's cube root makes a normal number of the chi-square.
    """
    total, degrees = hidden.total(), len(hidden) - 1
    squares = 0.0
    for card, copies in hidden.items():
        expected = _WORLDS * size * copies / total
        squares += (found[card] - expected) ** 2 / (expected * (total - size) / (total - 1))
    spread = 2 / (9 * degrees)
    return (cbrt(squares / degrees) - (1 - spread)) / sqrt(spread)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_each_hidden_card_is_as_likely_in_each_hidden_place(case: Case) -> None:
    rules = case.rules()
    state = case.state(rules)
    view = r5.observe(rules, state, case.seat, memory=case.memory)
    hidden = Counter(card for _, cards in places(rules, view, state) for card in cards)
    sizes = {place: len(cards) for place, cards in (*places(rules, view, state), *parts(rules, view, state))}
    found: dict[str, Counter[int]] = {place: Counter() for place in sizes}
    source = random.Random(len(sizes))
    for _ in range(_WORLDS):
        world = determinize(rules, view, source)
        assert pack(rules, world) == Counter(rules.deal.pack)
        there = [*places(rules, view, world), *parts(rules, view, world)]
        assert {place: len(cards) for place, cards in there} == sizes
        for place, cards in there:
            found[place].update(cards)
    far = {place: deviation(found[place], hidden, size) for place, size in sizes.items() if size}
    assert {place: by for place, by in far.items() if abs(by) > _FAR} == {}


def test_cards_that_another_seat_has_drawn_are_in_its_hand() -> None:
    case = CASES["another seat has drawn two"]
    rules = case.rules()
    view = r5.observe(rules, case.state(rules), case.seat)
    for seed in range(50):
        world = determinize(rules, view, random.Random(seed))
        assert Counter(cards_of(world.drawn)) <= Counter(cards_of(world.hands[1]))
