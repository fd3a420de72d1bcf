"""JSON: states, actions, matches and rules, there and back; records read strictly from plain data.

A record has exactly its fields, each of exactly its type; an error is a sentence that says what is wrong.
`wire/convert.py` reads requests with this, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NoReturn, TypeVar, cast, get_args, get_origin

import attrs

from rummy500.base.errors import ComposeError, NotationError, PositionError
from rummy500.base.inputs import quoted
from rummy500.engine.match import Match, MatchError, PlayedHand
from rummy500.hooks.compose import difference, recompose
from rummy500.notation.actions import Where, action_text, parse_action
from rummy500.notation.fields import Fields, keys_in, kind_text, match_table, read_match_memory
from rummy500.notation.position import (
    SAVED,
    WHOLE,
    Position,
    first_defect,
    match_status,
    position_table,
    read_position_of,
)
from rummy500.notation.toml import MOST_DOCUMENT, Document, Keys, check_document, check_items, too_deep
from rummy500.rules.actions import Action
from rummy500.rules.entry import Identity
from rummy500.rules.options import OptionValue
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.rules.state import MatchSoFar

if TYPE_CHECKING:
    from cattrs import Converter


# A converter of cattrs that is strict: a record is read from exactly its fields, each of exactly its type.

T = TypeVar("T")

#: One step of a place, as cattrs writes it: `.decision`, `['decision']` or `[2]`.
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
#: The first word about a wrong value.
_MUST: Final = "must"
_NAMES: Final = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}


class WrongField(NamedTuple):
    """A mistake in a record."""

    message: str
    path: Keys
    of_fields: bool


def strict_converter(*, may_grow: bool = False) -> Converter:
    """Make a converter that reads and writes attrs records of plain values, tuples, and each other."""
    from cattrs import Converter  # noqa: PLC0415 - loaded when used
    from cattrs.gen import make_dict_structure_fn  # noqa: PLC0415 - loaded when used

    converter = Converter(forbid_extra_keys=not may_grow)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, partial(exactly, kind))
    choice = partial(exactly, str) if may_grow else _one_of
    for origin, read in ((tuple, partial(_each, converter)), (Mapping, partial(_mapped, converter)), (Literal, choice)):
        converter.register_structure_hook_func(partial(_is_of, origin), read)
    converter.register_structure_hook_func(lambda kind: set(get_args(kind)) == {str, int, bool}, _plain)

    def reader(record: type[Any]) -> Callable[[object, type[Any]], Any]:
        return partial(read_record, make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=not may_grow))

    converter.register_structure_hook_factory(attrs.has, reader)
    return converter


def what_is_wrong(error: Exception, name: str) -> WrongField:
    """Describe the first mistake that a strict converter has found."""
    from cattrs import transform_error  # noqa: PLC0415 - loaded when used

    what, _, place = transform_error(error, name, format_exception=_mistake)[0].rpartition(" @ ")
    record, _, field = place.rpartition(".")
    if what == _missing(field):  # cattrs gives a missing field its own place
        place = record
    path = tuple(int(index) if index else key for key, index in _STEP.findall(place.removeprefix(name)))
    return WrongField(f"{place} {what}", path, of_fields=not what.startswith(_MUST))


def exactly(kind: type, value: object, _: object) -> Any:
    """Return a value of exactly the right type; JSON has types, so nothing is converted."""
    if type(value) is not kind:
        found = quoted(value) if type(value) is float else kind_text(value)
        raise TypeError(f"{_MUST} be {_NAMES[kind]}, not {found}")
    return value


def read_record(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a record from an object."""
    return fill(cast("Mapping[str, Any]", exactly(dict, value, kind)), kind)


def _mistake(error: BaseException, _: type | None) -> str:
    """Describe a mistake in a value, as the end of a sentence about it."""
    if isinstance(error, KeyError):
        return _missing(error.args[0])
    extra = getattr(error, "extra_fields", None)
    return f"has no field {quoted(min(extra))}" if extra else str(error)


