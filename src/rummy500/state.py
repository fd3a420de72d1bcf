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
from rummy500.records import described, seal

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

    __match_args__: Final = ("taken", "plays", "stock_only", "claimed")
    __slots__ = __match_args__

    taken: Final[int]
    plays: Final[tuple[Action, ...]]
    stock_only: Final[bool]
    claimed: Final[bool]

    def __init__(
        self,
        taken: int = 0,
        plays: tuple[Action, ...] = (),
        stock_only: bool = False,  # noqa: FBT001, FBT002 - a field, by position as any
        claimed: bool = False,  # noqa: FBT001, FBT002 - a field, by position as any
    ) -> None:
        self.taken = taken
        self.plays = plays
        self.stock_only = stock_only
        self.claimed = claimed

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Turn):
            return NotImplemented
        return (
            self.taken == other.taken
            and self.plays == other.plays
            and self.stock_only == other.stock_only
            and self.claimed == other.claimed
        )

    def __hash__(self) -> int:
        return hash((self.taken, self.plays, self.stock_only, self.claimed))

    def __reduce__(self) -> tuple[object, ...]:
        return Turn, (self.taken, self.plays, self.stock_only, self.claimed)

    def __repr__(self) -> str:
        return described(self)


seal(Turn)

#: A turn in which nothing has happened yet.
NEW_TURN: Final = Turn()


@final
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

    __match_args__: Final = (
        "phase",
        "to_act",
        "last",
        "pile",
        "table",
        "turn",
        "sizes",
        "known",
        "stock_count",
        "dealer",
        "gone",
        "idle",
        "stale",
        "ended",
        "out",
    )
    __slots__ = __match_args__

    phase: Final[str]
    to_act: Final[int]
    last: Final[int]
    pile: Final[bytes]
    table: Final[tuple[Meld, ...]]
    turn: Final[Turn]
    sizes: Final[int]
    known: Final[tuple[int, ...]]
    stock_count: Final[int]
    dealer: Final[int]
    gone: Final[int]
    idle: Final[int]
    stale: Final[bool]
    ended: Final[str]
    out: Final[int]

    def __init__(  # noqa: PLR0913, PLR0917 - one argument for each field
        self,
        phase: str,
        to_act: int,
        last: int,
        pile: bytes,
        table: tuple[Meld, ...],
        turn: Turn,
        sizes: int,
        known: tuple[int, ...],
        stock_count: int,
        dealer: int,
        gone: int = 0,
        idle: int = 0,
        stale: bool = False,  # noqa: FBT001, FBT002 - a field, by position as any
        ended: str = "",
        out: int = NONE,
    ) -> None:
        self.phase = phase
        self.to_act = to_act
        self.last = last
        self.pile = pile
        self.table = table
        self.turn = turn
        self.sizes = sizes
        self.known = known
        self.stock_count = stock_count
        self.dealer = dealer
        self.gone = gone
        self.idle = idle
        self.stale = stale
        self.ended = ended
        self.out = out

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, PublicState):
            return NotImplemented
        return (
            self.phase == other.phase
            and self.to_act == other.to_act
            and self.last == other.last
            and self.pile == other.pile
            and self.table == other.table
            and self.turn == other.turn
            and self.sizes == other.sizes
            and self.known == other.known
            and self.stock_count == other.stock_count
            and self.dealer == other.dealer
            and self.gone == other.gone
            and self.idle == other.idle
            and self.stale == other.stale
            and self.ended == other.ended
            and self.out == other.out
        )

    def __hash__(self) -> int:
        return hash(
            (
                self.phase,
                self.to_act,
                self.last,
                self.pile,
                self.table,
                self.turn,
                self.sizes,
                self.known,
                self.stock_count,
                self.dealer,
                self.gone,
                self.idle,
                self.stale,
                self.ended,
                self.out,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        return PublicState, (
            self.phase,
            self.to_act,
            self.last,
            self.pile,
            self.table,
            self.turn,
            self.sizes,
            self.known,
            self.stock_count,
            self.dealer,
            self.gone,
            self.idle,
            self.stale,
            self.ended,
            self.out,
        )

    def __repr__(self) -> str:
        return described(self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.known)

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.sizes >> _SIZE_BITS * seat & _SIZE_MASK


seal(PublicState)


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
class State:
    """The whole state of a hand; data alone, immutable, hashable, comparable, picklable.

    Attributes:
        public: what everyone sees.
        hands: each seat's hand, as a bag.
        drawn: the cards that this turn drew from the stock, as a bag.
        stock: the stock, the next card first.
        slots: what plugins remember, in the order of the rules' plugins.
    """

    __match_args__: Final = ("public", "hands", "drawn", "stock", "slots")
    __slots__ = __match_args__

    public: Final[PublicState]
    hands: Final[tuple[int, ...]]
    drawn: Final[int]
    stock: Final[bytes]
    slots: Final[tuple[object, ...]]

    def __init__(
        self,
        public: PublicState,
        hands: tuple[int, ...],
        drawn: int,
        stock: bytes,
        slots: tuple[object, ...] = (),
    ) -> None:
        self.public = public
        self.hands = hands
        self.drawn = drawn
        self.stock = stock
        self.slots = slots

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.public == other.public
            and self.hands == other.hands
            and self.drawn == other.drawn
            and self.stock == other.stock
            and self.slots == other.slots
        )

    def __hash__(self) -> int:
        return hash((self.public, self.hands, self.drawn, self.stock, self.slots))

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self.public, self.hands, self.drawn, self.stock, self.slots)

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand, in a fixed order."""
        return cards_of(self.hands[seat])

    def __repr__(self) -> str:
        """What lies open, in short: a state in a log gives no hidden card away."""
        return f"<State: {_in_short(self.public)}>"


seal(State)


@final
class View:
    """What one seat may know.

    Attributes:
        seat: whose view it is; -1 for a spectator.
        public: what everyone sees.
        hand: the seat's own hand, as a bag.
        drawn: what it drew from the stock this turn, as a bag.
        slots: what plugins show to this seat.
    """

    __match_args__: Final = ("seat", "public", "hand", "drawn", "slots")
    __slots__ = __match_args__

    seat: Final[int]
    public: Final[PublicState]
    hand: Final[int]
    drawn: Final[int]
    slots: Final[tuple[object, ...]]

    def __init__(
        self,
        seat: int,
        public: PublicState,
        hand: int,
        drawn: int,
        slots: tuple[object, ...] = (),
    ) -> None:
        self.seat = seat
        self.public = public
        self.hand = hand
        self.drawn = drawn
        self.slots = slots

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.public == other.public
            and self.hand == other.hand
            and self.drawn == other.drawn
            and self.slots == other.slots
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.public, self.hand, self.drawn, self.slots))

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self.seat, self.public, self.hand, self.drawn, self.slots)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the seat's own hand, in a fixed order."""
        return cards_of(self.hand)

    def __repr__(self) -> str:
        """What the seat sees, in short."""
        whose = f"seat {self.seat} holds {cards_text(self.cards) or 'nothing'}" if self.seat >= 0 else "a spectator"
        return f"<View: {whose}; {_in_short(self.public)}>"


seal(View)


def _in_short(public: PublicState) -> str:
    sizes = " ".join(str(public.hand_size(seat)) for seat in range(public.seats))
    return (
        f"{public.phase}, seat {public.to_act} on turn, hands of {sizes}, {len(public.table)} melds, "
        f"pile {cards_text(public.pile) or 'empty'}, {public.stock_count} in the stock"
    )
