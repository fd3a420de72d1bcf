"""Records as named tuples, made by `tuple.__new__`.

Throw-away, kept as evidence for docs/design/state-spike.md.
"""

from __future__ import annotations

from typing import NamedTuple


class Open(NamedTuple):
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


class State(NamedTuple):
    open: Open
    hands: tuple[int, int]
    drawn: int
    stock: bytes


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
    return tuple.__new__(
        Open,
        (
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
        ),
    )


def make_state(
    open: Open,
    hands: tuple[int, int],
    drawn: int,
    stock: bytes,
) -> State:
    return tuple.__new__(
        State,
        (
            open,
            hands,
            drawn,
            stock,
        ),
    )
