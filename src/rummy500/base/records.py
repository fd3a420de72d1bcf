"""`@record`: immutable classes with slots, each field written once.

A record is declared like a dataclass, and type checkers read it as a frozen one:

    @final
    @record
    class Turn:
        taken: int = 0
        plays: tuple[Action, ...] = ()

An `attrs.frozen` object takes three times as long to make (`docs/design/architecture.md`), and each step of the engine
makes several objects. So the few classes that a step makes are records, and `Rules` with its parts, which compiled
code reads many times in a step. All other classes use attrs.

Interpreted, the decorator generates the methods when the module is imported. For the compiled wheel the build hook
writes the same methods into the source that mypyc compiles (`tools/write_records.py`). There a record is a native
class, whose `Final` fields cannot be written.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Container, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, cast, dataclass_transform

import attrs

T = TypeVar("T")

if TYPE_CHECKING:

    class Record:
        """Tells type checkers of a method that `@record` generates; it is `object` when the module runs."""

        def __replace__(self, **changes: object) -> Self:
            """Copy the record with some fields changed."""
            ...

else:
    Record = object


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class a record: constructor, `==`, `hash`, `repr`, copies and pickling by its fields, and no writes.

    Slots need a new class, which the decorator returns, so no method may use `super()` or `__class__`. A method that
    the class defines itself is not replaced. A record has no subclasses.
    """
    body = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    annotations = cast("dict[str, str]", cls.__annotations__)
    scope: dict[str, Any] = {"__name__": cls.__module__, "reduced": reduced, "record_text": record_text}
    parameters: list[str] = []
    for name in annotations:
        parameters.append(f"{name}=_default_{name}" if name in body else name)
        if name in body:
            scope[f"_default_{name}"] = body.pop(name)
    names = tuple(annotations)
    sources = [*_own_sources(cls.__name__, names, parameters), *shared_methods(cls.__name__, names, body)]
    methods = _executed("\n".join(sources), scope, cls)
    new = methods.pop("__new__")
    new.__annotations__ = {**annotations, "return": cls.__name__}
    own = {
        "__slots__": names,
        "__match_args__": names,
        "__qualname__": cls.__qualname__,
        "__setattr__": _refuse_write,
        "__delattr__": _refuse_write,
    }
    made: Any = type(cls.__name__, cls.__bases__, body | methods | own)
    writable = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    scope["_draft"] = type(f"_{cls.__name__}Draft", (made,), writable | {"__new__": object.__new__})
    scope[cls.__name__] = made
    # Last, since a draft class made after this would look its `__new__` up in every call.
    made.__new__ = staticmethod(new)
    return cast("type[T]", made)


def _refuse_write(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be written")


def _executed(source: str, scope: dict[str, Any], cls: type) -> dict[str, Any]:
    """Execute the source of methods in a scope, and return them as methods of a class. Tracebacks show the source."""
    file = f"<record {cls.__module__}.{cls.__qualname__}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    methods: dict[str, Any] = {}
    exec(compile(source, file, "exec"), scope, methods)  # noqa: S102 - made of field names, as attrs and dataclasses do
    for name, method in methods.items():
        method.__qualname__ = f"{cls.__qualname__}.{name}"
    return methods


def _own_sources(name: str, names: Sequence[str], parameters: Sequence[str]) -> list[str]:
    """The sources of the constructor and of `__replace__` of an interpreted record.

    They fill a draft and turn that into the record. The draft's class has the same slots and allows writes. Assigning
    attributes is faster than calling `object.__setattr__`, and `__replace__` is faster with parameters by position.
    """
    fill = "".join(f"    draft.{each} = {each}\n" for each in names)
    copy = "".join(f"    draft.{each} = self.{each} if {each} is ... else {each}\n" for each in names)
    made = f"    draft.__class__ = {name}\n    return draft\n"
    return [
        f"def __new__(cls, {', '.join(parameters)}):\n    draft = _draft()\n{fill}{made}",
        f"def __replace__(self, {''.join(f'{each}=..., ' for each in names)}):\n    draft = _draft()\n{copy}{made}",
    ]


def shared_methods(name: str, names: Sequence[str], defined: Container[str] = ()) -> list[str]:
    """The sources of the methods that are the same in interpreted and compiled records."""
    values = f"({''.join(f'self.{each}, ' for each in names)})"
    equal = "".join(f"        and self.{each} == other.{each}\n" for each in names).replace("and ", "", 1)
    sources = {
        "__eq__": (
            "def __eq__(self, other: object) -> bool:\n"
            "    if self is other:\n"
            "        return True\n"
            f"    if not isinstance(other, {name}):\n"
            "        return NotImplemented\n"
            f"    return (\n{equal}    )\n"
        ),
        "__copy__": f"def __copy__(self) -> {name}:\n    return self\n",
        "__deepcopy__": f"def __deepcopy__(self, memo: object) -> {name}:\n    return self\n",
        "__hash__": f"def __hash__(self) -> int:\n    return hash({values})\n",
        "__reduce__": "def __reduce__(self) -> tuple[object, ...]:\n    return reduced(self)\n",
        "__repr__": "def __repr__(self) -> str:\n    return record_text(self)\n",
    }
    return [source for method, source in sources.items() if method not in defined]


def reduced(instance: object) -> tuple[object, ...]:
    """The result of `__reduce__` of a record: its class and the values of its fields."""
    return type(instance), tuple([getattr(instance, name) for name in field_names(type(instance))])


def record_text(instance: object) -> str:
    """The `repr` of a record: `Turn(taken=0, plays=(), stock_only=False, claimed=False, pending=())`."""
    fields = ", ".join([f"{name}={getattr(instance, name)!r}" for name in field_names(type(instance))])
    return f"{type(instance).__name__}({fields})"


def replace(instance: T, **changes: object) -> T:
    """Copy a record with some fields changed, as `copy.replace` of Python 3.13 does.

    The method `__replace__` takes half the time, so the engine calls it where each step of a game does.

    Args:
        instance: a record, or an object of an attrs class, such as the memory of a plugin.
        **changes: the fields to change.

    Returns:
        The new record.

    Raises:
        TypeError: for a field that the record does not have.
    """
    try:
        copied = cast("Any", instance).__replace__
    except AttributeError:  # attrs classes have it on Python 3.13 only, and only those of a new attrs
        return cast("T", attrs.evolve(cast("Any", instance), **changes))
    return cast("T", copied(**changes))


def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a record class, in the order of its constructor."""
    return cast("tuple[str, ...]", getattr(kind, "__match_args__"))  # noqa: B009 - records have it


def refusing(**gone: str) -> Callable[[type[T]], type[T]]:
    """Make an attrs class refuse fields that it no longer has, each with what to write instead."""

    def refuse(kind: type[T]) -> type[T]:
        init: Callable[..., None] = kind.__init__

        @wraps(init)
        def checked(self: T, *values: object, **fields: object) -> None:
            for name in gone.keys() & fields.keys():
                raise TypeError(f"{kind.__name__} has no field {name!r} any more: {gone[name]}")
            init(self, *values, **fields)

        cast("Any", kind).__init__ = checked
        return kind

    return refuse
