"""The state of a hand: what is open to all, and what is not.

`Open` is the public record. `State` adds what is hidden: the hands, what was drawn unseen, the stock. A `View` is the
public record with one seat's own cards and nothing else: it is what players see, and what lists and checks moves is
given a view and never the state.
"""

from __future__ import annotations

from typing import Final, final

from rummy500.cards import cards_of, cards_text
from rummy500.public import NEW_TURN, ONE_CARD, Open, Turn, packed_sizes, size_change, with_seat
from rummy500.records import seal

__all__ = [  # the parts of a state are imported from here, those of `public` too
    "DRAW_PHASE",
    "ENDED_CIRCLE",
    "ENDED_OUT",
    "ENDED_STOCK",
    "NEW_TURN",
    "OFFER_PHASE",
    "ONE_CARD",
    "OVER_PHASE",
    "PLAY_PHASE",
    "RESHUFFLE_PHASE",
    "Open",
    "State",
    "Turn",
    "View",
    "packed_sizes",
    "size_change",
    "with_seat",
]

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


@final
class State:
    """The whole state of a hand; data alone, immutable, hashable, comparable, picklable.

    Attributes:
        open: what lies open to all.
        hands: each seat's hand, as a bag.
        drawn: the cards that this turn drew from the stock, as a bag.
        stock: the stock, the next card first.
        slots: what plugins remember, in the order of the rules' plugins.
    """

    __match_args__: Final = ("open", "hands", "drawn", "stock", "slots")
    __slots__ = __match_args__

    open: Final[Open]
    hands: Final[tuple[int, ...]]
    drawn: Final[int]
    stock: Final[bytes]
    slots: Final[tuple[object, ...]]

    def __init__(
        self,
        open: Open,  # noqa: A002 - the field's name
        hands: tuple[int, ...],
        drawn: int,
        stock: bytes,
        slots: tuple[object, ...] = (),
    ) -> None:
        self.open = open
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
            self.open == other.open
            and self.hands == other.hands
            and self.drawn == other.drawn
            and self.stock == other.stock
            and self.slots == other.slots
        )

    def __hash__(self) -> int:
        return hash((self.open, self.hands, self.drawn, self.stock, self.slots))

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self.open, self.hands, self.drawn, self.stock, self.slots)

    def cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat's hand, in a fixed order."""
        return cards_of(self.hands[seat])

    def __repr__(self) -> str:
        """What lies open, in short: a state in a log gives no hidden card away."""
        return f"<State: {_in_short(self.open)}>"


seal(State)


@final
class View:
    """What one seat may know.

    Attributes:
        seat: whose view it is; -1 for a spectator.
        open: what lies open to all.
        hand: the seat's own hand, as a bag.
        drawn: what it drew from the stock this turn, as a bag.
        slots: what plugins show to this seat.
    """

    __match_args__: Final = ("seat", "open", "hand", "drawn", "slots")
    __slots__ = __match_args__

    seat: Final[int]
    open: Final[Open]
    hand: Final[int]
    drawn: Final[int]
    slots: Final[tuple[object, ...]]

    def __init__(
        self,
        seat: int,
        open: Open,  # noqa: A002 - the field's name
        hand: int,
        drawn: int,
        slots: tuple[object, ...] = (),
    ) -> None:
        self.seat = seat
        self.open = open
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
            and self.open == other.open
            and self.hand == other.hand
            and self.drawn == other.drawn
            and self.slots == other.slots
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.open, self.hand, self.drawn, self.slots))

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self.seat, self.open, self.hand, self.drawn, self.slots)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the seat's own hand, in a fixed order."""
        return cards_of(self.hand)

    def __repr__(self) -> str:
        """What the seat sees, in short."""
        whose = f"seat {self.seat} holds {cards_text(self.cards) or 'nothing'}" if self.seat >= 0 else "a spectator"
        return f"<View: {whose}; {_in_short(self.open)}>"


seal(View)


def _in_short(open_: Open) -> str:
    sizes = " ".join(str(open_.hand_size(seat)) for seat in range(open_.seats))
    return (
        f"{open_.phase}, seat {open_.to_act} on turn, hands of {sizes}, {len(open_.table)} melds, "
        f"pile {cards_text(open_.pile) or 'empty'}, {open_.stock_count} in the stock"
    )