def _missing(field: object) -> str:
    return f"has no {field}"


def _is_of(origin: object, kind: Any) -> bool:
    found: object = get_origin(kind)
    return found is origin


def _plain(value: object, _: object) -> Any:
    if type(value) not in (str, int, bool):
        raise TypeError(f"{_MUST} be a string, a whole number, true or false, not {kind_text(value)}")
    return value


def _one_of(value: object, kind: Any) -> Any:
    choices = get_args(kind)
    if type(value) is not str or value not in choices:
        raise TypeError(f"{_MUST} be one of {', '.join(choices)}, not {quoted(value)}")
    return value


def _each(converter: Converter, value: object, kind: Any) -> tuple[Any, ...]:
    """Read the items of a list, up to the first wrong one."""
    items, kinds = cast("list[object]", exactly(list, value, kind)), get_args(kind)
    if kinds[-1] is ...:
        kinds = kinds[:1] * len(items)
    if len(items) != len(kinds):
        raise TypeError(f"{_MUST} have {len(kinds)} items, not {len(items)}")
    return tuple(_item(converter, each, kinds[index], index) for index, each in enumerate(items))


def _item(converter: Converter, value: object, kind: Any, index: int) -> Any:
    """Read an item of a list; an error has its place in the list."""
    try:
        return converter.structure(value, kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        from cattrs.errors import IterableValidationError, IterableValidationNote  # noqa: PLC0415 - loaded when used

        error.add_note(IterableValidationNote("", index, kind))
        raise IterableValidationError("", [error], kind) from None  # pyright: ignore[reportCallIssue] # it has a `__new__`


def _mapped(converter: Converter, value: object, kind: Any) -> dict[str, Any]:
    """Read an object with any keys; JSON has only texts as keys."""
    table, (_, inner) = cast("dict[str, object]", exactly(dict, value, kind)), get_args(kind)
    return {key: converter.structure(each, inner) for key, each in table.items()}


# ---------------------------------------------------------------- records

#: The fields of a score line in matches that were saved before lines had templates.
_OLD_LINE: Final = frozenset({"seat", "points", "rule", "about", "cards"})


def records_data(records: Sequence[object]) -> list[Any]:
    """Write records as plain data, which `read_records` reads."""
    return cast("list[Any]", _converter().unstructure(records))


def read_records(fields: Fields, key: str, kind: type[T]) -> tuple[T, ...]:
    """Read the records of a list; none if the key is missing."""
    listed = fields.table.get(key, [])
    if not isinstance(listed, list):
        fields.fail(key, f"{key} must be a list", "a list of objects")
    return tuple(_structured(fields, key, index, kind) for index, _ in enumerate(cast("list[object]", listed)))


def _structured(fields: Fields, key: str, index: int, kind: type[T]) -> T:
    try:
        return _converter().structure(fields.table[key][index], kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        wrong = what_is_wrong(error, f"{key}[{index}]")
        path = (*fields.path, key, index, *wrong.path)
        fields.document.fail(path, wrong.message, f"the {key} of a match" if wrong.of_fields else "")


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override  # noqa: PLC0415 - loaded when used

    converter = strict_converter()
    left_out = override(omit=True)  # a match counts whole states, whose scores are never partial
    converter.register_unstructure_hook(
        ScoreLine, make_dict_unstructure_fn(ScoreLine, converter, _cattrs_omit_if_default=True)
    )
    converter.register_unstructure_hook(HandScore, make_dict_unstructure_fn(HandScore, converter, partial=left_out))
    for record, read in ((ScoreLine, _line), (HandScore, read_record), (PlayedHand, read_record)):
        fill = make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=True, partial=left_out)
        converter.register_structure_hook(record, partial(read, fill))
    return converter


def _line(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a score line; an old one has the whole sentence as `about`, and no facts."""
    table = cast("Mapping[str, Any]", exactly(dict, value, kind))
    if frozenset(table) == _OLD_LINE:
        table = {"kind": "", **{"template" if name == "about" else name: field for name, field in table.items()}}
    return read_record(fill, table, kind)


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
        super().__init__(text, _read(text))


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=partial(_unique_keys, text), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"this is not JSON: {error.msg}", line=error.lineno, column=error.colno, expected="JSON"
        ) from None
    except RecursionError:
        raise too_deep() from None
    except NotationError:
        raise
    except ValueError as error:  # Python refuses to read very long numbers
        raise NotationError(str(error), expected="JSON") from None
    if not isinstance(data, dict):
        raise NotationError("this is not a JSON object", expected="{ ... }")
    return cast("dict[str, Any]", data)


def _unique_keys(text: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a table of pairs; a key that occurs twice is refused, at its second place if the text has exactly two."""
    table = dict(pairs)
    if len(table) < len(pairs):
        seen = set[str]()
        key = ""
        for key, _ in pairs:
            if key in seen:
                break
            seen.add(key)
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
        path = ("format",) if "format" in document.data else ()
        document.fail(path, "this is another format", f'"format": "{name}"')
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
    fields = open_json(text, RULES_FORMAT, ("format", *_IDENTITY_KEYS))
    return _identity(fields, rules)


def identity_table(rules: Rules) -> dict[str, Any]:
    """Write the identity of rules as plain data, which `rules_in` reads."""
    names = attrs.asdict(rules.identity, recurse=False)
    return {**names, "plugins": dict(rules.identity.plugins), "options": dict(rules.identity.options)}


def _identity(fields: Fields, known: Rules | None) -> Rules:
    for key in ("plugins", "options"):
        if not isinstance(fields.table.get(key, {}), Mapping):
            fields.fail(key, f"{key} is not an object", "{ ... }")
    versions = fields.table_at("plugins", None)
    options = cast("Mapping[str, OptionValue]", fields.table.get("options", {}))
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
        PositionError: for a state with a defect of `status`, except `missing-cards`.
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
    defect = next(iter(match_status(rules, match)), None)
    if defect is not None:
        raise MatchError(f"{defect.about} ({defect.name}): a match with this defect is not saved")
    hand = None
    if match.hand is not None:
        table = position_table(Position(rules, match.hand))
        hand = {key: value for key, value in table.items() if key not in _SAID_BY_MATCH}
    more = {
        "plugin": match_table(rules, match.so_far).get("plugin", {}),
        "lines": records_data(match.lines),
    }
    return written_json(
        {
            "format": MATCH_FORMAT,
            "rules": identity_table(rules),
            "dealer": match.dealer,
            "scores": list(match.scores),
            "playoff": match.playoff,
            "winners": list(match.winners),
            "hands": records_data(match.hands),
            "hand": hand,
            **{key: value for key, value in more.items() if value},
        },
        compact=compact,
    )


def match_from_json(text: str, *, rules: Rules | None = None) -> tuple[Rules, Match]:
    """Read a match and its rules from JSON.

    Args:
        text: the text that `match_to_json` wrote.
        rules: as for `rules_from_json`.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if its rules cannot be composed here, or are not the given ones.
    """
    fields = open_json(text, MATCH_FORMAT, _MATCH_KEYS)
    rules = rules_in(fields, rules)
    seats = rules.seats
    scores = tuple(fields.numbers("scores"))
    if len(scores) != seats:
        fields.fail("scores", f"{len(scores)} scores for {seats} seats", f"{seats} whole numbers")
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
    written = fields.table.get("hand")
    if written is not None:
        if "rules" in Fields(fields.document, ("hand",), written, what="a position", known=keys_in(rules)).table:
            fields.document.fail_key(("hand", "rules"), "the hand has rules of its own", "only the rules of the match")
        hand = read_position_of(fields.document, ("hand",), written, rules, allowed=WHOLE, match=so_far).state
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
