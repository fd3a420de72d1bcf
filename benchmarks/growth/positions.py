"""Positions of a wanted size: so many cards in the hand, so many of them wild, so long a pile, so many melds."""

from __future__ import annotations

import random
from typing import Final, Literal

import attrs
from benchmarks.contestants.of_rummy500 import after_chance

import rummy500 as r5
from rummy500.cards import bag_of
from rummy500.melds import Meld
from rummy500.records import replace
from rummy500.state import DRAW_PHASE, NEW_TURN, PLAY_PHASE, Turn, packed_sizes
from rummy500.testing.late_positions import melds_out_of

Phase = Literal["draw", "play"]

#: An opening that takes more actions than these never comes to a draw.
_LONGEST_OPENING: Final = 50
#: Cards that each other seat holds.
_OTHERS: Final = 5


@attrs.frozen
class Layout:
    """What a position is to be like.

    Attributes:
        hand: cards that the seat on turn holds, 1 or more.
        wild: how many of them are wild.
        pile: cards of the discard pile.
        wild_in_pile: how many of them are wild.
        melds: melds on the table, of natural cards; fewer where the cards make no more.
        phase: before the draw, or after it.
        kept: so many cards of the hand are old, the others came from the pile this turn; `None`: one card was drawn
            from the stock.
    """

    hand: int
    wild: int = 0
    pile: int = 5
    wild_in_pile: int = 0
    melds: int = 4
    phase: Phase = "play"
    kept: int | None = None


@attrs.frozen
class Cards:
    """The cards of a position by where they lie.

    Attributes:
        hand: those of the seat on turn.
        pile: the discard pile, oldest card first.
        loose: all others that no meld holds.
        table: the melds.
    """

    hand: tuple[int, ...]
    pile: tuple[int, ...]
    loose: tuple[int, ...]
    table: tuple[Meld, ...]


def begun(rules: r5.Rules, seed: int) -> r5.State:
    """A hand that has come to its first draw.

    Raises:
        ValueError: if it never does.
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
    """Cards at random that lie as wanted.

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
    """So many cards, which are taken away."""
    if len(cards) < wanted:
        raise ValueError(f"{wanted} cards are wanted and {len(cards)} are left")
    found = cards[:wanted]
    del cards[:wanted]
    return found


def state_of(begun: r5.State, layout: Layout, cards: Cards) -> r5.State:
    """The state in which the cards lie like this.

    Args:
        begun: a hand under the same rules that has come to its first draw; what plugins remember comes from it.
        layout: the phase, and where the cards of the hand came from.
        cards: where the cards lie.

    Raises:
        ValueError: if too few cards are left for the other seats.
    """
    public, seats = begun.public, begun.public.seats
    seat, loose = public.to_act, list(cards.loose)
    hands = [bag_of(cards.hand) if other == seat else bag_of(_first(loose, _OTHERS)) for other in range(seats)]
    known, drawn, turn = [0] * seats, 0, NEW_TURN
    if layout.phase == "play" and layout.kept is None:
        drawn = bag_of(cards.hand[-1:])
    elif layout.phase == "play":
        known[seat] = bag_of(cards.hand[layout.kept :])
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
    """So many positions; the same seed gives the same."""
    rng = random.Random(seed)
    start = begun(rules, seed)
    return tuple(state_of(start, layout, sort_out(rules, layout, rng)) for _ in range(count))
