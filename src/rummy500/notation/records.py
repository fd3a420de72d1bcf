"""Reads and writes the played hands and score lines of a match as plain data, by cattrs, which is loaded when used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from rummy500.match import PlayedHand
from rummy500.notation.fields import Fields
from rummy500.notation.strict import exactly, filled, strict_converter, what_is_wrong
from rummy500.rules.scores import HandScore, ScoreLine

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

#: The fields of a score line in matches that were saved before lines had templates.
_OLD_LINE: Final = frozenset({"seat", "points", "rule", "about", "cards"})


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
