"""`FastPlays`: the melds on the table of a fast hand, and the plays that cards make: runs, groups, lay-offs.

Cards are those of the engine, and so are bags: with one pack each is less than 2**60.

The bits of an action, from the lowest: its kind (3), its card or depth (6), how it plays cards (3: as a run, as a
group, as a lay-off), the suit or rank (4), the first and the last place of a run (4, 4), the meld that it is laid on
(5), the seat of a call (2), the places of a run that jokers fill (14). For a group, the first place holds its suits as
bits, the last place its number of jokers.

The bits of a meld: whether it is a run (1), its suit or rank (4), its owner (2), the places (4, 4) and jokers (14) as
above, and who played each card (2 each; in a group by suit, then the jokers').
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy500.cards.cards import JOKER, ONE
from rummy500.cards.pieces import EVERY_SUIT, LINE_BITS
from rummy500.fast.form import AFTER_MELD, ANY_MELD, FastRules

if TYPE_CHECKING:
    from mypy_extensions import i64

# Compiled, a constant that is shifted by a variable is 32 bits wide: cards come from tables (`ONE`, `LINE_BITS`).

#: Kinds of action.
DRAW: Final = 0
PASS: Final = 1
TAKE: Final = 2
PLAY: Final = 3
DISCARD: Final = 4
CALL: Final = 5
#: How an action plays cards: a run or a group, new or laid off.
RUN: Final = 1
GROUP: Final = 2
LAY: Final = 4
#: Where the parts of an action begin.
CARD_AT: Final = 3
USE_AT: Final = 9
LINE_AT: Final = 12
LOW_AT: Final = 16
HIGH_AT: Final = 20
ON_AT: Final = 24
SEAT_AT: Final = 29
WILD_AT: Final = 31
#: Where the parts of a meld begin; its lowest bit is 1 for a run.
MELD_LINE_AT: Final = 1
OWNER_AT: Final = 5
FIRST_AT: Final = 7
LAST_AT: Final = 11
JOKERS_AT: Final = 15
BY_AT: Final = 29
#: Phases.
DRAW_PHASE: Final = 0
PLAY_PHASE: Final = 1
RESHUFFLE_PHASE: Final = 2
OVER_PHASE: Final = 3
#: Why a hand ended.
GOING_ON: Final = 0
OUT: Final = 1
STOCK: Final = 2
CIRCLE: Final = 3

EVERY: Final = 1 << 30
#: A play needs no certain card; it needs a joker.
NO_CARD: Final = -1
ANY_JOKER: Final = -2

JOKERS: Final = 15
SUIT: Final = 0x1FFF
PLACES: Final = 0x3FFF
ACE_HIGH: Final = 13
#: The cards that may begin three in a row, and the queens, that may begin queen, king, ace.
_STARTS: Final = 0x7FF * EVERY_SUIT
_QUEENS: Final = 0x800 * EVERY_SUIT
#: The choices of suits, as bits, in the order in which groups are listed.
CHOICES: Final = bytes((0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15))
SIZE: Final = bytes([mask.bit_count() for mask in range(128)])
#: For a choice of suits the aces of these.
OF_SUITS: Final = tuple([sum(ONE[13 * suit] for suit in range(4) if mask >> suit & 1) for mask in range(16)])


def suits_of(bag: i64, rank: i64) -> i64:
    """The suits of a rank that a bag holds, as four bits."""
    bits: i64 = bag >> rank + 8
    return (bits & 1) | (bits >> 12 & 2) | (bits >> 24 & 4) | (bits >> 36 & 8)


def in_rows(bag: i64) -> i64:
    """The natural cards that lie in a row of three, an ace at either end."""
    two: i64 = bag & bag >> 1
    low: i64 = two & bag >> 2 & _STARTS
    high: i64 = two & bag << 11 & _QUEENS
    return low | low << 1 | low << 2 | high | high << 1 | high >> 11


def in_threes(bag: i64) -> i64:
    """The ranks of which a bag holds three cards or more."""
    spades: i64 = bag >> 8
    hearts: i64 = bag >> 21
    diamonds: i64 = bag >> 34
    clubs: i64 = bag >> 47
    return (spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)) & SUIT


def missing(mask: i64, low: i64, high: i64) -> i64:
    """The number of places from one to another of which a suit has no card."""
    free: i64 = ~mask & (2 << high) - (1 << low)
    return SIZE[free & 127] + SIZE[free >> 7 & 127]


def jokers_of(action: i64) -> i64:
    """The number of jokers that an action plays."""
    if action >> USE_AT & RUN:
        wild: i64 = action >> WILD_AT
        return SIZE[wild & 127] + SIZE[wild >> 7 & 127]
    return action >> HIGH_AT & 15


def played(action: i64) -> i64:
    """The cards that an action plays, as a bag."""
    low: i64 = action >> LOW_AT & 15
    line: i64 = action >> LINE_AT & 15
    if action >> USE_AT & RUN:
        high: i64 = action >> HIGH_AT & 15
        places: i64 = (2 << high) - (1 << low) & ~(action >> WILD_AT)
        places = (places | places >> ACE_HIGH) & SUIT
        return (places << 13 * line + 8) + jokers_of(action)
    suits: i64 = OF_SUITS[low]
    return (suits << line) + (action >> HIGH_AT & 15)


def plays_of(found: list[i64]) -> list[i64]:
    """The actions that play cards, or all if none does."""
    plays: list[i64] = []
    action: i64
    for action in found:
        if action >> USE_AT & 7:
            plays.append(action)
    return plays or found


def without_calls(found: list[i64], seat: i64) -> list[i64]:
    """The actions but for the calls of a seat, or all if there are no others."""
    kept: list[i64] = []
    action: i64
    for action in found:
        if action & 7 != CALL or action >> SEAT_AT & 3 != seat:
            kept.append(action)
    return kept or found


def place_of(rank: i64, low: i64, last: i64) -> i64:
    """The place of a rank from one place of a suit to another, -1 if it has none there."""
    if low <= rank <= last:
        return rank
    return ACE_HIGH if rank == 0 and low <= ACE_HIGH <= last else -1


def less(bag: i64, part: i64) -> i64:
    """The bag without the cards that are in the other, too."""
    jokers: i64 = (bag & JOKERS) - (part & JOKERS)
    return (bag & ~part & ~JOKERS) | (max(0, jokers))


def _line_of(meld: i64) -> i64:
    """The cards of the suit of a run, or of the rank of a group, as a bag."""
    line: i64 = meld >> MELD_LINE_AT & 15
    return LINE_BITS[line if meld & 1 else 4 + line]


class FastPlays:
    """The melds on the table, and the plays that cards make there.

    Attributes:
        rules: the fast form of the rules.
        table: the melds.
        ends: for each meld the natural cards that fit it now, as a bag.
        wanted: the cards that fit any of them.
        melded: the seats that have begun a meld, as bits.
    """

    __slots__ = ("ends", "melded", "rules", "table", "wanted")

    rules: FastRules
    table: tuple[i64, ...]
    ends: tuple[i64, ...]
    wanted: i64
    melded: i64

    def __init__(self, rules: FastRules) -> None:
        self.rules = rules
        self.table = self.ends = ()
        self.wanted = self.melded = 0

    def lay_out(self, table: tuple[i64, ...]) -> None:
        """Put melds on the table."""
        self.table = table
        self.wanted = 0
        self.melded = 0
        ends: list[i64] = []
        meld: i64
        for meld in table:
            end: i64 = self.fitting(meld)
            ends.append(end)
            self.wanted |= end
            self.melded |= 1 << (meld >> OWNER_AT & 3)
        self.ends = tuple(ends)

    def fitting(self, meld: i64) -> i64:
        """The natural cards that fit a meld now, as a bag."""
        line: i64 = meld >> MELD_LINE_AT & 15
        low: i64 = meld >> FIRST_AT & 15
        high: i64 = meld >> LAST_AT & 15
        if not meld & 1:
            if SIZE[low] + high >= self.rules.group_cap:
                return 0
            suits: i64 = OF_SUITS[15 ^ low]
            return suits << line
        bag: i64 = 0
        if high < self._last_place(low):
            bag = ONE[13 * line + (high + 1) % 13]
        if low > self._first_place(low, high):
            bag |= ONE[13 * line + low - 1]
        return bag

    def may_lay(self, seat: i64, meld: i64) -> bool:
        """Whether a seat may lay off on a meld (`meld.layoff`)."""
        layoff = self.rules.layoff
        if layoff == ANY_MELD:
            return True
        if layoff == AFTER_MELD:
            return self.melded >> seat & 1 != 0
        return self.rules.sides[meld >> OWNER_AT & 3] == self.rules.sides[seat]

    def down_the_pile(
        self,
        found: list[i64],
        kind: i64,
        pile: bytes,
        piled: i64,
        bag: i64,
        seat: i64,
        deepest: i64,
        most: i64,
        *,
        new_melds: bool,
    ) -> None:
        """List every take, or call, with a play that uses the deepest of its cards, depth by depth.

        Args:
            kind: `TAKE` or `CALL`.
            pile: the cards that may be taken, the top last.
            piled: these as a bag.
            bag: the cards that may be played beside them.
            seat: who takes.
            deepest: the deepest depth at which lay-offs count.
            most: stop after so many, at the end of a depth.
            new_melds: whether new melds count.
        """
        reach: i64 = bag | piled
        runs: i64 = 0
        groups: i64 = 0
        lines: i64 = 0
        one: i64
        on: i64
        if new_melds:
            runs = in_rows(reach)
            groups = in_threes(reach) * EVERY_SUIT
        if deepest and reach & self.wanted:
            for on, one in enumerate(self.ends):
                if reach & one and self.may_lay(seat, self.table[on]):
                    lines |= _line_of(self.table[on])
        worth: i64 = runs | groups | lines
        by_kind = not reach & JOKERS
        if by_kind and not worth & piled:
            return
        code: i64
        depth: i64 = 0
        at: i64 = len(pile)
        while at:
            at -= 1
            depth += 1
            card: i64 = pile[at]
            one = ONE[card]
            bag += one
            if bag & JOKERS:
                lay_offs = depth <= deepest
                code = kind | depth << CARD_AT
                self._wild_plays(found, code, bag, card, seat, new_melds=new_melds, lay_offs=lay_offs)
                if len(found) >= most:
                    return
            elif worth & one:
                code = kind | depth << CARD_AT
                if runs & one:
                    self.runs(found, code, card // 13, bag, card % 13)
                if groups & one:
                    self.groups(found, code, card % 13, bag, 1 << card // 13, 0)
                if lines & one and depth <= deepest:
                    if by_kind:
                        self._lays_with(found, code, bag, card, seat, 1)
                        self._lays_with(found, code, bag, card, seat, 0)
                    else:
                        self._lays_with(found, code, bag, card, seat, -1)

    def _lays_with(self, found: list[i64], code: i64, bag: i64, card: i64, seat: i64, is_run: i64) -> None:
        """List the lay-offs of natural cards that have a card: on runs (1), on groups (0) or on both (-1)."""
        on: i64
        meld: i64
        for on, meld in enumerate(self.table):
            line: i64 = meld >> MELD_LINE_AT & 15
            runs: i64 = meld & 1
            if runs != is_run and is_run >= 0:
                continue
            if line == (card // 13 if runs else card % 13) and bag & self.ends[on] and self.may_lay(seat, meld):
                self.lays(found, code, on, meld, bag, card % 13 if runs else 1 << card // 13, 0)

    def runs(self, found: list[i64], code: i64, suit: i64, bag: i64, must: i64) -> None:
        """The runs of natural cards of a suit, from the low end up; with a card of the rank `must`, unless it is -1."""
        rules = self.rules
        mask: i64 = bag >> 13 * suit + 8 & SUIT
        if rules.ace_high:
            mask |= (mask & 1) << ACE_HIGH
        if not rules.ace_low:
            mask &= ~1
        starts: i64 = mask & mask >> 1 & mask >> 2
        code |= RUN << USE_AT | suit << LINE_AT
        low: i64 = 0
        while starts:
            if starts & 1:
                last: i64 = 12 if low <= rules.ace_low else 13
                least: i64 = low + rules.run_min - 1
                high: i64 = low + 2
                while high <= last and mask >> high & 1:
                    if high >= least and (must < 0 or low <= must <= high or (must == 0 and high == ACE_HIGH)):
                        found.append(code | low << LOW_AT | high << HIGH_AT)
                    high += 1
            starts >>= 1
            low += 1

    def _last_place(self, low: i64) -> i64:
        """The highest place to which a run may grow: that of the king if its ace is low."""
        return 12 if low == 0 or not self.rules.ace_high else ACE_HIGH

    def _first_place(self, low: i64, high: i64) -> i64:
        """The lowest place to which a run may grow; an ace that fits both ends is listed at the high one."""
        is_closed = not self.rules.ace_low or high == ACE_HIGH or (low == 1 and high == 12 and self.rules.ace_high)
        return 1 if is_closed else 0

    def _wild_plays(
        self, found: list[i64], code: i64, bag: i64, card: i64, seat: i64, *, new_melds: bool, lay_offs: bool
    ) -> None:
        """Every play of some cards, a joker among them, that has a card."""
        line: i64
        must: i64 = ANY_JOKER if card == JOKER else card % 13
        suit: i64 = 0 if card == JOKER else 1 << card // 13
        least: i64 = 1 if card == JOKER else 0
        if new_melds and card == JOKER:
            for line in range(4):
                self.wild_runs(found, code, line, bag, ANY_JOKER)
            for line in range(13):
                self.groups(found, code, line, bag, 0, 1)
        elif new_melds:
            self.wild_runs(found, code, card // 13, bag, must)
            self.groups(found, code, must, bag, suit, 0)
        if lay_offs:
            on: i64
            meld: i64
            for on, meld in enumerate(self.table):
                fits = card == JOKER or meld >> MELD_LINE_AT & 15 == (card // 13 if meld & 1 else must)
                if fits and self.may_lay(seat, meld):
                    self.lays(found, code, on, meld, bag, must if meld & 1 else suit, least)

    def wild_runs(self, found: list[i64], code: i64, suit: i64, bag: i64, must: i64) -> None:
        """The runs of a suit, from each low end; natural cards before jokers at each place.

        Args:
            must: the rank of a natural card that each has, -1 for any run, -2 for those with a joker.
        """
        rules = self.rules
        mask: i64 = bag >> 13 * suit + 8 & SUIT
        if not mask:
            return
        mask |= (mask & 1) << ACE_HIGH
        code |= RUN << USE_AT | suit << LINE_AT
        low: i64
        for low in range(1 - rules.ace_low, 12 + rules.ace_high):
            last: i64 = 12 if low <= rules.ace_low else 12 + rules.ace_high
            goal: i64 = low + rules.run_min - 1
            forced: i64 = -1
            if goal > last:
                continue
            if must >= 0:
                forced = place_of(must, low, last)
                if forced < 0:
                    continue
                goal = max(goal, forced)
            spare: i64 = (bag & JOKERS) - missing(mask, low, goal)
            if spare >= 0:
                self._fill(found, code, mask, low, low, last, 1, goal, forced, 0, spare, 0, must)

    def _fill(
        self, found: list[i64], code: i64, mask: i64, start: i64, place: i64, last: i64, step: i64,
        goal: i64, forced: i64, wild: i64, spare: i64, natural: i64, must: i64,
    ) -> None:  # fmt: skip
        """Fill places from `start` on, each with its natural card or a joker; list what reaches beyond `goal`.

        Args:
            last: the last place, upwards or downwards by `step`.
            forced: a place for its natural card alone; -1 for none.
            wild: the places that jokers fill so far, as bits.
            spare: the jokers that are left beside those for cards missing up to the goal.
            natural: 1 if a natural card is among those so far, which a new run needs.
            must: as for `wild_runs`.
        """
        beyond = place > goal if step > 0 else place < goal
        if beyond and natural and (wild or must != ANY_JOKER):
            low: i64 = start if step > 0 else place + 1
            high: i64 = place - 1 if step > 0 else start
            found.append(code | low << LOW_AT | high << HIGH_AT | wild << WILD_AT)
        if place > last if step > 0 else place < last:
            return
        is_held = mask >> place & 1 != 0
        if is_held:
            self._fill(found, code, mask, start, place + step, last, step, goal, forced, wild, spare, 1, must)
        if place != forced:
            if is_held or beyond:
                spare -= 1
            if spare >= 0:
                wild |= 1 << place
                ahead = place + step
                self._fill(found, code, mask, start, ahead, last, step, goal, forced, wild, spare, natural, must)

    def groups(self, found: list[i64], code: i64, rank: i64, bag: i64, must: i64, least: i64) -> None:
        """The groups of a rank.

        Args:
            must: a suit that each has, as a bit; 0 for any group.
            least: the fewest jokers.
        """
        have: i64 = suits_of(bag, rank)
        jokers: i64 = bag & JOKERS
        if not have or SIZE[have] + jokers < 3:
            return
        code |= GROUP << USE_AT | rank << LINE_AT
        if not jokers and have != 15:  # the usual group
            found.append(code | have << LOW_AT)
            return
        part: i64
        for part in CHOICES:
            if part and not part & ~have and not must & ~part:
                size: i64 = SIZE[part]
                wild: i64 = max(3 - size, least)
                wild = max(wild, 0)
                while wild <= jokers and size + wild <= self.rules.group_cap:
                    found.append(code | part << LOW_AT | wild << HIGH_AT)
                    wild += 1

    def lays(self, found: list[i64], code: i64, on: i64, meld: i64, bag: i64, must: i64, least: i64) -> None:
        """The lay-offs on a meld.

        Args:
            must: for a run as for `wild_runs`, for a group as for `groups`.
            least: the fewest jokers on a group.
        """
        line: i64 = meld >> MELD_LINE_AT & 15
        low: i64 = meld >> FIRST_AT & 15
        high: i64 = meld >> LAST_AT & 15
        jokers: i64 = bag & JOKERS
        if not meld & 1:
            free: i64 = suits_of(bag, line) & ~low
            room: i64 = self.rules.group_cap - SIZE[low] - high
            code |= (GROUP | LAY) << USE_AT | line << LINE_AT | on << ON_AT
            if not jokers and not free & free - 1:  # the usual lay-off: the meld has room, and one card fits it
                found.append(code | free << LOW_AT)
                return
            part: i64
            for part in CHOICES:
                if not part & ~free and not must & ~part:
                    wild: i64 = least if part or least else 1
                    size: i64 = SIZE[part]
                    while wild <= jokers and size + wild <= room:
                        found.append(code | part << LOW_AT | wild << HIGH_AT)
                        wild += 1
            return
        code |= (RUN | LAY) << USE_AT | line << LINE_AT | on << ON_AT
        mask: i64 = bag >> 13 * line + 8 & SUIT
        mask |= (mask & 1) << ACE_HIGH
        last: i64 = self._last_place(low)
        first: i64 = self._first_place(low, high)
        if not jokers:
            self._stretches(found, code, mask, low, high, first, last, must)
            return
        forced: i64 = place_of(must, high + 1, last) if must >= 0 else -1
        if high < last and (must < 0 or forced >= 0):
            goal: i64 = forced if forced > high else high + 1
            spare: i64 = jokers - missing(mask, high + 1, goal)
            if spare >= 0:
                self._fill(found, code, mask, high + 1, high + 1, last, 1, goal, forced, 0, spare, 1, must)
        forced = must if first <= must < low else -1
        if low > first and (must < 0 or forced >= 0):
            goal = forced if forced >= 0 else low - 1
            spare = jokers - missing(mask, goal, low - 1)
            if spare >= 0:
                self._fill(found, code, mask, low - 1, low - 1, first, -1, goal, forced, 0, spare, 1, must)

    def _stretches(
        self, found: list[i64], code: i64, mask: i64, low: i64, high: i64, first: i64, last: i64, must: i64
    ) -> None:
        """The lay-offs of natural cards on a run: upwards, then downwards, shorter ones first."""
        has = must < 0
        place: i64 = high + 1
        while place <= last and mask >> place & 1:
            has = has or place == must or (place == ACE_HIGH and must == 0)
            if has:
                found.append(code | high + 1 << LOW_AT | place << HIGH_AT)
            place += 1
        has = must < 0
        place = low - 1
        while place >= first and mask >> place & 1:
            has = has or place == must
            if has:
                found.append(code | place << LOW_AT | low - 1 << HIGH_AT)
            place -= 1
