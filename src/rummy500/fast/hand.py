"""`FastHand`: a hand as a few integers and byte strings, with the actions of the engine as integers.

It lists what `legal_actions` lists, in the same order, and goes where `apply` goes. Interpreted it is plain Python;
compiled by mypyc every `i64` is a C integer. `docs/design/speed.md` explains how it works and how it is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, final

from rummy500.cards.cards import CARD_BYTES, JOKER, ONE, Bag, RandomBits, below, cards_of, shuffled
from rummy500.fast.plays import (
    CALL,
    CARD_AT,
    DISCARD,
    DRAW,
    EVERY,
    GROUP,
    JOKERS,
    NO_CARD,
    PASS,
    PLAY,
    RUN,
    SEAT_AT,
    SUIT,
    TAKE,
    USE_AT,
    FastPlays,
    FastRules,
    Policy,
    bag_from,
    in_rows,
    in_threes,
    less,
    played,
)
from rummy500.rules.state import ENDED_CIRCLE, ENDED_OUT, ENDED_STOCK, MatchSoFar

if TYPE_CHECKING:
    from mypy_extensions import i64

#: Phases.
DRAW_PHASE: Final = 0
PLAY_PHASE: Final = 1
RESHUFFLE_PHASE: Final = 2
OVER_PHASE: Final = 3

#: The discards of each eight bits of a hand.
_DISCARDS: Final = tuple(
    [
        tuple(
            [tuple([DISCARD | 8 * part + bit << CARD_AT for bit in range(8) if mask >> bit & 1]) for mask in range(256)]
        )
        for part in range(7)
    ]
)
_DISCARD_JOKER: Final = DISCARD | JOKER << CARD_AT


# ------------------------------------------------- random numbers

_64_BITS: Final = (1 << 64) - 1
#: Whether this module is compiled.
_COMPILED: Final = not __file__.endswith(".py")


@final
class SplitMix64:
    """The generator SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, which a constant steps on.

    Compiled, the numbers are C integers with a sign, which wrap by themselves; interpreted, `_kept` cuts them.
    """

    __slots__ = ("_kept", "_state")

    _state: i64
    _kept: i64

    def __init__(self, seed: int) -> None:
        self._kept = -1 if _COMPILED else _64_BITS
        self._state = seed - (seed >> 63 << 64)

    def word(self) -> i64:
        """The next 64 bits; compiled they may be negative."""
        word: i64 = self._state + -0x61C8864680B583EB & self._kept
        self._state = word
        word = (word ^ (word >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47 & self._kept
        word = (word ^ (word >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15 & self._kept
        return word ^ (word >> 31 & 0x1FFFFFFFF)

    def getrandbits(self, k: int, /) -> int:
        """The `k` high bits of the next word; 64 at most."""
        word: int = self.word()
        return (word & _64_BITS) >> 64 - k

    def below(self, bound: i64) -> i64:
        """A number from 0 to below `bound`, as `cards.below` draws it from 32 bits."""
        bits: i64 = self.word() >> 32 & 0xFFFFFFFF
        while bits >= 0x100000000 - 0x100000000 % bound:
            bits = self.word() >> 32 & 0xFFFFFFFF
        return bits % bound


# ------------------------------------------------- hands


@final
class FastHand(FastPlays):
    """A hand that changes as it is played; `copy` keeps a position.

    `FastRules` and a state make one (`fast_hand`). `step` takes any action of `actions` and checks nothing.

    Attributes:
        phase: `DRAW_PHASE`, `PLAY_PHASE`, `RESHUFFLE_PHASE` or `OVER_PHASE`.
        seat: the seat whose turn it is.
    """

    match: MatchSoFar
    phase: i64
    seat: i64
    hand: i64  # the cards of the seat on turn, as a bag; so are all cards but pile and stock
    known: i64  # those of them that everyone saw it take
    held: list[i64]  # the hands of all seats, then their known cards; those of the seat on turn are out of date
    stock: bytes  # from `next` on
    next: i64
    drawn: i64  # this turn, from the stock
    taken: i64  # this turn, from the pile
    plays: tuple[object, ...]  # this turn's, as actions of either kind
    barred: i64  # may not be discarded
    last: i64  # the seat that ended the turn before, -1 if nobody has
    idle: i64  # turns in a row that took only the top card while the stock was empty
    stale: bool  # nothing has been melded since the last reshuffle
    ended: str  # why the hand is over, as in `PublicState`; if it is `out`, the seat on turn went out

    def __init__(
        self, rules: FastRules, match: MatchSoFar, seat: i64, held: list[i64], pile: bytes, stock: bytes
    ) -> None:
        """Take a hand as it was dealt; `reading.py` fills in what a later one has besides."""
        super().__init__(rules, pile)
        self.match = match
        self.phase = DRAW_PHASE if pile else PLAY_PHASE
        self.seat = seat
        self.held = held
        self.hand = held[seat]
        self.known = held[rules.seats + seat]
        self.stock = stock
        self.next = self.drawn = self.taken = self.barred = 0
        self.idle = 0
        self.stale = False
        self.ended = ""
        self.plays = ()
        self.last = -1

    def copy(self) -> FastHand:
        """Copy the hand."""
        new = FastHand(self.rules, self.match, self.seat, self.held[:], b"", self.stock)
        new.phase = self.phase
        new.hand = self.hand
        new.known = self.known
        new.pile = self.pile
        new.pile_faces = self.pile_faces
        new.next = self.next
        new.drawn = self.drawn
        new.taken = self.taken
        new.plays = self.plays
        new.barred = self.barred
        new.table = self.table
        new.ends = self.ends
        new.wanted = self.wanted
        new.melded = self.melded
        new.last = self.last
        new.idle = self.idle
        new.stale = self.stale
        new.ended = self.ended
        return new

    # ------------------------------------------------- what may be done

    def actions(self, most: i64 = EVERY) -> list[i64]:
        """List the legal actions of all seats, in the order of `legal_actions`; at most `most` of them."""
        found = self._plays() if self.phase == PLAY_PHASE else self._draws(most)
        if self.rules.calls and self.phase == DRAW_PHASE:
            called: list[i64] = []
            is_listed = False
            step: i64
            for step in range(self.rules.seats):
                seat: i64 = (self.seat + step) % self.rules.seats
                if not self._may_call(seat):
                    continue
                if not is_listed or self.rules.own_melds:
                    called = self._calls(seat, most)
                    is_listed = True
                for action in called:
                    found.append(action | seat << SEAT_AT)
        return found if len(found) <= most else found[:most]

    def _draws(self, most: i64) -> list[i64]:
        """List the draw, the takes from the top down, the pass; a list of more than `most` may be cut."""
        rules = self.rules
        found: list[i64] = []
        if self.phase != DRAW_PHASE:
            return found
        pile_size: i64 = len(self.pile)
        can_draw = self.next < len(self.stock) or (
            rules.turn.stock_empty == "reshuffle" and pile_size > 1 and not self.stale
        )
        if can_draw:
            found.append(DRAW)
        if pile_size:
            if rules.turn.top_may_be_kept:
                found.append(TAKE | 1 << CARD_AT)
            deepest = pile_size
            if rules.turn.deep_take_needs_new_meld:
                deepest = 1 if rules.turn.top_may_be_kept else 0
            must_look = not (rules.turn.bar_lifts_on_use and rules.turn.melding_goes_out)
            most = EVERY if must_look else most
            self.down_the_pile(found, TAKE, self.hand, self.seat, deepest, most, new_melds=True)
            if must_look:
                found = [action for action in found if not action >> USE_AT & 7 or self._may_end(action, self.hand, 0)]
        if not can_draw:
            found.append(PASS)
        return found

    def _may_call(self, seat: i64) -> bool:
        """Whether a seat may claim cards now, if these make a play."""
        if self.last < 0 or seat == self.last or not self.pile:
            return False
        return not self.rules.rules.melding.must_have_melded or self.melded >> seat & 1 != 0

    def _calls(self, seat: i64, most: i64) -> list[i64]:
        """List the calls of a seat, without the seat; after each of them a card of its hand may be discarded."""
        found: list[i64] = []
        depth: i64 = len(self.pile)
        self.down_the_pile(found, CALL, 0, seat, depth, most, new_melds=self.rules.turn.call == "full")
        return found

    def _plays(self) -> list[i64]:
        """List the runs, the groups, the lay-offs, then the discards."""
        hand = self.hand
        found: list[i64] = []
        jokers: i64 = hand & JOKERS
        rows: i64 = -1 if jokers else in_rows(hand)
        ranks: i64 = SUIT if jokers else in_threes(hand)
        if rows or ranks:
            self.melds(found, PLAY, hand, NO_CARD, rows, ranks)
        if jokers or hand & self.wanted:
            self.lay_offs(found, PLAY, hand, NO_CARD, self.seat, RUN | GROUP)
        barred = self.barred
        if found and (barred or not self.rules.turn.melding_goes_out):
            found = [action for action in found if self._may_end(action, hand, barred)]
        if barred:
            free: i64 = less(hand, barred)
            if not free:  # a bar yields if no way to end the turn is left
                first: i64 = DISCARD | cards_of(Bag(hand))[0] << CARD_AT
                free = hand if self.rules.asks(self, first) else 0
            hand = free
        part: i64 = hand >> 8
        for by_bits in _DISCARDS:
            found += by_bits[part & 255]
            part >>= 8
        if hand & JOKERS:
            found.append(_DISCARD_JOKER)
        return found

    def _may_end(self, action: i64, hand: i64, barred: i64) -> bool:
        """Whether the turn can end after a play: at once if a card is left that may be discarded."""
        play: i64 = played(action)
        if action & 7 == TAKE:
            taken: i64 = bag_from(self.pile[len(self.pile) - (action >> CARD_AT & 63) :])
            hand += taken
            if not self.rules.turn.bar_lifts_on_use:
                barred += taken
        left: i64 = hand - play
        if not left:
            return self.rules.turn.melding_goes_out or self.rules.asks(self, action)
        return less(left, less(barred, play)) != 0 or self.rules.asks(self, action)

    # ------------------------------------------------- what actions do

    def step(self, action: i64) -> None:
        """Apply an action of the list."""
        kind: i64 = action & 7
        if kind == DRAW:
            if self.next < len(self.stock):
                self._give()
            else:
                self.phase = RESHUFFLE_PHASE
        elif kind == DISCARD:
            self._discard(action >> CARD_AT & 63)
        elif kind == PLAY:
            self._play(action)
        elif kind == PASS:
            self._end(ENDED_STOCK)
        else:
            self._take(action)

    def reshuffle(self, order: bytes) -> None:
        """Make the pile below its top the stock, in this order, and give the seat that drew its card."""
        self.pile = self.pile[-1:]
        self.pile_faces = ONE[self.pile[0]]
        self.stock = order
        self.next = 0
        self.idle = 0
        self.stale = True
        self._give()

    def _give(self) -> None:
        """The seat draws from the stock."""
        end: i64 = self.next + self.rules.turn.draw_count
        drawn: i64 = bag_from(self.stock[self.next : end])
        self.next = min(end, len(self.stock))
        self.hand += drawn
        self.drawn = drawn
        self.barred = 0 if self.rules.turn.bar_lifts_on_use else drawn
        self.phase = PLAY_PHASE

    def _take(self, action: i64) -> None:
        """Cards of the pile come into the hand of the seat that takes or calls, and are used."""
        seat: i64 = action >> SEAT_AT & 3 if action & 7 == CALL else self.seat
        if seat != self.seat:  # before a draw the hand of the seat on turn is as `held` has it
            seats = self.rules.seats
            self.seat = seat
            self.hand = self.held[seat]
            self.known = self.held[seats + seat]
        pile = self.pile
        start: i64 = len(pile) - (action >> CARD_AT & 63)
        taken: i64 = bag_from(pile[start:])
        self.pile = pile[:start]
        self.pile_faces -= taken
        self.hand += taken
        self.known += taken
        self.taken = taken
        self.phase = PLAY_PHASE
        has_use = action >> USE_AT & 7 != 0
        self.barred = 0 if self.rules.turn.bar_lifts_on_use and has_use else taken
        if has_use:
            self._play(action)

    def _play(self, action: i64) -> None:
        """Cards of the hand go to the table."""
        self.put(action, self.seat)
        bag: i64 = played(action)
        self.hand -= bag
        if self.known:
            self.known = less(self.known, bag)
        if self.barred:
            self.barred = less(self.barred, bag)
        self.plays = (*self.plays, action)
        self.idle = 0
        self.stale = False
        if not self.hand:
            self._end(ENDED_OUT)

    def _discard(self, card: i64) -> None:
        """A card goes to the top of the pile; the next turn begins, or the hand is over."""
        one: i64 = ONE[card]
        self.hand -= one
        if self.known:
            self.known = less(self.known, one)
        self.pile = self.pile + CARD_BYTES[card]
        self.pile_faces += one
        if not self.hand:
            self._end(ENDED_OUT)
            return
        seat, seats = self.seat, self.rules.seats
        is_empty = self.next == len(self.stock)
        if is_empty:
            self.idle = self.idle + 1 if self.taken and not self.plays else 0
        held = self.held
        held[seat] = self.hand
        held[seats + seat] = self.known
        self.last = seat
        seat = seat + 1 if seat + 1 < seats else 0
        self.seat = seat
        self.hand = held[seat]
        self.known = held[seats + seat]
        self.phase = DRAW_PHASE
        self.drawn = self.taken = self.barred = 0
        self.plays = ()
        if is_empty:
            if self.rules.turn.stock_empty == "strict":
                self._end(ENDED_STOCK)
            elif self.idle >= seats:
                self._end(ENDED_CIRCLE)

    def _end(self, why: str) -> None:
        self.phase = OVER_PHASE
        self.ended = why

    # ------------------------------------------------- whole hands

    def play_on(
        self, generator: SplitMix64, most: i64, policy: Policy = "random", turns: i64 = EVERY, declines: i64 = -1
    ) -> int:
        """Play to the end by a simple policy; return the number of decisions.

        Args:
            generator: decides; it orders a reshuffle, too.
            most: choose among the first so many actions.
            policy: the policy, as of `playout`.
            turns: stop after so many turns.
            declines: a seat that calls nothing in the first decision.
        """
        decisions: i64 = 0
        while self.phase != OVER_PHASE and turns > 0:
            if self.phase == RESHUFFLE_PHASE:
                self.reshuffle(shuffled(self.pile[:-1], generator))
                continue
            found = self.actions(most)
            if declines >= 0:
                found = [each for each in found if each & 7 != CALL or each >> SEAT_AT & 3 != declines] or found
                declines = -1
            if policy == "meld-first":
                found = [action for action in found if action >> USE_AT & 7] or found
            elif policy == "sensible":
                found = self._sensible(found)
            many: i64 = len(found)
            last: i64 = self.last
            self.step(found[generator.below(many)])
            decisions += 1
            if self.last != last:
                turns -= 1
        return decisions

    def _sensible(self, found: list[i64]) -> list[i64]:
        """The actions of the highest value (`Sensible`)."""
        best: list[i64] = []
        most: i64 = 0
        for action in found:
            kind: i64 = action & 7
            card: i64 = action >> CARD_AT & 63
            use: i64 = 0
            hand: i64 = self.hand
            taken: i64 = 0
            if kind == DISCARD:
                if best and most > 0:  # what can be played is played
                    break
            else:
                use = played(action)
                seat: i64 = action >> SEAT_AT & 3
                if kind == CALL and seat != self.seat:
                    hand = self.held[seat]
                if card:
                    taken = bag_from(self.pile[len(self.pile) - card :])
                    card = self.pile[-1]
            value: i64 = self.rules.sensible.value(kind, card, use, hand, self.pile_faces, taken)
            if not best or value > most:
                best = [action]
                most = value
            elif value == most:
                best.append(action)
        return best

    def play_as_random_players(
        self, sources: Sequence[RandomBits], deck: RandomBits, most: i64, max_turns: i64
    ) -> tuple[int, int]:
        """Play as `play_hand` does with a `RandomPlayer` at each seat; return the numbers of turns and of actions.

        Args:
            sources: the random source of each player.
            deck: orders a reshuffle, which is an action, too.
            most: each player chooses among its first so many actions.
            max_turns: cut the hand off after so many turns.
        """
        turns: i64 = 0
        actions: i64 = 0
        while self.phase != OVER_PHASE and turns < max_turns:
            last: i64 = self.last
            if self.phase == RESHUFFLE_PHASE:
                self.reshuffle(shuffled(self.pile[:-1], deck))
            else:
                action: i64 = self._decided(sources, most)
                self.step(action)
            actions += 1
            if self.phase == OVER_PHASE or self.last != last:
                turns += 1
        return turns, actions

    def _decided(self, sources: Sequence[RandomBits], most: i64) -> i64:
        """The action that random players decide on: callers are asked clockwise, the seat on turn last.

        If the seat on turn is among the callers it is asked once, in its place there, and what it chooses beside a call
        waits for the other callers.
        """
        own = self._plays() if self.phase == PLAY_PHASE else self._draws(most)
        waiting: i64 = -1
        if self.phase == DRAW_PHASE and self.rules.calls:
            step: i64
            for step in range(1, self.rules.seats + 1):
                seat: i64 = (self.last + step) % self.rules.seats
                listed: list[i64] = self._calls(seat, most) if self._may_call(seat) else []
                if not listed:
                    continue
                is_own = seat == self.seat
                if is_own:
                    listed = own + listed
                many: i64 = min(len(listed), most)
                choice: i64 = below(many if is_own else many + 1, sources[seat])
                if choice < many:
                    waiting = listed[choice]
                    if waiting & 7 == CALL:
                        return waiting | seat << SEAT_AT
        if waiting >= 0:
            return waiting
        choice = below(min(most, len(own)), sources[self.seat])
        return own[choice]

    def count(self, depth: i64, order: Callable[[bytes], bytes]) -> int:
        """Count the sequences of so many actions, as `perft` does.

        Args:
            depth: the number of actions, 1 or more.
            order: decides the order of a reshuffle, given the cards.
        """
        if self.phase == RESHUFFLE_PHASE:
            self.reshuffle(order(self.pile[:-1]))
        found = self.actions()
        if depth == 1:
            return len(found)
        sequences: int = 0
        for action in found:
            after = self.copy()
            after.step(action)
            sequences += after.count(depth - 1, order)
        return sequences
