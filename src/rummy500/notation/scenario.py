"""Reads and writes scenarios: a position, steps that are tried, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, cast

import attrs

from rummy500.base.errors import ComposeError, NotationError
from rummy500.base.inputs import quoted
from rummy500.notation.actions import parse_action
from rummy500.notation.fields import Fields, without_empty
from rummy500.notation.position import Position, position_table, read_position
from rummy500.notation.toml import MOST_SCENARIOS, Document, Keys, Located, toml_lines
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State

FORMAT = "rummy500 scenario 1"
#: The format of the transcript of one seat, which can only be read: what the seat did not see cannot be replayed.
SEAT_FORMAT = "rummy500 seat transcript 1"
_SCENARIO_KEYS = ("format", "title", "source", "rule", "position", "step", "expect")
_STEP_EXTRAS = {
    "do": ("note",),
    "refuse": ("rule", "note"),
    "legal": ("of", "seat", "note"),
    "may": ("note",),
    "may_not": ("rule", "note"),
    "sees": ("hands", "stock", "pile", "memory", "note"),
}
_EXPECT_KEYS = (
    "over", "to_act", "hands", "pile", "stock", "table", "hand_scores", "side_scores", "scores", "winner",
    "rules_refused", "phase",
)  # fmt: skip


@attrs.frozen
class Step:
    """One step of a scenario."""

    kind: str
    fields: Fields

    def action(self, rules: Rules, state: State) -> Action:
        """Read the action that the step tries in a state."""
        return self.fields.parsed(self.kind, partial(parse_action, where=state, rules=rules))


@attrs.frozen
class Scenario:
    """A scenario: a position, steps that are tried, and the expected result.

    Attributes:
        title: its subject, in a player's words.
        source: the source of the rule.
        rule: the rule id.
        document: the file that it was read from.
        path: its place in the file.
        position: the position, or the refusal of its rules.
        steps: the steps that are tried.
        expect: the expected result.
        notes: other texts of its heading, for example `law` and `seed` if it shows a broken law.
    """

    title: str
    source: str
    rule: str
    document: Document
    path: Keys
    position: Position | ComposeError
    steps: tuple[Step, ...]
    expect: Fields
    notes: Mapping[str, str] = attrs.field(factory=dict[str, str])


def parse_scenarios(text: str) -> list[Scenario]:
    """Read the scenarios of a file.

    Args:
        text: the file: one scenario at its top level, or many as `[[scenario]]`.

    Raises:
        NotationError: for a mistake in the text, with its line and column and what is expected there.
    """
    return [read() for _, _, read in scenario_readers(text)]


def each_scenario(text: str) -> Iterator[Scenario | NotationError]:
    """Read the scenarios of a file one by one; yield the error of each that cannot be read, and go on.

    Args:
        text: the file.

    Yields:
        Each scenario, or its error; a file that is not a scenario file is a single error.
    """
    try:
        found = scenario_readers(text)
    except NotationError as error:
        yield error
        return
    for _, _, read in found:
        try:
            yield read()
        except NotationError as error:
            yield error


def scenario_readers(text: str) -> list[tuple[str, str, Callable[[], Scenario]]]:
    """List title and rule of each scenario of a file, each empty if it has none, and a function that reads it."""
    document = Located(text)
    found: list[tuple[str, str, Callable[[], Scenario]]] = []
    for path, table in _tables(document):
        title, rule = (str(table.get(key, "")) if hasattr(table, "get") else "" for key in ("title", "rule"))
        found.append((title, rule, partial(_scenario, document, path, table)))
    return found


def _tables(document: Located) -> list[tuple[Keys, Any]]:
    data = document.data
    if data.get("format") == SEAT_FORMAT:
        message = "this is the transcript of one seat, which cannot be replayed: it lacks what the seat did not see"
        document.fail(("format",), message, f'the transcript of the whole hand, format = "{FORMAT}"')
    if data.get("format") != FORMAT:
        document.fail(("format",), "this is not a scenario file", f'format = "{FORMAT}"')
    if "scenario" not in data:
        return [((), data)]
    for key, value in data.items():
        if key not in ("format", "scenario") and not isinstance(value, str):
            document.fail_key((key,), f"{quoted(key)} is outside [[scenario]]", "only format and texts there")
    if not isinstance(data["scenario"], list) or not data["scenario"]:
        document.fail(("scenario",), "scenario is not a list of tables", "[[scenario]]")
    many = cast("list[object]", data["scenario"])
    if len(many) > MOST_SCENARIOS:
        message = f"this file has {len(many)} scenarios"
        document.fail(("scenario",), message, f"at most {MOST_SCENARIOS} in a file")
    return [(("scenario", index), value) for index, value in enumerate(many)]


def _scenario(document: Document, path: Keys, value: object) -> Scenario:
    notes = _notes(value)
    fields = Fields(document, path, value, what="a scenario", known=None)
    fields.check_keys(_SCENARIO_KEYS, also=notes)
    if not fields.has("position"):
        document.fail(path, "a scenario has no position", "[position]")
    position: Position | ComposeError
    try:
        position = read_position(document, (*path, "position"), fields.table["position"])
    except ComposeError as error:
        position = error
    listed = fields.listed("step", "[[step]]")
    steps = tuple(_step(document, (*path, "step", index), step) for index, step in enumerate(listed))
    return Scenario(
        fields.text("title", ""),
        fields.text("source", ""),
        fields.text("rule", ""),
        document,
        path,
        position,
        steps,
        fields.table_at("expect", _EXPECT_KEYS),
        notes,
    )


def _notes(value: object) -> dict[str, str]:
    """The texts in the heading of a scenario that are not read; it may have any."""
    if not isinstance(value, Mapping):
        return {}
    table = cast("Mapping[str, object]", value)
    return {key: text for key, text in table.items() if isinstance(text, str) and key not in _SCENARIO_KEYS}


def _step(document: Document, path: Keys, value: object) -> Step:
    every = tuple(dict.fromkeys(key for kind, extras in _STEP_EXTRAS.items() for key in (kind, *extras)))
    fields = Fields(document, path, value, what="a step", known=every)
    kinds = [kind for kind in _STEP_EXTRAS if fields.has(kind)]
    if len(kinds) != 1:
        document.fail(path, f"a step is one of {', '.join(_STEP_EXTRAS)}; this one has {len(kinds)}", "one of them")
    kind = kinds[0]
    for key in fields.table:
        if key not in (kind, *_STEP_EXTRAS[kind]):
            extras = ", ".join(_STEP_EXTRAS[kind])
            document.fail_key((*path, key), f"a step {kind!r} has no {key!r}", extras)
    return Step(kind, fields)


def scenario_text(
    position: Position,
    steps: list[Mapping[str, Any]],
    expect: Mapping[str, Any],
    *,
    title: str,
    rule: str = "",
    source: str = "",
    notes: Mapping[str, str] | None = None,
) -> str:
    """Write a file of one scenario.

    Args:
        position: the position.
        steps: each step as a table, for example `{"do": "1: draw"}`.
        expect: the expected result.
        title: its subject.
        rule: the rule id, left out if empty.
        source: the source of the rule, left out if empty.
        notes: further texts of the heading, left out if empty.

    Returns:
        The file as text.
    """
    head = {"format": FORMAT, "title": title, "source": source, "rule": rule, **(notes or {})}
    lines = toml_lines(without_empty(head))
    lines += ["", "[position]", *toml_lines(position_table(position))]
    for step in steps:
        lines += ["", "[[step]]", *toml_lines(step)]
    if expect:
        lines += ["", "[expect]", *toml_lines(expect)]
    return "\n".join(lines) + "\n"
