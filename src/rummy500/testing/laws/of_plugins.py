"""The laws that plugins bring for their own rules, found by their entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, TypeGuard, cast

from rummy500.errors import ComposeError
from rummy500.testing.law import Law

#: The group of entry points that bring laws; the name of each is the plugin's, its value a tuple of laws.
GROUP: Final = "rummy500.laws"


@cache
def laws_of_plugin(name: str) -> tuple[Law[Any], ...]:
    """The laws that an installed plugin brings, none if it brings none.

    Args:
        name: the plugin's name.

    Raises:
        ComposeError: if what its entry point names does not load, or is not a tuple of laws.
    """
    found: list[Law[Any]] = []
    for point in entry_points(group=GROUP, name=name):
        try:
            laws: object = point.load()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise ComposeError(f"plugin {name}: its laws {point.value!r} do not load ({why})") from error
        for law in cast("tuple[object, ...]", laws) if isinstance(laws, tuple) else (laws,):
            if not _is_law(law):
                raise ComposeError(f"plugin {name}: {point.value!r} must be a tuple of laws; {law!r} is none")
            if law not in found:  # a distribution may be seen twice, where it is installed and lies on the path
                found.append(law)
    return tuple(found)


def _is_law(value: object) -> TypeGuard[Law[Any]]:
    return isinstance(value, Law)
