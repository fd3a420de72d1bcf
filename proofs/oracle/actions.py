"""Actions, and their reading from text; the depth of a take or call is resolved against the pile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proofs.oracle.cards import faces, read_card, read_face
from proofs.oracle.shapes import LayOff, NewMeld, Use, read_use


@dataclass(frozen=True)
class Action:
    """One decision of one seat.

    `face` is the card that is discarded or taken. `depth` is how many cards a take or call lifts from
    the pile (1: the top card alone), None where the pile does not hold what is named.
    """

    seat: int
    verb: str
    face: str = ""
    depth: int | None = None
    use: Use | None = None


VERBS = ("draw", "take", "meld", "lay", "discard", "call", "pass")


def at_depth(pile: Sequence[str], depth: int) -> str:
    """The card at that depth, 1 being the top; empty where the pile is not so deep."""
    return pile[-depth] if 1 <= depth <= len(pile) else ""


def depths_of(pile: Sequence[str], face: str) -> list[int]:
    """List the depths of a face in the pile, the smallest first."""
    return [depth for depth, card in enumerate(reversed(pile), 1) if card == face]


def nearest_depth(pile: Sequence[str], used: Iterable[str]) -> int | None:
    """Return the depth of the used cards if each is its topmost copy."""
    deepest = 0
    for face, copies in Counter(used).items():
        places = depths_of(pile, face)
        if len(places) < copies:
            return None
        deepest = max(deepest, places[copies - 1])
    return deepest


def read_action(text: str, pile: Sequence[str]) -> Action:
    """Read `seat: verb ...`; raise ValueError if it does not parse."""
    whole = re.fullmatch(r"(\d+): *([a-z]+) ?(.*)", text.strip())
    if not whole:
        raise ValueError(f"not an action: {text!r}")
    seat, verb, rest = int(whole[1]), whole[2], whole[3]
    if verb in ("draw", "pass") and not rest:
        return Action(seat, verb)
    if verb == "discard":
        return Action(seat, verb, face=read_face(rest))
    if verb in ("meld", "lay"):
        use = read_use(rest)
        if isinstance(use, NewMeld) == (verb == "meld"):
            return Action(seat, verb, use=use)
    if verb == "take":
        return read_take(seat, rest, pile)
    if verb == "call":
        return read_call(seat, rest, pile)
    raise ValueError(f"not an action: {text!r}")


def read_mark(word: str) -> tuple[str, int | None]:
    """Split `4d/5` into the card and its depth; without a mark the depth is None."""
    card, slash, mark = word.partition("/")
    return card, int(mark) if slash else None


def read_take(seat: int, text: str, pile: Sequence[str]) -> Action:
    """Read a take, `7d`, `4d/5` or `4d with {..}`: an unmarked card is its topmost copy."""
    target, _, use = text.partition(" with ")
    card, mark = read_mark(target)
    face = read_face(card)
    places = depths_of(pile, face)
    if mark is not None:
        places = [depth for depth in places if depth == mark]
    return Action(seat, "take", face, places[0] if places else None, read_use(use) if use else None)


def read_call(seat: int, text: str, pile: Sequence[str]) -> Action:
    """Read a call, `3h on m1` or `{9s 9d 9c/4}`: a mark is the depth of the call; unmarked cards are topmost copies."""
    marked = re.findall(r"(\S+)/(\d+)", text)
    use = read_use(re.sub(r"/\d+", "", text))
    if not marked:
        return Action(seat, "call", depth=nearest_depth(pile, faces(use.cards)), use=use)
    if len(marked) > 1:
        raise ValueError(f"a call has one depth: {text!r}")
    face, depth = read_card(marked[0][0].lstrip("[{")).face, int(marked[0][1])
    return Action(seat, "call", depth=depth if at_depth(pile, depth) == face else None, use=use)


def write_call_marks(pile: Sequence[str], depth: int, cards: Sequence[str], words: Sequence[str]) -> list[str]:
    """Write a call's cards, with the mark `/depth` if the unmarked text would not go so deep."""
    if nearest_depth(pile, cards) == depth:
        return list(words)
    first = cards.index(at_depth(pile, depth))
    return [f"{word}/{depth}" if place == first else word for place, word in enumerate(words)]


def verb_of(use: Use) -> str:
    """Return the verb that plays this use from the hand."""
    return "lay" if isinstance(use, LayOff) else "meld"
