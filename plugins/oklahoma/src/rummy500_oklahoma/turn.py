"""Restrictions of a turn in Oklahoma: takes, low aces, the queen of spades, a joker that was taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    EMPTY_BAG,
    JOKER,
    Action,
    Bag,
    Bar,
    Forbids,
    OptionValue,
    Reason,
    Refusal,
    Rules,
    Takes,
    View,
    at_hand,
    bag_of,
    card_text,
    check_at_hand,
    common,
    hookimpl,
    piece_card,
    view_after_take,
    whole_pile,
)
from rummy500_oklahoma.cards import DEUCES, QUEEN_OF_SPADES
from rummy500_oklahoma.composing import OPENING_USE
from rummy500_oklahoma.swapping import SWAP

_BOTH: Final = bag_of((QUEEN_OF_SPADES, QUEEN_OF_SPADES))
_JOKER: Final = bag_of((JOKER,))


def barred_queens(_: Rules, view: View) -> Bag:
    """The queens of spades of a hand that has another card, too (`oklahoma.queen`)."""
    queens = common(view.hand, _BOTH)
    return EMPTY_BAG if queens == view.hand else queens


_NOT_LAST: Final = Reason("oklahoma.queen", "not-last", "The queen of spades may be discarded only as your last card.")


def _returned(_: Rules, view: View) -> Bag:
    turn = view.public.turn
    if turn.taken != _JOKER:
        return EMPTY_BAG
    played = 0
    for play in turn.plays:
        if play.use == SWAP:
            played = max(0, played - 1)
        else:
            played += sum(piece_card(piece) == JOKER for piece in play.pieces)
    return EMPTY_BAG if played else _JOKER


_TAKEN: Final = Reason("discard.not-taken", "taken", "You have just taken {card} from the pile; discard another.")


@hookimpl
def takes(rule: Takes, options: Mapping[str, OptionValue]) -> Takes:
    """Let the top card be taken only with the whole pile, and no other card at all (`draw.whole-pile`).

    The upcard on offer must be used at once, if `oklahoma.opening-use` is set.
    """

    def must(rules: Rules, view: View, depth: int) -> bool:
        return view.public.phase == "offer" or rule.must_use(rules, view, depth)

    return Takes(whole_pile(rule.collects), must if options[OPENING_USE] else rule.must_use)


_BELOW: Final = Reason(
    "draw.whole-pile", "below", "Only the top discard can be taken, and the whole pile comes with it."
)


_CLOSED: Final = Reason("oklahoma.group-closed", "closed", "A group of four is closed: none has a fifth card.")
_ONLY_WILD: Final = Reason("oklahoma.deuce", "only-wild", "A meld with deuces needs at least one natural card.")
_DEUCE_NATURAL: Final = Reason(
    "oklahoma.deuce",
    "natural",
    "{card} is natural in a group of its own rank and cannot stand for another card there.",
)
_UNUSED: Final = Reason(
    "deal.opening-offer", "unused", "The upcard on offer is taken only to be used at once: say how."
)


def _renamed(rules: Rules, view: View, action: Action, refusal: Refusal) -> Refusal:
    """Replace a refusal of the core that is due to a rule of Oklahoma."""
    match refusal.rule, refusal.reason:
        case ("meld.group-max", _) | ("meld.joker-role", "no-such-card" | "full"):
            return _CLOSED()
        case "meld.joker-role", "natural":
            return _DEUCE_NATURAL(**refusal.facts)
        case "meld.joker-count", _ if any(piece_card(piece) in DEUCES for piece in action.pieces):
            return _ONLY_WILD()
        case "draw.deep", _:
            # Cards that the whole pile does not have, either, are missing wherever the take begins.
            after = view_after_take(rules, view, 1)
            missing = check_at_hand(at_hand(rules, after), action.pieces) if action.pieces else None
            return missing or _BELOW()
        case "discard.not-taken", _ if action.card == QUEEN_OF_SPADES and barred_queens(rules, view):
            return _NOT_LAST()
        case "draw.top", _ if view.public.phase == "offer":
            return _UNUSED()
        case _:
            return refusal


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Forbid a low ace before a wild deuce (`oklahoma.ace-low`), and discards.

    The queen of spades stays (`oklahoma.queen`), and a taken joker that a swap returned (`discard.not-taken`).
    Refusals of the core that are due to a rule of Oklahoma name that rule.
    """
    return {
        "discard": (
            Bar(barred_queens, lambda _: _NOT_LAST(), most=2),
            Bar(_returned, lambda card: _TAKEN(card=card_text(card)), gained_only=True, most=1),
        ),
        "refusal": _renamed,
    }
