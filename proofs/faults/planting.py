"""Read the faults of this folder, and plant one in a copy of the sources."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs

import rummy500_cookbook as cookbook

ROOT: Final = Path(__file__).parents[2]
_SUFFIX: Final = ".fault.toml"


class FaultError(Exception):
    """Raised for a fault that cannot be planted, or that is not there."""


@attrs.frozen
class Change:
    """One text that a fault replaces.

    Attributes:
        file: the path of the file, from the root of the repository.
        old: the text; it occurs exactly once in the file.
        new: the text that takes its place.
    """

    file: str
    old: str
    new: str


@attrs.frozen
class PlantedFault:
    """A fault to be planted.

    Attributes:
        name: the name of its file, without the suffix.
        fault: what is wrong, in a sentence.
        rules: the ids of the rules that it breaks.
        changes: the replaced texts.
        plugin: the plugin that it is planted in, the first by name if there are several; empty for the core.
    """

    name: str
    fault: str
    rules: tuple[str, ...]
    changes: tuple[Change, ...]
    plugin: str


def read_faults() -> list[PlantedFault]:
    """Read the faults that laws must find.

    Raises:
        FaultError: for a fault that changes a file that is neither the core's nor a plugin's.
    """
    found: list[PlantedFault] = []
    for file in sorted(Path(__file__).parent.glob(f"*{_SUFFIX}")):
        data = tomllib.loads(file.read_text("utf-8"))
        changes = tuple(Change(**each) for each in data["change"])
        plugin = min((of for change in changes if (of := _plugin_of(change.file))), default="")
        found.append(
            PlantedFault(file.name.removesuffix(_SUFFIX), data["fault"], tuple(data["rules"]), changes, plugin)
        )
    return found


def _plugin_of(path: str) -> str:
    """Return the plugin of a source file, from the name of its folder or module; empty for the core."""
    match Path(path).parts:
        case ("src", _, *_):
            return ""
        case ("plugins", name, "src", *_):
            return name
        case ("packages", _, "src", "rummy500_cookbook", module):
            return module.removesuffix(".py").replace("_", "-")
        case _:
            raise FaultError(f"{path} lies neither in src nor in plugins/*/src, and is no rule of the cookbook")


def copied(folder: Path) -> Iterator[Path]:
    """Copy the sources of the core, of the cookbook and of every plugin.

    Args:
        folder: the root of the copy.

    Yields:
        Each folder to put on Python's path.
    """
    without = shutil.ignore_patterns("__pycache__", "*.so")
    kit = ROOT / "packages" / "rummy500-testing" / "src"
    for source in (ROOT / "src", kit / cookbook.__name__, *sorted(ROOT.glob("plugins/*/src"))):
        target = folder / source.relative_to(ROOT)
        shutil.copytree(source, target, ignore=without)
        yield target.parent if source.parent == kit else target


def plant(name: str, changes: Iterable[Change], folder: Path) -> None:
    """Plant a fault in a copy of the sources.

    Args:
        name: the fault, for an error.
        changes: the texts that it replaces.
        folder: the root of the copy.

    Raises:
        FaultError: if a file is missing, or does not have an old text exactly once.
    """
    for change in changes:
        file = folder / change.file
        text = file.read_text("utf-8") if file.is_file() else ""
        if text.count(change.old) != 1:
            times = f"{change.file} has the old text {text.count(change.old)} times, not once"
            raise FaultError(f"{name} cannot be planted: {times}")
        file.write_text(text.replace(change.old, change.new), "utf-8")
