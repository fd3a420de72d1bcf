"""A table as an immutable value: who is asked, what was sent, what each seat is shown.

Functions return another table and leave the one given as it was. There is no clock, no thread and no I/O here, and
randomness is handed in where chance falls: your server owns the sockets, the clock and the storage.

Examples:
    >>> import random
    >>> import rummy500 as r5
    >>> from rummy500.table import deal_hand, messages, open_table, submit, waiting
    >>> rules, source = r5.compose("classic", seats=2), random.Random(7)
    >>> table = open_table(rules, ["Ann", "Eve"], programs={1: "medium"}, dealer=1)
    >>> table = deal_hand(table, source)
    >>> waiting(table)
    Waiting(decision=1, kind='turn', seats=(0,), on_turn=0)
    >>> table = submit(table, 0, 1, "draw", source)
    >>> submit(table, 0, 1, "draw", source)
    Traceback (most recent call last):
    rummy500.table.table.TableError: You have answered that already.
    >>> [message.text for message in messages(table, 1, since=2)]
    ['0: draw']
"""

from rummy500.base.lazy import face

face(__name__)
