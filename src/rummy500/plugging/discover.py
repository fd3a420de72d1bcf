"""Finding installed plugins by their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from rummy500.errors import ComposeError, nearest

#: The group of entry points that makes a package a plugin of rummy500.
GROUP: Final = "rummy500.plugins"


@lru_cache(maxsize=1)
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The installed plugins by name; those that are installed when they are first asked for.

    Returns:
        For each name its entry points: more than one where two distributions claim the name.
    """
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        others = found.get(point.name, ())
        if all((point.value, _distribution(point)) != (other.value, _distribution(other)) for other in others):
            found[point.name] = (*others, point)
    return found


def load(name: str) -> object:
    """The object behind an installed plugin.

    Raises:
        ComposeError: if there is none of that name, if two distributions claim it, or if it does not load.
    """
    points: tuple[EntryPoint, ...] = installed().get(name, ())
    if len(points) == 0:
        raise ComposeError(f"there is no plugin {name!r}; {nearest(name, installed())}")
    if len(points) > 1:
        claims = " and ".join(sorted(_distribution(point) for point in points))
        raise ComposeError(f"plugin {name}: the name is claimed by {claims}; uninstall one of them")
    point = points[-1]
    try:
        plugin: object = point.load()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ComposeError(f"plugin {name}: its entry point {point.value!r} does not load ({why})") from error
    return plugin


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unknown distribution"
