"""JSON: states, actions, matches and rules, there and back; records read strictly from plain data.

A record has exactly its fields, each of exactly its type; an error is a sentence that says what is wrong.
`wire/convert.py` reads messages with this, too.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Final, Literal, NoReturn, TypeVar, cast, get_args, get_origin

import attrs

from rummy500.base.errors import ComposeError, NotationError, PositionError
from rummy500.base.inputs import quoted
from rummy500.engine.match import Match, MatchError, PlayedHand
from rummy500.hooks.compose import difference, recompose
from rummy500.notation.actions import Where, action_text, parse_action
from rummy500.notation.fields import (
    Fields,
    field_types,
    keys_in,
    kind_text,
    match_memory_table,
    read_match_memory,
    read_scores,
    without_empty,
)
from rummy500.notation.position import SAVED, Position, first_defect, match_status, position_table, read_position_of
from rummy500.notation.toml import MOST_DOCUMENT, Document, Keys, check_document, check_items, parsed
from rummy500.rules.actions import Action
from rummy500.rules.entry import Identity
from rummy500.rules.rules import Rules
from rummy500.rules.scores import ScoreLine
from rummy500.rules.state import MatchSoFar

T = TypeVar("T")

# ---------------------------------------------------------------- records

_NAMES: Final = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}
#: The fields of a score line in matches that were saved before lines had templates: `about` is the whole sentence.
_OLD_LINE: Final = {"seat", "points", "rule", "about", "cards"}
#: Reads plain data as a value of one type.
Reader = Callable[[Any], Any]


class FieldError(ValueError):
    """A mistake in plain data: its path, and what is wrong there as the end of a sentence."""

    def __init__(self, wrong: str, *, of_fields: bool = False) -> None:
        super().__init__(wrong)
        self.path: Keys = ()
        self.of_fields = of_fields

    def sentence(self, name: str) -> str:
        """The mistake in words, where the data has a name."""
        return f"{name}{''.join(f'[{key}]' if isinstance(key, int) else f'.{key}' for key in self.path)} {self}"


@cache
def reader(kind: Any, *, may_grow: bool = False) -> Reader:
    """Make the function that reads plain data as exactly a type: plain values, tuples, mappings, attrs records.

    Data that may grow is of a later version: fields that are not known are left out, and a word may be any.
    """
    origin, inner = get_origin(kind), get_args(kind)
    of = partial(reader, may_grow=may_grow)
    if attrs.has(kind):
        types = field_types(kind)
        fields = [(field.name, of(types[field.name]), field.default is attrs.NOTHING) for field in attrs.fields(kind)]
        return partial(_record, kind, fields, may_grow=may_grow)
    if origin is tuple:
        return partial(_items, of(inner[0])) if inner[-1] is ... else partial(_row, tuple(map(of, inner)))
    if origin is Mapping:
        return partial(_mapping, of(inner[1]))
    if NoneType in inner:
        whole = of(inner[0])
        return lambda value: None if value is None else whole(value)
    if origin is Literal and not may_grow:
        return partial(_one_of, inner)
    if origin is UnionType:
        return partial(_plain, inner)
    return partial(_exactly, str if origin is Literal else kind)


def _exactly(kind: Any, value: Any) -> Any:
    """Return a value of exactly the right type; JSON has types, so nothing is converted."""
    if type(value) is not kind and kind is not Any:
        found = quoted(value) if type(value) is float else kind_text(value)
        raise FieldError(f"must be {_NAMES[kind]}, not {found}")
    return value


def _plain(kinds: tuple[type, ...], value: Any) -> Any:
    if type(value) not in kinds:
        raise FieldError(f"must be a string, a whole number, true or false, not {kind_text(value)}")
    return value


def _one_of(words: tuple[str, ...], value: Any) -> Any:
    if type(value) is not str or value not in words:
        raise FieldError(f"must be one of {', '.join(words)}, not {quoted(value)}")
    return value


def _at(key: str | int, read: Reader, value: Any) -> Any:
    """Read a part of a value; an error has its place."""
    try:
        return read(value)
    except FieldError as error:
        error.path = (key, *error.path)
        raise


def _items(read: Reader, value: Any) -> tuple[Any, ...]:
    return tuple([_at(index, read, item) for index, item in enumerate(_exactly(list, value))])


def _row(kinds: tuple[Reader, ...], value: Any) -> tuple[Any, ...]:
    if len(_exactly(list, value)) != len(kinds):
        raise FieldError(f"must have {len(kinds)} items, not {len(value)}")
    return tuple([_at(index, read, value[index]) for index, read in enumerate(kinds)])


def _mapping(read: Reader, value: Any) -> dict[str, Any]:
    return {key: _at(key, read, item) for key, item in _exactly(dict, value).items()}


def _record(kind: Any, fields: Sequence[tuple[str, Reader, bool]], value: Any, *, may_grow: bool) -> Any:
    table = _exactly(dict, value)
    if kind is ScoreLine and table.keys() == _OLD_LINE:
        table = {"kind": "", **{"template" if name == "about" else name: field for name, field in table.items()}}
    found: dict[str, Any] = {}
    for name, read, is_required in fields:
        if name in table:
            found[name] = _at(name, read, table[name])
        elif is_required:
            raise FieldError(f"has no {name}", of_fields=True)
    extra = table.keys() - found.keys()
    if extra and not may_grow:
        raise FieldError(f"has no field {quoted(min(extra))}", of_fields=True)
    try:
        return kind(**found)
    except ValueError as error:
        raise FieldError(str(error), of_fields=True) from None


#: Values that are written as they are; most fields hold one, and a match is written after each hand.
_PLAIN: Final = frozenset({bool, int, str, type(None)})


def plain_data(value: Any, *, brief: bool = False) -> Any:
    """Write records as plain data, which `reader` reads; `brief` leaves out the fields that have their default."""
    kind = cast("type[object]", type(value))
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return [each if type(each) in _PLAIN else plain_data(each, brief=brief) for each in value]
    if isinstance(value, Mapping):
        return {key: plain_data(each, brief=brief) for key, each in cast("Mapping[str, Any]", value).items()}
    return {
        name: found if type(found) in _PLAIN else plain_data(found, brief=brief)
        for name, default in _written(cast("Hashable", kind))
        if (found := getattr(value, name)) != default or not brief
    }


@cache
def _written(kind: Any) -> tuple[tuple[str, object], ...]:
    """The fields of a record and their defaults."""
    return tuple((field.name, field.default) for field in attrs.fields(kind))


def read_records(fields: Fields, key: str, kind: type[T]) -> tuple[T, ...]:
    """Read the records of a list; none if the key is missing."""
    listed = fields.listed(key, "a list of objects")
    try:
        return cast("tuple[T, ...]", _items(reader(cast("Any", kind)), listed))
    except FieldError as wrong:
        expected = f"the {key} of a match" if wrong.of_fields else ""
        fields.document.fail((*fields.path, key, *wrong.path), wrong.sentence(key), expected)


# ---------------------------------------------------------------- documents

# States have the form of `rummy500.notation.position`. A state or a match with a defect is neither written nor read, so
# everything that is written can be read again.


RULES_FORMAT: Final = "rummy500 rules 1"
STATE_FORMAT: Final = "rummy500 state 1"
ACTION_FORMAT: Final = "rummy500 action 1"
MATCH_FORMAT: Final = "rummy500 match 1"

_IDENTITY_KEYS: Final = tuple(field.name for field in attrs.fields(Identity))
#: The keys of a position that a match says for its hand.
_SAID_BY_MATCH: Final = ("rules", "dealer", "scores", "match")
_MATCH_KEYS = ("format", "rules", "dealer", "scores", "hands", "hand", "playoff", "winners", "plugin", "lines")


#: A string of JSON, also one that is never closed: a search must not begin again at each quote in it. Marks inside it
#: are not items.
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


class JsonDocument(Document):
    """A JSON document, parsed, with its text: its size and the number of its items are bounded before it is parsed."""

    def __init__(self, text: str) -> None:
        check_document(text)
        check_items(_STRING.sub("", text), ":,")
        parse = partial(json.loads, object_pairs_hook=partial(_unique_keys, text), parse_constant=_no_constant)
        data = parsed(parse, text, "JSON")
        if not isinstance(data, dict):
            raise NotationError("this is not a JSON object", expected="{ ... }")
        super().__init__(text, cast("dict[str, Any]", data))


def _unique_keys(text: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a table of pairs; a key that occurs twice is refused, at its second place if the text has exactly two."""
    table = dict(pairs)
    if len(table) < len(pairs):
        key = max(table, key=Counter(key for key, _ in pairs).__getitem__)
        found = [match.start() for match in re.finditer(re.escape(json.dumps(key)) + r"\s*:", text)]
        at = found[1] if len(found) == 2 else 0
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise NotationError(f"the key {quoted(key)} occurs twice", line=line, column=column, expected="each key once")
    return table


