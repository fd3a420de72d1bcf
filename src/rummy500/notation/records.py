"""Reads and writes the played hands and score lines of a match as plain data, by cattrs, which is loaded when used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args, get_origin

from rummy500.inputs import quoted
from rummy500.match import PlayedHand
from rummy500.notation.fields import Fields, kind_text
from rummy500.rules.scores import HandScore, ScoreLine

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

_EXPECTED: Final = "; expected "
#: The fields of a score line in matches that were saved before lines had templates.
_OLD_LINE: Final = {"seat", "points", "rule", "about", "cards"}
_NAMES: Final = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}


def records_data(records: Sequence[object]) -> list[Any]:
    """Write records as plain data, which `read_records` reads.

    Args:
        records: the records.
    """
    return cast("list[Any]", _converter().unstructure(records))


def read_records(fields: Fields, key: str, kind: type[T]) -> tuple[T, ...]:
    """Read the records of a list; none if the key is missing.

    Args:
        fields: the table that has the list.
        key: its key.
        kind: the class of the records: `PlayedHand` or `ScoreLine`.

    Raises:
        NotationError: for the first wrong record, with its place and its field.
    """
    listed = fields.table.get(key, [])
    if not isinstance(listed, list):
        fields.fail(key, f"{key} must be a list", "a list of objects")
    return tuple(_structured(fields, key, index, kind) for index, _ in enumerate(cast("list[object]", listed)))


def _structured(fields: Fields, key: str, index: int, kind: type[T]) -> T:
    from cattrs import transform_error  # noqa: PLC0415 - loaded when used

    try:
        return _converter().structure(fields.table[key][index], kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        what, _, place = transform_error(error, f"{key}[{index}]", format_exception=_mistake)[0].rpartition(" @ ")
        what, _, expected = what.partition(_EXPECTED)
        record, _, field = place.rpartition(".")
        if what == _missing(field):  # cattrs gives a missing field its own place
            place = record
        fields.document.fail((*fields.path, key, index), f"{place} {what}", expected or f"the {key} of a match")


def _mistake(error: BaseException, _: type | None) -> str:
    """Describe what is wrong with a value, as the end of a sentence about it."""
    if isinstance(error, KeyError):
        return _missing(error.args[0])
    extra = getattr(error, "extra_fields", None)
    return f"has no field {quoted(min(extra))}" if extra else str(error)


def _missing(field: object) -> str:
    return f"has no {field}"


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs import Converter  # noqa: PLC0415 - loaded when used
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override  # noqa: PLC0415 - loaded when used

    converter = Converter(forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, partial(_exact, kind))
    converter.register_structure_hook_func(_is_tuple, partial(_each, converter))
    left_out = override(omit=True)  # a match counts whole states, whose scores are never partial
    short = make_dict_unstructure_fn(ScoreLine, converter, _cattrs_omit_if_default=True)
    converter.register_unstructure_hook(ScoreLine, short)  # before the scores that have lines
    converter.register_unstructure_hook(HandScore, make_dict_unstructure_fn(HandScore, converter, partial=left_out))
    for record, read in ((ScoreLine, _line), (HandScore, _filled), (PlayedHand, _filled)):
        fill = make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=True, partial=left_out)
        converter.register_structure_hook(record, partial(read, fill))
    return converter


def _is_tuple(kind: Any) -> bool:
    origin: object = get_origin(kind)
    return origin is tuple


def _exact(kind: type, value: object, _: object) -> Any:
    """Return a value of exactly the right type; JSON has types, so nothing is converted."""
    if type(value) is not kind:
        raise TypeError(f"is {kind_text(value)}{_EXPECTED}{_NAMES[kind]}")
    return value


def _each(converter: Converter, value: object, kind: Any) -> tuple[Any, ...]:
    """Read the items of a list, up to the first wrong one."""
    items, kinds = cast("list[object]", _exact(list, value, kind)), get_args(kind)
    if kinds[-1] is ...:
        return tuple(converter.structure(each, kinds[0]) for each in items)
    if len(items) != len(kinds):
        raise TypeError(f"has {len(items)} items{_EXPECTED}{len(kinds)}")
    return tuple(converter.structure(each, item) for each, item in zip(items, kinds, strict=True))


def _line(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a score line; an old one has the whole sentence as `about`, and no facts."""
    table = cast("Mapping[str, Any]", _exact(dict, value, kind))
    if set(table) == _OLD_LINE:
        table = {"kind": "", **{"template" if name == "about" else name: field for name, field in table.items()}}
    return _filled(fill, table, kind)


def _filled(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a record from an object."""
    return fill(cast("Mapping[str, Any]", _exact(dict, value, kind)), kind)
