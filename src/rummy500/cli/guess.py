"""Guess the action that a user meant by some cards, so that `why` can explain why it is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.actions import DISCARD, MELD, NONE, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards import NATURALS, count, rank_of, suit_of
from rummy500.melds.pieces import (
    Pieces,
    group_order,
    natural_order,
    natural_piece,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.rules import Rules
from rummy500.state import DRAW_PHASE, View


def likeliest(rules: Rules, view: View, cards: Sequence[int]) -> Action:
    """Guess the likeliest action that uses exactly these cards, legal or not.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        cards: the selected cards, at least one.
    """
    seat, pile = view.seat, view.public.pile
    depths = [pile[::-1].index(card) + 1 for card in cards if card in pile and not count(view.hand, card)]
    if len(cards) == 1:
        if depths:
            return Action(seat, TAKE, cards[0], depths[0])
        return Action(seat, DISCARD, cards[0])
    use, pieces, on = _play(rules, view, cards)
    if view.public.phase == DRAW_PHASE and depths:
        depth = max(depths)
        return Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
    return Action(seat, MELD if on == NONE else "lay", NONE, 0, use, pieces, on)


def _play(rules: Rules, view: View, cards: Sequence[int]) -> tuple[str, Pieces, int]:
    wilds = [card for card in cards if card >= NATURALS]
    naturals = [card for card in cards if card < NATURALS]
    ranks = {rank_of(card) for card in naturals}
    as_group = len(ranks) == 1
    if as_group:
        rank = ranks.pop()
        pieces = group_order([*map(natural_piece, naturals), *(wild_in_group(card, rank) for card in wilds)])
    else:
        pieces = run_order([*map(natural_piece, naturals), *_in_gaps(naturals, wilds)])
    if len(cards) < rules.melding.shapes.run_min and naturals:
        on = _fitting(view, naturals[0])
        if on != NONE:
            return USE_LAY, natural_order(pieces), on
    return USE_GROUP if as_group else USE_RUN, pieces, NONE


def _fitting(view: View, card: int) -> int:
    """Find a meld on the table that a card could be meant for."""
    for on, meld in enumerate(view.public.table):
        if meld.line == (suit_of(card) if meld.is_run else rank_of(card)):
            return on
    return NONE


def _in_gaps(naturals: Sequence[int], wilds: Sequence[int]) -> list[int]:
    """Give wild cards places in a run around its natural cards: gaps first, then upwards, then downwards."""
    if not naturals:
        return [natural_piece(card) for card in wilds]
    suit = suit_of(naturals[0]) * 13
    ranks = sorted(map(rank_of, naturals))
    places = [*range(ranks[0], ranks[-1]), *range(ranks[-1], 13), *reversed(range(ranks[0]))]
    free = [suit + place for place in places if place not in ranks]
    return [wild_in_run(card, role) for card, role in zip(wilds, free, strict=False)]
