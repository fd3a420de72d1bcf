"""Laws of `throw-down.cover`: which discard lies on which, followed through the actions of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Action, State, card_text
from rummy500.hooks import HandMemory, Rules, piece_card, recall
from rummy500_testing import Fault, Game, Law, law
from rummy500_testing.altering import alter
from rummy500_throw_down.covers import OVER, Covers

#: The plugin whose laws these are.
PLUGIN: Final = "throw-down"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "throw-down": {"seats": 2},
    "calls of everything": {"options": {"call": "full"}, "seats": 3},
    "calls of clear cards": {"options": {"call": "top"}, "seats": 4},
    "calls of the last discard": {"options": {"call": "last-discard"}, "seats": 3},
    "two packs, reshuffle": {"options": {"deck.packs": 2, "stock.empty": "reshuffle", "deal.size": 5}, "seats": 3},
    "every take is used": {"options": {"draw.top": "must-meld", "draw.deep-use": "new-meld"}, "seats": 3},
}
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
    """A discard and the discards that it lies on; two equal cards are different discards."""

    face: int
    under: list[_Card] = attrs.field(factory=list["_Card"])


def _table(rules: Rules, state: State) -> list[_Card]:
    """List the discards of a state, oldest first, each with the discards that it lies on."""
    cards = [_Card(face) for face in state.public.pile]
    for card, below in zip(cards, recall(rules, state, Covers).over, strict=False):
        card.under = [other for place, other in enumerate(cards) if below >> place & 1]
    return cards


def _coming(cards: Sequence[_Card], wanted: Iterable[_Card]) -> list[_Card]:
    """List some discards and all that lie on any of them, directly or through others (`throw-down.cover`)."""
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
    """List the discards that a take or a call names: the card at its depth, for the others of a call the newest."""
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
    """Remove some discards; those left lie on none of them."""
    left = [card for card in cards if not _among(card, gone)]
    for card in left:
        card.under = [below for below in card.under if not _among(below, gone)]
    return left


def _tossed(cards: Sequence[_Card], action: Action) -> list[_Card]:
    """Add a discard that lies on the cards which the action names; `7c/3` is the third from the top."""
    new = _Card(action.card)
    for word in action.extra[1:] if action.extra[:1] == (OVER,) else ():
        face, _, place = word.partition("/")
        there = [card for card in cards if card_text(card.face) == face]
        new.under.append(cards[-int(place)] if place else there[0])
    return [*cards, new]


def _after(rules: Rules, cards: list[_Card], action: Action) -> list[_Card]:
    """Return the discards after an action."""
    if action.verb == "discard":
        return _tossed(cards, action)
    if action.verb in ("take", "call"):
        last_only = action.verb == "call" and (rules.turn.call == "last-discard" or action.depth == 1)
        claimed = [cards[-1]] if last_only else _claimed(cards, action)
        return _without(cards, _coming(cards, claimed))
    if action.verb == "reshuffle":
        return [_Card(cards[-1].face)]
    return cards


@law(rests_on=("takes.collects", "flow"), beside=BESIDE)
def cards_cover_what_they_were_tossed_on(game: Game) -> Fault | None:
    """A take or a call collects the card and all cards that lie on it, and the rest lies as before.

    Rules `throw-down.cover`, `stock.reshuffle`. The law compares every state of a hand: the discards left, in the
    order in which they were tossed, and which lies on which.
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


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("pagat", [PLUGIN], seats=3)


def _covers_are_forgotten() -> Rules:
    ((name, memory),) = _rules().memory.hand_memory
    forgets = HandMemory(Covers, after=lambda *_: Covers(), key=memory.key, write=memory.write, read=memory.read)
    return alter(_rules(), hand_memory=((name, forgets),))


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (
        cards_cover_what_they_were_tossed_on,
        lambda: alter(_rules(), collects=lambda _, __, depth: tuple(range(1, depth + 1))),
    ),
    (cards_cover_what_they_were_tossed_on, _covers_are_forgotten),
)
