"""JSON of all that crosses a wire: the messages of a server and of its clients.

`handle` answers the request of a client at a table, `update_message` is what every seat is sent when the table has
changed, and `message_json` writes either. `view_to_json` and `view_from_json` are for programs without a table. The
JSON Schema of every message is the file `schema.json` of this package, and `messages.d.ts` has types for TypeScript.
"""

from rummy500.faces import face

face(
    __name__,
    {
        "rummy500.wire.convert": (
            "MOST_REQUEST message_data message_json read_answer read_request view_from_json view_message view_to_json"
        ),
        "rummy500.wire.protocol": "ANSWERS Answer REQUESTS Request VERSION",
        "rummy500.wire.serving": (
            "Handled LISTED MOST_EVENTS changes_message choices_message error_message handle legal_message "
            "match_message refusal_message rules_message score_message sheet_message update_message"
        ),
    },
)
