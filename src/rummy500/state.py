"""The state of a hand: what is open to all, and what is not.

`Open` is the public record. `State` adds what is hidden: the hands, what was drawn unseen, the stock. A `View` is the
public record with one seat's own cards and nothing else: it is what players see, and what lists and checks moves is
given a view and never the state.
"""

from __future__ import annotations

from typing import Final

from rummy500.actions import NONE, Action
from rummy500.cards import cards_of, cards_text
from rummy500.melds.table import Meld
from rummy500.records import record

#: The core's phases; a plugin may add its own.
DRAW_PHASE: Final = "draw"
PLAY_PHASE: Final = "play"
OFFER_PHASE: Final = "offer"
RESHUFFLE_PHASE: Final = "reshuffle"
OVER_PHASE: Final = "over"

#: Why a hand ended (`Open.ended`).
ENDED_OUT: Final = "out"
ENDED_STOCK: Final = "stock"
ENDED_CIRCLE: Final = "circle"

_SIZE_BITS: Final = 8
_SIZE_MASK: Final = 0xFF


@record
class Turn:
    """What is remembered of the turn that is going on.

    Attributes:
        taken: the cards that this turn took from the pile, by take or call, as a bag.
        plays: what this turn has put on the table, in order, each as a `meld` or `lay` action; a further use of a card
            (`Use`) as an action with its word as verb and use.
        stock_only: the draw must come from the stock (`deal.opening-offer`).
        claimed: the last discard has been claimed; there is no second claim on it (`call.race`).
    """

    taken: int = 0
    plays: tuple[Action, ...] = ()
    stock_only: bool = False
    claimed: bool = False


#: A turn in which nothing has happened yet.
NEW_TURN: Final = Turn()


@record
class Open:
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
    """Hand sizes by seat as `Open.sizes` holds them."""
    packed = 0
    for seat, cards in enumerate(sizes):
        packed |= cards << _SIZE_BITS * seat
    return packed


#: What one card of each seat counts in `Open.sizes`.
ONE_CARD: Final = tuple(1 << _SIZE_BITS * seat for seat in range(8))


def with_seat(bags: tuple[int, ...], seat: int, bag: int) -> tuple[int, ...]:
    """The bags of all seats, one seat's changed."""
    if len(bags) == 2:
        return (bags[0], bag) if seat else (bag, bags[1])
    return (*bags[:seat], bag, *bags[seat + 1 :])


def size_change(seat: int, cards: int) -> int:
    """What to add to `Open.sizes` when a seat's hand grows by so many cards."""
    return cards << _SIZE_BITS * seat if cards >= 0 else -(-cards << _SIZE_BITS * seat)


@record
class State:
    """The whole state of a hand; data alone, immutable, hashable, comparable, picklable.

    Attributes:
        open: what lies open to all.
        hands: each seat's hand, as a bag.
        drawn: the cards that this turn drew from the stock, as a bag.
        stock: the stock, the next card first.
        slots: what plugins remember, in the order of the rules' plugins.
    """

    open: Open
    hands: tuple[int, ...]
    drawn: int
    stock: bytes
    slots: tuple[object, ...] = ()

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand, in a fixed order."""
        return cards_of(self.hands[seat])

    def __repr__(self) -> str:
        """What lies open, in short: a state in a log gives no hidden card away."""
        return f"<State: {_in_short(self.open)}>"


@record
class View:
    """What one seat may know.

    Attributes:
        seat: whose view it is; -1 for a spectator.
        open: what lies open to all.
        hand: the seat's own hand, as a bag.
        drawn: what it drew from the stock this turn, as a bag.
        slots: what plugins show to this seat.
    """

    seat: int
    open: Open
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
        return f"<View: {whose}; {_in_short(self.open)}>"


def _in_short(open_: Open) -> str:
    sizes = " ".join(str(open_.hand_size(seat)) for seat in range(open_.seats))
    return (
        f"{open_.phase}, seat {open_.to_act} on turn, hands of {sizes}, {len(open_.table)} melds, "
        f"pile {cards_text(open_.pile) or 'empty'}, {open_.stock_count} in the stock"
    )
