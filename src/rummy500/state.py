"""The state of a hand: what everyone sees, and what is hidden.

`PublicState` is what everyone sees, with the `Turn` that is going on. `State` adds what is hidden: the hands, the card
drawn unseen, the stock. A `View` is the public state with one seat's own cards and nothing else: players are given it,
and the generators and checks of moves are given a view and never the state, so they cannot leak what they do not know.
"""

from __future__ import annotations

from typing import Final, TypeVar, final

from rummy500.actions import NONE, Action
from rummy500.cards import cards_of, cards_text
from rummy500.melds.table import Meld
from rummy500.records import record

T = TypeVar("T")

#: The core's phases; a plugin may add its own.
DRAW_PHASE: Final = "draw"
PLAY_PHASE: Final = "play"
OFFER_PHASE: Final = "offer"
RESHUFFLE_PHASE: Final = "reshuffle"
OVER_PHASE: Final = "over"

#: Why a hand ended (`PublicState.ended`).
ENDED_OUT: Final = "out"
ENDED_STOCK: Final = "stock"
ENDED_CIRCLE: Final = "circle"

_SIZE_BITS: Final = 8
_SIZE_MASK: Final = 0xFF


@final
@record
class Turn:
    """What is remembered of the turn that is going on.

    Attributes:
        taken: the cards that this turn took from the pile, by take or call, as a bag.
        plays: what this turn has put on the table, in order, each as a `meld` or `lay` action; a further use of a card
            (`Use`) as an action with its word as verb and use.
        stock_only: the draw must come from the stock (`deal.opening-offer`).
        claimed: before the draw the last discard has been claimed, and there is no second claim on it (`call.race`);
            after it the turn began with a call of the top, and may call again (`call.top`).
    """

    taken: int = 0
    plays: tuple[Action, ...] = ()
    stock_only: bool = False
    claimed: bool = False


#: A turn in which nothing has happened yet.
NEW_TURN: Final = Turn()


@final
@record
class PublicState:
    """What lies open to all.

    Attributes:
        phase: `draw`, `play`, `offer`, `reshuffle`, `over`, or a plugin's.
        to_act: the seat whose turn it is.
        last: the seat that ended the turn before this one, -1 if nobody has.
        pile: the discard pile, oldest card first.
        table: the melds, in the order in which they were begun.
        turn: what is remembered of this turn.
        sizes: how many cards each hand holds, eight bits a seat; read it with `hand_size`.
        known: for each seat the cards that everyone saw go into its hand and has not seen leave it, as bags.
        stock_count: how many cards the stock holds.
        dealer: the seat that dealt.
        gone: cards that left the hand for good, as a bag.
        idle: how many turns in a row only took the lone top card with an empty stock (`stock.circle`).
        stale: nothing has been melded since the last reshuffle (`stock.reshuffle`).
        ended: why the hand is over: `out`, `stock`, `circle`; empty while it goes on.
        out: the seat that went out, -1 if nobody has.
    """

    phase: str
    to_act: int
    last: int
    pile: bytes
    table: tuple[Meld, ...]
    turn: Turn
    sizes: int
    known: tuple[int, ...]
    stock_count: int
    dealer: int
    gone: int = 0
    idle: int = 0
    stale: bool = False
    ended: str = ""
    out: int = NONE

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.known)

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.sizes >> _SIZE_BITS * seat & _SIZE_MASK


def packed_sizes(sizes: tuple[int, ...]) -> int:
    """Hand sizes by seat as `PublicState.sizes` holds them."""
    packed = 0
    for seat, cards in enumerate(sizes):
        packed |= cards << _SIZE_BITS * seat
    return packed


#: What one card of each seat counts in `PublicState.sizes`.
ONE_CARD: Final = tuple(1 << _SIZE_BITS * seat for seat in range(8))


def with_seat(bags: tuple[T, ...], seat: int, bag: T) -> tuple[T, ...]:
    """The bags of all seats, one seat's changed; of any type, so that compiled code takes no integer apart."""
    if len(bags) == 2:
        return (bags[0], bag) if seat else (bag, bags[1])
    return (*bags[:seat], bag, *bags[seat + 1 :])


def size_change(seat: int, cards: int) -> int:
    """What to add to `PublicState.sizes` when a seat's hand grows by so many cards."""
    return cards << _SIZE_BITS * seat if cards >= 0 else -(-cards << _SIZE_BITS * seat)


@final
@record
class State:
    """The whole state of a hand; data alone, immutable, hashable, comparable, picklable.

    Attributes:
        public: what everyone sees.
        hands: each seat's hand, as a bag.
        drawn: the cards that this turn drew from the stock, as a bag.
        stock: the stock, the next card first.
        slots: what plugins remember, in the order of the rules' plugins.
    """

    public: PublicState
    hands: tuple[int, ...]
    drawn: int
    stock: bytes
    slots: tuple[object, ...] = ()

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand, in a fixed order."""
        return cards_of(self.hands[seat])

    def __repr__(self) -> str:
        """What lies open, in short: a state in a log gives no hidden card away."""
        return f"<State: {_in_short(self.public)}>"


@final
@record
class View:
    """What one seat may know.

    Attributes:
        seat: whose view it is; -1 for a spectator.
        public: what everyone sees.
        hand: the seat's own hand, as a bag.
        drawn: what it drew from the stock this turn, as a bag.
        slots: what plugins show to this seat.
    """

    seat: int
    public: PublicState
    hand: int
    drawn: int
    slots: tuple[object, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the seat's own hand, in a fixed order."""
        return cards_of(self.hand)

    def __repr__(self) -> str:
        """What the seat sees, in short."""
        whose = f"seat {self.seat} holds {cards_text(self.cards) or 'nothing'}" if self.seat >= 0 else "a spectator"
        return f"<View: {whose}; {_in_short(self.public)}>"


def _in_short(public: PublicState) -> str:
    sizes = " ".join(str(public.hand_size(seat)) for seat in range(public.seats))
    return (
        f"{public.phase}, seat {public.to_act} on turn, hands of {sizes}, {len(public.table)} melds, "
        f"pile {cards_text(public.pile) or 'empty'}, {public.stock_count} in the stock"
    )
