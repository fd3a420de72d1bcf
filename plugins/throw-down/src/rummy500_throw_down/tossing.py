"""A discard that lands on others: `discard 9s over 4d 7c`, chance that is part of the discard (`throw-down.cover`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500 import NotationError, RandomBits
from rummy500.hooks import (
    PLAY_PHASE,
    Action,
    Move,
    Refusal,
    Rules,
    State,
    View,
    ViewFacts,
    card_text,
    hookimpl,
    refuse,
    replace,
)
from rummy500_throw_down.covers import COVER, OVER, marked, names, places_of

_DISCARD: Final = "discard"
#: A tossed card lands on so many others at most.
_MOST: Final = 3


def _plain(action: Action) -> Action:
    """The discard without where it lands."""
    return replace(action, extra=())


def _discard(rules: Rules, phase: str) -> Move:
    """The discard of a phase, whose own rules hold for a card that is tossed."""
    return rules.turn.phased.get((_DISCARD, phase)) or rules.turn.moves[_DISCARD]


def _generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Nothing: where a card lands is chance; `discard 9s` is what is decided."""
    return ()


def _check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The card may be discarded, and what it lands on lies there."""
    refusal = _discard(rules, view.public.phase).check(rules, view, _plain(action))
    return refusal or _refuse_landing(view.public.pile, action)


def _refuse_landing(pile: bytes, action: Action) -> Refusal | None:
    """Any set of cards of the pile, in any order, equal faces by their places from the top."""
    words, landed = action.extra[1:], list[int]()
    if not words:
        return refuse(COVER, "nothing", "Say which cards {card} lands on, or nothing.", card=card_text(action.card))
    for word in words:
        places = _places(pile, word)
        if len(places) != 1:
            return _refuse_name(pile, word, places)
        if places[0] in landed:
            return refuse(COVER, "twice", "{card} is named twice.", card=names(pile)[places[0]])
        landed += places
    return None


def _refuse_name(pile: bytes, word: str, places: list[int]) -> Refusal:
    """A name that no card of the pile has, or more than one."""
    named = places or _places(pile, word.partition("/")[0])
    which = " or ".join(marked(pile, place) for place in named)
    if places:
        return refuse(COVER, "which", "{card} lies there more than once: say {which}.", card=word, which=which)
    if named:
        return refuse(
            COVER, "not-there", "{card} does not lie among the discards: say {which}.", card=word, which=which
        )
    return refuse(COVER, "not-in-pile", "{card} does not lie among the discards.", card=word)


def _places(pile: bytes, word: str) -> list[int]:
    """Where the cards lie that a word may mean; nowhere if it means none."""
    try:
        return places_of(pile, word)
    except NotationError:
        return []


def _effect(rules: Rules, state: State, action: Action) -> State:
    """As any discard; the record of what lies on what follows the pile."""
    return _discard(rules, state.public.phase).effect(rules, state, _plain(action))


def _wrong_phase(rules: Rules, view: View, action: Action) -> Refusal:
    return rules.turn.moves[_DISCARD].wrong_phase(rules, view, _plain(action))


def _toss(rules: Rules, state: State, action: Action, random_source: RandomBits) -> Action:
    """A card lands on none to three of the others, each number that there can be and each set of so many as likely."""
    pile = state.public.pile
    left = list(range(len(pile)))
    many = _below(min(_MOST, len(pile)) + 1, random_source)
    landed = [left.pop(_below(len(left), random_source)) for _ in range(many)]
    if not landed:
        return action
    called = names(pile)
    return replace(action, extra=(OVER, *(called[index] for index in sorted(landed))))


def _below(bound: int, random_source: RandomBits) -> int:
    """A whole number from 0 to below `bound`, each equally likely."""
    bits = bound.bit_length()
    while True:
        number = random_source.getrandbits(bits)
        if number < bound:
            return number


@hookimpl
def moves() -> tuple[Move, ...]:
    """What a discard lands on, an outcome of the discard."""
    return (
        Move(
            _DISCARD,
            (PLAY_PHASE,),
            "turn",
            _generate,
            _check,
            _effect,
            _wrong_phase,
            ("card", "extra"),
            suffix=OVER,
            outcome=_toss,
        ),
    )
