"""The chance of a discard to land on others: `discard 9s over 4d 7c` (`throw-down.cover`)."""

from __future__ import annotations

from typing import Final

from rummy500 import NotationError, RandomBits
from rummy500.hooks import (
    Action,
    Move,
    Reason,
    Refusal,
    Rules,
    State,
    View,
    card_text,
    hookimpl,
)
from rummy500_throw_down.covers import COVER, OVER, depths_of, name_of, places_of

_DISCARD: Final = "discard"
#: The most cards that a tossed card lands on.
_MOST: Final = 3


def _plain(action: Action) -> Action:
    """The discard without the cards that it lands on."""
    return Action(action.seat, _DISCARD, action.card)


def _discard(rules: Rules, phase: str) -> Move:
    """The move `discard` of a phase, whose rules a tossed card must follow, too."""
    return rules.turn.phased.get((_DISCARD, phase)) or rules.turn.moves[_DISCARD]


def _check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Check that the card may be discarded, and that the pile has the cards that it lands on."""
    check = _discard(rules, view.public.phase).check
    refusal = check(rules, view, _plain(action)) if check is not None else None
    return refusal or _refuse_landing(view.public.pile, action)


_NOTHING: Final = Reason(COVER, "nothing", 'Name the cards that {card} lands on, or omit "over".')
_TWICE: Final = Reason(COVER, "twice", "{card} is named twice.")
_WHICH: Final = Reason(COVER, "which", "There is more than one {card}: name {which:cards}.")
_NOT_THERE: Final = Reason(COVER, "not-there", "{card} is not among the discards: name {which:cards}.")
_NOT_IN_PILE: Final = Reason(COVER, "not-in-pile", "{card} is not among the discards.")


def _refuse_landing(pile: bytes, action: Action) -> Refusal | None:
    """Refuse names that are not a set of cards of the pile, with depths for equal faces."""
    words, landed = action.extra[1:], list[int]()
    if not words:
        return _NOTHING(card=card_text(action.card))
    for word in words:
        try:
            places = places_of(pile, word)
        except NotationError:
            return _NOT_IN_PILE(card=word)
        if len(places) != 1:
            which = depths_of(pile, word)
            if not which:
                return _NOT_IN_PILE(card=word)
            return (_WHICH if places else _NOT_THERE)(card=word, which=which)
        if places[0] in landed:
            return _TWICE(card=name_of(pile, places[0]))
        landed += places
    return None


def _effect(rules: Rules, state: State, action: Action) -> State:
    """Discard the card; the memory records the cards that it lands on."""
    return _discard(rules, state.public.phase).effect(rules, state, _plain(action))


def _toss(rules: Rules, state: State, action: Action, random_source: RandomBits) -> Action:
    """Sample the cards that a discard lands on: each number up to three, and each set of that size, equally likely."""
    pile = state.public.pile
    left = list(range(len(pile)))
    many = _below(min(_MOST, len(pile)) + 1, random_source)
    landed = [left.pop(_below(len(left), random_source)) for _ in range(many)]
    if not landed:
        return action
    return Action(action.seat, _DISCARD, action.card, extra=(OVER, *(name_of(pile, index) for index in sorted(landed))))


def _below(bound: int, random_source: RandomBits) -> int:
    """Sample a whole number from 0 to below `bound`, each equally likely."""
    bits = bound.bit_length()
    while True:
        number = random_source.getrandbits(bits)
        if number < bound:
            return number


@hookimpl
def moves() -> tuple[Move, ...]:
    """Add the outcome of a discard: the cards that it lands on."""
    fields = ("card", "extra")
    said = "discard[s] {card} over {words:cards}"
    return (Move(_DISCARD, check=_check, effect=_effect, fields=fields, suffix=OVER, outcome=_toss, said=said),)
