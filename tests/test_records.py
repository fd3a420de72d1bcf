"""Tests of records: made, compared, immutable, pickled; interpreted, compiled, and written out."""

from __future__ import annotations

import copy
import inspect
import pickle
import traceback
from pathlib import Path
from types import FunctionType
from typing import Any

import attrs
import pytest
from tools.write_records import written_out

import rummy500 as r5
from rummy500.base.records import record, replace
from rummy500.cards.cards import Bag
from rummy500.cards.pieces import Meld
from rummy500.rules.actions import Action
from rummy500.rules.state import NEW_TURN, MatchSoFar, PublicState, State, Turn, View

ROOT = Path(__file__).parents[1]

#: Two different values of every field of each record, by position.
TURN = [(3, 5), ((), (Action(0, "draw"),)), (False, True), (False, True), ((), (1, 0))]
MATCH: list[tuple[object, object]] = [(0, 1), ((0, 0), (40, -5)), (1, 2), (False, True), ((), ("remembered",)), (0, 7)]
OPEN: list[tuple[object, object]] = [
    ("draw", "play"),
    (0, 1),
    (-1, 1),
    (b"", b"\x05"),
    ((), (Meld(0, 1, 2, (65,), b"\0"),)),
    (NEW_TURN, Turn(taken=Bag(1 << 70))),
    (0x0707, 0x0708),
    ((0, 0), (0, 1 << 8)),
    (30, 1 << 65),
    (MatchSoFar(0, (0, 0)), MatchSoFar(1, (0, 0))),
    (0, 8),
    (0, 2),
    (False, True),
    ("", "out"),
    (-1, 0),
]
FIRST_OPEN, SECOND_OPEN = (PublicState(*values) for values in zip(*OPEN, strict=True))
RECORDS: dict[type, list[tuple[Any, Any]]] = {
    Action: [(0, 1), ("draw", "meld"), (-1, 4), (0, 1), ("", "run"), ((), (65,)), (-1, 0), (b"", b"\1"), ((), ("x",))],
    Meld: [(0, 1), (-1, 4), (2, 3), ((65,), (65, 130)), (b"\0", b"\1")],
    Turn: TURN,
    MatchSoFar: MATCH,
    PublicState: OPEN,
    State: [(FIRST_OPEN, SECOND_OPEN), ((0, 8), (8, 0)), (0, 1), (b"", b"\1"), ((), (None,))],
    View: [(0, 1), (FIRST_OPEN, SECOND_OPEN), (0, 8), (0, 1 << 70), ((), (None,))],
}
DEFAULTS: dict[type, dict[str, object]] = {
    MatchSoFar: {"hand_number": 1, "playoff": False, "memories": (), "rules_number": 0},
    Action: {"card": -1, "depth": 0, "use": "", "pieces": (), "on": -1, "cards": b"", "extra": ()},
    Meld: {},
    Turn: {"taken": 0, "plays": (), "stock_only": False, "claimed": False, "pending": ()},
    PublicState: {"gone": 0, "idle": 0, "stale": False, "ended": "", "out": -1},
    State: {"memories": ()},
    View: {"memories": ()},
}
each_record = pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)


