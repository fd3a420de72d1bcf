"""Tables that are played by requests, for tests of the wire."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any, Final

import rummy500 as r5
from rummy500.rules.rules import Rules
from rummy500.table import Table, advance, deal_hand, open_table, time_is_up, waiting
from rummy500.wire import Answer, handle, update_message

#: Questions that any seat may ask at any time, right or wrong.
QUESTIONS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "ask-update", "since": 0},
    {"type": "select", "cards": ["4h"]},
    {"type": "select", "cards": ["9s", "9h"]},
    {"type": "select", "cards": []},
    {"type": "ask-why", "action": "discard 9s"},
    {"type": "ask-why", "action": "discard"},
    {"type": "ask-hint"},
    {"type": "describe", "what": "rules"},
    {"type": "describe", "what": "sheet"},
    {"type": "ask-choices", "preset": "pagat"},
    {"type": "ask-choices", "preset": "nowhere"},
    {"type": "let-go", "decision": 3},
    {"type": "submit", "decision": 1, "action": "draw"},
    {"type": "nonsense"},
)


def checker(schema: object) -> Any:
    """A validator of jsonschema, which takes long to load."""
    draft = import_module("jsonschema").Draft202012Validator
    draft.check_schema(schema)
    return draft(schema)


def request(of: dict[str, Any]) -> str:
    """Write a request as a client does."""
    return json.dumps({"version": 1, **of})


def submit_any(table: Table, source: random.Random) -> tuple[int, str] | None:
    """Choose a seat that is asked, and write one of its legal actions as a request; `None` if it has none."""
    asked = waiting(table)
    if table.hand is None or not asked.seats:
        return None
    seat = source.choice(asked.seats)
    view = r5.observe(table.rules, table.hand, seat)
    legal = list(islice(r5.legal_actions(table.rules, view).plain(), 60))
    if not legal:
        return None
    action = r5.action_text(source.choice(legal), view)
    return seat, request({"type": "submit", "decision": asked.decision, "action": action})


def played(rules: Rules, source: random.Random, steps: int) -> Iterator[tuple[Table, int | None, Answer]]:
    """Play a table by random requests; yield every message that a seat or a spectator gets, with the table."""
    names = [f"Seat {seat}" for seat in range(rules.seats)]
    table = open_table(rules, names, programs={rules.seats - 1: "medium"})
    last: dict[int | None, int] = dict.fromkeys((*range(rules.seats), None), 0)
    for _ in range(steps):
        if table.match.is_over:
            return
        asked = waiting(table)
        chosen = submit_any(table, source)
        if asked.kind == "deal":
            table = advance(deal_hand(table, source), source)
        elif chosen is None or (asked.kind == "window" and source.random() < 0.5):
            table = advance(time_is_up(table, asked.decision, "window", source), source)
        else:
            handled = handle(table, *chosen, source)
            table = advance(handled.table, source)
            if handled.answer is not None:
                yield table, chosen[0], handled.answer
        seat = source.choice([*range(rules.seats), None])
        question = source.choice(QUESTIONS)
        asked_now = handle(table, seat, request(question), source, hints=True)
        table = asked_now.table
        if asked_now.answer is not None:
            yield table, seat, asked_now.answer
        update = update_message(table, seat, last[seat])
        last[seat] = update.number
        yield table, seat, update
