"""Load the laws of plugins, from a file beside the plugin's tests or from an entry point of a package."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final, TypeGuard, cast

import attrs

from rummy500.errors import ComposeError, Rummy500Error
from rummy500_testing.law import Law

#: The group of entry points for laws; the name of each is the plugin's, its value a tuple of laws.
GROUP: Final = "rummy500.laws"


class LawsFileError(Rummy500Error):
    """Raised for a file of laws that cannot be loaded or has no laws."""


@cache
def laws_of_plugin(name: str) -> tuple[Law[Any], ...]:
    """Load the laws of an installed plugin from its entry point; empty if it has none.

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
            mine = attrs.evolve(law, plugin=name)
            if mine not in found:  # a distribution may be found twice, installed and on the path
                found.append(mine)
    return tuple(found)


def laws_of_file(file: Path) -> tuple[Law[Any], ...]:
    """Load the laws of a Python file, which need not lie in a package.

    The file has the tuple `LAWS`. If they are the laws of a plugin, `PLUGIN` is its name: then they are asked only
    where the plugin is in play.

    Args:
        file: the file, `tests/laws.py` say. Each file is run once.

    Raises:
        LawsFileError: if the file cannot be read, if running it raises an error, if it has no tuple `LAWS` of laws, or
            if `PLUGIN` is not text.
    """
    return _laws_of_file(file.resolve())


@cache
def _laws_of_file(file: Path) -> tuple[Law[Any], ...]:
    name = f"rummy500_laws_{file.parts[-3] if len(file.parts) > 3 else ''}_{abs(hash(file)):x}"
    spec = spec_from_file_location(name, file) if file.suffix == ".py" and file.is_file() else None
    if spec is None or spec.loader is None:
        raise LawsFileError(f"{file} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise LawsFileError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    laws: object = getattr(module, "LAWS", None)
    plugin: object = getattr(module, "PLUGIN", "")
    if not isinstance(laws, tuple) or not laws or not all(map(_is_law, cast("tuple[object, ...]", laws))):
        raise LawsFileError(f"{file} must have LAWS, a tuple of laws")
    if not isinstance(plugin, str):
        raise LawsFileError(f"{file}: PLUGIN must be the name of a plugin, not {plugin!r}")
    return tuple(attrs.evolve(law, plugin=plugin) for law in cast("tuple[Law[Any], ...]", laws))


def _is_law(value: object) -> TypeGuard[Law[Any]]:
    return isinstance(value, Law)
