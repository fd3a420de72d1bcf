"""A discard that lands on others: `discard 9s over 4d 7c`, chance that is part of the discard (`throw-down.cover`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy500 import RandomBits
from rummy500.hooks import PLAY_PHASE, Action, Move, Refusal, Rules, State, View, card_text, hookimpl, refuse, replace
from rummy500_throw_down.covers import COVER, OVER, names

_DISCARD: Final = "discard"


def _plain(action: Action) -> Action:
    """The discard without where it lands."""
    return replace(action, extra=())


def _discard(rules: Rules, phase: str) -> Move:
    """The discard of a phase, whose own rules hold for a card that is tossed."""
    return rules.phased.get((_DISCARD, phase)) or rules.moves[_DISCARD]


def _generate(rules: Rules, view: View, *, plain: bool) -> Iterable[Action]:
    """Nothing: where a card lands is chance; `discard 9s` is what is decided."""
    return ()


def _check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The card may be discarded, and what it lands on lies there."""
    refusal = _discard(rules, view.open.phase).check(rules, view, _plain(action))
    return refusal or _refuse_landing(view.open.pile, action)


def _refuse_landing(pile: bytes, action: Action) -> Refusal | None:
    """Any set of cards of the pile, oldest first, equal faces by their places from the top."""
    called, cards = names(pile), action.extra[1:]
    if not cards:
        return refuse(COVER, "nothing", "Say which cards {card} lands on, or nothing.", card=card_text(action.card))
    for word in cards:
        twice = [name for name in called if name.partition("/")[0] == word.partition("/")[0]]
        if word not in called and len(twice) > 1:
            which = " or ".join(twice)
            return refuse(COVER, "which", "{card} lies there more than once: say {which}.", card=word, which=which)
        if word not in called:
            return refuse(COVER, "not-in-pile", "{card} does not lie among the discards.", card=word)
    landed = [called.index(word) for word in cards]
    if landed != sorted(set(landed)):
        right = " ".join(called[index] for index in sorted(set(landed)))
        return refuse(COVER, "out-of-order", "Each card is named once, the oldest first: {cards}.", cards=right)
    return None


def _effect(rules: Rules, state: State, action: Action) -> State:
    """As any discard; the record of what lies on what follows the pile."""
    return _discard(rules, state.open.phase).effect(rules, state, _plain(action))


def _wrong_phase(rules: Rules, view: View, action: Action) -> Refusal:
    return rules.moves[_DISCARD].wrong_phase(rules, view, _plain(action))


def _toss(rules: Rules, state: State, action: Action, random_source: RandomBits) -> Action:
    """A card lands on none to three of the others, each number and each set of so many as likely as any other."""
    pile = state.open.pile
    left = list(range(len(pile)))
    landed = [left.pop(_below(len(left), random_source)) for _ in range(min(random_source.getrandbits(2), len(pile)))]
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
