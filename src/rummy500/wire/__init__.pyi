# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.wire.convert import MOST_REQUEST, message_data, message_json, read_answer, read_request, view_from_json, view_message, view_to_json
from rummy500.wire.protocol import ANSWERS, Answer, REQUESTS, Request, VERSION
from rummy500.wire.serving import Handled, LISTED, MOST_EVENTS, changes_message, choices_message, error_message, handle, legal_message, match_message, refusal_message, rules_message, score_message, sheet_message, update_message

__all__ = [
    "ANSWERS",
    "Answer",
    "Handled",
    "LISTED",
    "MOST_EVENTS",
    "MOST_REQUEST",
    "REQUESTS",
    "Request",
    "VERSION",
    "changes_message",
    "choices_message",
    "error_message",
    "handle",
    "legal_message",
    "match_message",
    "message_data",
    "message_json",
    "read_answer",
    "read_request",
    "refusal_message",
    "rules_message",
    "score_message",
    "sheet_message",
    "update_message",
    "view_from_json",
    "view_message",
    "view_to_json",
]
