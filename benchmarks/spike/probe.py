"""Measures one staged kind of record; prints JSON. Started by run.py, in the staged directory.

Throw-away, kept as evidence for docs/design/state-spike.md.
"""

# ruff: noqa: B018, B023 (bare reads are what is timed; each lambda is called at once)
from __future__ import annotations

import json
import pickle
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import loops
import records
import step

N = 20_000
HANDS = 100
REPEATS = 9
FIELDS = (
    "table", "pile", "stock_count", "sizes", "known", "laid", "dealer", "to_act", "phase",
    "must", "taken", "last", "turn", "idle",
)  # fmt: skip


def best(run: Callable[[], object]) -> float:
    """Seconds, the least of several."""
    least = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least


def calibration() -> None:
    left, right = frozenset(range(13)), frozenset(range(6, 19))
    for _ in range(N):
        left & right


def read_outside(view: records.Open) -> None:
    """Ten reads by an interpreted caller."""
    for _ in range(N):
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn
        view.turn


def outside_nothing() -> None:
    for _ in range(N):
        pass


def refusals(order: bytes) -> dict[str, str]:
    """How each way to write a record from outside ends, each tried on a fresh record."""
    other = step.middle(order, 12).open
    again = [getattr(other, name) for name in FIELDS]
    tries: dict[str, Callable[[Any], object]] = {
        "`record.turn = 99`": lambda view: setattr(view, "turn", 99),
        "`del record.turn`": lambda view: delattr(view, "turn"),
        "`record.new = 1`": lambda view: setattr(view, "new", 1),
        "`object.__setattr__(record, ...)`": lambda view: object.__setattr__(view, "turn", 99),
        "`record.__init__(...)` again": lambda view: view.__init__(*again),
    }
    found = {}
    for name, attempt in tries.items():
        view, same = step.middle(order, 20).open, step.middle(order, 20).open
        try:
            attempt(view)
        except (AttributeError, TypeError) as error:
            found[name] = type(error).__name__
        else:
            found[name] = "no effect" if view == same else "**written**"
    return found


def shifts() -> dict[str, str]:
    """Where shifts that a mask can need go wrong."""
    wrong = {
        "`1 << c`, int, c < 200": [c for c in range(200) if loops.shift(c) != 1 << c],
        "`mask << c >> c`, int": [c for c in range(200) if loops.shift_wide(1023, c) != 1023],
        "`1 << c`, i64, c < 63": [c for c in range(63) if loops.shift_i64(c) != 1 << c],
        "`x << c`, i64": [c for c in range(63) if loops.shift_i64_argument(1, c) != 1 << c],
    }
    return {name: f"wrong from {bad[0]}" if bad else "right" for name, bad in wrong.items()}


def main() -> None:
    shuffler = random.Random(500)
    orders = [bytes(shuffler.sample(range(8, 60), 52)) for _ in range(HANDS)]

    def played() -> tuple[int, int, int]:
        shuffler.seed(7)
        return step.play(orders, shuffler.random)

    start = time.perf_counter()
    result = played()
    cold = time.perf_counter() - start
    one, two = step.middle(orders[0], 20), step.middle(orders[0], 20)
    assert one == two
    assert one.open is not two.open
    assert hash(one) == hash(two)
    copy = pickle.loads(pickle.dumps(one, 5))
    assert copy == one
    assert type(copy) is type(one)

    empty, outside = best(lambda: loops.nothing(N, one, two)), best(outside_nothing)
    nanoseconds = {"calibration": (best(calibration) - outside) / N * 1e9}
    for name in ("construct_open", "construct_state", "read", "hash_open", "eq_open"):
        loop = getattr(loops, name)
        nanoseconds[name] = (best(lambda: loop(N, one, two)) - empty) / N * 1e9
    nanoseconds["read"] /= 10
    nanoseconds["read_outside"] = (best(lambda: read_outside(one.open)) - outside) / N * 1e8
    nanoseconds["decision"] = best(played) / result[0] * 1e9
    nanoseconds["decision, caches empty"] = cold / result[0] * 1e9
    if "--check" in sys.argv:
        step.check(orders[:20], shuffler.random)
    report = {
        "nanoseconds": nanoseconds,
        "play": result,
        "size": {
            "pickled Open": len(pickle.dumps(one.open, 5)),
            "pickled State": len(pickle.dumps(one, 5)),
            "getsizeof Open": sys.getsizeof(one.open),
            "getsizeof State": sys.getsizeof(one),
        },
        "shifts": shifts(),
        "warts": {
            "`==` of equals, asked in the loop's module": bool(loops.eq_open(1, one, two)),
            "equal to a tuple": one.open == tuple(getattr(one.open, name) for name in FIELDS),
            "iterable": hasattr(one.open, "__iter__"),
            "indexable, has a length": hasattr(one.open, "__getitem__"),
            "a subclass works": subclassable(one.open),
        },
        "refusals": refusals(orders[0]),
    }
    print(json.dumps(report))


def subclassable(view: records.Open) -> bool:
    """Whether a subclass can be written and used."""
    try:
        type("Sub", (records.Open,), {})(*[getattr(view, name) for name in FIELDS])
    except TypeError:
        return False
    return True


if __name__ == "__main__":
    main()
