"""`FastPlays`: the pile and the melds of a fast hand, and the plays that cards make there: runs, groups, lay-offs.

Cards are those of the engine, and so are bags: with one pack each is less than 2**60.

The bits of an action, from the lowest: its kind (3), how it plays cards (3: as a run, as a group, as a lay-off), the
suit or rank (4), the first and the last place of a run (4, 4), its card or depth (6), the meld that it is laid on (5),
the seat of a call (2), the places of a run that jokers fill (14). For a group, the first place holds its suits as bits,
the last place its number of jokers.

A meld has these bits for its shape, too. Its lowest bits are its owner (2). From `JOKERS_AT` on it has the places that
jokers fill (14), and who played each card (2 each; in a group by suit, then the jokers').
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
USE_AT: Final = 3
LINE_AT: Final = 6
LOW_AT: Final = 10
HIGH_AT: Final = 14
CARD_AT: Final = 18
ON_AT: Final = 24
SEAT_AT: Final = 29
WILD_AT: Final = 31
#: Where the parts of a meld begin that no action has.
JOKERS_AT: Final = 18
BY_AT: Final = 32
OWNER: Final = 3

EVERY: Final = 1 << 30
#: A play needs no certain card.
NO_CARD: Final = -1

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


def bag_from(pile: bytes, start: i64) -> i64:
    """The cards of a pile from a place up to its top, as a bag."""
    bag: i64 = 0
    at: i64
    for at in range(start, len(pile)):
        card: i64 = pile[at]
        bag += ONE[card]
    return bag


def played(action: i64) -> i64:
    """The cards that an action plays, as a bag."""
    low: i64 = action >> LOW_AT & 15
    high: i64 = action >> HIGH_AT & 15
    line: i64 = action >> LINE_AT & 15
    if action >> USE_AT & RUN:
        wild: i64 = action >> WILD_AT
        places: i64 = (2 << high) - (1 << low) & ~wild
        places = (places | places >> ACE_HIGH) & SUIT
        return (places << 13 * line + 8) + SIZE[wild & 127] + SIZE[wild >> 7 & 127]
    suits: i64 = OF_SUITS[low]
    return (suits << line) + high


def less(bag: i64, part: i64) -> i64:
    """The bag without the cards that are in the other, too."""
    jokers: i64 = (bag & JOKERS) - (part & JOKERS)
    return (bag & ~part & ~JOKERS) | (max(0, jokers))


def place_of(card: i64, low: i64, last: i64) -> i64:
    """The place of a card from one place of its suit to another, -1 if it has none there."""
    rank: i64 = card % 13
    if low <= rank <= last:
        return rank
    return ACE_HIGH if rank == 0 and low <= ACE_HIGH <= last else -1


class FastPlays:
    """The pile and the melds on the table, and the plays that cards make there.

    Methods that list plays take a card `must`, which each play has; `NO_CARD` for all plays.

    Attributes:
        rules: the fast form of the rules.
        pile: the cards of the pile, the oldest first.
        piled: these as a bag.
        table: the melds.
        ends: for each meld the natural cards that fit it now, as a bag.
        wanted: the cards that fit any of them.
        melded: the seats that have begun a meld, as bits.
    """

    __slots__ = ("ends", "melded", "pile", "piled", "rules", "table", "wanted")

    rules: FastRules
    pile: bytes
    piled: i64
    table: tuple[i64, ...]
    ends: tuple[i64, ...]
    wanted: i64
    melded: i64

    def __init__(self, rules: FastRules, pile: bytes) -> None:
        self.rules = rules
        self.pile = pile
        self.piled = bag_from(pile, 0)
        self.table = self.ends = ()
        self.wanted = self.melded = 0

    def lay_out(self, on: i64, meld: i64) -> None:
        """Put a meld on the table, at a number: a new one, or one that has grown."""
        table, ends = self.table, self.ends
        end: i64 = self.fitting(meld)
        if on == len(table):
            self.table = (*table, meld)
            self.ends = (*ends, end)
            self.wanted |= end
            self.melded |= 1 << (meld & OWNER)
            return
        self.table = (*table[:on], meld, *table[on + 1 :])
        self.ends = (*ends[:on], end, *ends[on + 1 :])
        wanted: i64 = 0
        for end in self.ends:
            wanted |= end
        self.wanted = wanted

    def put(self, action: i64, seat: i64) -> None:
        """Put the cards that an action plays on the table, for a seat."""
        use: i64 = action >> USE_AT & 7
        line: i64 = action >> LINE_AT & 15
        low: i64 = action >> LOW_AT & 15
        high: i64 = action >> HIGH_AT & 15
        wild: i64 = action >> WILD_AT
        on: i64 = len(self.table)
        meld: i64 = 0
        owner: i64 = seat
        if use & LAY:
            on = action >> ON_AT & 31
            meld = self.table[on]
            owner = meld & OWNER
        by: i64 = meld >> BY_AT
        if use & RUN:
            by |= seat * (0x5555555 & (1 << 2 * high + 2) - (1 << 2 * low))
            if use & LAY:
                low = min(low, meld >> LOW_AT & 15)
                high = max(high, meld >> HIGH_AT & 15)
                wild |= meld >> JOKERS_AT & PLACES
                if low == 1 and high == ACE_HIGH and self.rules.ace_low:  # of all thirteen cards the ace is low
                    low = 0
                    high = 12
                    wild = (wild | wild >> ACE_HIGH) & SUIT
                    by = (by | by >> 26) & 0x3FFFFFF
        else:
            place: i64
            there: i64 = meld >> HIGH_AT & 15
            for place in range(4):
                if low >> place & 1:
                    by |= seat << 2 * place
            for place in range(4 + there, 4 + there + high):
                by |= seat << 2 * place
            low |= meld >> LOW_AT & 15
            high += there
        shape: i64 = (use & ~LAY) << USE_AT | line << LINE_AT | low << LOW_AT | high << HIGH_AT
        self.lay_out(on, owner | shape | wild << JOKERS_AT | by << BY_AT)

    def table_points(self) -> list[int]:
        """The points of the cards on the table, for the seats that played them."""
        _, in_group, in_run, as_low = self.rules.points
        found: list[int] = [0] * self.rules.seats
        place: i64
        for meld in self.table:
            line: i64 = meld >> LINE_AT & 15
            low: i64 = meld >> LOW_AT & 15
            high: i64 = meld >> HIGH_AT & 15
            by: i64 = meld >> BY_AT
            if meld >> USE_AT & RUN:
                wild: i64 = meld >> JOKERS_AT
                for place in range(low, high + 1):
                    card: i64 = 13 * line + place % 13
                    if wild >> place & 1:
                        card += 52
                    found[by >> 2 * place & 3] += in_run[card] if place else as_low[card]
            else:
                for place in range(4):
                    if low >> place & 1:
                        found[by >> 2 * place & 3] += in_group[13 * place + line]
                for place in range(4, 4 + high):
                    found[by >> 2 * place & 3] += in_group[52 + line]
        return found

    # ------------------------------------------------- what fits a meld

    def fitting(self, meld: i64) -> i64:
        """The natural cards that fit a meld now, as a bag."""
        line: i64 = meld >> LINE_AT & 15
        low: i64 = meld >> LOW_AT & 15
        high: i64 = meld >> HIGH_AT & 15
        if not meld >> USE_AT & RUN:
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

    def _last_place(self, low: i64) -> i64:
        """The highest place to which a run may grow: that of the king if its ace is low."""
        return 12 if low == 0 or not self.rules.ace_high else ACE_HIGH

    def _first_place(self, low: i64, high: i64) -> i64:
        """The lowest place to which a run may grow; an ace that fits both ends is listed at the high one."""
        is_closed = not self.rules.ace_low or high == ACE_HIGH or (low == 1 and high == 12 and self.rules.ace_high)
        return 1 if is_closed else 0

    def may_lay(self, seat: i64, meld: i64) -> bool:
        """Whether a seat may lay off on a meld (`meld.layoff`)."""
        layoff = self.rules.layoff
        if layoff == ANY_MELD:
            return True
        if layoff == AFTER_MELD:
            return self.melded >> seat & 1 != 0
        return self.rules.sides[meld & OWNER] == self.rules.sides[seat]

    # ------------------------------------------------- lists of plays

    def down_the_pile(
        self, found: list[i64], kind: i64, bag: i64, seat: i64, deepest: i64, most: i64, *, new_melds: bool
    ) -> None:
        """List every take, or call, with a play that uses the deepest of its cards, depth by depth.

        Args:
            kind: `TAKE` or `CALL`.
            bag: the cards that may be played beside those of the pile.
            seat: who takes.
            deepest: the deepest depth at which lay-offs count.
            most: stop after so many, at the end of a depth.
            new_melds: whether new melds count.
        """
        pile = self.pile
        piled: i64 = self.piled
        reach: i64 = bag | piled
        runs: i64 = 0
        groups: i64 = 0
        lines: i64 = 0
        if new_melds:
            runs = in_rows(reach)
            groups = in_threes(reach) * EVERY_SUIT
        if deepest and reach & self.wanted:
            on: i64
            end: i64
            for on, end in enumerate(self.ends):
                if reach & end and self.may_lay(seat, self.table[on]):
                    meld: i64 = self.table[on]
                    line: i64 = meld >> LINE_AT & 15
                    lines |= LINE_BITS[line if meld >> USE_AT & RUN else 4 + line]
        worth: i64 = runs | groups | lines
        by_kind = not reach & JOKERS
        if by_kind and not worth & piled:
            return
        depth: i64 = 0
        at: i64 = len(pile)
        while at:
            at -= 1
            depth += 1
            card: i64 = pile[at]
            one: i64 = ONE[card]
            bag += one
            if bag & JOKERS:
                code: i64 = kind | depth << CARD_AT
                if new_melds:
                    self._wild_melds(found, code, bag, card)
                if depth <= deepest:
                    self._lays_with(found, code, bag, card, seat, RUN | GROUP)
                if len(found) >= most:
                    return
            elif worth & one:
                code = kind | depth << CARD_AT
                if runs & one:
                    self.runs(found, code, card // 13, bag, card)
                if groups & one:
                    self.groups(found, code, card % 13, bag, card)
                if lines & one and depth <= deepest:
                    if by_kind:
                        self._lays_with(found, code, bag, card, seat, RUN)
                        self._lays_with(found, code, bag, card, seat, GROUP)
                    else:
                        self._lays_with(found, code, bag, card, seat, RUN | GROUP)

    def _wild_melds(self, found: list[i64], code: i64, bag: i64, must: i64) -> None:
        """List the new melds of some cards, a joker among them."""
        if must < JOKER:
            self.wild_runs(found, code, must // 13, bag, must)
            self.groups(found, code, must % 13, bag, must)
            return
        line: i64
        for line in range(4):
            self.wild_runs(found, code, line, bag, must)
        for line in range(13):
            self.groups(found, code, line, bag, must)

    def _lays_with(self, found: list[i64], code: i64, bag: i64, must: i64, seat: i64, uses: i64) -> None:
        """List the lay-offs of a seat that have a card: on runs, on groups or on both."""
        on: i64
        meld: i64
        for on, meld in enumerate(self.table):
            use: i64 = meld >> USE_AT & uses
            if not use or (must < JOKER and meld >> LINE_AT & 15 != (must // 13 if use == RUN else must % 13)):
                continue
            if bag & (self.ends[on] | JOKERS) and self.may_lay(seat, meld):
                self.lays(found, code, on, meld, bag, must)

    def runs(self, found: list[i64], code: i64, suit: i64, bag: i64, must: i64) -> None:
        """List the runs of natural cards of a suit, from the low end up."""
        rules = self.rules
        mask: i64 = bag >> 13 * suit + 8 & SUIT
        if rules.ace_high:
            mask |= (mask & 1) << ACE_HIGH
        if not rules.ace_low:
            mask &= ~1
        starts: i64 = mask & mask >> 1 & mask >> 2
        code |= RUN << USE_AT | suit << LINE_AT
        rank: i64 = must % 13
        low: i64 = 0
        while starts:
            if starts & 1:
                last: i64 = 12 if low <= rules.ace_low else 13
                least: i64 = low + rules.run_min - 1
                high: i64 = low + 2
                while high <= last and mask >> high & 1:
                    if high >= least and (must < 0 or low <= rank <= high or (rank == 0 and high == ACE_HIGH)):
                        found.append(code | low << LOW_AT | high << HIGH_AT)
                    high += 1
            starts >>= 1
            low += 1

    def wild_runs(self, found: list[i64], code: i64, suit: i64, bag: i64, must: i64) -> None:
        """List the runs of a suit, from each low end; natural cards before jokers at each place."""
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
            if NO_CARD < must < JOKER:
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
        """
        beyond = place > goal if step > 0 else place < goal
        if beyond and natural and (wild or must != JOKER):
            low: i64 = start if step > 0 else place + 1
            high: i64 = place - 1 if step > 0 else start
            found.append(code | low << LOW_AT | high << HIGH_AT | wild << WILD_AT)
        if place > last if step > 0 else place < last:
            return
        is_held = mask >> place & 1 != 0
        ahead: i64 = place + step
        if is_held:
            self._fill(found, code, mask, start, ahead, last, step, goal, forced, wild, spare, 1, must)
        if place != forced:
            if is_held or beyond:
                spare -= 1
            if spare >= 0:
                wild |= 1 << place
                self._fill(found, code, mask, start, ahead, last, step, goal, forced, wild, spare, natural, must)

    def groups(self, found: list[i64], code: i64, rank: i64, bag: i64, must: i64) -> None:
        """List the groups of a rank."""
        have: i64 = suits_of(bag, rank)
        jokers: i64 = bag & JOKERS
        if not have or SIZE[have] + jokers < 3:
            return
        code |= GROUP << USE_AT | rank << LINE_AT
        if not jokers and have != 15:  # the usual group
            found.append(code | have << LOW_AT)
        else:
            self._choose(found, code, have, jokers, must, 3, self.rules.group_cap)

    def _choose(self, found: list[i64], code: i64, have: i64, jokers: i64, must: i64, fewest: i64, room: i64) -> None:
        """List the choices of suits and jokers for a group that needs so many cards, and has room for so many."""
        suit: i64 = 1 << must // 13 if NO_CARD < must < JOKER else 0
        least: i64 = 1 if must == JOKER else 0
        part: i64
        for part in CHOICES:
            if part & ~have or suit & ~part or (fewest > 1 and not part):  # a new group has a natural card
                continue
            size: i64 = SIZE[part]
            wild: i64 = max(fewest - size, least)
            while wild <= jokers and size + wild <= room:
                found.append(code | part << LOW_AT | wild << HIGH_AT)
                wild += 1

    def lays(self, found: list[i64], code: i64, on: i64, meld: i64, bag: i64, must: i64) -> None:
        """List the lay-offs on a meld."""
        line: i64 = meld >> LINE_AT & 15
        low: i64 = meld >> LOW_AT & 15
        high: i64 = meld >> HIGH_AT & 15
        jokers: i64 = bag & JOKERS
        if not meld >> USE_AT & RUN:
            free: i64 = suits_of(bag, line) & ~low
            code |= (GROUP | LAY) << USE_AT | line << LINE_AT | on << ON_AT
            if not jokers and not free & free - 1:  # the usual lay-off: the meld has room, and one card fits it
                found.append(code | free << LOW_AT)
            else:
                self._choose(found, code, free, jokers, must, 1, self.rules.group_cap - SIZE[low] - high)
            return
        code |= (RUN | LAY) << USE_AT | line << LINE_AT | on << ON_AT
        mask: i64 = bag >> 13 * line + 8 & SUIT
        mask |= (mask & 1) << ACE_HIGH
        last: i64 = self._last_place(low)
        first: i64 = self._first_place(low, high)
        if not jokers:
            self._stretches(found, code, mask, low, high, first, last, must)
            return
        is_free = must < 0 or must == JOKER
        forced: i64 = -1 if is_free else place_of(must, high + 1, last)
        if high < last and (is_free or forced >= 0):
            goal: i64 = max(forced, high + 1)
            spare: i64 = jokers - missing(mask, high + 1, goal)
            if spare >= 0:
                self._fill(found, code, mask, high + 1, high + 1, last, 1, goal, forced, 0, spare, 1, must)
        forced = -1 if is_free else place_of(must, first, low - 1)
        if low > first and (is_free or forced >= 0):
            goal = low - 1 if is_free else forced
            spare = jokers - missing(mask, goal, low - 1)
            if spare >= 0:
                self._fill(found, code, mask, low - 1, low - 1, first, -1, goal, forced, 0, spare, 1, must)

    def _stretches(
        self, found: list[i64], code: i64, mask: i64, low: i64, high: i64, first: i64, last: i64, must: i64
    ) -> None:
        """List the lay-offs of natural cards on a run: upwards, then downwards, shorter ones first."""
        rank: i64 = must % 13
        has = must < 0
        place: i64 = high + 1
        while place <= last and mask >> place & 1:
            has = has or place == rank or (place == ACE_HIGH and rank == 0)
            if has:
                found.append(code | high + 1 << LOW_AT | place << HIGH_AT)
            place += 1
        has = must < 0
        place = low - 1
        while place >= first and mask >> place & 1:
            has = has or place == rank
            if has:
                found.append(code | place << LOW_AT | low - 1 << HIGH_AT)
            place -= 1
