"""Immutable records: slotted classes that cannot be written once they are made.

`attrs.frozen` costs three times as much to construct (`docs/design/state-spike.md`), and a step of the engine
makes several records, so the few hot ones are written by hand. Everything else in rummy500 is plain attrs.

A record is a final class with `__match_args__`, the same names as `__slots__`, each field declared `Final`, and
`__init__`, `__eq__`, `__hash__`, `__reduce__` and `__repr__`; below it stands `seal(TheClass)`. Compiled, it is a
native class, whose `Final` fields have no setter. Interpreted, `seal` makes it refuse writes. One source serves both.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, NoReturn, TypeVar, cast

T = TypeVar("T")


def _refuse_write(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be written")


def seal(cls: type) -> None:
    """Let the instances of an interpreted record class be made whole and never written; a compiled class is so already.

    `__init__` must do nothing but fill each field with the argument of its name. It is taken away: a record is filled
    as a draft, whose attribute stores are the fast ones, and then becomes its own class, which has the same layout.

    Args:
        cls: the class, without subclasses or instances.
    """
    init = cls.__dict__["__init__"]
    if not isinstance(init, FunctionType):
        return
    code = init.__code__
    names = code.co_varnames[1 : code.co_argcount]
    draft = type(
        f"_{cls.__name__}Draft",
        (cls,),
        {
            "__slots__": (),
            "__new__": object.__new__,  # its own: a draft is made by a plain call, which is a quarter cheaper
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    scope: dict[str, Any] = {"_draft": draft, "_record": cls, "__name__": cls.__module__}
    fill = "".join(f"    draft.{name} = {name}\n" for name in names)
    exec(  # noqa: S102 - the source is made of the class's own field names, as attrs and dataclasses do it
        f"def __new__(cls, {', '.join(names)}):\n    draft = _draft()\n{fill}"
        "    draft.__class__ = _record\n    return draft\n",
        scope,
    )
    new = scope["__new__"]
    new.__defaults__ = init.__defaults__
    new.__annotations__ = init.__annotations__
    new.__qualname__ = f"{cls.__qualname__}.__new__"
    sealed: Any = cls
    del sealed.__init__
    sealed.__new__ = staticmethod(new)
    sealed.__setattr__ = sealed.__delattr__ = _refuse_write


def described(instance: object) -> str:
    """A record as Python writes it: `Turn(taken=0, plays=(), stock_only=False, claimed=False)`."""
    inside = ", ".join([f"{name}={getattr(instance, name)!r}" for name in _names(instance)])
    return f"{type(instance).__name__}({inside})"


def replace(instance: T, **changes: object) -> T:
    """A copy of a record with some fields changed; for the edges, not for the hot path.

    Args:
        instance: a record.
        **changes: the fields to change.

    Returns:
        The new record.

    Raises:
        TypeError: for a field that the record does not have.
    """
    fields: dict[str, object] = {name: getattr(instance, name) for name in _names(instance)}
    unknown = changes.keys() - fields.keys()
    if unknown:
        raise TypeError(f"{type(instance).__name__} has no field {', '.join(sorted(unknown))}")
    fields.update(changes)
    return type(instance)(**fields)


def _names(instance: object) -> tuple[str, ...]:
    return cast("tuple[str, ...]", getattr(type(instance), "__match_args__"))  # noqa: B009 - records have it
