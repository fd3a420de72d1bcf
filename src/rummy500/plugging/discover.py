"""Finding installed plugins by their entry points, and the packages of those that are not installed."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache, reduce
from importlib import import_module
from typing import Final, NamedTuple

from rummy500.errors import ComposeError, nearest
from rummy500.inputs import quoted
from rummy500.plugging.entry_points import entry_points_in_folders

#: The group of entry points that makes a package a plugin of rummy500.
GROUP: Final = "rummy500.plugins"
#: The distribution of the core, and its extra that requires `rummy500-NAME` for every plugin NAME of the project.
_CORE: Final = "rummy500"
_EXTRA: Final = "variants"
#: A requirement of that extra as the metadata writes it: `rummy500-persian<1,>=0.1; extra == 'variants'`.
_VARIANT: Final = re.compile(rf"{_CORE}-(?P<plugin>[a-z0-9-]+)\b.*;.*\bextra == ['\"]{_EXTRA}['\"]")


class Point(NamedTuple):
    """An entry point of a plugin.

    Attributes:
        name: the plugin's name.
        value: where its object is: `module` or `module:object`.
        distribution: the distribution that says so; empty where nobody else has the name.
    """

    name: str
    value: str
    distribution: str = ""

    @property
    def module(self) -> str:
        """The module that it names."""
        return self.value.partition(":")[0].partition("[")[0].strip()

    def load(self) -> object:
        """The object that it names; whatever loading it raises is raised here."""
        module, colon, inside = self.value.partition(":")
        parts = inside.split(".") if colon else []
        if all(part.isidentifier() for part in (*module.split("."), *parts)):
            return reduce(getattr, parts, import_module(module))
        from importlib.metadata import EntryPoint  # noqa: PLC0415 - dear, and hardly ever needed

        return EntryPoint(self.name, self.value, GROUP).load()


@lru_cache(maxsize=1)
def installed() -> Mapping[str, tuple[Point, ...]]:
    """The installed plugins by name; those that are installed when they are first asked for.

    Returns:
        For each name its entry points: more than one where two distributions claim the name.
    """
    values = entry_points_in_folders(GROUP)
    if values is not None:
        return {name: (Point(name, value),) for name, value in values.items()}
    from importlib.metadata import entry_points  # noqa: PLC0415 - dear, and seldom needed

    found: dict[str, tuple[Point, ...]] = {}
    for each in entry_points(group=GROUP):
        distribution = each.dist.name if each.dist is not None else "an unknown distribution"
        point = Point(each.name, each.value, distribution)
        others = found.get(point.name, ())
        if point not in others:
            found[point.name] = (*others, point)
    return found


def variants() -> Collection[str]:
    """The plugins that the extra `variants` installs, as the metadata of rummy500 lists them.

    Returns:
        Their names; none where rummy500 runs from its sources without being installed.
    """
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow, and needed for a refusal only

    try:
        requirements = requires(_CORE) or ()
    except PackageNotFoundError:
        return ()
    return [found["plugin"] for found in map(_VARIANT.match, requirements) if found]


def how_to_install(name: str) -> str | None:
    """Say which package has a variant that is not installed.

    Args:
        name: the name of a plugin.

    Returns:
        What to install; `None` where the plugin is installed, or where this project has no plugin of that name.
    """
    if name in installed() or name not in variants():
        return None
    return f"install {_CORE}-{name}, or {_CORE}[{_EXTRA}] for all variants"


def refusal_of_missing(name: str, unlike: Collection[str] = ()) -> str:
    """The reason why a plugin cannot be loaded that is not installed.

    Args:
        name: the name of the plugin.
        unlike: names not to suggest instead: those of the plugins that require it.
    """
    remedy = how_to_install(name)
    if remedy is not None:
        return f"plugin {quoted(name)} is not installed; {remedy}"
    return f"there is no plugin {quoted(name)}; {nearest(name, {*installed(), *variants()}.difference(unlike))}"


def load(name: str) -> object:
    """The object behind an installed plugin.

    Raises:
        ComposeError: if there is none of that name, if two distributions claim it, or if it does not load.
    """
    points: tuple[Point, ...] = installed().get(name, ())
    if len(points) == 0:
        raise ComposeError(refusal_of_missing(name))
    if len(points) > 1:
        claims = " and ".join(sorted(point.distribution for point in points))
        raise ComposeError(f"plugin {name}: the name is claimed by {claims}; uninstall one of them")
    point = points[-1]
    try:
        plugin = point.load()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ComposeError(f"plugin {name}: its entry point {point.value!r} does not load ({why})") from error
    return plugin
