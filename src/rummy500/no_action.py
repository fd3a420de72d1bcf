"""`why_no_action` explains why no legal action uses the cards that a user has selected.

It guesses the action that the user meant by them, and says why that one is not legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rummy500.actions import DISCARD, MELD, NONE, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards import NATURALS, SPARE, UNKNOWN, card_text, count, rank_of, suit_of
from rummy500.engine.refusing import why_not
from rummy500.engine.views import check_seat
from rummy500.errors import NotationError, Refusal, refuse
from rummy500.inputs import quoted, whole_number
from rummy500.melds.pieces import (
    Pieces,
    group_order,
    natural_order,
    natural_piece,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.notation.actions import parse_cards
from rummy500.rules import Rules, names_plugins
from rummy500.selection import actions_for_cards
from rummy500.state import DRAW_PHASE, State, View
from rummy500.view import observe

#: The most cards of a selection.
_MOST: Final = 100
_NO_ACTION: Final = refuse("turn.cards", "no-action", "No move uses exactly these cards.")


class NoAction(NamedTuple):
    """Why no legal action uses the selected cards.

    Attributes:
        guess: the action that the user probably meant.
        refusal: why it is not legal.
    """

    guess: Action
    refusal: Refusal


@names_plugins
def why_no_action(rules: Rules, state: State | View, seat: int, cards: str | Iterable[int]) -> NoAction | None:
    r"""Explain why no legal action of a seat uses exactly the cards that a user has selected.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the selected cards, in any order, as text or as cards; 1 to 100.

    Returns:
        The likeliest action with these cards and its refusal; `None` if `actions_for_cards` finds a legal action.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        NotationError: for text that names no cards, for a hidden or an unknown card, and for no or too many cards.
        TypeError: for a card that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> hand = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["9h 9s Kd", "2c 3c"]\nstock = "5s"')
        >>> guess, refusal = r5.why_no_action(hand.rules, hand.state, 0, "9h 9s")
        >>> print(guess, "-", refusal)
        0: meld {9s 9h} - A meld has three cards or more; this one has 2. (meld.size)
    """
    seat = check_seat(rules, state, seat)
    selected = _checked(parse_cards(cards) if isinstance(cards, str) else cards)
    if actions_for_cards(rules, state, seat, selected):
        return None
    view = state if isinstance(state, View) else observe(rules, state, seat)
    guess = _likeliest(rules, view, selected)
    return NoAction(guess, why_not(rules, view, guess) or _NO_ACTION)


def _checked(cards: Iterable[int]) -> tuple[int, ...]:
    """The selected cards as numbers, each of which is a card."""
    found: list[int] = []
    for each in cards:
        card = whole_number(each, "a card")
        if not 0 <= card <= SPARE:
            shown = card_text(card) if card == UNKNOWN else quoted(each)
            raise NotationError(f"{shown} is not a card that can be selected", expected=f"0 to {SPARE}")
        if len(found) == _MOST:
            raise NotationError(f"a selection has at most {_MOST} cards")
        found.append(card)
    if not found:
        raise NotationError("no card is selected", expected="one or more cards")
    return tuple(found)


def _likeliest(rules: Rules, view: View, cards: Sequence[int]) -> Action:
    """Guess the likeliest action that uses exactly these cards, legal or not."""
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
