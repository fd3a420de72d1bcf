"""`Covers`, the memory of discards that lie on others; in a position `over = { "9s" = "4d 7c" }`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

import attrs

from rummy500 import NotationError, card_text, collected_places, parse_card
from rummy500.hooks import Action, HandMemory, Note, PublicState, Rules, State, View, hookimpl, recall

COVER: Final = "throw-down.cover"
#: The word between a tossed card and the cards that it lands on, and the key of a position.
OVER: Final = "over"


@attrs.frozen
class Covers:
    """The memory of discards that lie on others.

    Attributes:
        over: for each card of the pile, oldest first, the cards that it lies on directly, as bits by their index in the
            pile. Cards at the end that lie on nothing are left out.
    """

    over: tuple[int, ...] = ()


def _covers_of(over: list[int]) -> Covers:
    """Make the record of a list, which loses the cards at its end that lie on nothing."""
    while over and not over[-1]:
        over.pop()
    return Covers(tuple(over))


def lying_on(rules: Rules, view: View, depth: int) -> list[int]:
    """The depths of the cards that lie on one, directly or through others, the newest last (`throw-down.cover`)."""
    over, cards = recall(rules, view, Covers).over, len(view.public.pile)
    reached, found = 1 << cards - depth, list[int]()
    # A card lies only on older ones, so one pass from older to newer cards finds all.
    for other in range(cards - depth + 1, min(len(over), cards)):
        if over[other] & reached:
            reached |= 1 << other
            found.append(cards - other)
    return found


# ------------------------------------------------- its text


def name_of(pile: bytes, index: int) -> str:
    """The name of a card of a pile: its face, with its depth if the pile has the face twice."""
    return card_text(pile[index]) if pile.count(pile[index]) == 1 else marked(pile, index)


def marked(pile: bytes, index: int) -> str:
    """The name of a card of a pile with its depth: `Td/3`."""
    return f"{card_text(pile[index])}/{len(pile) - index}"


#: A toss is checked and remembered by the same names, so the cards of names are parsed once.
_card: Final = lru_cache(maxsize=1024)(parse_card)


def places_of(pile: bytes, name: str) -> list[int]:
    """The indices of the cards that a name may mean: two if the pile has a face twice and the name has no depth.

    Args:
        pile: the discards, oldest first.
        name: a card, `Td` or `10d`, with or without its depth: `Td/3`.

    Raises:
        NotationError: if it names no card.
    """
    face, slash, mark = name.partition("/")
    card = _card(face)
    places = [index for index, there in enumerate(pile) if there == card]
    return [index for index in places if str(len(pile) - index) == mark] if slash else places


def depths_of(pile: bytes, name: str) -> str:
    """The cards of a pile that have the face of a name, each with its depth: `Td/3 or Td/1`; empty for none."""
    return " or ".join(marked(pile, place) for place in places_of(pile, name.partition("/")[0]))


def _write(public: PublicState, record: Covers) -> dict[str, str]:
    called = [name_of(public.pile, index) for index in range(len(public.pile))]
    return {
        called[index]: " ".join(name for under, name in enumerate(called) if below >> under & 1)
        for index, below in enumerate(record.over)
        if below
    }


def _read(public: PublicState, data: Any) -> Covers:
    if not isinstance(data, Mapping):
        raise NotationError(f"{OVER} must be a table", expected='{ "9s" = "4d 7c" }: a card, and the cards it lies on')
    over = [0] * len(public.pile)
    seen: set[int] = set()
    for name, cards in cast("Mapping[str, object]", data).items():
        upper = _place(public.pile, name)
        if upper in seen:
            raise NotationError(f"{OVER} names {name} twice", expected="each card once")
        seen.add(upper)
        if not isinstance(cards, str):
            raise NotationError(f"the cards under {name} must be text", expected='cards of the pile, such as "4d 7c"')
        for word in cards.split():
            place = _place(public.pile, word)
            if place >= upper:
                when = "is the same card" if place == upper else "was discarded after it"
                raise NotationError(f"{name} cannot lie on {word}, which {when}", expected="an older card of the pile")
            if over[upper] >> place & 1:
                raise NotationError(f"{name} lies on {word} twice", expected="each card once")
            over[upper] |= 1 << place
    return _covers_of(over)


def _place(pile: bytes, name: str) -> int:
    """The index in the pile of the card that a name means."""
    places = places_of(pile, name)
    if len(places) == 1:
        return places[0]
    depths = depths_of(pile, name)
    if places:
        raise NotationError(f"{name} is in the pile {len(places)} times", expected=f"its depth: {depths}")
    if depths:
        raise NotationError(f"{name} is not in the pile", expected=depths)
    raise NotationError(f"{name.partition('/')[0]} is not in the pile", expected="a card of the pile")


# ------------------------------------------------- its changes


def _after(rules: Rules, before: State, action: Action, state: State) -> Covers:
    """Update the record for the pile after an action, without the cards that have left it."""
    record = recall(rules, state, Covers)
    was, pile = before.public.pile, state.public.pile
    landed = sum(1 << _place(was, word) for word in action.extra[1:]) if action.extra[:1] == (OVER,) else 0
    over = (*record.over, *(0,) * (len(was) - len(record.over)), landed)
    if pile[: len(was)] == was:  # no card has left the pile
        return Covers(over) if landed and len(pile) > len(was) else record
    remaining = _remaining(rules, before, action, pile)
    if len(remaining) < len(pile):
        remaining.append(len(was))  # the card that has come

    def carried(below: int) -> int:
        return sum(1 << new for new, old in enumerate(remaining) if below >> old & 1) if below else 0

    return _covers_of([carried(over[old]) for old in remaining])


def _remaining(rules: Rules, before: State, action: Action, left: bytes) -> list[int]:
    """The cards that are still in the pile, by their old indices, in their present order."""
    pile = before.public.pile
    gone = {len(pile) - place for place in collected_places(rules, before, action)}
    remaining = [index for index in range(len(pile)) if index not in gone]
    if gone and bytes(pile[index] for index in remaining) == left:
        return remaining
    # After a discard, a reshuffle or another plugin's move: of equal cards the older one remains.
    still: list[int] = []
    for index, card in enumerate(pile):
        if len(still) < len(left) and left[len(still)] == card:
            still.append(index)
    return still


def _notes(_rules: Rules, public: PublicState, record: Covers) -> Iterator[Note]:
    """Name each discard that lies on others, and those."""
    for upper, below in _write(public, record).items():
        yield Note("covered", "{upper:card} lies on {below:cards}", facts={"upper": upper, "below": below})


@hookimpl
def memory() -> HandMemory:
    """Declare the memory, which every seat sees."""
    return HandMemory(Covers, after=_after, key=OVER, write=_write, read=_read, notes=_notes)
