"""Records as frozen slotted attrs classes, each made from an older one by `attrs.evolve`.

Every field is named, which is the cheapest case: evolve has none to look up.

Throw-away, kept as evidence for docs/design/state-spike.md.
"""

from __future__ import annotations

from attrs import evolve, frozen


@frozen
class Open:
    table: tuple[int, ...]
    pile: bytes
    stock_count: int
    sizes: int
    known: tuple[int, int]
    laid: tuple[int, int]
    dealer: int
    to_act: int
    phase: int
    must: int
    taken: int
    last: int
    turn: int
    idle: int


@frozen
class State:
    open: Open
    hands: tuple[int, int]
    drawn: int
    stock: bytes


_OPEN = Open((), b"", 0, 0, (0, 0), (0, 0), 0, 0, 0, 0, 0, 0, 0, 0)
_STATE = State(_OPEN, (0, 0), 0, b"")


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
    return evolve(
        _OPEN,
        table=table,
        pile=pile,
        stock_count=stock_count,
        sizes=sizes,
        known=known,
        laid=laid,
        dealer=dealer,
        to_act=to_act,
        phase=phase,
        must=must,
        taken=taken,
        last=last,
        turn=turn,
        idle=idle,
    )


def make_state(
    open: Open,
    hands: tuple[int, int],
    drawn: int,
    stock: bytes,
) -> State:
    return evolve(
        _STATE,
        open=open,
        hands=hands,
        drawn=drawn,
        stock=stock,
    )
