"""Converts records of the wire to plain data and back, strictly: no value is converted to another type.

cattrs writes and reads the records; it is loaded when the first message is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import attrs

from rummy500.errors import NotationError
from rummy500.inputs import quoted
from rummy500.notation.fields import kind_text
from rummy500.notation.json import JsonDocument
from rummy500.notation.limits import MOST_DOCUMENT, check_length
from rummy500.notation.strict import strict_converter, what_is_wrong
from rummy500.wire.messages import ANSWERS, REQUESTS, VERSION, Answer, Request

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T", bound=Answer)

#: The longest request of a client, in characters: an action of 500, or a selection of cards, and the words around it.
MOST_REQUEST: Final = 4_000
_TYPE_OF: Final[Mapping[type[object], str]] = {kind: name for name, kind in (*ANSWERS.items(), *REQUESTS.items())}


def message_data(message: Answer | Request) -> dict[str, Any]:
    """Write a message as plain data, with its type and its version first.

    Args:
        message: a record of `rummy500.wire.messages` that is an answer or a request.

    Raises:
        TypeError: for anything else.
    """
    if type(message) not in _TYPE_OF:
        raise TypeError(f"{type(message).__name__} is not a message of the wire")
    return {
        "type": _TYPE_OF[type(message)],
        "version": VERSION,
        **cast("dict[str, Any]", _converter().unstructure(message)),
    }


def message_json(message: Answer | Request) -> str:
    """Write a message as JSON, without spaces; arguments and errors as for `message_data`."""
    return json.dumps(message_data(message), ensure_ascii=False, separators=(",", ":"))


def read_request(text: object) -> Request:
    """Read a request of a client. It is untrusted: of any type and any content.

    Args:
        text: the JSON text.

    Returns:
        A record of `REQUESTS`.

    Raises:
        NotationError: for what is not text, is longer than `MOST_REQUEST`, or is not a request; it names the field.
    """
    if not isinstance(text, str):
        raise NotationError(f"a request is text, not {type(text).__name__}", expected="a JSON object")
    check_length(text, MOST_REQUEST)
    return cast("Request", _read(text, REQUESTS))


def read_answer(text: str, kind: type[T]) -> T:
    """Read an answer of a server.

    Args:
        text: the JSON text.
        kind: the record that it must be.

    Raises:
        NotationError: for another message, and for a wrong field, which it names.
        TypeError: for what is not text.
    """
    if isinstance(cast("object", text), str):
        check_length(text, MOST_DOCUMENT)
    return cast("T", _read(text, {_TYPE_OF[kind]: kind}))


def _read(text: str, kinds: Mapping[str, type[Any]]) -> object:
    document = JsonDocument(text)
    data = dict(document.data)
    name, version = data.pop("type", None), data.pop("version", None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        expected = ", ".join(f'"{each}"' for each in kinds)
        wrong = f"there is no message {quoted(name)}" if "type" in document.data else "no type"
        document.fail(("type",), wrong, expected)
    if type(version) is not int or version != VERSION:
        if "version" not in document.data:
            document.fail(("version",), "no version", str(VERSION))
        found = version if type(version) is int else kind_text(version)
        document.fail(("version",), f"version must be {VERSION}, not {found}")
    try:
        return _converter().structure(data, kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        mistake = what_is_wrong(error, cast("str", name))
        fields = ", ".join(("type", "version", *(field.name for field in attrs.fields(kind))))
        expected = "the fields that the schema names" if mistake.path else f"the fields {fields}"
        expected = expected if mistake.of_fields else ""
        document.fail(mistake.path, mistake.message, expected)


@lru_cache(maxsize=1)
def _converter() -> Converter:
    return strict_converter()
