"""The plays of a way in which a hand was cut up (`engine/cutting.py`)."""

from __future__ import annotations

from typing import Final

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards import NATURALS, count
from rummy500.engine.cover import Ends
from rummy500.engine.cutting import GROUPS, Cutting, Edge, State, Trace
from rummy500.engine.finding import Play
from rummy500.engine.groups import groups_of
from rummy500.engine.suits import OpenRun
from rummy500.melds.pieces import Pieces, natural_piece, wild_in_group, wild_in_run
from rummy500.melds.shapes import MeldShapes

_RANKS: Final = 13
#: A group: the meld it is laid on, -1 for a new one, the rank, the cards by suit, and how many wild ones.
_Group = tuple[int, int, tuple[int, ...], int]


class _Line:
    """A run in the making, or what is laid off at one end of one that lies.

    Attributes:
        on: the meld it is laid on, -1 for a new one.
        places: its places, and whether a wild card lies there.
    """

    __slots__ = ("on", "places")

    def __init__(self, on: int) -> None:
        self.on = on
        self.places: list[tuple[int, bool]] = []


def plays_of(shapes: MeldShapes, bag: int, cutting: Cutting, ends: Ends, way: tuple[State, Trace]) -> list[Play]:
    """The new melds and then the lay-offs of a way; jokers that are not wild are left out.

    Args:
        shapes: what makes a meld, and what is wild.
        bag: the cards that the seat may play.
        cutting: what has cut the hand up.
        ends: the melds that it could lay off on.
        way: what it has found.
    """
    lines: list[tuple[int, _Line]] = []
    groups: list[_Group] = []
    public: tuple[list[tuple[OpenRun, _Line]], ...] = ([], [], [], [])
    state, trace = way
    steps: list[tuple[int, int, State, State, int, int]] = []
    for place, suit, edges in reversed(trace):
        before, _, _, used, spent = max((edge for edge in edges if edge[1] == state), key=_points_of)
        steps.append((place, suit, before, state, used, spent))
        state = before
    for place, suit, before, after, used, spent in reversed(steps):
        if suit == GROUPS:
            groups += _groups(shapes, place % _RANKS, before[5], spent, ends)
            continue
        cutter = cutting.suit(suit)
        coming = _going_up(ends, suit, place, cutter.least)
        runs = [*public[suit], *((run, _Line(on)) for run, on in coming)]
        told = cutter.explain(place, tuple(run for run, _ in runs), after[suit], used, spent)
        public[suit].clear()
        for (_, line), (run, wild) in zip(runs, told[: len(runs)], strict=True):
            if run is not None:
                if not line.places:
                    lines.append((suit, line))
                line.places.append((place, wild))
                public[suit].append((run, line))
        for run, wild in told[len(runs) :]:
            if run is None:
                continue
            line = _Line(_going_down(ends, suit, run, lines) if not run[0] else NONE)
            line.places.append((place, wild))
            lines.append((suit, line))
            public[suit].append((run, line))
    return _with_faces(shapes, bag, lines, groups)


def _going_up(ends: Ends, suit: int, place: int, least: int) -> list[tuple[OpenRun, int]]:
    """The runs of the table that may go on upwards at a place."""
    return [
        ((least, 1, last), on)
        for on, meld, _, last in ends
        if meld.low >= 0 and meld.line == suit and meld.low + len(meld.pieces) == place <= last
    ]


def _going_down(ends: Ends, suit: int, run: OpenRun, lines: list[tuple[int, _Line]]) -> int:
    """The run of the table that a stretch grows up to; each has one."""
    taken = {line.on for _, line in lines if line.places and line.places[0][0] < run[1]}
    fitting = [
        on
        for on, meld, first, _ in ends
        if meld.line == suit and meld.low >= 0 and (meld.low, first) == (run[1], run[2])
    ]
    return next((on for on in fitting if on not in taken), fitting[0])


def _groups(
    shapes: MeldShapes, rank: int, bits: int, spent: int, ends: Ends
) -> list[tuple[int, int, tuple[int, ...], int]]:
    """The groups of a rank."""
    lying = [(on, meld.pieces) for on, meld, _, _ in ends if meld.low < 0 and meld.line == rank]
    counts = tuple(bits >> 2 * suit & 3 for suit in range(4))
    made = groups_of(shapes, counts, tuple(pieces for _, pieces in lying), spent) or ()
    places = [*(on for on, _ in lying), *(NONE for _ in made)]
    return [(on, rank, chosen, wilds) for on, (chosen, wilds) in zip(places, made, strict=False)]


def _with_faces(shapes: MeldShapes, bag: int, lines: list[tuple[int, _Line]], groups: list[_Group]) -> list[Play]:
    """The plays, each wild card of a face that is at hand and is not played for itself."""
    natural = [suit * _RANKS + place % _RANKS for suit, line in lines for place, wild in line.places if not wild]
    natural += [suit * _RANKS + rank for _, rank, chosen, _ in groups for suit in range(4) for _ in range(chosen[suit])]
    faces = [
        face for face in shapes.wilds for _ in range(count(bag, face) - (natural.count(face) if face < NATURALS else 0))
    ]
    plays: list[Play] = []
    for suit, line in lines:
        pieces: list[int] = []
        for place, wild in line.places:
            card = suit * _RANKS + place % _RANKS
            pieces.append(wild_in_run(faces.pop(), card) if wild else natural_piece(card))
        plays.append((USE_RUN if line.on == NONE else USE_LAY, tuple(pieces), line.on))
    for on, rank, chosen, wilds in groups:
        pieces = [natural_piece(suit * _RANKS + rank) for suit in range(4) for _ in range(chosen[suit])]
        pieces += [wild_in_group(faces.pop(), rank) for _ in range(wilds)]
        if pieces:
            plays.append((USE_GROUP if on == NONE else USE_LAY, tuple(pieces), on))
    return sorted(plays, key=_new_first)


def _points_of(edge: Edge) -> int:
    return edge[2]


def _new_first(play: tuple[str, Pieces, int]) -> bool:
    return play[2] != NONE
