# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.wire.convert import MOST_REQUEST as MOST_REQUEST, message_data as message_data, message_json as message_json, read_answer as read_answer, read_request as read_request, view_from_json as view_from_json, view_message as view_message, view_to_json as view_to_json
from rummy500.wire.protocol import ANSWERS as ANSWERS, Answer as Answer, REQUESTS as REQUESTS, Request as Request, VERSION as VERSION
from rummy500.wire.serving import Handled as Handled, LISTED as LISTED, MOST_EVENTS as MOST_EVENTS, changes_message as changes_message, choices_message as choices_message, error_message as error_message, handle as handle, legal_message as legal_message, match_message as match_message, refusal_message as refusal_message, rules_message as rules_message, score_message as score_message, sheet_message as sheet_message, update_message as update_message

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
