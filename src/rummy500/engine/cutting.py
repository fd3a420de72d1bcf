"""Cutting a hand up into runs, groups and lay-offs, from the low aces (place 0) up to the high ones (13).

Suit after suit at each place, and then the rank's groups. Of what has been done only the runs that may still grow, the
low aces that were used, the wild cards that are left and what stays in the hand matter; of all ways that agree in these
the one with most points is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.engine.groups import fills
from rummy500.engine.suits import Lying, OpenRun, RunCutter, Step
from rummy500.melds.pieces import Pieces, natural_piece, wild_in_group, wild_in_run
from rummy500.melds.shapes import ACE_HIGH, SMALLEST
from rummy500.rules import Place, Rules

_RANKS: Final = 13

#: What stays in the hand: nothing; cards that are barred; a card that may be discarded. What more stays makes it the
#: greater of the two.
NOTHING, BARRED, FREE = range(3)

#: The open runs of each suit by number, the low aces used (two bits a suit), the cards for groups of the rank (two bits
#: a suit), the wild cards left, and what stays in the hand.
State = tuple[int, ...]
Layer = dict[State, int]

#: A state, one that it leads to, the points with that, and what was used: natural cards and wild ones in runs, or wild
#: ones in groups where the groups of a rank are made.
Edge = tuple[State, State, int, int, int]
#: The place and the suit of a step, `GROUPS` for the groups of the rank, and what leads through it.
Trace = list[tuple[int, int, list[Edge]]]
#: What stands for a suit where the groups of a rank are made.
GROUPS: Final = 4


@attrs.frozen
class Mark:
    """What one run, which is followed by itself, takes of a place; it is not among the open runs of the states.

    Attributes:
        natural: natural cards, 0 or 1.
        wild: wild cards, 0 or 1.
        lying: the run of the table that it belongs to, which no other may lay off on.
    """

    natural: int = 0
    wild: int = 0
    lying: OpenRun | None = None


_UNMARKED: Final = Mark()


class Cuts:
    """What is found out about suits and ranks, which many hands share.

    Args:
        rules: the rules.
    """

    __slots__ = ("_cutters", "_fills", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._cutters: dict[tuple[tuple[int, ...], Lying], RunCutter] = {}
        self._fills: dict[tuple[tuple[int, ...], tuple[Pieces, ...]], int] = {}

    def cutter(self, copies: tuple[int, ...], lying: Lying) -> RunCutter:
        """What cuts up a suit with so many copies of each rank at hand, and these runs on the table."""
        key = copies, lying
        cutter = self._cutters.get(key)
        if cutter is None:
            cutter = self._cutters[key] = RunCutter(self.rules, copies, lying)
        return cutter

    def fills(self, counts: tuple[int, ...], lying: tuple[Pieces, ...]) -> int:
        """With how many wild cards cards of one rank can all lie in groups, as bits (`groups.fills`)."""
        key = counts, lying
        found = self._fills.get(key)
        if found is None:
            found = self._fills[key] = fills(self.rules.shapes, counts, lying)
        return found


@attrs.frozen
class Held:
    """A hand as it is cut up.

    Attributes:
        copies: how many of each natural face a play could hold.
        kinds: for each face up to the spare card what it is to the hand if it stays: `BARRED` or `FREE`.
        leaves: for each face how many may leave the hand otherwise than by melds and lay-offs.
        wilds: the wild faces at hand.
        tokens: how many wild cards there are; natural cards that are wild, too, are among `copies` as well.
        unspent: so many of them need not be played and do not stay.
        starts: what stays whatever is played, and the points played with it; there may be a choice.
        groups: for each rank the groups that may be laid off on.
        runs: for each suit the runs that may be laid off on.
    """

    copies: tuple[int, ...]
    kinds: tuple[int, ...]
    leaves: tuple[int, ...]
    wilds: tuple[int, ...]
    tokens: int
    unspent: int
    starts: list[tuple[int, int]]
    groups: tuple[tuple[Pieces, ...], ...]
    runs: tuple[Lying, ...]


class Cutting:
    """One hand, cut up.

    Args:
        cuts: what is known of suits and ranks.
        held: the hand.
        missing: the points that plays must bring.
    """

    __slots__ = (
        "_all", "_beyond", "_cuts", "_group_fills", "_held", "_may_group", "_points", "_rules", "_suits", "_wild_most",
        "missing", "steps",
    )  # fmt: skip

    def __init__(self, cuts: Cuts, held: Held, missing: int) -> None:
        self._cuts = cuts
        self._held = held
        self.missing = missing
        self._rules = cuts.rules
        self._points = cuts.rules.points
        #: More points than these no wild card brings.
        self._wild_most = max((max(0, self._points.most(face)) for face in held.wilds), default=0)
        #: Whether no card that stays lets the turn end.
        self._all = all(kind == BARRED for kind in held.kinds)
        #: For each rank whether a group of it could be made, or lies.
        self._may_group = tuple(
            bool(held.groups[rank]) or sum(held.copies[rank::_RANKS]) + held.tokens >= SMALLEST
            for rank in range(_RANKS)
        )
        self._suits = tuple(
            cuts.cutter(held.copies[suit * _RANKS : suit * _RANKS + _RANKS], held.runs[suit]) for suit in range(4)
        )
        self._group_fills: dict[tuple[int, int], int] = {}
        self._beyond = self._points_beyond()
        self.steps = tuple(self._steps())

    def can_end(self) -> bool:
        """Whether some way to cut up the hand brings the points and lets the turn end."""
        return self._end(self._last_layer(None)) is not None

    def way(self) -> tuple[State, Trace] | None:
        """Such a way: the state at its end and what leads there, `None` if there is none."""
        trace: Trace = []
        end = self._end(self._last_layer(trace))
        return None if end is None else (end, trace)

    def suit(self, suit: int) -> RunCutter:
        """What has cut up a suit."""
        return self._suits[suit]

    def _last_layer(self, trace: Trace | None) -> Layer:
        layer = self.start()
        for number, (place, suit) in enumerate(self.steps):
            edges: list[Edge] | None = None
            if trace is not None:
                edges = []
                trace.append((place, suit, edges))
            layer = self.advance(layer, number, edges)
            if not layer:
                break
        return layer

    def _end(self, layer: Layer) -> State | None:
        return next((state for state, points in layer.items() if points >= self.missing and self.may_end(state)), None)

    def _steps(self) -> Iterator[tuple[int, int]]:
        """Each place and suit, and the groups of each rank, in order; those where nothing can lie are left out."""
        for place in range(ACE_HIGH + 1):
            for suit in range(4):
                if self._held.tokens or not self._suits[suit].is_quiet(place):
                    yield place, suit
            if place and self._may_group[place % _RANKS]:
                yield place, GROUPS

    def _wild_kind(self) -> int:
        """What wild cards are to the hand, if some of them stay: the kind that is best is left."""
        return max((self._held.kinds[face] for face in self._held.wilds), default=BARRED)

    def start(self) -> Layer:
        """The states before the first step."""
        held = self._held
        return {
            (0, 0, 0, 0, 0, 0, held.tokens, stays): points
            for stays, points in held.starts
            if not self._all or (stays == NOTHING and self._rules.melding_out)
        }

    def advance(self, layer: Layer, number: int, edges: list[Edge] | None = None, mark: Mark = _UNMARKED) -> Layer:
        """The states after a step.

        Args:
            layer: the states before it.
            number: its number among `steps`.
            edges: what leads from which state to which is added here.
            mark: what a run that is followed by itself takes.
        """
        place, suit = self.steps[number]
        if suit == GROUPS:
            return self._grouped(layer, place % _RANKS, edges)
        return self._next_suit(layer, suit, place, edges, mark)

    def _points_beyond(self) -> list[int]:
        """For each place and suit the points that natural cards from there on bring at most."""
        beyond = [0]
        for place in range(ACE_HIGH, 0, -1):
            for suit in (3, 2, 1, 0):
                card = suit * _RANKS + place % _RANKS
                beyond.append(beyond[-1] + self._held.copies[card] * max(0, self._points.most(card)))
        # A low ace counts as one that may still be played: it is too much by what it counts, at most.
        return [beyond[-1]] * 4 + beyond[::-1]

    def _next_suit(self, layer: Layer, suit: int, place: int, edges: list[Edge] | None, mark: Mark) -> Layer:
        cutter, card, hand = self._suits[suit], suit * _RANKS + place % _RANKS, self._held
        copies, kind, leaves = hand.copies[card], hand.kinds[card], hand.leaves[card]
        is_wild, wild_most = card in hand.wilds, self._wild_most
        # A card with which the turn can end stays, though it could leave the hand otherwise.
        may_leave = 0 if kind == FREE else leaves
        points_of = self._points.piece
        needed = self.missing - self._beyond[4 * place + suit + 1]
        where: Place = "run" if place else "low"
        own = points_of(natural_piece(card), where)
        wild = max((points_of(wild_in_run(face, card), where) for face in hand.wilds), default=0)
        in_group = points_of(natural_piece(card), "group")
        groups = place > 0 and self._may_group[place % _RANKS]
        must = self._all and not is_wild
        known: dict[int, list[Step]] = {}
        after: Layer = {}
        for state, points in layer.items():
            runs, low, group, wilds, stays = state[suit], state[4], state[5], state[6], state[7]
            held = copies - (low >> 2 * suit & 3) if place == ACE_HIGH else copies
            if is_wild and held > wilds:
                held = wilds
            key = runs << 8 | held << 4 | wilds
            if key not in known:
                known[key] = _marked_steps(cutter, place, runs, held, wilds, mark)
            for grown, used, spent in known[key]:
                left = held - used
                wilds_left = wilds - spent
                if is_wild:
                    wilds_left -= used
                    if wilds_left < 0:
                        continue
                    left = min(left, wilds_left)
                elif must and left > leaves and place and not groups:
                    continue
                brought = points + used * own + spent * wild + wilds_left * wild_most
                before, behind = (*state[:suit], grown), state[suit + 1 : 4]
                used_low = low if place else low | used << 2 * suit
                for grouped in range(max(0, left - leaves) if must else 0, left + 1) if groups else (0,):
                    total = brought + grouped * in_group
                    if total < needed:
                        continue
                    total -= wilds_left * wild_most
                    lies = stays
                    if place and grouped + may_leave < left and not is_wild and kind > stays:
                        lies = kind
                    wilds_then = wilds_left - grouped if is_wild else wilds_left
                    new = (*before, *behind, used_low, group | grouped << 2 * suit, wilds_then, lies)
                    if edges is not None:
                        edges.append((state, new, total, used, spent))
                    if new not in after or after[new] < total:
                        after[new] = total
        return after

    def _grouped(self, layer: Layer, rank: int, edges: list[Edge] | None) -> Layer:
        """The groups of a rank are made, and wild cards laid off on those that lie."""
        wild = self.wild_points(rank)
        after: Layer = {}
        for state, points in layer.items():
            group, wilds = state[5], state[6]
            can = self._fills(rank, group)
            for spent in range(wilds + 1):
                if can >> spent & 1:
                    new = (*state[:5], 0, wilds - spent, state[7])
                    total = points + spent * wild
                    if edges is not None:
                        edges.append((state, new, total, 0, spent))
                    if new not in after or after[new] < total:
                        after[new] = total
        return after

    def _fills(self, rank: int, group: int) -> int:
        """With how many wild cards these cards of a rank can all lie in groups, as bits."""
        key = (rank, group)
        found = self._group_fills.get(key)
        if found is None:
            counts = tuple(group >> 2 * suit & 3 for suit in range(4))
            bits = (2 << self._held.tokens) - 1
            found = self._group_fills[key] = self._cuts.fills(counts, self._held.groups[rank]) & bits
        return found

    def wild_points(self, rank: int) -> int:
        """What a wild card counts at most in a group of a rank."""
        piece = self._points.piece
        return max((piece(wild_in_group(face, rank), "group") for face in self._held.wilds), default=0)

    def fills(self, counts: tuple[int, ...], lying: tuple[Pieces, ...]) -> int:
        """With how many wild cards some cards of a rank can all lie in groups, beside these of the table, as bits."""
        return self._cuts.fills(counts, lying)

    def may_end(self, state: State) -> bool:
        """Whether the turn may end with a state after the last step."""
        if not all(cutter.may_end(runs) for cutter, runs in zip(self._suits, state, strict=False)):
            return False
        stays, kind = state[7], self._wild_kind()
        # One that could leave the hand otherwise need not.
        if state[6] > (0 if kind == FREE else self._held.unspent):
            stays = max(stays, kind)
        return stays == FREE or (stays == NOTHING and self._rules.melding_out)


def _marked_steps(cutter: RunCutter, place: int, runs: int, held: int, wilds: int, mark: Mark) -> list[Step]:
    """How open runs may go on beside one that is followed by itself; what that takes is counted as used, too."""
    natural, wild = mark.natural, mark.wild
    if held < natural or wilds < wild:
        return []
    steps = cutter.steps(place, runs, held - natural, wilds - wild, mark.lying)
    return [(grown, used + natural, spent + wild) for grown, used, spent in steps]
