"""Make positions of given sizes: cards in the hand, wild cards among them, cards of the pile, melds."""

from __future__ import annotations

import random
from typing import Final, Literal

import attrs
from benchmarks.contestants.of_rummy500 import after_chance

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, bag_of
from rummy500.cards.pieces import Meld
from rummy500.records import replace
from rummy500.state import DRAW_PHASE, NEW_TURN, PLAY_PHASE, Turn, packed_sizes
from rummy500_testing.positions import melds_out_of

Phase = Literal["draw", "play"]

#: An opening with more actions than these never reaches a draw.
_LONGEST_OPENING: Final = 50
#: How many cards each other seat has.
_OTHERS: Final = 5


@attrs.frozen
class Layout:
    """The sizes of a position.

    Attributes:
        hand: the number of cards of the seat on turn, 1 or more.
        wild: how many of them are wild.
        pile: the number of cards of the discard pile.
        wild_in_pile: how many of them are wild.
        melds: the number of melds on the table, of natural cards; fewer if the cards make no more.
        phase: before the draw, or after it.
        old: the number of old cards in the hand, the others came from the pile this turn; `None`: one card was drawn
            from the stock.
    """

    hand: int
    wild: int = 0
    pile: int = 5
    wild_in_pile: int = 0
    melds: int = 4
    phase: Phase = "play"
    old: int | None = None


@attrs.frozen
class Cards:
    """The cards of a position by place.

    Attributes:
        hand: the hand of the seat on turn.
        pile: the discard pile, oldest card first.
        loose: all others that are in no meld.
        table: the melds.
    """

    hand: tuple[int, ...]
    pile: tuple[int, ...]
    loose: tuple[int, ...]
    table: tuple[Meld, ...]


def begun(rules: r5.Rules, seed: int) -> r5.State:
    """Play the opening of a hand until its first draw.

    Raises:
        ValueError: if it never reaches one.
    """
    rng = random.Random(seed)
    state = r5.deal(rules, seed=seed)
    for _ in range(_LONGEST_OPENING):
        if state.public.phase == DRAW_PHASE:
            return state
        legal = list(r5.legal_actions(rules, state))
        state = r5.apply(rules, state, rng.choice(legal)) if legal else after_chance(rules, state, rng)
    raise ValueError(f"{rules} come to no draw")


def sort_out(rules: r5.Rules, layout: Layout, rng: random.Random) -> Cards:
    """Choose cards at random for a layout.

    Raises:
        ValueError: if the pack has too few for that.
    """
    pack = list(rules.deal.pack)
    rng.shuffle(pack)
    wilds = [card for card in pack if card in rules.melding.shapes.wilds]
    naturals = [card for card in pack if card not in rules.melding.shapes.wilds]
    if len(wilds) < layout.wild + layout.wild_in_pile:
        raise ValueError(f"{rules} have {len(wilds)} wild cards")
    table = melds_out_of(rules, naturals, rng, layout.melds)
    hand = [*_first(wilds, layout.wild), *_first(naturals, layout.hand - layout.wild)]
    pile = [*_first(wilds, layout.wild_in_pile), *_first(naturals, layout.pile - layout.wild_in_pile)]
    rng.shuffle(pile)
    return Cards(tuple(hand), tuple(pile), (*naturals, *wilds), table)


def _first(cards: list[int], wanted: int) -> list[int]:
    """Remove and return some cards."""
    if len(cards) < wanted:
        raise ValueError(f"{wanted} cards are wanted and {len(cards)} are left")
    found = cards[:wanted]
    del cards[:wanted]
    return found


def state_of(begun: r5.State, layout: Layout, cards: Cards) -> r5.State:
    """Make the state of a layout and its cards.

    Args:
        begun: a hand under the same rules before its first draw, for the memory of plugins.
        layout: the phase, and the origin of the cards of the hand.
        cards: the cards by place.

    Raises:
        ValueError: if too few cards are left for the other seats.
    """
    public, seats = begun.public, begun.public.seats
    seat, loose = public.to_act, list(cards.loose)
    hands = [bag_of(cards.hand) if other == seat else bag_of(_first(loose, _OTHERS)) for other in range(seats)]
    known, drawn, turn = [EMPTY_BAG] * seats, EMPTY_BAG, NEW_TURN
    if layout.phase == "play" and layout.old is None:
        drawn = bag_of(cards.hand[-1:])
    elif layout.phase == "play":
        known[seat] = bag_of(cards.hand[layout.old :])
        turn = Turn(taken=known[seat])
    return replace(
        begun,
        public=replace(
            public,
            phase=DRAW_PHASE if layout.phase == "draw" else PLAY_PHASE,
            last=(seat - 1) % seats,
            pile=bytes(cards.pile),
            table=cards.table,
            turn=turn,
            sizes=packed_sizes(tuple(len(cards.hand) if other == seat else _OTHERS for other in range(seats))),
            known=tuple(known),
            stock_count=len(loose),
        ),
        hands=tuple(hands),
        drawn=drawn,
        stock=bytes(loose),
    )


def positions(rules: r5.Rules, layout: Layout, count: int, seed: int) -> tuple[r5.State, ...]:
    """Make some positions; equal seeds give equal positions."""
    rng = random.Random(seed)
    start = begun(rules, seed)
    return tuple(state_of(start, layout, sort_out(rules, layout, rng)) for _ in range(count))