def _no_constant(word: str) -> NoReturn:
    raise NotationError(f"{word} is not a number", expected="a number")


def written_json(table: Mapping[str, Any], *, compact: bool = False) -> str:
    """Write a document."""
    layout: dict[str, Any] = {"separators": (",", ":")} if compact else {"indent": 2}
    text = json.dumps(table, ensure_ascii=False, **layout)
    if len(text) > MOST_DOCUMENT:
        raise MatchError(f"this takes {len(text):,} characters as JSON; at most {MOST_DOCUMENT:,} can be read again")
    return text


def open_json(text: str, name: str, known: tuple[str, ...] | None) -> Fields:
    """Read a document, and check its format and its keys; any keys if `known` is `None`."""
    document = JsonDocument(text)
    if document.data.get("format") != name:
        document.fail(("format",), "this is another format", f'"format": "{name}"')
    return Fields(document, (), document.data, what=name, known=known)


def rules_to_json(rules: Rules) -> str:
    """Write the identity of rules as JSON.

    Args:
        rules: the rules.
    """
    return written_json({"format": RULES_FORMAT, **identity_table(rules)})


def rules_from_json(text: str, *, rules: Rules | None = None) -> Rules:
    """Compose the rules that a JSON text names.

    Args:
        text: the text that `rules_to_json` wrote.
        rules: its rules, if they have a plugin that was passed as an object, which has no name to be found by. They
            must have the identity in the text.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if a plugin or preset is not installed, if the rules have another version, or if they are not
            the given ones.
    """
    return _identity(open_json(text, RULES_FORMAT, ("format", *_IDENTITY_KEYS)), rules)


