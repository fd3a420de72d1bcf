"""The entry points of a group, read from the folders of `sys.path`.

`importlib.metadata` reads them, too, and does so from archives and through finders of other people. But it loads a mail
parser, `zipfile` and `csv` first, which costs several times what all the rest of a plugin does. So what lies in plain
folders, as pip and uv leave it, is read here; anything else is left to `importlib.metadata`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from typing import Final

_ENDINGS: Final = (".dist-info", ".egg-info")


class UnusualError(Exception):
    """Something that only `importlib.metadata` reads as it should be read."""


def entry_points_in_folders(group: str) -> Mapping[str, str] | None:
    """The entry points of a group, found as `importlib.metadata` finds them.

    Args:
        group: the group.

    Returns:
        Their values by their names, in the order in which they are found. `None` where `importlib.metadata` must be
        asked: another finder knows of distributions, an archive or an egg is on the path, a file is not as it should
        be, or a name stands twice.
    """
    if sys.meta_path.count(PathFinder) != 1 or any(
        hasattr(finder, "find_distributions") for finder in sys.meta_path if finder is not PathFinder
    ):
        return None
    found: dict[str, str] = {}
    try:
        for path in _files():
            for name, value in _read(path, group):
                if name in found:
                    return None
                found[name] = value
    except UnusualError:
        return None
    return found


def _files() -> Iterator[str]:
    """Where the entry points of each distribution stand, if it has any; the first on the path of those of one name."""
    seen: set[tuple[str, ...]] = set()
    for folder in sys.path:
        try:
            children = os.listdir(folder or ".")  # noqa: PTH208 - pathlib is not loaded for this
        except NotADirectoryError:  # an archive
            raise UnusualError from None
        except OSError:
            continue
        if folder.lower().endswith(".egg"):
            raise UnusualError
        for child in children:
            if not child.lower().endswith(_ENDINGS):
                continue
            name = child.rpartition(".")[0].partition("-")[0].lower()
            distribution = tuple(filter(None, name.replace("_", ".").split(".")))
            if not distribution or not child.endswith(_ENDINGS):
                raise UnusualError
            if distribution not in seen:
                seen.add(distribution)
                yield os.path.join(folder, child, "entry_points.txt")  # noqa: PTH118 - pathlib is not loaded for this


def _read(path: str, group: str) -> Iterator[tuple[str, str]]:
    """The entry points of a group in a file."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is not loaded for this
            content = file.read()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError):
        return
    if f"[{group}]".encode() not in content:
        return
    try:
        lines = content.decode().splitlines()
    except UnicodeDecodeError:
        raise UnusualError from None
    section = ""
    for line in map(str.strip, lines):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == group and line and not line.startswith("#"):
            name, equals, value = line.partition("=")
            if not equals:
                raise UnusualError
            yield name.strip(), value.strip()
