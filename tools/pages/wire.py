"""The JSON Schema, the TypeScript types and the page of the wire.

All three are made from the records of `rummy500.wire.messages` and `.protocol`: their annotations, their docstrings and
the comment `#:` of each field.
"""

from __future__ import annotations

import inspect
import json
import re
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from tools.pages import COMMAND, DOCS, ROOT
from tools.pages.names import listed

from rummy500.wire import ANSWERS, REQUESTS
from rummy500.wire.protocol import VERSION

SCHEMA: Final = ROOT / "src" / "rummy500" / "wire" / "schema.json"
TYPES: Final = SCHEMA.with_name("messages.d.ts")
PAGE: Final = DOCS / "reference" / "wire.md"
_PLAIN: Final[Mapping[Any, str]] = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
_WIDTH: Final = 120
_OLD_NAME: Final = "The first name of `TableRequest`, which is also that of a type of browsers."
#: A field in the source of a record, with its comments.
_FIELD: Final = re.compile(r"((?:^    #: .*\n)*)^    (\w+): [^#\n]*(?:#: (.*))?$", re.MULTILINE)


def schema(*, closed: bool = False) -> dict[str, Any]:
    """Make the JSON Schema of every message.

    Args:
        closed: answers have no other fields, words and types than these: for tests of our own. Clients get the open
            schema, which also holds for the answers of later servers.
    """
    definitions: dict[str, Any] = {}
    for name, answer in ANSWERS.items():
        _define(answer, definitions, name, closed=closed)
    for name in () if closed else list(definitions):
        record = name.removesuffix("Message") + "Data"
        if record in definitions:
            definitions[name] = _extended(definitions[name], record)
    for name, request in REQUESTS.items():
        _define(request, definitions, name, closed=True)
    answers = _one_of("A message of the server. Ignore other types: a later server may send them.", ANSWERS.values())
    if not closed:
        other = {"type": {"type": "string", "not": {"enum": [*ANSWERS, *REQUESTS]}}}
        answers["oneOf"].append({"type": "object", "properties": other, "required": ["type", "version"]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of rummy500",
        "description": f"Made from rummy500.wire.messages, version {VERSION}.",
        "oneOf": [{"$ref": "#/$defs/Answer"}, {"$ref": "#/$defs/TableRequest"}],
        "$defs": {
            "Answer": answers,
            "Request": {"description": _OLD_NAME, "oneOf": [{"$ref": "#/$defs/TableRequest"}]},
            "TableRequest": _one_of("A message of a client.", REQUESTS.values()),
            **dict(sorted(definitions.items())),
        },
    }


def _extended(message: dict[str, Any], record: str) -> dict[str, Any]:
    """A message with the fields of a record that other messages hold, too."""
    own = {name: of for name, of in message["properties"].items() if "description" not in of}
    return {**message, "allOf": [{"$ref": f"#/$defs/{record}"}], "properties": own, "required": list(own)}


def _one_of(about: str, kinds: Iterable[type]) -> dict[str, Any]:
    return {"description": about, "oneOf": [{"$ref": f"#/$defs/{_name(kind, message=True)}"} for kind in kinds]}


def _name(kind: type, *, message: bool) -> str:
    """The name of a record. One that is also part of other messages has another name with its type and version."""
    return kind.__name__.replace("Data", "Message") if message else kind.__name__


def _define(kind: type[Any], definitions: dict[str, Any], message: str = "", *, closed: bool) -> None:
    defined = _name(kind, message=bool(message))
    if defined in definitions:
        return
    about, fields = _described(kind)
    made: dict[str, Any] = {"description": about, "type": "object"}
    definitions[defined] = made
    hints = get_type_hints(kind)
    properties: dict[str, Any] = {"type": {"const": message}, "version": {"const": VERSION}} if message else {}
    required = list(properties)
    for field in attrs.fields(kind):
        of = _schema_of(hints[field.name], definitions, closed=closed)
        properties[field.name] = {"description": fields[field.name], **of}
        if field.default is attrs.NOTHING:
            required.append(field.name)
    made |= {"properties": properties, "required": required, **({"additionalProperties": False} if closed else {})}


def _described(kind: type[Any]) -> tuple[str, Mapping[str, str]]:
    """The first sentence of a record, and the comment of each field, above it or beside it."""
    fields: dict[str, str] = {}
    for above, name, beside in _FIELD.findall(inspect.getsource(kind)):
        text = f"{above.replace('#: ', '')} {beside}".split()
        if text:
            fields[name] = " ".join(text)
    return (inspect.getdoc(kind) or "").split("\n", 1)[0], fields


def _schema_of(kind: Any, definitions: dict[str, Any], *, closed: bool) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is Any:
        return {}
    if origin is Literal:
        words = {"enum": list(arguments)}
        return words if closed else {"anyOf": [words, {"type": "string"}]}
    if origin is tuple:
        return {"type": "array", "items": _schema_of(arguments[0], definitions, closed=closed)}
    if origin in (Union, types.UnionType):
        if all(each in _PLAIN for each in arguments):
            return {"type": [_PLAIN[each] for each in arguments]}
        return {"anyOf": [_schema_of(each, definitions, closed=closed) for each in arguments]}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema_of(arguments[1], definitions, closed=closed) or True}
    _define(kind, definitions, closed=closed)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def typescript() -> str:
    """Make the TypeScript types of every message from the schema."""
    whole = schema()
    lines = [f"// Generated by `{COMMAND}`: change the records of rummy500.wire, not this file.", ""]
    for name, defined in whole["$defs"].items():
        lines.append(f"/** {defined['description']} */")
        if "oneOf" in defined:
            lines += [f"export type {name} =", *(f"  | {_type(each)}" for each in defined["oneOf"] if "$ref" in each)]
            lines[-1] += ";"
        else:
            extends = "".join(f" extends {_type(each)}" for each in defined.get("allOf", ()))
            lines.append(f"export interface {name}{extends} {{")
            for field, of in defined["properties"].items():
                if "description" in of:
                    lines.append(f"  /** {of['description']} */")
                optional = "" if field in defined["required"] else "?"
                lines.append(f"  {field}{optional}: {_type(of)};")
            lines.append("}")
        lines.append("")
    return "\n".join(lines)


