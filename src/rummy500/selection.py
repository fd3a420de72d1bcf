"""`actions_for_cards` finds the legal actions that use exactly the cards that a user has selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rummy500.actions import CALL, DISCARD, TAKE, Action
from rummy500.cards import Bag, bag_of, count, minus, size
from rummy500.engine.facts import ViewFacts
from rummy500.engine.listing import legal_actions
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.call import CALL_AGAIN
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.views import check_seat
from rummy500.errors import NotationError
from rummy500.melds.pieces import pieces_bag
from rummy500.notation.actions import parse_cards
from rummy500.rules import Rules, names_plugins
from rummy500.state import State, View
from rummy500.view import observe

#: The moves whose actions `_candidates` finds.
_CORE: Final = (*CORE_MOVES, CALL_AGAIN)
_CORE_VERBS: Final = frozenset(move.verb for move in CORE_MOVES)


@names_plugins
def actions_for_cards(rules: Rules, state: State | View, seat: int, cards: str | Iterable[int]) -> tuple[Action, ...]:
    r"""The legal actions of a seat that use exactly the cards that a user has selected.

    The cards may come from the hand and from the pile. For a wild card the actions of all its possible roles are found.
    A single card may be discarded, laid off, taken or called.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the selected cards, in any order, as text or as cards.

    Returns:
        The actions, in a fixed order: each plays exactly these cards, or discards or takes the only one.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        NotationError: for text that names no cards.

    Examples:
        >>> import rummy500 as r5
        >>> text = 'phase = "play"\nto_act = 0\nhands = ["9h 9s * Kd", "2c 3c"]'
        >>> hand = r5.parse_position(text)
        >>> [r5.action_text(found) for found in r5.actions_for_cards(hand.rules, hand.state, 0, "9h * 9s")]
        ['0: meld {9s 9h *=9}']
    """
    seat = check_seat(rules, state, seat)
    legal = legal_actions(rules, state, seat=seat)
    try:
        selected = bag_of(parse_cards(cards) if isinstance(cards, str) else cards)
    except NotationError:
        raise
    except ValueError:  # a hidden card, or more copies than any pack has: no action uses them
        return ()
    if not selected:
        return ()
    found = (action for action in _candidates(rules, state, seat, selected) if action in legal)
    return tuple(dict.fromkeys((*found, *_of_plugins(rules, state, seat, selected))))


def _of_plugins(rules: Rules, state: State | View, seat: int, selected: Bag) -> Iterator[Action]:
    """The legal actions of plugins' moves that use exactly the selected cards."""
    view = state if isinstance(state, View) else observe(rules, state, seat)
    facts = ViewFacts(rules, view)
    phase = view.public.phase
    on_turn = rules.turn.turn_moves.get(phase, ()) if seat == view.public.to_act else ()
    for move in (*on_turn, *rules.turn.other_moves.get(phase, ())):
        if move.suffix or move not in _CORE:
            for action in move.generate(facts, plain=True):
                in_core = action.verb in _CORE_VERBS and not action.extra and action.use not in rules.turn.uses
                if in_core and (action.verb, phase) not in rules.turn.phased:
                    continue
                if (pieces_bag(action.pieces) or (bag_of((action.card,)) if action.card >= 0 else 0)) == selected:
                    yield action


def _candidates(rules: Rules, state: State | View, seat: int, selected: Bag) -> Iterator[Action]:
    """Every action of the core that could use exactly these cards, legal or not."""
    alone = size(selected) == 1
    view = state if isinstance(state, View) else observe(rules, state, seat)
    pile = view.public.pile
    if alone:
        card = next(card for card in range(64) if count(selected, card))
        yield Action(seat, DISCARD, card)
        for depth in range(1, len(pile) + 1):
            if pile[-depth] == card:
                yield Action(seat, TAKE, card, depth)
    for use, pieces, on in PlayFinder(rules, view, selected).plays(selected):
        if minus(selected, pieces_bag(pieces)):
            continue
        yield Action(seat, "lay" if on >= 0 else "meld", -1, 0, use, pieces, on)
        for depth in range(1, len(pile) + 1):
            if count(selected, pile[-depth]):
                yield Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
                yield Action(seat, CALL, -1, depth, use, pieces, on)
