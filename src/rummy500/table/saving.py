"""Reads and writes a table as JSON: its rules and its log. Reading replays the log, and judges every entry.

    {
      "format": "rummy500 table 1",
      "rules": {"preset": "classic", ...},
      "log": [
        {"seats": [{"name": "Ann", "player": "person"}, {"name": "Eve", "player": "medium"}], "dealer": 0},
        {"deck": "4h 2c ..."},
        "1: draw",
        {"kept": "0: draw"}, {"let_go": 1}, {"window": "ended"},
        {"undo": "asked", "seat": 0}, {"undo": "agreed", "seat": 1}, {"undone": 3},
        {"replaced": 1, "name": "Bob", "player": "person"}
      ]
    }

A table that began from a position has it in its first entry: `"position"`, with the keys of a position but its rules.
An action is text with its seat; an action of a seat whose time was up is `{"timed_out": "1: draw"}`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from io import BytesIO
from pickle import Pickler, Unpickler, UnpicklingError
from typing import Any, Final, cast
from zlib import crc32

import attrs

from rummy500 import __version__
from rummy500.base.errors import DealError, IllegalActionError, NotationError
from rummy500.base.inputs import require_min
from rummy500.cards.cards import cards_text
from rummy500.engine.match import MatchError, start_match
from rummy500.notation.actions import action_text, parse_action, parse_cards
from rummy500.notation.fields import Fields
from rummy500.notation.json import identity_table, open_json, rules_in, written_json
from rummy500.notation.position import position_table, read_position_of
from rummy500.rules.rules import Rules
from rummy500.table import entries
from rummy500.table.entries import Entry, Seat
from rummy500.table.log import append, append_all, check_players, opened
from rummy500.table.table import Table, TableError

TABLE_FORMAT: Final = "rummy500 table 1"
ENTRY_FORMAT: Final = "rummy500 table entry 1"


def table_to_json(table: Table) -> str:
    """Write a table, with its rules and every hidden card: a saved game, for the server alone.

    Args:
        table: the table.

    Raises:
        MatchError: for a table that takes more than `MOST_DOCUMENT` characters, which could not be read again.
    """
    log = [_entry_data(entry) for entry in table.log]
    return written_json({"format": TABLE_FORMAT, "rules": identity_table(table.rules), "log": log}, compact=True)


def table_from_json(text: str, *, rules: Rules | None = None, players: Collection[str] | None = None) -> Table:
    """Read a table from JSON, by replaying its log.

    Args:
        text: the text that `table_to_json` wrote.
        rules: its rules, if they have a plugin that was passed as an object, which has no name to be found by. They
            must have the identity in the text.
        players: the names of the players that may sit at it, as for `open_table`.

    Returns:
        A table equal to the one that was written.

    Raises:
        NotationError: with line, column and what was expected; also for an entry that the table does not allow.
        ComposeError: if its rules cannot be composed here, or are not the given ones.
    """
    fields = open_json(text, TABLE_FORMAT, ("format", "rules", "log"))
    rules = rules_in(fields, rules)
    listed = fields.table.get("log")
    if not isinstance(listed, list) or not listed:
        fields.fail("log", "a table has a log", "a list of entries")
    table: Table | None = None
    for place, data in enumerate(cast("list[object]", listed)):
        entry = _read_entry(rules, fields, ("log", place), data)
        try:
            table = opened(rules, entry) if table is None else append(table, entry)
            if isinstance(entry, entries.Opened | entries.Replaced):
                check_players(table.seats, players)
        except (TableError, IllegalActionError, DealError, MatchError) as error:
            fields.document.fail(("log", place), f"this entry is not possible here: {error}")
    return cast("Table", table)


def entries_since(table: Table, number: int) -> list[str]:
    """Write entries of a log as JSON, each for itself, for a server that saves each entry as it comes.

    Args:
        table: the table.
        number: the number of the first entry, from 0: how many are saved.

    Raises:
        ValueError: for a number below 0.
        TypeError: for what is not a whole number.
    """
    require_min(0, number=number)
    return [
        written_json({"format": ENTRY_FORMAT, "entry": _entry_data(entry)}, compact=True)
        for entry in table.log[number:]
    ]


def append_entries(table: Table, texts: Iterable[str]) -> Table:
    """The table after more entries of its log: after a crash, or if another process has changed it.

    Args:
        table: the table.
        texts: the entries, as `entries_since` wrote them.

    Raises:
        NotationError: for a text that is no entry, with line, column and what was expected. A note has the number that
            the entry would have in the log.
        TableError: for an entry that the table does not allow, likewise.
        IllegalActionError: for an entry with an action that the rules refuse, likewise.
        DealError: for a deck that is not the pack, likewise.
    """
    return append_all(table, (_read_text(table.rules, text) for text in texts))


def _read_text(rules: Rules, text: str) -> Entry:
    fields = open_json(text, ENTRY_FORMAT, ("format", "entry"))
    return _read_entry(rules, fields, ("entry",), fields.table.get("entry"))


def _entry_data(entry: Entry) -> str | dict[str, Any]:
    """Write an entry as plain data, in as few items as its kind allows: documents are limited in items."""
    match entry:
        case entries.Acted(action, timed_out):
            text = action_text(action)
            return {"timed_out": text} if timed_out else text
        case entries.Kept(action, timed_out):
            return {"kept": action_text(action)} | ({"timed_out": True} if timed_out else {})
        case entries.Dealt(deck):
            return {"deck": cards_text(deck)}
        case entries.LetGo(seat):
            return {"let_go": seat}
        case entries.WindowEnded():
            return {"window": "ended"}
        case entries.Undone(to):
            return {"undone": to}
        case entries.UndoAsked(seat):
            return {"undo": "asked", "seat": seat}
        case entries.UndoAnswered(seat, agrees):
            return {"undo": "agreed" if agrees else "refused", "seat": seat}
        case entries.Replaced(seat, by):
            return {"replaced": seat, **attrs.asdict(by)}
        case entries.Opened(seats, dealer, position):
            data: dict[str, Any] = {"seats": [attrs.asdict(seat) for seat in seats], "dealer": dealer}
            if position is not None:
                data["position"] = position_table(position)
                del data["position"]["rules"]  # which a table has anyway
            return data


def _read_entry(rules: Rules, outer: Fields, path: tuple[str | int, ...], data: object) -> Entry:
    """Read an entry of plain data."""
    document = outer.document
    if isinstance(data, str):
        try:
            return entries.Acted(parse_action(data, rules=rules))
        except NotationError as error:
            document.refail(path, error)
    fields = Fields(document, path, data, what="an entry of a log", known=None)
    kind = next((key for key in _KEYS if key in fields.table), "")
    if not kind:
        document.fail(path, "this is not an entry of a log", f"an action, or one of {', '.join(_KEYS)}")
    fields.check_keys((kind, *_KEYS[kind]))
    read_action = partial(parse_action, rules=rules)
    match kind:
        case "seats":
            return _read_opened(rules, fields)
        case "deck":
            return entries.Dealt(bytes(fields.parsed(kind, parse_cards)))
        case "kept":
            return entries.Kept(fields.parsed(kind, read_action), fields.flag("timed_out"))
        case "timed_out":
            return entries.Acted(fields.parsed(kind, read_action), timed_out=True)
        case "let_go":
            return entries.LetGo(fields.number(kind))
        case "window":
            if fields.text(kind) != "ended":
                fields.fail(kind, "a window is ended", '"ended"')
            return entries.WindowEnded()
        case "undone":
            return entries.Undone(fields.number(kind))
        case "undo":
            return _read_undo(fields)
        case _:
            return entries.Replaced(fields.number(kind), _read_seat(fields))


def _read_undo(fields: Fields) -> Entry:
    seat, what = fields.number("seat"), fields.text("undo")
    if what == "asked":
        return entries.UndoAsked(seat)
    if what not in ("agreed", "refused"):
        fields.fail("undo", "an undo is asked for or answered", '"asked", "agreed" or "refused"')
    return entries.UndoAnswered(seat, what == "agreed")


def _read_opened(rules: Rules, fields: Fields) -> Entry:
    listed = fields.table["seats"]
    if not isinstance(listed, list) or len(cast("list[object]", listed)) != rules.seats:
        fields.fail("seats", "a table has a player for each seat", f"a list of {rules.seats}")
    seats = tuple(
        _read_seat(
            Fields(fields.document, (*fields.path, "seats", place), seat, what="a seat", known=("name", "player"))
        )
        for place, seat in enumerate(cast("list[object]", listed))
    )
    dealer, position = fields.number("dealer"), None
    if fields.has("position"):
        position = read_position_of(fields.document, (*fields.path, "position"), fields.table["position"], rules)
    return entries.Opened(seats, dealer, position)


#: Names that players had in older saved games.
_RENAMED: Final = {"greedy": "medium"}


def _read_seat(fields: Fields) -> Seat:
    player = fields.text("player")
    return Seat(fields.text("name"), _RENAMED.get(player, player))


#: The key that only entries of one kind have, with their other keys; `kept` may have `timed_out`, too, and comes first.
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "seats": ("dealer", "position"),
    "deck": (),
    "kept": ("timed_out",),
    "timed_out": (),
    "let_go": (),
    "window": (),
    "undone": (),
    "undo": ("seat",),
    "replaced": ("name", "player"),
}


# ---------------------------------------------------------------- snapshots
# A table as bytes that are read without replaying its log: a pickle, in which only the classes of a table are loaded.

_MODULES: Final = (
    "rummy500.rules.actions",
    "rummy500.cards.pieces",
    "rummy500.engine.match",
    "rummy500.notation.position",
    "rummy500.rules.scores",
    "rummy500.rules.state",
    "rummy500.table.entries",
    "rummy500.table.table",
)


def table_to_snapshot(table: Table) -> bytes:
    """Write a table as bytes that are read much faster than its log, for the storage of your server alone.

    The log is still what you save: a new version of rummy500 or of the rules cannot read a snapshot.

    Args:
        table: the table.
    """
    written = BytesIO()
    _Pickler(written, protocol=5).dump(table)
    return _head(table.rules, written.getvalue()) + written.getvalue()


def table_from_snapshot(rules: Rules, snapshot: bytes) -> Table | None:
    """Read a table from a snapshot. Nothing is judged: never read one that comes from outside.

    Args:
        rules: the rules of the table.
        snapshot: what `table_to_snapshot` wrote.

    Returns:
        A table equal to the one that was written; `None` if another version of rummy500 or other rules wrote it, or if
        it is damaged. Then make the table of its log.
    """
    head, _, pickled = snapshot.partition(b"\n")
    if head + b"\n" != _head(rules, pickled):
        return None
    try:
        found = _Unpickler(rules, pickled).load()
    except Exception:  # noqa: BLE001 - a pickle of other classes raises anything, and the log is whole
        return None
    return found if isinstance(found, Table) else None


def _head(rules: Rules, pickled: bytes) -> bytes:
    """The line before a pickle, with its checksum: a changed byte may load as another table."""
    identity = json.dumps(identity_table(rules), sort_keys=True)
    return f"rummy500 {__version__} snapshot {crc32(pickled)} {identity}\n".encode()


class _Pickler(Pickler):
    """Leaves the rules out: they are composed again, also those with a plugin that has no name to be found by."""

    def persistent_id(self, obj: object) -> str | None:
        return "rules" if type(obj) is Rules else None


class _Unpickler(Unpickler):
    def __init__(self, rules: Rules, data: bytes) -> None:
        super().__init__(BytesIO(data))
        self._rules = rules
        kinds = [memory.kind for _, memory in rules.memory.hand_memory]
        kinds += map(type, start_match(rules).memories)
        self._kinds = {(kind.__module__, kind.__qualname__): kind for kind in kinds}

    def persistent_load(self, pid: object) -> Rules:
        return self._rules

    def find_class(self, module_name: str, global_name: str) -> type[Any]:
        known = self._kinds.get((module_name, global_name))
        if known is not None:
            return known
        found: object = vars(sys.modules[module_name]).get(global_name) if module_name in _MODULES else None
        if not isinstance(found, type) or found.__module__ != module_name:
            raise UnpicklingError(f"{module_name}.{global_name} is not part of a table")
        return found
