"""`Batch` plays many hands side by side for numpy (extra `batch`): views and legal actions as bits.

A hand is a fast hand, so the rules are those that `rummy500.fast` plays. A word of 64 bits is a bag of cards, as the
library has them: the jokers as a number in bits 0 to 3, the natural card of number c at bit 8 + c.
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

#: Rows for the legal actions of a hand. In random play of `pagat` one list of 4,000 is longer.
ROWS: Final = 64
#: The words of a row: the cards that leave the hand, those that come from the pile, and the action itself.
ROW_WORDS: Final = ("cards", "taken", "action")
#: The action of letting others act; fast hands have no such.
LET_GO: Final = 6

_ONE: Final = np.array([*ONE[:53], *[0] * 75], np.int64)
_NO_CARD: Final = b"\x7f"  # as a card of `_ONE`
_OF_SUITS: Final = np.array(fast.OF_SUITS, np.int64)
_SUITS_AT: Final = np.array((8, 21, 34, 47))
_SIZE: Final = np.array([number.bit_count() for number in range(1 << 14)], np.int64)
_TOPS: Final = (1, 2, 4, 8)
_IS_TAKE: Final = np.isin(np.arange(8), (fast.TAKE, fast.CALL))
_NO_SEAT: Final = ~(3 << fast.SEAT_AT)
_KIND: Final = 1 << 45 + np.arange(8)  # behind the bits of an action


def unpacked(words: Words) -> Bits:
    """The bits of words, the lowest first: 64 of each word on a last axis that is that much longer."""
    little = np.ascontiguousarray(words, "<i8").view(np.uint8)
    return np.unpackbits(little, axis=-1, bitorder="little").view(np.int8)


class Batch:
    """Many hands of the same rules, in each of which one seat is asked at a time.

    A hand that is dealt by a seed is that of `Sequential` by this seed: it asks the same seats, and its rows are the
    actions of `legal`, and after them to let others act where that is possible.

    Attributes:
        rules: the rules in force.
        size: the number of hands.
        rows: the number of rows for legal actions.
        planes: the names of the planes of `observe`.
        hands: the fast hands.
        seats: for each hand the seat that is asked, -1 if the hand is over.
        legal: for each hand the actions of that seat, as integers of fast hands, or `LET_GO`. Of more than `rows`
            the first and the last are left, half as many of each, so that all discards are there.
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
        # Where seats may call: who is asked after the seat, every legal action, and what the seat on turn has chosen.
        self._later = list[list[int]]([[]] * hands)
        self._by_seat, self._chosen = list[dict[int, list[int]]]([{}] * hands), [LET_GO] * hands
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
        pack, seats = self.rules.deal.pack, self.rules.seats
        for place, seed in zip(range(self.size) if which is None else which, seeds, strict=True):
            source = self.sources[place] = random.Random(seed)
            deck = shuffled(pack, random.Random(source.getrandbits(63)))
            self.hands[place] = fast_deal(self._form, self._match, deck)
            self._laid[place], self._later[place] = [0] * (2 + seats), []
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
        place = choice = -1
        try:
            for place, choice in zip(range(self.size) if which is None else which, choices, strict=True):
                code = legal[place][choice]
                if later[place]:
                    code = self._decided(place, code)
                    if code == LET_GO:
                        continue
                if code >> fast.USE_AT & 7:
                    self._lay(place, code)
                hand = hands[place]
                hand.step(code)
                found = hand.actions()
                if not found or len(found) > self.rows or found[-1] & 7 == fast.CALL:
                    if self._ask(place, found):
                        over.append(place)
                    continue
                legal[place] = found
                seats[place] = hand.seat
        except IndexError:
            raise ValueError(f"hand {place} has {len(legal[place])} actions: there is no row {choice}") from None
        return over

    def _ask(self, place: int, found: list[int]) -> bool:
        """Find out who is asked about some actions of all seats, and whether the hand is over."""
        hand = self.hands[place]
        if not found and hand.phase != OVER_PHASE:
            hand.reshuffle(shuffled(hand.pile[:-1], self.sources[place]))
            found = hand.actions()
        if not found:
            self.seats[place], self.legal[place] = -1, found
        elif found[-1] & 7 == fast.CALL:
            by_seat: dict[int, list[int]] = {hand.seat: []}
            for code in found:
                seat = code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else hand.seat
                by_seat.setdefault(seat, []).append(code)
            clockwise = [(hand.last + step) % self.rules.seats for step in range(1, self.rules.seats + 1)]
            callers = [seat for seat in clockwise if seat in by_seat and by_seat[seat][-1] & 7 == fast.CALL]
            self._by_seat[place], self._chosen[place] = by_seat, LET_GO
            self._ask_seat(place, [*callers, hand.seat])
        else:
            self.seats[place], self.legal[place] = hand.seat, self._cut(found)
        return not found

    def _ask_seat(self, place: int, seats: list[int]) -> None:
        """Ask the first of some seats."""
        seat, *later = seats
        found = self._by_seat[place][seat]
        self.seats[place], self._later[place] = seat, later
        self.legal[place] = self._cut([*found, LET_GO] if later else found)

    def _cut(self, found: list[int]) -> list[int]:
        half = self.rows // 2
        return found if len(found) <= self.rows else found[:half] + found[-half:]

    def _decided(self, place: int, code: int) -> int:
        """The action that decides where others are to be asked; `LET_GO` if the next of them is asked."""
        seat, later = self.seats[place], self._later[place]
        if code != LET_GO and (seat != later[-1] or code & 7 == fast.CALL):
            later.clear()
            return code
        if code != LET_GO:
            self._chosen[place] = code
        if self._chosen[place] != LET_GO and len(later) == 1:
            later.clear()
            return self._chosen[place]
        self._ask_seat(place, later)
        return LET_GO

    def _lay(self, place: int, code: int) -> None:
        """Note what an action plays, for the planes."""
        laid, bag = self._laid[place], fast.played(code)
        seat = code >> fast.SEAT_AT & 3 if code & 7 == fast.CALL else self.hands[place].seat
        laid[2 + seat] += bag
        if code >> fast.USE_AT & fast.RUN:
            laid[0] |= bag & fast.FACES
            places = code >> fast.WILD_AT & fast.PLACES
            laid[1] |= ((places | places >> fast.ACE_HIGH) & fast.SUIT) << 13 * (code >> fast.LINE_AT & 15) + 8

    def leads(self, place: int) -> list[float]:
        """For each seat the points of its side in a hand, above the mean of the other sides: their sum is 0."""
        return leads(self.rules, points_of(self.hands[place]))

    # ------------------------------------------------- as bits

    def observe(self, which: Sequence[int] | None = None, viewers: Sequence[int] | None = None) -> Observation:
        """Observe hands, everywhere or at some places, as the seats that are asked, or as other viewers.

        Returns:
            For each hand `observation`, `planes` of 64 bits; `actions`, a row of `ROW_WORDS` for each legal action, the
            rows behind them 0; `action_mask`, 1 for each row of an action. `unpacked(actions[action_mask == 1])` has
            the bits of these rows.

        The plane `counts` has numbers of cards, six bits each: in the hands, the own first, from bit 24 on in the stock
        and in the pile.
        """
        places = range(self.size) if which is None else which
        hands, laid = [self.hands[place] for place in places], [self._laid[place] for place in places]
        lists, seats = [self.legal[place] for place in places], [self.seats[place] for place in places]
        viewers = seats if viewers is None else viewers
        count, numbers, piles = self.rules.seats, list[int](), list[bytes]()
        for hand, viewer, played in zip(hands, viewers, laid, strict=True):
            seat, held, pile = hand.seat, hand.held, hand.pile
            held[seat] = hand.hand  # those of the seat on turn are out of date
            held[count + seat] = hand.known
            numbers += played
            numbers += held
            numbers += (hand.drawn, hand.taken, hand.barred) if seat == viewer else (0, 0, 0)
            numbers += (hand.wanted, hand.pile_faces, len(hand.stock) - hand.next, len(pile))
            piles.append(pile)
        words = np.fromiter(numbers, np.int64, len(numbers)).reshape(len(piles), -1)
        around, columns = (table[np.array(viewers, np.intp)] for table in self._columns)
        bags = words[:, 2 + count : 2 + 2 * count]
        sizes = (bags & fast.JOKERS) + _SIZE[bags[:, :, None] >> _SUITS_AT & fast.SUIT].sum(2)
        counts = np.concatenate((np.take_along_axis(sizes, around, 1), words[:, -2:]), 1) << self._counts_at
        numbers_of = np.fromiter(map(len, lists), np.int64, len(lists))
        mask = np.arange(self.rows) < numbers_of[:, None]
        codes = np.fromiter(chain.from_iterable(lists), np.int64, int(numbers_of.sum()))
        depths = np.where(_IS_TAKE[codes & 7], codes >> fast.CARD_AT & 63, 0)
        tops = _down(piles, max(_TOPS[-1], int(depths.max(initial=0))))
        planes = (np.take_along_axis(words, columns, 1), tops[:, _TOPS], counts.sum(1, keepdims=True))
        rows = np.zeros((len(piles), self.rows, len(ROW_WORDS)), np.int64)
        taken = tops[np.repeat(np.arange(len(piles)), numbers_of), depths]
        rows[mask] = np.stack((_cards(codes), taken, codes & _NO_SEAT | _KIND[codes & 7]), 1)
        return {
            "observation": unpacked(np.concatenate(planes, 1)[:, :, None]),
            "actions": rows,
            "action_mask": mask.view(np.int8),
        }


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
    ones = _ONE[np.frombuffer(cards, np.uint8)].reshape(len(piles), most)
    bags = np.zeros((len(piles), most + 1), np.int64)
    ones[:, ::-1].cumsum(1, out=bags[:, 1:])
    return bags


def _cards(codes: Words) -> Words:
    """The cards that actions play or discard."""
    bags = _ONE[np.where(codes & 7 == fast.DISCARD, codes >> fast.CARD_AT & 63, _NO_CARD[0])]
    plays = np.flatnonzero(codes >> fast.USE_AT & 7)
    bags[plays] = _played(codes[plays])
    return bags


def _played(plays: Words) -> Words:
    """The cards of plays, as `fast.played` finds them for one."""
    line, low, high = (plays >> at & 15 for at in (fast.LINE_AT, fast.LOW_AT, fast.HIGH_AT))
    wild = plays >> fast.WILD_AT & fast.PLACES
    places = (2 << high) - (1 << low) & ~wild
    run = ((places | places >> fast.ACE_HIGH) & fast.SUIT) << 13 * line + 8
    found: Words = np.where(plays >> fast.USE_AT & fast.RUN, run + _SIZE[wild], (_OF_SUITS[low] << line) + high)
    return found
