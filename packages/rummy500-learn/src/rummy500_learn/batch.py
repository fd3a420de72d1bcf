"""`Batch` plays many hands at once for numpy (extra `batch`): views and legal actions as bits.

It plays the rules that `rummy500.fast` plays. A word of 64 bits is a bag of cards, as the library has them: the number
of jokers in bits 0 to 3, the natural card c at bit 8 + c.
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
from rummy500.engine.match import first_hand
from rummy500.fast import fast_deal, fast_rules, points_of
from rummy500.fast import plays as fast
from rummy500.fast.hand import OVER_PHASE
from rummy500_learn.sequential import leads

Bits: TypeAlias = npt.NDArray[np.int8]
Words: TypeAlias = npt.NDArray[np.int64]
Observation: TypeAlias = dict[str, npt.NDArray[Any]]

#: Rows for the legal actions of a hand; in random play of `pagat` one list in 4,000 is longer.
ROWS: Final = 64
#: The words of a row: the cards that leave the hand, those that come from the pile, and the action: the integer of a
#: fast hand without the seat of a call, and from bit 45 on a bit for each kind, as `fast.plays` numbers them.
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
_SEATS: Final = 3 << fast.SEAT_AT


def unpacked(words: Words) -> Bits:
    """The bits of words, the lowest first: the last axis is 64 times as long."""
    little = np.ascontiguousarray(words, "<i8").view(np.uint8)
    return np.unpackbits(little, axis=-1, bitorder="little").view(np.int8)


class Batch:
    """Many hands of the same rules, in each of which one seat is asked at a time.

    A hand that a seed deals is that of `Sequential` by this seed: it asks the same seats, and its rows are the actions
    of `legal()` in order, then letting others act where that is possible. Of more than `rows` actions the first and the
    last are offered, half as many of each: some plays are not, every discard is.

    Attributes:
        rules: the rules in force.
        size: the number of hands.
        rows: the number of rows for legal actions.
        planes: the names of the words of a view.
        hands: the fast hands.
        seats: for each hand the seat that is asked, -1 if the hand is over.
        legal: for each hand the actions of that seat, as integers of fast hands, or `LET_GO`; none if it is over.
        sources: for each hand the chance to come.
    """

    def __init__(self, rules: r5.Rules, hands: int, *, rows: int = ROWS) -> None:
        """Make places for hands; `deal` fills them.

        Raises:
            ValueError: for rules that fast hands do not play (`Sequential` plays any), and for fewer than two rows.
        """
        require_min(2, rows=rows)
        form = fast_rules(rules)
        if isinstance(form, str):
            raise ValueError(f"{form} Sequential plays all rules.")  # noqa: TRY004 - it is about the rules, not a type
        self.rules, self.size, self.rows, count = rules, hands, rows, rules.seats
        self._form, self._match = form, first_hand(rules)
        self.sources = [random.Random(0)] * hands
        self.hands = [fast_deal(form, self._match, rules.deal.pack)] * hands
        self.seats, self.legal = [-1] * hands, list[list[int]]([[]] * hands)
        # Where seats may call: who is asked after the seat about what, and what the seat on turn has chosen.
        self._later, self._chosen = list[list[tuple[int, list[int]]]]([[]] * hands), [LET_GO] * hands
        self._laid = list[list[int]]([[]] * hands)  # cards in runs, what jokers in runs are, what each seat has played
        self._columns, self._counts_at = _columns(count), np.array([*range(0, 6 * count, 6), 24, 30])
        others = [f"seat +{step}" for step in range(1, count)]
        self.planes = (
            "hand", "known of you", *(f"known of {seat}" for seat in others), "played by you",
            *(f"played by {seat}" for seat in others), "in runs", "jokers in runs", "fits a meld", "drawn", "taken",
            "barred", "pile", *(f"top {number}" for number in _TOPS), "counts",
        )  # fmt: skip

    def deal(self, seeds: Iterable[int], which: Sequence[int] | None = None) -> None:
        """Deal hands by these seeds: everywhere, or at some places."""
        for place, seed in zip(range(self.size) if which is None else which, seeds, strict=True):
            source = self.sources[place] = random.Random(seed)
            deck = shuffled(self.rules.deal.pack, random.Random(source.getrandbits(63)))
            self.hands[place] = fast_deal(self._form, self._match, deck)
            self._laid[place], self._later[place] = [0] * (2 + self.rules.seats), []
            self._ask(place, self.hands[place].actions())

    def step(self, choices: Iterable[int], which: Sequence[int] | None = None) -> list[int]:
        """Act for the seats that are asked, everywhere or at some places.

        Args:
            choices: the rows of the actions.
            which: the places, each once; their hands are not over.

        Returns:
            The places whose hands are over now.

        Raises:
            ValueError: for a row without an action.
        """
        hands, legal, later, seats, over = self.hands, self.legal, self._later, self.seats, list[int]()
        for place, choice in zip(range(self.size) if which is None else which, choices, strict=True):
            found = legal[place]
            if choice >= len(found):
                raise ValueError(f"hand {place} has {len(found)} legal actions: no row {choice}")
            code = found[choice]
            if later[place]:
                code = self._answered(place, code)
                if code == LET_GO:
                    continue
            hand = hands[place]
            if code >> fast.USE_AT & 7:
                self._lay(place, code)
            hand.step(code)
            found = hand.actions()
            if found and len(found) <= self.rows and found[-1] & 7 != fast.CALL:
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
        if found and found[-1] & 7 == fast.CALL:
            own: dict[int, list[int]] = {seat: []}
            for code in found:
                own.setdefault(code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else seat, []).append(code)
            clockwise = [(hand.last + step) % self.rules.seats for step in range(1, self.rules.seats + 1)]
            callers = [each for each in clockwise if each in own and own[each][-1] & 7 == fast.CALL]
            asked = [*((each, self._cut([*own[each], LET_GO])) for each in callers), (seat, self._cut(own[seat]))]
            (self.seats[place], self.legal[place]), *self._later[place] = asked
            self._chosen[place] = LET_GO
        else:
            self.seats[place], self.legal[place] = seat, self._cut(found)
        return not found

    def _cut(self, found: list[int]) -> list[int]:
        half = self.rows // 2
        return found if len(found) <= self.rows else found[:half] + found[-half:]

    def _answered(self, place: int, code: int) -> int:
        """Take the answer of a seat that others are asked after: the action that decides, or `LET_GO`."""
        later = self._later[place]
        if code != LET_GO and (self.seats[place] != later[-1][0] or code & 7 == fast.CALL):
            later.clear()
            return code
        chosen = self._chosen[place] = code if code != LET_GO else self._chosen[place]
        if chosen != LET_GO and len(later) == 1:
            later.clear()
            return chosen
        self.seats[place], self.legal[place] = later.pop(0)
        return LET_GO

    def _lay(self, place: int, code: int) -> None:
        """Note what an action plays, for the planes."""
        laid, bag = self._laid[place], fast.played(code)
        laid[2 + (code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else self.hands[place].seat)] += bag
        if code >> fast.USE_AT & fast.RUN:
            laid[0] |= bag & fast.FACES
            wild = code >> fast.WILD_AT & fast.PLACES
            laid[1] |= ((wild | wild >> fast.ACE_HIGH) & fast.SUIT) << 13 * (code >> fast.LINE_AT & 15) + 8

    def leads(self, place: int) -> list[float]:
        """For each seat the points of its side in a hand, above the mean of the other sides."""
        return leads(self.rules, points_of(self.hands[place]))

    def observe(self, which: Sequence[int] | None = None, viewers: Sequence[int] | None = None) -> Observation:
        """Observe hands, everywhere or at some places, as the seats that are asked, or as other viewers.

        The last plane has numbers of cards, six bits each: in the hands, the own first, from bit 24 on in the stock and
        in the pile.

        Returns:
            For each hand `observation`, `planes` of 64 bits; `actions`, a row of `ROW_WORDS` for each legal action, the
            rows behind them 0; `action_mask`, 1 for each row of an action. `unpacked(actions[action_mask == 1])` has
            the bits of these rows.
        """
        places = range(self.size) if which is None else which
        seats, lists = ([each[place] for place in places] for each in (self.seats, self.legal))
        count, numbers, piles, viewers = self.rules.seats, list[int](), list[bytes](), viewers or seats
        for place, viewer in zip(places, viewers, strict=True):
            hand = self.hands[place]
            seat, held, pile = hand.seat, hand.held, hand.pile
            held[seat] = hand.hand  # those of the seat on turn are out of date
            held[count + seat] = hand.known
            numbers += self._laid[place]
            numbers += held
            numbers += (hand.drawn, hand.taken, hand.barred) if seat == viewer else (0, 0, 0)
            numbers += (hand.wanted, hand.pile_faces, len(hand.stock) - hand.next, len(pile))
            piles.append(pile)
        words = np.fromiter(numbers, np.int64, len(numbers)).reshape(len(piles), -1)
        around, columns = (table[np.array(viewers, np.intp)] for table in self._columns)
        bags = words[:, 2 + count : 2 + 2 * count]
        sizes = (bags & fast.JOKERS) + _SIZE[bags[:, :, None] >> _SUITS_AT & fast.SUIT].sum(2)
        counts = np.concatenate((np.take_along_axis(sizes, around, 1), words[:, -2:]), 1) << self._counts_at
        codes = np.fromiter(chain.from_iterable(lists), np.int64)
        mask = np.arange(self.rows) < np.fromiter(map(len, lists), np.int64, len(lists))[:, None]
        at, kinds = np.flatnonzero(mask), codes & 7
        depths = codes >> fast.CARD_AT & _DEPTH[kinds]
        tops = _down(piles, max(_TOPS[-1], int(depths.max(initial=0))))
        planes = (np.take_along_axis(words, columns, 1), tops[:, _TOPS], counts.sum(1, keepdims=True))
        rows = np.zeros((len(piles) * self.rows, len(ROW_WORDS)), np.int64)
        for word, values in enumerate((_cards(codes), tops[at // self.rows, depths], codes & ~_SEATS | _KIND[kinds])):
            rows[at, word] = values
        return {
            "observation": unpacked(np.concatenate(planes, 1)[:, :, None]),
            "actions": rows.reshape(len(piles), self.rows, -1),
            "action_mask": mask.view(np.int8),
        }


def at_random(batch: Batch, which: Sequence[int]) -> list[int]:
    """Choose any row; the chance is that of the hand."""
    return [int(batch.sources[place].random() * len(batch.legal[place])) for place in which]


def _columns(seats: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """For each seat the seats from it on, and the places of its planes in the numbers that `observe` collects."""
    around = (np.arange(seats)[:, None] + np.arange(seats)) % seats
    played, held, known = around + 2, around[:, :1] + 2 + seats, around + 2 + 2 * seats
    drawn, taken, barred, wanted, pile = range(2 + 3 * seats, 7 + 3 * seats)
    rest = np.tile([0, 1, wanted, drawn, taken, barred, pile], (seats, 1))
    return around, np.concatenate((held, known, played, rest), 1)


def _down(piles: Sequence[bytes], most: int) -> Words:
    """For each pile the bags of its top cards, of none to so many."""
    cards = b"".join([pile[-most:].rjust(most, _NO_CARD) for pile in piles])
    bags = np.zeros((len(piles), most + 1), np.int64)
    _ONE[np.frombuffer(cards, np.uint8)].reshape(len(piles), most)[:, ::-1].cumsum(1, out=bags[:, 1:])
    return bags


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