def _type(of: Mapping[str, Any], whole: str = "number") -> str:
    """A type as TypeScript writes it; a page can call a whole number otherwise."""
    if "$ref" in of:
        return str(of["$ref"]).rpartition("/")[2]
    if "const" in of:
        return json.dumps(of["const"])
    if "enum" in of:
        return " | ".join(json.dumps(each) for each in of["enum"])
    if "anyOf" in of and "enum" in of["anyOf"][0]:  # known words, and any other text
        return f"{_type(of['anyOf'][0])} | {'(string & {})' if whole == 'number' else 'string'}"
    if "anyOf" in of:
        return " | ".join(_type(each, whole) for each in of["anyOf"])
    names = {"integer": whole, "string": "string", "boolean": "boolean", "null": "null"}
    kind = of.get("type")
    if isinstance(kind, list):
        return " | ".join(names[each] for each in kind)
    if kind == "array":
        inner = _type(of["items"], whole)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        more = of["additionalProperties"]
        return f"Record<string, {'unknown' if more is True else _type(more, whole)}>"
    return names[kind] if kind else "unknown"


_INTRODUCTION: Final = """\
# The wire

Every message between a server of tables and its clients: JSON, one object a message.
[Write a client](../write-a-client.md) shows them at work. A message has its `type`, its `version` {version} and the
fields below. Cards are text: `As`, `Td`, `*` for a joker. Seats are numbers from 0.

Answers grow: later servers send more fields, words and types of messages under the same version. So a client ignores
fields and types that it does not know, and shows an unknown word of a list as text. A request has exactly the fields
below. The first `update` of a connection lists the `requests` that the server knows: hide what an older server cannot
do. The version rises only if clients of before could not play on.

The server of a table sends `update`, `refusal`, `error`, `selected`, `why`, `hint`, `rules`, `sheet` and `choices`. The
messages `view`, `legal`, `score`, `match` and `changes` are for programs without a table.

In Python each message is a record of `rummy500.wire.messages` or `.protocol`, with the name of its TypeScript type. The
same declarations make the [JSON Schema](#json-schema) and these types. This command writes both into a folder that npm
can install:

```shell
python -m rummy500.wire rummy500-messages
npm install ./rummy500-messages
```

In TypeScript `import type {{ Answer, TableRequest }} from "rummy500-messages"` then finds the types.

```python
import random

import rummy500 as r5
from rummy500.table import open_table
from rummy500.wire import handle, message_json, update_message

table = open_table(r5.compose("classic", seats=2), ["Ann", "Bob"])
print(message_json(update_message(table, 0))[:58])  # {{"type":"update","version":1,"seat":0,"events":[],"number
print(handle(table, 0, "draw", random.Random()).answer.error)  # this is not JSON: Expecting value
```
"""
_FROM_PYTHON: Final = {
    "Serve a table": ("handle", "serving.Handled", "update_message"),
    "Views": ("view_message", "legal_message", "read_view"),
    "Other messages": (
        *("refusal_message", "error_message", "choices_message"),
        *(f"serving.{kind}_message" for kind in ("score", "match", "changes", "rules", "sheet")),
    ),
    "Read and write": ("message_json", "message_data", "read_request", "read_answer"),
}
_DEEPER: Final = ("    options:", "      heading_level: 4", "")
_CONSTANTS: Final = """\
| name | meaning |
| --- | --- |
| `VERSION` | The version of every message, in `rummy500.wire.protocol`. |
| `TableRequest`, `Answer` | The types of the messages of a client and of a server. |
| `REQUESTS`, `ANSWERS` | The classes of the messages of a client and of a server, by type. |
| `MOST_REQUEST` | The longest request of a client, in characters. |

`from rummy500.wire import TableRequest, Answer, REQUESTS, ANSWERS, MOST_REQUEST`
"""


