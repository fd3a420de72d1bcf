"""Immutable records: slotted classes that cannot be written once they are made.

`attrs.frozen` costs three times as much to construct (`docs/design/state-spike.md`), and a step of the engine
makes several records, so the few hot ones are made here. Everything else in rummy500 is plain attrs.
"""

from __future__ import annotations

import inspect
from typing import Any, NoReturn, TypeVar, cast

from typing_extensions import dataclass_transform

T = TypeVar("T")


def _refuse_write(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be written")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Turn an annotated class into an immutable record.

    The record is constructed by position or by name, compares and hashes by its fields, pickles as its fields and
    refuses every write. A field may have an immutable default.

    Args:
        cls: a class whose annotations are the fields, in order; methods and properties are kept.

    Returns:
        The record class, under the same name.
    """
    names = tuple(inspect.get_annotations(cls))
    body = {key: value for key, value in cls.__dict__.items() if key not in ("__dict__", "__weakref__")}
    defaults = {name: body.pop(name) for name in names if name in body}
    # A record is filled as a plain slotted draft and then becomes its frozen class: attribute stores on the draft
    # are the fast ones, and the frozen class has the same layout.
    draft = type(f"_{cls.__name__}Draft", (), {"__slots__": names, "__module__": cls.__module__})
    scope: dict[str, Any] = {"_new": object.__new__, "_draft": draft, "_defaults": defaults}
    params = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names)
    fill = "\n".join(f"    draft.{name} = {name}" for name in names)
    mine = ", ".join(f"self.{name}" for name in names)
    same = " and ".join(f"self.{name} == other.{name}" for name in names)
    exec(  # noqa: S102 - the source is made of the class's own field names, as attrs and dataclasses do it
        f"def __new__(cls, {params}):\n    draft = _new(_draft)\n{fill}\n"
        "    draft.__class__ = _frozen\n    return draft\n"
        "def __eq__(self, other):\n    if self is other:\n        return True\n"
        f"    if other.__class__ is not _frozen:\n        return NotImplemented\n    return {same}\n"
        f"def __hash__(self):\n    return hash(({mine},))\n"
        f"def __reduce__(self):\n    return (_frozen, ({mine},))\n",
        scope,
    )
    body.pop("__annotations__", None)
    frozen = type(
        cls.__name__,
        (draft,),
        {
            **body,
            "__slots__": (),
            "__annotations__": cls.__annotations__,
            "__match_args__": names,
            "__qualname__": cls.__qualname__,
            "__new__": scope["__new__"],
            "__eq__": scope["__eq__"],
            "__hash__": scope["__hash__"],
            "__reduce__": scope["__reduce__"],
            "__repr__": body.get("__repr__", _repr),
            "__setattr__": _refuse_write,
            "__delattr__": _refuse_write,
        },
    )
    scope["_frozen"] = frozen
    return cast("type[T]", frozen)


def _repr(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__name__}({inside})"


def replace(instance: T, **changes: object) -> T:
    """A copy of a record with some fields changed; for the edges, not for the hot path.

    Args:
        instance: a record made by `record`.
        **changes: the fields to change.

    Returns:
        The new record.

    Raises:
        TypeError: for a field that the record does not have.
    """
    names = cast("tuple[str, ...]", getattr(type(instance), "__match_args__"))  # noqa: B009 - records have it
    values: dict[str, object] = {name: getattr(instance, name) for name in names}
    unknown = changes.keys() - values.keys()
    if unknown:
        raise TypeError(f"{type(instance).__name__} has no field {', '.join(sorted(unknown))}")
    values.update(changes)
    return type(instance)(**values)
