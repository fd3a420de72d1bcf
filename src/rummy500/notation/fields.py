"""Reads the tables of a document: `Fields`, melds, the memory of plugins, the match before a hand."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn, TypeVar, cast, get_args, get_type_hints

import attrs

from rummy500.base.errors import NotationError, Refusal, nearest
from rummy500.base.inputs import clipped, quoted
from rummy500.base.records import field_names
from rummy500.cards.cards import Bag, bag_of, cards_of, cards_text
from rummy500.cards.pieces import Meld
from rummy500.cards.shapes import ALL_THIRTEEN, MeldShapes
from rummy500.engine.defects import MOST_HANDS
from rummy500.engine.scoring import leaders, reaches
from rummy500.notation.actions import Scanner, parse_cards
from rummy500.notation.toml import Document, Keys
from rummy500.rules.memory import POSITION_KEYS, HandMemory, InPocket, hand_start, match_start
from rummy500.rules.rules import Rules
from rummy500.rules.state import MatchSoFar, PublicState


def keys_in(rules: Rules) -> tuple[str, ...]:
    """List every key that a position may have under the given rules."""
    return (*POSITION_KEYS, *(memory.key for _, memory in rules.memory.hand_memory if memory.key))


def without_empty(table: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is false, zero or empty, which is not written."""
    return {key: value for key, value in table.items() if value}


# ---------------------------------------------------------------- fields

T = TypeVar("T")


class Fields:
    """One table of a document, with errors that name the place of a mistake."""

    def __init__(
        self, document: Document, path: Keys, value: object, *, what: str, known: tuple[str, ...] | None
    ) -> None:
        self.document = document
        self.path = path
        self.what = what
        if not isinstance(value, Mapping):
            document.fail(path, f"{what} is {kind_text(value)}", "a table")
        self.table = cast("Mapping[str, Any]", value)
        if known is not None:
            self.check_keys(known)

    def check_keys(self, known: tuple[str, ...], also: Container[str] = ()) -> None:
        """Refuse a key that the table may not have."""
        for key in self.table:
            if key not in known and key not in also:
                message = f"{self.what} has no {quoted(key)}; {nearest(key, known)}"
                self.document.fail_key((*self.path, key), message)

    def table_at(self, key: str, known: tuple[str, ...] | None, *, what: str = "") -> Fields:
        """Read the table of a key; empty if the key is missing."""
        return Fields(self.document, (*self.path, key), self.table.get(key, {}), what=what or key, known=known)

    def fail(self, key: str, message: str, expected: str = "") -> NoReturn:
        """Raise an error at the place of a key."""
        self.document.fail((*self.path, key), message, expected)

    def has(self, key: str) -> bool:
        """Whether the table has a key."""
        return key in self.table

    def text(self, key: str, default: str | None = None) -> str:
        """Read a string; required if there is no default."""
        return self._of_kind(str, key, self._get(key, default), "a string")

    def number(self, key: str, default: int | None = None, *, least: int | None = None, most: int | None = None) -> int:
        """Read a whole number within bounds; required if there is no default."""
        value = self._of_kind(int, key, self._get(key, default), "a whole number")
        if (least is not None and value < least) or (most is not None and value > most):
            self.fail(key, f"{key} is {value}", f"{least} to {most}" if most is not None else f"{least} or more")
        return value

    def flag(self, key: str) -> bool:
        """Read true or false; false if the key is missing."""
        return self._of_kind(bool, key, self.table.get(key, False), "true or false")

    def texts(self, key: str) -> list[str]:
        """Read a list of strings, where one string is a list of itself; empty if the key is missing."""
        value = self.table.get(key)
        return [value] if isinstance(value, str) else self._list(str, key, "a list of strings")

    def listed(self, key: str, expected: str) -> list[Any]:
        """Read a list of anything; empty if the key is missing."""
        value: list[Any] = self.table.get(key, [])
        self._of_kind(list, key, value, expected)
        return value

    def numbers(self, key: str) -> list[int]:
        """Read a list of whole numbers; empty if the key is missing."""
        return self._list(int, key, "a list of whole numbers")

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        """Read a string, empty if the key is missing, and parse it; an error has its place in the document."""
        return self._parse((*self.path, key), parse, self.text(key, ""))

    def parsed_each(self, key: str, parse: Callable[[str], T], *, most: int | None = None) -> list[T]:
        """Read a list of strings and parse each; a list of more than `most` is refused first."""
        listed, path = self.texts(key), (*self.path, key)
        if most is not None and len(listed) > most:
            self.fail(key, f"{key} lists {len(listed)} items", f"at most {most}")
        if isinstance(self.table.get(key), str):
            return [self._parse(path, parse, item) for item in listed]
        return [self._parse((*path, index), parse, item) for index, item in enumerate(listed)]

    def _parse(self, path: Keys, parse: Callable[[str], T], text: str) -> T:
        try:
            return parse(text)
        except NotationError as error:
            self.document.refail(path, error)
        except ValueError as error:
            self.document.fail(path, str(error))

    def _list(self, kind: type[T], key: str, expected: str) -> list[T]:
        value: list[T] = self.listed(key, expected)
        if any(type(item) is not kind for item in value):
            self.fail(key, f"{key} is a list", expected)
        return value

    def _of_kind(self, kind: type[T], key: str, value: object, expected: str) -> T:
        if type(value) is not kind:
            self.fail(key, f"{clipped(key)} is {kind_text(value)}", expected)
        return value

    def _get(self, key: str, default: object) -> object:
        if key not in self.table and default is None:
            self.document.fail(self.path, f"{self.what} has no {key}", f"{key} = ...")
        return self.table.get(key, default)


