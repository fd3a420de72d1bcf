"""Records from plain data, strictly: exactly their fields, each of exactly its type, and a sentence for what is wrong.

`wire/convert.py` reads requests with this, and saved matches read their played hands and score lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, cast, get_args, get_origin

import attrs

from rummy500.game.match import PlayedHand
from rummy500.inputs import quoted
from rummy500.notation.fields import Fields, kind_text
from rummy500.notation.toml import Keys
from rummy500.rules.scores import HandScore, ScoreLine

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
        return partial(filled, make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=not may_grow))

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


def filled(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
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
    for record, read in ((ScoreLine, _line), (HandScore, filled), (PlayedHand, filled)):
        fill = make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=True, partial=left_out)
        converter.register_structure_hook(record, partial(read, fill))
    return converter


def _line(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a score line; an old one has the whole sentence as `about`, and no facts."""
    table = cast("Mapping[str, Any]", exactly(dict, value, kind))
    if frozenset(table) == _OLD_LINE:
        table = {"kind": "", **{"template" if name == "about" else name: field for name, field in table.items()}}
    return filled(fill, table, kind)
