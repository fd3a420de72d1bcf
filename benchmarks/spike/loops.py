"""Loops over one record, compiled with it: what each operation costs from inside.

Throw-away, kept as evidence for docs/design/state-spike.md.
"""

from __future__ import annotations

from mypy_extensions import i64
from records import Open, State, make_open, make_state


def nothing(n: int, a: State, b: State) -> int:
    for _ in range(n):
        pass
    return 0


def construct_open(n: int, a: State, b: State) -> int:
    table, pile, known, laid, must = (
        a.open.table,
        a.open.pile,
        a.open.known,
        a.open.laid,
        a.open.must,
    )
    for turn in range(n):
        made = make_open(table, pile, 20, 13, known, laid, 0, 1, 1, must, 0, 2, turn, 0)
    return made.turn


def construct_state(n: int, a: State, b: State) -> int:
    view, hands, stock = a.open, a.hands, a.stock
    for drawn in range(n):
        made = make_state(view, hands, drawn, stock)
    return made.drawn


def read(n: int, a: State, b: State) -> int:
    """Ten reads of five fields."""
    view: Open = a.open
    total = 0
    for _ in range(n):
        total += view.turn + view.idle + view.phase + view.to_act + view.sizes
        total += view.turn + view.idle + view.phase + view.to_act + view.sizes
    return total


def hash_open(n: int, a: State, b: State) -> int:
    view = a.open
    for _ in range(n):
        hash(view)
    return 0


def eq_open(n: int, a: State, b: State) -> int:
    one, two = a.open, b.open
    equal = False
    for _ in range(n):
        equal = one == two
    return int(equal)


def shift(c: int) -> int:
    return 1 << c


def shift_i64(c: i64) -> int:
    """mypy 2.4.1 compiles this to C's 32-bit `1 << c`: wrong from c = 31."""
    one: i64 = 1
    return one << c


def shift_i64_argument(one: i64, c: i64) -> int:
    return one << c


def shift_wide(mask: int, c: int) -> int:
    return mask << c >> c