def kind_text(value: object) -> str:
    """Name the type of a value for an error: `"a list"`; for `null`, `true` and `false` the value itself."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    for kind, words in ((str, "a string"), (int, "a whole number"), (float, "a number"), (list, "a list")):
        if isinstance(value, kind):
            return words
    return "a table" if isinstance(value, Mapping) else "a date or time"


# ---------------------------------------------------------------- melds
# Reads the melds of a position; `str` of a `Meld` writes them.


def parse_meld(text: str, shapes: MeldShapes, *, seats: int = 8) -> Meld:
    """Read a meld on the table from text."""
    scanner = Scanner(text)
    owner = _seat(scanner, seats)
    close = scanner.open_meld()
    pieces: list[int] = []
    played: dict[int, list[int]] = {}
    while not scanner.accept(close):
        by = owner
        if scanner.text.startswith(":", scanner.skip() + 1):
            by = _seat(scanner, seats)
            scanner.touching(":")
        pieces.append(scanner.piece())
        played.setdefault(pieces[-1], []).append(by)
    scanner.end("the meld")
    loose = attrs.evolve(
        shapes,
        run_min=3,
        group_max=0,
        different_suits=False,
        ace_low=shapes.ace_low or len(pieces) < ALL_THIRTEEN,
        ace_high=True,
    )
    meld = (loose.new_run if close == "]" else loose.new_group)(tuple(pieces), owner)
    if isinstance(meld, Refusal):
        scanner.fail(f"this is not a meld: {meld.sentence}", "a run in [ ] or a group in { }", at=0)
    seats_by = bytes(played[piece].pop(0) for piece in meld.pieces)
    return Meld(meld.owner, meld.low, meld.line, meld.pieces, seats_by)


def _seat(scanner: Scanner, seats: int) -> int:
    start = scanner.skip()
    seat = scanner.number("a seat")
    if seat >= seats:
        scanner.fail(f"there is no seat {seat}", f"0 to {seats - 1}", at=start)
    return seat


# ---------------------------------------------------------------- memory
# Reads and writes the memory of plugins in positions and matches, field by field or in a plugin's own form.


def hand_memory_table(rules: Rules, public: PublicState, memories: Sequence[object]) -> dict[str, Any]:
    """Write the memory of plugins during a hand as keys of a position: their own keys, and `plugin` for the others."""
    table, others = dict[str, Any](), list[tuple[str, object, object]]()
    starts = hand_start(rules, public.match)
    for (name, memory), record, start in zip(rules.memory.hand_memory, memories, starts, strict=True):
        if memory.write is None:
            others.append((name, record, start))
        else:
            table[memory.key] = memory.write(public, record)
    return without_empty({**table, "plugin": _memory_table(others)})


def read_hand_memory(fields: Fields, rules: Rules, public: PublicState) -> tuple[object, ...]:
    """Read the memory of plugins during a hand from a position that `hand_memory_table` wrote."""
    each = list(zip(rules.memory.hand_memory, hand_start(rules, public.match), strict=True))
    found = iter(_read_memory(fields, "plugin", [(name, start) for (name, memory), start in each if not memory.key]))
    return tuple(
        _read_own(rules, fields, memory, start, public) if memory.key else next(found) for (_, memory), start in each
    )


def _read_own(rules: Rules, fields: Fields, memory: HandMemory, start: object, public: PublicState) -> object:
    """Read a record from its own text form."""
    if isinstance(start, InPocket) and fields.has(memory.key):
        found = fields.parsed_each(memory.key, parse_cards)
        if len(found) != len(start.cards):
            fields.fail(memory.key, f"{memory.key} lists the cards of {len(found)} places", f"{len(start.cards)}")
        return InPocket(tuple([bytes(sorted(cards)) for cards in found]))
    if memory.read is None or not fields.has(memory.key):
        return start
    try:
        return memory.read(public, fields.table[memory.key])
    except NotationError as error:
        fields.document.refail((*fields.path, memory.key), error)


def match_memory_table(rules: Rules, match: MatchSoFar) -> dict[str, Any]:
    """Write the memory of a match as a table by plugin, with only what differs from what the scores tell."""
    each = zip(rules.memory.match_memory, match.memories, match_start(rules, match.scores), strict=True)
    return _memory_table((name, record, start) for (name, _), record, start in each)


def read_match_memory(rules: Rules, scores: tuple[int, ...], fields: Fields, key: str = "plugin") -> tuple[object, ...]:
    """Read the memory of a match from a table that `match_memory_table` wrote, under a key."""
    starts = zip(rules.memory.match_memory, match_start(rules, scores), strict=True)
    return _read_memory(fields, key, [(name, start) for (name, _), start in starts])


def _memory_table(records: Iterable[tuple[str, Any, Any]]) -> dict[str, Any]:
    """Write records as a table by plugin, with only the fields that differ from the start."""
    table: dict[str, Any] = {}
    for name, record, start in records:
        changed = {
            field: _plain_data(getattr(record, field), kind)
            for field, kind in field_types(record.__class__).items()
            if getattr(record, field) != getattr(start, field)
        }
        if changed:
            table[name] = changed
    return table


def _read_memory(outer: Fields, key: str, starts: Sequence[tuple[str, object]]) -> tuple[object, ...]:
    """Read records from a table that `_memory_table` wrote."""
    names = tuple(name for name, _ in starts)
    fields = outer.table_at(key, None, what="the memory of plugins")
    for name in fields.table:
        if name not in names:
            message = f"no plugin in play has a memory {quoted(name)}; {nearest(name, names)}"
            fields.document.fail_key((*fields.path, name), message)
    return tuple(_record(fields, name, start) for name, start in starts)


@lru_cache(maxsize=100)
def field_types(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a record, which take long to find."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in attrs.fields(kind)}


def _plain_data(value: Any, kind: Any) -> object:
    if isinstance(value, tuple):
        return [_plain_data(item, get_args(kind)[0]) for item in cast("tuple[object, ...]", value)]
    return cards_text(cards_of(value)) if kind is Bag else value


def _record(outer: Fields, name: str, start: Any) -> object:
    types = field_types(start.__class__)
    inner = outer.table_at(name, tuple(types), what=f"the memory of {name}")
    values = {key: _value(inner, key, types[key]) for key in inner.table}
    return attrs.evolve(start, **values)


def _value(fields: Fields, key: str, kind: object) -> object:
    if kind is bool:
        return fields.flag(key)
    value = fields.table[key]
    if kind is int or (kind is Bag and type(value) is int):  # earlier versions wrote bags as numbers
        return fields.number(key)
    if kind is Bag:
        return fields.parsed(key, _bag)
    if kind is str:
        return fields.text(key)
    of = get_args(kind)[0]
    if of is int or (of is Bag and isinstance(value, list) and int in map(type, cast("list[object]", value))):
        return tuple(fields.numbers(key))
    return tuple(fields.texts(key) if of is str else fields.parsed_each(key, _bag))


def _bag(text: str) -> Bag:
    return bag_of(parse_cards(text))


# ---------------------------------------------------------------- match so far

#: The keys of fields of `MatchSoFar` that have another name.
_KEY_OF: Final = {"hand_number": "hand", "memories": "plugin", "rules_number": "rules"}
_MATCH_KEYS = ("hand", "playoff", "plugin", "rules")


def read_match_so_far(fields: Fields, rules: Rules, known: MatchSoFar | None) -> MatchSoFar:
    """Read the match before a hand: dealer, scores, and the table `match`."""
    seats = rules.seats
    usual = known or MatchSoFar(dealer=0, scores=(0,) * seats, rules_number=rules.number)
    dealer = fields.number("dealer", usual.dealer, least=0, most=seats - 1)
    scores = read_scores(fields, seats, usual.scores)
    match = fields.table_at("match", _MATCH_KEYS)
    hand_number = match.number("hand", usual.hand_number, least=1, most=MOST_HANDS)
    starts = match_start(rules, scores)
    memories = starts if known is None else known.memories
    if match.has("plugin"):
        memories = read_match_memory(rules, scores, match)
    playoff = match.flag("playoff") if match.has("playoff") else usual.playoff
    if known is None and memories == starts:
        # By the scores alone, a tie at the top that has reached the target is a tied end (match.tie).
        playoff = playoff or (any(reaches(rules, points) for points in scores) and not leaders(rules, scores))
    number = match.number("rules", usual.rules_number)
    found = MatchSoFar(dealer, scores, hand_number, playoff, memories, number)
    if known is not None and found != known:
        name = next(name for name in field_names(MatchSoFar) if getattr(found, name) != getattr(known, name))
        key = _KEY_OF.get(name, name)
        table = fields if name in ("dealer", "scores") else match
        table.fail(key, f"the hand and its match differ in {key}", "the same in both, or left out")
    return found


def read_scores(fields: Fields, seats: int, usual: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Read the scores of a match, one for each seat."""
    scores = tuple(fields.numbers("scores")) or usual
    if len(scores) != seats:
        fields.fail("scores", f"{len(scores)} scores for {seats} seats", f"{seats} whole numbers")
    return scores


def match_table(rules: Rules, match: MatchSoFar) -> dict[str, Any]:
    """Write a match as a table: hand, playoff, memory, the number of its rules; each only if it is not usual."""
    table = {"hand": match.hand_number if match.hand_number > 1 else 0, "playoff": match.playoff}
    number = {"rules": match.rules_number} if match.rules_number != rules.number else {}
    return without_empty(table) | number | without_empty({"plugin": match_memory_table(rules, match)})