def names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a record, in order."""
    return tuple(kind.__match_args__)


def firsts(kind: type) -> dict[str, Any]:
    """Return the first value of every field by its name."""
    return dict(zip(names(kind), [first for first, _ in RECORDS[kind]], strict=True))


def others(kind: type) -> dict[str, Any]:
    """Return another value of every field by its name."""
    return dict(zip(names(kind), [other for _, other in RECORDS[kind]], strict=True))


def interpreted(kind: Any) -> bool:
    """Return whether the class is interpreted, not compiled."""
    return isinstance(kind.__hash__, FunctionType)


@each_record
def test_by_position_and_by_name_every_field_gets_its_value(kind: type) -> None:
    fields = firsts(kind) | others(kind)
    for made in (kind(*fields.values()), kind(**fields)):
        assert type(made) is kind
        assert {name: getattr(made, name) for name in fields} == fields


@each_record
def test_defaults_fill_what_is_left_out(kind: type) -> None:
    required = {name: value for name, value in others(kind).items() if name not in DEFAULTS[kind]}
    made = kind(**required)
    assert {name: getattr(made, name) for name in names(kind)} == required | DEFAULTS[kind]


@each_record
def test_a_field_without_default_must_be_given_and_no_other_is_taken(kind: type) -> None:
    fields = firsts(kind)
    for name in fields.keys() - DEFAULTS[kind].keys():
        with pytest.raises(TypeError, match=name):
            kind(**{field: value for field, value in fields.items() if field != name})
    with pytest.raises(TypeError, match=r"colour|keyword argument"):
        kind(**fields, colour="red")
    with pytest.raises(TypeError, match="argument"):
        kind(*fields.values(), None)


@each_record
def test_each_field_counts_when_records_are_compared(kind: type) -> None:
    record = kind(**firsts(kind))
    again = kind(**pickle.loads(pickle.dumps(firsts(kind))))
    assert record == again
    assert hash(record) == hash(again)
    for name, value in others(kind).items():
        changed = replace(record, **{name: value})
        assert record != changed
        assert changed != record
        assert hash(record) != hash(changed)
        assert changed == kind(**(firsts(kind) | {name: value})) == record.__replace__(**{name: value})


@each_record
def test_a_record_is_not_equal_to_another_kind_with_the_same_fields(kind: type) -> None:
    record = kind(**firsts(kind))
    assert record != tuple(firsts(kind).values())
    assert record.__eq__(firsts(kind)) is NotImplemented
    assert all(record != other(**firsts(other)) for other in RECORDS if other is not kind)


@each_record
def test_writes_and_deletes_are_refused(kind: type) -> None:
    record = kind(**firsts(kind))
    for name, value in [*others(kind).items(), ("colour", "red")]:
        message = f"^{kind.__name__} is immutable: '{name}' cannot be written$" if interpreted(kind) else name
        with pytest.raises(AttributeError, match=message):
            setattr(record, name, value)
        with pytest.raises(AttributeError, match=message):
            delattr(record, name)
    assert record == kind(**firsts(kind))


@each_record
def test_a_second_init_changes_nothing(kind: type) -> None:
    record: Any = kind(**firsts(kind))
    record.__init__(*others(kind).values())
    assert record == kind(**firsts(kind))


@each_record
def test_a_copy_of_a_record_is_the_record_and_its_pickle_is_equal(kind: type) -> None:
    record = kind(**others(kind))
    assert copy.copy(record) is copy.deepcopy(record) is record
    back = pickle.loads(pickle.dumps(record))
    assert type(back) is kind
    assert (back, hash(back)) == (record, hash(record))


def test_rules_copy_as_themselves() -> None:
    rules = r5.compose("classic", seats=2)
    assert copy.copy(rules) is copy.deepcopy(rules) is rules


@attrs.frozen
class Kitty:
    """A record of a plugin."""

    cards: int = 0
    owner: str = ""


def test_replace_copies_a_record_of_a_plugin() -> None:
    assert replace(Kitty(3, "a"), owner="b") == Kitty(3, "b")
    assert replace(Kitty(3)) == Kitty(3)
    with pytest.raises(TypeError, match="colour"):
        replace(Kitty(), colour="red")


@each_record
def test_the_signature_names_the_fields(kind: type) -> None:
    if r5.COMPILED and kind in (PublicState, Turn):
        pytest.skip("mypyc writes no signature where a default is not a literal: EMPTY_BAG")
    assert tuple(inspect.signature(kind).parameters) == names(kind)


def shown(record: Any) -> tuple[object, ...]:
    """Return the repr of a record without the class."""
    return hash(record), repr(record), record.__reduce__()[1]


@each_record
def test_the_methods_written_for_the_compiled_wheel_do_what_the_imported_ones_do(kind: type) -> None:
    source = (ROOT / "src" / f"{kind.__module__.replace('.', '/')}.py").read_text("utf-8")
    module = {"__name__": kind.__module__}
    exec(written_out(source), module)
    written: Any = module[kind.__name__]
    assert written.__match_args__ == written.__slots__ == names(kind)
    if interpreted(kind):  # mypyc keeps no docstrings
        assert written.__doc__ == kind.__doc__
    required = {name: value for name, value in others(kind).items() if name not in DEFAULTS[kind]}
    assert shown(written(**required)) == shown(kind(**required))
    for name, value in [("", None), *others(kind).items()]:
        fields = firsts(kind) | ({name: value} if name else {})
        made = written(**fields)
        assert {each: getattr(made, each) for each in fields} == fields
        assert shown(made) == shown(written(*fields.values())) == shown(kind(**fields))
        assert made == written(**fields)
        assert (made == written(**firsts(kind))) is (kind(**fields) == kind(**firsts(kind)))
        assert made.__reduce__()[0] is written
        assert made != kind(**fields)
        assert written(**firsts(kind)).__replace__(**({name: value} if name else {})) == made


@record
class Point:
    """A record with its own repr."""

    x: int
    y: int = 0

    def __repr__(self) -> str:
        return f"<{self.x}|{self.y}>"


def test_a_method_of_the_class_is_preserved() -> None:
    assert repr(Point(1)) == "<1|0>"
    assert (Point.__name__, Point.__qualname__, Point.__module__) == ("Point", "Point", __name__)
    assert Point.__doc__ == "A record with its own repr."


def test_a_traceback_shows_the_generated_line() -> None:
    class Incomparable:
        def __eq__(self, _: object) -> bool:
            raise ValueError("no order")

        __hash__ = None  # type: ignore[assignment] # nor a hash

    odd: Any = Incomparable()
    with pytest.raises(ValueError, match="no order") as caught:
        bool(Point(1, odd) == Point(1, 2))
    assert "and self.y == other.y" in "".join(traceback.format_exception(caught.value))
