"""What lies on what: remembered card by card, written as `over = { "9s" = "4d 7c" }`, in step with the pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import attrs

from rummy500 import NotationError, brings, card_text, parse_card
from rummy500.hooks import Action, HandMemory, PublicState, Rules, State, View, hookimpl, recall

COVER: Final = "throw-down.cover"
#: The word between a tossed card and the cards that it lands on, and the key of a position.
OVER: Final = "over"


@attrs.frozen
class Covers:
    """What Throw Down remembers.

    Attributes:
        over: for each card of the pile, oldest first, those it lies on directly: a bit for each by its place in the
            pile, the oldest card's the lowest. Left out from the last card on that lies on nothing.
    """

    over: tuple[int, ...] = ()


def covers_of(over: Sequence[int]) -> Covers:
    """The record of a list that may end with cards that lie on nothing."""
    last = max((index for index, below in enumerate(over) if below), default=-1)
    return Covers(tuple(over[: last + 1]))


def lying_on(rules: Rules, view: View, index: int) -> list[int]:
    """`throw-down.cover`: the cards that lie on one, directly or through others, by their places from the oldest."""
    over = recall(rules, view, Covers).over
    reached, found = 1 << index, list[int]()
    # A card lies on older ones only, so one walk upwards meets every way.
    for other in range(index + 1, min(len(over), len(view.public.pile))):
        if over[other] & reached:
            reached |= 1 << other
            found.append(other)
    return found


# ------------------------------------------------- its text


def names(pile: bytes) -> list[str]:
    """What each card of a pile is called, oldest first: its face, with its place from the top if that lies twice."""
    return [card_text(card) if pile.count(card) == 1 else marked(pile, index) for index, card in enumerate(pile)]


def marked(pile: bytes, index: int) -> str:
    """A card of a pile with its place from the top."""
    return f"{card_text(pile[index])}/{len(pile) - index}"


def places_of(pile: bytes, name: str) -> list[int]:
    """Where the cards lie that a name may mean, counted from the oldest: more than one for a face that lies twice.

    Args:
        pile: the discards, oldest first.
        name: a card, `Td` or `10d`, with its place from the top or without: `Td/3`.

    Raises:
        NotationError: if it names no card.
    """
    face, slash, mark = name.partition("/")
    card = parse_card(face)
    places = [index for index, there in enumerate(pile) if there == card]
    return [index for index in places if str(len(pile) - index) == mark] if slash else places


def words_of(called: Sequence[str], below: int) -> list[str]:
    """The names of the cards of a set of bits, oldest first."""
    return [name for index, name in enumerate(called) if below >> index & 1]


def _write(public: PublicState, record: Covers) -> dict[str, str]:
    called = names(public.pile)
    return {called[index]: " ".join(words_of(called, below)) for index, below in enumerate(record.over) if below}


def _read(public: PublicState, data: Any) -> Covers:
    if not isinstance(data, Mapping):
        raise NotationError(f"{OVER} is no table", expected='{ "9s" = "4d 7c" }: the card, and those it lies on')
    over = [0] * len(public.pile)
    seen: set[int] = set()
    for name, cards in cast("Mapping[str, object]", data).items():
        upper = _place(public.pile, name)
        if upper in seen:
            raise NotationError(f"{OVER} says twice what {name} lies on", expected="each card once")
        seen.add(upper)
        if not isinstance(cards, str):
            raise NotationError(f"what {name} lies on is no text", expected='cards of the pile, "4d 7c" say')
        over[upper] = _below(public.pile, upper, name, cards)
    return covers_of(over)


def _below(pile: bytes, upper: int, name: str, cards: str) -> int:
    below = 0
    for word in cards.split():
        place = _place(pile, word)
        if place >= upper:
            when = "is the same card" if place == upper else "was discarded after it"
            raise NotationError(f"{name} cannot lie on {word}, which {when}", expected="an older card of the pile")
        if below >> place & 1:
            raise NotationError(f"{name} lies on {word} twice", expected="each card once")
        below |= 1 << place
    return below


def _place(pile: bytes, name: str) -> int:
    """Where a card lies in the pile, counted from the oldest; its place is marked from the top."""
    places = places_of(pile, name)
    if len(places) == 1:
        return places[0]
    face = name.partition("/")[0]
    if not places_of(pile, face):
        raise NotationError(f"{face} does not lie in the pile", expected="a card of the pile")
    if places:
        many = " or ".join(marked(pile, place) for place in places)
        raise NotationError(f"{face} lies in the pile {len(places)} times", expected=f"its place from the top: {many}")
    many = " or ".join(marked(pile, place) for place in places_of(pile, face))
    raise NotationError(f"{name} does not lie in the pile", expected=many)


# ------------------------------------------------- its course


def _after(rules: Rules, before: State, action: Action, state: State) -> Covers:
    """The record for the pile as it is now: cards that have gone lie on nothing, and nothing lies on them."""
    record = recall(rules, state, Covers)
    pile = state.public.pile
    if pile == before.public.pile:
        return record
    stay = _staying(rules, before, action, pile)
    moved = {old: new for new, old in enumerate(stay)}

    def carried(below: int) -> int:
        return sum(1 << new for old, new in moved.items() if below >> old & 1)

    over = [carried(record.over[old]) if old < len(record.over) else 0 for old in stay]
    if len(stay) < len(pile) and action.extra[:1] == (OVER,):
        # However they are named, and in whatever order: the record is the same.
        over.append(carried(sum(1 << _place(before.public.pile, word) for word in action.extra[1:])))
    return covers_of(over)


def _staying(rules: Rules, before: State, action: Action, left: bytes) -> list[int]:
    """The cards of the pile that are still there, by their old places, in the order in which they lie now."""
    pile = before.public.pile
    gone = {len(pile) - place for place in brings(rules, before, action)}
    stay = [index for index in range(len(pile)) if index not in gone]
    if gone and bytes(pile[index] for index in stay) == left:
        return stay
    # A discard, a reshuffle, another plugin's move: of equal cards the older one stays.
    still: list[int] = []
    for index, card in enumerate(pile):
        if len(still) < len(left) and left[len(still)] == card:
            still.append(index)
    return still


@hookimpl
def memory() -> HandMemory:
    """What lies on what, which everybody sees."""
    return HandMemory(Covers(), _after, key=OVER, write=_write, read=_read)
