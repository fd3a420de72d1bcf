"""Tests of errors of the wire: a catalogue of what is wrong with views and requests, and how it is answered."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any, Final

import pytest
from tests.errors import Errors
from tests.table.wire.games import request
from tests.table.wire.test_messages import a_table, check_message, rules_and_view

from rummy500.wire import MOST_REQUEST, handle, message_json, read_request, read_view, view_message
from rummy500.wire.messages import ErrorMessage, RefusalData

#: Fields of a view that are wrong.
FIELDS: Final[list[dict[str, Any]]] = [
    *({"stock": stock} for stock in ("many", -3)),
    {"to_act": 7},
    *({"version": version} for version in (2, True)),
    *({"memory": memory} for memory in (5, {"colour": 1})),
    {"gone": ["As", 5]},
    *({"hands": hands} for hands in ([{"count": 7, "known": [None]}], [])),
    {"type": "score"},
    {"hand": ["4x"]},
    {"turn": "mine"},
]
#: What is no request, and requests with a fault.
SENT: Final[tuple[object, ...]] = (
    *(None, 5, b"draw", "", "{", "[]", "{}", "draw", '{"type": 5}', '{"type": "submit", "version": 1}'),
    *("[" * 5000, "x" * (MOST_REQUEST + 1), '{"type":["submit"],"version":1}'),
    '{"type":"submit","version":1,"decision":true,"action":"draw"}',
    '{"type":"submit","version":1,"decision":1,"action":"draw","seat":0}',
    request({"type": "describe", "what": "cards"}),
    request({"type": "select", "cards": ["4h"] * 101}),
)


def read_changed(change: dict[str, Any], lacks: str = "") -> None:
    rules, view = rules_and_view()
    rest = json.loads(message_json(view_message(rules, view)))
    read_view(rules, json.dumps(change | {key: rest[key] for key in rest if key not in (*change, lacks)}))


def answered(sent: object) -> str:
    """Return what two seats and a spectator are answered to something wrong, which changes nothing."""
    (table, _), answers = a_table(), []
    for seat in (0, 1, None):
        handled = handle(table, seat, sent, random.Random(1))
        assert handled.table is table
        assert isinstance(handled.answer, (ErrorMessage, RefusalData))
        check_message(handled.answer)
        answers.append(message_json(handled.answer))
        assert len(answers[-1]) < 2_000
    return "\n".join(dict.fromkeys(answers))


ERRORS = Errors(
    __file__,
    {
        **{f"a view with {change}": partial(read_changed, change) for change in FIELDS},
        **{f"a view without {lacks}": partial(read_changed, {}, lacks) for lacks in ("version", "type")},
        "a request of no type that there is": partial(read_request, '{"version": 1, "type": "sumbit"}'),
        "a request without a field": partial(read_request, '{"type": "submit", "version": 1, "action": "draw"}'),
        "a request on two lines": partial(
            read_request, '{"type": "submit", "version": 1,\n"action": "draw", "decision": 1.5}'
        ),
        **{f"sent {sent!r:.70}": partial(answered, sent) for sent in SENT},
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    if situation.startswith("a view "):
        rules_and_view()  # with a variant: where none is installed, the test is left out
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)