def identity_table(rules: Rules) -> dict[str, Any]:
    """Write the identity of rules as plain data, which `rules_in` reads."""
    names = attrs.asdict(rules.identity, recurse=False)
    return {**names, "plugins": dict(rules.identity.plugins), "options": dict(rules.identity.options)}


def _identity(fields: Fields, known: Rules | None) -> Rules:
    versions, options = fields.table_at("plugins", None), fields.table_at("options", None).table
    identity = Identity(
        fields.text("preset"),
        tuple((name, versions.number(name)) for name in versions.table),
        tuple(sorted(options.items())),
        fields.number("seats"),
        fields.number("core"),
    )
    if known is None:
        return recompose(identity)
    if known.identity != identity:
        why = difference(identity, known.identity).sentence
        raise ComposeError(f"the rules in the text are not the given rules: {why}")
    return known


def rules_in(fields: Fields, known: Rules | None) -> Rules:
    """Compose the rules that a document names under the key `rules`."""
    return _identity(fields.table_at("rules", _IDENTITY_KEYS), known)


def state_to_json(position: Position, *, compact: bool = False) -> str:
    """Write a state, with its rules and the match so far, as JSON.

    Args:
        position: the state in its match; `Position(rules, state)` makes one.
        compact: whether to write it in one line, without spaces; both forms are read alike.

    Raises:
        PositionError: for a state with a defect of `find_defects`, except `missing-cards`.
    """
    defect = first_defect(position.rules, position.state, SAVED)
    if defect is not None:
        raise PositionError(f"{defect.about} ({defect.name}): a state with this defect is not saved")
    table = position_table(position)
    return written_json({"format": STATE_FORMAT, **table, "rules": identity_table(position.rules)}, compact=compact)


