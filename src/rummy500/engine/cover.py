"""Whether plays can bring the points that are missing and leave a hand with which the turn can end, place by place.

A hand is cut up into runs, groups and lay-offs from the low aces (place 0) up to the high ones (13), suit after suit,
each rank's groups last. Of what has been done only the runs that may still grow, the low aces that were used, the wild
cards that are left and what stays in the hand matter; of all ways that agree in these the one with most points is kept.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from rummy500.cards import COUNT_BITS, JOKER, NATURALS, count
from rummy500.engine.bound import playable
from rummy500.engine.plays import barred_drawn, barred_lone_top
from rummy500.engine.suits import Lying, RunCutter, Step
from rummy500.melds import Meld
from rummy500.melds.natural import Targets
from rummy500.melds.pieces import Pieces, is_natural, natural_piece, wild_in_group, wild_in_run
from rummy500.melds.shapes import ACE_HIGH, SMALLEST, MeldShapes
from rummy500.rules import Place, Rules
from rummy500.state import View

_RANKS: Final = 13
#: What stays in the hand: nothing, only cards that are barred, a card that may be discarded.
_NOTHING, _BARRED, _FREE = range(3)
#: What may bar a discard where it is known what a play frees: the cards that it plays.
_KNOWN_BARS: Final = (barred_lone_top, barred_drawn)

#: The open runs of each suit by number, the low aces used (two bits a suit), the cards for groups of the rank (two bits
#: a suit), the wild cards left, and what stays in the hand.
_State = tuple[int, ...]
_Layer = dict[_State, int]


def is_covered(rules: Rules) -> bool:
    """Whether `Coverer` knows these rules: jokers alone are wild, and no plugin says what may be played or goes."""
    shapes = rules.shapes
    return (
        shapes.wilds in ((), (JOKER,))
        and shapes.wild_after_low_ace
        and not shapes.joker_groups
        and rules.may_meld is None
        and rules.finder_now is None
        and rules.beside is None
        and not rules.ahead
        and all(bar.cards in _KNOWN_BARS for bar in rules.bars)
    )


class Coverer:
    """Cuts hands up; what it has found out about a suit or a rank it keeps.

    Args:
        rules: rules that `is_covered` knows.
    """

    __slots__ = ("_cutters", "_fills", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._cutters: dict[tuple[tuple[int, ...], Lying], RunCutter] = {}
        self._fills: dict[tuple[tuple[int, ...], tuple[Pieces, ...]], int] = {}

    def can_end(self, view: View, missing: int, targets: Targets) -> bool:
        """Whether plays of the hand, in any order, can bring so many points and let the turn end.

        Args:
            view: what the seat sees.
            missing: the points that plays must bring, 0 or more.
            targets: the melds that may be laid off on, as `NaturalFinder.targets` tells them.

        Returns:
            Whether a card that may be discarded can stay, or every card can be played where melding out is allowed.
        """
        rules = self._rules
        bag, most = playable(rules, view, view.hand)
        if most < missing:
            return False
        return any(
            _Cover(rules, self, view, bag, missing, each).can_end() for each in _one_end_each(rules, view, targets)
        )

    def cutter(self, copies: tuple[int, ...], lying: Lying) -> RunCutter:
        """What cuts up a suit with so many copies of each rank at hand, and these runs on the table."""
        key = copies, lying
        cutter = self._cutters.get(key)
        if cutter is None:
            cutter = self._cutters[key] = RunCutter(self._rules, copies, lying)
        return cutter

    def fills(self, counts: tuple[int, ...], lying: tuple[Pieces, ...]) -> int:
        """With how many wild cards cards of one rank can all lie in groups, as bits.

        Args:
            counts: the cards by suit.
            lying: the groups of the rank that may be laid off on.
        """
        key = counts, lying
        fills = self._fills.get(key)
        if fills is None:
            fills = self._fills[key] = _fills(self._rules.shapes, counts, lying)
        return fills


def _one_end_each(rules: Rules, view: View, targets: Targets) -> list[list[tuple[Meld, int, int]]]:
    """The melds with the lowest and highest places that they may grow to.

    An ace lies at one end of a run only: where it could lie at either there is one answer for each.
    """
    natural, jokers = rules.finder.natural, view.hand & COUNT_BITS if rules.shapes.wilds else 0
    choices: list[list[tuple[Meld, int, int]]] = []
    for _, meld, _ in targets:
        if meld.low < 0:
            choices.append([(meld, 0, 0)])
            continue
        low, high = meld.low, meld.low + len(meld.pieces) - 1
        first, last = natural.first_place(high), natural.last_place(low)
        if natural.ace_goes_high(low, high):
            first = low
        absent = sum(
            not count(view.hand, meld.line * _RANKS + place % _RANKS) for place in (*range(low), *range(high + 1, 14))
        )
        # Where not all other places can be filled no more than one of the ends is reached.
        if first == 0 and last == ACE_HIGH and absent <= jokers:
            choices.append([(meld, 1, last), (meld, 0, last - 1)])
            continue
        choices.append([(meld, first, last)])
    return [list(each) for each in product(*choices)]


class _Cover:
    """One hand, cut up.

    Args:
        rules: the rules.
        coverer: what keeps what is found out about suits and ranks.
        view: what the seat sees.
        bag: the cards of the hand that may come into question.
        missing: the points that plays must bring.
        targets: the melds that may be laid off on, each with its lowest and its highest place.
    """

    __slots__ = (
        "_all", "_copies", "_coverer", "_free", "_groups", "_jokers", "_lying", "_may_group", "_missing", "_points",
        "_rules", "_start", "_suits",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, coverer: Coverer, view: View, bag: int, missing: int, targets: list[tuple[Meld, int, int]]
    ) -> None:
        self._rules = rules
        self._coverer = coverer
        self._missing = missing
        self._points = rules.points
        hand = view.hand
        barred = rules.barred(rules, view)
        #: For each card whether one that stays lets the turn end.
        self._free = tuple(count(hand, card) > count(barred, card) for card in range(NATURALS + 1))
        self._all = not any(self._free)
        self._copies = tuple(count(bag, card) for card in range(NATURALS))
        self._jokers = count(hand, JOKER) if rules.shapes.wilds else 0
        stays = [card for card in range(NATURALS + 1) if count(hand, card) > self._held(card)]
        self._start = _NOTHING if not stays else _FREE if any(self._free[card] for card in stays) else _BARRED
        self._lying = tuple(
            tuple(meld.pieces for meld, _, _ in targets if meld.low < 0 and meld.line == rank) for rank in range(_RANKS)
        )
        #: For each rank whether a group of it could be made, or lies.
        self._may_group = tuple(
            bool(self._lying[rank]) or sum(self._copies[rank::_RANKS]) + self._jokers >= SMALLEST
            for rank in range(_RANKS)
        )
        runs: list[list[tuple[int, int, int, int]]] = [[], [], [], []]
        for meld, first, last in targets:
            if meld.low >= 0:
                runs[meld.line].append((meld.low, meld.low + len(meld.pieces) - 1, first, last))
        self._suits = tuple(
            coverer.cutter(self._copies[suit * _RANKS : suit * _RANKS + _RANKS], tuple(runs[suit])) for suit in range(4)
        )
        self._groups: dict[tuple[int, int], int] = {}

    def _held(self, card: int) -> int:
        return self._jokers if card == JOKER else self._copies[card]

    def can_end(self) -> bool:
        """Whether some way to cut up the hand brings the points and lets the turn end."""
        if self._all and (self._start != _NOTHING or not self._rules.melding_out):
            return False
        layer: _Layer = {(0, 0, 0, 0, 0, 0, self._jokers, self._start): 0}
        beyond = self._beyond()
        for place in range(ACE_HIGH + 1):
            for suit in range(4):
                if not self._jokers and self._suits[suit].is_quiet(place):
                    continue
                layer = self._next_suit(layer, suit, place, beyond[4 * place + suit + 1])
            if place and self._may_group[place % _RANKS]:
                layer = self._grouped(layer, place % _RANKS)
            if not layer:
                return False
        return any(points >= self._missing and self._ends(state) for state, points in layer.items())

    def _beyond(self) -> list[int]:
        """For each place and suit the points that natural cards from there on bring at most."""
        beyond = [0]
        for place in range(ACE_HIGH, 0, -1):
            for suit in (3, 2, 1, 0):
                card = suit * _RANKS + place % _RANKS
                beyond.append(beyond[-1] + self._copies[card] * max(0, self._points.most(card)))
        # A low ace counts as one that may still be played: it is too much by what it counts, at most.
        return [beyond[-1]] * 4 + beyond[::-1]

    def _next_suit(self, layer: _Layer, suit: int, place: int, beyond: int) -> _Layer:
        cutter, card = self._suits[suit], suit * _RANKS + place % _RANKS
        copies, free = self._copies[card], self._free[card]
        needed, joker_most = self._missing - beyond, max(0, self._points.most(JOKER))
        where: Place = "run" if place else "low"
        own = self._points.piece(natural_piece(card), where)
        joker = self._points.piece(wild_in_run(JOKER, card), where)
        in_group = self._points.piece(natural_piece(card), "group")
        groups = place > 0 and self._may_group[place % _RANKS]
        known: dict[int, list[Step]] = {}
        after: _Layer = {}
        for state, points in layer.items():
            runs, low, group, jokers, stays = state[suit], state[4], state[5], state[6], state[7]
            held = copies - (low >> 2 * suit & 3) if place == ACE_HIGH else copies
            key = runs << 8 | held << 4 | jokers
            if key not in known:
                known[key] = cutter.steps(place, runs, held, jokers)
            for grown, used, spent in known[key]:
                left = held - used
                if self._all and left and place and not groups:
                    continue
                jokers_left = jokers - spent
                brought = points + used * own + spent * joker + jokers_left * joker_most
                before, behind = (*state[:suit], grown), state[suit + 1 : 4]
                used_low = low if place else low | used << 2 * suit
                for grouped in range(left if self._all else 0, left + 1) if groups else (0,):
                    total = brought + grouped * in_group
                    if total < needed:
                        continue
                    total -= jokers_left * joker_most
                    lies = stays
                    if place and grouped < left:
                        lies = _FREE if free else stays or _BARRED
                    new = (*before, *behind, used_low, group | grouped << 2 * suit, jokers_left, lies)
                    if new not in after or after[new] < total:
                        after[new] = total
        return after

    def _grouped(self, layer: _Layer, rank: int) -> _Layer:
        """The groups of a rank are made, and jokers laid off on those that lie."""
        joker = self._points.piece(wild_in_group(JOKER, rank), "group")
        after: _Layer = {}
        for state, points in layer.items():
            group, jokers = state[5], state[6]
            fills = self._fills(rank, group)
            for spent in range(jokers + 1):
                if fills >> spent & 1:
                    new = (*state[:5], 0, jokers - spent, state[7])
                    total = points + spent * joker
                    if new not in after or after[new] < total:
                        after[new] = total
        return after

    def _fills(self, rank: int, group: int) -> int:
        """With how many jokers these cards of a rank can all lie in groups, as bits."""
        key = (rank, group)
        fills = self._groups.get(key)
        if fills is None:
            counts = tuple(group >> 2 * suit & 3 for suit in range(4))
            fills = self._groups[key] = self._coverer.fills(counts, self._lying[rank]) & (2 << self._jokers) - 1
        return fills

    def _ends(self, state: _State) -> bool:
        if not all(cutter.may_end(runs) for cutter, runs in zip(self._suits, state, strict=False)):
            return False
        stays = state[7]
        if state[6]:
            stays = _FREE if self._free[JOKER] else stays or _BARRED
        return stays == _FREE or (stays == _NOTHING and self._rules.melding_out)


def _fills(shapes: MeldShapes, counts: tuple[int, ...], lying: tuple[Pieces, ...]) -> int:
    """The answer of `Coverer.fills`."""
    cap = shapes.group_cap
    if lying:
        rest, room = lying[1:], cap - len(lying[0])
        there = {(piece & 63) // _RANKS for piece in lying[0] if is_natural(piece)}
        most = [min(held, suit not in there) if shapes.different_suits else held for suit, held in enumerate(counts)]
        fewest = 0
    elif any(counts):
        rest, room = (), cap
        most = [min(held, 1) if shapes.different_suits else held for held in counts]
        fewest = SMALLEST
    else:
        return 1
    fills = 0
    first = next((suit for suit, held in enumerate(counts) if held), 0)
    for chosen in product(*(range(held + 1) for held in most)):
        cards = sum(chosen)
        if cards > room or (fewest and not chosen[first]):
            continue
        others = _fills(shapes, tuple(held - taken for held, taken in zip(counts, chosen, strict=True)), rest)
        for jokers in range(max(0, fewest - cards), room - cards + 1) if shapes.wilds else range(fewest <= cards):
            fills |= others << jokers
    return fills
