"""The state of a hand: what everyone sees, and what is hidden.

`PublicState` is what everyone sees, with the `Turn` that is going on. `State` adds the hidden cards: the hands, the
card drawn unseen, the stock. A `View` is the public state with one seat's own cards and nothing else. Players are given
a view. So are the generators and checks of moves, which therefore cannot leak a hidden card. A `StateOrView` is either,
for functions that count scores.
"""

from __future__ import annotations

from typing import Final, Protocol, TypeVar, final

from rummy500.base.lazy import PICTURE
from rummy500.base.records import Record, record
from rummy500.cards.cards import EMPTY_BAG, Bag, cards_of, cards_text, size
from rummy500.cards.pieces import Meld
from rummy500.rules.actions import NONE, Action

T = TypeVar("T")

#: The core's phases; a plugin may add its own.
DRAW_PHASE: Final = "draw"
PLAY_PHASE: Final = "play"
OFFER_PHASE: Final = "offer"
RESHUFFLE_PHASE: Final = "reshuffle"
OVER_PHASE: Final = "over"
#: The phases of the core while a hand goes on.
CORE_PHASES: Final = (DRAW_PHASE, PLAY_PHASE, OFFER_PHASE, RESHUFFLE_PHASE)

#: Why a hand ended (`PublicState.ended`).
ENDED_OUT: Final = "out"
ENDED_STOCK: Final = "stock"
ENDED_CIRCLE: Final = "circle"

_SIZE_BITS: Final = 8
_SIZE_MASK: Final = 0xFF


@final
@record
class Turn(Record):
    """The turn that is going on: the cards taken from the pile and the plays so far.

    Attributes:
        taken: the cards that this turn took from the pile, by take or call, as a bag.
        plays: the plays of this turn, in order, each as a `meld` or `lay` action; a plugin's `Use` of a card is an
            action with the word of that use as verb and use, and so is a change of melds on the table (`USE_SWAP`).
        stock_only: the seat must draw from the stock (`deal.opening-offer`).
        claimed: in the draw phase, the last discard has been called and cannot be called again (`call.race`); later,
            the turn began with a call of the top card, and the seat may call again (`call.top`).
        pending: in a round, the seats that still have to act, clockwise; the first is on turn.
    """

    taken: Bag = EMPTY_BAG
    plays: tuple[Action, ...] = ()
    stock_only: bool = False
    claimed: bool = False
    pending: tuple[int, ...] = ()


#: A turn in which nothing has happened yet.
NEW_TURN: Final = Turn()


@final
@record
class MatchSoFar:
    """The match before a hand; it never changes while the hand goes on.

    Attributes:
        dealer: the seat that deals the hand.
        scores: each seat's score before the hand, or its side's if partners play.
        hand_number: the number of the hand in its match, from 1.
        playoff: whether the hand is played after a tie (`match.tie`).
        memories: what plugins remember from hand to hand, in the order of the rules' plugins; read it with `recall`.
        rules_number: the number of the rules that the match is played by (`Rules.number`); 0 if it is unknown.
    """

    dealer: int
    scores: tuple[int, ...]
    hand_number: int = 1
    playoff: bool = False
    memories: tuple[object, ...] = ()
    rules_number: int = 0


@final
@record
class PublicState(Record):
    """The part of a hand's state that everyone sees.

    Attributes:
        phase: `draw`, `play`, `offer`, `reshuffle`, `over`, or a plugin's.
        to_act: the seat whose turn it is.
        last: the seat that ended the turn before this one, -1 if nobody has (`last_seat`). A seat that goes out does
            not become it: its turn is the current one.
        pile: the discard pile, oldest card first.
        table: the melds, in the order in which they were begun.
        turn: the turn that is going on.
        sizes: the number of cards in each hand, eight bits a seat; read it with `hand_size`.
        known: for each seat, the cards of its hand that everyone saw it take and has not seen leave, as a bag.
        stock_count: the number of cards in the stock.
        match: the match before this hand: who dealt, the scores, the number of the hand.
        gone: cards that are out of play for the rest of the hand, as a bag; no pocket, since none ever comes back, and
            what counts the cards of a hand has them without asking plugins.
        idle: the number of turns in a row that took only the top card while the stock was empty (`stock.circle`).
        stale: whether nothing has been melded since the last reshuffle (`stock.reshuffle`).
        ended: why the hand is over: `out`, `stock` or `circle`; empty while it goes on.
        out: the seat that went out, -1 if nobody has (`out_seat`).
    """

    phase: str
    to_act: int
    last: int
    pile: bytes
    table: tuple[Meld, ...]
    turn: Turn
    sizes: int
    known: tuple[Bag, ...]
    stock_count: int
    match: MatchSoFar
    gone: Bag = EMPTY_BAG
    idle: int = 0
    stale: bool = False
    ended: str = ""
    out: int = NONE

    @property
    def seats(self) -> int:
        """The number of seats that play."""
        return len(self.known)

    @property
    def last_seat(self) -> int | None:
        """The seat that ended the turn before this one, `None` if nobody has."""
        return self.last if self.last >= 0 else None

    @property
    def out_seat(self) -> int | None:
        """The seat that went out, `None` if nobody has."""
        return self.out if self.out >= 0 else None

    def hand_size(self, seat: int) -> int:
        """The number of cards that a seat has in its hand."""
        return self.sizes >> _SIZE_BITS * seat & _SIZE_MASK


