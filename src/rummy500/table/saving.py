"""Reads and writes a table as JSON: its rules and its log. Reading replays the log, and judges every entry.

    {
      "format": "rummy500 table 1",
      "rules": {"preset": "classic", ...},
      "log": [
        {"seats": [{"name": "Ann", "player": "person"}, {"name": "Bot", "player": "greedy"}], "dealer": 0},
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

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, cast

from rummy500.actions import Action
from rummy500.cards.cards import cards_text
from rummy500.errors import DealError, IllegalActionError, NotationError
from rummy500.game.match import MatchError
from rummy500.notation.actions import action_text, parse_action, parse_cards
from rummy500.notation.fields import Fields
from rummy500.notation.json import identity_table, open_json, rules_in, written_json
from rummy500.notation.position import Position, position_table, read_position_of
from rummy500.rules.rules import Rules
from rummy500.table.log import append, opened
from rummy500.table.table import (
    Acted,
    Dealt,
    Entry,
    Kept,
    LetGo,
    Opened,
    Replaced,
    Seat,
    Table,
    TableError,
    UndoAnswered,
    UndoAsked,
    Undone,
    WindowEnded,
)

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


def table_from_json(text: str, *, rules: Rules | None = None) -> Table:
    """Read a table from JSON, by replaying its log.

    Args:
        text: the text that `table_to_json` wrote.
        rules: its rules, if they have a plugin that was passed as an object, which has no name to be found by. They
            must have the identity in the text.

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
        except (TableError, IllegalActionError, DealError, MatchError) as error:
            fields.document.fail(("log", place), f"this entry is not possible here: {error}")
    return cast("Table", table)


def entry_to_json(entry: Entry) -> str:
    """Write one entry of a log as JSON, for a server that saves each entry as it comes.

    Args:
        entry: the entry.
    """
    return written_json({"format": ENTRY_FORMAT, "entry": _entry_data(entry)}, compact=True)


def entry_from_json(rules: Rules, text: str) -> Entry:
    """Read one entry of a log from JSON; `append` and `replay` judge whether it is possible.

    Args:
        rules: the rules in force.
        text: the text that `entry_to_json` wrote.

    Raises:
        NotationError: with line, column and what was expected.
    """
    fields = open_json(text, ENTRY_FORMAT, ("format", "entry"))
    return _read_entry(rules, fields, ("entry",), fields.table.get("entry"))


def _entry_data(entry: Entry) -> str | dict[str, Any]:
    """Write an entry as plain data, in as few items as its kind allows: documents are limited in items."""
    match entry:
        case Acted(action, timed_out):
            text = action_text(action)
            return {"timed_out": text} if timed_out else text
        case Kept(action, timed_out):
            return {"kept": action_text(action)} | ({"timed_out": True} if timed_out else {})
        case Dealt(deck):
            return {"deck": cards_text(deck)}
        case LetGo(seat):
            return {"let_go": seat}
        case WindowEnded():
            return {"window": "ended"}
        case Undone(to):
            return {"undone": to}
        case UndoAsked(seat):
            return {"undo": "asked", "seat": seat}
        case UndoAnswered(seat, agrees):
            return {"undo": "agreed" if agrees else "refused", "seat": seat}
        case Replaced(seat, by):
            return {"replaced": seat, **_seat_data(by)}
        case Opened(seats, dealer, position):
            begins = {} if position is None else {"position": _position_data(position)}
            return {"seats": [_seat_data(seat) for seat in seats], "dealer": dealer} | begins


def _position_data(position: Position) -> dict[str, Any]:
    """Write a position without its rules, which a table has anyway."""
    return {key: value for key, value in position_table(position).items() if key != "rules"}


def _seat_data(seat: Seat) -> dict[str, str]:
    return {"name": seat.name, "player": seat.player}


def _read_entry(rules: Rules, outer: Fields, path: tuple[str | int, ...], data: object) -> Entry:
    """Read an entry of plain data.

    Raises:
        NotationError: with line, column and what was expected.
    """
    document = outer.document
    if isinstance(data, str):
        try:
            return Acted(parse_action(data, rules=rules))
        except NotationError as error:
            document.refail(path, error)
    fields = Fields(document, path, data, what="an entry of a log", known=None)
    read = next((reader for key, reader in _READERS.items() if key in fields.table), None)
    if read is None:
        document.fail(path, "this is not an entry of a log", f"an action, or one of {', '.join(_READERS)}")
    return read(rules, fields)


def _action(rules: Rules, fields: Fields, key: str) -> Action:
    return fields.parsed(key, partial(parse_action, rules=rules))


def _read_kept(rules: Rules, fields: Fields) -> Entry:
    fields.check_keys(("kept", "timed_out"))
    return Kept(_action(rules, fields, "kept"), fields.flag("timed_out"))


def _read_timed_out(rules: Rules, fields: Fields) -> Entry:
    fields.check_keys(("timed_out",))
    return Acted(_action(rules, fields, "timed_out"), timed_out=True)


def _read_deck(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("deck",))
    return Dealt(bytes(fields.parsed("deck", parse_cards)))


def _read_let_go(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("let_go",))
    return LetGo(fields.number("let_go"))


def _read_window(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("window",))
    if fields.text("window") != "ended":
        fields.fail("window", "a window is ended", '"ended"')
    return WindowEnded()


def _read_undone(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("undone",))
    return Undone(fields.number("undone"))


def _read_undo(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("undo", "seat"))
    seat, what = fields.number("seat"), fields.text("undo")
    if what == "asked":
        return UndoAsked(seat)
    if what not in ("agreed", "refused"):
        fields.fail("undo", "an undo is asked for or answered", '"asked", "agreed" or "refused"')
    return UndoAnswered(seat, what == "agreed")


def _read_replaced(_: Rules, fields: Fields) -> Entry:
    fields.check_keys(("replaced", "name", "player"))
    return Replaced(fields.number("replaced"), _read_seat(fields))


def _read_seats(rules: Rules, fields: Fields) -> Entry:
    fields.check_keys(("seats", "dealer", "position"))
    listed = fields.table["seats"]
    if not isinstance(listed, list) or len(cast("list[object]", listed)) != rules.seats:
        fields.fail("seats", "a table has a player for each seat", f"a list of {rules.seats}")
    seats = tuple(
        _read_seat(
            Fields(fields.document, (*fields.path, "seats", place), seat, what="a seat", known=("name", "player"))
        )
        for place, seat in enumerate(cast("list[object]", listed))
    )
    return Opened(seats, fields.number("dealer"), _read_position(rules, fields))


def _read_position(rules: Rules, fields: Fields) -> Position | None:
    if not fields.has("position"):
        return None
    return read_position_of(fields.document, (*fields.path, "position"), fields.table["position"], rules)


def _read_seat(fields: Fields) -> Seat:
    return Seat(fields.text("name"), fields.text("player"))


#: Reads an entry by the key that only entries of its kind have; `timed_out` comes after `kept`, which may have it, too.
_READERS: Final[Mapping[str, Callable[[Rules, Fields], Entry]]] = {
    "seats": _read_seats,
    "deck": _read_deck,
    "kept": _read_kept,
    "timed_out": _read_timed_out,
    "let_go": _read_let_go,
    "window": _read_window,
    "undone": _read_undone,
    "undo": _read_undo,
    "replaced": _read_replaced,
}
