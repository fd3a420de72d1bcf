"""`FastPlays`: the pile and the melds of a fast hand, and the plays that cards make there: runs, groups, lay-offs.

Before it come the integers of actions and melds, the policy "sensible", and `FastRules`: rules as plain numbers.

Cards are those of the engine, and so are bags: with one pack each is less than 2**60.

The bits of an action, from the lowest: its kind (3), how it plays cards (3: as a run, as a group, as a lay-off), the
suit or rank (4), the first and the last place of a run (4, 4), its card or depth (6), the meld that it is laid on (5),
the seat of a call (2), the places of a run that jokers fill (14). For a group, the first place holds its suits as bits,
the last place its number of jokers.

A meld has these bits for its shape, too. Its lowest bits are its owner (2). From `JOKERS_AT` on it has the places that
jokers fill (14), and who played each card (2 each; in a group by suit, then the jokers').
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, final

from rummy500.cards.cards import JOKER, NATURALS, ONE, Bag, size
from rummy500.cards.finder import CARD_OF_BIT
from rummy500.cards.pieces import EVERY_SUIT, LINE_BITS
from rummy500.cards.shapes import partners_in_three
from rummy500.rules.options import MELD_LAYOFF
from rummy500.rules.rules import Rules, TurnRules

if TYPE_CHECKING:  # mypyc compiles it to a C integer; interpreted it is not needed
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
#: A run needs a joker.
_WILD: Final = PLACES + 1
#: For each card the places at one of which a run needs it; `_WILD` for a joker, 0 for `NO_CARD`.
_NEEDED: Final = (*[1 << card % 13 | (card % 13 == 0) << ACE_HIGH for card in range(JOKER)], _WILD, 0)
#: The choices of suits, as bits, in the order in which groups are listed.
CHOICES: Final = bytes((0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15))

#: The cards that may begin three in a row, and the queens, that may begin queen, king, ace.
_STARTS: Final = 0x7FF * EVERY_SUIT
_QUEENS: Final = 0x800 * EVERY_SUIT
SIZE: Final = bytes([mask.bit_count() for mask in range(128)])
#: For a choice of suits the aces of these.
OF_SUITS: Final = tuple([sum(ONE[13 * suit] for suit in range(4) if mask >> suit & 1) for mask in range(16)])


# ------------------------------------------------- bits


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


def bag_from(cards: bytes) -> i64:
    """Some cards of one pack as a bag."""
    bag: i64 = 0
    at: i64
    for at in range(len(cards)):  # `for card in cards` would be no loop of C
        bag += ONE[cards[at]]
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


# ------------------------------------------------- the policy "sensible"

#: The natural cards, as first copies.
FACES: Final = (1 << 60) - (1 << 8)
_PARTNERS: Final = tuple(
    [sum(ONE[other] for other, _ in each) for each in partners_in_three(3, ace_low=True, ace_high=True)]
)


def meldable(hand: i64) -> i64:
    """The natural cards of a hand that are in a row of three or a group of three."""
    return (in_rows(hand) | in_threes(hand) * EVERY_SUIT) & hand & FACES


@final
class Sensible:
    """The policy `"sensible"` of `playout`: it values each action by the points of a few cards.

    Cards that could be in a meld of three together are *partners*: others of their rank, and those of their suit at
    most two ranks away. The points of cards are those in hand. An action is worth, in tenths of points:

    - a meld or a lay-off: 10,000, and 10 for each point of its natural cards, less 110 for each joker;
    - a draw or a pass: 30;
    - the top card without a use: 20, and 12 for each partner in the hand, less 3 for each of its points; 100 for a
      joker;
    - another take: 10 for each point of the natural cards that it plays, less 110 for each joker; 6 for each point more
      that the hand could meld after it than before; less 3 for each point of the other cards that come along; 100 if a
      joker comes;
    - a call: as a take by the caller, and 20,000 more; -1,000 if it is worth nothing;
    - a discard: less 15 for each point of the card and of a partner in the hand, less 20 with a partner in the pile,
      over all its partners; -3,000 for a joker;
    - anything else: -10,000.

    A natural card that a hand has twice counts once.
    """

    __slots__ = ("_memo", "_points")

    _points: tuple[int, ...]
    # For each card the points with the partners of a bag, by these. A card has at most seven partners, so at most 128
    # entries; the points never change, so none goes out of date.
    _memo: tuple[dict[int, int], ...]

    def __init__(self, points: tuple[int, ...]) -> None:
        self._points = points
        self._memo = tuple([{} for _ in range(NATURALS)])

    def counted(self, bag: i64) -> i64:
        """The points of the natural cards of a bag."""
        total: i64 = 0
        bag &= FACES
        while bag:
            one: i64 = bag & -bag
            bag ^= one
            total += self._points[CARD_OF_BIT[one]]
        return total

    def _paired(self, card: i64, bag: i64) -> i64:
        """The points of a card and of a partner, over its partners in a bag."""
        partners: i64 = _PARTNERS[card]
        partners &= bag
        memo = self._memo[card]
        if partners not in memo:
            memo[partners] = self.counted(partners) + self._points[card] * size(Bag(partners))
        return memo[partners]

    def value(self, kind: i64, card: i64, use: i64, hand: i64, pile_faces: i64, taken: i64) -> i64:
        """Value an action."""
        if kind == DISCARD:
            return -15 * self._paired(card, hand) - 20 * self._paired(card, pile_faces) if card < NATURALS else -3000
        if kind in (DRAW, PASS):
            return 30
        value: i64 = 10 * self.counted(use) - 110 * (use & JOKERS)
        if kind == PLAY:
            return value + 10_000
        if kind not in (TAKE, CALL):
            return -10_000
        if not use:  # the top card alone
            partners: i64 = _PARTNERS[card] if card < NATURALS else 0
            partners &= hand
            return 20 - 3 * self._points[card] + 12 * size(Bag(partners)) if card < NATURALS else 100
        after: i64 = (hand | taken) & ~use
        melded: i64 = meldable(after)
        value += 6 * (self.counted(melded) - self.counted(meldable(hand))) - 3 * self.counted(taken & ~use & ~melded)
        if taken & JOKERS:
            value += 100
        if kind == TAKE:
            return value
        return value + 20_000 if value > 0 else -1000


# ------------------------------------------------- rules

Policy = Literal["random", "meld-first", "sensible"]


@final
class FastRules:
    """Rules as plain numbers, for hands of one pack and up to four seats.

    `fast_rules` makes them, or says why rules have no fast form.

    Attributes:
        rules: the rules.
    """

    rules: Rules
    turn: TurnRules
    seats: i64
    run_min: i64
    group_cap: i64
    places: i64  # of runs, as bits: an ace before the two, the cards in order, an ace after the king
    after_meld: bool  # a seat lays off after it has melded (`meld.layoff`)
    own_melds: bool  # a seat lays off on the melds of its side
    calls: bool
    sensible: Sensible  # the values of actions
    asks: Callable[[Any, int], bool]  # asks the engine whether an action of a `FastHand` is legal
    # The points of each seat for a meld; `None` if more than melds and hands counts.
    meld_points: Callable[[int], tuple[int, ...]] | None

    def __init__(
        self,
        rules: Rules,
        sensible: Sensible,
        asks: Callable[[Any, int], bool],
        meld_points: Callable[[int], tuple[int, ...]] | None,
    ) -> None:
        shapes = rules.melding.shapes
        self.rules = rules
        self.turn = rules.turn
        self.seats = rules.seats
        self.run_min = shapes.run_min
        self.group_cap = shapes.group_cap
        self.places = shapes.ace_low | 0x1FFE | shapes.ace_high << 13
        self.after_meld = rules.melding.must_have_melded
        self.own_melds = MELD_LAYOFF.of(rules.options) == "own"
        self.calls = rules.turn.call != "none"
        self.sensible = sensible
        self.asks = asks
        self.meld_points = meld_points


# ------------------------------------------------- pile and table


class FastPlays:
    """The pile and the melds on the table, and the plays that cards make there.

    Methods that list plays take a card `must`, which each play has; `NO_CARD` for all plays.
    """

    rules: FastRules
    pile: bytes
    pile_faces: i64
    table: tuple[i64, ...]
    ends: tuple[i64, ...]
    wanted: i64
    melded: i64

    def __init__(self, rules: FastRules, pile: bytes) -> None:
        self.rules = rules
        self.pile = pile
        self.pile_faces = bag_from(pile)
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
                if low == 1 and high == ACE_HIGH and self.rules.places & 1:  # of all thirteen cards the ace is low
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
        places: i64 = self.room(low, high) & (2 << high | 1 << low >> 1)
        places = (places | places >> ACE_HIGH) & SUIT
        return places << 13 * line + 8

    def room(self, low: i64, high: i64) -> i64:
        """The places that a run may grow to, as bits; an ace that fits both ends is listed at the high one."""
        places: i64 = self.rules.places
        if low == 0:
            return places & SUIT
        is_closed = high == ACE_HIGH or (low == 1 and high == 12 and places >> ACE_HIGH != 0)
        return places & ~1 if is_closed else places

    # ------------------------------------------------- lists of plays

    def down_the_pile(
        self, found: list[i64], kind: i64, bag: i64, seat: i64, deepest: i64, most: i64, *, new_melds: bool
    ) -> None:
        """List every take, or call, with a play that uses the deepest of its cards, depth by depth."""
        pile = self.pile
        pile_faces: i64 = self.pile_faces
        reach: i64 = bag | pile_faces
        runs: i64 = in_rows(reach) if new_melds else 0
        groups: i64 = in_threes(reach) * EVERY_SUIT if new_melds else 0
        on_runs: i64 = 0
        on_groups: i64 = 0
        if deepest and reach & self.wanted:
            on: i64
            end: i64
            for on, end in enumerate(self.ends):
                if reach & end:
                    meld: i64 = self.table[on]
                    line: i64 = meld >> LINE_AT & 15
                    if meld >> USE_AT & RUN:
                        on_runs |= LINE_BITS[line]
                    else:
                        on_groups |= LINE_BITS[4 + line]
        worth: i64 = runs | groups | on_runs | on_groups
        by_kind = not reach & JOKERS
        if by_kind and not worth & pile_faces:
            return
        depth: i64 = 0
        at: i64 = len(pile)
        while at:
            at -= 1
            depth += 1
            card: i64 = pile[at]
            one: i64 = ONE[card]
            bag += one
            if bag & JOKERS:  # with a joker each card may make a play
                if len(found) >= most:
                    return
                worth = on_runs = on_groups = -1
                runs = groups = -1 if new_melds else 0
                if card == JOKER and new_melds:
                    self.melds(found, kind | depth << CARD_AT, bag, card, -1, SUIT)
                    runs = groups = 0
            if worth & one:
                code: i64 = kind | depth << CARD_AT
                if runs & one:
                    self._runs(found, code, card // 13, bag, card)
                if groups & one:
                    self._groups(found, code, card % 13, bag, card)
                uses: i64 = (RUN if on_runs & one else 0) | (GROUP if on_groups & one else 0)
                if uses and depth <= deepest:
                    if by_kind and uses & RUN:
                        self.lay_offs(found, code, bag, card, seat, RUN)
                        uses &= GROUP
                    if uses:
                        self.lay_offs(found, code, bag, card, seat, uses)

    def melds(self, found: list[i64], code: i64, bag: i64, must: i64, rows: i64, ranks: i64) -> None:
        """List the new melds: runs of the suits of some cards, then groups of some ranks."""
        line: i64
        for line in range(4):
            if rows >> 13 * line + 8 & SUIT:
                self._runs(found, code, line, bag, must)
        line = 0
        while ranks:
            if ranks & 1:
                self._groups(found, code, line, bag, must)
            ranks >>= 1
            line += 1

    def _runs(self, found: list[i64], code: i64, suit: i64, bag: i64, must: i64) -> None:
        """List the new runs of a suit, from each low end."""
        jokers: i64 = bag & JOKERS
        mask: i64 = bag >> 13 * suit + 8 & SUIT
        mask = (mask | mask << ACE_HIGH) & self.rules.places
        places: i64 = self.rules.places if jokers else mask
        needed: i64 = _NEEDED[must]
        if not needed & PLACES:
            needed |= PLACES
        code += (RUN << USE_AT) + (suit << LINE_AT) - (1 << HIGH_AT)
        starts: i64 = places & places >> 1 & places >> 2
        low: i64 = 0
        while starts:
            if starts & 1:
                room: i64 = places if low > self.rules.places & 1 else places & SUIT
                self._fill(found, code, mask, room, needed, 1 << low, 1 << HIGH_AT, self.rules.run_min, jokers)
            starts >>= 1
            low += 1
            code += (1 << LOW_AT) + (1 << HIGH_AT)

    def _fill(
        self, found: list[i64], code: i64, mask: i64, places: i64, needed: i64, place: i64, longer: i64, least: i64,
        jokers: i64,
    ) -> None:  # fmt: skip
        """Lengthen a run place by place, with natural cards before jokers; list each length that will do."""
        while True:
            if least <= 0 and not needed:
                found.append(code)
            if not places & place:
                return
            code += longer
            least -= 1
            ahead: i64 = place << 1 if longer > 0 else place >> 1
            natural: i64 = needed & _WILD if needed & place else needed
            if jokers:
                if mask & place:
                    self._fill(found, code, mask, places, natural, ahead, longer, least, jokers)
                code += place << WILD_AT
                needed &= PLACES
                jokers -= 1
                if not jokers:
                    places &= mask
            else:
                needed = natural
            place = ahead

    def _groups(self, found: list[i64], code: i64, rank: i64, bag: i64, must: i64) -> None:
        """List the new groups of a rank."""
        jokers: i64 = bag & JOKERS
        have: i64 = suits_of(bag, rank)
        code |= GROUP << USE_AT | rank << LINE_AT
        if jokers or have == 15:
            self._choose(found, code, have, jokers, must, 3, self.rules.group_cap)
        elif SIZE[have] == 3:
            found.append(code | have << LOW_AT)

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

    def lay_offs(self, found: list[i64], code: i64, bag: i64, must: i64, seat: i64, uses: i64) -> None:
        """List the lay-offs of a seat (`meld.layoff`) on runs, groups or both; on a run upwards, then downwards."""
        rules = self.rules
        if rules.after_meld and not self.melded >> seat & 1:
            return
        jokers: i64 = bag & JOKERS
        is_natural = NO_CARD < must < JOKER
        on: i64
        end: i64
        for on, end in enumerate(self.ends):
            if not (jokers or bag & end):
                continue
            meld: i64 = self.table[on]
            use: i64 = meld >> USE_AT & uses
            line: i64 = meld >> LINE_AT & 15
            if not use or (is_natural and line != (must // 13 if use == RUN else must % 13)):
                continue
            if rules.own_melds and rules.rules.sides[meld & OWNER] != rules.rules.sides[seat]:
                continue
            low: i64 = meld >> LOW_AT & 15
            high: i64 = meld >> HIGH_AT & 15
            laid: i64 = code | (use | LAY) << USE_AT | line << LINE_AT | on << ON_AT
            if use == GROUP:
                free: i64 = suits_of(bag, line) & ~low
                if not jokers and SIZE[free] == 1:  # the usual lay-off
                    found.append(laid | free << LOW_AT)
                else:
                    self._choose(found, laid, free, jokers, must, 1, rules.group_cap - SIZE[low] - high)
                continue
            room: i64 = self.room(low, high)
            mask: i64 = bag >> 13 * line + 8 & SUIT
            mask = (mask | mask << ACE_HIGH) & room
            if not jokers:
                room = mask
            if room >> high + 1 & 1:
                above: i64 = laid + (high + 1 << LOW_AT) + (high << HIGH_AT)
                self._fill(found, above, mask, room, _NEEDED[must], 2 << high, 1 << HIGH_AT, 1, jokers)
            if room << 1 >> low & 1:
                below: i64 = laid + (low << LOW_AT) + (low - 1 << HIGH_AT)
                self._fill(found, below, mask, room, _NEEDED[must], 1 << low - 1, -(1 << LOW_AT), 1, jokers)
