"""`Batch` plays many hands at once for numpy (extra `batch`), by the rules that `rummy500.fast` plays.

Views and legal actions are words of 64 bits, most of them cards: the number of jokers in bits 0 to 3, card c at 8 + c.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import rummy500 as r5
from rummy500.base.inputs import require_min
from rummy500.cards.cards import ONE, shuffled
from rummy500.fast import fast_deal, fast_rules, points_of
from rummy500.fast import plays as fast
from rummy500.fast.hand import OVER_PHASE
from rummy500_learn.sequential import leads

Bits: TypeAlias = npt.NDArray[np.int8]
Words: TypeAlias = npt.NDArray[np.int64]
Observation: TypeAlias = dict[str, npt.NDArray[Any]]

#: Rows for the legal actions of a hand; in random play of `pagat` one list in 4,000 is longer.
ROWS: Final = 64
#: The words of a row: the cards that leave the hand, the cards that come from the pile, and the action: the integer
#: of a fast hand without the seat of a call, and from bit 45 on a bit for each kind, as `fast.plays` numbers them.
ROW_WORDS: Final = ("cards", "taken", "action")
#: The kind of action that lets others act, which fast hands do not have.
LET_GO: Final = 6

_ONE: Final = np.array([*ONE[:53], *[0] * 75], np.int64)
_NO_CARD: Final = b"\x7f"  # the last place of `_ONE`
_OF_SUITS: Final = np.array(fast.OF_SUITS, np.int64)
_SUITS_AT: Final = np.array((8, 21, 34, 47))
_SIZE: Final = np.array([number.bit_count() for number in range(1 << 14)], np.int64)
_TOPS: Final = (1, 2, 4, 8)
_DEPTH: Final = np.array([63 * (kind in (fast.TAKE, fast.CALL)) for kind in range(8)])
_KIND: Final = 1 << 45 + np.arange(8)
_NO_SEAT: Final = ~(3 << fast.SEAT_AT)


def unpacked(words: Words) -> Bits:
    """The bits of words, the lowest first: the last axis is 64 times as long."""
    flat = np.ascontiguousarray(words, "<i8").view(np.uint8).ravel()  # bit by bit in one loop
    return np.unpackbits(flat, bitorder="little").view(np.int8).reshape(*words.shape[:-1], -1)


class Batch:
    """Many hands of the same rules, in each of which one seat is asked at a time.

    A hand that a seed deals is that of `Sequential` by this seed: it asks the same seats, and its rows are the actions
    of `legal()` in order, then letting others act where that is possible. Of more than `rows` actions the first and the
    last are offered, half as many of each: plays in the middle are left out, as discards come last.

    Attributes:
        planes: the names of the words of a view.
        hands: the fast hands.
        seats: for each hand the seat that is asked, -1 if the hand is over.
        legal: for each hand the actions of that seat, as integers of fast hands, or `LET_GO`; none if it is over.
        sources: for each hand the chance to come.
    """

    def __init__(self, rules: r5.Rules, hands: int, *, rows: int = ROWS) -> None:
        """Make places for hands, which `deal` fills; `ValueError` for rules that fast hands do not play."""
        require_min(2, rows=rows)
        form = fast_rules(rules)
        if isinstance(form, str):
            raise ValueError(f"{form} Sequential plays all rules.")  # noqa: TRY004 - it is about the rules, not a type
        self.rules, self.size, self.rows, seats = rules, hands, rows, rules.seats
        self._form, self._match = form, r5.start_match(rules).so_far
        self.hands = [fast_deal(form, self._match, rules.deal.pack)] * hands
        self.sources, self.seats = [random.Random(0)] * hands, [-1] * hands
        self.legal = list[list[int]]([[]] * hands)
        # Where seats may call: who is asked after the seat about what, and what the seat on turn has chosen.
        self._later, self._chosen = list[list[tuple[int, list[int]]]]([[]] * hands), [LET_GO] * hands
        self._played = self.legal[:]  # the cards of each seat that lie on the table
        self._counts_at = np.array([*range(0, 6 * seats, 6), 24, 30])
        # For each seat the seats from it on, and the places of its planes in the numbers that `observe` collects.
        self._around = (np.arange(seats)[:, None] + np.arange(seats)) % seats
        rest = np.tile(np.arange(3 * seats, 3 * seats + 5), (seats, 1))
        own, known = self._around[:, :1] + seats, self._around + 2 * seats
        self._columns = np.concatenate((own, known, self._around, rest), 1)
        self.planes = (
            "hand", *(f"known of seat +{step}" for step in range(seats)),
            *(f"played by seat +{step}" for step in range(seats)), "drawn", "taken",
            "barred", "fits a meld", "pile", *(f"top {number}" for number in _TOPS), "counts",
        )  # fmt: skip

    def deal(self, seeds: Iterable[int], which: Sequence[int] | None = None) -> None:
        """Deal hands by these seeds: everywhere, or at some places."""
        for place, seed in zip(range(self.size) if which is None else which, seeds, strict=True):
            source = self.sources[place] = random.Random(seed)
            deck = shuffled(self.rules.deal.pack, random.Random(source.getrandbits(63)))
            self.hands[place] = fast_deal(self._form, self._match, deck)
            self._played[place], self._later[place] = [0] * self.rules.seats, []
            self._ask(place, self.hands[place].actions())

    def step(self, choices: Iterable[int], which: Sequence[int] | None = None) -> list[int]:
        """Act by rows for the seats that are asked, everywhere or at some places; return where hands are over now.

        The hands at these places are not over, and each is there once. `ValueError` for a row without an action.
        """
        hands, legal, later, seats, rows = self.hands, self.legal, self._later, self.seats, self.rows
        played, over = self._played, list[int]()
        for place, choice in zip(range(self.size) if which is None else which, choices, strict=True):
            found = legal[place]
            if choice >= len(found):
                raise ValueError(f"hand {place} has {len(found)} legal actions: no row {choice}")
            code = found[choice]
            if asked := later[place]:  # a choice of the seat on turn waits until no other seat calls
                if code == LET_GO or (seats[place] == asked[-1][0] and code & 7 != fast.CALL):
                    code = self._chosen[place] = self._chosen[place] if code == LET_GO else code
                    if code == LET_GO or len(asked) > 1:
                        seats[place], legal[place] = asked.pop(0)
                        continue
                asked.clear()
            hand = hands[place]
            if code >> fast.USE_AT & 7:
                played[place][code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else hand.seat] += fast.played(code)
            hand.step(code)
            found = hand.actions()
            if found and len(found) <= rows and found[-1] & 7 != fast.CALL:
                seats[place], legal[place] = hand.seat, found
            elif self._ask(place, found):
                over.append(place)
        return over

    def _ask(self, place: int, found: list[int]) -> bool:
        """Ask about the legal actions of all seats; return whether the hand is over."""
        hand = self.hands[place]
        if not found and hand.phase != OVER_PHASE:
            hand.reshuffle(shuffled(hand.pile[:-1], self.sources[place]))
            found = hand.actions()
        seat = hand.seat if found else -1
        asked, half = [(seat, found)], self.rows // 2
        if found and found[-1] & 7 == fast.CALL:
            own = {seat: list[int]()}
            for code in found:
                own.setdefault(code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else seat, []).append(code)
            callers = [each for each in own if own[each][-1] & 7 == fast.CALL]
            callers.sort(key=lambda each: (each - hand.last - 1) % self.rules.seats)
            asked = [*((each, [*own[each], LET_GO]) for each in callers), (seat, own[seat])]
            self._chosen[place] = LET_GO
        cut = ((each, acts if len(acts) <= self.rows else acts[:half] + acts[-half:]) for each, acts in asked)
        (self.seats[place], self.legal[place]), *self._later[place] = cut
        return not found

    def leads(self, place: int) -> list[float]:
        """For each seat the points of its side in a hand, above the mean of the other sides."""
        return leads(self.rules, points_of(self.hands[place]))

    def observe(self, which: Sequence[int] | None = None, viewers: Sequence[int] | None = None) -> Observation:
        """Observe hands, everywhere or at some places, as the seats that are asked, or as other viewers.

        For each hand: `observation`, the bits of words, the last with numbers of cards, six bits each: in the hands,
        the own first, and from bit 24 on in stock and pile. `actions`, `rows` rows of `ROW_WORDS`, one for each legal
        action, then 0; `action_mask`, 1 for each of these. `unpacked(actions[action_mask == 1])` has their bits.
        """
        places = range(self.size) if which is None else which
        lists, asked = [self.legal[place] for place in places], viewers or [self.seats[place] for place in places]
        count, numbers, piles = self.rules.seats, list[int](), list[bytes]()
        for place, viewer in zip(places, asked, strict=True):
            hand = self.hands[place]
            seat, held, pile = hand.seat, hand.held, hand.pile
            held[seat] = hand.hand  # those of the seat on turn are out of date
            held[count + seat] = hand.known
            numbers += self._played[place]
            numbers += held
            numbers += (hand.drawn, hand.taken, hand.barred) if seat == viewer else (0, 0, 0)
            numbers += (hand.wanted, hand.pile_faces)
            piles.append(pile)
        words = np.fromiter(numbers, np.int64, len(numbers)).reshape(len(piles), -1)
        around, columns = (table[np.array(asked, np.intp)] for table in (self._around, self._columns))
        bags = words[:, : 2 * count]  # those played, those held
        sizes = (bags & fast.JOKERS) + _SIZE[bags[:, :, None] >> _SUITS_AT & fast.SUIT].sum(2)
        flat = np.fromiter(map(len, piles), np.int64, len(piles))
        stock = len(self.rules.deal.pack) - flat - sizes.sum(1)
        counts = np.column_stack((np.take_along_axis(sizes, around + count, 1), stock, flat)) << self._counts_at
        lengths = np.fromiter(map(len, lists), np.int64, len(lists))
        codes = np.fromiter(chain.from_iterable(lists), np.int64, int(lengths.sum()))
        mask = np.arange(self.rows) < lengths[:, None]
        at, kinds = np.flatnonzero(mask), codes & 7
        depths = codes >> fast.CARD_AT & _DEPTH[kinds]
        deep = max(_TOPS[-1], int(depths.max(initial=0)))
        cards = _ONE[np.frombuffer(b"".join([pile[-deep:].rjust(deep, _NO_CARD) for pile in piles]), np.uint8)]
        tops = np.zeros((len(piles), deep + 1), np.int64)  # for each pile the bags of its top cards, of none to so many
        cards.reshape(-1, deep)[:, ::-1].cumsum(1, out=tops[:, 1:])
        planes = (np.take_along_axis(words, columns, 1), tops[:, _TOPS], counts.sum(1, keepdims=True))
        rows = np.zeros((len(piles) * self.rows, len(ROW_WORDS)), np.int64)
        for word, values in enumerate((_cards(codes), tops[at // self.rows, depths], codes & _NO_SEAT | _KIND[kinds])):
            rows[at, word] = values
        return {
            "observation": unpacked(np.concatenate(planes, 1)[:, :, None]),
            "actions": rows.reshape(len(piles), self.rows, -1),
            "action_mask": mask.view(np.int8),
        }


def _cards(codes: Words) -> Words:
    """The cards that actions play, as `fast.played` finds them for one, or discard."""
    bags: Words = _ONE[np.where(codes & 7 == fast.DISCARD, codes >> fast.CARD_AT & 63, _NO_CARD[0])]
    at = np.flatnonzero(codes >> fast.USE_AT & 7)
    plays = codes[at]
    line, low, high = (plays >> each & 15 for each in (fast.LINE_AT, fast.LOW_AT, fast.HIGH_AT))
    wild = plays >> fast.WILD_AT & fast.PLACES
    places = (2 << high) - (1 << low) & ~wild
    run = ((places | places >> fast.ACE_HIGH) & fast.SUIT) << 13 * line + 8
    bags[at] = np.where(plays >> fast.USE_AT & fast.RUN, run + _SIZE[wild], (_OF_SUITS[low] << line) + high)
    return bags
