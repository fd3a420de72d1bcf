"""Records as hand-written final slotted classes, sealed in both modes.

Compiled, `Final` attributes of a native class have no setter. Interpreted, the last line of
`__init__` turns the instance into a subclass of the same layout that refuses to be written.

Throw-away, kept as evidence for docs/design/state-spike.md.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn, final

COMPILED: Final = not __file__.endswith(".py")


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is immutable: {name}")


def _seal(cls: type) -> Any:
    """The class that instances of `cls` become; of no use, and not made, when compiled."""
    if COMPILED:
        return None
    body = {"__slots__": (), "__setattr__": _refuse, "__delattr__": _refuse}
    body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
    return type(cls.__name__, (cls,), body)


@final
class Open:
    __slots__ = (
        "table",
        "pile",
        "stock_count",
        "sizes",
        "known",
        "laid",
        "dealer",
        "to_act",
        "phase",
        "must",
        "taken",
        "last",
        "turn",
        "idle",
    )
    table: Final[tuple[int, ...]]
    pile: Final[bytes]
    stock_count: Final[int]
    sizes: Final[int]
    known: Final[tuple[int, int]]
    laid: Final[tuple[int, int]]
    dealer: Final[int]
    to_act: Final[int]
    phase: Final[int]
    must: Final[int]
    taken: Final[int]
    last: Final[int]
    turn: Final[int]
    idle: Final[int]

    def __init__(
        self,
        table: tuple[int, ...],
        pile: bytes,
        stock_count: int,
        sizes: int,
        known: tuple[int, int],
        laid: tuple[int, int],
        dealer: int,
        to_act: int,
        phase: int,
        must: int,
        taken: int,
        last: int,
        turn: int,
        idle: int,
    ) -> None:
        self.table = table
        self.pile = pile
        self.stock_count = stock_count
        self.sizes = sizes
        self.known = known
        self.laid = laid
        self.dealer = dealer
        self.to_act = to_act
        self.phase = phase
        self.must = must
        self.taken = taken
        self.last = last
        self.turn = turn
        self.idle = idle
        if not COMPILED:
            self.__class__ = _sealed_open

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Open):
            return NotImplemented
        return (
            self.table == other.table
            and self.pile == other.pile
            and self.stock_count == other.stock_count
            and self.sizes == other.sizes
            and self.known == other.known
            and self.laid == other.laid
            and self.dealer == other.dealer
            and self.to_act == other.to_act
            and self.phase == other.phase
            and self.must == other.must
            and self.taken == other.taken
            and self.last == other.last
            and self.turn == other.turn
            and self.idle == other.idle
        )

    def __hash__(self) -> int:
        return hash(
            (
                self.table,
                self.pile,
                self.stock_count,
                self.sizes,
                self.known,
                self.laid,
                self.dealer,
                self.to_act,
                self.phase,
                self.must,
                self.taken,
                self.last,
                self.turn,
                self.idle,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Open, (
            self.table,
            self.pile,
            self.stock_count,
            self.sizes,
            self.known,
            self.laid,
            self.dealer,
            self.to_act,
            self.phase,
            self.must,
            self.taken,
            self.last,
            self.turn,
            self.idle,
        )


@final
class State:
    __slots__ = (
        "open",
        "hands",
        "drawn",
        "stock",
    )
    open: Final[Open]
    hands: Final[tuple[int, int]]
    drawn: Final[int]
    stock: Final[bytes]

    def __init__(
        self,
        open: Open,
        hands: tuple[int, int],
        drawn: int,
        stock: bytes,
    ) -> None:
        self.open = open
        self.hands = hands
        self.drawn = drawn
        self.stock = stock
        if not COMPILED:
            self.__class__ = _sealed_state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.open == other.open
            and self.hands == other.hands
            and self.drawn == other.drawn
            and self.stock == other.stock
        )

    def __hash__(self) -> int:
        return hash(
            (
                self.open,
                self.hands,
                self.drawn,
                self.stock,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        return State, (
            self.open,
            self.hands,
            self.drawn,
            self.stock,
        )


_sealed_open: Final = _seal(Open)
_sealed_state: Final = _seal(State)


def make_open(
    table: tuple[int, ...],
    pile: bytes,
    stock_count: int,
    sizes: int,
    known: tuple[int, int],
    laid: tuple[int, int],
    dealer: int,
    to_act: int,
    phase: int,
    must: int,
    taken: int,
    last: int,
    turn: int,
    idle: int,
) -> Open:
    return Open(
        table,
        pile,
        stock_count,
        sizes,
        known,
        laid,
        dealer,
        to_act,
        phase,
        must,
        taken,
        last,
        turn,
        idle,
    )


def make_state(
    open: Open,
    hands: tuple[int, int],
    drawn: int,
    stock: bytes,
) -> State:
    return State(
        open,
        hands,
        drawn,
        stock,
    )
