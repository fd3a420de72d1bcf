"""`joker_play` makes a move that plays cards with a joker beside them; doubled takes and splits share their checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rummy500.hooks import (
    CORE_MOVES,
    JOKER,
    Action,
    Bag,
    Move,
    PlayFinder,
    Reason,
    Refusal,
    Rules,
    View,
    card_text,
    judged_move,
    piece_card,
)
from rummy500_dealers_gambit.jokers import usable_jokers
from rummy500_dealers_gambit.memory import gambit

NEW_MELDS: Final = ("run", "group")
_CORE: Final = {move.verb: move for move in CORE_MOVES}

#: Returns the view of a seat after an action, even if the turn could not end then, or the refusal.
Judge = Callable[[Rules, View, Action], View | Refusal]


#: Lists actions of a move, legal or not.
Candidates = Callable[..., Iterable[Action]]


def joker_play(
    verb: str, effect: str, suffix: str, candidates: Candidates, judge: Judge, label: str, said: str
) -> Move:
    """Make a move that adds a joker to melding or taking.

    Args:
        verb: the verb of the core's move.
        effect: the effect that the dealer must have named.
        suffix: the word after the core's action.
        candidates: lists actions, legal or not.
        judge: judges one action.
        label: the words for a button.
        said: what its actions do.
    """
    takes = verb == "take"

    def named(rules: Rules, view: View, *, plain: bool = False) -> Iterable[Action]:
        if gambit(rules, view).named != effect or view.public.phase == "offer":
            return ()
        in_reach = usable_jokers(rules, view) or (takes and JOKER in view.public.pile)
        return candidates(rules, view, plain=plain) if in_reach else ()

    def judged(rules: Rules, view: View, action: Action) -> View | Refusal:
        return _AS_IT_IS() if view.public.phase == "offer" else judge(rules, view, action)

    of_core = _CORE[verb]
    fields = (*of_core.fields, "extra")
    return judged_move(verb, judged, named, phases=of_core.phases, fields=fields, suffix=suffix, label=label, said=said)


_AS_IT_IS: Final = Reason("deal.opening-offer", "as-it-is", "The upcard on offer is taken as it is, or passed.")
_NOT_IN_PILE: Final = Reason("turn.cards", "not-in-pile", "{card} does not lie there in the pile.")
_REFUSED: Final = Reason("deal.opening-offer", "refused", "Nobody took the upcard, so you draw from the stock.")
_NOT_TAKEN: Final = Reason("draw.deep", "not-taken", "{card} cannot be taken from there.")


def refuse_place(rules: Rules, view: View, depth: int, card: int) -> Refusal | None:
    """Refuse a card of the pile that cannot be taken at all."""
    pile = view.public.pile
    if not 1 <= depth <= len(pile) or card != pile[-depth]:
        return _NOT_IN_PILE(card=card_text(card))
    if view.public.turn.stock_only:
        return _REFUSED()
    if rules.turn.collects is not None and not rules.turn.collects(rules, view, depth):
        return _NOT_TAKEN(card=card_text(card))
    return None


def places(rules: Rules, view: View) -> Iterator[tuple[int, int]]:
    """Every card of the pile that can be taken, the top first, with its depth."""
    for depth, card in enumerate(reversed(view.public.pile), 1):
        if refuse_place(rules, view, depth, card) is None:
            yield depth, card


def takes_with(rules: Rules, view: View, hand: Bag, card: int) -> Iterator[tuple[str, tuple[int, ...], int]]:
    """Every play of a hand, with the taken cards in it, that uses a card of the pile."""
    return PlayFinder(rules, view, hand).plays_with(hand, card)


_OTHER_CARD: Final = Reason("draw.deep-use", "other-card", "{card} itself must be used.")
_NEW_MELD: Final = Reason("draw.deep-use", "new-meld", "{card} must be used in a new meld.")


def refuse_use(rules: Rules, action: Action) -> Refusal | None:
    """Refuse a take that does not use its card as `draw.deep-use` requires."""
    if all(piece_card(piece) != action.card for piece in action.pieces):
        return _OTHER_CARD(card=card_text(action.card))
    if rules.turn.deep_take_needs_new_meld and action.use not in NEW_MELDS:
        return _NEW_MELD(card=card_text(action.card))
    return None
