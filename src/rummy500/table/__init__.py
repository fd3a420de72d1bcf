"""A table as an immutable value: who is asked, what was sent, what each seat is shown.

Functions return another table and leave the one given as it was. There is no clock, no thread and no I/O here, and
randomness is handed in where chance falls: your server owns the sockets, the clock and the storage.

Examples:
    >>> import random
    >>> import rummy500 as r5
    >>> from rummy500.table import advance, messages, next_hand, open_table, submit, waiting
    >>> rules, source = r5.compose("classic", seats=2), random.Random(7)
    >>> table = open_table(rules, ["Ann", "Bot"], programs={1: "greedy"}, dealer=1)
    >>> table = advance(next_hand(table, source), source)
    >>> waiting(table)
    Waiting(decision=1, kind='turn', seats=(0,), on_turn=0)
    >>> table = submit(table, 0, 1, "draw", source)
    >>> submit(table, 0, 1, "draw", source)
    Traceback (most recent call last):
    rummy500.table.table.TableError: You have answered that already.
    >>> [message.text for message in messages(table, 1, since=2)]
    ['0: draw']
"""

from rummy500.table.log import MOST_ENTRIES, append, replay
from rummy500.table.messages import Message, messages
from rummy500.table.play import (
    advance,
    answer_undo,
    ask_undo,
    end_window,
    let_go,
    next_hand,
    open_table,
    replace_seat,
    submit,
    time_out,
)
from rummy500.table.saving import entry_from_json, entry_to_json, table_from_json, table_to_json
from rummy500.table.table import (
    DEFAULT,
    PERSON,
    Acted,
    Dealt,
    Entry,
    HandStart,
    Kept,
    LastHand,
    LetGo,
    Moment,
    Opened,
    Replaced,
    Seat,
    Table,
    TableError,
    UndoAnswered,
    UndoAsked,
    Undone,
    UndoRequest,
    Waiting,
    WindowEnded,
    everyone_let_go,
    waiting,
)

__all__ = [
    "DEFAULT",
    "MOST_ENTRIES",
    "PERSON",
    "Acted",
    "Dealt",
    "Entry",
    "HandStart",
    "Kept",
    "LastHand",
    "LetGo",
    "Message",
    "Moment",
    "Opened",
    "Replaced",
    "Seat",
    "Table",
    "TableError",
    "UndoAnswered",
    "UndoAsked",
    "UndoRequest",
    "Undone",
    "Waiting",
    "WindowEnded",
    "advance",
    "answer_undo",
    "append",
    "ask_undo",
    "end_window",
    "entry_from_json",
    "entry_to_json",
    "everyone_let_go",
    "let_go",
    "messages",
    "next_hand",
    "open_table",
    "replace_seat",
    "replay",
    "submit",
    "table_from_json",
    "table_to_json",
    "time_out",
    "waiting",
]
