"""A table as an immutable value: who is asked, what was sent, what each seat is shown.

Functions return another table and leave the one given as it was. There is no clock, no thread and no I/O here, and
randomness is handed in where chance falls: your server owns the sockets, the clock and the storage.

Examples:
    >>> import random
    >>> import rummy500 as r5
    >>> from rummy500.table import advance, deal_hand, messages, open_table, submit, waiting
    >>> rules, source = r5.compose("classic", seats=2), random.Random(7)
    >>> table = open_table(rules, ["Ann", "Bot"], programs={1: "medium"}, dealer=1)
    >>> table = advance(deal_hand(table, source), source)
    >>> waiting(table)
    Waiting(decision=1, kind='turn', seats=(0,), on_turn=0)
    >>> table = submit(table, 0, 1, "draw", source)
    >>> submit(table, 0, 1, "draw", source)
    Traceback (most recent call last):
    rummy500.table.table.TableError: You have answered that already.
    >>> [message.text for message in messages(table, 1, since=2)]
    ['0: draw']
"""

from rummy500.faces import face

face(
    __name__,
    {
        "rummy500.table.acting": (
            "Asked advance advancing answer_program answer_undo ask_program ask_undo deal_hand let_go open_table "
            "replace_seat submit time_is_up"
        ),
        "rummy500.table.log": "MOST_ENTRIES append replay",
        "rummy500.table.messages": "Message last_number messages",
        "rummy500.table.saving": (
            "append_entries entries_since table_from_json table_from_snapshot table_to_json table_to_snapshot"
        ),
        "rummy500.table.table": (
            "Acted DEFAULT Dealt Entry HandStart Kept LastHand LetGo Moment Opened PERSON Replaced Seat Table "
            "TableError UndoAnswered UndoAsked UndoRequest Undone Waiting WindowEnded everyone_let_go "
            "programs_are_next waiting"
        ),
    },
)
