"""Finds installed plugins by their entry points, and the packages of variants that are not installed.

`importlib.metadata` takes longer to import than a plugin, so it is imported only when a plugin is named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rummy500.errors import ComposeError, nearest
from rummy500.inputs import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The group of entry points that makes a package a plugin of rummy500.
GROUP: Final = "rummy500.plugins"
#: The distribution of the core, and its extra that requires `rummy500-NAME` for every plugin NAME of the project.
_CORE: Final = "rummy500"
_EXTRA: Final = "variants"
_IN_A_FILE: Final = "; if it is in a file: --plugin ./FILE.py"
#: A requirement of that extra as the metadata writes it: `rummy500-persian<1,>=0.1; extra == 'variants'`.
_VARIANT: Final = re.compile(rf"{_CORE}-(?P<plugin>[a-z0-9-]+)\b.*;.*\bextra == ['\"]{_EXTRA}['\"]")


#: Modules that count as installed plugins in this process, by the name of the plugin.
_ADDED: Final[dict[str, str]] = {}


@lru_cache(maxsize=1)
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Find the installed plugins, once for each run of the program.

    Returns:
        The entry points by name; a name has several if several distributions claim it.
    """
    from importlib.metadata import EntryPoint, entry_points  # noqa: PLC0415 - slow to import

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in (*entry_points(group=GROUP), *(EntryPoint(name, module, GROUP) for name, module in _ADDED.items())):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def add_installed(name: str, module: str) -> None:
    """Let a module of this process be found as an installed plugin, by files that name it.

    Args:
        name: the name of the plugin.
        module: the name of its module, which can be imported.

    Raises:
        ComposeError: if another plugin of that name is installed.
    """
    if _ADDED.get(name) == module:
        return
    if name in installed():
        raise ComposeError(
            f"a plugin named {quoted(name)} is installed already; use --plugin {name}, or rename one of them"
        )
    _ADDED[name] = module
    installed.cache_clear()


def load_installed(name: str) -> object:
    """Load an installed plugin.

    Args:
        name: the name of the plugin.

    Raises:
        ComposeError: if there is no plugin of that name, if two distributions claim it, or if it does not load.
    """
    if name not in installed():
        raise ComposeError(refusal_of_missing(name))
    point, *others = installed()[name]
    if others:
        names = (each.dist.name if each.dist else "an unknown distribution" for each in (point, *others))
        raise ComposeError(
            f"plugin {name}: the name is claimed by {' and '.join(sorted(names))}; uninstall one of them"
        )
    try:
        return point.load()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ComposeError(f"plugin {name}: its entry point {point.value!r} does not load ({why})") from error


def variants() -> Collection[str]:
    """The names of the plugins that the extra `variants` installs, as the metadata of rummy500 lists them.

    Returns:
        Their names; none if rummy500 runs from its sources without being installed.
    """
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow to import

    try:
        requirements = requires(_CORE) or ()
    except PackageNotFoundError:
        return ()
    return [found["plugin"] for found in map(_VARIANT.match, requirements) if found]


def how_to_install(name: str) -> str | None:
    """Name the package to install for a variant that is not installed.

    Args:
        name: the name of a plugin.

    Returns:
        The advice; `None` if the plugin is installed, or if this project has no plugin of that name.
    """
    if name in installed() or name not in variants():
        return None
    return f"install {_CORE}-{name} (in a clone: pip install ./plugins/{name}), or {_CORE}[{_EXTRA}] for all variants"


def refusal_of_missing(name: str, unlike: Collection[str] = ()) -> str:
    """Explain why a plugin that is not installed cannot be loaded, and what to do.

    Args:
        name: the name of the plugin.
        unlike: names that are not suggestions, since these plugins require it.
    """
    remedy = how_to_install(name)
    if remedy is not None:
        return f"plugin {quoted(name)} is not installed; {remedy}"
    known = {*installed(), *variants()}.difference(unlike)
    return f"there is no plugin {quoted(name)}; {nearest(name, known, _IN_A_FILE)}"
