"""Laws of `throw-down.cover`: what lies on what is told again from the actions of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from rummy500 import Action, State, card_text
from rummy500.hooks import Rules, piece_card, recall
from rummy500.testing import Fault, Game, Law
from rummy500_throw_down.covers import OVER, Covers

#: The plugin whose laws these are.
PLUGIN: Final = "throw-down"
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "floating",
        "michigan",
    )
)


@attrs.define
class _Card:
    """A card on the table of discards, and the cards that it lies on; compared by what it is, not by its face."""

    face: int
    under: list[_Card] = attrs.field(factory=list["_Card"])


def _table(rules: Rules, state: State) -> list[_Card]:
    """The discards of a state, oldest first, each with what it lies on."""
    cards = [_Card(face) for face in state.public.pile]
    for card, below in zip(cards, recall(rules, state, Covers).over, strict=False):
        card.under = [other for place, other in enumerate(cards) if below >> place & 1]
    return cards


def _coming(cards: Sequence[_Card], wanted: Iterable[_Card]) -> list[_Card]:
    """`throw-down.cover`: some cards and all that lies on any of them, directly or through others."""
    coming = list(wanted)
    grown = True
    while grown:
        more = [
            card for card in cards if not _among(card, coming) and any(_among(below, coming) for below in card.under)
        ]
        coming += more
        grown = bool(more)
    return coming


def _among(card: _Card, cards: Iterable[_Card]) -> bool:
    return any(card is other for other in cards)


def _claimed(cards: Sequence[_Card], action: Action) -> list[_Card]:
    """What a take or a call names: the card at its depth, and of a call's others those tossed last."""
    deepest = cards[-action.depth]
    if action.verb == "take":
        return [deepest]
    wanted = [piece_card(piece) for piece in action.pieces]
    found: list[_Card] = []
    for card in (deepest, *reversed(cards)):
        if card.face in wanted and not _among(card, found):
            wanted.remove(card.face)
            found.append(card)
    return found


def _without(cards: Sequence[_Card], gone: Sequence[_Card]) -> list[_Card]:
    """What is left; it lies on nothing that has gone."""
    left = [card for card in cards if not _among(card, gone)]
    for card in left:
        card.under = [below for below in card.under if not _among(below, gone)]
    return left


def _tossed(cards: Sequence[_Card], action: Action) -> list[_Card]:
    """The discards after one more, which lies on what its words name; `7c/3` is the third from the top."""
    new = _Card(action.card)
    for word in action.extra[1:] if action.extra[:1] == (OVER,) else ():
        face, _, place = word.partition("/")
        there = [card for card in cards if card_text(card.face) == face]
        new.under.append(cards[-int(place)] if place else there[0])
    return [*cards, new]


def _after(rules: Rules, cards: list[_Card], action: Action) -> list[_Card]:
    """The discards after an action."""
    if action.verb == "discard":
        return _tossed(cards, action)
    if action.verb in ("take", "call"):
        last_only = action.verb == "call" and (rules.turn.call == "last-discard" or action.depth == 1)
        claimed = [cards[-1]] if last_only else _claimed(cards, action)
        return _without(cards, _coming(cards, claimed))
    if action.verb == "reshuffle":
        return [_Card(cards[-1].face)]
    return cards


def covers_are_as_tossed(game: Game) -> Fault | None:
    """`throw-down.cover`, `stock.reshuffle`: a take or a call brings what lies on the card and nothing else.

    Of every state of a hand: which discards are left, in the order in which they were tossed, and what lies on what.
    """
    rules = game.rules
    cards = _table(rules, game.states[0])
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        cards = _after(rules, cards, action)
        if [card.face for card in cards] != list(after.public.pile):
            left = " ".join(card_text(card.face) for card in cards)
            return Fault(f"the discards should be {left or 'none'}", action, state=before)
        due = _lying([(card.face, card.under) for card in cards], cards)
        told = _table(rules, after)
        if due != _lying([(card.face, card.under) for card in told], told):
            return Fault(f"on what each discard lies, by places from the oldest, should be {due}", action, state=before)
    return None


def _lying(pairs: Sequence[tuple[int, list[_Card]]], cards: Sequence[_Card]) -> list[list[int]]:
    return [[place for place, card in enumerate(cards) if _among(card, under)] for _, under in pairs]


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "throw-down: covers are as tossed",
        "A take or a call brings the card and all that lies on it, and leaves the rest as it lies.",
        Game,
        covers_are_as_tossed,
        rests_on=("pile_brings", "flow"),
        beside=BESIDE,
    ),
)
