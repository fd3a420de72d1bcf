"""Records the messages of a version: its requests, answers of every kind, the published schema and types.

    uv run --all-packages python -m tests.table.wire.record

Record only for a new `VERSION`, and then under a new name: a later commit is tested with what was shipped.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any, Final

from tests.table.wire.games import QUESTIONS, played, request
from tools.pages import wire as wire_pages

import rummy500 as r5
from rummy500.wire import Answer, message_data, protocol, serving, view_message
from rummy500.wire.messages import UpdateMessage

FOLDER: Final = Path(__file__).with_name("recorded")
RECORDED: Final = FOLDER / f"version-{protocol.VERSION}.json.gz"
CLIENT: Final = FOLDER / "client.mjs"

#: Requests of every kind, in every form.
REQUESTS: Final[tuple[dict[str, Any], ...]] = (
    *(question for question in QUESTIONS if question["type"] != "nonsense"),
    {"type": "submit", "decision": 7, "action": "take 4d with {4d 4h 4c}"},
    {"type": "undo", "decision": 7},
    {"type": "answer-undo", "decision": 7, "agree": True},
    {"type": "answer-undo", "decision": 7, "agree": False},
    {"type": "ask-update"},
    {"type": "ask-update", "since": None},
    {"type": "ask-choices", "preset": "pagat", "plugins": ["oklahoma"]},
)


def answers(preset: str, plugins: tuple[str, ...], seats: int, steps: int) -> list[Answer]:
    """Answers of every kind, at a table that is played at random."""
    rules, found = r5.compose(preset, plugins, seats=seats), list[Answer]()
    for table, seat, message in played(rules, random.Random(5), steps):
        found.append(message)
        if not isinstance(message, UpdateMessage):
            continue
        found.append(serving.match_message(table.match))
        if table.moments:
            moment = table.moments[-1]
            moved = r5.changes(rules, moment.before, moment.action, moment.after, seat)
            found.append(serving.changes_message(moved))
        if table.hand is not None:
            view = r5.observe(rules, table.hand, seat)
            found += [view_message(rules, view), serving.score_message(r5.score_hand(rules, view))]
            found += [] if seat is None else [serving.legal_message(rules, view)]
    return found


def main() -> None:
    """Write the record."""
    kept: dict[str, list[dict[str, Any]]] = {}
    for message in answers("classic", ("oklahoma",), 3, 120):
        data = message_data(message)
        kept.setdefault(data["type"], []).append(data)
    record = {
        "schema": wire_pages.schema(),
        "types": wire_pages.typescript(),
        "requests": [request(each) for each in REQUESTS],
        "answers": [each for found in kept.values() for each in found[:: max(1, len(found) // 8)]],
    }
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    FOLDER.mkdir(exist_ok=True)
    RECORDED.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