def wire_page() -> str:
    """Make the reference page of the wire from the schema."""
    definitions = schema()["$defs"]
    messages = {
        side: [each["$ref"].rpartition("/")[2] for each in definitions[side]["oneOf"] if "$ref" in each]
        for side in ("TableRequest", "Answer")
    }
    records = {**REQUESTS, **ANSWERS}
    lines = [_INTRODUCTION.format(version=VERSION)]
    for side, title in (("TableRequest", "What a client sends"), ("Answer", "What a server sends")):
        lines += [f"## {title}", ""]
        for name in messages[side]:
            kind = definitions[name]["properties"]["type"]["const"]
            record = records[kind].__name__
            lines.append(f"- [`{kind}`](#{_anchor(name)}), `{record}`: {definitions[name]['description']}")
        lines.append("")
    lines += ["## From Python", ""]
    for title, names in _FROM_PYTHON.items():
        lines += [f"### {title}", "", *(line for name in names for line in (f"::: rummy500.wire.{name}", *_DEEPER))]
    lines += ["### Constants", "", _CONSTANTS]
    lines += ["## Requests", ""]
    for name in messages["TableRequest"]:
        lines += _section(name, definitions[name])
    lines += ["## Answers", ""]
    for name in messages["Answer"]:
        lines += _section(name, definitions[name], _record_of(name, definitions))
    lines += ["## Records in messages", ""]
    for name, defined in definitions.items():
        if "properties" in defined and name not in (*messages["TableRequest"], *messages["Answer"]):
            lines += _section(name, defined)
    lines += ["## JSON Schema", ""]
    lines += [
        "`#/$defs/Answer` holds for what this server and later ones send, `#/$defs/TableRequest` for requests.",
        "",
    ]
    lines += ['??? note "The schema of every message, JSON Schema 2020-12"', ""]
    lines += ["    ```json", '    --8<-- "src/rummy500/wire/schema.json"', "    ```", ""]
    return listed("\n".join(lines))


def _anchor(name: str) -> str:
    return name.lower()


def _record_of(message: str, definitions: Mapping[str, Any]) -> str:
    """The record that other messages hold with the fields of a message; empty if there is none."""
    record = message.removesuffix("Message") + "Data"
    return record if record in definitions else ""


def _section(name: str, defined: Mapping[str, Any], record: str = "") -> list[str]:
    fields = {field: of for field, of in defined["properties"].items() if "description" in of}
    kind = defined["properties"].get("type", {}).get("const")
    lines = [f"### {name}", "", f"`{kind}`: {defined['description']}" if kind else defined["description"], ""]
    if record:
        lines += [f"Its fields are those of [`{record}`](#{_anchor(record)}).", ""]
    elif fields:
        for field, of in fields.items():
            optional = "" if field in defined["required"] else ", optional"
            lines.append(f"- `{field}`, {_linked(of)}{optional}: {of['description']}")
        lines.append("")
    return lines


def _linked(of: Mapping[str, Any]) -> str:
    """The type of a field, with a link to the record that it is made of."""
    written = _type(of, "integer")
    record = re.search(r"[A-Z]\w+", written.replace("Record", ""))
    shown = f"`{written}`"
    return f"[{shown}](#{_anchor(record[0])})" if record and f'"{record[0]}"' not in written else shown


def pages() -> dict[Path, str]:
    return {
        SCHEMA: json.dumps(schema(), indent=2, ensure_ascii=False) + "\n",
        TYPES: typescript(),
        PAGE: wire_page(),
    }