def state_from_json(text: str, *, rules: Rules | None = None) -> Position:
    """Read a state from JSON.

    Args:
        text: the text that `state_to_json` wrote.
        rules: as for `rules_from_json`.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if its rules cannot be composed here, or are not the given ones.
    """
    fields = open_json(text, STATE_FORMAT, None)
    inner = {key: value for key, value in fields.table.items() if key not in ("format", "rules")}
    return read_position_of(fields.document, (), inner, rules_in(fields, rules), allowed=SAVED)


def action_to_json(action: Action, where: Where = None) -> str:
    """Write an action as JSON.

    Args:
        action: the action.
        where: as for `action_text`.
    """
    return written_json({"format": ACTION_FORMAT, "action": action_text(action, where)})


def action_from_json(text: str, where: Where = None, *, rules: Rules | None = None) -> Action:
    """Read an action from JSON.

    Args:
        text: the text that `action_to_json` wrote.
        where: as for `parse_action`.
        rules: the rules in force, with the moves of plugins.

    Raises:
        NotationError: with line, column and what was expected.
    """
    fields = open_json(text, ACTION_FORMAT, ("format", "action"))
    fields.text("action")
    return fields.parsed("action", lambda words: parse_action(words, where, rules=rules))


def match_to_json(rules: Rules, match: Match, *, compact: bool = False) -> str:
    """Write a match, with its rules, as JSON: a saved game.

    Args:
        rules: the rules in force.
        match: the match, between hands or with one going on.
        compact: as for `state_to_json`.

    Raises:
        MatchError: for a match with a defect of `match_status`, or one that takes more than `MOST_DOCUMENT` characters.
    """
    for defect in match_status(rules, match):
        raise MatchError(f"{defect.about} ({defect.name}): a match with this defect is not saved")
    hand = None
    if match.hand is not None:
        table = position_table(Position(rules, match.hand))
        hand = {key: value for key, value in table.items() if key not in _SAID_BY_MATCH}
    return written_json(
        {
            "format": MATCH_FORMAT,
            "rules": identity_table(rules),
            "dealer": match.dealer,
            "scores": list(match.scores),
            "playoff": match.playoff,
            "winners": list(match.winners),
            "hands": plain_data(match.hands, brief=True),
            "hand": hand,
            **without_empty(
                {"plugin": match_memory_table(rules, match.so_far), "lines": plain_data(match.lines, brief=True)}
            ),
        },
        compact=compact,
    )


def match_from_json(text: str, *, rules: Rules | None = None) -> tuple[Rules, Match]:
    """Read a match and its rules from JSON that `match_to_json` wrote; rules and errors as for `state_from_json`."""
    fields = open_json(text, MATCH_FORMAT, _MATCH_KEYS)
    rules = rules_in(fields, rules)
    seats = rules.seats
    scores = read_scores(fields, seats)
    winners = tuple(fields.numbers("winners"))
    if any(not 0 <= seat < seats for seat in winners):
        fields.fail("winners", "a winner does not play", f"seats from 0 to {seats - 1}")
    played = read_records(fields, "hands", PlayedHand)
    so_far = MatchSoFar(
        dealer=fields.number("dealer", least=0, most=seats - 1),
        scores=scores,
        hand_number=len(played) + 1,
        playoff=fields.flag("playoff"),
        memories=read_match_memory(rules, scores, fields),
        rules_number=rules.number,
    )
    hand = None
    if fields.table.get("hand") is not None:
        written = fields.table_at("hand", keys_in(rules), what="a position").table
        if "rules" in written:
            fields.document.fail_key(("hand", "rules"), "the hand has rules of its own", "only the rules of the match")
        none = frozenset[str]()  # it has the whole pack
        hand = read_position_of(fields.document, ("hand",), written, rules, allowed=none, match=so_far).state
    match = Match(so_far, played, hand, winners, read_records(fields, "lines", ScoreLine))
    for defect in match_status(rules, match):
        fields.document.fail(_KEYS.get(defect.name, ("hands",)), f"{defect.about} ({defect.name})")
    return rules, match


#: The key of a match that causes a defect, if it is not `hands`.
_KEYS: Final[Mapping[str, Keys]] = {
    "wrong-winners": ("winners",),
    "wrong-scores": ("scores",),
    "not-over": ("hand",),
    "is-over": ("hand",),
}
