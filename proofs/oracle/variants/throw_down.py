"""500 Throw Down: a take collects the cards that lie on a discard, not all later ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proofs.oracle.actions import Action, at_depth, depths_of, read_mark
from proofs.oracle.cards import faces, read_card, read_face, refuse_if
from proofs.oracle.counting import Counting
from proofs.oracle.position import Position
from proofs.oracle.shapes import Use, write_use

#: `0: discard 9s over 4d 7c/3`
TOSS = re.compile(r"(\d+: *discard \S+) over (.+)")

Places = frozenset[int]


@dataclass(frozen=True)
class ThrowDownPosition(Position):
    """A position; `under` says for a depth of the pile, 1 the card tossed last, on which depths that card lies."""

    under: Mapping[int, Places]


@dataclass(frozen=True)
class Toss(Action):
    """A discard and the words for the cards that it lies on."""

    over: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claim(Action):
    """A call of the cards at these depths; `depth` is that of the marked card, 0 without a mark."""

    places: Places = frozenset()


class ThrowDown(Counting):
    """throw-down.cover. Once the lifted cards lie at the end of the pile, all rules of the base game hold."""

    # Reading

    def read(self, source: Mapping[str, Any]) -> Position:
        """Also `over`, which names the card that lies on others by its face or by its place from the top."""
        position = super().read(source)
        under: dict[int, Places] = {}
        for above, below in source.get("over", {}).items():
            lies = frozenset(place_of(position.pile, word) for word in below.split())
            under[place_of(position.pile, above)] = lies
        return ThrowDownPosition(**vars(position), under=under)

    def read_action(self, text: str, pile: Sequence[str]) -> Action:
        """Also `discard 9s over 4d 7c`; a mark in a call names one card, the others are the nearest."""
        toss = TOSS.fullmatch(text.strip())
        if toss:
            read = super().read_action(toss[1], pile)
            words = tuple(toss[2].split())
            for word in words:
                read_face(read_mark(word)[0])
            return Toss(**vars(read), over=words)
        read = super().read_action(text, pile)
        if read.verb != "call" or read.use is None:
            return read
        marked = re.search(r"(\S+)/(\d+)", text)
        face, depth = (read_card(marked[1].lstrip("[{")).face, int(marked[2])) if marked else ("", 0)
        places = claimed_places(pile, faces(read.use.cards), face, depth)
        lies = places is not None and (not marked or at_depth(pile, depth) == face)
        return Claim(read.seat, "call", depth=depth if lies else None, use=read.use, places=places or frozenset())

    # The cards of a take

    def lifted(self, position: Position, places: Iterable[int]) -> Places:
        """throw-down.cover: these cards and all that lie on one of them, directly or through others."""
        found = set(places)
        while True:
            on_top = {above for above, below in thrown(position).under.items() if below & found}
            if on_top <= found:
                return frozenset(found)
            found |= on_top

    def brought_up(self, position: Position, places: Places) -> Position:
        """The position with these cards at the end of the pile, so that they are lifted and nothing else."""
        upward = range(len(position.pile), 0, -1)
        order = [place for place in upward if place not in places] + [place for place in upward if place in places]
        now = {place: depth for depth, place in enumerate(reversed(order), 1)}
        lies = thrown(position).under.items()
        under = {now[above]: frozenset(now[place] for place in below) for above, below in lies}
        return replace(thrown(position), pile=tuple(at_depth(position.pile, place) for place in order), under=under)

    def without_top(self, position: Position, cards: int) -> Position:
        """The position without its top cards; the covers of the cards that stay are kept."""
        left = {
            above - cards: frozenset(place - cards for place in below)
            for above, below in thrown(position).under.items()
            if above > cards
        }
        return replace(thrown(super().without_top(position, cards)), under=left)

    def take(self, position: Position, action: Action) -> None:
        """draw.top, draw.deep: a card that nothing covers counts as the top."""
        refuse_if(action.depth is None, "turn.cards")
        places = self.lifted(position, [action.depth or 0])
        super().take(self.brought_up(position, places), replace(action, depth=len(places)))

    def call(self, position: Position, action: Action, use: Use) -> None:
        """Let a caller take the cards that cover the claimed ones; call.last-discard: the card tossed last."""
        if not isinstance(action, Claim) or action.depth is None:
            super().call(position, action, use)
        elif self.calls.last_discard and action.places != {1}:
            super().call(position, replace(action, depth=max(2, *action.places)), use)
        else:
            places = self.lifted(position, action.places)
            super().call(self.brought_up(position, places), replace(action, depth=len(places)), use)

    def discard(self, position: Position, action: Action) -> None:
        """A toss may lie on any set of cards of the pile."""
        super().discard(position, action)
        if isinstance(action, Toss):
            places = [place_or_none(position.pile, word) for word in action.over]
            refuse_if(None in places or len(set(places)) < len(places), "throw-down.cover")

    # Every conceivable action

    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """Takes of any card with what lies on it, and calls of any cards of the pile."""
        pile = position.pile
        if verb == "take":
            for depth in range(1, len(pile) + 1):
                face = at_depth(pile, depth)
                yield Action(seat, verb, face, depth)
                brought = [at_depth(pile, place) for place in self.lifted(position, [depth])]
                for use in self.uses([*brought, *position.hands[seat]], position.table):
                    if face in faces(use.cards):
                        yield Action(seat, verb, face, depth, use)
        elif verb == "call":
            for use in self.uses(pile, position.table):
                yield from every_claim(pile, seat, use)
        else:
            yield from super().every_action_of(position, seat, verb)

    def text(self, position: Position, action: Action) -> str:
        """A legal action as text."""
        if not isinstance(action, Claim) or action.use is None:
            return super().text(position, action)
        cards = self.written_order(position, action.use)
        words = [str(card) for card in cards]
        if action.depth:
            first = faces(cards).index(at_depth(position.pile, action.depth))
            words[first] += f"/{action.depth}"
        return f"{action.seat}: call {write_use(action.use, words)}"


def every_claim(pile: Sequence[str], seat: int, use: Use) -> Iterator[Claim]:
    """The nearest copies of the cards; and of the card that lies deepest any copy, the rest the nearest (ours)."""
    wanted = Counter(faces(use.cards))
    nearest = claimed_places(pile, wanted.elements())
    if nearest is None:
        return
    yield Claim(seat, "call", depth=0, use=use, places=nearest)
    for face, copies in wanted.items():
        for depth in depths_of(pile, face)[copies:]:
            places = claimed_places(pile, wanted.elements(), face, depth) or nearest
            if depth == max(places):
                yield Claim(seat, "call", depth=depth, use=use, places=places)


def claimed_places(pile: Sequence[str], used: Iterable[str], face: str = "", depth: int = 0) -> Places | None:
    """Find the claimed cards: the marked one at its depth, the others nearest the top; None if there are none."""
    places: set[int] = set()
    for wanted, copies in Counter(used).items():
        there = depths_of(pile, wanted)
        if wanted == face and depth in there:
            there.remove(depth)
            there.insert(0, depth)
        if len(there) < copies:
            return None
        places.update(there[:copies])
    return frozenset(places)


def place_or_none(pile: Sequence[str], word: str) -> int | None:
    """Find the named card; a face that lies there twice needs its depth."""
    card, mark = read_mark(word)
    places = depths_of(pile, read_face(card))
    if mark is not None:
        return mark if mark in places else None
    return places[0] if len(places) == 1 else None


def place_of(pile: Sequence[str], word: str) -> int:
    """Find the named card in a position; raise ValueError if it is not there."""
    place = place_or_none(pile, word)
    if place is None:
        raise ValueError(f"no one card of the pile: {word!r}")
    return place


def thrown(position: Position) -> ThrowDownPosition:
    """Return the position as this variant read it."""
    if not isinstance(position, ThrowDownPosition):
        raise TypeError("a position of another game")
    return position