def packed_sizes(sizes: tuple[int, ...]) -> int:
    """Pack the hand sizes of all seats into one number, as in `PublicState.sizes`."""
    packed = 0
    for seat, cards in enumerate(sizes):
        packed |= cards << _SIZE_BITS * seat
    return packed


#: One card of each seat, as a part of `PublicState.sizes`.
ONE_CARD: Final = tuple(1 << _SIZE_BITS * seat for seat in range(8))


def with_seat(bags: tuple[T, ...], seat: int, bag: T) -> tuple[T, ...]:
    """The bags of all seats with one seat's replaced; generic, so that compiled code does not unbox integers."""
    if len(bags) == 2:
        return (bags[0], bag) if seat else (bag, bags[1])
    changed = list(bags)
    changed[seat] = bag
    return tuple(changed)


def size_change(seat: int, more: int) -> int:
    """The number to add to `PublicState.sizes` when a seat's hand grows by some cards, or shrinks."""
    return more << _SIZE_BITS * seat if more >= 0 else -(-more << _SIZE_BITS * seat)


@final
@record
class State(Record):
    """The whole state of a hand: plain data, immutable, hashable, comparable, picklable.

    Attributes:
        public: what everyone sees.
        hands: each seat's hand, as a bag.
        drawn: the cards that this turn drew from the stock, as a bag.
        stock: the stock, the next card first.
        memories: what plugins remember, in the order of the rules' plugins.
    """

    public: PublicState
    hands: tuple[Bag, ...]
    drawn: Bag
    stock: bytes
    memories: tuple[object, ...] = ()

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand, in a fixed order."""
        return cards_of(self.hands[seat])

    def hand_of(self, seat: int) -> Bag | None:
        """The hand of a seat, as a bag (`StateOrView.hand_of`)."""
        return self.hands[seat]

    def _repr_html_(self) -> str:
        """A picture of the public part for notebooks: like `repr`, it shows no hidden card."""
        return PICTURE[0](view_holding(self, NONE))

    def __repr__(self) -> str:
        """The public state in short: a state in a log shows no hidden card."""
        return f"<State: {_in_short(self.public)}>"


@final
@record
class View(Record):
    """The part of a hand's state that one seat may know.

    Attributes:
        seat: the seat that sees it; -1 for a spectator (`of_seat`).
        public: what everyone sees.
        hand: the seat's own hand, as a bag.
        drawn: the cards that it drew from the stock this turn, as a bag.
        memories: what plugins show to this seat.
    """

    seat: int
    public: PublicState
    hand: Bag
    drawn: Bag
    memories: tuple[object, ...] = ()

    @property
    def of_seat(self) -> int | None:
        """The seat that sees it, `None` for a spectator."""
        return self.seat if self.seat >= 0 else None

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the seat's own hand, in a fixed order."""
        return cards_of(self.hand)

    def hand_of(self, seat: int) -> Bag | None:
        """The hand of a seat, as a bag, if every card of it is known to this seat; otherwise `None`."""
        bag = self.hand if seat == self.seat else self.public.known[seat]
        return bag if size(bag) == self.public.hand_size(seat) else None

    def _repr_html_(self) -> str:
        """A picture for notebooks: the seat's own hand, and what lies open."""
        return PICTURE[0](self)

    def __repr__(self) -> str:
        """The seat's hand and the public state, in short."""
        whose = f"seat {self.seat} holds {cards_text(self.cards) or 'nothing'}" if self.seat >= 0 else "a spectator"
        return f"<View: {whose}; {_in_short(self.public)}>"


def view_holding(source: State | View, seat: int, hand: Bag = EMPTY_BAG, drawn: Bag = EMPTY_BAG) -> View:
    """A view of a state, or of another view, with these cards as the seat's own."""
    return View(seat, source.public, hand, drawn, source.memories)


class StateOrView(Protocol):
    """A state, or the view of one seat: functions that count scores are given either."""

    @property
    def public(self) -> PublicState:
        """The part that everyone sees."""
        ...

    @property
    def memories(self) -> tuple[object, ...]:
        """The records of plugins, as they are shown here; read them with `recall`."""
        ...

    def hand_of(self, seat: int) -> Bag | None:
        """The hand of a seat, as a bag; `None` if some of its cards are hidden here.

        Args:
            seat: the seat, 0 to the number of seats less 1.
        """
        ...


def _in_short(public: PublicState) -> str:
    sizes = " ".join(str(public.hand_size(seat)) for seat in range(public.seats))
    return (
        f"{public.phase}, seat {public.to_act} on turn, hands of {sizes}, {len(public.table)} melds, "
        f"pile {cards_text(public.pile) or 'empty'}, {public.stock_count} in the stock"
    )
