"""Tests of errors of tables: a catalogue of what a table refuses, of wrong saved tables, programs and selections."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from tests.errors import Errors
from tests.table.test_picture import HAND
from tests.table.test_programs import NAMES, is_asked
from tests.table.test_programs import RULES as PAGAT
from tests.table.test_saving import RULES, mid_hand, played, saved
from tests.table.test_selection import AUDIT
from tests.table.test_table import NO_WINDOW, WINDOW, at, source

import rummy500 as r5
from rummy500.notation.toml import MOST_DOCUMENT
from rummy500.players import PlayerError
from rummy500.table import (
    Table,
    TableError,
    advance,
    answer_program,
    append_entries,
    ask_program,
    deal_hand,
    entries_since,
    let_go,
    messages,
    open_table,
    replace_seat,
    submit,
    table_from_json,
    table_to_json,
    time_is_up,
)
from rummy500.table.log import replay


def called(seat: Any, decision: int, programs: dict[int, str] | None = None) -> Callable[[], object]:
    """Draw where seat 2 has called, or, with programs, where it has not."""

    def draws() -> object:
        table = at(WINDOW, programs)
        table = table if programs else submit(table, 2, 1, "call 9s on m1", source())
        return submit(table, seat, decision, "draw", source())

    return draws


def open_of_two(names: Any, programs: Any = None, position: r5.Position | None = None) -> Table:
    """Open a table with what a form on a page has sent."""
    return open_table(r5.compose("pagat", seats=2), names, programs=programs, position=position)


def over() -> r5.Position:
    hand = advance(played(), random.Random(3)).last_hand
    assert hand is not None
    return r5.Position(RULES, hand.end)


def up(decision: Any, kind: Any) -> Callable[[], object]:
    return lambda: time_is_up(at(NO_WINDOW), decision, kind, source())


def bots(programs: dict[int, str], players: Any) -> Table:
    return open_table(PAGAT, NAMES, programs=programs, dealer=0, players=players)


def answered(text: str | None, *, late: bool = False, left: bool = False) -> object:
    """Answer what the program at seat 1 was asked: it may draw."""
    table = deal_hand(bots({1: "random", 2: "random"}, ["random"]), random.Random(7))
    question = is_asked(ask_program(table, random.Random(1)))
    action = None if text is None else r5.parse_action(text, rules=PAGAT)
    if late:
        after = answer_program(table, question, r5.parse_action("1: draw", rules=PAGAT), random.Random(1))
        assert isinstance(after, Table)
        table = after
    return answer_program(replace_seat(table, 1, "Dana") if left else table, question, action, random.Random(1))


#: What a table refuses; the key of the refusal is written, too.
REFUSED: Final[dict[str, Callable[[], object]]] = {
    "let go, who is not asked": lambda: let_go(at(WINDOW), 0, 1),
    "let go without a window": lambda: let_go(at(NO_WINDOW), 2, 1),
    "the time of a window without one is up": up(1, "window"),
    **{f"the time of {kind!r} {decision!r} is up": up(decision, kind)
       for decision, kind in ((1, "windows"), (1, None), ("1", "turn"), (True, "turn"))},
    "draw after a call": called(1, 1),
    "draw after one's own call": called(2, 1),
    "draw in a decision that is none yet": called(2, 3),
    "draw in a decision that is past": called(2, 0),
    "the time is up after a call": lambda: time_is_up(
        submit(at(WINDOW), 2, 1, "call 9s on m1", source()), 1, "window", source()
    ),
    "draw for a program": called(2, 1, {2: "medium"}),
    **{f"draw at seat {seat}": called(seat, 1, {2: "medium"}) for seat in (3, None)},
    "messages to seat 3": lambda: messages(at(WINDOW), 3),
    **{f"opened with {names} and {programs}": partial(open_of_two, names, programs)
       for names, programs in (
           (["Ann"], None), ("AB", {}), (["A", 5], {}), (["A", "B"], {2: "medium"}), (["A", "B"], {"1": "medium"}),
           (["A", "B"], {1: "meduim"}))},
    "opened with a hand that is over": lambda: open_table(RULES, ["Ann", "Bob"], position=over()),
    "opened with a position of other rules": lambda: open_of_two(["Ann", "Bob"], position=mid_hand()),
    **{f"seat 1 replaced by {words}": partial(lambda *words: replace_seat(at(WINDOW), 1, *words), *words)
       for words in (("",), ("a\nb",), ("Bob", "gredy"))},
    "a deal in a hand": lambda: deal_hand(at(WINDOW), source()),
    "a replay of no entries": lambda: replay(RULES, ()),
    "an answer that is late": partial(answered, "1: draw", late=True),
    "an answer for somebody else": partial(answered, "1: draw", left=True),
    "opened with a player that strangers may not choose": lambda: bots({1: "random"}, ["medium"]),
    "replaced by a player that strangers may not choose": lambda: replace_seat(
        open_table(PAGAT, NAMES), 1, "Bot", "random", players=["medium"]
    ),
}  # fmt: skip
#: What cannot follow in a log.
ENTRIES: Final[tuple[object, ...]] = (
    *("1: meld {4h 4c 4d}", "0: fly", 7, {}, {"deck": "4h"}, {"deck": "4x"}, {"let_go": 9}, {"let_go": "1"}),
    *({"window": "open"}, {"kept": "1: draw"}, {"kept": "1: draw", "by": 1}, {"undo": "wanted", "seat": 1}),
    *({"undone": 2}, *({"replaced": seat, "name": "Eve", "player": who} for seat, who in ((5, "person"), (1, "root")))),
    *({"seats": seats, "dealer": 0} for seats in ([{"name": "A", "player": "person"}] * 2, [])),
)
#: Logs that were tampered with.
LOGS: Final[dict[str, Callable[[list[Any]], object]]] = {
    "without its first entry": lambda log: log[1:],
    "without entries": lambda log: [],
    "without its first action": lambda log: [*log[:2], *log[3:]],
    "with a dealer who is none": lambda log: [{**log[0], "dealer": 2}, *log[1:]],
    "with a card twice": lambda log: [log[0], {"deck": log[1]["deck"].replace("4h", "5h")}, *log[2:]],
    "with an action before the deal": lambda log: [log[0], log[2], *log[1:]],
    "that is no list": lambda log: {},
}


def refused(attempt: Callable[[], object]) -> str:
    with pytest.raises(TableError) as caught:
        attempt()
    return f"{caught.value} [{caught.value.refusal.key}]"


def of_player(attempt: Callable[[], object]) -> str:
    with pytest.raises(PlayerError) as raised:
        attempt()
    return f"{raised.value} [seat {raised.value.seat}]"


def read(change: Callable[[list[Any]], object], data: dict[str, Any] | None = None) -> None:
    """Read a saved table whose log, at the start of the document, is another one."""
    data = saved() if data is None else data
    table_from_json(json.dumps({"log": change(data.pop("log")), **data}, indent=1))


def followed(entry: object, log: list[Any]) -> list[Any]:
    return [*log, entry]


def read_twice_a_card() -> None:
    data = json.loads(table_to_json(open_table(RULES, ["Ann", "Bob"], position=mid_hand())))
    data["log"][0]["position"]["hands"][0] = "As As"
    read(lambda log: log, data)


ERRORS = Errors(
    __file__,
    {
        **{name: partial(refused, attempt) for name, attempt in REFUSED.items()},
        **{f"a log that goes on with {entry!r:.60}": partial(read, partial(followed, entry)) for entry in ENTRIES},
        **{f"a log {name}": partial(read, change) for name, change in LOGS.items()},
        "a position with a card twice": read_twice_a_card,
        "another format": lambda: table_from_json('{"format": "rummy500 table 2"}'),
        "an unknown field": lambda: read(lambda log: log, saved() | {"extra": 1}),
        "too long": lambda: table_from_json(" " * (MOST_DOCUMENT + 1)),
        "an entry that is none": lambda: append_entries(
            played(), ['{"format": "rummy500 table entry 1", "entry": null}']
        ),
        "read with other rules": lambda: table_from_json(table_to_json(played()), rules=r5.compose("pagat", seats=2)),
        **{f"entries since {since!r}": partial(lambda number: entries_since(played(), number), since)
           for since in (-1, None, "1", True)},
        **{f"the answer {text}": partial(of_player, partial(answered, text))
           for text in (None, "2: draw", "1: discard 2c")},
        "a player of one's own that is not here": partial(
            of_player, lambda: advance(deal_hand(bots({1: "slow"}, ["slow"]), random.Random(7)), random.Random(1))
        ),
        "read without a player of one's own": lambda: table_from_json(table_to_json(bots({1: "slow"}, ["slow"]))),
        "players as a word": lambda: bots({1: "random"}, "medium"),
        **{f"why not {selected!r:.12}": partial(r5.why_no_action, AUDIT.rules, AUDIT.state, 0, selected)
           for selected in ("??", "9h ??", "9x", [99], [-1], [3] * 101)},
        "completions of 4x": lambda: r5.completions(AUDIT.rules, AUDIT.state, 0, "4x"),
        "no completions": lambda: r5.completions(AUDIT.rules, AUDIT.state, 0, "4d", limit=0),
        "a picture of 10": lambda: r5.svg(HAND.rules, HAND.state, width=10),
        "a picture with too few names": lambda: r5.svg(HAND.rules, HAND.state, names=("Ann",)),
    },
)  # fmt: skip


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)
