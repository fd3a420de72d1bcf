"""All ways to cut up one hand that bring the points and let the turn end, and whether some play is part of one.

What `engine/cutting.py` finds out going up is kept, and the way back tells which states lie on a way at all. A play is
part of a way where its run, or its group, is among the melds of the way or within one of them: what is left over of
the meld follows as a lay-off. It is looked for among those states alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rummy500.actions import NONE
from rummy500.cards import ACE
from rummy500.engine.cover import Ends
from rummy500.engine.cutting import GROUPS, Cutting, Edge, Layer, Mark, State
from rummy500.engine.suits import OpenRun, grown
from rummy500.melds import Meld
from rummy500.melds.pieces import Pieces, is_natural, role_rank
from rummy500.melds.shapes import ACE_HIGH
from rummy500.rules import Rules

_RANKS: Final = 13


class Plays:
    """Tells of the plays of one view whether a turn can end after them, as far as the ways tell that are left of it.

    Args:
        rules: the rules.
        cuttings: the view's hand as it may be cut up.
    """

    __slots__ = ("_ace_turns", "_lattices")

    def __init__(self, rules: Rules, cuttings: Iterable[tuple[Cutting, Ends]]) -> None:
        #: Whether an ace above the king may come to be the low one of all thirteen.
        self._ace_turns = rules.shapes.ace_low and rules.shapes.ace_high
        self._lattices = [Lattice(cutting, ends) for cutting, ends in cuttings]

    def can_end_after(self, on: int, meld: Meld, pieces: Pieces) -> bool | None:
        """Whether the turn can end after a play; `None` where that must be found out otherwise.

        Args:
            on: the meld it is laid on, -1 for a new one.
            meld: the meld with its cards.
            pieces: its pieces.
        """
        if not any(self._lattices):
            return False
        is_run = meld.low >= 0
        above_king = is_run and role_rank(pieces[-1]) == ACE and (meld.low > 0 or len(pieces) > 1)
        if (above_king and self._ace_turns) or (not is_run and meld.line == _RANKS):
            return None
        return any(lattice.holds(on, meld, pieces) for lattice in self._lattices)


class Lattice:
    """The ways of one hand.

    Args:
        cutting: what cuts it up.
        ends: the melds that it could lay off on, with the places that they may grow to.
    """

    __slots__ = ("_cutting", "_ends", "_layers", "_numbers", "_rest")

    def __init__(self, cutting: Cutting, ends: Ends) -> None:
        self._cutting = cutting
        self._ends = {end[0]: end for end in ends}
        self._numbers = {step: number for number, step in enumerate(cutting.steps)}
        layers, edges = [cutting.start()], list[list[Edge]]()
        for number in range(len(cutting.steps)):
            edges.append([])
            layers.append(cutting.advance(layers[-1], number, edges[-1]))
        #: For each state before each step, and after the last, the points that may still follow it.
        self._rest: list[Layer] = [{state: 0 for state in layers[-1] if cutting.may_end(state)}]
        for layer, steps in zip(reversed(layers[:-1]), reversed(edges), strict=True):
            self._rest.append(_backwards(layer, steps, self._rest[-1]))
        self._rest.reverse()
        #: The states that lie on a way, before each step and after the last, and the points up to there.
        self._layers = [self._alive(layer, number) for number, layer in enumerate(layers)]

    def __bool__(self) -> bool:
        """Whether there is any way."""
        return bool(self._layers[0])

    def holds(self, on: int, meld: Meld, pieces: Pieces) -> bool:
        """Whether a play is part of some way.

        Args:
            on: the meld it is laid on, -1 for a new one.
            meld: the meld with its cards.
            pieces: its pieces, those of a run upwards; no ace above the king that may come to be low.
        """
        if not self or (on != NONE and on not in self._ends):
            return False
        return self._holds_group(on, meld.line, pieces) if meld.low < 0 else self._holds_run(on, meld, pieces)

    def _alive(self, layer: Layer, number: int) -> Layer:
        rest, missing = self._rest[number], self._cutting.missing
        return {state: points for state, points in layer.items() if state in rest and points + rest[state] >= missing}

    def _holds_run(self, on: int, meld: Meld, pieces: Pieces) -> bool:
        suit, low = meld.line, meld.low
        lying: OpenRun | None = None
        if on != NONE:
            _, before, first, last = self._ends[on]
            if meld.low < before.low:
                low = before.low - len(pieces)
                if low < first:
                    return False
                lying = 0, before.low, first
            else:
                low = before.low + len(before.pieces)
                if low + len(pieces) - 1 > last:
                    return False
                lying = self._cutting.suit(suit).least, 1, last
        return any(
            self._goes_through(run, lying, layer, suit, low, pieces)
            for run, layer in self._beginnings(lying, suit, low).items()
        )

    def _beginnings(self, lying: OpenRun | None, suit: int, low: int) -> dict[OpenRun, Layer]:
        """The runs that a play from a place on could be part of, and the states without them."""
        cutter = self._cutting.suit(suit)
        found: dict[OpenRun, Layer] = {}
        for state, points in self._layers[self._numbers[low, suit]].items():
            number = state[suit]
            begun: list[tuple[OpenRun, int]]
            if lying is None:
                # One that may end before the play needs it not: the play is a run of its own.
                begun = [(cutter.new_run(low), number)]
                begun += [(run, rest) for run, rest in cutter.apart(number) if _must_grow(run, cutter.least)]
            elif lying[0]:
                begun = [(lying, number)]
            else:
                begun = [(lying, number)] if cutter.may_begin_down(number, lying) else []
                begun += [(run, rest) for run, rest in cutter.apart(number) if run == lying]
            for run, rest in begun:
                layer, without = found.setdefault(run, {}), _with_runs(state, suit, rest)
                layer[without] = max(points, layer.get(without, points))
        return found

    def _goes_through(
        self, run: OpenRun, lying: OpenRun | None, layer: Layer, suit: int, low: int, pieces: Pieces
    ) -> bool:
        """Whether a run can take the pieces one after the other, and a way goes on from there."""
        cutting, least = self._cutting, self._cutting.suit(suit).least
        for place, piece in enumerate(pieces, low):
            if run[0] and place > run[2]:
                return False
            number = self._numbers[place, suit]
            natural = is_natural(piece)
            # Upwards a run of the table is left out where it would go on; no other may take its place.
            left_out = lying if lying is not None and (place == low or not lying[0]) else None
            layer = cutting.advance(layer, number, mark=Mark(int(natural), int(not natural), left_out))
            run = grown(run, least, natural=natural)
            number += 1
            layer = self._alive_with(layer, number, suit, run)
            if place == low + len(pieces) - 1:
                break
            while layer and cutting.steps[number] != (place + 1, suit):
                layer = self._alive_with(cutting.advance(layer, number), number + 1, suit, run)
                number += 1
        return bool(layer)

    def _alive_with(self, layer: Layer, number: int, suit: int, run: OpenRun) -> Layer:
        """Those of some states that lie on a way with a run more."""
        rest, missing = self._rest[number], self._cutting.missing
        together = self._cutting.suit(suit).together
        alive: Layer = {}
        for state, points in layer.items():
            more = rest.get(_with_runs(state, suit, together(state[suit], run)))
            if more is not None and points + more >= missing:
                alive[state] = points
        return alive

    def _holds_group(self, on: int, rank: int, pieces: Pieces) -> bool:
        number = self._numbers.get((rank or ACE_HIGH, GROUPS))
        if number is None:
            return False
        cutting, rest = self._cutting, self._rest[number + 1]
        cards = [piece & 63 for piece in pieces if is_natural(piece)]
        counts = [sum(card // _RANKS == suit for card in cards) for suit in range(4)]
        wilds = len(pieces) - len(cards)
        # What is played lies: other cards may follow it.
        lying = [(each, end[1].pieces) for each, end in self._ends.items() if end[1].low < 0 and end[1].line == rank]
        grown_groups = tuple(there + pieces if each == on else there for each, there in lying)
        groups = grown_groups if on != NONE else (pieces, *grown_groups)
        each_wild = cutting.wild_points(rank)
        for state, points in self._layers[number].items():
            left = tuple((state[5] >> 2 * suit & 3) - counts[suit] for suit in range(4))
            if min(left) < 0 or state[6] < wilds:
                continue
            more = cutting.fills(left, groups)
            for spent in range(wilds, state[6] + 1):
                after = (*state[:5], 0, state[6] - spent, state[7])
                if not more >> spent - wilds & 1 or after not in rest:
                    continue
                if points + spent * each_wild + rest[after] >= cutting.missing:
                    return True
        return False


def _backwards(layer: Layer, edges: Sequence[Edge], rest: Layer) -> Layer:
    """The points that may follow each state before a step, by those that may follow the states after it."""
    before: Layer = {}
    for state, new, total, _, _ in edges:
        more = rest.get(new)
        if more is not None:
            points = total - layer[state] + more
            if state not in before or before[state] < points:
                before[state] = points
    return before


def _must_grow(run: OpenRun, least: int) -> bool:
    """Whether an open run is a new one that may not end yet."""
    length, natural, _ = run
    return length > 0 and not (length >= least and natural)


def _with_runs(state: State, suit: int, runs: int) -> State:
    """A state with other open runs of a suit."""
    return (*state[:suit], runs, *state[suit + 1 :])
